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


@dataclass(frozen=True, slots=True)
class Evidence:
    """A way of speaking that makes ``type`` more likely by ``weight``."""

    type: str
    weight: int
    note: str
    pattern: Cue
    roles: frozenset[str] = USER


EVIDENCE: Final[tuple[Evidence, ...]] = (
    # ------------------------------------------------------------ preference
    Evidence(
        "preference",
        3,
        "An order that names the speaker as the one who is served.",
        Cue(
            r"\b(?:show|give|tell|ask|send|ping|warn|notify|remind|spare|hand|get|write|explain"
            r"|walk|leave|message|report|answer|call|talk|sending|giving|telling|asking|showing)"
            r" (?:it |that |them |things )?(?:to |for )?me\b|\blet me (?:know|decide|pick"
            r"|choose)\b",
            r"\b(?:zeig|gib|sag|schreib|schick|frag|erklär|nenn|melde?)\w* (?:es )?(?:mir|mich)\b"
            r"|\b(?:mir|mich) (?:bitte|nur|immer|lieber|erst|zuerst|auf)\b",
            r"(?<=[a-z])-moi\b|\btu me\b|\bvous me\b",
            r"\b(?:dame|dime|ponme|avísame|mándame|muéstrame|explícame|pásame|respóndeme"
            r"|enséñame)\b"
            r"|\b[a-z]{1,8}[áéí][a-z]{1,4}me\b|\ba mí\b|\bme (?:dejas|pones|mandas"
            r"|das|dices|avises?|respondas?|muestres?"
            r"|expliques?)\b",
            r"\b(?:dimmi|dammi|mostrami|mandami|avvisami|scrivimi|spiegami|rispondimi|fammi)\b",
            r"\bme (?:avis[ae]|mostr[ae]|mand[ae]|dá|dê|diga|explic\w+|respond\w+)\b",
            r"(?:покажи|дай|скажи|пиши|присылай|объясняй|отвечай)\w*\b|\bмне (?:сначала|только"
            r"|лучше"
            r"|не надо|удобн|проще)",
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
            r"|\b(?:that(?:'s| is)|it(?:'s| is)) (?:how|all|what|the way) i (?:want|need|like"
            r"|read|work)"
            r"|\b(?:all|how) i (?:want|need|like)\b|\bthan i can\b|\b(?:lost|wasted) on me\b"
            r"|\bi (?:do|write|run|use|read|handle|keep|build) (?:all|every\w*|any\w*|most) "
            r"|\bannoys? me\b|\bfor me\b|\bi can(?:'|’)?t (?:read|judge|follow|do anything|stand"
            r"|look"
            r"|take|parse|use|see)\b|\bi never want\b|\bi (?:don(?:'|’)?t|do not) (?:want|need"
            r"|like|read)"
            r"\b(?!.{0,60}\b(?:until|before)\b)|\btoo (?:many|long|much|wide|noisy) for me\b"
            r"|\bi(?:'ll| will)"
            r" (?:want|need) it like\b|\bi get lost\b|\b(?:be|makes me) happy\b|\bnervt mich\b"
            r"|\b(?:kill|drive|annoy|bother|confuse|slow|help|cost|save|tire|stress|throw|irritate"
            r"|distract)s? me ?(?!to|from)\b|\bwhat you write\b",
            r"\A\W{0,4}(?:just|only) (?:the |an? )?[\w -]{2,30}(?: please\b|,)",
            r"\bworks? (?:best|better) for me\b",
            r"\bmir (?:reicht|ist .{2,30} lieber|hilft)|\blieber\b|\bich (?:mag|will|hätte gern)",
            r"\bme suffi|\bje préfère|\bj(?:'|’)aime|\bje veux (?:pas|que)|\bme (?:pierdo|gusta"
            r"|basta|sirve"
            r"|cuesta)\b|\bprefiero\b|\bpreferisco\b|\bmi (?:basta|serve|perdo|piace)|\bprefiro\b"
            r"|\bpra mim\b|\bpara mim\b|\bpara mí\b",
            r"предпочитаю|мне (?:так |\w+ее|удобн|нрав|хватит|проще)|我(?:喜欢|习惯|偏好|更想"
            r"|希望)|对我来说"
            r"|助かります|ありがたい|のほうが(?:いい|好き)|편합니다|편해요|좋아요|自分で|たいので"
            r"|苦手",
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
            r"|rarely) )?(?!(?:think|guess"
            r"|believe|know|see|mean|just|was|did|had|got|made|ran|saw|went|found|tried|need|will"
            r"|can|could"
            r"|should|would|might|may|have|am|hope|suppose|wonder|put|set|don|won|and|or|assume"
            r"|suspect|wasn"
            r"|told|said|came|took|wrote|left|lost|forgot|feel|remember|notice|bet|doubt|want"
            r"|understood"
            r"|still|now|really|must|shall|cut|spent|sent|asked|do)\b)[a-z]{3,}(?<!ed)\b(?! (?:to"
            r"|if|that"
            r"|whether|why|how|what)\b)",
            r"\b(?:my|mine) (?:laptop|machine|phone|screen|eyes|terminal|editor|boxes|taste|head"
            r"|brain"
            r"|shell|setup|tablet|watch|headphones|side)\b|\bof mine\b|\bmyself\b",
            r"\bich (?!glaube|denke|habe|hatte|werde|würde|finde|hätte|wollte|sollte|musste"
            r"|möchte)\w{2,}e\b"
            r"|\bdu mir\b|\bwas du\b",
            r"\bich (?:lese|nutze|arbeite|schaue|habe|kann|brauche|sehe|lasse|benutze|schreibe)\b",
            r"\bmoi,? je\b|\bje (?:lis|code|travaille|utilise|garde|bosse|regarde)\b",
            r"\byo (?:leo|uso|trabajo|voy)|\bio (?:leggo|uso|lavoro|lo)\b|\beu (?:leio|uso"
            r"|trabalho)\b",
            r"\bя (?:читаю|работаю|пользуюсь|пишу|смотрю|люблю)|我(?:一般|平时|通常|都用|在用"
            r"|只看|看|读|写)"
            r"|私は|僕は|自分は|저는|제가",
        ),
    ),
    Evidence(
        "preference",
        2,
        "What is asked about is what the assistant hands over, or how.",
        Cue(
            r"\b(?:explanations?|answers?|repl(?:y|ies)|messages?|summar(?:y|ies)|updates|options"
            r"|emojis?|bullets?|(?:changed )?hunks?|patch(?:es)?|snippets?|prose|paragraphs?"
            r"|essays?"
            r"|walls? of text|in the chat|screenshots?|poll|pleasantries|small talk|identifiers"
            r"|theory|examples?|colou?rs|charts?"
            r"|numbers|apologi\w+|praise|your (?:stuff|output|text|patches"
            r"|diffs?|messages|plans?)|one question|headings?|jargon|recaps?|a table|smaller pieces"
            r"|the whole (?:file|log|thing)|one by one|per idea|before you|when you|when we speak"
            r"|you (?:show|answer|compare|explain|propose|suggest))\b",
            r"\b(?:antwort\w*|erklärung\w*|zusammenfass\w*|aufsatz|réponses?|explications?"
            r"|captures?"
            r"|respuestas?|explicaci\w+|rispost\w+|spiegazion\w+|respostas?|explicaç\w+)\b",
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
            r"(?:\A|[.;:!?\n,] ?|\b(?:please|so|and|but|just) )\W{0,3}(?:please )?(?:don(?:'|’)t"
            r"|do not|never"
            r"|always|give|show|ask|keep|write|drop|skip|leave|spare|hand|spell|explain|answer"
            r"|tell|use|avoid"
            r"|stop|cut|quit|no) (?!more than|need|one|idea|problem)\w+|\byou can (?:drop|skip"
            r"|leave|stop|use)\b",
            r"\b(?:bitte (?:kein|nicht|immer|nur|erst)|antworte|schreib|réponds|montre|évite|dime"
            r"|responde"
            r"|no (?:me )?\w+es|non \w+re)\b|не надо|пиши|отвечай|ください|お願い|请|別に"
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
            r"\b(?:and )?that(?:'s| is) (?:where it ends|that|it then|settled"
            r"|final)\b",
            r"\b(?:decision|decided|settled|agreed|chose|picked(?! up)|opted|ruled out"
            r"|rejected (?:it|that|both)"
            r"|scrapped"
            r"|shelved|voted|signed off)\b",
            r"(?<!when )(?<!since )(?<!after )(?<!once )(?<!until )"
            r"\bwe(?:'ll|'re| will| are|'ve)? (?:(?:now|just|not) )?(?:(?:go|going|gone"
            r"|went) (?:with"
            r"|for|back to|over)|stay(?:ing)? (?:with|on|at)|stick(?:ing)? (?:with|to)"
            r"|dropp?(?:ing)?"
            r"|switch(?:ing|ed)? (?:to|over|from)|mov(?:e|ed|ing) (?:off|over|to|away|from|back)"
            r"|replac(?:e|ing)|tak(?:e|ing) the|buy(?:ing)?|cancel(?:ing)?"
            r"|keep(?:ing)? .{2,40} (?:after all"
            r"|for now|as is))\b|\bwe(?:'re| are) (?:using|taking|buying|hiring|keeping|dropping"
            r"|building)\b"
            r"|\b(?:it(?:'s| is)|that(?:'s| is)) (?:going|gonna) (?:to be|with)\b|\bgoing to be\b"
            r"|\bafter all\b"
            r"|\bwill do(?=[.,;]|\Z)|\bwe(?:'d| would) rather\b",
            r"\b(?:off the table|out of the question|(?:is|are) (?:dead|cancell?ed|scrapped|shelved"
            r"|off|out)(?=[.,;:]| for)|turned (?:it|that|this|them|both) down|g[ai]ve (?:it|that"
            r"|this"
            r"|them) up|(?:threw|throwing) (?:it|that|them) out)\b",
            r"\bdoch nicht\b|\bwir machen .{2,40} nicht\b|\be basta\b|\btogliamo\b"
            r"|\bet rien d(?:'|’)autre\b"
            r"|\bquitamos\b|\btiramos\b",
            r"\b(?:vom tisch|gestorben|fliegt raus|ist raus|dabei bleibt es|beschlossen|entschieden"
            r"|wir (?:nehmen|bleiben|kaufen|verzichten|setzen auf|steigen|gehen (?:auf|mit))"
            r"|(?:nehmen"
            r"|kaufen|lassen|behalten|bleiben|streichen) wir|(?:wird|werden) stattdessen)\b",
            r"\b(?:on (?:part|laisse tomber|garde|reste|abandonne|prend|passe (?:à|sur)"
            r"|a tranché)|ce sera"
            r"|laisse tomber|nous (?:gardons|passons|restons|prenons)|on a (?:choisi|décidé"
            r"|retenu))\b",
            r"\b(?:nos quedamos|vamos con|nos pasamos|descartad[oa]|decidimos|elegimos"
            r"|dejamos (?:de|el|la)"
            r"|alla fine|restiamo|teniamo|lasciamo (?:perdere|stare)|passiamo a|prendiamo"
            r"|abbiamo (?:scelto"
            r"|deciso)|ficamos com|vamos (?:de|ficar|com)|decidimos|escolhemos|nada de)\b",
            r"\b(?:vamos a (?:usar|quedar\w*|ir)|usaremos|acordado|ficou decidido|não terá|será"
            r"|sarà|useremo"
            r"|wird es|on va utiliser|nous restons|pour cette version|für diese version"
            r"|para esta versión)\b",
            r"оставляем|оста[её]тся|будем (?:использовать|делать)|бер[её]м\b|отказ(?:ываемся"
            r"|ались)|не тащим|переходим|оста[её]мся|решили|выбрали",
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
            r"\bwould (?:have (?:to|meant|cost|been|needed|taken)|mean|need|start|cost|take"
            r"|require|break"
            r"|double|be (?:too|more|another))\b|\bwould(?:n(?:'|’)t| not) (?:have )?\w+\b"
            r"|\bcould be \w+ed\b",
            r"\b(?:würde|hätte) (?:\w+ ){0,4}(?:kosten|bedeuten|heißen|gebraucht|gekostet)\b"
            r"|\baurait\b"
            r"|\bhabría\b|\bavrebbe\b|\bteria\b",
        ),
        roles=BOTH,
    ),
    Evidence(
        "decision",
        3,
        "Something is taken in, thrown out, kept as it is, or held back.",
        Cue(
            r"\bcan wait\b|\b(?:scrap|forget|ditch|kill|drop) (?:the|that|this) \w+[^.]{0,20}[,.;:]"
            r"|\bfrom here(?: on)?\b|\bsettles it\b|\bgets? (?:its|their) own\b|\bships? (?:on"
            r"|with)\b"
            r"|\bmaybe in\b",
            r"\b(?:goes|go|comes|gets?|moves?|is|are) (?:(?:in|out|away|back|off)(?=[,.;:]| (?:of"
            r"|for|to"
            r"|again|until)\b)|cancell?ed|dropped|replaced|retired|scrapped|postponed|extended)\b",
            r"\b(?:stays?|remains?) (?:like that|that way|as (?:it )?is|off|put|the way it is"
            r"|out)\b"
            r"|\bstays(?=[,.;:]) ",
            r"\b(?:don(?:'|’)t|do not|won(?:'|’)t|not going to|no need to) .{3,80}\b(?:until"
            r"|before|again)\b"
            r"|\bi won(?:'|’)t\b|\bwe won(?:'|’)t\b",
            r"\b(?:instead of|rather than|over) [\w.+-]+|\bno [\w.+/-]+(?: [\w.+/-]+)? (?:this year"
            r"|copies|column|either|for (?:this|the|v\d))\b|, no [\w.+-]+(?: [\w.+-]+)?[.,;]",
            r"\b(?:in|for) (?:v\d|the mvp|this (?:version|release)|the first (?:version|release))\b"
            r"|\bwe stop(?: at)?\b|\bfrom now on, we\b",
            r"\b(?:niente|kein(?:e|en)? .{2,30} mehr|plus de|ya no|nicht mehr|más bien|anstatt"
            r"|statt"
            r"|stattdessen|au lieu|plutôt que|en vez de|invece|em vez de)\b|вместо|而不是"
            r"|代わりに|ではなく",
        ),
        roles=BOTH,
    ),
    Evidence(
        "decision",
        2,
        "It was weighed: a test, a price, a person who had a say.",
        Cue(
            r"\bafter (?:the|a|looking|trying|comparing|\w+ing|two|some)\b|\b(?:in|from|saw"
            r"|seen) the"
            r" (?:benchmark|bill|load test|numbers|quote|trial|poc|spike)\b|\b(?:looked at|compared"
            r"|evaluated|considered|tried|tested|measured) (?:it|them|both|that|one|two|all"
            r"|\w+ and)\b",
            r"\b(?:insist\w*|pushed for|met with|spoke (?:to|with)|talked to)\b",
            r"\b(?:was|were) (?:very |quite )?clear\b|\b(?:legal|finance|the (?:client|customer"
            r"|board|cto"
            r"|boss|auditor)s?) (?:has|have|wants?|won(?:'|’)t|said)\b|\bthe \w+ (?:teams?"
            r"|committee) (?:wants?"
            r"|said)\b",
            r"\b(?:too (?:much|many|expensive|slow|big)|twice|double|costs?|can(?:'|’)?t (?:pay"
            r"|afford|run|be"
            r" on call)|don(?:'|’)?t want to (?:babysit|run|operate|maintain)|one server"
            r"|three people|we(?:'re| are)"
            r" (?:two|three|four|five|six)|would mean|would have been|even if"
            r"|nobody (?:else )?(?:here )?(?:can"
            r"|knows|wants))\b",
            r"\b(?:der (?:kunde|chef|betriebsrat)|kostet|zu teuer|coûte|trop cher|comité|costa"
            r"|doppio|demasiado"
            r"|siamo in|somos|cuesta|custa)\b|дорог|лишн|压测|省|团队都|同事都",
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
            r"\b(?:around here|with us|over here|in (?:this|our|the) (?:org|team|company|repo\w*"
            r"|group"
            r"|project|codebase|shop|house|department)|(?:across|in"
            r"|on) (?:all )?our (?:\w+ )?(?:services|repos"
            r"|team|teams|platform|projects|codebase|apis|apps)|how (?:this|the|our) (?:company"
            r"|team|shop|place)"
            r" works|(?:house|team|company|project) (?:rule|style|policy|standard)|convention"
            r"|guideline"
            r"|policy|the rule (?:is|here))\b",
            r"\b(?:bei uns|in unserem|in unserer|unser team|chez nous|dans notre|dans l(?:'"
            r"|’)équipe"
            r"|en nuestr[oa]|en este (?:equipo|proyecto|repo)|da noi|nel nostro|in questo (?:team"
            r"|progetto)"
            r"|no nosso|na nossa|neste (?:time|projeto)|u nas|w naszym|bij ons|in ons|hos oss)\b",
            r"у нас (?!есть|нет)|в наш[еи]|我们(?:组|这边|这里|团队|项目)|组里|团队里"
            r"|うちの?(?:チーム|では)|弊社|当社|この会社|会社では"
            r"|このプロジェクト|우리 (?:팀|회사)|저희",
        ),
    ),
    Evidence(
        "convention",
        3,
        "Every one of a kind does so: a bare plural and a present tense.",
        Cue(
            r"(?:\A|[.;:!?\n] ?|\b(?:nope|btw|but|also|that|oh|and),? )\W{0,3}(?!(?:this|its"
            r"|these|those"
            r"|there|yes"
            r"|tests)\b)(?:(?:new|all|public|internal|every|each|old|our|the|integration"
            r"|unit) )?(?:[a-z][\w/-]* )"
            r"{0,2}?[a-z][\w/-]*[^s\W]s (?:(?:to|of|from|at) (?:the |an? )?(?:[\w-]+ ){1,3}"
            r"|[\w/]+ed |in \w+ |for \w+ |on the \w+ "
            r"|with \w+ )?(?:always |only"
            r" |never |all )?(?:ship|go|get|land|come|carry|use|start|end|live|follow|stay|need"
            r"|return|belong"
            r"|keep|match|require|share|talk|sit|must|should|may not|are (?:\w+ed|in|past|plural"
            r"|singular"
            r"|lower|upper|always|never|integer|written|kept|named|capped))\b",
            r"[a-z]s (?:never|always|only|may only|must|have to|should) [a-z]+(?!ing)\b|\b(?:is"
            r"|are) forward only\b",
            r"\b(?:every|each|all|any|no) (?:[\w-]+ ){1,4}(?:must|has to|have to|needs?|gets?"
            r"|goes|go|carries"
            r"|carry|wants?|is|are|ends?|starts?|uses?)\b",
            r"\b(?:must(?:n(?:'|’)t)?|mandatory|forbidden|not allowed|aren(?:'|’)t allowed"
            r"|isn(?:'|’)t allowed"
            r"|is required|are required|off-limits|may only|may not)\b",
            r"\bwe (?:\w+ly |always |never |only |all |don(?:'|’)t )?(?:count|pin|name|write|put"
            r"|keep|tag"
            r"|prefix|squash|merge|review|version|log|measure|number|sort|format|store|ship"
            r"|commit|spell"
            r"|document|import|mock|test|annotate|branch|rebase|encrypt|quote|indent)\b",
            r"\b(?:muss|müssen|darf|dürfen|gehör(?:t|en)|landen|heißen|werden .{2,40} (?:benannt"
            r"|geschrieben|abgelegt)|doit|doivent|on (?:ne )?(?:merge|nomme|écrit|met|pousse)"
            r"|tienen? que"
            r"|deben?|van (?:en|al?)|acaban|llevan?|viven|lleva|hanno|girano|passent|corren"
            r"|devono|vanno|devem|ficam|krijgen|moeten|mają|piszemy"
            r"|lądują|musi\w*)\b",
            r"долж[ен]н?|нельзя|пишем|называем|храним|必须|统一|命名|都(?:写|用|要|放)|不超过"
            r"|一律|禁止"
            r"|必ず|こと(?:。|\Z|に(?:し|なっ))|禁止|해야|씁니다|합니다",
        ),
    ),
    Evidence(
        "convention",
        2,
        "Somebody watches over it, or everybody knows it.",
        Cue(
            r"\b(?<!\bi )(?<!you )(?<!we )(?:wants?|insists? on|requires?|expects?) (?:that|it"
            r"|this|them|two|every|all"
            r"|both|each)\b|\bsticks? to it\b|\bsecond pair of eyes\b|\bincluded(?=[.;,]|\Z)",
            r"\b(?:reviewers?|on (?:every|each) review|get through review|through review|linter"
            r"|the gate"
            r"|gets? (?:rejected|bounced|flagged|blocked)|rejected|bounce|everybody|everyone"
            r"|nobody (?:looks|merges|locks|pushes|deploys)|agreed with|applies to|goes for"
            r"|also applies"
            r"|(?:security|ops|qa|legal|accounting|compliance|audit|the \w+ (?:team|guild|people"
            r"|folks|office"
            r"|crowd)) (?:wants?|requires?|expects?|insists?|checks?|is picky|asks|put|needs?)"
            r"|is picky"
            r"|counts? as|in the contract|auditors?|by law|searches? (?:by|for)|blocks? (?:it"
            r"|them)|sign-?off|approvals?|two people|since the (?:audit|incident|outage"
            r"|\w+ (?:outage"
            r"|incident|drill|audit)))\b",
            r"\b(?:linter|freigaben?|relecteur|revisor|contrato|contrat|inaczej|anders|sonst"
            r"|otherwise"
            r"|対象|審査)\b|前端组|对齐过|检查",
        ),
    ),
    Evidence(
        "convention",
        2,
        "Names, formats, places, dates.",
        Cue(
            r"<\w{1,12}>|\b(?:prefix\w*|suffix\w*|naming|named|numbered|singular|plural"
            r"|past tense|imperative"
            r"|camel ?case|snake_case|kebab|lower-?case|upper-?case|characters|folder|directory"
            r"|per (?:team"
            r"|service|package|job|warehouse|feature)|own (?:folder|sequence|directory|schema"
            r"|file)|sufijo|suffixe|marker|squash"
            r"|for [\w-]+ and \S+ for)\b|\b(?:range|start at|end in|begin with|starts? with)\b",
            r"\A\W{0,4}(?:[a-z]+\W+)?no [\w-]+(?: [\w-]+)? (?:between|during|on|after|before"
            r"|without|outside"
            r"|into|in)\b",
            r", not [\w-]+(?: [\w-]+)?(?:[.,;]|\Z| in\b| for\b)|\bnot from [\w-]+|\bnot on [\w-]+",
            r"\b(?:präfix|großgeschrieben|singular|préfixe|majuscul\w+|prefijo|minúscul\w+"
            r"|prefisso|prefixo"
            r"|prefiks|myślnik\w+|ticketnummer|katalogu)\b|下划线|前缀|开头|标题|префикс|先頭|接頭",
        ),
    ),
    # ------------------------------------------------------------ insight
    Evidence(
        "insight",
        4,
        "A cause is named.",
        Cue(
            r"\b(?:com(?:es?|ing)|came|stems?|stemmed) from\b|\bthat(?:'s| is| was) why\b"
            r"|\bso that(?:'s| is) why"
            r"|\bexplains\b|\bturns? out\b|\bturned out\b|\b(?:root|real|actual) (?:cause|reason"
            r"|problem)\b"
            r"|\bcaused by\b|\bculprit\b|\b(?:isn(?:'|’)t|is not|wasn(?:'|’)t|aren(?:'|’)t) (?:in"
            r"|the|our|too|a)\b"
            r".{0,50}(?:[:;.,]| - )|\bnothing to do with\b|\bnow i (?:know|see|get)\b|\bhence\b"
            r"|\bpost[- ]?mortem\b|\bnot the (?:problem|cause|reason|issue)\b",
            r"\b(?:liegt (?:an|daran)|lag (?:an|daran)|kommt (?:von|daher|vom)|ursache"
            r"|vient (?:de|du|des|d')"
            r"|provient|por eso|resulta que|la causa|viene da|causa[ta]*\b|ecco perché|descobri"
            r"|por isso|ahora lo entiendo)\b",
            r"потому что|потому,? что|из-за|оказалось|причин|因为|导致|原因|原来|只有在"
            r"|ため(?:です|、|に)"
            r"|原因|判明|때문|원인",
        ),
        roles=BOTH,
    ),
    Evidence(
        "insight",
        2,
        "Something goes wrong.",
        Cue(
            r"\b(?:missing|rejected|fail(?:s|ed|ing|ures?)?|slow(?:er|ly)?|hangs?|hung|stalls?"
            r"|stalled|leaks?"
            r"|flak(?:e|y|es)"
            r"|spikes?|lost|loses?|stuck|duplicat\w+|collid\w+|wrong|crash\w*|times? out"
            r"|timed out|timeouts?"
            r"|builds? up|stale|drift\w*|corrupt\w*|latency|empty|errors?|blank|shift(?:ed)?"
            r"|killed|kills"
            r"|oom|memory|silently|truncat\w+|nan|misses|deadlock\w*|race|refuses?"
            r"|underestimat\w+|falls? back|breaks?|broken|differs?|gone|twice|logs .{2,20} out)\b",
            r"\b(?:hängt|langsam|doppelt|fehler|bug|lent\w?|plante|bloqu\w+|vací[oa]|vazi[oa]"
            r"|corrido\w*"
            r"|duplicad\w+|lento|errore|doppio)\b|дубл|ломает|завис|падает|慢|超时|失败|重复|退回"
            r"|遅|落ち|消え",
        ),
        roles=BOTH,
    ),
    Evidence(
        "insight",
        3,
        "It does not do what one would think, or somebody found it out.",
        Cue(
            r"\b(?:learn(?:ed|t)|found out|noticed|til|weird one|gotcha|fun fact|surpris\w+"
            r"|beware|careful"
            r"|interesting(?:ly)?|apparently|gone by|by accident|figured out)\b",
            r"\b(?:bricht ab|sobald|obwohl|même si|mentre|pero en realidad|à partir de)\b",
            r"\bbut (?:[\w'’./-]+ ){0,5}?(?:only|never|still|silently|doesn(?:'|’)t|don(?:'|’)t"
            r"|isn(?:'|’)t"
            r"|aren(?:'|’)t|ignores?|won(?:'|’)t|nothing|nobody|without)\b|\beven (?:if|when"
            r"|though)\b"
            r"|\bonly (?:reads?|looks?|acks?|checks?|sees?|collides?|happens?|shows?) ",
        ),
        roles=BOTH,
    ),
    Evidence(
        "insight",
        2,
        "How a mechanism works, and what follows.",
        Cue(
            r"\b(?:because|since|so|but|as|while|and) (?:the|its?|our|each|every|they|that|an?"
            r"|with|it|any\w*|everything|nothing) (?:[\w'’./-]+ )"
            r"{0,5}?(?:holds?|treats?|reads?|ignores?|assumes?|wraps?|counts?|waits?|asks?|picks?"
            r"|keeps?|sends?"
            r"|pushes|takes?|returns?|only|serves?|writes?|opens?|sleeps?|uses?|looks?|runs?|goes"
            r"|are|is|has|have)\b",
            r"\beven (?:if|when|though)\b|\bonly (?:when|reads?|looks?|acks?|checks?|sees?"
            r"|collides?|happens?"
            r"|shows?)\b|\b(?:more|bigger|larger) \w+ (?:won(?:'|’)t|does|do|don(?:'|’)t"
            r"|doesn(?:'|’)t)\b"
            r"|[a-z]: (?:the|its?|our|their|each|an?) (?:[\w-]+ ){1,4}?[a-z]+s\b|\bcopy of\b"
            r"|\bonly on\b|\bthe other way round\b"
            r"|\bdoes nothing\b|\bcounts towards\b|\bfrom \d[\w .]* to \d",
            r"\bweil\b|\bporque\b|\bparce que\b|\bperché\b|\bentão\b|, так как|même quand|aunque"
            r"|anche se",
        ),
        roles=BOTH,
    ),
)


def weigh(text: str, role: str) -> dict[str, float]:
    """What the rows say for each type, summed over lower-case ``text``."""
    weights: dict[str, float] = {}
    for row in EVIDENCE:
        if role in row.roles and row.pattern.found_in(text):
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
