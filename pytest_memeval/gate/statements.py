"""What is worth storing, as data: the kinds of durable sentence, and what unbinds a sentence.

A veto and a statement meet by strength. A sentence counts when its statement is stronger than every
veto in it, and is sent when it is at least as strong as the level asks (:data:`LEVELS`). Strengths:
30 and more is *said in so many words*, 20 is *stated without a cue*, 10 is *a declarative sentence*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Pattern

#: The least strength a statement needs on each level.
LEVELS: Final[dict[str, int]] = {"conservative": 30, "balanced": 20, "aggressive": 10}

USER: Final = frozenset({"user"})
ASSISTANT: Final = frozenset({"assistant"})
BOTH: Final = frozenset({"user", "assistant"})


@dataclass(frozen=True, slots=True)
class Veto:
    """A way of speaking that binds a sentence to the moment, to one task, or to nobody."""

    name: str
    strength: int
    pattern: Cue
    roles: frozenset[str] = BOTH
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Statement:
    """A kind of durable sentence. The type ``standing`` is settled by :data:`STANDING_TYPES`."""

    name: str
    type: str
    strength: int
    pattern: Cue
    roles: frozenset[str] = USER
    lang: str = "en"


#: Function words that tell which language's rules to consult. English is always consulted.
LANGUAGE_WORDS: Final[dict[str, frozenset[str]]] = {
    "de": frozenset(
        "gehören gehört mehr bei nach von aus der das und nicht ist sind wir ich ein eine einen für mit auf weil immer nie niemals bitte "
        "ab künftig alle jede jeder jedes kein keine ursache lag war vielleicht zuerst beim dass zu wenn "
        "dem nur werden wird sollen muss müssen unser unsere haben hat mir mich deshalb nur lieber "
        "guten schau prüfe jetzt".split()
    ),
    "fr": frozenset(
        "l qu de du seul tout doit ça le la les est sont nous je et pas une dans pour avec sur que qui ne jamais toujours désormais "
        "cause c'est tous toutes chaque aucun parce préfère plutôt mes du au aux peut-être d'abord quand "
        "il renomme lance dorénavant était été notre nos puis".split()
    ),
    "es": frozenset(
        "de nos todo toda tiene tienen dos más está están el la los las es y una en para con por que siempre nunca prefiero porque decidimos cada todos "
        "todas usamos causa ahora quizás de del nuestro nuestra hay primero antes cuando se mis hemos "
        "solo sólo renombra recuerda debe deben".split()
    ),
    "pt": frozenset(
        "de todo toda dois duas precisa mais está estão nós fica os é são não uma em para com por que sempre nunca prefiro porque decidimos cada todos todas "
        "usamos causa foi agora talvez da dos das na nosso nossa primeiro quando se meus ao lembre-se "
        "devem deve só sem vamos nós a".split()
    ),
    "it": frozenset(
        "l di tutto tutta due più sta stanno deve nostro su il lo la i gli le è sono non una con che sempre mai preferisco perché abbiamo deciso ogni tutti "
        "tutte usiamo causa stato ora forse del della dei nel nostro nostra quando si miei dal dalla "
        "deve devono solo problema causato controllo".split()
    ),
}
CJK: Final = Pattern(r"[\u3040-\u30ff\u4e00-\u9fff]")
KANA: Final = Pattern(r"[\u3040-\u30ff]")
CYRILLIC: Final = Pattern(r"[\u0400-\u04ff]")
WORD: Final = Pattern(r"[^\W\d_]+")

# ------------------------------------------------------------------------------- vocabulary

#: Nouns of a project. Mostly loan words, so one list serves the languages in Latin script.
_PROJECT = (
    r"(?:repos?(?:itor(?:y|ies|io|ium))?|code ?base|monorepo|project|projet|proyecto|projeto|progetto|projekt|branch(?:es)?|main|master|commits?|committ?en"
    r"|merge\w*|pull requests?|prs?|mrs?|push\w*|deploy\w*|releases?|migrations?|migrationen|endpoints?|services?|modules?|packages?|tests?|fixtures?"
    r"|columns?|columnas|colunas|colonnes|spalten|tables?|schemas?|functions?|class(?:es)?|imports?|dependenc(?:y|ies)|api|apis|ci|lint\w*|docker\w*|terraform|logs?|logging"
    r"|env(?:ironment)? vars?|secrets?|config\w*|staging|production|prod|timestamps?|zeitstempel|utc|dates?|variables?|files?|types?|interfaces?|components?|hooks?|reviews?|reviewers?|approvals?|tickets?|versions?|changelog|docs?|docstrings?)"
)
_REPLY = (
    r"(?:answers?|repl(?:y|ies)|respon(?:se|ses|d)|explanations?|explain|summar(?:y|ies|i[sz]e)|bullet points?|bullets|emojis?|tone|small talk|preambles?|recaps?|verbos\w*|jargon|plain (?:language|english|text)"
    r"|code snippets?|snippets?|follow-?ups?|apolog\w+|compliments?|filler|disclaimers?|antwort\w*|erklär\w*|réponse\w*|répond\w*|expli\w*|respuestas?|respond\w*|contest\w*|respostas?|rispost\w*|rispond\w*|spieg\w*)"
)
#: Where a rule lives that outlasts the task; ``this`` in front of anything else is local.
_LASTING = r"(?:repo\w*|project|team|codebase|code base|org\w*|company|monorepo|house|department|group|workspace|product|account|cluster|environment|env|kind of|type of|sort of|way|is|was|means|happens|because|works)"
_WE = r"(?:we|our team|the team|everyone|everybody|the (?:backend|frontend|data|platform|infra|mobile|ops|product) (?:team|folks|people))"
_REASON = r"\b(?:because|since|as|so that|given that|due to|for the sake of|to avoid|to keep|to reduce|to stay|the reason|reasons?|otherwise)\b|[;:—–]| - |, (?:nobody|no one|we|it|they|the|our|too|that|which|this)\b"
#: Finite verbs of how a thing is or behaves; what a progress line has none of.
GENERIC_VERB = (
    r"(?:accepts?|allows?|applies|arrives?|assumes?|blocks?|breaks?|bypass(?:es)?|caches|caps|cannot|can(?:'|’)?t|clobbers|closes|collides?|conflicts?|corrupts?|costs?|counts|crash(?:es)?|deadlocks?|defaults|deletes|depends?|disables?|discards"
    r"|do(?:es)?(?:n(?:'|’)?t| not)|don(?:'|’)?t|drops|duplicates|enforces?|exhausts?|expects?|expires?|fails?|falls back|fires|flaps|forgets?|freezes?|gets?|goes|hangs?|has|have|hides?|hits|holds?|ignores?|includes?|invalidates?|keeps?|kills?|lacks?|leaks?|limits|lives?|locks|logs|loses?|maps|masks|matters|means?|mutates?|needs?|only|overrides?|overwrites?|owns?|pins?|points?|proxies|rate-?limits|reads|rebuilds|rejects?|relies|rely|requires?|resets?|resolves?|restarts|retries|returns?|rewrites?|rotates?|rounds?|runs?|sends|serves?|shares?|ships?|silently|sits?|skips?|sleeps|sorts?|spikes?|stalls?|stays?|stops|stores?|strips?|supports?|swallows?|takes?|talks?|throttles?|throws?|times out|treats?|triggers?|truncates?|uses?|wipes?|won(?:'|’)?t|works?|writes?)"
)
_MOMENT = (
    r"(?:right now|just now|at the moment|currently|for now|for the moment|for today|today|tonight|this (?:morning|afternoon|evening|week|time|session)|yesterday|tomorrow|in (?:a|an|the next|about|\d+) (?:\w+ )?(?:minutes?|mins?|hours?|seconds?|secs?|bit|moment|while|sec|days?)"
    r"|(?:a|one|two|few|\d+|couple of) (?:\w+ )?(?:minutes?|hours?|seconds?|days?) ago|at \d{1,2}:\d\d(?! utc).{0,80}\b(?:was|were|had)|so far|as of (?:now|\d)|in the background|until i(?:'m| am) back|brb|gonna be|will be (?:back|out|away|late)|on the (?:train|bus|phone|plane)|last night|next (?:week|month|sprint|monday|tuesday|wednesday|thursday|friday|quarter)|on (?:mon|tues|wednes|thurs|fri)day (?:we|i)|will meet|is (?:now )?(?:running|up|down|broken|red|green|failing|done|ready|finished|wrapping up|in progress|live|deployed|merged|blocked) *(?:on port|again|now|\.|\Z)|was (?:running|wrapping up|waiting|still))"
)

# ------------------------------------------------------------------------------------ vetoes

VETO_RULES: Final[tuple[Veto, ...]] = (
    Veto("question", 45, Cue(
        r"[?？]\W{0,4}\Z",
        r"\A\W{0,4}(?:what(?:'s| is| are| does| do| would)|how (?:do|does|can|should|would|come|is|are|many|much)|why (?:do|does|is|are|did)|which |who |where |is (?:it|there|this|that)|are (?:there|you|we)|do (?:you|we|i)|does |did |can (?:you|we|i)|could (?:you|we)|should (?:we|i)|would (?:you|it)|any (?:idea|thoughts|chance)|thoughts\b|explain\b|describe\b|compare\b|tell me (?:about|how|why|what)|difference between)",
        r"(?:ですか|ますか|でしょうか|吗|呢|么)[。？?]?\Z",
    )),
    Veto("task_only", 42, Cue(
        rf"\b(?:in|on|of|for|to|from|inside|within|during|with|while doing|throughout|under) (?:this|that|the (?:above|current|same|new|next)|these|those)(?! {_LASTING})(?: [\w-]+){{0,2}} (?:function|method|class|file|test|tests|variable|line|lines|loop|script|component|pr|mr|commit|branch|patch|diff|page|query|section|paragraph|button|example|call|time|task|ticket|issue|refactor\w*|change|changes|case|block|module|snippet|form|table|chart|session|conversation|chat|one|endpoint|step|part|run|migration|release|email|report|slide|doc|helper|request|fix|feature|story|review|cleanup|rewrite|notebook|cell|draft)\b",
        r"\b(?:while|when|until|before|once|after|as soon as) you(?:'re| are|'ve| have)? (?:do(?:ing)?|done|finish\w*|are (?:done|at it)|at it|commit(?:ting)? (?:this|it)|push(?:ing)? (?:this|it)|refactor\w*|merge (?:this|it)|stop|close|get to|work(?:ing)? on (?:this|that|it)|go)\b",
        r"\b(?:just (?:this once|for (?:now|this|today))|only this (?:once|time)|this once|for this (?:one|task|pr|change|commit|ticket|file|branch|release|time|refactor|session|feature|round)|(?:for|in) the (?:demo|time being|moment)|this time(?: around)?|one last thing|on line \d+|in line \d+|lines? \d+)\b",
        r"\A\W{0,4}(?:please |always |never |only |just )*(?:use|make|add|put|return|keep|call|set|write|check|do|leave|drop|move|change|log)\b[^,;:]{0,100}\b(?:here|above|below|there)[.!]?\Z",
        r"\A\W{0,4}(?:please |now |then |also |and )*(?:add|write|create|implement|build|introduce|insert) (?:a|an|the|some|another|me|one)\b(?! (?:line|note|test|changelog) (?:for|to) (?:every|each|all)\b)",
        r"\bwhile you(?:'re| are)? (?:in|at|on|touching|editing|changing) (?:there|it|that|this)\b",
        r"\bin `?[\w/.-]{0,60}\.(?:py|ts|tsx|js|jsx|go|rs|java|rb|c|cpp|h|kt|swift|sql|css|html|vue)`?\W{0,3}\Z",
        r"\A\W{0,4}(?:and |also |please |pls |ok,? |then )*(?:remember|don(?:'|’)?t forget|do not forget|make sure|be sure|ensure) (?:to|you)\b(?!.{0,80}\b(?:always|every time|whenever|each time|from now on|never)\b)",
    )),
    Veto("undecided", 33, Cue(
        r"\b(?:maybe|perhaps|not sure|unsure|no idea (?:if|whether|which)|might (?:want|be|need|make|go|have|use|try|switch|move)|(?:thinking|think|wondering|debating|toying) (?:about|of|if|whether|with)|i wonder|considering|torn (?:between|on)|leaning|undecided|(?:nothing|not|haven(?:'|’)?t|hasn(?:'|’)?t|isn(?:'|’)?t|yet to be|to be|hasn(?:'|’)?t been|not been) (?:yet |been )?(?:decided|settled|agreed|final)|tbd|what if|could (?:also |maybe |just |always )?(?:use|move|go|try|switch|do|add|be (?:nice|worth|better|an option))|should (?:we|i)\b|or should|on the fence|i guess|probably (?:should|use|go|switch|better)|we(?:'ll| will) see|let me think|still (?:open|debating|deciding|discussing|evaluating|comparing)|open question|either .{1,60} or |would it (?:make|be)|at some point|some ?day|eventually we|i suppose|it depends|pros and cons|curious (?:if|whether))",
    )),
    Veto("undecided", 29, Cue(
        r"\b(?:i (?:think|believe|feel|suspect|assume|guess)|seems? (?:like|to)|looks like|probably|apparently|in theory|my hunch|i hope|ideally|would be (?:nice|good|great|cool)|hypothes\w+|suspect\w*)\b",
    )),
    Veto("misattributed", 46, Cue(
        r"\b(?:you|the user|user) (?:(?:always|usually|seem to|clearly|really|often|generally|tend to|typically|probably|might|would|'d|also|definitely) ){0,2}(?:prefers?|likes?|wants?|loves?|hates?|favou?rs?|dislikes?|enjoys?|care|value)\b",
        r"\b(?:your|the user(?:'|’)?s) (?:preferences?|style|taste|preferred|favou?rite|usual)\b",
        r"\bi(?:'d| would|'ll| will)? (?:always |strongly |personally |generally |usually )?(?:prefer|recommend|suggest|advise|like|go with|lean|favou?r|opt|think|believe)\b",
        r"\b(?:in my (?:opinion|view|experience)|imo|imho|my (?:recommendation|preference|suggestion|advice)|personally|best practice|it(?:'|’)?s (?:generally|usually|often) (?:best|better|good|recommended)|a good (?:practice|rule))\b",
        r"\b(?:du bevorzugst|du magst|sie bevorzugen|ich (?:empfehle|würde)|tu préfères|vous préférez|je (?:recommande|te conseille|préfère)|prefieres|te gusta|recomiendo|você prefere|recomendo|preferisci|consiglio|ты предпочитаешь|вы предпочитаете|рекомендую|你(?:喜欢|偏好|更喜欢)|您(?:喜欢|偏好)|建议|お好み|あなたは.{0,20}好|おすすめ)",
    ), roles=ASSISTANT),
    Veto("narration", 34, Cue(
        r"\A[^.!?]{0,60}\bi(?:'ll| will|'m going to|'d)\b",
        r"\A\W{0,4}(?:(?:ok(?:ay)?|now|next|first|then|so|great|good|perfect|alright|right|sure|got it|done|finally|also|and|sorry|understood|yes|hmm|interesting|wait|actually)\b[,.!:; —-]{1,4}){0,3}(?:let me|let(?:'|’)?s (?:see|look|check|start|run|try|first|now|verify|add|fix|update|create)|i(?:'ll| will|'m going to| am going to|'m about to|'m| am| need to| want to| should| can(?: now)?| shall|'d)\b|we(?:'ll| will| need to| should| can| now need)\b|(?:now|next),? (?:i|we|the)\b)",
        r"\A\W{0,4}(?:looking (?:at|into|for)|checking|searching|reading|running|opening|updating|adding|fixing|creating|writing|working on|starting|moving on|investigating|exploring|reviewing|analy[sz]ing|implementing|refactoring|verifying|going to|about to|time to|trying)\b",
        r"\A\W{0,4}i(?:'ve| have)? (?:now |just |also |already |then |successfully )*(?:added|updated|fixed|removed|renamed|refactored|created|deleted|moved|implemented|bumped|modified|changed|merged|wrote|written|improved|committed|pushed|ran|run|read|checked|looked|opened|made|replaced|applied|extracted|cleaned|split|reviewed|noticed|see|saw|need|put|set|tested|verified|started|finished|completed|converted|introduced|decided|chose|picked|went with|used)\b",
        r"\A\W{0,4}(?:added|updated|fixed|removed|renamed|refactored|created|deleted|moved|implemented|bumped|modified|changed|merged|wrote|committed|pushed|completed|applied|replaced|today i|all tests pass|everything passes|here(?:'|’)?s (?:the|a|what|how i)|here (?:are|is) (?:the|a))\b",
        r"\A\W{0,4}(?:ich (?:schaue|prüfe|werde|lese|sehe|habe|starte|öffne|füge|ändere|muss)|lass mich|zuerst (?:schaue|prüfe|lese)|jetzt (?:schaue|prüfe|werde)|je (?:vais|regarde|vérifie|commence|lis|lance)|j(?:'|’)ai (?:ajouté|modifié|corrigé|mis)|laisse-moi|voy a|déjame|primero (?:voy|reviso|miro)|ahora (?:voy|reviso)|he (?:añadido|actualizado|corregido)|vou |deixe-me|primeiro vou|agora vou|atualizei|adicionei|corrigi|ora |adesso |per prima cosa|controllo|vado a|ho (?:aggiunto|aggiornato|corretto)|сейчас |давайте |я (?:посмотрю|проверю|добавил|обновил|исправил)|посмотрим|让我|我(?:来|先|会|将|已经|已)|现在(?:我|来)|首先|接下来|まず|次に|これから)",
        r"(?:確認します|見てみます|調べます|修正します|更新します|始めます|実行します|追加しました|修正しました|更新しました|了解しました)",
    ), roles=ASSISTANT),
    Veto("general_knowledge", 31, Cue(
        r"\A\W{0,4}(?:a|an) [\w -]{2,40} (?:is|are|takes|allows|lets|refers|means|works)\b",
        r"\b(?:in general|generally speaking|typically|refers to|is a (?:type|kind|form|way|language|tool|pattern|technique|design|data structure|method|protocol|library|framework)|for example, )\b",
    ), roles=ASSISTANT),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:(?:ok(?:ay)?|now|next|first|then|so|great|good|please|pls|and|also|just|hey|hi|thanks|cool|yes|no|actually|alright|go ahead and|quickly|kindly)\b[,.!: —-]{1,3}){0,4}"
        r"(?:rename|fix|add|open|run|re-?run|check|show|update|remove|delete|refactor|move|create|make|change|look|find|explain|implement|test|push|commit|merge|deploy|convert|generate|list|print|read|replace|revert|restart|review|set|sort|split|summari[sz]e|try|translate|undo|install|upgrade|bump|clean|extract|inline|debug|investigate|search|grep|tell|give|help|draft|compare|start|stop|build|format|document|comment|type|paste|copy|download|upload|import|export|apply|rebase|squash|cherry-pick|tag|release|verify|confirm|wire|hook|port|migrate|rewrite|finish|continue|do|bring|put|pull|clone|close|ping|send|wait|let me|take|turn|drop|ship|go|call|handle|optimi[sz]e|simplify|mock|stub|pick|ignore|use)\b",
        r"\b(?:can|could|would|will) you\b|\bi(?:'d like| want| need| would like)(?: you)? to\b|\bplease (?!always|never|don|avoid|keep|stop|no\b)\w+",
        r"\b(?:todo|fixme)\b",
    ), roles=USER),
    Veto("moment", 33, Cue(r"\bwhen(?:ever)? i (?:click|submit|run|open|press|try|load|save|log|call|hit|type|scroll|use|do|start|build|deploy|push)\b"), roles=USER),
    Veto("moment", 28, Cue(rf"\b{_MOMENT}\b")),
    Veto("myself_now", 26, Cue(
        r"\A\W{0,4}(?:\w+[, ]{1,2}){0,2}i(?:'m| am) (?:\w+ing|on|at|in|back|here|done|stuck|tired|off|out|late|not sure|so|going|about|just|still|a (?:bit|little))\b",
        r"\A\W{0,4}(?:\w+[, ]{1,2}){0,2}i(?:'ve)? (?:just|tried|pushed|ran|got|see|saw|need|want|did|made|added|updated|fixed|merged|committed|started|finished|changed|wrote|opened|deployed|restarted|looked|checked|will|was|went|had|couldn(?:'|’)?t|can(?:'|’)?t (?:find|see|get|open|reproduce|remember))\b",
        r"\A\W{0,4}i(?:'ll|'d love)\b",
        r"\b(?:you|your)(?:'ve| have)? (?:missed|forgot|broke|made|added|wrote|changed|did|said|got)\b",
        r"\A\W{0,4}(?:this|that|it|there|these|those|they|here)(?:'s| is| was| are|'re| has| looks| seems| still| doesn(?:'|’)?t| does| did| didn(?:'|’)?t| fails| works| isn(?:'|’)?t| crashes| should)\b",
        r"\b(?:the|my|your) (?:[\w-]+ ){0,2}(?:tests?|build|pr|diff|branch|code|output|result|change|fix|script|error) (?:is|are|was|were|looks?|seems?|still|fails?|failed|doesn(?:'|’)?t|broke|works|worked|passes)\b",
    ), roles=USER),
    Veto("small_talk", 27, Cue(
        r"\A\W{0,4}(?:good (?:morning|afternoon|evening|night)|hi\b|hello|hey\b|haha|lol|have a (?:good|nice|great)|see you|enjoy|happy (?:friday|monday|birthday|new|holidays)|welcome back|how are you|what a |nice weather|guten (?:morgen|tag|abend)|hallo|bonjour|salut|bonne|hola|buenos|buenas|bom dia|boa|olá|oi\b|ciao|buon|привет|добр|здравств|你好|早上好|晚上好|哈哈|おはよう|こんにち|お疲れ)",
        r"\b(?:weekend|lunch|coffee|weather|vacation|birthday|long day|football|movie|dinner|breakfast|my (?:kids?|cat|dog|wife|husband|partner))\b",
    )),
    Veto("secret", 27, Cue(r"\[REDACTED\]")),
    Veto("reported", 27, Cue(r"\b(?:says?|said|according to|as per|states?|reads|quote|wrote|the (?:docs?|documentation|manual|article|blog|readme) (?:say|mention|recommend|suggest|state)s?)\b")),
    # ------------------------------------------------------------ other languages
    Veto("undecided", 33, Cue(
        r"\b(?:vielleicht|eventuell|nicht sicher|unsicher|überlege|überlegen noch|könnten wir|sollten wir|mal sehen|noch offen|noch nicht entschieden|wahrscheinlich|ich glaube|ich denke)\b"), lang="de"),
    Veto("undecided", 33, Cue(
        r"\b(?:peut-être|pas (?:encore )?sûre?s?|j(?:'|’)hésite|on (?:pourrait|devrait)|faudrait-il|on verra|à voir|pas encore décidé|je (?:pense|crois|me demande)|probablement)\b"), lang="fr"),
    Veto("undecided", 33, Cue(
        r"\b(?:quizás?|tal vez|no est(?:oy|amos) segur[oa]s?|a lo mejor|podríamos|deberíamos|ya veremos|no hemos decidido|sin decidir|creo que|dudo|probablemente)\b"), lang="es"),
    Veto("undecided", 33, Cue(
        r"\b(?:talvez|não (?:tenho|temos) certeza|não sei se|poderíamos|deveríamos|a gente podia|vamos ver|ainda não decidi\w*|acho que|em dúvida|provavelmente)\b"), lang="pt"),
    Veto("undecided", 33, Cue(
        r"\b(?:forse|non (?:sono|siamo) sicur[oai]|magari|potremmo|dovremmo|vedremo|non abbiamo (?:ancora )?deciso|penso che|credo che|indecis[oi]|probabilmente)\b"), lang="it"),
    Veto("undecided", 33, Cue(
        r"(?:может быть|возможно|не уверен|наверное|думаю|стоит ли|может,|ещё не решили|пока не решили|посмотрим|сомнева)"), lang="ru"),
    Veto("undecided", 46, Cue(
        r"(?:かもしれ|迷って|まだ決め|検討中|どうしよう|かな[。ぁ]?|思います|悩んで)"), lang="ja"),
    Veto("undecided", 46, Cue(
        r"(?:也许|可能(?:应该|可以|要|会)|或许|不确定|还没(?:决定|想好)|要不要|考虑(?:一下|中|用)|犹豫|我觉得|再说吧)"), lang="zh"),
    Veto("task_only", 42, Cue(
        r"\b(?:in dieser|in diesem|in der (?:aktuellen|obigen)|für diese[ns]?|diesmal|nur (?:dieses mal|heute|jetzt)|denk(?:e)? daran|vergiss nicht|bevor du fertig|wenn du fertig) ?(?!repo|projekt|team|codebase)\w*"), lang="de"),
    Veto("task_only", 42, Cue(
        r"\b(?:dans (?:cette|ce|cet)|pour (?:cette|ce|cet)|cette fois|n(?:'|’)oublie(?:z)? pas|pense à|souviens-toi de|quand tu auras fini|avant de (?:finir|terminer)) ?(?!dépôt|repo|projet|équipe)\w*"), lang="fr"),
    Veto("task_only", 42, Cue(
        r"\b(?:en est[ae]|para est[ae]|esta vez|no (?:te )?olvides|recuerda (?!que)|acuérdate|cuando termines|antes de terminar|por esta vez) ?(?!repo|proyecto|equipo)\w*"), lang="es"),
    Veto("task_only", 42, Cue(
        r"\b(?:nest[ae]|para est[ae]|desta vez|dessa vez|não (?:se )?esqueça|lembre-se de|lembra de|quando terminar|antes de terminar|só (?:desta|dessa) vez) ?(?!repo|projeto|equipe|time)\w*"), lang="pt"),
    Veto("task_only", 42, Cue(
        r"\b(?:in quest[aoe]|per quest[aoe]|stavolta|questa volta|non dimenticare|ricordati di|ricorda di|quando hai finito|prima di finire) ?(?!repo|progetto|team)\w*"), lang="it"),
    Veto("task_only", 42, Cue(
        r"(?:в этой (?:функции|ветке|задаче|строке)|в этом (?:файле|тесте|классе|методе|коммите|пр)|на этот раз|не забудь|только сейчас|когда закончишь)"), lang="ru"),
    Veto("task_only", 42, Cue(
        r"(?:この(?:関数|ファイル|テスト|変数|行|クラス|メソッド|PR|コミット|ブランチ|タスク)|今回(?:だけ|は)|忘れずに|終わったら|ここ(?:で|は|を|に))"), lang="ja"),
    Veto("task_only", 42, Cue(
        r"(?:这个(?:函数|文件|测试|变量|类|方法|PR|提交|分支|任务|脚本|页面)|这(?:一)?行|这次|本次|别忘了|记得(?:先|要|跑|运行|提交|把)|完成后|这里)"), lang="zh"),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:bitte |jetzt |dann |und |kannst du |könntest du )*(?:benenne|füge|öffne|starte|führe|prüfe|zeig\w*|lösche|entferne|ändere|mach\w*|schreib\w*|erstelle|schau|teste|korrigiere|behebe|lies|such\w*|fix\w*|kannst du|könntest du)\b"), lang="de", roles=USER),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:maintenant |puis |et |s(?:'|’)il te plaît,? |peux-tu |tu peux )*(?:renomme|ajoute|ouvre|lance|vérifie|montre|supprime|corrige|change|modifie|crée|écris|regarde|exécute|fais|lis|cherche|peux-tu|tu peux|pourrais-tu)\b"), lang="fr", roles=USER),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:ahora |luego |y |por favor,? |puedes )*(?:renombra|agrega|añade|abre|ejecuta|corre|revisa|muestra|muéstrame|borra|elimina|corrige|arregla|cambia|crea|escribe|mira|haz|lee|busca|puedes|podrías)\b"), lang="es", roles=USER),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:agora |depois |e |por favor,? |você pode |pode )*(?:renomeie|renomeia|adicione|adiciona|abra|abre|execute|rode|roda|verifique|verifica|mostre|mostra|apague|remova|corrija|corrige|mude|altere|crie|cria|escreva|olhe|olha|faça|faz|leia|procure|você pode|pode)\b"), lang="pt", roles=USER),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:ora |adesso |poi |e |per favore,? |puoi )*(?:rinomina|aggiungi|apri|esegui|lancia|controlla|verifica|mostra|mostrami|cancella|rimuovi|correggi|cambia|modifica|crea|scrivi|guarda|fai|leggi|cerca|sistema|puoi|potresti)\b"), lang="it", roles=USER),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:теперь |потом |и |пожалуйста,? )*(?:переименуй|добавь|открой|запусти|проверь|покажи|удали|исправь|измени|создай|напиши|посмотри|сделай|прочитай|найди|поправь|обнови)"), lang="ru", roles=USER),
    Veto("directive", 26, Cue(
        r"(?:して(?:ください|くれ|もらえ|ほしい)|てください|見せて|直して|追加して|変更して|お願い)"), lang="ja", roles=USER),
    Veto("directive", 26, Cue(
        r"\A\W{0,4}(?:请|帮我|现在|然后|先|麻烦)?(?:把|将|给我|帮我|看看|看一下|检查一下|运行|跑一下|打开|修复|修改|添加|删除|重命名|写一个|解释|显示|生成|创建|更新一下)"), lang="zh", roles=USER),
    Veto("moment", 28, Cue(r"\b(?:gerade|im moment|heute|gestern|morgen früh|momentan|derzeit|in einer stunde|gleich)\b"), lang="de"),
    Veto("moment", 28, Cue(r"\b(?:en ce moment|aujourd(?:'|’)hui|hier|demain|pour l(?:'|’)instant|tout à l(?:'|’)heure|actuellement)\b"), lang="fr"),
    Veto("moment", 28, Cue(r"\b(?:ahora mismo|en este momento|hoy|ayer|mañana por|por ahora|actualmente|dentro de un rato)\b"), lang="es"),
    Veto("moment", 28, Cue(r"\b(?:agora mesmo|neste momento|no momento|hoje|ontem|amanhã|por enquanto|atualmente|daqui a pouco)\b"), lang="pt"),
    Veto("moment", 28, Cue(r"\b(?:in questo momento|oggi|ieri|domani|per ora|attualmente|tra poco|proprio ora)\b"), lang="it"),
    Veto("moment", 28, Cue(r"(?:сейчас|сегодня|вчера|завтра|пока что|в данный момент)"), lang="ru"),
    Veto("moment", 28, Cue(r"(?:今(?:は|から|日|夜)|現在|昨日|明日|さっき|とりあえず)"), lang="ja"),
    Veto("moment", 28, Cue(r"(?:现在|目前|今天|昨天|明天|刚才|刚刚|暂时|马上)"), lang="zh"),
)

# -------------------------------------------------------------------------------- statements

_IMPERATIVE_LEAD = r"\A\W{0,4}(?:(?:please|pls|and|so|also|but|oh|ok(?:ay)?|btw|by the way|one (?:more )?thing|remember|note|reminder|rule|fyi|important|for the record|remember this|for future reference|hey|just|plus|again|yes|no|again|fyi|seriously|note for later|note to self|going forward|in general|generally)\b[,:;.! —–-]{1,4}){0,3}"

PLAIN: Final = 20
STATEMENT_RULES: Final[tuple[Statement, ...]] = (
    # ------------------------------------------------------------ a standing wish or rule
    Statement("personal_preference", "preference", 36, Cue(
        r"\bi(?:'d| would)? (?:really |much |strongly |always |generally |usually |still |vastly |definitely |also |do )*(?:prefer(?!red)|rather (?:have|see|not|you (?:not|always|never|only|keep|ask|use|write)|we|use|keep|read|get|work))\b",
        r"\bmy (?:strong |personal |general )?(?:preference|preferred [\w ]{2,30}|default [\w ]{2,20}|go-to [\w ]{2,20}) (?:is|are|would be)\b",
        r"\A\W{0,4}call me \w+|\bmy (?:name|pronouns|timezone|time zone|locale|editor|shell|os|keyboard) (?:is|are)\b",
    )),
    Statement("personal_taste", "preference", 31, Cue(
        r"\bi (?:really |absolutely |truly |strongly |just |generally |personally |always |do not |don(?:'|’)?t )*(?:hate|dislike|can(?:'|’)?t stand|love|enjoy|like|want|need|care for|appreciate|value|find) (?!(?:that|this|it|you|the|to|a|an|how|your)\b)[\w']+",
        r"\bi (?:really |absolutely |generally )?(?:hate|dislike|can(?:'|’)?t stand|don(?:'|’)?t (?:like|want|need)|like|love|appreciate) (?:it when|when|the (?:word|phrase|habit)|being|having|to (?:see|read|review|keep|be|have|work|get)|you (?:to |adding|using|writing|apologi\w+))\b",
        r"\b(?:annoys|bugs|bothers|irritates|distracts) me\b|\b(?:pet peeve|drives me (?:nuts|crazy|mad))\b",
        r"\bworks (?:best|better) for me\b|\bis easier for me\b|\bhelps me\b",
    )),
    Statement("standing_wish", "standing", 35, Cue(
        r"\b(?:from (?:now|here|this point|today) on(?:wards?|ward)?|going forward|henceforth|from now|as of today|in (?:the )?future|for (?:all )?future \w+)\b",
        r"\b(?:whenever|every time|each time|any time|anytime) (?:you|we|i|someone|somebody|anyone|there(?:'|’)?s)\b",
        r"\bas a (?:general )?(?:rule|matter of (?:course|policy)|standing (?:rule|order))\b|\bby default\b|\bstanding (?:rule|order|instruction)\b|\bpermanently\b",
        r"\bi (?:always|never) want\b|\b(?:want|need|expect|like) you to (?:always|never|only)\b|\byou (?:should|must|can) (?:always|never)\b",
    )),
    Statement("standing_order", "standing", 31, Cue(
        _IMPERATIVE_LEAD + r"(?:always|never|don(?:'|’)?t ever|do not ever|under no circumstances|at no point|only ever)\b",
        r"[,;:—–] (?:and |but |so )?(?:please )?(?:always|never)\b",
        _IMPERATIVE_LEAD + r"(?:stop|quit|avoid|no more) (?:[\w-]+ing|using|the|all|any)\b.{2,}",
        r"\A\W{0,4}(?:please )?(?:when|if) (?:you(?:'re| are)?|answering|writing|reviewing|explaining|generating|naming|creating|adding|something)\b[^,]{2,80}, ?(?:then )?(?:please )?(?:always|never|do|don(?:'|’)?t|use|ask|show|give|put|tell|write|keep|skip|include|explain|start|stop|just|say|add|prefer|make|link|leave|run|mention|i want|i(?:'d| would) like)\b",
        r"[,.;:] always[.!]?\Z|\bno exceptions\b",
    )),
    Statement("always_never", "standing", 24, Cue(r"\b(?:always|never)\b(?! mind)")),
    # ------------------------------------------------------------ decisions
    Statement("decided", "decision", 38, Cue(
        rf"\b(?:{_WE}|they|(?:the |our )?(?:board|cto|ceo|management|leadership|product|legal|security|client|customer|boss|pm|architects?|committee|guild|owners?)|[a-z]+ and (?:i|me|[a-z]+))(?:'ve|'re|'d| have| had| are| were)? (?:(?:finally|also|all|just|both|now|already|eventually|ultimately|jointly|deliberately|explicitly|collectively|unanimously|instead|been|then|officially|consciously) )*(?:decided|chose|chosen|picked|agreed (?:to|on|that|with)|settled (?:on|for)|opted|went with|going with|rejected|ruled out|committed to|landed on|signed off on|voted|concluded)\b",
        r"\b(?:decision|decided|verdict|resolution|agreed|outcome|adr|final call)\s?(?:\([^)]{1,40}\)\s?)?[:—–-]\s?\S",
        r"\b(?:the|our|final|my|architecture|design) decision (?:is|was|stands|to|from|in|on)\b|\bthe call is\b|\bit was (?:decided|agreed)\b|\b(?:was|were|been|got) (?:chosen|picked|selected|rejected|ruled out) (?:over|because|as|for|since|instead|due)\b",
    ), roles=BOTH),
    Statement("my_decision", "decision", 38, Cue(
        r"\bi(?:'ve| have)? (?:(?:finally|just|now|already) )*(?:decided|chose|chosen|picked|settled on|opted|went with|ruled out|rejected|made up my mind)\b",
        r"\A\W{0,4}(?:decided|chose|picked|settled on|opted for|going with|went with|sticking with|staying with|staying on|ruled out|rejected)\b",
    )),
    Statement("changing_course", "decision", 37, Cue(
        r"\b(?:we|the team|they|[a-z]+ team)(?:'re| are|'ve| have|'ll be| will be|'d|)(?: (?:now|just|also|finally|officially|been))? ?(?:are |will )?(?:switching|moving|migrating|dropping|sticking|staying|standardi[sz]ing|replacing|retiring|sunsetting|deprecating|keeping|adopting|going|consolidating|freezing|postponing|skipping|removing|not (?:going|using|adopting|supporting|moving|migrating|doing|building)|abandon(?:ing|ed)|switched|moved|migrated|dropped|standardi[sz]ed|replaced|retired|deprecated|adopted|ditched|killed|kept|postponed|froze)\b.{0,120}(?:" + _REASON + r"| to | from | with | on | over | instead|\Z)",
        r"\blet(?:'|’)?s (?:just )?(?:go with|settle on|settle for|stick (?:with|to)|standardi[sz]e|stay (?:with|on)|adopt|commit to)\b",
        r"\blet(?:'|’)?s (?:not )?(?:use|keep|drop|switch|move|avoid|do|skip|build|host|put|store|make|have|leave|split|postpone|defer|wait|start)\b.{2,160}(?:\b(?:because|since|so that|to avoid|otherwise)\b|[;—–])",
    )),
    Statement("weighed_choice", "decision", 32, Cue(
        r"\b(?:instead of|rather than|over|not) \S.{1,80}(?:\b(?:because|since|so that|to avoid)\b|[;—–:])",
        r"\A\W{0,4}(?:use |we use |we(?:'ll| will) (?:use|go with|keep|stay|take) |take |keep |going with |go with |definitely |the )?[\w.+/#-]+(?: [\w.+/#-]+){0,4},? (?:because|since)\b",
        r"\A\W{0,4}(?:use |we use |we(?:'ll| will) |take |keep |go with |going with )?[\w.+/#-]+(?: [\w.+/#-]+){0,3} (?:over|instead of|rather than) [\w.+/#-]+(?: [\w.+/#-]+){0,3}(?: (?:for|as|on|in) [\w.+/# -]{2,50})?(?:[,;:.—–]| - |\Z)",
        r"\bwe(?:'ll| will)(?: not|n't)? (?:go with|use|stay (?:on|with)|keep|stick (?:to|with)|build|host|run)\b.{2,120}\b(?:because|since|so that|to avoid|instead)\b",
        r"\b(?:won|lost|beat) (?:out )?(?:over|to|against|because)\b|\btrade-?off\b.{0,60}\b(?:accept|worth)\b|\bnot worth\b",
    )),
    Statement("course_uncued", "decision", 25, Cue(
        r"\b(?:stays?|remains?|is staying|is moving|moves|switch(?:es)?) (?:on|with|as|in|to|off|a) .{1,60}(?:[;:—–]| - |, (?:the|it|we|nobody|too|that|rewriting|switching|moving)|\b(?:because|since|until)\b)",
        r"\b(?:is|are) (?:off|off the table|on hold|cancelled|canceled|dead|out|dropped|scrapped|shelved|postponed)\b[,.;:—–]",
        r"\A\W{0,4}[\w.+/-]+(?: [\w.+/-]+){0,2} (?:only|for new \w+(?: \w+)?)[.;] ?.{12,}",
        r"\A\W{0,4}no [\w.+-]+(?: [\w.+-]+){0,3} (?:for|in|on) (?:this|the|our) (?:product|project|app|release|mvp|v\d|version|first|next|launch|team|rewrite|prototype|pilot|beta|platform|system)\b",
    )),
    Statement("course_uncued", "decision", 21, Cue(
        r"\blet(?:'|’)?s (?:use|do|keep|have|target|support|host|store)\b.{4,}",
        r"\bwe(?:'ll| will)(?: only| not)? (?:use|support|go|keep|stay|host|store|target|build|buy)\b",
        r"\b(?:is|are) (?:out|off the table|in scope|out of scope|a non-goal|non-goals|the way to go|our choice|not an option)\b",
    )),
    # ------------------------------------------------------------ conventions
    Statement("named_rule", "convention", 37, Cue(
        r"\b(?:our|the|team|house|project|repo|naming|coding|code|branch\w*|style|another|a) (?:\w+ )?(?:conventions?|rules?|polic(?:y|ies)|standards?|guidelines?|agreement)\b(?: (?:for|on|about|in|around|here|at|of|across|regarding)\b[^:,.]{0,60})? ?(?:is|are|says?|requires?|forbids?|:|—|-)",
        r"\A\W{0,4}(?:convention|rule|policy|house rule|team rule|naming|standard|guideline)s?(?: here)?\s?[:—–]",
        r"\bby convention\b|\bhouse style\b|\b(?:is|are) (?:strictly )?(?:forbidden|banned|mandatory|off-limits|prohibited|disallowed|not allowed|not permitted|required|obligatory|compulsory|enforced|a must|a no-go|verboten)\b",
    )),
    Statement("rule_for_all", "convention", 34, Cue(
        r"\b(?:anything|everything|anyone|whoever)(?: [\w/.'-]+){0,5}? (?:must|should|shall|ha(?:s|ve) to|needs? to|goes|gets)\b",
        r"\A\W{0,4}(?:all|every|each|any|new|public) [\w/.'-]+(?: [\w/.'-]+){0,2}? (?:has|have|ships?|returns?|carry|carries|contains?|exposes?|follows?|extends?|implements?|comes?|lands?) ",
        r"\b(?:all|every|each|any|no|new|public|both) [\w/.'-]+(?: [\w/.'-]+){0,5}? (?:must(?:n(?:'|’)?t)?|should(?:n(?:'|’)?t)?|shall|ha(?:s|ve) to|needs?(?: to)?|may(?: not)?|gets?|goes?|requires?|carr(?:y|ies)|starts? with|ends? with|lives?|belongs?|uses?|ships? with|comes? with|is written|are written|is named|are named)\b",
        r"\b(?:must|should|shall|may|can) (?:always|never|only|not)\b(?! be (?:the|it))",
        r"\bmust(?:n(?:'|’)?t)? (?:not )?(?:be|have|use|go|include|pass|start|end|live|match|follow|contain|carry|come|stay|run|declare|expose|set|return|support|log|never)\b",
        r"\bnobody (?:\w+ )?(?:pushes|merges|deploys|commits|touches|edits|releases)\b|\bno (?:direct )?(?:pushes|commits|merges|deploys|deployments|releases|raw|print|todo|wildcard|default exports?)\b.{0,60}\b(?:to|on|in|after|before|without|outside|code|statements?|imports?|allowed)\b",
    )),
    Statement("what_we_do", "convention", 33, Cue(
        rf"\b{_WE}(?: (?:all|only|always|never|generally|usually|normally|don(?:'|’)?t|do not|ever|exclusively|consistently|strictly|don(?:'|’)?t ever|typically))* (?:use|name|write|put|keep|store|prefix|suffix|tag|require|follow|version|squash|format|document|indent|branch|pin|log|mock|avoid|stick to|commit|merge|push|ship|release|deploy|review|import|export|test|sort|wrap|return|throw|raise|handle|call|treat|spell|quote|separate|group|enforce|ban|expect|lint|check in|vendor|generate|annotate|type)\b(?! (?:it|this|that) (?:now|today|here))",
        rf"\b(?:in|across|throughout|within|for|on) (?:this|our|the(?: whole| entire)?) (?:[\w-]+ )?{_LASTING[:-1]}|code)\b.{{2,}}\b(?:must|should|use|uses|are|is|go|goes|need|never|always|only|don(?:'|’)?t)\b",
        r"\A\W{0,4}(?:on|in|at|for|across|within) our (?:team|company|project|repos?|codebase|org\w*|group|department|services?|shop)\b",
        r"\baround here\b|\bon this team\b|\bover here we\b|\bat (?:our|this) (?:company|shop)\b",
    )),
    Statement("rule_shape", "convention", 23, Cue(
        r"\A\W{0,4}[\w.`/*-]+(?: [\w.`/*-]+){0,3}, (?:not|never|no) [\w.`/*-]+(?: [\w.`/*-]+){0,3}(?:,|\.|;| (?:in|for|on|across|everywhere|throughout|within|when|at)\b|\Z)",
        r"\A\W{0,4}(?:[a-z-]+ ){0,2}(?!(?:was|is|this|has|its|does|always|yes|thanks|sometimes|lets|tests)\b)[a-z-]{3,}s (?:(?:always|never|only) )?(?!(?:are|were|have|had|was|will|in|on|of|from|with|and|or|for|to|at|by|live|fail|break|arrive|expire|come)\b)[a-z]+(?<!ed)(?<!ing)(?<!s) (?:with|without|in|under|to|at|as|from|by|on|after|before|a|an|the|lowercase|uppercase)\b",
        r"\A(?:[^,]{3,60}, |\W{0,4})only (?:the |an? )?[\w-]+(?: [\w-]+){0,3} (?:may|can|tags?|merges?|deploys?|pushes|releases?|approves?|logs?|touch(?:es)?|writes?|owns?|edits?|gets?)\b",
        r"\A\W{0,4}we (?!are|have|had|were|was|need|should|could|can|will|would|must|want|think|just|still|might|may|also|got|see|saw|did|do|were|hit|lost|found|tried|talked|met|went|came|look|shall|won)[a-z]+(?<!ed) \S",
        r"\A\W{0,4}(?:\w+: )?[\w.+-]+(?: [\w.+-]+)? for [\w.+-]+(?: [\w.+-]+)?, (?:and )?[\w.+-]+(?: [\w.+-]+)? for [\w.+-]+",
        r"\A\W{0,4}(?:one|exactly one|a single|at most (?:one|\w+)|max(?:imum)? \d+|two) [\w ./-]{2,60} (?:per|for each|for every)\b",
        r"\A\W{0,4}(?:no|only|zero) (?!need|problem|idea|worries|one|rush|more|longer|change|changes|thanks|errors?|issues?|luck|clue|way)[\w`./-]+(?: [\w`./-]+){0,8}",
        r"\b(?<!to )(?<!will )(?<!you )(?<!can )(?<!ll )(?<!\bi )(?:go(?:es)?|lives?|belongs?|sits?|stays?|are kept|is kept|land|lands) (?:in|under|into|at|through|behind|next to|below|to|on|inside|outside|via) \S",
        r"\b(?:is|are|gets?) (?:\w+ly |only |all )?(?:stored|named|kept|written|prefixed|suffixed|formatted|spelled|versioned|tagged|generated|sorted|grouped|squashed|reviewed|signed|pinned|logged|defined|declared|documented|expressed|represented|encoded|passed|validated|done|merged|cut|released|published|handled|managed|mocked|numbered|capitali[sz]ed|indented|removed|deleted|archived|rotated) (?:\w+ )?(?:in|as|by|under|with|through|via|to|at|within|after|before|on|per|from|using|every|only|for|against|behind|like|everywhere)\b",
        r"\A\W{0,4}[a-z][\w/-]*(?: [\w/-]+){0,2}s (?:are|come|use|start|end|follow|carry|get) (?:always |only |in |with |from |all )?(?:`|JSON|ISO|UTC|UUID|snake|camel|kebab|upper|lower|plural|singular|integer|string)",
        r"\b(?:everywhere|across the board|throughout|in all (?:services|repos|modules|packages|cases|files)|consistently)\b",
        r"\A\W{0,4}(?:use|prefer|keep|avoid|write|name|put|format|wrap|indent|prefix|prefer) .{2,120}\b(?:above|below|under \d|over \d|at least|at most|all|every|any|everywhere|throughout|consistently|across|whenever|unless|only|never)\b",
        r"\b(?:need|needs|require|requires) (?:\w+ )?(?:approvals?|reviews?|reviewers?|sign-?off|a ticket|an? (?:adr|rfc|owner|changelog|test|migration|label|design doc|feature flag))\b",
    )),
    # ------------------------------------------------------------ insights
    Statement("cause_found", "insight", 37, Cue(
        r"\b(?:turns? out|turned out|it transpires|as it turned out)\b",
        r"\b(?:the |our |its |actual |real |underlying |true )*(?:root cause|culprit)\b.{0,80}\b(?:was|is|were|turned|came|:)|\broot cause(?: \w+){0,3} ?[:—–-]|\broot-caused\b",
        r"\bthe (?:\w+ ){0,3}(?:cause|reason|problem|issue|bug|fix|trick|catch|gotcha|leak|slowdown|outage|failure|failures|crash|crashes|hang|error|errors|timeouts?|flakiness|regression|spike|spikes|deadlock|delay|mismatch|nans?)\b[^,.;]{0,80}\b(?:was(?:n(?:'|’)?t)?|were|came|comes|turned out|stemmed|originated|boiled|traced)\b(?! (?:fixed|running|wrapping|waiting|still|merged|deployed|resolved|done|assigned|closed|in progress|reported|opened))",
        r"\b(?:was|were|is|are|got|been) (?:actually |really |all |being |mostly |in fact |indirectly )?caused by\b|\b(?:was|were) (?:all |actually |really )?(?:due to|down to|because|the result of|triggered by)\b|\b(?:came|comes|stemmed|stems|originated|resulted) from\b|\btraced (?:it |this |that |the \w+ )?(?:back )?to\b|\bboils? down to\b",
        r"\b(?:lessons?(?: learned| learnt)?|takeaway|learnings?|post-?mortem|key finding|findings?|gotcha|pitfall|insight|root cause|discovery|til|today i learned|heads[- ]up|fyi|watch out|beware|caveat|pro ?tip)\b ?(?:\w+ ){0,3}?[:—–,-]",
        r"\b(?:we|i|dana|they|ops|support)(?:'ve| have)? (?:finally |just |also |eventually |recently |since )*(?:learned|learnt|found out|figured out|discovered|realized|realised|tracked (?:it|this|that|the \w+) (?:down )?to|established|confirmed that|noticed that|found that|verified that|measured)\b",
        r"\bthe (?:trick|secret|key|catch|gotcha|fix|solution|workaround|only way|thing) (?:to \w+[^.]{0,60} )?(?:is|was|that worked)\b",
        r"\b(?:that(?:'|’)?s|which is|this is|that is|that was|which was|hence) (?:also |exactly |actually |probably )?why\b|\bexplains why\b|\bwhat (?:actually |really )?(?:fixed|broke|caused|happened|helped|worked|solved)\b.{0,60}\b(?:was|is)\b",
    ), roles=BOTH),
    Statement("cause_given", "insight", 31, Cue(
        r"\b(?:failed|fails|broke|breaks|crashed|crashes|hung|hangs|timed out|times out|stalled|leaked|leaks|dropped|drops|slow|slower|flaky|flaked|lost|missing|wrong|empty|deadlocked|deadlocks|rejected|rejects|exhausted|exploded|spiked|doubled|silently|oom\w*|out of memory|nan|stuck|stale|corrupt\w*|duplicated?|never (?:hit|ran|fired|worked|matched)|did(?:n't| not) (?:work|start|fire|load|run|match)|does(?:n't| not) (?:work|start|fire|load|run|match|scale))\b.{0,120}\b(?:because|since|as soon as|due to|whenever|when|unless|until|if)\b",
        r"\b(?:because|since|due to|whenever|when|unless|until|if)\b.{2,120}\b(?:fail(?:s|ed)?|br(?:oke|eaks)|crash(?:es|ed)|hung|hangs?|time(?:s|d) out|stall(?:s|ed)|leak(?:s|ed)?|drop(?:s|ped)|deadlock(?:s|ed)?|reject(?:s|ed)|exhaust(?:s|ed)|explodes?|spikes?|silently|stuck|corrupts?|duplicates?|errors?|gets? lost|loses)\b",
    )),
    Statement("cause_stated", "insight", 32, Cue(
        r"\b(?:failed|broke|crashed|hung|hangs|timed out|stalled|leaked|happen(?:s|ed)|occur(?:s|red)|was (?:slow|empty|missing|null|stale|wrong|stuck|flaky|lost|rejected|skipped|ignored)|never (?:hit|ran|fired|matched)|did(?:n't| not) (?:work|start|fire|load|run|match))\b(?!.{0,40}\bi\b).{0,120}\b(?:because|since|due to|as)\b(?! i\b)",
        r"\A(?!\W{0,4}(?:i|we)\b)[^.]{3,80}\b(?:was|were) (?:so |too |very |always |often )?(?!i\b)\w+ because\b(?! i\b)",
        r"\A\W{0,4}(?:confirmed|found it|found the \w+|got it|figured it out|diagnosis|verified|explained|mystery solved|conclusion)\s?[:.!—–-]\s?.{12,}",
    ), roles=ASSISTANT),
    Statement("announced_fact", "insight", 36, Cue(
        _IMPERATIVE_LEAD + r"(?:fyi|heads[- ]up|til|psa|warning|careful|gotcha|worth knowing|good to know|watch out|beware)\b[^?]{12,}",
        r"\b(?:worth knowing|good to know|known (?:issue|limitation|quirk))\s?[:—–-]",
    ), roles=BOTH),
    Statement("known_fact", "insight", 31, Cue(
        _IMPERATIVE_LEAD + r"(?:remember|note|keep in mind|bear in mind|be aware|just so you know|for context|good to know|worth knowing|mind you|know) that\b",
        r"\b(?:keep in mind|bear in mind|be aware|worth knowing|good to know|just so you know|known (?:issue|limitation|bug|quirk)|undocumented|under the hood|behind the scenes|counter-?intuitive\w*|surprisingly|despite what|contrary to|in practice|in reality)\b",
    )),
    Statement("consequence", "insight", 22, Cue(
        r"(?:,|;| -| —| –) ?(?:so|meaning|which means|hence|thus|therefore|and that(?:'|’)?s why|otherwise|or else|even (?:if|though|when)|while|whereas|except|unless|until|because|but only|and only|not)\b.{6,}",
        r"\b(?:which means|means that|as a result|therefore|otherwise|or else|without which|even if|even though|as long as|only (?:works?|runs?|accepts?|when|if|after|from|on|via|supports?|applies|fires)|unless|because)\b",
        r"\A\W{0,4}(?:when|if|whenever|once|after|unless|without|until|as soon as|above|below|beyond|during|on|between|with|behind|under) [^,]{3,90}, ?\S.{6,}",
    )),
    Statement("how_it_behaves", "insight", 21, Cue(
        rf"\A\W{{0,4}}(?!(?:i|you|let|can|could|would|should|please|this|it|that|there|what|why|how|who|he|she|nobody|does|do|is|are|don(?:'|’)?t|only)\b)(?=\W{{0,4}}\S+ \S+ \S+ \S)[\w`'’\"./*@#-]+(?: [\w`'’\"./*@#()+-]+){{0,11}}?,? (?:also |still |only |silently |actually |automatically |sometimes |often |quietly |implicitly |both )?{GENERIC_VERB}\b(?: |\Z)",
        # The grammar of the generic: a definite or bare-plural subject and a verb in the present.
        r"\A\W{0,4}(?:the|our|their|each|every|any|most|some|all|both|no|old|new|only) (?:[\w'’./-]+ ){1,6}?(?!(?:is|was|has|does|this|its|always|yes|us|as|less|across|tests|changes|files|lines|results|errors|words|steps|times|things|sometimes|perhaps|whereas|besides)\b)[a-z]{2,}[^s\W]s (?:on|with|to|the|a|an|in|at|for|from|all|any|every|its|up|out|only|when|if|after|over|into|by|under|through|both|one|two|about|as|itself)\b",
        r"\A\W{0,4}[a-z][\w/-]*(?: [\w/-]+){0,2}s (?:[\w-]+ ){0,3}(?:are|have|come|arrive|need|get|contain|carry|belong|expire|run) (?!(?:\w+ing|broken|red|green|failing|done|ready|down|up|slow|not|now|still|all)\b)\S",
        r"\A\W{0,4}(?:the|our|every|each) (?:[\w'’./-]+ ){1,5}(?:is|are) (?:an?|the|our|just|really|actually|only|one|two|three|\d+) [\w-]+",
        r"\b(?:is|are|isn(?:'|’)?t|aren(?:'|’)?t|was) (?:not )?(?:case-sensitive|idempotent|thread-?safe|read-?only|append-?only|immutable|eventually consistent|single-threaded|rate-?limited|capped|limited|shared|cached|hard-?coded|behind|backed by|owned by|hosted|mirrored|synced|proxied|bound|tied|based on|derived|capable|incompatible|unsupported|deprecated|flaky|load-bearing|the (?:only|source of truth|one|same|owner|bottleneck|default|limit))\b",
        r"\b(?:can|may|will) (?:only|arrive|take|be|return|come|lag|fail|time out|also|still|silently|never|not|cause|lead|happen|differ|race)\b|\b\w+ing (?:it|them|that|this) \w+s\b",
    )),
    Statement("setting", "insight", 21, Cue(
        r"\b(?:time-?outs?|(?:rate )?limits?|límite|limite|ttl|sla|slo|quota|thresholds?|retention|ports?|caps?|maximum|max|deadline|cut-?off|window|interval|cool-?down)\b[^.?]{0,50}(?:\b(?:is|are|est|es|è|ist|liegt|sind|été)\b|[:=]).{0,40}\d",
        r"\b(?:by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|hard limit|soft limit|at exactly \d)\b",
        r"(?:タイムアウト|上限|制限|期限|間隔)は|最多|上限|超时(?:时间)?(?:是|为)",
    )),
    # ------------------------------------------------------------ preferences without a cue
    Statement("about_me", "preference", 25, Cue(
        r"\A\W{0,4}my [\w-]+(?: [\w-]+){0,2} (?:(?:is|are) (?!\w+ing\b)|runs?|has|have|can(?:'|’)?t|does(?:n(?:'|’)?t)?|do(?:n(?:'|’)?t)?)\b",
        r"\bi (?:work|live|read|use|run|speak|code|type|develop|review|only|usually|mostly|normally|generally|always|never|don(?:'|’)?t (?:use|read|have|speak|know|do|run|own|need|want)|can(?:'|’)?t (?:read|see|use|stand|run)|have (?:a|an|no) (?!question|problem|idea|look|doubt|meeting|bug|feeling|minute))\b(?! (?:to|the (?:tests?|script|command|build)))",
        r"\bi(?:'m| am) (?:an? (?!bit|little|few|moment)|color-?blind|colou?r-?blind|dyslexic|new to|used to|based in|left-handed|not a |more of a |the (?:lead|owner|maintainer|only|sole))",
        r"\bfor me\b.{0,40}\Z|\bon my (?:phone|laptop|machine|screen)\b.{0,10}\Z",
    )),
    Statement("how_to_talk", "preference", 27, Cue(
        _IMPERATIVE_LEAD + rf"(?:keep|skip|no|use|give|write|make|cut|be|less|more|fewer|short(?:er)?|brief|concise|spare me|drop|leave out|omit|limit|start|end|lead|don(?:'|’)?t|do not|without|reply|answer|respond|speak|talk|explain|phrase)\b.{{0,60}}\b{_REPLY}\b",
        rf"\A\W{{0,4}}(?:\w+ ){{0,2}}{_REPLY} (?:in|under|over|below|with|without|should|first|as|at|can be|before|after|go|must)\b",
        _IMPERATIVE_LEAD + r"(?:ask(?: me)?|check with me|confirm with me|tell me|show me (?:the|a) \w+) (?:before|first)\b.{0,80}",
        _IMPERATIVE_LEAD + r"(?:be (?:brief|concise|direct|terse|blunt|honest|more|less)|no (?:fluff|trailing|closing|filler|markdown|headers?|apologies|pleasantries|intros?|yapping)|don(?:'|’)?t (?:apologi[sz]e|praise|flatter|explain|repeat|summari[sz]e|recap|sugarcoat|ask me|add (?:comments|emojis)|use emojis))\b",
        r"\A\W{0,4}(?:one|a single|at most one|max(?:imum)? \w+) (?:question|option|suggestion|step|change|answer|idea|thing|example)s?\b.{0,40}",
        r"\A\W{0,4}(?:full |whole |only |just )?(?:diffs?|patches|snippets?|code|examples?|links|plain text|markdown|tables|prose|commands?)(?:, not| over| instead of| rather than| only| first| please|, please)\b.{0,60}",
        r"\b(?:metric|imperial|24-?hour|iso dates?|dark mode|light mode|british (?:english|spelling)|american (?:english|spelling))\b(?:.{0,20}\b(?:please|only|for me|units)\b|\W{0,3}\Z)",
    )),
    # ------------------------------------------------------------ any plain statement
    Statement("plain_statement", "insight", PLAIN, Cue(
        r"\A(?!\W{0,4}(?:i|you|let|can|could|please|what|why|how|do|does|is|are)\b)\W{0,4}\S+(?: \S+){2,40} ?(?:is|are|has|have|was|were|will|can|must|should|\w+s|\w+ed)\b",
    )),
)
STATEMENT_RULES_OTHER: Final[tuple[Statement, ...]] = (
    # ------------------------------------------------------------ German
    Statement("personal_preference", "preference", 36, Cue(r"\bich (?:bevorzuge|ziehe .{1,60} vor|mag|hätte (?:lieber|gern\w*)|möchte (?:immer|lieber|keine|nie)|hasse|arbeite (?:lieber|am liebsten)|will (?:immer|nie|keine))\b", r"\b(?:mir (?:ist|sind) .{1,40} lieber|am liebsten|lieber (?:kurze?|keine|mit|ohne|auf)|meine bevorzugte\w*|nenn mich)\b"), lang="de"),
    Statement("standing_wish", "standing", 35, Cue(r"\b(?:ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft|zukünftig|fortan|grundsätzlich|jedes mal,? wenn|standardmäßig|generell)\b", r"\A\W{0,4}(?:bitte )?(?:immer|nie|niemals)\b"), lang="de"),
    Statement("always_never", "standing", 31, Cue(r"\b(?:immer|nie|niemals|stets)\b"), lang="de"),
    Statement("decided", "decision", 38, Cue(r"\b(?:wir|ich) (?:haben|habe) (?:uns|mich|gemeinsam|heute|beschlossen|entschieden)\b.{0,120}\b(?:entschieden|beschlossen|geeinigt|festgelegt)?", r"\b(?:entscheidung ?:|die entscheidung|beschlossen|wir (?:bleiben bei|nehmen|wechseln (?:auf|zu)|steigen .{1,30} um|setzen auf|verzichten auf|gehen mit))\b", r"\b(?:statt|anstatt|anstelle)\b.{1,80}\b(?:weil|da|denn)\b"), roles=BOTH, lang="de"),
    Statement("rule", "convention", 34, Cue(r"\b(?:unsere (?:konvention|regel|richtlinie)|die regel (?:ist|lautet)|konvention ?:|regel ?:|bei uns|in diesem (?:repo|projekt)|wir (?:verwenden|nutzen|benutzen|schreiben|benennen|committen|speichern|machen) )", r"\b(?:alle|jede[rs]?|sämtliche|kein(?:e[rn]?)?|neue) [^.]{2,80}\b(?:muss|müssen|werden|wird|soll(?:en)?|dürfen|darf|braucht|brauchen|gehör(?:t|en)|beginnt|beginnen|heißen)\b", r"\b(?:verboten|pflicht|vorgeschrieben|nicht erlaubt|tabu)\b|\bnur .{2,60}\b(?:darf|dürfen)\b|\bgehör(?:t|en) (?:in|unter|zu|nach)\b"), lang="de"),
    Statement("cause_found", "insight", 37, Cue(r"\b(?:ursache|grund|fehler|problem|schuld|auslöser)\b.{0,60}\b(?:war(?:en)?|lag(?:en)?|ist|liegt)\b", r"\b(?:lag (?:daran|an)|verursacht (?:durch|von)|stellte sich heraus|hat sich herausgestellt|wurde[n]? (?:durch .{1,60} )?(?:verursacht|ausgelöst)|erkenntnis ?:|gelernt ?:|herausgefunden|merke ?:|deshalb|deswegen|daher)\b"), roles=BOTH, lang="de"),
    Statement("how_it_behaves", "insight", 21, Cue(r"(?:,|;| -| —| –) ?(?:sodass|so dass|also|sonst|deshalb|daher|weil|da|wenn|außer|während)\b.{6,}", r"\b(?:nur|erst|sonst|obwohl|sobald|solange|wenn|weil|braucht|teilt|teilen|akzeptiert|läuft|laufen|verliert|erwartet|liefert|verwendet|nutzt|blockiert|löscht|ignoriert|überschreibt|hängt .{1,20} ab)\b.{4,}"), lang="de"),
    Statement("how_to_talk", "preference", 32, Cue(r"\b(?:antworte|erkläre?|schreib|sprich|halte?|duze|fass)\b.{0,60}\b(?:kurz\w*|deutsch|englisch|knapp|ohne|antworten|immer|nie|dich)\b", r"\b(?:antworten|erklärungen|kommentare) (?:bitte )?(?:auf|in|immer|kurz|ohne|nur)\b"), lang="de"),
    # ------------------------------------------------------------ French
    Statement("personal_preference", "preference", 36, Cue(r"\b(?:je (?:préfère|n(?:'|’)aime pas|déteste|veux (?:toujours|que tu)|souhaite que|préférerais|suis plus à l(?:'|’)aise)|j(?:'|’)(?:aime|adore|aimerais (?:toujours|que tu))|ma préférence|appelle-moi|tutoie-moi)\b"), lang="fr"),
    Statement("standing_wish", "standing", 35, Cue(r"\b(?:désormais|dorénavant|à partir de (?:maintenant|aujourd(?:'|’)hui)|à l(?:'|’)avenir|chaque fois que|par défaut|en règle générale)\b", r"\A\W{0,4}(?:merci de |s(?:'|’)il te plaît,? |il faut )?(?:ne (?:\w+ )?jamais|toujours|n(?:'|’)\w+ jamais|jamais)\b"), lang="fr"),
    Statement("always_never", "standing", 31, Cue(r"\b(?:toujours|jamais|systématiquement)\b(?! en cours)"), lang="fr"),
    Statement("decided", "decision", 38, Cue(r"\b(?:nous avons|on a|j(?:'|’)ai|l(?:'|’)équipe a) (?:\w+ )?(?:décidé|choisi|opté|retenu|tranché|convenu|préféré|abandonné)\b", r"\b(?:décision ?:|la décision|on (?:part sur|reste sur|passe à|garde|abandonne|est passé)|nous (?:passons à|restons sur|gardons|abandonnons))\b", r"\b(?:plutôt que|au lieu de)\b.{1,80}\b(?:car|parce que|puisque|afin)\b"), roles=BOTH, lang="fr"),
    Statement("rule", "convention", 34, Cue(r"\b(?:notre (?:convention|règle|politique)|la (?:règle|convention) (?:est|ici)|convention ?:|règle ?:|chez nous|dans ce (?:dépôt|repo|projet)|(?:nous|on) (?:utilisons|utilise|écrivons|écrit|nommons|nomme|préfixe|stocke|n(?:'|’)utilise))\b", r"\b(?:tous|toutes|chaque|aucune?|tout|toute) [^.]{2,80}\b(?:doi(?:t|vent)|sont|est|faut|passe(?:nt)?|comporte(?:nt)?|commence(?:nt)?|ne)\b", r"\b(?:interdit|obligatoire|exigée?s?|proscrit|protégée?s?)\b|\bseule?s? .{2,60}\b(?:peut|peuvent|doit|doivent|est|sont)\b|\bil (?:ne )?faut\b"), lang="fr"),
    Statement("cause_found", "insight", 37, Cue(r"\b(?:cause|raison|problème|coupable|bug|erreur|panne)\b.{0,60}\b(?:était|venait|provenait|vient|a été|est)\b", r"\b(?:(?:causée?s?|provoquée?s?|due?s?) (?:par|à|au)|il s(?:'|’)est avéré|s(?:'|’)avère|en fait,|c(?:'|’)est pour ça|c(?:'|’)est pourquoi|leçon|à retenir|on a (?:découvert|compris|appris)|nous avons (?:découvert|compris|appris)|venait (?:de|du|d))\b"), roles=BOTH, lang="fr"),
    Statement("how_it_behaves", "insight", 21, Cue(r"(?:,|;| -| —| –) ?(?:donc|sinon|ce qui|car|parce que|sauf|alors|du coup|même si)\b.{6,}", r"\b(?:seulement|uniquement|n(?:'|’)accepte|ne (?:supporte|fonctionne|marche|peut|gère)|partage(?:nt)?|utilise|exige|perd|attend|bloque|écrase|dépend|tourne|expire|sinon|dès que|tant que|quand|lorsque|si)\b.{4,}"), lang="fr"),
    Statement("how_to_talk", "preference", 32, Cue(r"\b(?:réponds|explique|écris|garde|parle|fais)\b.{0,60}\b(?:court\w*|français|anglais|bref|brève\w*|sans|simple\w*|toujours|concis\w*)\b", r"\b(?:réponses|explications|commentaires) (?:courtes|en|sans|brèves|toujours|concises)\b"), lang="fr"),
    # ------------------------------------------------------------ Spanish
    Statement("personal_preference", "preference", 36, Cue(r"\b(?:prefiero|preferiría|me gusta(?:n|ría)?|no me gusta(?:n)?|odio|detesto|quiero que siempre|mi preferencia|llámame|tutéame)\b"), lang="es"),
    Statement("standing_wish", "standing", 35, Cue(r"\b(?:a partir de ahora|de ahora en adelante|desde ahora|en adelante|en el futuro|cada vez que|por defecto|como regla general)\b", r"\A\W{0,4}(?:por favor,? )?(?:siempre|nunca|jamás)\b"), lang="es"),
    Statement("always_never", "standing", 31, Cue(r"\b(?:siempre|nunca|jamás)\b"), lang="es"),
    Statement("decided", "decision", 38, Cue(r"\b(?:decidimos|hemos decidido|decidí|he decidido|elegimos|hemos elegido|acordamos|optamos|nos quedamos (?:con|en)|nos decantamos|se decidió|el equipo decidió|descartamos|abandonamos|migramos|vamos con|nos pasamos a|decisión ?:|la decisión)\b", r"\b(?:en lugar de|en vez de)\b.{1,80}\b(?:porque|ya que|para)\b"), roles=BOTH, lang="es"),
    Statement("rule", "convention", 34, Cue(r"\b(?:nuestra (?:convención|regla|política|norma)|la (?:regla|convención|norma) (?:es|aquí)|convención ?:|regla ?:|norma ?:|en este (?:repo|repositorio|proyecto)|(?:usamos|utilizamos|escribimos|nombramos|guardamos|no usamos|hacemos))\b", r"\b(?:tod[oa]s|cada|ning[uú]na?|todo|toda) [^.]{2,80}\b(?:deben?|tienen?|se (?:\w+)|va|van|lleva(?:n)?|necesita(?:n)?|empieza(?:n)?|requiere(?:n)?)\b", r"\b(?:prohibido|obligatori[oa]s?|no se permite)\b|\bhay que\b"), lang="es"),
    Statement("cause_found", "insight", 37, Cue(r"\b(?:causa|razón|motivo|problema|culpable|error|fallo|bug)\b.{0,60}\b(?:era(?:n)?|fue(?:ron)?|venía|estaba|es|está)\b", r"\b(?:(?:causad|provocad)[oa]s? por|se deb(?:ía|ió|e) a|resulta que|resultó (?:que|ser)|por eso|lección|descubrimos|aprendimos|nos dimos cuenta|aprendizaje)\b"), roles=BOTH, lang="es"),
    Statement("how_it_behaves", "insight", 21, Cue(r"(?:,|;| -| —| –) ?(?:así que|por lo que|de modo que|porque|ya que|salvo|excepto|si no|mientras|aunque)\b.{6,}", r"\b(?:s[oó]lo|solamente|únicamente|comparte(?:n)?|no (?:acepta|soporta|funciona|admite|puede)|acepta|requiere|espera|pierde|depende|bloquea|sobrescribe|caduca|cuando|hasta que|mientras)\b.{4,}"), lang="es"),
    Statement("how_to_talk", "preference", 32, Cue(r"\b(?:responde|respóndeme|contesta|explica|explícame|escribe|háblame|mantén)\b.{0,60}\b(?:cort[oa]s?|español|inglés|breve\w*|sin|simple|sencill\w*|siempre|concis\w*)\b", r"\b(?:respuestas|explicaciones|comentarios) (?:cortas|en|sin|breves|siempre|concisas)\b"), lang="es"),
    # ------------------------------------------------------------ Portuguese
    Statement("personal_preference", "preference", 36, Cue(r"\b(?:prefiro|preferiria|(?:eu )?(?:não )?gosto|odeio|detesto|adoro|minha preferência|quero (?:que você )?sempre|me cham[ae])\b"), lang="pt"),
    Statement("standing_wish", "standing", 35, Cue(r"\b(?:a partir de agora|de agora em diante|daqui (?:pra|para) (?:a )?frente|daqui em diante|no futuro|toda vez que|sempre que|por padrão|como regra)\b", r"\A\W{0,4}(?:por favor,? )?(?:sempre|nunca|jamais)\b"), lang="pt"),
    Statement("always_never", "standing", 31, Cue(r"\b(?:sempre|nunca|jamais)\b"), lang="pt"),
    Statement("decided", "decision", 38, Cue(r"\b(?:decidimos|decidi|escolhemos|optamos|ficou decidido|foi decidido|resolvemos|combinamos|o time decidiu|a equipe decidiu|vamos (?:com|ficar com|manter|migrar|trocar|adotar|usar)|descartamos|abandonamos|trocamos|decisão ?:|a decisão)\b", r"\b(?:em vez de|ao invés de|no lugar de)\b.{1,80}\b(?:porque|pois|já que|para)\b"), roles=BOTH, lang="pt"),
    Statement("rule", "convention", 34, Cue(r"\b(?:noss[ao] (?:convenção|regra|política|padrão)|a (?:regra|convenção) (?:é|aqui)|convenção ?:|regra ?:|neste (?:repo|repositório|projeto)|(?:usamos|utilizamos|escrevemos|nomeamos|guardamos|não usamos|fazemos|a gente usa))\b", r"\b(?:tod[oa]s?|cada|nenhuma?) [^.]{2,80}\b(?:deve(?:m)?|precisa(?:m)?|tem que|têm que|são|é|vai|vão|fica(?:m)?|começa(?:m)?|exige(?:m)?|pode(?:m)?)\b", r"\b(?:proibid[oa]s?|obrigatóri[oa]s?)\b|\bnão (?:se )?pode\b"), lang="pt"),
    Statement("cause_found", "insight", 37, Cue(r"\b(?:causa|razão|motivo|problema|culpad[oa]|erro|falha|bug)\b.{0,60}\b(?:era(?:m)?|foi|foram|vinha|estava|é|está)\b", r"\b(?:(?:causad|provocad)[oa]s? p(?:or|elo|ela)|se devia|deveu-se|acontece que|descobrimos|aprendemos|percebemos|por isso|lição|aprendizado|no fim era)\b"), roles=BOTH, lang="pt"),
    Statement("how_it_behaves", "insight", 21, Cue(r"(?:,|;| -| —| –) ?(?:então|por isso|portanto|porque|pois|senão|exceto|a não ser|enquanto|mesmo que|logo)\b.{6,}", r"\b(?:só|somente|apenas|compartilha(?:m)?|não (?:aceita|suporta|funciona|permite|pode)|aceita|exige|espera|perde|depende|bloqueia|sobrescreve|expira|quando|até que|enquanto)\b.{4,}"), lang="pt"),
    Statement("how_to_talk", "preference", 32, Cue(r"\b(?:responda|responde|explique|explica|escreva|fale|mantenha)\b.{0,60}\b(?:curt[oa]s?|português|inglês|breve\w*|sem|simples|sempre|concis\w*|diret\w*)\b", r"\b(?:respostas|explicações|comentários) (?:curtas|em|sem|breves|sempre|diretas)\b"), lang="pt"),
    # ------------------------------------------------------------ Italian
    Statement("personal_preference", "preference", 36, Cue(r"\b(?:preferisco|preferirei|(?:non )?mi piac(?:e|ciono)|odio|detesto|la mia preferenza|voglio (?:sempre|che tu)|chiamami|dammi del tu)\b"), lang="it"),
    Statement("standing_wish", "standing", 35, Cue(r"\b(?:d(?:'|’)ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in poi|in futuro|ogni volta che|di default|come regola)\b", r"\A\W{0,4}(?:per favore,? )?(?:sempre|mai|non \w+ mai)\b"), lang="it"),
    Statement("always_never", "standing", 31, Cue(r"\b(?:sempre|mai)\b"), lang="it"),
    Statement("decided", "decision", 38, Cue(r"\b(?:abbiamo (?:\w+ )?(?:deciso|scelto|optato|concordato|scartato|abbandonato)|ho (?:deciso|scelto)|il team ha (?:deciso|scelto)|si è deciso|restiamo (?:su|con)|passiamo a|andiamo con|decisione ?:|la decisione)\b", r"\b(?:invece (?:di|che)|al posto di|piuttosto che)\b.{1,80}\b(?:perché|poiché|dato che|per)\b"), roles=BOTH, lang="it"),
    Statement("rule", "convention", 34, Cue(r"\b(?:la nostra (?:convenzione|regola|policy)|la (?:regola|convenzione) (?:è|qui)|convenzione ?:|regola ?:|in questo (?:repo|repository|progetto)|(?:usiamo|utilizziamo|scriviamo|salviamo|non usiamo|facciamo))\b", r"\b(?:tutti|tutte|ogni|nessun[ao]?) [^.]{2,80}\b(?:dev(?:e|ono)|va|vanno|è|sono|ha bisogno|richied(?:e|ono)|inizia(?:no)?|può)\b", r"\b(?:vietat[oaie]|obbligatori[oaie]?)\b|\bbisogna\b"), lang="it"),
    Statement("cause_found", "insight", 37, Cue(r"\b(?:causa|ragione|motivo|problema|colpevole|colpa|errore|bug)\b.{0,60}\b(?:era(?:no)?|è stat[oa]|veniva|stava|è)\b", r"\b(?:(?:causat|provocat|dovut)[oaie] (?:da\w*|a\w*)|è emerso|risulta che|si è scoperto|abbiamo (?:scoperto|capito|imparato)|ecco perché|per questo|lezione|dipendeva d)\b"), roles=BOTH, lang="it"),
    Statement("how_it_behaves", "insight", 21, Cue(r"(?:,|;| -| —| –) ?(?:quindi|perciò|perché|altrimenti|tranne|a meno che|mentre|anche se|cosi|così)\b.{6,}", r"\b(?:solo|soltanto|solamente|condivid(?:e|ono)|non (?:accetta|supporta|funziona|può)|accetta|richiede|aspetta|perde|dipende|blocca|sovrascrive|scade|quando|finché|mentre)\b.{4,}"), lang="it"),
    Statement("how_to_talk", "preference", 32, Cue(r"\b(?:rispondi|rispondimi|spiega|spiegami|scrivi|parla|mantieni|tieni)\b.{0,60}\b(?:brev\w*|cort\w*|italiano|inglese|senza|semplic\w*|sempre|concis\w*)\b", r"\b(?:risposte|spiegazioni|commenti) (?:brevi|in|senza|corte|sempre|concise)\b"), lang="it"),
    # ------------------------------------------------------------ Russian
    Statement("personal_preference", "preference", 36, Cue(r"(?:я (?:предпочитаю|люблю|не люблю|ненавижу|хочу (?:всегда|чтобы))|мне (?:нравит|больше нравит|удобн|проще|не нравит)|предпочитаю|называй меня|обращайся ко мне)"), lang="ru"),
    Statement("standing_wish", "standing", 35, Cue(r"(?:отныне|с этого момента|впредь|в будущем|на будущее|каждый раз,? когда|по умолчанию|как правило)", r"\A\W{0,4}(?:пожалуйста,? )?(?:всегда|никогда)"), lang="ru"),
    Statement("always_never", "standing", 31, Cue(r"(?:всегда|никогда)"), lang="ru"),
    Statement("decided", "decision", 38, Cue(r"(?:мы (?:\w+ )?(?:решили|выбрали|договорились|остановились на|отказались|переходим|перешли|остаёмся|остаемся)|я (?:решил|выбрал)|решили|было решено|команда решила|решение ?:|вместо .{1,60}(?:потому что|так как|чтобы))"), roles=BOTH, lang="ru"),
    Statement("rule", "convention", 34, Cue(r"(?:наш[еа]? (?:правило|соглашение|конвенция)|правило ?:|у нас (?:принято|в)|принято|в этом (?:репозитории|проекте)|мы (?:используем|пишем|называем|храним|не используем)|запрещен|запрещён|обязательн|нельзя|(?:все|каждый|каждая|каждое|любой|любая|никакие) .{2,80}(?:должн|нужн|хран|пиш|проход|начина|именуют|называют|требу|обязан))"), lang="ru"),
    Statement("cause_found", "insight", 37, Cue(r"(?:(?:причин|проблем|виноват|дело|ошибк)\w* .{0,60}(?:был|оказал|в том|из-за|—|состоя)|оказалось|выяснилось|из-за того|вызван|поэтому|вывод ?:|урок ?:|мы (?:узнали|поняли|обнаружили|выяснили))"), roles=BOTH, lang="ru"),
    Statement("how_it_behaves", "insight", 21, Cue(r"(?:, (?:так что|поэтому|иначе|потому что|если|когда|пока|хотя)|только|не (?:принимает|поддерживает|работает|может)|принимает|использует|требует|ожидает|теряет|зависит|блокирует|перезаписывает|истекает|общ(?:ий|ая|ую))"), lang="ru"),
    Statement("how_to_talk", "preference", 32, Cue(r"(?:отвечай|объясняй|пиши|говори).{0,60}(?:кратк|коротк|русск|английск|без|прост|всегда)|ответы (?:кратк|коротк|на|без)"), lang="ru"),
    # ------------------------------------------------------------ Japanese
    Statement("personal_preference", "preference", 36, Cue(r"(?:のほう|の方|方)が(?:好き|いい|良い|ありがたい|助かる|助かります|読みやすい)|好みです|が好き|は(?:嫌い|苦手|好きではない|不要です|いりません)|(?:を|のを)好み|(?:回答|返答|返信|説明|返事)(?:は|を).{0,40}(?:で|に|短く|簡潔|ください|お願い)|と呼んで"), lang="ja"),
    Statement("standing_wish", "standing", 45, Cue(r"今後|これから(?:は|も)|以後|以降は|毎回|必ず.{0,40}(?:ください|お願い|こと)|常に|絶対に|いつも|デフォルトで"), lang="ja"),
    Statement("decided", "decision", 38, Cue(r"(?:こと|もの|方針|案)に(?:決め|しま|決定|なりました)|に決(?:め|まり|定)|を(?:採用|選択|選びま|選ん)|決定(?:事項)?[:：]|に(?:移行|統一|切り替え)(?:する|します|しました|ことに)|(?:見送|やめ)(?:る|り|ました|ることに)|(?:ではなく|の代わりに).{0,60}(?:ため|ので|から)"), roles=BOTH, lang="ja"),
    Statement("rule", "convention", 40, Cue(r"ルール(?:です|は|で|:|：|になって)|規約|決まり(?:です|に)|慣例|(?:すべて|全て|全部|各|どの).{1,60}(?:こと|必要|ます|する|べき|です)|必要(?:です|があり|が有り)|必ず.{1,40}(?:です|ます|する)|なければ(?:ならない|なりません|いけ)|(?:しては|使っては|直接.{0,20}ては)(?:いけ|なりません|ダメ|だめ)|禁止|必須|(?:この|私たちの|うちの|当)(?:リポジトリ|プロジェクト|チーム)(?:では|は)|べきです|(?:使う|書く|付ける|つける|通す|置く|する|入れる|保存する)こと(?:。|\Z|にして|に統一|になって)"), lang="ja"),
    Statement("cause_found", "insight", 37, Cue(r"原因(?:は|が|で|を)|(?:が|の)せい(?:で|だ|でした)|判明|わかりました|分かりました|(?:ことが|と)(?:わかった|分かった|わかり|分かり)|ためでした|からでした|(?:教訓|学び|知見|ポイント|注意)[:：は]|実は|だから.{0,30}(?:失敗|遅|落ち)|結果として"), roles=BOTH, lang="ja"),
    Statement("how_it_behaves", "insight", 29, Cue(r"(?:ので|ため|から)、|(?:しない|でない|ない)と|(?:のみ|しか|だけ)|(?:と|場合|とき|時)、.{2,40}(?:ます|ません|する|される|なる|失敗|落ち|消え)|共有して|依存して|(?:受け付け|対応してい|サポートしてい|動き|動作し|使え|許可され)(?:ません|ない)|(?:上書き|削除|無視|切断|再起動|リセット)(?:され|し)"), lang="ja"),
    # ------------------------------------------------------------ Chinese
    Statement("personal_preference", "preference", 36, Cue(r"我(?:更|比较|还是|个人)?(?:喜欢|偏好|偏爱|倾向|讨厌|不喜欢|习惯|希望你|想要你|不想看)|我的(?:偏好|习惯)|对我来说|叫我|(?:回答|回复|解释|说明)(?:请|要|都|尽量|时|用|保持).{1,40}"), lang="zh"),
    Statement("standing_wish", "standing", 45, Cue(r"以后|今后|从(?:现在|今天|今)(?:开始|起)|往后|每次|每当|默认|一律|总是|始终|永远|千万(?:别|不要)|绝(?:不|对不)|从不|一直(?:用|使用|保持)"), lang="zh"),
    Statement("decided", "decision", 38, Cue(r"(?:我们|团队|我|最后|最终|已经|会上)?(?:决定|选择了|选定|敲定|商定|定下来|选用|采用了|放弃了|改用|换成|迁移到|同意)(?!吗)|决策[:：]|(?:而不是|而非|代替|取代).{0,60}(?:因为|由于|，)|(?:就用|就选|还是用).{1,40}(?:因为|，)"), roles=BOTH, lang="zh"),
    Statement("rule", "convention", 39, Cue(r"(?:规范|约定|规定|规则|惯例|原则)(?:是|：|:|要求|，)|(?:所有|每个|任何|全部|凡是|各个).{1,60}(?:必须|都|要|应|需|不能|不得|禁止)|必须|禁止|不允许|不得|严禁|(?:我们|团队|项目里|仓库里|项目中|仓库中)(?:这边)?(?:都|统一|只|从不|不|一般|总是)?(?:用|使用|写|命名|放|采用|要求|遵循)|统一"), lang="zh"),
    Statement("cause_found", "insight", 41, Cue(r"(?:根本|真正)?原因(?:是|在于|就是|出在)|(?:问题|故障|错误|罪魁祸首|根源)(?:是|在于|出在|来自|源于)|(?:原来|结果发现|后来发现|发现了?|查明|证实|排查)(?:是|，|：|问题|原因|.{0,20}(?:导致|因为|造成))|(?:是)?由.{1,60}(?:引起|导致|造成)|导致|造成了|教训|经验[:：]|难怪|所以才|是因为"), roles=BOTH, lang="zh"),
    Statement("how_it_behaves", "insight", 29, Cue(r"(?:，|；)(?:所以|因此|否则|不然|因为|除非|只有|但|会|就会|也会)|(?:只(?:接受|支持|能|有|会|在)|不支持|不接受|共享|共用|依赖|会(?:被|把|自动|覆盖|丢失|失败|超时|重启|清空|断开)|每(?:天|晚|周|小时))"), lang="zh"),
)

#: Strongest first, so that the first that is found is the one that counts.
BY_STRENGTH: Final = tuple(
    sorted(STATEMENT_RULES + STATEMENT_RULES_OTHER, key=lambda rule: -rule.strength)
)

#: What settles whether a standing statement is a person's wish or the project's rule; first wins.
STANDING_TYPES: Final[tuple[tuple[str, Cue], ...]] = (
    ("insight", Cue(
        r"\b(?:never|always) (?:shows?|happens?|works?|fires?|finish(?:es)?|arrives?|returns?|reach(?:es)?|triggers?|sees?|fails?|breaks?|crash(?:es)?|times out|hangs?|lags?|wins?|loses?)\b",
    )),
    ("preference", Cue(
        rf"\b(?:me|my|mine|i|i'm|i'd|you|your|you're)\b|\b{_REPLY}\b",
        r"\b(?:diffs?|bullet|lists?|comments? in my|metric|imperial|language|emoji|tl;dr|tldr|answer in|in (?:german|french|english|spanish|italian|portuguese|japanese|chinese|russian|dutch))\b",
        r"\b(?:mir|mich|ich|mein\w*|du|dir|deine?\w*|auf (?:deutsch|englisch)|moi|je|mes|mon|ma|me|tu|te|tes|ta|en (?:français|anglais|español|inglés|português|inglês)|mi|mis|meus?|minhas?|miei|mio|mia|eu|io|in (?:italiano|inglese))\b",
        r"мне|меня|мой|моих|отвечай|ответ|на русском|私|僕|回答|返答|返信|説明|日本語で|答え|お願いします|我|回答|回复|解释|用中文|用英文",
    )),
    ("convention", Cue(
        r"\b[a-z]+s (?:always|never|only) (?:go|get|use|live|come|run|start|end|belong|stay|need|carry|are|have|land)\b",
        rf"\b{_PROJECT}\b|\b(?:we|our|team|us|must|should|shall)\b",
        r"\b(?:wir|uns|unser\w*|nous|notre|nos|on|usamos|nuestr[oa]s?|noss[oa]s?|usiamo|nostr[oaie]|hacer|faire|fare|fazer|machen|datenbank|base de (?:datos|dados|données)|código|codice|code|produção|producción|produzione)\b",
        r"мы|наш|коммит|ветк|мерж|пуш|код|тест|деплой|продакш|コミット|ブランチ|マージ|プルリク|テスト|コード|命名|本番|デプロイ|提交|分支|合并|代码|测试|部署|我们|团队|接口|数据库|命名",
    )),
)
STANDING_DEFAULT: Final = "preference"

#: The assistant asks the user to choose.
CHOICE_QUESTION: Final = Cue(r"\b(?:which|or|should (?:i|we)|do you (?:want|prefer)|would you (?:like|prefer|rather)|what (?:should|do you want))\b[^?]{0,200}[?？]")
#: A short choice, then a full stop, a comma or a dash, then something said about it.
REASONED_ANSWER: Final = Cue(r"\A\W{0,4}[\w.+/#-]+(?: [\w.+/#-]+){0,4}(?:[.,;:—–]| -) .{12,}", r"\b(?:because|since|so that)\b")

#: A question about the world at large: what the assistant answers is no news about the project.
GENERAL_QUESTION: Final = Cue(
    r"\b(?:what(?:'s| is| are) (?:a|an|the (?:difference|point|purpose|meaning|best)|\w+\W*\Z)|how (?:does|do) (?:a |an |the )?[\w -]{2,40} work|explain|difference between|what does [\w -]{2,40} (?:mean|do)|why (?:is|are|does|do) (?!our|my|the|this|it)|when should (?:i|one|you)|pros and cons|was ist|qu(?:'|’)est-ce que|qué es|o que é|cos(?:'|’)è|что такое)|とは|什么是|是什么|有什么区别",
)
ABOUT_US: Final = Cue(r"\b(?:our|we|us|my|this (?:repo|project|service|error|test)|unser\w*|notre|nuestr\w|noss\w|nostr\w)\b|我们|наш|うち")

# --------------------------------------------------------------------------------- runbooks

_SEQ = r"(?:first|then|next|after that|afterwards|finally|lastly|and then|before that|followed by|once (?:that|it)(?:'s| is)|zuerst|dann|danach|anschließend|zum schluss|d(?:'|’)abord|ensuite|puis|enfin|primero|luego|después|por último|finalmente|primeiro|depois|em seguida|por fim|prima|poi|quindi|infine|сначала|потом|затем|после этого|наконец)"
_STEP_VERB = r"(?:stop|start|restart|run|rerun|delete|remove|scale|drain|cordon|uncordon|pause|resume|purge|flush|clear|bump|tag|push|pull|merge|cut|cherry-pick|restore|dump|copy|rotate|revoke|export|import|apply|rollback|roll back|revert|redeploy|deploy|disable|enable|set|unset|unlock|lock|kill|wait|check|verify|open|log in|ssh|kubectl|docker|git|make|terraform|psql|redis-cli|systemctl|curl|rm|cd|npm|pip|reboot|reinstall|rebuild|reset|toggle|invalidate|promote|fail over|snapshot|mount|unmount|detach|attach|publish|announce|update|edit|add|switch|point|re-?run|re-?index|truncate|vacuum|warm|regenerate|generate|upload|download|unset|source|confirm|notify|ping)"

#: ``steps`` is what makes a turn a sequence; one of the ``cues`` has to say that it is a known way.
RUNBOOK_STEPS: Final[tuple[Cue, ...]] = (
    Cue(r"[,:] (?:and )?(?:then )?(?:[a-z]{2,}ing|[a-z]{2,} (?:the|it|all|each|your|our|them|a))\b"),
    Cue(rf"\b{_SEQ}\b[,:]?" ),
    Cue(rf"(?:[,;:.→]|->|\band\b|\bthen\b|\n\s*(?:\d{{1,2}}[.)]|[-*•])) ?(?:and |then |finally |next |first )*`?{_STEP_VERB}\b" ),
    Cue(r"(?:^|\s)(?:\d{1,2}[.)]|step \d)\s"),
    Cue(r"(?:まず|次に|その後|それから|最後に|してから|先(?!生)|然后|接着|再(?:次|运行|执行|启动|重启|跑)|最后|之后)"),
)
RUNBOOK_CUES: Final[tuple[tuple[str, int, Cue], ...]] = (
    ("steps_that_worked", 43, Cue(
        r"\bthe following (?:\w+ ){0,3}(?:got|fixed|works?|worked|brought|restored|solved|did|gets|fixes)\b",
        r"\b(?:that|this|which|it|these|those|what|sequence|steps?) (?:\w+ )?(?:worked|fixed|solved|did it|did the trick|works|resolved|got (?:it|us|me|things) (?:\w+ )?(?:back|working|unstuck|going))\b|\bsteps that (?:work|worked|fix|fixed)\b|\b(?:works|worked|did it) every time\b|\b(?:fixed|solved|resolved|recovered|restored|repaired|unstuck|unblocked) (?:it|this|that|the [\w -]{2,40}) (?:by|with)\b:?",
        r"\b(?:hat (?:funktioniert|geklappt|geholfen)|so (?:setzt|geht|macht|startet|stellt)|a (?:marché|fonctionné)|ça marche|funcionó|así se|funcionou|é assim que|ha funzionato|così si|сработало|помогло|うまくいき|これで直|直りました|解決しました|解决了|搞定|成功了|有效)",
    )),
    ("named_procedure", 43, Cue(
        r"\b(?:runbook|playbook|procedure|recipe|checklist|how[- ]to|how (?:to|we|you|i) \w+|here(?:'|’)?s how|the (?:way|steps|drill|process|procedure|sequence|correct order|right order) (?:to|for|is|we|:)|steps (?:to|for)|instructions for|vorgehen|anleitung|ablauf|procédure|marche à suivre|procedimiento|pasos para|procedimento|passos para|procedura|passaggi per|cómo|como|come|comment|инструкция|порядок|как|手順|やり方|方法|步骤|流程|操作方法)\b ?(?:\w+ ){0,8}",
    )),
    ("purpose_then_steps", 33, Cue(
        r"\A[^.?!\n]{3,80}\? ?(?:first |just |then )?" + rf"{_STEP_VERB}\b",
        r"(?:\A|[.\n:] ?|\bbtw,? )(?:in order )?to [\w-]+ [^.:,\n]{2,80}(?:[:,—–]| -|\bfirst\b|\byou\b|\bwe\b)",
        r"(?:\A|[.\n:,] ?)(?:when|if|whenever|once|after|before|for an?|on|every time) [^,\n]{3,90},? ?(?:first |always |you |we |then |just |i )?" + rf"{_STEP_VERB}\b",
        r"(?:\A|[.\n:] ?)(?:um .{2,80} zu|wenn|pour|quand|lorsque|para|cuando|quando|per|se|si|чтобы|когда|если)\b .{3,90}[:,]",
        r"(?:时|的时候|如果|要想|要|には|するには|場合は|たら|ときは)[，、：:]",
    )),
)
