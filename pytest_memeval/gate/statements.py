"""What is worth storing, as data: the kinds of durable sentence, and what unbinds a sentence.

A veto and a statement meet by strength. A sentence counts when its statement is stronger than
every veto in it, and is sent when it is as strong as the level asks (:data:`LEVELS`): 30 and more
is *said in so many words*, 20 and more is *stated without a cue*. Rules for other languages stand
in :mod:`pytest_memeval.gate.languages`.
"""

from __future__ import annotations

from typing import Final

from pytest_memeval.gate import languages
from pytest_memeval.gate.kinds import ASSISTANT
from pytest_memeval.gate.kinds import BOTH
from pytest_memeval.gate.kinds import PLAIN
from pytest_memeval.gate.kinds import USER
from pytest_memeval.gate.kinds import Statement
from pytest_memeval.gate.kinds import Veto
from pytest_memeval.gate.pattern import Cue

#: The least strength a statement needs on each level.
LEVELS: Final[dict[str, int]] = {"conservative": 30, "balanced": 20, "aggressive": 10}

# ------------------------------------------------------------------------------- vocabulary

#: Nouns of a project. Mostly loan words, so one list serves the languages in Latin script.
_PROJECT = (
    r"(?:repos?(?:itor(?:y|ies|io|ium))?|code ?base|monorepo|project|projet|proyecto|projeto"
    r"|progetto|projekt|branch(?:es)?|main|master|commits?|committ?en|merge\w*|pull requests?|prs?"
    r"|mrs?|push\w*|deploy\w*|releases?|migrations?|migrationen|endpoints?|services?|modules?"
    r"|packages?|tests?|fixtures?|columns?|columnas|colunas|colonnes|spalten|tables?|schemas?"
    r"|functions?|class(?:es)?|imports?|dependenc(?:y|ies)|api|apis|ci|lint\w*|docker\w*|terraform"
    r"|logs?|logging|env(?:ironment)? vars?|secrets?|config\w*|staging|production|prod|timestamps?"
    r"|zeitstempel|utc|dates?|variables?|files?|types?|interfaces?|components?|hooks?|reviews?"
    r"|reviewers?|approvals?|tickets?|versions?|changelog|docs?|docstrings?)"
)
_REPLY = (
    r"(?:answers?|repl(?:y|ies)|respon(?:se|ses|d)|explanations?|explain|summar(?:y|ies|i[sz]e)"
    r"|bullet points?|bullets|emojis?|tone|small talk|preambles?|recaps?|verbos\w*|jargon"
    r"|plain (?:language|english|text)|code snippets?|snippets?|follow-?ups?|apolog\w+|compliments?"
    r"|filler|disclaimers?|antwort\w*|erklär\w*|réponse\w*|répond\w*|expli\w*|respuestas?"
    r"|respond\w*|contest\w*|respostas?|rispost\w*|rispond\w*|spieg\w*)"
)
#: Where a rule lives that outlasts the task; ``this`` in front of anything else is local.
_LASTING = (
    r"(?:repo\w*|project|team|codebase|code base|org\w*|company|monorepo|house|department|group"
    r"|workspace|product|account|cluster|environment|env|kind of|type of|sort of|way|is|was|means"
    r"|happens|because|works)"
)
_WE = (
    r"(?:we|our team|the team|everyone|everybody|the (?:backend|frontend|data|platform|infra|mobile"
    r"|ops|product) (?:team|folks|people))"
)
_REASON = (
    r"\b(?:because|since|as|so that|given that|due to|for the sake of|to avoid|to keep|to reduce"
    r"|to stay|the reason|reasons?|otherwise)\b|[;:—–]| - "
    r"|, (?:nobody|no one|we|it|they|the|our|too|that|which|this)\b"
)
#: Finite verbs of how a thing is or behaves; what a progress line has none of.
GENERIC_VERB = (
    r"(?:accepts?|allows?|applies|arrives?|assumes?|blocks?|breaks?|bypass(?:es)?|caches|caps"
    r"|cannot|can(?:'|’)?t|clobbers|closes|collides?|conflicts?|corrupts?|costs?|counts"
    r"|crash(?:es)?|deadlocks?|defaults|deletes|depends?|disables?|discards"
    r"|do(?:es)?(?:n(?:'|’)?t| not)|don(?:'|’)?t|drops|duplicates|enforces?|exhausts?|expects?"
    r"|expires?|fails?|falls back|fires|flaps|forgets?|freezes?|gets?|goes|hangs?|has|have|hides?"
    r"|hits|holds?|ignores?|includes?|invalidates?|keeps?|kills?|lacks?|leaks?|limits|lives?|locks"
    r"|logs|loses?|maps|masks|matters|means?|mutates?|needs?|only|overrides?|overwrites?|owns?"
    r"|pins?|points?|proxies|rate-?limits|reads|rebuilds|rejects?|relies|rely|requires?|resets?"
    r"|resolves?|restarts|retries|returns?|rewrites?|rotates?|rounds?|runs?|sends|serves?|shares?"
    r"|ships?|silently|sits?|skips?|sleeps|sorts?|spikes?|stalls?|stays?|stops|stores?|strips?"
    r"|supports?|swallows?|takes?|talks?|throttles?|throws?|times out|treats?|triggers?|truncates?"
    r"|uses?|wipes?|won(?:'|’)?t|works?|writes?)"
)
_MOMENT = (
    r"(?:right now|just now|at the moment|currently|for now|for the moment|for today|today|tonight"
    r"|this (?:morning|afternoon|evening|week|time|session)|yesterday|tomorrow"
    r"|in (?:a|an|the next|about|\d+) (?:\w+ )?(?:minutes?|mins?|hours?|seconds?|secs?|bit|moment"
    r"|while|sec|days?)|(?:a|one|two|few|\d+|couple of) (?:\w+ )?(?:minutes?|hours?|seconds?"
    r"|days?) ago|at \d{1,2}:\d\d(?! utc).{0,80}\b(?:was|were|had)|so far|as of (?:now|\d)"
    r"|in the background|until i(?:'m| am) back|brb|gonna be|will be (?:back|out|away|late)"
    r"|on the (?:train|bus|phone|plane)|last night|next (?:week|month|sprint|monday|tuesday"
    r"|wednesday|thursday|friday|quarter)|on (?:mon|tues|wednes|thurs|fri)day (?:we|i)|will meet"
    r"|is (?:now )?(?:running|up|down|broken|red|green|failing|done|ready|finished|wrapping up"
    r"|in progress|live|deployed|merged|blocked) *(?:on port|again|now|\.|\Z)"
    r"|was (?:running|wrapping up|waiting|still))"
)

# ------------------------------------------------------------------------------------ vetoes

VETO_RULES: Final[tuple[Veto, ...]] = (
    Veto(
        "question",
        45,
        Cue(
            r"[?？]\W{0,4}\Z",
            r"\A\W{0,4}(?:what(?:'s| is| are| does| do| would)"
            r"|how (?:do|does|can|should|would|come|is|are|many|much)|why (?:do|does|is|are|did)"
            r"|which |who |where |is (?:it|there|this|that)\b|are (?:there|you|we)\b"
            r"|do (?:you|we|i)\b|does |did |can (?:you|we|i)\b|could (?:you|we)\b|should (?:we|i)\b"
            r"|would (?:you|it)\b|any (?:idea|thoughts|chance)|thoughts\b|explain\b|describe\b"
            r"|compare\b|tell me (?:about|how|why|what)|difference between)",
            r"(?:ですか|ますか|でしょうか|吗|呢|么)[。？?]?\Z",
        ),
    ),
    Veto(
        "task_only",
        42,
        Cue(
            rf"(?<!goes for the rest )(?<!goes for all )(?<!goes for )\b(?:in|on|of|for|to|from"
            rf"|inside|within|during|with|while doing|throughout|under) (?:this|that"
            rf"|the (?:above|current|same|new|next)|these"
            rf"|those)(?! {_LASTING})(?: [\w-]+){{0,2}} (?:function|method|class|file|test|tests"
            rf"|variable|line|lines|loop|script|component|pr|mr|commit|branch|patch|diff|page|query"
            rf"|section|paragraph|button|example|call|time|task|ticket|issue|refactor\w*|change"
            rf"|changes|case|block|module|snippet|form|table|chart|session|conversation|chat|one"
            rf"|endpoint|step|part|run|migration|release|email|report|slide|doc|helper|request|fix"
            rf"|feature|story|review|cleanup|rewrite|notebook|cell|draft)\b",
            r"\b(?:while|when|until|before|once|after|as soon as) you(?:'re| are|'ve"
            r"| have)? (?:do(?:ing)?|done|finish\w*|are (?:done|at it)|at it"
            r"|commit(?:ting)? (?:this|it)|push(?:ing)? (?:this|it)|refactor\w*|merge (?:this|it)"
            r"|stop|close|get to|work(?:ing)? on (?:this|that|it)|go)\b",
            r"\b(?:just (?:this once|for (?:now|this|today))|only this (?:once|time)|this once"
            r"|for this (?:one|task|pr|change|commit|ticket|file|branch|release|time|refactor"
            r"|session|feature|round)|(?:for|in) the (?:demo|time being|moment)"
            r"|this time(?: around)?|one last thing|on line \d+|in line \d+|lines? \d+)\b",
            r"\A\W{0,4}(?:please |always |never |only |just )*(?:use|make|add|put|return|keep|call"
            r"|set|write|check|do|leave|drop|move|change|log)\b[^,;:]{0,100}\b(?:here|above|below"
            r"|there)[.!]?\Z",
            r"\A\W{0,4}(?:please |now |then |also |and )*(?:add|write|create|implement|build"
            r"|introduce|insert) (?:a|an|the|some|another|me (?:a|an|the|one|some)"
            r"|one)\b(?! (?:line|note|test|changelog) (?:for|to) (?:every|each|all)\b)",
            rf"\A\W{{0,4}}(?:for|in|with) this (?!{_LASTING})\w+,? (?:please )?(?:always|never|use"
            rf"|only|skip)\b",
            r"\bwhile you(?:'re| are)? (?:in|at|on|touching|editing|changing) (?:there|it|that"
            r"|this)\b",
            r"\bin `?[\w/.-]{0,60}\.(?:py|ts|tsx|js|jsx|go|rs|java|rb|c|cpp|h|kt|swift|sql|css|html"
            r"|vue)`?\W{0,3}\Z",
            r"\A\W{0,4}(?:and |also |please |pls |ok,? |then )*(?:remember|don(?:'|’)?t forget"
            r"|do not forget|make sure|be sure|ensure) (?:to|you)\b(?!.{0,80}\b(?:always|every time"
            r"|whenever|each time|from now on|never)\b)",
        ),
    ),
    Veto(
        "undecided",
        33,
        Cue(
            r"\b(?:maybe|perhaps|not sure|unsure|no idea\b|could be the"
            r"|(?:we|i|you|they|it) (?:might|may) (?:want|be|need|make|go|have|use|try|switch|move"
            r"|end)|(?:thinking|think|wondering|debating|toying) (?:about|of|if|whether|with)"
            r"|i wonder|considering|torn (?:between|on)|leaning|undecided"
            r"|(?:nothing|not|haven(?:'|’)?t|hasn(?:'|’)?t|isn(?:'|’)?t|yet to be|to be"
            r"|hasn(?:'|’)?t been|not been) (?:yet |been )?(?:decided|settled|agreed|final)|tbd"
            r"|what if|could (?:also |maybe |just |always )?(?:name|call|use|move|go|try|switch|do"
            r"|add|be (?:nice|worth|better|an option))|should (?:we|i)\b|or should|on the fence"
            r"|i guess|probably (?:should|use|go|switch|better)|we(?:'ll| will) see|let me think"
            r"|still (?:open|debating|deciding|discussing|evaluating|comparing)|open question"
            r"|either .{1,60} or |would it (?:make|be)|at some point|some ?day|eventually we"
            r"|i suppose|it depends|pros and cons|curious (?:if|whether))",
        ),
    ),
    Veto(
        "undecided",
        29,
        Cue(
            r"\A\W{0,4}(?:hm+|uhm+|err+|umm*)\b",
            r"\b(?:i (?:think|believe|feel|suspect|assume|guess)|seems? (?:like|to)|looks like"
            r"|probably|apparently|in theory|my hunch|i hope|ideally"
            r"|would be (?:nice|good|great|cool)|hypothes\w+|suspect\w*)\b",
        ),
    ),
    Veto(
        "misattributed",
        46,
        Cue(
            r"\b(?:you|the user|user) (?:(?:always|usually|seem to|clearly|really|often|generally"
            r"|tend to|typically|probably|might|would|'d|also|definitely) ){0,2}(?:prefers?|likes?"
            r"|wants?|loves?|hates?|favou?rs?|dislikes?|enjoys?|care|value)\b",
            r"\b(?:your|the user(?:'|’)?s) (?:preferences?|style|taste|preferred|favou?rite"
            r"|usual)\b",
            r"\bi(?:'d| would|'ll| will)? (?:always |strongly |personally |generally "
            r"|usually )?(?:prefer|recommend|suggest|advise|like|go with|lean|favou?r|opt|think"
            r"|believe)\b",
            r"\b(?:in my (?:opinion|view|experience)|imo|imho"
            r"|my (?:recommendation|preference|suggestion|advice)|personally|best practice"
            r"|it(?:'|’)?s (?:generally|usually|often) (?:best|better|good|recommended)"
            r"|a good (?:practice|rule))\b",
            r"\b(?:du bevorzugst|du magst|sie bevorzugen|ich (?:empfehle|würde)|tu préfères"
            r"|vous préférez|je (?:recommande|te conseille|préfère)|prefieres|te gusta|recomiendo"
            r"|você prefere|recomendo|preferisci|consiglio|ты предпочитаешь|вы предпочитаете"
            r"|рекомендую|你(?:喜欢|偏好|更喜欢)|您(?:喜欢|偏好)|建议|お好み|あなたは.{0,20}好"
            r"|おすすめ)",
        ),
        roles=ASSISTANT,
    ),
    Veto(
        "narration",
        34,
        Cue(
            r"\A[^.!?]{0,60}\bi(?:'ll| will|'m going to|'d)\b",
            r"\A\W{0,4}(?:(?:ok(?:ay)?|now|next|first|then|so|great|good|perfect|alright|right|sure"
            r"|got it|done|finally|also|and|sorry|understood|yes|hmm|interesting|wait"
            r"|actually)\b[,.!:; —-]{1,4}){0,3}(?:let me|let(?:'|’)?s (?:see|look|check|start|run"
            r"|try|first|now|verify|add|fix|update|create)|i(?:'ll| will|'m going to| am going to"
            r"|'m about to|'m| am| need to| want to| should| can(?: now)?| shall|'d)\b"
            r"|we(?:'ll| will| need to| should| can| now need)\b|(?:now|next),? (?:i|we|the)\b)",
            r"\A\W{0,4}(?:looking (?:at|into|for)|checking|searching|reading|running|opening"
            r"|updating|adding|fixing|creating|writing|working on|starting|moving on|investigating"
            r"|exploring|reviewing|analy[sz]ing|implementing|refactoring|verifying|going to"
            r"|about to|time to|trying)\b",
            r"\A\W{0,4}i(?:'ve| have)? (?:now |just |also |already |then |successfully )*(?:added"
            r"|updated|fixed|removed|renamed|refactored|created|deleted|moved|implemented|bumped"
            r"|modified|changed|merged|wrote|written|improved|committed|pushed|ran|run|read|checked"
            r"|looked|opened|made|replaced|applied|extracted|cleaned|split|reviewed|noticed|see|saw"
            r"|need|put|set|tested|verified|started|finished|completed|converted|introduced|decided"
            r"|chose|picked|went with|used)\b",
            r"\A\W{0,4}(?:added|updated|fixed|removed|renamed|refactored|created|deleted|moved"
            r"|implemented|bumped|modified|changed|merged|wrote|committed|pushed|completed|applied"
            r"|replaced|today i|all tests pass|everything passes|here(?:'|’)?s (?:the|a|what|how i)"
            r"|here (?:are|is) (?:the|a))\b",
            r"\A\W{0,4}(?:ich (?:schaue|prüfe|werde|lese|sehe|habe|starte|öffne|füge|ändere|muss)"
            r"|lass mich|zuerst (?:schaue|prüfe|lese)|jetzt (?:schaue|prüfe|werde)"
            r"|je (?:vais|regarde|vérifie|commence|lis|lance)"
            r"|j(?:'|’)ai (?:ajouté|modifié|corrigé|mis)|laisse-moi|voy a|déjame"
            r"|primero (?:voy|reviso|miro)|ahora (?:voy|reviso)"
            r"|he (?:añadido|actualizado|corregido)|vou |deixe-me|primeiro vou|agora vou|atualizei"
            r"|adicionei|corrigi|ora |adesso |per prima cosa|controllo|vado a"
            r"|ho (?:aggiunto|aggiornato|corretto)|сейчас |давайте "
            r"|я (?:посмотрю|проверю|добавил|обновил|исправил)|посмотрим|让我"
            r"|我(?:来|先|会|将|已经|已)|现在(?:我|来)|首先|接下来|まず|次に|これから)",
            r"\A\W{0,4}(?:(?:he|hemos|ya) (?:\w+ )?\w+(?:ado|ido|cho|sto|to)\b"
            r"|j(?:'|’)ai (?:\w+ )?\w+(?:é|i|u|is|it)\b|ho (?:\w+ )?\w+(?:ato|ito|uto|sto|tto)\b"
            r"|ich habe? |hab |ik heb |(?:я )?\w+(?:ил|ал|ел)[аи]?\b (?:в|на|к)?"
            r"|\w{3,}ei (?:o|a|os|as|um|uma|dois|três)\b)",
            r"(?:確認します|見てみます|調べます|修正します|更新します|始めます|実行します"
            r"|追加しました|修正しました|更新しました|了解しました)",
        ),
        roles=ASSISTANT,
    ),
    Veto(
        "general_knowledge",
        31,
        Cue(
            r"\A\W{0,4}(?:a|an) [\w -]{2,40} (?:is|are|takes|allows|lets|refers|means|works)\b",
            r"\b(?:in general|generally speaking|typically|refers to"
            r"|is a (?:type|kind|form|way|language|tool|pattern|technique|design|data structure"
            r"|method|protocol|library|framework)|for example, )\b",
        ),
        roles=ASSISTANT,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:(?:ok(?:ay)?|now|next|first|then|so|great|good|please|pls|and|also|just"
            r"|hey|hi|thanks|cool|yes|no|actually|alright|go ahead and|quickly"
            r"|kindly)\b[,.!: —-]{1,3}){0,4}(?:rename|fix|add|open|run|re-?run|check|show|update"
            r"|remove|delete|refactor|move|create|make|change|look|find|explain|implement|test|push"
            r"|commit|merge|deploy|convert|generate|list|print|read|replace|revert|restart|review"
            r"|set|sort|split|summari[sz]e|try|translate|undo|install|upgrade|bump|clean|extract"
            r"|inline|debug|investigate|search|grep|tell|give|help|draft|compare|start|stop|build"
            r"|format|document|comment|type|paste|copy|download|upload|import|export|apply|rebase"
            r"|squash|cherry-pick|tag|release|verify|confirm|wire|hook|port|migrate|rewrite|finish"
            r"|continue|do|bring|put|pull|clone|close|ping|send|wait|let me|take|turn|drop|ship|go"
            r"|call|handle|optimi[sz]e|simplify|mock|stub|pick|ignore|use)\b",
            r"\b(?:can|could|would|will) you\b|\bi(?:'d like| want| need| would like)(?: you)? to\b"
            r"|\bplease (?!always|never|don|avoid|keep|stop|no\b)\w+",
            r"\A\W{0,4}(?:don(?:'|’)?t|do not|never mind|stop|leave|keep) (?!ever\b)\w+ (?:the|this"
            r"|that|it|any of|my)\b",
            r"\bfixme\b",
        ),
        roles=USER,
    ),
    Veto(
        "moment",
        33,
        Cue(
            r"\bwhen(?:ever)? i (?:click|submit|run|open|press|try|load|save|log|call|hit|type"
            r"|scroll|use|do|start|build|deploy|push)\b"
        ),
        roles=USER,
    ),
    Veto("moment", 28, Cue(rf"\b{_MOMENT}\b")),
    Veto(
        "myself_now",
        26,
        Cue(
            r"\b(?:the wrong \w+|misaligned|overlaps|blank page|looks (?:off|weird|wrong))\b",
            r"\A\W{0,4}(?:\w+[, ]{1,2}){0,2}i(?:'m| am) (?:\w+ing|on|at|in|back|here|done|stuck"
            r"|tired|off|out|late|not sure|so|going|about|just|still|a (?:bit|little))\b",
            r"\A\W{0,4}(?:\w+[, ]{1,2}){0,2}i(?:'ve)? (?:just|tried|pushed|ran|got|see|saw|need"
            r"|want|did|made|added|updated|fixed|merged|committed|started|finished|changed|wrote"
            r"|opened|deployed|restarted|looked|checked|will|was|went|had|couldn(?:'|’)?t"
            r"|can(?:'|’)?t (?:find|see|get|open|reproduce|remember))\b",
            r"\A\W{0,4}i(?:'ll|'d love)\b",
            r"\b(?:you|your)(?:'ve| have)? (?:missed|forgot|broke|made|added|wrote|changed|did|said"
            r"|got)\b",
            r"\A\W{0,4}(?:this|that|it|there|these|those|they|here)(?:'s| is| was| are|'re| has"
            r"| looks| seems| still| doesn(?:'|’)?t| does| did| didn(?:'|’)?t| fails| works"
            r"| isn(?:'|’)?t| crashes| should)\b",
            r"\b(?:the|my|your) (?:[\w-]+ ){0,2}(?:tests?|build|pr|diff|branch|code|output|result"
            r"|change|fix|script|error) (?:is|are|was|were|looks?|seems?|still|fails?|failed"
            r"|doesn(?:'|’)?t|broke|works|worked|passes)\b",
        ),
        roles=USER,
    ),
    # Only strong enough to silence what nothing but its form speaks for.
    Veto(
        "passing",
        PLAIN,
        Cue(
            r"\b(?:still|again|just|already|yet|anymore|went|came|got|had|was|were|did|started"
            r"|stopped|happened|tried|saw|said|looked|cost me|took me|my whole|thanks?|sorry|hmm"
            r"|lol|haha|anyway|looks|seems|ago|now)\b",
            r"\A\W{0,4}(?:ok(?:ay)?|oh|well|yeah|yes|no|right|so|option|hey|let(?:'|’)?s"
            r"|we(?:'re| are| were| have| might| may| could| need| should)|please|if you|in the|do"
            r"|does)\b",
            r"\A\W{0,4}(?:je|j|ich|yo|eu|io|estoy|sto|estou|on|nous|vamos|я)\b",
        ),
    ),
    Veto(
        "small_talk",
        27,
        Cue(
            # A greeting with a longer sentence behind it only opens that sentence.
            r"\A(?![^\n]{90})\W{0,4}(?:hi\b|hello|hey\b|hallo\b|salut\b|hola\b|ciao\b|oi\b|olá)",
            r"\A\W{0,4}(?:good (?:morning|afternoon|evening|night)|haha|lol"
            r"|have a (?:good|nice|great)|see you|enjoy\b|happy (?:friday|monday|birthday|new"
            r"|holidays)|welcome back|how are you|what a |nice weather|guten (?:morgen|tag|abend)"
            r"|bonjour|bonne\b|buenos|buenas|bom dia|boa\b|buon|привет"
            r"|добр|здравств|你好|早上好|晚上好|哈哈|おはよう|こんにち|お疲れ)",
            r"\b(?:weekend|lunch|coffee|weather|vacation|birthday|long day|football|movie|dinner"
            r"|breakfast|my (?:kids?|cat|dog|wife|husband|partner))\b",
        ),
    ),
    Veto(
        "hearsay",
        46,
        Cue(
            r"\b(?:some|a|an|the|this|that|my|one) (?:[\w'’-]+ )?(?:blog|post|article|guy|thread"
            r"|tutorial|video|book|tweet|colleague|coworker|friend|talk|speaker|course|newsletter"
            r"|podcast|consultant)s?\b[^.;]{0,40}\b(?:says?|said|claims?|claimed|swears?|thinks?"
            r"|recommends?|suggests?|argues?|insists?|preach\w*|told)\b",
            r"\b(?:readme|docs?|documentation|manual|guide|wiki) (?:says?|claims?|recommends?"
            r"|tells?)\b[^.;]{0,20}\b(?:always|never|should|must)\b(?!.*\bbut\b)",
            r"\b(?:people|they|folks|everyone online|twitter|reddit|the internet) (?:always |often "
            r"|keep )?(?:say(?:s|ing)?|claims?|swear)\b",
            r"\b(?:not convinced|no idea (?:if|whether)|don(?:'|’)?t buy (?:it|that)"
            r"|(?:if|whether) i (?:buy|believe|agree)|sounds fishy)\b",
            r"\b(?:irgendwer|jemand|ein kollege|un collègue|un compañero|un collega"
            r"|um colega)\b.{0,30}\b(?:meint|sagt|behauptet|dit|prétend|dice|diz)\b",
        ),
    ),
    Veto("secret", 27, Cue(r"\[REDACTED\]")),
    Veto(
        "reported",
        27,
        Cue(
            r"\b(?:says?|said|according to|as per|states?|reads|wrote"
            r"|the (?:docs?|documentation|manual|article|blog|readme) (?:say|mention|recommend"
            r"|suggest|state)s?)\b"
        ),
    ),
)

# -------------------------------------------------------------------------------- statements

_IMPERATIVE_LEAD = (
    r"\A\W{0,4}(?:(?:please|pls|and|so|also|but|oh|ok(?:ay)?|btw|by the way|one (?:more )?thing"
    r"|remember|note|reminder|rule|fyi|important|for the record|remember this|for future reference"
    r"|hey|just|plus|again|yes|no|again|fyi|seriously|note for later|note to self|going forward"
    r"|in general|generally)\b[,:;.! —–-]{1,4}){0,3}"
)

STATEMENT_RULES: Final[tuple[Statement, ...]] = (
    # ------------------------------------------------------------ a standing wish or rule
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"\bi(?:'d| would)? (?:really |much |strongly |always |generally |usually |still "
            r"|vastly |definitely |also |do )*(?:prefer(?!red)"
            r"|rather (?:have|see|not|you (?:not|always|never|only|keep|ask|use|write)|we|use|keep"
            r"|read|get|work))\b",
            r"\bmy (?:strong |personal |general )?(?:preference|preferred [\w ]{2,30}"
            r"|default [\w ]{2,20}|go-to [\w ]{2,20}) (?:is|are|would be)\b",
            r"\A\W{0,4}call me \w+|\bmy (?:name|pronouns|timezone|time zone|locale|editor|shell|os"
            r"|keyboard) (?:is|are)\b",
        ),
    ),
    Statement(
        "personal_taste",
        "preference",
        31,
        Cue(
            r"\bi (?:really |absolutely |truly |strongly |just |generally |personally |always "
            r"|do not |don(?:'|’)?t )*(?:hate|dislike|can(?:'|’)?t stand|love|enjoy|like|want|need"
            r"|care for|appreciate|value|find) (?!(?:that|this|it|you|the|to|a|an|how"
            r"|your)\b)[\w']+",
            r"\bi (?:really |absolutely |generally )?(?:hate|dislike|can(?:'|’)?t stand"
            r"|don(?:'|’)?t (?:like|want|need)|like|love|appreciate) (?:it when|when"
            r"|the (?:word|phrase|habit)|being|having|to (?:see|read|review|keep|be|have|work|get)"
            r"|you (?:to |adding|using|writing|apologi\w+))\b",
            r"\b(?:annoys|bugs|bothers|irritates|distracts) me\b"
            r"|\b(?:pet peeve|drives me (?:nuts|crazy|mad))\b",
            r"\bworks (?:best|better) for me\b|\bis easier for me\b|\bhelps me\b",
        ),
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"\b(?:from (?:now|here|this point|today) on(?:wards?|ward)?|going forward|henceforth"
            r"|from now|as of today|in (?:the )?future|for (?:all )?future \w+)\b",
            r"\b(?:whenever|every time|each time|any time|anytime) (?:you|we|i|someone|somebody"
            r"|anyone|there(?:'|’)?s)\b",
            r"\bas a (?:general )?(?:rule|matter of (?:course|policy)|standing (?:rule|order))\b"
            r"|\bby default\b|\bstanding (?:rule|order|instruction)\b|\bpermanently\b",
            r"\bi (?:always|never) want\b|\b(?:want|need|expect|like) you to (?:always|never"
            r"|only)\b|\byou (?:should|must|can) (?:always|never)\b",
        ),
    ),
    Statement(
        "standing_order",
        "standing",
        31,
        Cue(
            _IMPERATIVE_LEAD
            + (
                r"(?:always|never(?! mind)|don(?:'|’)?t ever|do not ever|under no circumstances"
                r"|at no point|only ever)\b"
            ),
            r"[,;:—–] (?:and |but |so )?(?:please )?(?:always|never)\b",
            _IMPERATIVE_LEAD
            + r"(?:stop|quit|avoid|no more) (?:[\w-]+ing|using|the|all|any)\b.{2,}",
            r"\A\W{0,4}(?:please )?(?:when|if) (?:you(?:'re| are)?|answering|writing|reviewing"
            r"|explaining|generating|naming|creating|adding"
            r"|something)\b[^,]{2,80}, ?(?:then )?(?:please )?(?:always|never|do|don(?:'|’)?t|use"
            r"|ask|show|give|put|tell|write|keep|skip|include|explain|start|stop|just|say|add"
            r"|prefer|make|link|leave|run|mention|i want|i(?:'d| would) like)\b",
            r"[,.;:] always[.!]?\Z|\bno exceptions\b",
        ),
    ),
    Statement("always_never", "standing", 24, Cue(r"\b(?:always|never)\b(?! mind)")),
    # ------------------------------------------------------------ decisions
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            rf"\b(?:{_WE}|they|(?:the |our )?(?:board|cto|ceo|management|leadership|product|legal"
            rf"|security|client|customer|boss|pm|architects?|committee|guild|owners?)"
            rf"|[a-z]+ and (?:i|me|[a-z]+))(?:'ve|'re|'d| have| had| are"
            rf"| were)? (?:(?:finally|also|all|just|both|now|already|eventually|ultimately|jointly"
            rf"|deliberately|explicitly|collectively|unanimously|instead|been|then|officially"
            rf"|consciously) )*(?:decided|chose|chosen|picked|agreed (?:to|on|that|with)"
            rf"|settled (?:on|for)|opted|went with|going with|rejected|ruled out|committed to"
            rf"|landed on|signed off on|voted|concluded)\b",
            r"\b(?:decision|decided|verdict|resolution|agreed|outcome|adr"
            r"|final call)\s?(?:\([^)]{1,40}\)\s?)?[:—–-]\s?\S",
            r"\b(?:the|our|final|my|architecture|design) decision (?:is|was|stands|to|from|in|on)\b"
            r"|\bthe call is\b|\bit was (?:decided|agreed)\b|\b(?:was|were|been|got) (?:chosen"
            r"|picked|selected|rejected|ruled out) (?:over|because|as|for|since|instead|due)\b",
        ),
        roles=BOTH,
    ),
    Statement(
        "my_decision",
        "decision",
        38,
        Cue(
            r"\bi(?:'ve| have)? (?:(?:finally|just|now|already) )*(?:decided|chose|chosen|picked"
            r"|settled on|opted|went with|ruled out|rejected|made up my mind)\b",
            r"\A\W{0,4}(?:decided|chose|picked|settled on|opted for|going with|went with"
            r"|sticking with|staying with|staying on|ruled out|rejected)\b",
        ),
    ),
    Statement(
        "changing_course",
        "decision",
        37,
        Cue(
            r"\b(?:we|the team|they|[a-z]+ team)(?:'re| are|'ve| have|'ll be| will be|'d"
            r"|)(?: (?:now|just|also|finally|officially|been))? ?(?:are |will )?(?:switching|moving"
            r"|migrating|dropping|sticking|staying|standardi[sz]ing|replacing|retiring|sunsetting"
            r"|deprecating|keeping|adopting|going|consolidating|freezing|postponing|skipping"
            r"|removing|not (?:going|using|adopting|supporting|moving|migrating|doing|building)"
            r"|abandon(?:ing|ed)|switched|moved|migrated|dropped|standardi[sz]ed|replaced|retired"
            r"|deprecated|adopted|ditched|killed|kept|postponed|froze)\b.{0,120}(?:" + _REASON + r""
            r"| to | from | with | on | over | instead|\Z)",
            r"\blet(?:'|’)?s (?:just )?(?:go with|settle on|settle for|stick (?:with|to)"
            r"|standardi[sz]e|stay (?:with|on)|adopt|commit to)\b",
            r"\blet(?:'|’)?s (?:not )?(?:use|keep|drop|switch|move|avoid|do|skip|build|host|put"
            r"|store|make|have|leave|split|postpone|defer|wait"
            r"|start)\b.{2,160}(?:\b(?:because|since|so that|to avoid|otherwise)\b|[;—–])",
        ),
    ),
    Statement(
        "weighed_choice",
        "decision",
        32,
        Cue(
            r"\b(?:instead of|rather than|over|not) \S.{1,80}(?:\b(?:because|since|so that"
            r"|to avoid)\b|[;—–:])",
            r"\A\W{0,4}(?:use |we use |we(?:'ll| will) (?:use|go with|keep|stay|take) |take |keep "
            r"|going with |go with |definitely |the )?[\w.+/#-]+(?: [\w.+/#-]+){0,4},? (?:because"
            r"|since)\b",
            r"\A\W{0,4}(?:use |we use |we(?:'ll| will) |take |keep |go with "
            r"|going with )?[\w.+/#-]+(?: [\w.+/#-]+){0,3} (?:over|instead of"
            r"|rather than) [\w.+/#-]+(?: [\w.+/#-]+){0,3}(?: (?:for|as|on"
            r"|in) [\w.+/# -]{2,50})?(?:[,;:.—–]| - |\Z)",
            r"\bwe(?:'ll| will)(?: not|n't)? (?:go with|use|stay (?:on|with)|keep|stick (?:to|with)"
            r"|build|host|run)\b.{2,120}\b(?:because|since|so that|to avoid|instead)\b",
            r"\b(?:won|lost|beat) (?:out )?(?:over|to|against|because)\b"
            r"|\btrade-?off\b.{0,60}\b(?:accept|worth)\b|\bnot worth\b",
        ),
    ),
    Statement(
        "course_uncued",
        "decision",
        25,
        Cue(
            r"\b(?:replaces|supersedes|is replaced by|gives way to|takes over from)\b",
            r"\b(?:stays?|remains?|is staying|is moving|moves|switch(?:es)?) (?:on|with|as|in|to"
            r"|off|a) .{1,60}(?:[;:—–]| - |, (?:the|it|we|nobody|too|that|rewriting|switching"
            r"|moving)|\b(?:because|since|until)\b)",
            r"\b(?:is|are) (?:off|off the table|on hold|cancelled|canceled|dead|out|dropped"
            r"|scrapped|shelved|postponed)\b[,.;:—–]",
            r"\A\W{0,4}[\w.+/-]+(?: [\w.+/-]+){0,2} (?:only|for new \w+(?: \w+)?)[.;] ?.{12,}",
            r"\A\W{0,4}no [\w.+-]+(?: [\w.+-]+){0,3} (?:for|in|on) (?:this|the|our) (?:product"
            r"|project|app|release|mvp|v\d|version|first|next|launch|team|rewrite|prototype|pilot"
            r"|beta|platform|system)\b",
        ),
    ),
    Statement(
        "course_uncued",
        "decision",
        21,
        Cue(
            r"\blet(?:'|’)?s (?:use|do|keep|have|target|support|host|store)\b.{4,}",
            r"\bwe(?:'ll| will)(?: only| not)? (?:use|support|go|keep|stay|host|store|target|build"
            r"|buy)\b",
            r"\b(?:is|are) (?:out|off the table|in scope|out of scope|a non-goal|non-goals"
            r"|the way to go|our choice|not an option)\b",
        ),
    ),
    # ------------------------------------------------------------ conventions
    Statement(
        "named_rule",
        "convention",
        37,
        Cue(
            r"\b(?:our|the|team|house|project|repo|naming|coding|code|branch\w*|style|another"
            r"|a) (?:\w+ )?(?:conventions?|rules?|polic(?:y|ies)|standards?|guidelines?"
            r"|agreement)\b(?: (?:for|on|about|in|around|here|at|of|across"
            r"|regarding)\b[^:,.]{0,60})? ?(?:is|are|says?|requires?|forbids?|:|—|-)",
            r"\A\W{0,4}(?:convention|rule|policy|house rule|team rule|naming|standard"
            r"|guideline)s?(?: here)?\s?[:—–]",
            r"\bby convention\b|\bhouse style\b|\b(?:is|are) (?:strictly )?(?:forbidden|banned"
            r"|mandatory|off-limits|prohibited|disallowed|not allowed|not permitted|required"
            r"|obligatory|compulsory|enforced|a must|a no-go|verboten)\b",
        ),
    ),
    Statement(
        "rule_for_all",
        "convention",
        34,
        Cue(
            r"\b(?:anything|everything|anyone|whoever)(?: [\w/.'-]+){0,5}? (?:must|should|shall"
            r"|ha(?:s|ve) to|needs? to|goes|gets)\b",
            r"\A\W{0,4}(?:all|every|each|any|new|public) [\w/.'-]+(?: [\w/.'-]+){0,2}? (?:has|have"
            r"|ships?|returns?|carry|carries|contains?|exposes?|follows?|extends?|implements?"
            r"|comes?|lands?) ",
            r"\b(?:all|every|each|any|no|new|public"
            r"|both) [\w/.'-]+(?: [\w/.'-]+){0,5}? (?:must(?:n(?:'|’)?t)?|should(?:n(?:'|’)?t)?"
            r"|shall|ha(?:s|ve) to|needs?(?: to)?|may(?: not)?|gets?|goes?|requires?|carr(?:y|ies)"
            r"|starts? with|ends? with|lives?|belongs?|uses?|ships? with|comes? with|is written"
            r"|are written|is named|are named)\b",
            r"\b(?:must|should|shall|may|can) (?:always|never|only|not)\b(?! be (?:the|it))",
            r"\bmust(?:n(?:'|’)?t)? (?:not )?(?:be|have|use|go|include|pass|start|end|live|match"
            r"|follow|contain|carry|come|stay|run|declare|expose|set|return|support|log|never)\b",
            r"\bnobody (?:\w+ )?(?:pushes|merges|deploys|commits|touches|edits|releases)\b"
            r"|\bno (?:direct )?(?:pushes|commits|merges|deploys|deployments|releases|raw|print"
            r"|todo|wildcard|default exports?)\b.{0,60}\b(?:to|on|in|after|before|without|outside"
            r"|code|statements?|imports?|allowed)\b",
        ),
    ),
    Statement(
        "what_we_do",
        "convention",
        33,
        Cue(
            rf"\b{_WE}(?: (?:all|only|always|never|generally|usually|normally|don(?:'|’)?t|do not"
            rf"|ever|exclusively|consistently|strictly|don(?:'|’)?t ever|typically))* (?:use|name"
            rf"|write|put|keep|store|prefix|suffix|tag|require|follow|version|squash|format"
            rf"|document|indent|branch|pin|log|mock|avoid|stick to|commit|merge|push|ship|release"
            rf"|deploy|review|import|export|test|sort|wrap|return|throw|raise|handle|call|treat"
            rf"|spell|quote|separate|group|enforce|ban|expect|lint|check in|vendor|generate"
            rf"|annotate|type)\b(?! (?:it|this|that) (?:now|today|here))",
            rf"\b(?:in|across|throughout|within|for|on) (?:this|our"
            rf"|the(?: whole| entire)?) (?:[\w-]+ )?{_LASTING[:-1]}|code)\b.{{2,}}\b(?:must|should"
            rf"|use|uses|are|is|go|goes|need|never|always|only|don(?:'|’)?t)\b",
            r"\A\W{0,4}(?:on|in|at|for|across|within) our (?:team|company|project|repos?|codebase"
            r"|org\w*|group|department|services?|shop)\b",
            r"\baround here\b|\bon this team\b|\bover here we\b"
            r"|\bat (?:our|this) (?:company|shop)\b",
        ),
    ),
    Statement(
        "rule_shape",
        "convention",
        23,
        Cue(
            r"\A\W{0,4}[\w.`/*-]+(?: [\w.`/*-]+){0,3}, (?:not|never"
            r"|no) [\w.`/*-]+(?: [\w.`/*-]+){0,3}(?:,|\.|;| (?:in|for|on|across|everywhere"
            r"|throughout|within|when|at)\b|\Z)",
            r"\A\W{0,4}(?:[a-z-]+ ){0,2}(?!(?:was|is|this|has|its|does|always|yes|thanks|sometimes"
            r"|lets|tests)\b)[a-z-]{3,}s (?:(?:always|never|only) )?(?!(?:are|were|have|had|was"
            r"|will|in|on|of|from|with|and|or|for|to|at|by|through|over|via|between|above|below"
            r"|than|older|per|inside|live|fail|break|arrive|expire"
            r"|come)\b)[a-z]+(?<!ed)(?<!ing)(?<!s) (?:with|without|in|under|to|at|as|from|by|on"
            r"|after|before|a|an|the|lowercase|uppercase)\b",
            r"\A(?:[^,]{3,60}, |\W{0,4})only (?:the |an? )?[\w-]+(?: [\w-]+){0,3} (?:may|can|tags?"
            r"|merges?|deploys?|pushes|releases?|approves?|logs?|touch(?:es)?|writes?|owns?|edits?"
            r"|gets?)\b",
            r"\A\W{0,4}we (?!are|have|had|were|was|need|should|could|can|will|would|must|want|think"
            r"|just|still|might|may|also|got|see|saw|did|do|were|hit|lost|found|tried|talked|met"
            r"|went|came|look|shall|won)[a-z]+(?<!ed) \S",
            r"\A\W{0,4}(?:\w+: )?[\w.+-]+(?: [\w.+-]+)? for [\w.+-]+(?: [\w.+-]+)?, (?:and )?[\w"
            r".+-]+(?: [\w.+-]+)? for [\w.+-]+",
            r"\A\W{0,4}(?:one|exactly one|a single|at most (?:one|\w+)|max(?:imum)? \d+"
            r"|two) [\w ./-]{2,60} (?:per|for each|for every)\b",
            r"\A\W{0,4}(?:no|only|zero) (?!need|problem|idea|worries|one|rush|more|longer|change"
            r"|changes|thanks|errors?|issues?|luck|clue|way)[\w`./-]+(?: [\w`./-]+){0,8}",
            r"\b(?<!to )(?<!will )(?<!you )(?<!can )(?<!ll )(?<!\bi )(?:go(?:es)?|lives?|belongs?"
            r"|sits?|stays?|are kept|is kept|land|lands) (?:in|under|into|at|through|behind|next to"
            r"|below|to|on|inside|outside|via) \S",
            r"\b(?:is|are|gets?) (?:\w+ly |only |all )?(?:stored|named|kept|written|prefixed"
            r"|suffixed|formatted|spelled|versioned|tagged|generated|sorted|grouped|squashed"
            r"|reviewed|signed|pinned|logged|defined|declared|documented|expressed|represented"
            r"|encoded|passed|validated|done|merged|cut|released|published|handled|managed|mocked"
            r"|numbered|capitali[sz]ed|indented|removed|deleted|archived|rotated) (?:\w+ )?(?:in|as"
            r"|by|under|with|through|via|to|at|within|after|before|on|per|from|using|every|only|for"
            r"|against|behind|like|everywhere|a|one|two|\d+)\b",
            r"\A\W{0,4}[a-z][\w/-]*(?: [\w/-]+){0,2}s (?:are|come|use|start|end|follow|carry"
            r"|get) (?:always |only |in |with |from |all )?(?:`|JSON|ISO|UTC|UUID|snake|camel|kebab"
            r"|upper|lower|plural|singular|integer|string)",
            r"\b(?:everywhere|across the board|throughout|in all (?:services|repos|modules|packages"
            r"|cases|files)|consistently)\b",
            r"\A\W{0,4}(?:use|prefer|keep|avoid|write|name|put|format|wrap|indent|prefix"
            r"|prefer) .{2,120}\b(?:above|below|under \d|over \d|at least|at most|all|every|any"
            r"|everywhere|throughout|consistently|across|whenever|unless|only|never)\b",
            r"\b(?:need|needs|require|requires) (?:\w+ )?(?:approvals?|reviews?|reviewers?"
            r"|sign-?off|a ticket|an? (?:adr|rfc|owner|changelog|test|migration|label|design doc"
            r"|feature flag))\b",
        ),
    ),
    # ------------------------------------------------------------ insights
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"\b(?:turns? out|turned out|it transpires|as it turned out)\b",
            r"\b(?:the |our |its |actual |real |underlying |true )*(?:root cause"
            r"|culprit)\b.{0,80}\b(?:was|is|were|turned|came|:)|\broot cause(?: \w+){0,3} ?[:—–-]"
            r"|\broot-caused\b",
            r"\bthe (?:\w+ ){0,3}(?:cause|reason|problem|issue|bug|fix|trick|catch|gotcha|leak"
            r"|slowdown|outage|failure|failures|crash|crashes|hang|error|errors|timeouts?|flakiness"
            r"|regression|spike|spikes|deadlock|delay|mismatch"
            r"|nans?)\b[^,.;]{0,80}\b(?:was(?:n(?:'|’)?t)?|were|came|comes|turned out|stemmed"
            r"|originated|boiled|traced)\b(?! (?:fixed|running|wrapping|waiting|still|merged"
            r"|deployed|resolved|done|assigned|closed|in progress|reported|opened))",
            r"\b(?:was|were|is|are|got|been) (?:actually |really |all |being |mostly |in fact "
            r"|indirectly )?caused by\b|\b(?:was|were) (?:all |actually |really )?(?:due to|down to"
            r"|because|the result of|triggered by)\b|\b(?:came|comes|stemmed|stems|originated"
            r"|resulted) from\b|\btraced (?:it |this |that |the \w+ )?(?:back )?to\b"
            r"|\bboils? down to\b",
            r"\b(?:lessons?(?: learned| learnt)?|takeaway|learnings?|post-?mortem|key finding"
            r"|findings?|gotcha|pitfall|insight|root cause|discovery|til|today i learned"
            r"|heads[- ]up|fyi|watch out|beware|caveat|pro ?tip)\b ?(?:\w+ ){0,3}?[:—–,-]",
            r"\b(?:we|i|dana|they|ops|support)(?:'ve| have)? (?:finally |just |also |eventually "
            r"|recently |since )*(?:learned|learnt|found out|figured out|discovered|realized"
            r"|realised|tracked (?:it|this|that|the \w+) (?:down )?to|established|confirmed that"
            r"|noticed that|found that|verified that|measured)\b",
            r"\bthe (?:trick|secret|key|catch|gotcha|fix|solution|workaround|only way"
            r"|thing) (?:to \w+[^.]{0,60} )?(?:is|was|that worked)\b",
            r"\b(?:that(?:'|’)?s|which is|this is|that is|that was|which was|hence) (?:also "
            r"|exactly |actually |probably )?why\b|\bexplains why\b"
            r"|\bwhat (?:actually |really )?(?:fixed|broke|caused|happened|helped|worked"
            r"|solved)\b.{0,60}\b(?:was|is)\b",
        ),
        roles=BOTH,
    ),
    Statement(
        "cause_given",
        "insight",
        31,
        Cue(
            r"\b(?:failed|fails|broke|breaks|crashed|crashes|hung|hangs|timed out|times out|stalled"
            r"|leaked|leaks|dropped|drops|slow|slower|flaky|flaked|lost|missing|wrong|empty"
            r"|deadlocked|deadlocks|rejected|rejects|exhausted|exploded|spiked|doubled|silently"
            r"|oom\w*|out of memory|nan|stuck|stale|corrupt\w*|duplicated?"
            r"|never (?:hit|ran|fired|worked|matched)|did(?:n't| not) (?:work|start|fire|load|run"
            r"|match)|does(?:n't| not) (?:work|start|fire|load|run|match"
            r"|scale))\b.{0,120}\b(?:because|since|as soon as|due to|whenever|when|unless|until"
            r"|if)\b",
            r"\b(?:because|since|due to|whenever|when|unless|until|if)\b.{2,120}\b(?:fail(?:s|ed)?"
            r"|br(?:oke|eaks)|crash(?:es|ed)|hung|hangs?|time(?:s|d) out|stall(?:s|ed)"
            r"|leak(?:s|ed)?|drop(?:s|ped)|deadlock(?:s|ed)?|reject(?:s|ed)|exhaust(?:s|ed)"
            r"|explodes?|spikes?|silently|stuck|corrupts?|duplicates?|errors?|gets? lost|loses)\b",
        ),
    ),
    Statement(
        "cause_stated",
        "insight",
        32,
        Cue(
            r"\b(?:failed|broke|crashed|hung|hangs|timed out|stalled|leaked|happen(?:s|ed)"
            r"|occur(?:s|red)|was (?:slow|empty|missing|null|stale|wrong|stuck|flaky|lost|rejected"
            r"|skipped|ignored)|never (?:hit|ran|fired|matched)"
            r"|did(?:n't| not) (?:work|start|fire|load|run"
            r"|match))\b(?!.{0,40}\bi\b).{0,120}\b(?:because|since|due to|as)\b(?! i\b)",
            r"\A(?!\W{0,4}(?:i|we)\b)[^.]{3,80}\b(?:was|were) (?:so |too |very |always "
            r"|often )?(?!i\b)\w+ because\b(?! i\b)",
            r"\A\W{0,4}(?:confirmed|found it|found the \w+|got it|figured it out|diagnosis|verified"
            r"|explained|mystery solved|conclusion)\s?[:.!—–-]\s?.{12,}",
        ),
        roles=ASSISTANT,
    ),
    Statement(
        "announced_fact",
        "insight",
        36,
        Cue(
            r"\A\W{0,4}note(?: to self)?\s?[:—–-]\s?(?!(?:i|you|this|that|we|please|always"
            r"|never)\b).{12,}",
            _IMPERATIVE_LEAD
            + (
                r"(?:fyi|heads[- ]up|til|psa|warning|careful|gotcha|worth knowing|good to know"
                r"|watch out|beware)\b[^?]{12,}"
            ),
            r"\b(?:worth knowing|good to know|known (?:issue|limitation|quirk))\s?[:—–-]",
        ),
        roles=BOTH,
    ),
    Statement(
        "known_fact",
        "insight",
        31,
        Cue(
            _IMPERATIVE_LEAD
            + (
                r"(?:remember|note|keep in mind|bear in mind|be aware|just so you know|for context"
                r"|good to know|worth knowing|mind you|know) that\b"
            ),
            r"\b(?:keep in mind|bear in mind|be aware|worth knowing|good to know|just so you know"
            r"|known (?:issue|limitation|bug|quirk)|undocumented|under the hood|behind the scenes"
            r"|counter-?intuitive\w*|surprisingly|despite what|contrary to|in practice"
            r"|in reality)\b",
        ),
    ),
    Statement(
        "consequence",
        "insight",
        22,
        Cue(
            r"(?:,|;| -| —| –) ?(?:so|meaning|which means|hence|thus|therefore"
            r"|and that(?:'|’)?s why|otherwise|or else|even (?:if|though|when)|while|whereas|except"
            r"|unless|until|because|but only|and only|not)\b.{6,}",
            r"\b(?:which means|means that|as a result|therefore|otherwise|or else|without which"
            r"|even if|even though|as long as|only (?:works?|runs?|accepts?|when|if|after|from|on"
            r"|via|supports?|applies|fires)|unless|because)\b",
            r"\A\W{0,4}(?:when|if|whenever|once|after|unless|without|until|as soon as|above|below"
            r"|beyond|during|on|between|with|behind|under) [^,]{3,90}, ?\S.{6,}",
        ),
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            rf"\A\W{{0,4}}(?!(?:i|you|let|can|could|would|should|please|this|it|that|there|what"
            rf"|why|how|who|he|she|nobody|does|do|is|are|don(?:'|’)?t"
            rf"|only)\b)(?=\W{{0,4}}\S+ \S+ \S+ \S)[\w`'’\"./*@#-]+(?: [\w`'’\"./*@#()+-]+){{0,1"
            rf"1}}?,? (?:also |still |only |silently |actually |automatically |sometimes "
            rf"|often |quietly |implicitly |both )?{GENERIC_VERB}\b(?: |\Z)",
            # The grammar of the generic: a definite or bare-plural subject, a present-tense verb.
            r"\A\W{0,4}(?:the|our|their|each|every|any|most|some|all|both|no|old|new"
            r"|only) (?:[\w'’./-]+ ){1,6}?(?!(?:is|was|has|does|this|its|always|yes|us|as|less"
            r"|across|tests|changes|files|lines|results|errors|words|steps|times|things|sometimes"
            r"|perhaps|whereas|besides)\b)[a-z]{2,}[^s\W]s (?:on|with|to|the|a|an|in|at|for|from"
            r"|all|any|every|its|up|out|only|when|if|after|over|into|by|under|through|both|one|two"
            r"|about|as|itself)\b",
            r"\A\W{0,4}[a-z][\w/-]*(?: [\w/-]+){0,2}s (?:[\w-]+ ){0,3}(?:are|have|come|arrive|need"
            r"|get|contain|carry|belong|expire|run) (?!(?:\w+ing|broken|red|green|failing|done"
            r"|ready|down|up|slow|not|now|still|all)\b)\S",
            r"\A\W{0,4}(?:the|our|every|each) (?:[\w'’./-]+ ){1,5}(?:is|are) (?:an?|the|our|just"
            r"|really|actually|only|one|two|three|\d+) [\w-]+",
            r"\b(?:is|are|isn(?:'|’)?t|aren(?:'|’)?t|was) (?:not )?(?:case-sensitive|idempotent"
            r"|thread-?safe|read-?only|append-?only|immutable|eventually consistent|single-threaded"
            r"|rate-?limited|capped|limited|shared|cached|hard-?coded|behind|backed by|owned by"
            r"|hosted|mirrored|synced|proxied|bound|tied|based on|derived|capable|incompatible"
            r"|unsupported|deprecated|flaky|load-bearing|the (?:only|source of truth|one|same|owner"
            r"|bottleneck|default|limit))\b",
            r"\b(?:can|may|will) (?:only|arrive|take|be|return|come|lag|fail|time out|also|still"
            r"|silently|never|not|cause|lead|happen|differ|race)\b"
            r"|\b\w+ing (?:it|them|that|this) \w+s\b",
        ),
    ),
    Statement(
        "setting",
        "insight",
        21,
        Cue(
            r"\b(?:time-?outs?|(?:rate )?limits?|límite|limite|ttl|sla|slo|quota|thresholds?"
            r"|retention|ports?|caps?|maximum|max|deadline|cut-?off|window|interval"
            r"|cool-?down)\b[^.?]{0,50}(?:\b(?:is|are|est|es|è|ist|liegt|sind|été)\b"
            r"|[:=]).{0,40}\d",
            r"\b(?:by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|hard limit|soft limit"
            r"|at exactly \d)\b",
            r"(?:タイムアウト|上限|制限|期限|間隔)は|最多|上限|超时(?:时间)?(?:是|为)",
        ),
    ),
    # ------------------------------------------------------------ preferences without a cue
    Statement(
        "about_me",
        "preference",
        25,
        Cue(
            r"\A\W{0,4}my [\w-]+(?: [\w-]+){0,2} (?:(?:is|are) (?!\w+ing\b)|runs?|has|have"
            r"|can(?:'|’)?t|does(?:n(?:'|’)?t)?|do(?:n(?:'|’)?t)?)\b",
            r"\bi (?:work|live|read|use|run|speak|code|type|develop|review|only|usually|mostly"
            r"|normally|generally|always|never|don(?:'|’)?t (?:use|read|have|speak|know|do|run|own"
            r"|need|want)|can(?:'|’)?t (?:read|see|use|stand|run)"
            r"|have (?:a|an|no) (?!question|problem|idea|look|doubt|meeting|bug|feeling"
            r"|minute))\b(?! (?:to|the (?:tests?|script|command|build)))",
            r"\bi(?:'m| am) (?:an? (?!bit|little|few|moment)|color-?blind|colou?r-?blind|dyslexic"
            r"|new to|used to|based in|left-handed|not a |more of a "
            r"|the (?:lead|owner|maintainer|only|sole))",
            r"\bfor me\b.{0,40}\Z|\bon my (?:phone|laptop|machine|screen)\b.{0,10}\Z",
        ),
    ),
    Statement(
        "how_to_talk",
        "preference",
        27,
        Cue(
            _IMPERATIVE_LEAD
            + (
                rf"(?:keep|skip|no|use|give|write|make|cut|be|less|more|fewer|short(?:er)?|brief"
                rf"|concise|spare me|drop|leave out|omit|limit|start|end|lead|don(?:'|’)?t|do not"
                rf"|without|reply|answer|respond|speak|talk|explain|phrase)\b.{{0,60}}\b{_REPLY}\b"
            ),
            rf"\A\W{{0,4}}(?:\w+ ){{0,2}}{_REPLY} (?:in|under|over|below|with|without|should|first"
            rf"|as|at|can be|before|after|go|must)\b",
            _IMPERATIVE_LEAD
            + (
                r"(?:ask(?: me)?|check with me|confirm with me|tell me"
                r"|show me (?:the|a) \w+) (?:before|first)\b.{0,80}"
            ),
            _IMPERATIVE_LEAD
            + (
                r"(?:be (?:brief|concise|direct|terse|blunt|honest|more|less)"
                r"|no (?:fluff|trailing|closing|filler|markdown|headers?|apologies|pleasantries"
                r"|intros?|yapping)|don(?:'|’)?t (?:apologi[sz]e|praise|flatter|explain|repeat"
                r"|summari[sz]e|recap|sugarcoat|ask me|add (?:comments|emojis)|use emojis))\b"
            ),
            r"\A\W{0,4}(?:one|a single|at most one|max(?:imum)? \w+) (?:question|option|suggestion"
            r"|step|change|answer|idea|thing|example)s?\b.{0,40}",
            r"\A\W{0,4}(?:full |whole |only |just )?(?:diffs?|patches|snippets?|code|examples?"
            r"|links|plain text|markdown|tables|prose|commands?)(?:, not| over| instead of"
            r"| rather than| only| first| please|, please)\b.{0,60}",
            r"\b(?:metric|imperial|24-?hour|iso dates?|dark mode|light mode"
            r"|british (?:english|spelling)|american (?:english|spelling))\b(?:.{0,20}\b(?:please"
            r"|only|for me|units)\b|\W{0,3}\Z)",
        ),
    ),
    # ------------------------------------------------------------ any plain statement
    Statement(
        "plain_statement",
        "insight",
        PLAIN,
        Cue(
            r"\A(?!\S+(?: \S+){0,2} ?\Z)(?!\W{0,4}(?:i|you|let|can|could|please|what|why|how|do"
            r"|does|is|are)\b)\W{0,4}\S+(?: \S+){2,40} ?(?:is|are|has|have|was|were|will|can|must"
            r"|should|\w+s|\w+ed)\b",
        ),
    ),
    # ------------------------------------------------------------ for the aggressive level only
    Statement(
        "loose_statement",
        "insight",
        12,
        Cue(r"\A\W{0,4}(?!(?:i|you|let|can|could|please|what|why|how|do|does)\b)\S+(?: \S+){4,40}"),
    ),
    Statement(
        "assistant_statement",
        "insight",
        12,
        Cue(
            rf"\A\W{{0,4}}(?:the|this|that|your|our|each|every) (?:\S+ ){{1,8}}?{GENERIC_VERB}\b ",
            r"\A\W{0,4}(?:the|your|our|each|every) (?:\S+ ){1,6}?(?:is|are|was|were) \S",
        ),
        roles=ASSISTANT,
    ),
)
ALL_VETOES: Final = VETO_RULES + languages.VETO_RULES
#: Strongest first, so that the first that is found is the one that counts.
BY_STRENGTH: Final = tuple(
    sorted(STATEMENT_RULES + languages.STATEMENT_RULES, key=lambda rule: -rule.strength)
)

#: What settles whether a standing statement is a person's wish or the project's rule; first wins.
STANDING_TYPES: Final[tuple[tuple[str, Cue], ...]] = (
    (
        "insight",
        Cue(
            r"\b(?:never|always) (?:shows?|happens?|works?|fires?|finish(?:es)?|arrives?|returns?"
            r"|reach(?:es)?|triggers?|sees?|fails?|breaks?|crash(?:es)?|times out|hangs?|lags?"
            r"|wins?|loses?)\b",
        ),
    ),
    (
        "preference",
        Cue(
            rf"\b(?:me|my|mine|i|i'm|i'd|you|your|you're)\b|\b{_REPLY}\b",
            r"\b(?:diffs?|bullet|lists?|comments? in my|metric|imperial|language|emoji|tl;dr|tldr"
            r"|answer in|in (?:german|french|english|spanish|italian|portuguese|japanese|chinese"
            r"|russian|dutch))\b",
            r"\b(?:mir|mich|ich|mein\w*|du|dir|deine?\w*|auf (?:deutsch|englisch)|moi|je|mes|mon|ma"
            r"|me|tu|te|tes|ta|en (?:français|anglais|español|inglés|português|inglês)|mi|mis|meus?"
            r"|minhas?|miei|mio|mia|in (?:italiano|inglese))\b",
            r"мне|меня|мой|моих|отвечай|ответ|на русском|私|僕|回答|返答|返信|説明|日本語で|答え"
            r"|お願いします|我|回答|回复|解释|用中文|用英文",
        ),
    ),
    (
        "convention",
        Cue(
            r"\b[a-z]+s (?:always|never|only) (?:go|get|use|live|come|run|start|end|belong|stay"
            r"|need|carry|are|have|land)\b",
            rf"\b{_PROJECT}\b|\b(?:we|our|team|us|must|should|shall)\b",
            r"\b(?:wir|uns|unser\w*|nous|notre|nos|on|usamos|nuestr[oa]s?|noss[oa]s?|usiamo"
            r"|nostr[oaie]|hacer|faire|fare|fazer|machen|datenbank|base de (?:datos|dados|données)"
            r"|código|codice|code|produção|producción|produzione)\b",
            r"мы|наш|коммит|ветк|мерж|пуш|код|тест|деплой|продакш|コミット|ブランチ|マージ|プルリク"
            r"|テスト|コード|命名|本番|デプロイ|提交|分支|合并|代码|测试|部署|我们|团队|接口|数据库"
            r"|命名",
        ),
    ),
)
STANDING_DEFAULT: Final = "preference"

#: The assistant asks the user to choose.
CHOICE_QUESTION: Final = Cue(
    r"\b(?:which|or|should (?:i|we|the)|shall (?:i|we)|do we|do you (?:want|prefer)"
    r"|would you (?:like|prefer|rather)"
    r"|what (?:should|do you want))\b[^?]{0,200}[?？]"
)
#: A short choice, then a full stop, a comma or a dash, then something said about it.
REASONED_ANSWER: Final = Cue(
    r"\A\W{0,4}[\w.+/#-]+(?: [\w.+/#-]+){0,4}(?:[.,;:—–]| -) .{12,}",
    r"\b(?:because|since|so that)\b",
)

#: The assistant lays out ways and names the one it would take.
PROPOSAL: Final = Cue(
    r"\bi(?:'|’)d (?!rather not|like|love|say|guess|expect|be\b|have|need|want|wait)[a-z]+"
    r"|\bi(?:'|’)ll (?:take|pick|go (?:with|for))\b",
    r"\bmy (?:pick|vote|suggestion|recommendation)\b|\bi(?:'|’)?(?:d)? (?:suggest|recommend"
    r"|propose)\b",
    r"\b(?:ich würde|mein vorschlag|je (?:prendrais|propose)|yo (?:usaría|elegiría)"
    r"|io (?:prenderei|userei)|eu (?:usaria|escolheria)|я бы)\b|建议|我会选|おすすめ|提案",
)
#: The user takes it, and says what is taken: an assent alone is none.
ASSENT: Final = Cue(
    r"\A\W{0,4}(?:yep|yes|yeah|ok(?:ay)?|sure|fine|good|sounds good|agreed|do it|let(?:'|’)?s|go|ja"
    r"|gut|oui|d(?:'|’)accord|sí|vale|va bene|sì|sim|да|давай|хорошо|好|行|はい"
    r"|では)[\s,.;:!—–-]{1,3}\w[^?\n]{0,80}\Z",
    r"\A[^?\n]{2,40} it is\b[^?\n]{0,80}\Z",
    r"\A\W{0,4}(?:option )?(?:\(?[a-d1-4]\)?|the (?:first|second|third|last|latter"
    r"|former))\b[^?\n]{0,80}\Z",
)
#: The user wants the steps just told or taken again another time.
TAKEN_OVER: Final = Cue(
    r"\b(?:same|that|this) (?:procedure|way|steps|recipe|sequence|drill|approach)\b|\bnext time\b"
    r"|\bthe same (?:for|with|on|goes)\b|\b(?:keep|save|remember|note|write down|write) (?:this"
    r"|that|these|those|it) (?:down|for)\b|\bgenauso\b|\bnächstes mal\b|\bpareil pour\b"
    r"|\bla próxima\b|下次|次回|同じ(?:手順|方法)|в следующий раз|так же"
)

#: A question about the world at large: what the assistant answers is no news about the project.
GENERAL_QUESTION: Final = Cue(
    r"\b(?:what(?:'s| is| are) (?:a|an|the (?:difference|point|purpose|meaning|best)|\w+\W*\Z)"
    r"|how (?:does|do) (?:a |an |the )?[\w -]{2,40} work|explain|difference between"
    r"|what does [\w -]{2,40} (?:mean|do)|why (?:is|are|does|do) (?!our|my|the|this|it)"
    r"|when should (?:i|one|you)|pros and cons|was ist|qu(?:'|’)est-ce que|qué es|o que é"
    r"|cos(?:'|’)è|что такое)|とは|什么是|是什么|有什么区别",
)
#: Asked about one thing that happened here, not about how such things work.
CAUSE_QUESTION: Final = Cue(
    r"\bwhy (?:did|was|were|has|have|had|would (?:it|that|this|the))\b",
    r"\bwhy(?:'s|’s| is| are| does| do) (?:it|this|that|the|our|my|nobody|everything)\b",
    r"\bwhat (?:was it|went wrong|caused|broke|happened|is causing|made (?:it|the|that|this))\b",
    r"\bhow (?:come|did (?:it|that|this|the))\b",
    r"\b(?:warum|wieso|weshalb) (?:war|ist|sind|hat|haben|stand|stehen|wurde|wurden|ging|lief"
    r"|kam|fiel|brach)\b",
    r"\b(?:woran|was) (?:lag|hat|war) (?:es|das|den|die)\b",
    r"\bpourquoi (?:est-ce que )?(?:le|la|les|l(?:'|’)|ça|ce|c(?:'|’)|on)",
    r"\bpor qué (?:se|el|la|los|las|no|fall)",
    r"\bpor que (?:o|a|os|as|não|caiu|falh)|\bperch[eé] (?:il|la|lo|i|gli|le|non|si)\b",
    r"почему|из-за чего|为什么|怎么回事|什么原因|なぜ|何で|何だった|原因は",
)
DOUBT: Final = Cue(
    r"[?？]\W{0,4}\Z",
    r"\b(?:maybe|perhaps|probably|possibly|might|could be|may be|not sure|no idea|unclear"
    r"|hard to say|i(?:'ll| will)? (?:check|look|guess|suspect)|let me|vielleicht|vermutlich"
    r"|womöglich|wahrscheinlich|könnte|peut-être|sans doute|quizás?|tal vez|talvez|forse|in general"
    r"|generally|typically|usually)\b",
    r"возможно|может быть|наверное|可能|也许|大概|かもしれ|おそらく|たぶん|調べ",
)
ABOUT_US: Final = Cue(
    r"\b(?:our|we|us|my|this (?:repo|project|service|error|test)|unser\w*|notre|nuestr\w|noss\w"
    r"|nostr\w)\b|我们|наш|うち"
)

# --------------------------------------------------------------------------------- runbooks

_SEQ = (
    r"(?:first|then|next|after that|afterwards|finally|lastly|and then|before that|followed by"
    r"|once (?:that|it)(?:'s| is)|zuerst|dann|danach|anschließend|zum schluss|d(?:'|’)abord|ensuite"
    r"|puis|enfin|primero|luego|después|por último|finalmente|primeiro|depois|em seguida|por fim"
    r"|prima|poi|quindi|infine|сначала|потом|затем|после этого|наконец)"
)
_STEP_VERB = (
    r"(?:stop|start|re-?start|re-?run|run|delete|remove|scale|drain|cordon|uncordon|pause|resume"
    r"|purge|flush|clear|bump|tag|push|pull|merge|cut|cherry-pick|restore|dump|copy|rotate|revoke"
    r"|export|import|apply|rollback|roll back|revert|re-?deploy|disable|enable|set|unset|unlock"
    r"|lock|kill|wait|check|verify|open|log in|sign in|log out|ssh|reboot|re-?install|re-?build"
    r"|reset|toggle|invalidate|promote|fail over|snapshot|re-?mount|mount|unmount|umount|detach"
    r"|attach|publish|announce|update|edit|add|switch|point|re-?index|truncate|vacuum|warm"
    r"|re-?generate|upload|download|source|confirm|notify|ping|raise|lower|echo|move|put|take|let"
    r"|hold|press|plug|unplug|re-?plug|re-?pair|pair|print|send|create|re-?create|drop|halve|repeat"
    r"|look|rename|swap|replace|install|build|scp|rsync|chown|chmod|wipe|format|boot|shut|close"
    r"|call|write|load|unload|reload|release|connect|disconnect|insert|select|click|tick|re-?scan"
    r"|scan|re-?sync|sync|back up|branch|fetch|rebase|commit|sign|approve|ask|tell|watch|turn|pin"
    r"|undo|re-?enable|re-?create|re-?import|re-?join|join|leave|evict|fail|attach|register"
    r"|re-?register|deregister|unregister|calibrate|rinse|clean|wash|align|mark|invite|book|bleed"
    r"|fsck|archive|choose|change|find|reroute|freeze|unfreeze|flip|feed|pull|power|have|get|wipe"
    r"|swap|flash"
    r"|push|grab|do|make sure|remember|bring|trigger|schedule)"
)
_STEP_COMMAND = (
    r"(?:kubectl|docker|git|make|terraform|psql|redis-cli|systemctl|curl|rm|cd|npm|pip|sudo|mv|cp"
    r"|ln|helm|aws|gcloud|umount|mkdir|tar|apt|pg_\w+|journalctl|\./\S+|\$ \S+)"
)
_CLAUSE = (
    r"(?:\A|[,;:.→\n(]|->|=>|\b(?:and|then|finally|next|first|afterwards)\b|\d[.)]"
    r"|[-*•])[ `]{0,3}(?:(?:and|then|finally|next|first|also|again|just|now|you|we|i"
    r"|always)[ ,]{1,2}){0,3}`?"
)

#: Steps by the grammar of a clause: what it begins or ends with, for each language.
STEPS: Final[tuple[tuple[str, Cue], ...]] = (
    (
        "en",
        Cue(
            rf"{_CLAUSE}(?:{_STEP_VERB}\b(?! (?:is|are|was|were|has|have|of)\b)"
            rf"|{_STEP_COMMAND}(?=[ `\n])"
            r"|[a-z]{3,}ed (?!by|as|on|to be|than|because|when|if|since|and|but)\w"
            r"|(?:ran|set|put|took|cut|made|sent|let|shut) (?:the|it|all|_?\w+_\w+|them|both|my"
            r"|our|an?)\b)",
            r"(?:\bby|,|;|\bthen|\band) [a-z]{3,}ing (?:the|it|all|an?|each|them|your|my)\b",
            r"(?:\n|\A)[ \t]*(?:\d{1,2}[.)]|[-*•]|\(\d\)) \S",
        ),
    ),
    *(
        (
            lang,
            Cue(
                rf"(?:\A|[,;:.\n(]|\d[.)]|\b(?:{joined})\b) ?(?:(?:{joined}|si|se|bien|de|à"
                rf"|a) )*{verb}\b"
            ),
        )
        for lang, joined, verb in (
            ("fr", "et|puis|ensuite|enfin|d'abord", r"[a-zà-ÿ]{2,}(?:er|ir|re|oir)"),
            ("es", "y|luego|después|al final|primero", r"[a-zà-ÿ]{2,}[aei]r(?:l[aeo]s?)?"),
            ("pt", "e|depois|em seguida|no final|primeiro", r"[a-zà-ÿ]{2,}[aei]r"),
            ("it", "e|poi|quindi|infine|prima", r"[a-zà-ÿ]{2,}[aei]r(?:e|l[aeio])"),
            ("ru", "и|потом|затем|сначала", r"[а-яё]{3,}(?:ть|ти|чь)"),
        )
    ),
    ("de", Cue(r"\b(?:[a-zäöüß]{2,}(?:en|ern|eln)|tun)(?=\s?(?:[,;.\n()]|\Z|und\b))")),
    (
        "zh",
        Cue(
            r"(?<=[，、：；])[\u4e00-\u9fff]{2,8}(?=[，、。；]|\Z)",
            r"(?:\A|[，,；;：:。、\n]) ?(?:先|再|然后|最后|等|接着|把|改|停|删|执行|重启|运行)",
        ),
    ),
    ("ja", Cue(r"してから|した後|して、|まず|次に|その後|最後に|それから")),
    ("ko", Cue(r"하고|한 (?:다음|뒤|후)|고 나서|먼저|마지막으로|그다음")),
)
#: Words that put what stands beside them in an order.
SEQUENCE: Final = Cue(rf"\b{_SEQ}\b[,:]?", r"(?:^|\s)(?:step \d)\s")

#: One of these has to say that the steps are a known way: a name, and how strong it is.
RUNBOOK_CUES: Final[tuple[tuple[str, int, Cue], ...]] = (
    (
        "for_next_time",
        43,
        Cue(
            r"\b(?:next time|in case (?:it|i|we|this|that|the|you)|for when (?:i|we|it)"
            r"|again (?:after|when|if)|if (?:it|this|that) (?:happens|comes|hangs|dies)"
            r"|do (?:it|that) again|every time (?:it|the)|for the record|for later|to remember"
            r"|so i (?:have|remember)|whoever)\b",
            r"\b(?:beim nächsten mal|bitte merken|zum merken|la prochaine fois|la próxima vez"
            r"|la prossima volta|da próxima vez)\b|в следующий раз|на будущее|下次|上次|次回|今度"
            r"|다음에|다음번",
        ),
    ),
    (
        "this_way",
        43,
        Cue(
            r"\b(?:this way|that way|we do (?:this|it|that)|like (?:this|that)"
            r"|(?:in )?(?:this|that|the (?:right|other)) order|as follows"
            r"|works? for (?:the others|any|all)|same (?:procedure|steps|way) for)\b|\bso: "
            r"|\bhere(?:'|’)?s how\b",
            r"\bwhat (?:i|we) do (?:when|if)\b|\bso (?:\w+st du|ging|geht|sieht|hat|macht|läuft"
            r"|bekommt|kriegt)\b|\bablauf\b|\bcosì\b|\bainsi\b|\bdans (?:cet|l(?:'|’)autre) ordre\b"
            r"|\bde esta (?:forma|manera)\b|\bassim\b|\bтак:|这样|这么|按(?:这个)?顺序|こうやって"
            r"|の順|이렇게|순서",
        ),
    ),
    (
        "steps_that_worked",
        43,
        Cue(
            r"\bwhat (?:\w+ )?(?:got|brought|unblocked|unstuck|fixed|saved|helped|worked|solved"
            r"|did it|gets? it|brings? it|unblocks?|fixes|helps|works|solves)\b"
            r"|\b(?:went through|fixed it|is back|back up|got it (?:back|going|working))\b",
            r"\A\W{0,4}(?:that )?worked\b|\bworked in the end\b|\bdid the trick\b|\bfixed by\b",
            r"\b(?:got|brought) [\w #-]{2,30} (?:going|back|working|up|running)\b",
            r"\bthe following (?:\w+ ){0,3}(?:got|fixed|works?|worked|brought|restored|solved|did"
            r"|gets|fixes)\b",
            r"\b(?:that|this|which|it|these|those|what|sequence|steps?) (?:\w+ )?(?:worked|fixed"
            r"|solved|did it|did the trick|works|resolved|got (?:it|us|me|things) (?:\w+ )?(?:back"
            r"|working|unstuck|going))\b|\bsteps that (?:work|worked|fix|fixed)\b"
            r"|\b(?:works|worked|did it) every time\b|\b(?:fixed|solved|resolved|recovered|restored"
            r"|repaired|unstuck|unblocked) (?:it|this|that|the [\w -]{2,40}) (?:by|with)\b:?",
            r"\b(?:hat (?:funktioniert|geklappt|geholfen)|so (?:setzt|geht|macht|startet|stellt)"
            r"|a (?:marché|fonctionné)|ça marche|funcionó|así se|funcionou|é assim que"
            r"|ha funzionato|così si|сработало|помогло|うまくいき|これで直|直りました|解決しました"
            r"|解决了|搞定|成功了|有效)",
        ),
    ),
    (
        "named_procedure",
        43,
        Cue(
            r"\b(?:runbook|playbook|procedure|recipe|checklist|how[- ]to|wie man|how one"
            r"|how (?:to|we|you|i) \w+|here(?:'|’)?s how|the (?:way|steps|drill|process|procedure"
            r"|sequence|correct order|right order) (?:to|for|is|we|:)|steps (?:to|for)"
            r"|instructions for|vorgehen|anleitung|ablauf|procédure|marche à suivre|procedimiento"
            r"|pasos para|procedimento|passos para|procedura|passaggi per|cómo|como|come|comment"
            r"|инструкция|порядок|как)\b ?(?:\w+ ){0,8}",
            r"手順|やり方|方法|步骤|流程|做法|办法",
        ),
    ),
    (
        "purpose_then_steps",
        33,
        Cue(
            r"\A[^.?!\n]{3,80}\? ?(?:first |just |then )?" + rf"{_STEP_VERB}\b",
            r"(?:\A|[.\n:] ?|\bbtw,? )(?:in order )?to [\w-]+ [^.:,\n]{2,80}(?:[:,—–]| -|\bfirst\b"
            r"|\byou\b|\bwe\b)",
            r"(?:\A|[.\n:,] ?)(?:when|if|whenever|once|after|before|for an?|on"
            r"|every time) [^,\n]{3,90},? ?(?:first |always |you |we |then |just |i )?"
            + rf"{_STEP_VERB}\b",
            r"(?:\A|[.\n:] ?)(?:um .{2,80} zu|wenn|pour|quand|lorsque|para|cuando|quando|per|se|si"
            r"|чтобы|когда|если)\b .{3,90}[:,]",
            r"\A\W{0,4}(?:pour|para|per|um|чтобы|когда|om|aby) [^.\n]{3,80}(?:[:,]| :)",
            r"(?:时|的时候|如果|要想|要|には|するには|場合は|たら|ときは)[，、：:]",
        ),
    ),
)
