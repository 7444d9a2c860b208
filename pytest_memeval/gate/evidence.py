"""What speaks for each type of statement, as data, and the sum of it over a turn.

One sentence says *that* a turn is worth storing (:mod:`pytest_memeval.gate.statements`); *what* it
is shows in the whole turn: a choice and its reason stand in two sentences as often as in one. Each
row counts once a turn, however often it is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_memeval.gate.kinds import BOTH
from pytest_memeval.gate.kinds import USER
from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Text


@dataclass(frozen=True, slots=True)
class Evidence:
    """A way of speaking that makes ``type`` more likely by ``weight``."""

    type: str
    weight: int
    note: str
    pattern: Cue
    roles: frozenset[str] = USER


#: A bare plural and a verb that agrees with it.
_KIND_DOES: Final = (
    r"(?!(?:this|its|these|those|there|yes|tests)\b)(?:(?:new|all|public|internal|every|each|old"
    r"|our|the|integration|unit) )?(?:[a-z][\w/-]* ){0,2}?[a-z][\w/-]*[^s\W]s (?:(?:to|of|from"
    r"|at) (?:the |an? )?(?:[\w-]+ ){1,3}|[\w/]+ed |in \w+ |for \w+ |on the \w+ "
    r"|with \w+ )?(?:always |only |never |all )?(?:ship|go|get|land|come|carry|use|start|end|live"
    r"|follow|stay|need|return|belong|keep|match|require|share|talk|sit|run|must|should|may not"
    r"|are (?:\w+ed|in|past|plural|singular|lower|upper|always|never|integer|odd|even|written|kept"
    r"|named))\b"
)

EVIDENCE: Final[tuple[Evidence, ...]] = (
    # ------------------------------------------------------------ preference
    Evidence(
        "preference",
        3,
        "An order that names the speaker as the one who is served.",
        Cue(
            r"\b(?:show|give|tell|ask|send|ping|warn|notify|remind|spare|hand|get|write|explain"
            r"|walk|leave|message|report|answer|call|talk|sending|giving|telling|asking"
            r"|showing) (?:it |that |them |things )?(?:to |for )?me\b"
            r"|\blet me (?:know|decide|pick|choose)\b",
            r"\b(?:zeig|gib|sag|schreib|schick|frag|erklär|nenn|melde?)\w* (?:es )?(?:mir|mich)\b"
            r"|\b(?:mir|mich) (?:bitte|nur|immer|lieber|erst|zuerst|auf)\b",
            r"(?:á|é|í)[a-z]{1,4}me\b",
            r"-moi\b|\btu me\b|\bvous me\b",
            r"\b(?:dame|dime|ponme|avísame|mándame|muéstrame|explícame|pásame|respóndeme"
            r"|enséñame)\b|\ba mí\b|\bme (?:dejas|pones|mandas|das|dices|avises?|respondas?"
            r"|muestres?|expliques?)\b",
            r"\b(?:dimmi|dammi|mostrami|mandami|avvisami|scrivimi|spiegami|rispondimi|fammi)\b",
            r"\bme (?:avis[ae]|mostr[ae]|mand[ae]|dá|dê|diga|explic\w+|respond\w+)\b",
            r"(?:покажи|дай|скажи|пиши|присылай|объясняй|отвечай)\w*\b"
            r"|\bмне (?:сначала|только|лучше|не надо|удобн|проще)",
            r"给我|告诉我|跟我|回我|发我|回答|回复",
            r"(?:見せて|教えて|返して|書いて|答えて|説明して|まとめて)(?:ください|ほしい|もらえ)",
            r"(?:해|알려|보여|남겨|써|적어|부탁)\s?(?:주세요|주시|드려요|드립니다|줘)",
        ),
    ),
    Evidence(
        "preference",
        3,
        "What the speaker wants, can take in, or is used to.",
        Cue(
            r"\bi(?:'d| would) (?:much |really |far )?rather\b|\bi prefer\b"
            r"|\bi (?:like|love|hate|want) (?!to (?:know|see if|check)\b)"
            r"|\b(?:that(?:'s| is)|it(?:'s| is)) (?:how|all|what|the way) i (?:want|need|like|read"
            r"|work)|\b(?:all|how) i (?:want|need|like)\b|\bthan i can\b|\b(?:lost|wasted) on me\b"
            r"|\bi (?:do|write|run|use|read|handle|keep|build) (?:all|every\w*|any\w*|most) "
            r"|\bannoys? me\b|\bfor me\b|\bi can(?:'|’)?t (?:read|judge|follow|do anything|stand"
            r"|look|take|parse|use|see)\b|\bi never want\b|\bi (?:don(?:'|’)?t|do not) (?:want|need"
            r"|like|read)\b(?!.{0,60}\b(?:until|before)\b)|\btoo (?:many|long|much|wide"
            r"|noisy) for me\b|\bi(?:'ll| will) (?:want|need) it like\b|\bi get lost\b"
            r"|\b(?:be|makes me) happy\b|\bnervt mich\b|\b(?:kill|drive|annoy|bother|confuse|slow"
            r"|help|cost|save|tire|stress|throw|irritate|distract)s? me ?(?!to|from)\b"
            r"|\bwhat you write\b",
            r"\A\W{0,4}(?:just|only) (?:the |an? )?[\w -]{2,30}(?: please\b|,)",
            r"\bworks? (?:best|better) for me\b",
            r"\bmir (?:reicht|ist .{2,30} lieber|hilft)|\blieber\b|\bich (?:mag|will|hätte gern)",
            r"\bme suffi|\bje préfère|\bj(?:'|’)aime|\bje veux (?:pas|que)"
            r"|\bme (?:pierdo|gusta|basta|sirve|cuesta)\b|\bprefiero\b|\bpreferisco\b"
            r"|\bmi (?:basta|serve|perdo|piace)|\ba me\b|\bprefiro\b|\bpra mim\b|\bpara mim\b"
            r"|\bpara mí\b",
            r"предпочитаю|мне (?:так |\w+ее|удобн|нрав|хватит|проще)|我(?:喜欢|习惯|偏好|更想|希望)"
            r"|对我来说|助かります|ありがたい|のほうが(?:いい|好き)|편합니다|편해요|좋아요|自分で"
            r"|たいので|苦手",
        ),
    ),
    Evidence(
        "preference",
        2,
        "The speaker's own habits, tools and circumstances.",
        Cue(
            r"\bi(?:'m| am) (?:on|in|based|an?|more of|not a|used to|new to|colou?r|left"
            r"|dyslexic)\b",
            r"\bi (?:(?:always|never|usually|mostly|often|only|tend to|also|mainly"
            r"|rarely) )?(?!(?:think|guess|believe|know|see|mean|just|was|did|had|got|made|ran|saw"
            r"|went|found|tried|need|will|can|could|should|would|might|may|have|am|hope|suppose"
            r"|wonder|put|set|don|won|and|or|assume|suspect|wasn|told|said|came|took|wrote|left"
            r"|lost|forgot|feel|remember|notice|bet|doubt|want|understood|still|now|really|must"
            r"|shall|cut|spent|sent|asked|do)\b)[a-z]{3,}(?<!ed)\b(?! (?:to|if|that|whether|why|how"
            r"|what)\b)",
            r"\b(?:my|mine) (?:laptop|machine|phone|screen|eyes|terminal|editor|boxes|taste|head"
            r"|brain|shell|setup|tablet|watch|headphones|side)\b|\bof mine\b|\bmyself\b",
            r"\bich (?!glaube|denke|habe|hatte|werde|würde|finde|hätte|wollte|sollte|musste"
            r"|möchte)\w{2,}e\b|\bdu mir\b|\bwas du\b",
            r"\bich (?:lese|nutze|arbeite|schaue|habe|kann|brauche|sehe|lasse|benutze|schreibe)\b",
            r"\bmoi,? je\b|\bje (?:lis|code|travaille|utilise|garde|bosse|regarde)\b",
            r"\byo (?:leo|uso|trabajo|voy)|\bio (?:leggo|uso|lavoro|lo)\b"
            r"|\beu (?:leio|uso|trabalho)\b",
            r"\bя (?:читаю|работаю|пользуюсь|пишу|смотрю|люблю)"
            r"|我(?:一般|平时|通常|都用|在用|只看|看|读|写)|私は|僕は|自分は|저는|제가",
        ),
    ),
    Evidence(
        "preference",
        2,
        "What is asked about is what the assistant hands over, or how.",
        Cue(
            r"\b(?:explanations?|answers?|repl(?:y|ies)|messages?|summar(?:y|ies)|updates|options"
            r"|emojis?|bullets?|(?:changed )?hunks?|patch(?:es)?|snippets?|prose|paragraphs?"
            r"|essays?|walls? of text|in the chat|screenshots?|poll|pleasantries|small talk"
            r"|identifiers|theory|examples?|colou?rs|charts?|numbers|apologi\w+|praise"
            r"|your (?:stuff|output|text|patches|diffs?|messages|plans?)|one question|headings?"
            r"|jargon|recaps?|a table|smaller pieces|the whole (?:file|log|thing)|one by one"
            r"|per idea|before you|when you|when we speak|you (?:show|answer|compare|explain"
            r"|propose|suggest))\b",
            r"\b(?:antwort\w*|erklärung\w*|zusammenfass\w*|aufsatz|réponses?|explications?"
            r"|captures?|respuestas?|explicaci\w+|rispost\w+|spiegazion\w+|respostas?"
            r"|explicaç\w+)\b",
            r"ответ|объяснени|回答|解释|说明|説明|返答|설명|답변|코멘트|댓글",
        ),
    ),
    Evidence(
        "preference",
        1,
        "It reaches beyond this one time.",
        Cue(
            r"\b(?:same|that goes|this goes|goes) (?:for|in|with)\b|\bfor any of\b|\bnext time\b"
            r"|\bfrom now on\b|\bevery time\b|\bwhenever you\b|\bgoing forward\b|\bagain\b"
            r"|\balso in\b|\bfor (?:all|every|any)\b|\bplease\b|\bpls\b|también en|auch bei"
            r"|aussi pour",
        ),
    ),
    Evidence(
        "preference",
        2,
        "An order to the assistant, in so many words.",
        Cue(
            # At the start of a clause: no letter and blank stand before it.
            r"\b(?<![a-z] )(?:don(?:'|’)t|do not|never|always|give|show|ask|keep|write|drop|skip"
            r"|leave|spare|hand|spell|explain|answer|tell|use|avoid|stop|cut|quit|no|less|more"
            r"|fewer) (?!more than|need|one|idea|problem)\w+",
            r"\b(?:please|so|and|but|just) (?:don(?:'|’)t|do not|never|always|give|show|ask|keep"
            r"|write|skip|leave|use|avoid|stop) \w+|\byou can (?:drop|skip|leave|stop|use)\b",
            r"\b(?:bitte (?:kein|nicht|immer|nur|erst)|antworte|schreib|réponds|montre|évite|dime"
            r"|responde|no (?:me )?\w+es|non \w+re)\b|не надо|пиши|отвечай|ください|お願い|请|別に"
            r"|不要(?!求)|주세요",
        ),
    ),
    # ------------------------------------------------------------ decision
    Evidence(
        "decision",
        4,
        "The choice is named as such.",
        Cue(
            # "sqlite it is", but not "as it is" nor a sentence of its own.
            r"\bit is(?<!\bas it is)(?<!what it is)(?<!how it is)(?<!where it is)(?<!like it is)"
            r"(?<!that it is)(?<!^it is)(?<!, it is)(?<!\. it is)(?=\W*(?:\Z|[.,;:!—–\n]))",
            r"\b(?:and )?that(?:'s| is) (?:where it ends|that|it then|settled|final)\b",
            r"\b(?:decision|decided|settled|agreed|chose|picked(?! up)|opted|ruled out"
            r"|rejected (?:it|that|both)|scrapped|shelved|voted|signed off)\b",
            r"\bwe(?<!when we)(?<!since we)(?<!after we)(?<!once we)(?<!until we)(?:'ll|'re| will"
            r"| are|'ve)? (?:(?:now|just|not) )?(?:(?:go|going|gone|went) (?:with|for|back to|over)"
            r"|stay(?:ing)? (?:with|on|at)|stick(?:ing)? (?:with|to)|dropp?(?:ing)?"
            r"|switch(?:ing|ed)? (?:to|over|from)|mov(?:e|ed|ing) (?:off|over|to|away|from|back)"
            r"|replac(?:e|ing)|tak(?:e|ing) the|buy(?:ing)?|cancel(?:ing)?"
            r"|keep(?:ing)? .{2,40} (?:after all|for now|as is))\b"
            r"|\bwe(?:'re| are) (?:using|taking|buying|hiring|keeping|dropping|building)\b"
            r"|\b(?:it(?:'s| is)|that(?:'s| is)) (?:going|gonna) (?:to be|with)\b|\bgoing to be\b"
            r"|\bafter all\b|\bwill do(?=[.,;]|\Z)|\bwe(?:'d| would) rather\b",
            r"\b(?:off the table|out of the question|(?:is|are) (?:dead|cancell?ed|scrapped|shelved"
            r"|off|out)(?=[.,;:]| for)|turned (?:it|that|this|them|both) down"
            r"|g[ai]ve (?:it|that|this|them) up|(?:threw|throwing) (?:it|that|them) out)\b",
            r"\b(?:vamos por|vamos con|elegid[oa]|scelt[oa] (?:il|la|lo)|abbiamo preso|escolhid[oa]"
            r"|choisi|wir binden|on prend)\b|\A\W{0,4}(?:scelto|deciso|beschlossen|choisi)\b",
            r"договорились|согласовали|选了|选定|选择了|換え",
            r"\bdoch nicht\b|\bwir machen .{2,40} nicht\b|\be basta\b|\btogliamo\b"
            r"|\bet rien d(?:'|’)autre\b|\bquitamos\b|\btiramos\b",
            r"\b(?:vom tisch|gestorben|fliegt raus|ist raus|dabei bleibt es|beschlossen|entschieden"
            r"|wir (?:nehmen|bleiben|kaufen|verzichten|setzen auf|steigen|gehen (?:auf|mit))"
            r"|(?:nehmen|kaufen|lassen|behalten|bleiben|streichen) wir"
            r"|(?:wird|werden) stattdessen)\b",
            r"\b(?:on (?:part|laisse tomber|garde|reste|abandonne|prend|passe (?:à|sur)|a tranché)"
            r"|ce sera|laisse tomber|nous (?:gardons|passons|restons|prenons)"
            r"|on a (?:choisi|décidé|retenu))\b",
            r"\b(?:nos quedamos|vamos con|nos pasamos|descartad[oa]|decidimos|elegimos"
            r"|dejamos (?:de|el|la)|alla fine|restiamo|teniamo|lasciamo (?:perdere|stare)"
            r"|passiamo a|prendiamo|abbiamo (?:scelto|deciso)|ficamos com|vamos (?:de|ficar|com)"
            r"|decidimos|escolhemos|nada de)\b",
            r"\b(?:vamos a (?:usar|quedar\w*|ir)|usaremos|acordado|ficou decidido|não terá|será"
            r"|sarà|useremo|wird es|on va utiliser|nous restons|pour cette version"
            r"|für diese version|para esta versión)\b",
            r"оставляем|оста[её]тся|будем (?:использовать|делать)|бер[её]м\b|отказ(?:ываемся|ались)"
            r"|не тащим|переходим|оста[её]мся|решили|выбрали",
            r"就(?:用|选|上|走|定)|不(?:用|上|选|做|搞|再用|要)[^，。,.]{1,16}了|改(?:用|成)|定了"
            r"|敲定|放弃",
            r"決めま|決まりま|に(?:決め|しました|することに|しましょう)|で(?:行き|いき)ます|見送"
            r"|採用(?:し|する)",
            r"(?:로|으로) (?:가기로|하기로|결정|정했)|쓰기로|안 쓰기로",
            r"\b(?:we (?:nemen|houden|blijven|gaan (?:voor|met))|het wordt|bierzemy|zostajemy"
            r"|rezygnujemy|zdecydowali\w*|wybieramy)\b",
        ),
        roles=BOTH,
    ),
    Evidence(
        "decision",
        3,
        "What the other way would have meant.",
        Cue(
            r"\bwould (?:have (?:to|meant|cost|been|needed|taken)|mean|need|start|cost|take|require"
            r"|break|double|be (?:too|more|another))\b|\bwould(?:n(?:'|’)t| not) (?:have )?\w+\b"
            r"|\bcould be \w+ed\b",
            r"\b(?:wäre|one less|less to (?:run|maintain|learn)|one thing less)\b",
            r"\b(?:würde|hätte) (?:\w+ ){0,4}(?:kosten|bedeuten|heißen|gebraucht|gekostet)\b"
            r"|\baurait\b|\bhabría\b|\bavrebbe\b|\bteria\b",
        ),
        roles=BOTH,
    ),
    Evidence(
        "decision",
        3,
        "Something is taken in, thrown out, kept as it is, or held back.",
        Cue(
            r"\bwe(?:'ll| will) (?!see|have|need|be\b|get|wait|know|find|want)[a-z]+"
            r"|, not (?:in|on|with|via) \w+",
            r"\bcan wait\b|\b(?:scrap|forget|ditch|kill|drop) (?:the|that|this) \w+[^.]{0,20}[,.;:]"
            r"|\bfrom here(?: on)?\b|\bsettles it\b|\bgets? (?:its|their) own\b"
            r"|\bships? (?:on|with)\b|\bmaybe in\b",
            r"\b(?:goes|go|comes|gets?|moves?|is|are) (?:(?:in|out|away|back|off)(?=[,.;:]"
            r"| (?:of|for|to|again|until)\b)|cancell?ed|dropped|replaced|retired|scrapped|postponed"
            r"|extended)\b",
            r"\b(?:stays?|remains?) (?:like that|that way|as (?:it )?is|off|put|the way it is"
            r"|out)\b|\bstays(?=[,.;:]) ",
            r"\b(?:don(?:'|’)t|do not|won(?:'|’)t|not going to|no need to) .{3,80}\b(?:until|before"
            r"|again)\b|\bi won(?:'|’)t\b|\bwe won(?:'|’)t\b",
            r"\b(?:instead of|rather than|over) [\w.+-]+|\bno [\w.+/-]+(?: [\w.+/-]+)? (?:this year"
            r"|copies|column|either|for (?:this|the|v\d))\b|, no [\w.+-]+(?: [\w.+-]+)?[.,;]",
            r"\b(?:in|for) (?:v\d|the mvp|this (?:version|release)|the first (?:version|release))\b"
            r"|\bwe stop(?: at)?\b|\bfrom now on, we\b",
            r"\b(?:niente|kein(?:e|en)? .{2,30} mehr|plus de|ya no|nicht mehr|más bien|anstatt"
            r"|statt|stattdessen|au lieu|plutôt que|en vez de|invece|em vez de)\b|вместо|而不是"
            r"|代わりに|ではなく",
        ),
        roles=BOTH,
    ),
    Evidence(
        "decision",
        2,
        "It was weighed: a test, a price, a person who had a say.",
        Cue(
            r"\bafter (?:the|a|looking|trying|comparing|\w+ing|two|some)\b"
            r"|\b(?:in|from|saw|seen) the (?:benchmark|bill|load test|numbers|quote|trial|poc"
            r"|spike)\b|\b(?:looked at|compared|evaluated|considered|tried|tested|measured) (?:it"
            r"|them|both|that|one|two|all|\w+ and)\b",
            r"\A\W{0,4}(?:so|ok(?:ay)?,? (?:so|then)|alright|right,|fine,|also gut|gut,|bon,|vale,"
            r"|entonces|al final|alla fine|allora|in the end|finally|au final|finalement|no fim"
            r"|итак|в итоге|最后|最终|结果|結局)",
            r"\b(?:insist\w*|pushed for|met with|spoke (?:to|with)|talked to)\b",
            r"\b(?:was|were) (?:very |quite )?clear\b|\b(?:legal|finance"
            r"|the (?:client|customer|board|cto|boss|auditor)s?) (?:has|have|wants?|won(?:'|’)t"
            r"|said)\b|\bthe \w+ (?:teams?|committee) (?:wants?|said)\b",
            r"\b(?:too (?:much|many|expensive|slow|big)|twice (?:as|the)|double (?:the|of)|costs?"
            r"|can(?:'|’)?t (?:pay|afford|run|be on call)|don(?:'|’)?t want to (?:babysit|run"
            r"|operate|maintain)|one server|three people|we(?:'re| are) (?:two|three|four|five|six)"
            r"|would mean|would have been|even if|nobody (?:else )?(?:here )?(?:can|knows"
            r"|wants))\b",
            r"\b(?:der (?:kunde|chef|betriebsrat)|kostet|zu teuer|coûte|trop cher|comité|costa"
            r"|doppio|demasiado|siamo in|somos|cuesta|custa)\b|дорог|лишн|压测|省|团队都|同事都",
        ),
        roles=BOTH,
    ),
    # ------------------------------------------------------------ convention
    Evidence(
        "convention",
        4,
        "Whose rule it is: a group's, a place's.",
        Cue(
            r"\bat our \w+|\bhere at \w+|\b(?:in|on) this (?:codebase|codebases|stack|product)\b",
            r"\b(?:on|in) the team\b|\bhere (?:the|all|every|we)\b"
            r"|\b(?:tous nos|toutes nos|todos nuestros|todas nuestras|tutti i nostri|alle unsere"
            r"|unsere|aquí (?:l[oa]s|el|la|se)|qui (?:i|gli|le)|aqui (?:os|as|a gente))\b",
            r"наши |约定",
            r"\b(?:around here|with us|over here|in (?:this|our|the) (?:org|team|company|repo\w*"
            r"|group|project|codebase|shop|house|department)|(?:across|in"
            r"|on) (?:all )?our (?:\w+ )?(?:services|repos|team|teams|platform|projects|codebase"
            r"|apis|apps)|how (?:this|the|our) (?:company|team|shop|place) works"
            r"|(?:house|team|company|project) (?:rule|style|policy|standard)|convention|guideline"
            r"|policy|the rule (?:is|here))\b",
            r"\b(?:bei uns|in unserem|in unserer|unser team|chez nous|dans notre"
            r"|dans l(?:'|’)équipe|en nuestr[oa]|en este (?:equipo|proyecto|repo)|da noi|nel nostro"
            r"|in questo (?:team|progetto)|no nosso|na nossa|neste (?:time|projeto)|u nas|w naszym"
            r"|bij ons|in ons|hos oss)\b",
            r"у нас (?!есть|нет)|в наш[еи]|我们(?:组|这边|这里|团队|项目)|组里|团队里"
            r"|うちの?(?:チーム|では)|弊社|当社|この会社|会社では|このプロジェクト|우리 (?:팀|회사)"
            r"|저희",
        ),
    ),
    Evidence(
        "convention",
        3,
        "Every one of a kind does so: a bare plural and a present tense.",
        Cue(
            rf"\b(?<![a-z] ){_KIND_DOES}|\b(?:nope|btw|but|also|that|oh|and),? {_KIND_DOES}",
            # An order whose object is all of a kind: "name branches after the ticket".
            r"\b(?<![a-z] )(?:name|prefix|tag|label|number|sort|store|format|wrap|version|squash"
            r"|sign|spell|pin|log|keep) (?:[a-z-]+ )?[a-z]{3,}s (?:in|by|with|as|after|under|at"
            r"|before|per|like)\b",
            r"\b\w+iamo tutt[io]\b",
            r"[a-z]s (?:never|always|only|may only|must|have to|should) [a-z]+(?!ing)\b"
            r"|\b(?:is|are) forward only\b",
            r"\b(?:every|each|all|any|no) (?:[\w-]+ ){1,4}(?:must|has to|have to|needs?|gets?|goes"
            r"|go|carries|carry|wants?|is|are|ends?|starts?|uses?)\b",
            r"\b(?:must(?:n(?:'|’)t)?|mandatory|forbidden|not allowed|aren(?:'|’)t allowed"
            r"|isn(?:'|’)t allowed|is required|are required|off-limits|may only|may not)\b",
            r"\bwe (?:\w+ly |always |never |only |all |don(?:'|’)t )?(?:count|pin|name|write|put"
            r"|keep|tag|prefix|squash|merge|review|version|log|measure|number|sort|format|store"
            r"|ship|commit|spell|document|import|mock|test|annotate|branch|rebase|encrypt|quote"
            r"|indent)\b",
            r"\b(?:muss|müssen|darf|dürfen|gehör(?:t|en)|landen|heißen"
            r"|werden .{2,40} (?:benannt|geschrieben|abgelegt)|doit|doivent"
            r"|on (?:ne )?(?:merge|nomme|écrit|met|pousse)|tienen? que|deben?|van (?:en|al?)|acaban"
            r"|llevan?|viven|lleva|hanno|girano|passent|corren|devono|vanno|devem|ficam|krijgen"
            r"|moeten|mają|piszemy|lądują|musi\w*)\b",
            r"долж[ен]н?|нельзя|пишем|называем|храним|必须|统一|命名|都(?:写|用|要|放)|不超过|一律"
            r"|禁止|必ず|こと(?:。|\Z|に(?:し|なっ))|禁止|해야|씁니다|합니다",
        ),
    ),
    Evidence(
        "convention",
        2,
        "Somebody watches over it, or everybody knows it.",
        Cue(
            r"\b(?<!\bi )(?<!you )(?<!we )(?:wants?|insists? on|requires?|expects?) (?:that|it|this"
            r"|them|two|every|all|both|each)\b|\bsticks? to it\b|\bsecond pair of eyes\b"
            r"|\bincluded(?=[.;,]|\Z)",
            r"\bthe (?:audit|auditors?|linter|bot|ci|review) (?:looks?|finds?|checks?|refuses?"
            r"|blocks?)\b",
            r"\b(?:reviewers?|on (?:every|each) review|get through review|through review|linter"
            r"|the gate|gets? (?:rejected|bounced|flagged|blocked)|rejected|bounce|everybody"
            r"|everyone|nobody (?:looks|merges|locks|pushes|deploys)|agreed with|applies to"
            r"|goes for|also applies|(?:security|ops|qa|legal|accounting|compliance|audit"
            r"|the \w+ (?:team|guild|people|folks|office|crowd)) (?:wants?|requires?|expects?"
            r"|insists?|checks?|is picky|asks|put|needs?)|is picky|counts? as|in the contract"
            r"|auditors?|by law|searches? (?:by|for)|blocks? (?:it|them)|sign-?off|approvals?"
            r"|two people|since the (?:audit|incident|outage|\w+ (?:outage|incident|drill"
            r"|audit)))\b",
            r"\b(?:linter|freigaben?|relecteur|revisor|contrato|contrat|inaczej|anders|sonst"
            r"|otherwise|対象|審査)\b|前端组|对齐过|检查",
        ),
    ),
    Evidence(
        "convention",
        2,
        "Names, formats, places, dates.",
        Cue(
            r"<\w{1,12}>|\b(?:prefix\w*|suffix\w*|naming|named|numbered|singular|plural|past tense"
            r"|imperative|camel ?case|snake_case|kebab|lower-?case|upper-?case|characters|folder"
            r"|directory|per (?:team|service|package|job|warehouse|feature)"
            r"|own (?:folder|sequence|directory|schema|file)|sufijo|suffixe|marker|squash"
            r"|for [\w-]+ and \S+ for)\b|\b(?:range|start at|end in|begin with|starts? with)\b",
            r"\A\W{0,4}(?:[a-z]+\W+)?no [\w-]+(?: [\w-]+)? (?:between|during|on|after|before"
            r"|without|outside|into|in)\b",
            r", not [\w-]+(?: [\w-]+)?(?:[.,;]|\Z| in\b| for\b)|\bnot from [\w-]+|\bnot on [\w-]+",
            r"\b(?:präfix|großgeschrieben|singular|préfixe|majuscul\w+|prefijo|minúscul\w+|prefisso"
            r"|prefixo|prefiks|myślnik\w+|ticketnummer|katalogu)\b|下划线|前缀|开头|标题|префикс"
            r"|先頭|接頭",
        ),
    ),
    # ------------------------------------------------------------ insight
    Evidence(
        "insight",
        4,
        "A cause is named.",
        Cue(
            r"\b(?:com(?:es?|ing)|came|stems?|stemmed) from\b|\bthat(?:'s| is| was) why\b"
            r"|\bso that(?:'s| is) why|\bexplains\b|\bturns? out\b|\bturned out\b"
            r"|\b(?:root|real|actual) (?:cause|reason|problem)\b|\bcaused by\b|\bculprit\b"
            r"|\b(?:isn(?:'|’)t|is not|wasn(?:'|’)t|aren(?:'|’)t) (?:in|the|our|too"
            r"|a)\b.{0,50}(?:[:;.,]| - )|\bnothing to do with\b|\bnow i (?:know|see|get)\b"
            r"|\bhence\b|\bpost[- ]?mortem\b|\bnot the (?:problem|cause|reason|issue)\b",
            r"\b(?:liegt (?:an|daran)|lag (?:an|daran)|kommt (?:von|daher|vom)|ursache"
            r"|vient (?:de|du|des|d')|provient|por eso|resulta que|la causa|viene da|causa[ta]*\b"
            r"|ecco perché|descobri|por isso|ahora lo entiendo)\b",
            r"отсюда|путает|потому что|потому,? что|из-за|оказалось|причин|因为|导致|原因|原来"
            r"|只有在|ため(?:です|、|に)|原因|判明|때문|원인",
        ),
        roles=BOTH,
    ),
    Evidence(
        "insight",
        2,
        "Something goes wrong.",
        Cue(
            r"\b(?:missing|rejected|fail(?:s|ed|ing|ures?)?|slow(?:er|ly)?|hangs?|hung|stalls?"
            r"|stalled|leaks?|flak(?:e|y|es)|spikes?|lost|loses?|stuck|duplicat\w+|collid\w+|wrong"
            r"|crash\w*|times? out|timed out|timeouts?|builds? up|stale|drift\w*|corrupt\w*|latency"
            r"|empty|errors?|blank|shift(?:ed)?|killed|kills|oom|memory|silently|truncat\w+|nan"
            r"|misses|deadlock\w*|race|refuses?|underestimat\w+|falls? back|breaks?|broken|differs?"
            r"|gone|twice|logs .{2,20} out)\b",
            r"\b(?:hängt|langsam|doppelt|fehler|bug|lent\w?|plante|bloqu\w+|vací[oa]|vazi[oa]"
            r"|corrido\w*|duplicad\w+|lento|errore|doppio)\b|дубл|ломает|завис|падает|慢|超时|失败"
            r"|重复|退回|遅|落ち|消え",
        ),
        roles=BOTH,
    ),
    Evidence(
        "insight",
        3,
        "It does not do what one would think, or somebody found it out.",
        Cue(
            r"\b(?:learn(?:ed|t)|found out|noticed|til|weird one|gotcha|fun fact|surpris\w+|beware"
            r"|careful|interesting(?:ly)?|apparently|gone by|by accident|figured out)\b",
            r"\b(?:bricht ab|se lo|in due passate|scheinbar|sobald|obwohl|même si|mentre"
            r"|pero en realidad|à partir de)\b",
            r"\bbut (?:[\w'’./-]+ ){0,5}?(?:only|never|still|silently|doesn(?:'|’)t|don(?:'|’)t"
            r"|isn(?:'|’)t|aren(?:'|’)t|ignores?|won(?:'|’)t|nothing|nobody|without)\b"
            r"|\beven (?:if|when|though)\b|\bonly (?:reads?|looks?|acks?|checks?|sees?|collides?"
            r"|happens?|shows?) ",
        ),
        roles=BOTH,
    ),
    Evidence(
        "insight",
        2,
        "How a mechanism works, and what follows.",
        Cue(
            r"\b(?:because|since) (?:the|its?|our|their|each|every|another"
            r"|an?) (?:[\w-]+ ){1,3}?[a-z]{3,}s\b",
            r"\b(?:because|since|so|but|as|while|and) (?:the|its?|our|each|every|they|that|an?|with"
            r"|it|any\w*|everything|nothing) (?:[\w'’./-]+ ){0,5}?(?:holds?|treats?|reads?|ignores?"
            r"|assumes?|wraps?|counts?|waits?|asks?|picks?|keeps?|sends?|pushes|takes?|returns?"
            r"|only|serves?|writes?|opens?|sleeps?|uses?|looks?|runs?|goes|are|is|has|have)\b",
            r"\beven (?:if|when|though)\b|\bonly (?:when|reads?|looks?|acks?|checks?|sees?"
            r"|collides?|happens?|shows?)\b|\b(?:more|bigger|larger) \w+ (?:won(?:'|’)t|does|do"
            r"|don(?:'|’)t|doesn(?:'|’)t)\b|[a-z]: (?:the|its?|our|their|each"
            r"|an?) (?:[\w-]+ ){1,4}?[a-z]+s\b|\bcopy of\b|\bonly on\b|\bthe other way round\b"
            r"|\bdoes nothing\b|\bcounts towards\b|\bfrom \d[\w .]* to \d",
            r"\bweil\b|\bporque\b|\bparce que\b|\bperché\b|\bentão\b|, так как|même quand|aunque"
            r"|anche se",
        ),
        roles=BOTH,
    ),
)


def weigh(text: Text, role: str) -> dict[str, float]:
    """What the rows say for each type, summed over ``text``."""
    weights: dict[str, float] = {}
    may_hold = text.may_hold
    for row in EVIDENCE:
        if row.pattern.bits & may_hold and role in row.roles and row.pattern.found_in(text):
            weights[row.type] = weights.get(row.type, 0) + row.weight
    return weights


def worth_of(strength: int, rule: str) -> float:
    """What the cue of one sentence adds for its type."""
    worth = max(strength - 14, 0) / 8
    return worth / 2 if rule in _AMBIGUOUS else worth


#: Statements whose type is a guess from few words.
_AMBIGUOUS: Final = frozenset(
    {"standing_wish", "standing_order", "always_never", "told_in_all", "how_it_behaves", "setting"}
)
