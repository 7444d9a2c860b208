"""What must not reach the store, as data: mechanical noise, and text that is somebody else's.

:data:`DROP_RULES` name the kinds of noise. They are recognised by shape and are the same on every
level. :data:`WITHHOLD_RULES` name text that is no statement of anyone in the conversation: files,
logs, memories read back, plans. What *is* worth storing stands in
:mod:`pytest_memeval.gate.statements`.

Every quantifier over more than a character is bounded, so that no text makes a rule rescan.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from typing import Literal

from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Pattern

Scope = Literal["session", "turn", "span", "line", "repeat", "report"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of noise.

    ``frame`` is matched from the start and convicts a line by itself (a line that also speaks is
    spared unless the frame is ``sure``); ``words`` only together with the shape of a meter
    (see :mod:`pytest_memeval.gate.shape`), because the same words appear in honest sentences.
    ``dense`` convicts what is hardly anything but measurements, unless a user said it. ``closed``
    lets a wrapper count only when it is closed again. ``roles`` says whose turns a rule is for.
    """

    name: str
    note: str
    scope: Scope = "line"
    frame: Cue | None = None
    words: Cue | None = None
    opens: Pattern | None = None
    sure: bool = False
    dense: bool = False
    closed: bool = False
    roles: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Withhold:
    """Text that never leaves: ``opens`` withholds the rest of the turn, ``line`` one line.

    ``run`` is how many such lines a turn needs before a single one of them counts; a ``first``
    rule opens with the first line of a turn only.
    """

    name: str
    note: str
    opens: Cue | None = None
    line: Cue | None = None
    run: int = 1
    first: bool = False
    roles: frozenset[str] = frozenset({"user", "assistant", "system", "developer"})


# --------------------------------------------------------------------------------- 1. noise

_ACK = (
    r"ok(?:ay|i|ey)?|k+|y(?:es|ep|eah|up|ea)?|n(?:o|ope)?|sure(?: thing)?"
    r"|thanks?(?: you)?(?: (?:so|very) much)?"
    r"|thx|ty|tysm|cheers|(?:great|good|nice|awesome|amazing|excellent|fantastic|brilliant"
    r"|beautiful|lovely)(?: (?:work|job|one|stuff|catch|idea|point|call|news))?|perfect|cool"
    r"|anything else|is there anything else(?: (?:i can|you need)[\w ]{0,30})?"
    r"|let me know(?: if you need[\w ]{0,40})?|so much"
    r"|lgtm|ship it|done|got it|understood|noted|roger|ack(?:nowledged)?|will do|on it"
    r"|sounds? (?:good|great|fine|perfect)|makes sense"
    r"|looks? (?:good|great|fine)(?: to me)?|go(?: ahead| on| for it)?|continue|proceed|carry on"
    r"|keep going|next|please"
    r"|(?:please )?(?:do (?:it|that|so)|try again|retry)|yes please|you(?:'|’)?re welcome"
    r"|you are welcome|no problem|np|anytime"
    r"|my pleasure|all good|fine|sgtm|(?:always )?happy to help|no worries|glad (?:to (?:help"
    r"|hear (?:it|that))|it (?:works|helped))|my bad|oops|right|correct|exactly|agreed|man|mate"
    r"|dude|buddy|bro|folks|all|hm+|ah+|oh|wow|yay|alright|all right|approved?|confirmed|works"
    r"|that(?:'|’)?s (?:it|all|fine|good|great)|a lot|very|again|then|so|and|with|it|that|for"
    r"|now|everything|i see|merge it"
    # German, French, Spanish, Portuguese, Italian
    r"|danke(?: ?schön| sehr)?|passt(?: so)?|alles klar|in ordnung|weiter(?: so)?|mach weiter|ja"
    r"|nein|gut|super|genau|bitte"
    r"|gern(?:e)?(?: geschehen)?|verstanden|klar|prima|einverstanden|erledigt|läuft|schön|los"
    r"|vielen dank|dank dir|stimmt"
    r"|merci(?: beaucoup)?|c(?:'|’)est (?:bon|parfait|noté|ok)|d(?:'|’)accord|oui|non|parfait"
    r"|ça marche|vas-y|continue[zr]?|entendu"
    r"|bien reçu|très bien|bien|super|de rien|compris|génial|top|nickel|impeccable"
    r"|je vous en prie|je t(?:'|’)en prie"
    r"|gracias|muchas gracias|vale|sí|si|claro|perfecto|de acuerdo|entendido|sigue|continúa"
    r"|adelante|listo|muy bien|genial|de nada|dale|está bien"
    r"|obrigad[oa]|muito obrigad[oa]|beleza|valeu|sim|não|certo|pode (?:seguir|continuar)|segue"
    r"|perfeito|entendi|entendido|tudo bem|feito|blz|ótimo|isso|ok"
    r"|grazie(?: mille)?|va bene|sì|perfetto|d(?:'|’)accordo|capito|continua(?: così| pure)?"
    r"|procedi(?: pure)?|fatto|bene|ottimo|prego|certo|avanti"
    r"|спасибо(?: большое)?|хорошо|всё|все|ладно|ок|да|нет|понял[аи]?|понятно|продолжай(?:те)?"
    r"|отлично|готово|давай|ясно|супер|пожалуйста|принято|дальше"
    # Japanese, Chinese
    r"|はい|いいえ|了解(?:です|しました|いたしました)?|ありがとう(?:ございます|ございました)?"
    r"|お願いします|続けて(?:ください)?|承知(?:しました|いたしました)?"
    r"|分かりました|わかりました|大丈夫(?:です)?|完璧(?:です)?|いいね|オッケー|どういたしまして"
    r"|進めて(?:ください)?|うん|それで"
    r"|好(?:的|了)?|谢谢(?:你|您)?|多谢|继续(?:吧)?|可以(?:了)?|没问题|明白(?:了)?|收到|对|是的?"
    r"|嗯+|行|不错|完成|不客气|知道了|就这样|请"
    r"|干得好|辛苦了|太好了|那就这样|就这么办|麻烦了|感谢|可以的|那行|先这样|好嘞|好滴"
    # Dutch, Swedish, Polish, Turkish, Korean
    r"|yup that works|that works(?: for me)?|works for me|a (?:bunch|ton|million|lot)|lots|much"
    r"|really"
    r"|not bad|bad|all set|appreciate it|appreciated|your help|you|just|is|this|here|the|this is"
    r"|it(?:'|’)?s"
    r"|looking good|love it|neat|sweet|solid|clean|spot on|nailed it|thank|thanks again|yup|ya"
    r"|aye|mhm|k|c"
    r"|jawoll?|so weiter|mach|so|weiter|doch|na gut|na klar|okay|passt schon|mega|klasse|spitze"
    r"|toll"
    r"|wunderbar|freut mich|hervorragend|noté|c(?:'|’)est|bon|alors|ben|voilà|chouette"
    r"|parfaitement|allez"
    r"|hecho|venga|va|estupendo|excelente|fenomenal|de una|órale|sale|bueno|pues|entonces|muchas"
    r"|mil gracias|está|bien hecho|muito|legal|show de bola|massa|então|muito bom|brigad[oa]"
    r"|allora|molto bene|benissimo|mille|tutto|bravo|bravissim[oa]|magari|poi|andiamo|volentieri"
    r"|тогда|ну|вот|так|это|очень|большое|спс|пасиб\w*|ясненько|годится|подойдёт|пойдёт|отлично"
    r"|好[的了吧啊呀]|辛苦[了啦]|谢谢啦|谢了|赞|棒|牛|嗯嗯|那就|那|吧|啦|了|好呀|行吧|可以可以"
    r"|太棒了|很好"
    r"|なるほど|ええ|では|じゃあ|それでは|素晴らしい(?:です)?|いい(?:感じ)?(?:です)?|ok(?:です)?"
    r"|どうも"
    r"|お疲れ(?:様|さま)(?:です|でした)?"
    r"|doing it|on my way|right away|to me|as well|c(?:'|’)est parti|avec plaisir|je m(?:'|’)y mets"
    r"|mach(?:e)? ich|wird gemacht|voy|lo hago|ya voy|faccio|subito|já vou|deixa comigo|сделаю"
    r"|делаю"
    r"|con gusto|encantad[oa]|figurati|à vos ordres|sofort|on va|go go|nickel"
    r"|oké|bedankt|dank je(?: wel)?|dankjewel|prima|mooi|ga (?:maar )?(?:door|verder)|doe maar"
    r"|graag"
    r"|helder|top|tack(?: så mycket)?|bra|kör|perfekt|fint|takk|tak|kiitos|dzięki|dziękuję|dobrze"
    r"|jasne|spoko|tamam|teşekkürler|teşekkür ederim|sağ ol|devam(?: et)?|evet|olur|děkuji|díky"
    r"|네+|넵|예|응|감사합니다|고마워요?|고맙습니다|알겠습니다|좋아요?|좋습니다|계속(?:하세요"
    r"| 해주세요)?"
    r"|수고하셨습니다|확인했습니다|그렇게 해주세요"
    r"|dir|dank|ich danke|mach das|mach so|weitermachen|jo|jup|jawohl|okidoki|sehr gut|top"
    r"|läuft bei"
    r"|on continue|c(?:'|’)est good|nickel|carrément|volontiers|yes|pas de souci|ça roule|seguí"
    r"|dale que"
    r"|listo el pollo|bárbaro|buenísimo|va|venga|manda ver|pode ser|show|fechado|tranquilo|tmj"
    r"|ottimo lavoro|perfetto così|ci sta|vai|ti ringrazio|ага|угу|окей|погнали|норм|круто"
    r"|благодарю"
    r"|助かりました|助かります|ありがと|よろしく(?:お願いします)?|オーケー|それでいいです"
    r"|いいです|いいですね"
)
_PUNCT = (
    r"[\s¡¿,.!?？…~—–\-:;)(、。，！～'\"*_👍🙏✅🎉🚀👌💯😀-🙏🤝🙂❤️\U0001f000-\U0001faff\u2600-\u27"
    r"bf\ufe0f\u20"
    r"0d]"
)

#: A line of nothing but these is a report of waiting, in prose and without numbers.
_STILL = (
    r"(?:(?:it(?:'s| is)|job|build|training|deploy(?:ment)?|export|import|pipeline|run"
    r"|process|task|the|export|status|sync|backup|test)\s+){0,4}"
)

#: Parts of a compound element name that no person writes about their own work.
_MACHINE = (
    r"system|context|session|tokens?|budget|hooks?|reminders?|notices?|notifications?|environment"
    r"|env|harness|usage|command|tool|ide|turn|quota|compaction|heartbeat|cron|editor|workspace"
)
#: What a clock started, and what it started; the two stand together in either order.
_BY_CLOCK = (
    r"(?:cron\w*|timer|schedul\w+|periodic|automatic|automated|recurring|unattended|hourly|daily"
    r"|nightly|weekly|zeitplan\w*|zeitgesteuert\w*|geplant\w*|automatisch\w*|periodisch\w*"
    r"|regelmäßig\w*|stündlich\w*|täglich\w*|planifiée?|programmée?|automatique|périodique"
    r"|horaire|quotidienne?|programad[oa]|automátic[oa]|periódic[oa]|diari[oa]|horari[oa]"
    r"|agendad[oa]|programmat[oa]|pianificat[oa]|automatic[oa]|periodic[oa]|расписани\w+"
    r"|планов\w+|автоматическ\w+|периодическ\w+|ежечасн\w+|ежедневн\w+|gepland\w*"
    r"|zaplanowan\w*|定时|定期|计划|自动|每小时|每日|例行|スケジュール|自動|毎時|毎日|예약|정기"
    r"|자동)"
)
_STARTED = (
    r"(?:run|check(?:-?in)?|task|job|sweep|tick|poll|sync|audit|routine|trigger|wake-?up|lauf"
    r"|prüfung|aufgabe|kontrolle|abfrage|auftrag|tâche|vérification|contrôle|exécution|tarea"
    r"|revisión|verificación|comprobación|ejecución|tarefa|verificação|execução|rotina|verifica"
    r"|controllo|attività|esecuzione|запуск|проверка|задача|задание|taak|controle|zadanie"
    r"|任务|检查|巡检|运行|タスク|チェック|実行|点検|確認|점검|작업|실행)"
)

DROP_RULES: tuple[Rule, ...] = (
    Rule(
        "empty_turn",
        "Nothing was said.",
        sure=True,
        frame=Cue(r"\A\s*\Z"),
    ),
    Rule(
        "tool_block",
        "A call of a tool or what it returned; the marker stands for a non-text block.",
        sure=True,
        frame=Cue(
            r"\A\s*\ue000",
            r"\A\s*\[?<?/?(?:tool[ _-]?(?:use|call|result|output|response)"
            r"|function[ _-]?(?:call|result|response)s?|antml:|invoke\b|parameter name)",
            r"\A\s*[⏺●⎿└]\s*(?:[A-Z]\w{1,30}\(|\S)",
            r"\A\s*(?:\[?(?:called|calling|used|running|ran|executed|executing|invoked|invoking)"
            r" (?:the )?(?:tool|function|command)s?\b)",
            r"\A\s*(?:exit code|return code|exited with(?: code)?|stdout"
            r"|stderr)\s*[:=]?\s*(?:\d{1,3}|\(?empty\)?)?\s*\.?\Z",
            r"\A\s*\{\s*\"(?:stdout|stderr|exit_code|tool|tool_name|tool_use_id|tool_call_id"
            r"|returncode|function_call|name\":\s*\"\w{1,40}\",\s*\"(?:arguments|input"
            r"|parameters))\"?\s*:",
            r"\A\s*\[(?:tool|image|file|screenshot|attachment|binary)\b[^\]]{0,200}\]\s*\Z",
            r"\A\s*(?:bash|read|write|edit|grep|glob|ls|shell|search|fetch|webfetch|multiedit"
            r"|todowrite)\s?[({]['\"{\w/.*$-][^\n]{0,300}[)}]\s*\Z",
        ),
    ),
    Rule(
        "harness_wrapper",
        "The harness talks to the model inside the conversation.",
        scope="span",
        opens=Pattern(
            r"<(system[-_]?reminder|command-(?:name|message|args|contents)"
            r"|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)"
            r"|task-notification|environment_(?:context|details)|user-prompt-submit-hook"
            r"|post-tool-use-hook|session-start-hook|system-notification"
            r"|ide_(?:opened_file|selection|diagnostics)|new-diagnostics|budget(?::\w+)?"
            r"|function_results|function_calls|tool_result|tool_use|tool_call|tool_response"
            r"|thinking|reminder|hook|turn_aborted|persisted-output)\b[^>\n]{0,200}>"
        ),
    ),
    Rule(
        "machine_tag",
        "An element whose compound name speaks of the session's own machinery.",
        scope="span",
        closed=True,
        opens=Pattern(
            rf"(?:(?<=\n)|\A)[ \t]{{0,8}}<((?:{_MACHINE})[-_:][a-z][\w-]{{1,30}}"
            rf"|[a-z]{{1,20}}[-_:](?:{_MACHINE})(?:[-_:]\w{{1,20}})?)\b[^>\n]{{0,300}}>"
        ),
    ),
    Rule(
        "session_notice",
        "What the harness says of the session itself: how full it is, what it left out.",
        roles=frozenset({"system", "developer"}),
        sure=True,
        frame=Cue(
            r"\A\W{0,4}(?:the |your |this |older |earlier |some |\d+ )*(?:context(?: window)?"
            r"|conversation|history|transcript|session|tokens?(?: usage| budget| count)?|budget"
            r"|messages?|turns?|tool (?:output|results?)|attachments?|checkpoint|cache|memory"
            r"|usage|quota|rate limit|model)\b[^.\n]{0,60}\b(?:compact\w*|truncated|trimmed"
            r"|summari[sz]ed|folded|restored|resumed|cleared|dropped|removed|skipped|kept|lost"
            r"|exceeded|full|used|left|remaining|low|reset|switched|loaded|connected|reconnected"
            r"|started|ended|paused|changed|expired|refreshed)\b[^\n]{0,200}\Z",
            r"\A\W{0,4}(?:kontext|sitzung|verlauf|contexte|session|historique|contexto|sesión"
            r"|sessão|contesto|sessione|контекст|сессия|上下文|会话|コンテキスト|セッション)"
            r"[^\n]{0,120}\d[^\n]{0,120}\Z",
            r"\A\W{0,4}(?:continue|proceed|carry on|resume)\b[^\n]{0,40}\Z",
            r"\A\s*<[a-z][\w:-]{1,40}(?:\s[^<>\n]{0,300})?/?>(?:\s*</[\w:-]{1,40}>)?\s*\Z",
        ),
    ),
    Rule(
        "tool_listing",
        "A list of what the agent could call.",
        scope="turn",
        frame=Cue(
            r"\A\W{0,4}(?:(?:the following|these|your|all) )?(?:\d+ )?(?:mcp )?(?:available|loaded"
            r"|registered|enabled|connected|deferred) (?:mcp )?(?:tools?|functions?|skills?"
            r"|commands?|servers?|agents?|plugins?)\b[^.\n]{0,40}?(?:[:(—-]|\Z|\n)",
            r"\A\W{0,4}(?:the following |these |\d+ )?(?:mcp )?(?:tools?|functions?|skills?"
            r"|commands?|servers?|plugins?) (?:(?:are|is|now) )*(?:available|loaded|registered"
            r"|enabled|connected)\b[^.\n]{0,40}?(?:[:(.—-]|\Z|\n)",
            r"\A\W{0,4}(?:verfügbare (?:werkzeuge|tools)|outils disponibles"
            r"|herramientas disponibles"
            r"|ferramentas disponíveis|strumenti disponibili|доступные инструменты|可用(?:的)?工具"
            r"|利用(?:可能な|できる)ツール)",
        ),
    ),
    Rule(
        "harness_notice",
        "One-line notices of the harness: interruptions, compaction, caveats.",
        sure=True,
        frame=Cue(
            r"\A\s*\[(?:request interrupted|conversation (?:compacted|summary)|context (?:compact"
            r"ed|truncated|window)|session (?:resumed|restarted|started|ended)"
            r"|system(?: (?:message|note|notice|notification))?\s*[:\]]|auto-?compact"
            r"|interrupted|no (?:output|content)|previous .{0,40}truncated|output truncated"
            r"|hook|aborted)[^\n]{0,300}\Z",
            r"\A\s*(?:<(?:system|harness|hook|event)[-_\w]{0,30}>)",
            r"\A\s*/(?:clear|compact|model|resume|help|init|status|cost|exit|quit|login|config"
            r"|memory|review|agents|mcp)\s*\Z",
            r"\A\s*(?:stop|pre-?tool-?use|post-?tool-?use|session-?start"
            r"|user-?prompt-?submit) hook (?:feedback|success|error|blocking|additional context)",
            r"\A\s*\(?(?:no content|no output|empty (?:message|response)"
            r"|api error\b[^\n]{0,200})\)?\.?\s*\Z",
            r"\A\s*(?:context left until auto-compact|compacting conversation"
            r"|conversation compacted|token usage)\b",
        ),
    ),
    Rule(
        "session_recap",
        "A whole turn written by the harness: the summary of an earlier session, a caveat.",
        scope="turn",
        frame=Cue(
            r"\A\s*caveat: the messages below were generated",
            r"\A\s*this session is being continued from a previous conversation",
            r"\A\s*(?:#+ |\*\*|<)?(?:conversation|session|context) (?:summary|recap|handoff"
            r"|checkpoint)\b[^\n]{0,60}(?::|\n|\Z|>)",
        ),
    ),
    Rule(
        "agent_session",
        "A session no person started: sub-agents and their mail.",
        scope="session",
        frame=Cue(
            r"\A\s*(?:#+\s*)?(?:[^\n]{0,120}\n){0,3}(?:you are|you're|acting as|role:) (?:a|an"
            r"|the|now a|one of)?\s?(?:[\w-]+ ){0,3}(?:sub-?agent|worker agent|child agent"
            r"|background agent|spawned agent|delegate[d]? agent)",
            r"\A\s*<(?:teammate|(?:sub-?)?agent|worker|coordinator|orchestrator|delegat\w+|planner"
            r"|supervisor|peer|parent|child|task|job)[-_]\w+\b",
            r"\A\s*@?(?:agent|worker|subagent|helper|teammate)[-_ #]?\d{0,6} ?(?:→|->|>|to"
            r"|\((?:from|delegated|spawned|parent)\b)",
            r"\A\s*\[?(?:sub-?agent|child agent|worker agent|delegated)[ _-]?(?:task|context"
            r"|run|session|job|result|report)?\b[^\n]{0,120}[\]:]",
            r"\A[^\n]{0,200}\b(?:spawned|started|launched|dispatched|delegated) (?:by"
            r"|from) (?:the |an? )?(?:main|parent|lead|orchestrat\w+|coordinat\w+|planner"
            r"|supervisor|root) ?(?:agent|session)?\b",
            r"\A\s*(?:du bist ein|tu es un|eres un|você é um"
            r"|sei un) (?:[\w-]+ ){0,2}(?:sub-?agent\w*|sous-agent|subagente|unteragent)",
        ),
    ),
    Rule(
        "scheduled_session",
        "A session a clock started: cron, scheduled runs, wake-ups.",
        scope="session",
        frame=Cue(
            rf"\A\s*[\[(<【][^\]\n)>】]{{0,30}}?{_BY_CLOCK}[^\]\n)>】]{{0,40}}\d[^\]\n)>】]{{0,20}}"
            r"[\])>】]",
            rf"\A\W{{0,3}}(?:{_BY_CLOCK}[ -]?(?:\w+ )?{_STARTED}|{_STARTED} (?:[\w.]+ ){{0,2}}"
            rf"{_BY_CLOCK})(?![^\W\d_])[^\n\w]{{0,4}}(?:(?:n[º°]?|nr|no|num|at|um|à|a las|às|alle"
            rf"|в)\b"
            r"[^\n\w]{0,3})?(?:№ ?)?(?:\d|\(|[:：—–]|\W{0,3}\Z)",
            r"\A\s*(?:system:\s*|\[system\]:?\s*)cron\b",
            r"\A\s*(?:\[(?:system|auto|bot)\]:?\s*|system:\s*)?[\[<(]?(?:cron|cronjob"
            r"|scheduled?(?:[ _-](?:run|task|job|session|trigger|wake-?up|automation|check"
            r"|routine))|auto(?:mated|matic)?[ _-](?:trigger|run|task|job|check|message"
            r"|reminder)|timer|scheduler|automation|routine|wake-?up|auto-?run|nightly"
            r"|hourly)\b(?! ?: ?(?:we|our|all|the|every|use|always|never|no"
            r"|only)\b)[^\n]{0,40}?[\]:>)]",
            r"\A\s*(?:this is (?:a|an) )?(?:scheduled|automated|automatic|unattended"
            r"|recurring) (?:run|task|job|session|trigger|wake-?up|check|message|execution"
            r"|reminder)\b",
            r"\A\s*(?:\[(?:system|auto|bot)\]:?\s*|system:\s*)?(?:this is (?:your |the "
            r"|an? )?)?(?:hourly|daily|nightly|weekly|periodic|scheduled|automatic) (?:wake-?up"
            r"|check-?in|check|run|tick|sync|audit|job|task|heartbeat|poll"
            r"|reminder)\b[^\n]{0,60}?(?:[.:;!\]—-]|\n|\Z)",
            r"\A\s*(?:triggered|started|launched|invoked"
            r"|woken(?: up)?) (?:automatically )?by (?:the )?(?:cron|schedul\w+|timer"
            r"|automation)\b",
            r"\A\s*<(?:scheduled|cron|heartbeat|timer|automation)[-_\w]{0,30}\b[^>\n]{0,100}>",
        ),
    ),
    Rule(
        "heartbeat_prompt",
        "The prompt that asks for a heartbeat; the answer goes with it.",
        scope="session",
        frame=Cue(
            r"\A[^\n]{0,60}\b(?:read|follow|check|see|open|consult|process|load) (?:the |your "
            r"|through )?heartbeat(?:\.md)?\b",
            r"\A[^\n]{0,120}\bheartbeat(?:_ok| poll| check| prompt| tick| instructions?)\b",
            r"\A\s*[\[(]?heartbeat(?:[ :_-]{1,2}[\w#]{1,20}){0,4}[\])]?\W{0,3}\Z",
        ),
    ),
    Rule(
        "heartbeat_ack",
        "A sign of life and nothing else.",
        sure=True,
        frame=Cue(
            r"\A\W{0,4}(?:heartbeat|keep-?alive|no_reply|noop|no-op|pong|ping|tick|liveness"
            r"|alive|beat)(?:[ _-]?(?:ok|ack|check|reply|received|sent|id|seq|poll"
            r"|\d{1,8}))*\b[^\w\n]{0,6}(?:(?:ok|ack|alive|received|sent|seq|at|fine|good|all|no"
            r"|new|\d[\d:.TZ-]{0,24}|ms|s|utc|nothing|to|report|do|systems?)\W{1,3}){0,8}(?:ok"
            r"|alive|good|fine|nominal|\d[\d:.TZms-]{0,24}|report|do|seq)?\W{0,3}\Z",
            r"\A\s*[a-z]{2,20}(?:_[a-z]{2,20}){1,4}\W{0,3}\Z",
            r"\A\W{0,4}(?:[\w #./-]{0,30}\b(?:check|run|scan|poll|sync|sweep)(?: \w+)?[,:;.—–-]\s*"
            r"(?=no|0)|(?:cron|heartbeat|tick|poll|sync|scan"
            r"|(?:i )?checked)\b[\w #./-]{0,40}[:—–-]\s*)?(?:nothing|(?:0|no) (?:news|changes?"
            r"|updates?|new \w+(?: \w+)?|action|alerts?|activity|pending \w+|issues?"
            r"|differences?|further action)|all (?:quiet|clear|systems (?:go|nominal))|quiet)"
            r"(?: (?:to (?:do|report|see)|needs? (?:attention|doing|action)"
            r"|requires? (?:attention|action)|needed|required|new|changed|found|detected|pending"
            r"|since (?:the )?(?:last|previous) (?:\w+ ){0,2}(?:check|run|poll|tick|time|beat"
            r"|sync)|right now|at the moment|here|yet|this (?:time|run|tick|hour)|for now|today"
            r"|in the inbox|on my end)){0,3}\W{0,3}"
            r"(?:(?:going back to sleep|sleeping|next (?:check|poll|run|tick)|will check|i(?:'"
            r"|’)?ll check|going back to|checking again|back to sleep|standing by|idle|exiting"
            r"|see you)[^.\n]{0,60})?\W{0,3}\Z",
            r"\A\W{0,4}(?:sleeping|standing by|idle|idling|staying quiet|waking up"
            r"|going back to sleep|next (?:check|poll|tick|run|heartbeat))(?: (?:for|in|at"
            r"|until|till|mode|again|next|check|tick|\d[\d:.]{0,8}\s?\w{0,8})){0,5}\W{0,3}\Z",
            r"\A\W{0,4}(?:keine (?:änderungen|neuigkeiten)|nichts (?:neues|zu tun|zu melden)"
            r"|rien (?:à (?:signaler|faire)|de nouveau)|aucun changement|sin (?:cambios"
            r"|novedades)|nada (?:que (?:hacer|reportar|informar)|novo|nuevo|a (?:fazer"
            r"|relatar))|sem (?:mudanças|novidades|alterações)|niente (?:da (?:fare|segnalare)"
            r"|di nuovo)|nessun[ao]? (?:modifica|novità|cambiamento)|без изменений"
            r"|ничего нового|изменений нет|変更(?:は)?(?:なし|ありません)|異常(?:なし"
            r"|ありません)|特に(?:なし|ありません)"
            r"|无变化|没有(?:变化|新消息|更新)|一切正常)[^\n]{0,40}\Z",
        ),
    ),
    Rule(
        "waiting",
        "Waiting said in prose: still running, will check back.",
        frame=Cue(
            r"\A\W{0,4}heartbeat(?:_ok)?\b[^\n]{0,80}\Z",
            r"\A\W{0,4}(?:[\w'’#./-]+ ){0,6}(?:is |are |it's "
            r"|its )?still (?:running(?! \w+ get)|going|waiting|in progress|pending|building"
            r"|training|compiling|queued|downloading|uploading|processing|working|deploying"
            r"|installing|importing|exporting|syncing|indexing|migrating|copying|not (?:done"
            r"|finished|ready|complete)|busy|active|executing|loading"
            r"|provisioning)\b(?:[ ,](?:on|in|the|for|it|background|at|normally|fine|as"
            r"|expected|no|errors?|so|far|nothing|new|yet|but|and|healthy|steady|stable|ok"
            r"|though|results?|output|smoothly|now)){0,8}\W{0,3}\Z",
            r"\A\W{0,4}[a-z]+ing\b[^.!?…\n]{0,80}(?:\.{3}|…)\s{0,2}(?:done|ok|\d[^\n]{0,40})?\s*\Z",
            r"\A\W{0,4}(?:i(?:'|’)?ll|i will|will|going to|let me|let's) (?:wait|check (?:back"
            r"|again|in|on it)|poll(?: again)?|look again|monitor|keep (?:polling|waiting"
            r"|watching|monitoring|an eye)|report back|sleep)\b[^.\n]{0,80}\W{0,3}\Z",
            r"\A\W{0,4}(?:waiting|polling|checking (?:back|again)|rechecking|monitoring"
            r"|watching|hold(?:ing)? on|one moment|hang on|please wait|stand by|no output yet"
            r"|not (?:yet|done yet|finished yet|ready yet)|almost (?:there|done)|in progress"
            r"|in the queue|queued|pending|running)\b(?: (?:for|on|to|until|till|the|it|its|a"
            r"|an|of|in|with|again|shortly|soon|now|job|build|pipeline|deploy\w*|rollout"
            r"|training|run|runs|task|checks?|ci|process|command|background|results?|response"
            r"|output|logs?|finish|complete|come|be|become|ready|available|lock|runner|next"
            r"|more|few|minutes?|seconds?|min|sec|s|\d{1,5}|tests?|suite|still|migration|import"
            r"|export|download|install\w*|approval|slot|worker|queue|status)){0,14}\W{0,3}\Z",
            r"\A\W{0,4}(?:läuft noch|noch nicht fertig|ich warte|warte (?:noch|auf)"
            r"|toujours en cours|encore en cours|en attente|sigue (?:en curso|corriendo"
            r"|ejecutándose)|aún en curso|todavía (?:en curso|corriendo)|ainda (?:em execução"
            r"|rodando|em andamento)|ancora in (?:corso|esecuzione)|в процессе|ещё (?:идёт"
            r"|выполняется)|всё ещё|まだ実行中|実行中(?:です)?|処理中(?:です)?|お待ちください"
            r"|待機中|还在(?:运行|跑|进行)"
            r"|仍在(?:运行|进行)|正在(?:运行|等待|处理)|请稍等)[^\n]{0,40}\Z",
        ),
    ),
    Rule(
        "status_poll",
        "Somebody, often a loop, asks how far it is.",
        frame=Cue(
            r"\A\W{0,4}(?:please |can you |could you |pls )?(?:check|poll|any|status|progress"
            r"|update|how(?:'s| is| are)|is|are|did|has|what(?:'s| is))\b(?: (?:the|on|of|it"
            r"|its|that|this|my|our|again|now|a|an|for|status|progress|update|updates|news|job"
            r"|jobs|build|pipeline|pr|ci|checks?|deploy\w*|rollout|training|run|task|export"
            r"|import|migration|download|backfill|ingest\w*|sync|process|queue|going|doing"
            r"|coming along|done|finished|running|complete\w*|ready|yet|still|back|far|please"
            r"|logs?|tests?|backup|\w+ job|health|services?|server|metrics"
            r"|monitor\w*)){0,9}\W{0,3}\Z",
            r"\A\W{0,4}(?:how far (?:along )?(?:is|are)|where are we(?: at)?|(?:eta|status"
            r"|progress|and now|still running|done yet|finished yet|any news|any update"
            r"|any progress)(?=\W{0,3}\Z| (?:on|of|with|for)\b)|wie weit|status bitte"
            r"|läuft (?:es|das) noch|où en est|ça en est où|cómo va|como vai|como está"
            r"|a che punto|как (?:там|дела с)|进度|到哪了|好了吗|完成了吗|进展如何|進捗(?:は|どう)"
            r"|状況は)[^.\n]{0,50}\W{0,2}\Z",
        ),
    ),
    Rule(
        "training_progress",
        "Frames of a training run.",
        frame=Cue(
            r"\A\W{0,4}(?:epochs?|epoche|époque|epoca|época|эпоха|エポック|step"
            r"|iter(?:ation)?)\s{0,3}[:#=]?\s{0,3}\[?\d{1,9}(?:\s?(?:/|of|von|sur|de|di|из)\s?\d"
            r"{1,9})?\]?\W{0,4}(?:\Z|(?:(?:train|val|eval|test|valid)[ _/-]?)?(?:loss|acc|lr"
            r"|eta|step|verlust|perte|pérdida|perda|perdita)\b)",
            r"\A[^\n]{0,40}?第\s?\d{1,6}\s?(?:/\s?\d{1,6}\s?)?(?:轮|个?epoch|步|エポック)",
            r"\A\W{0,4}(?:(?:train|val|eval|test)[ _/])?loss\s?[:=]\s?\d",
        ),
        words=Cue(
            r"\b(?:epochs?|epoche?n?|epoca|epoche|época|épocas|époques?|iter(?:ation)?s?|steps?"
            r"|loss|acc(?:uracy)?|lr|grad(?:[ _]norm)?|perplexity|ppl|reward|bleu|f1"
            r"|val_\w{1,20}|train_\w{1,20}|tok/s|tokens/s"
            r"|training|trainings?lauf|trainiert|schritte?|verlust|perte|entraînement"
            r"|entrenamiento|pérdida|perda|treinamento|treino|perdita|addestramento"
            r"|checkpoints?|warm-?up|folds?|trials?)\b",
            r"эпох|потер|обучени|损失|训练|轮|步|エポック|損失|学習|ステップ",
        ),
    ),
    Rule(
        "build_progress",
        "Frames of compilers, bundlers, image builds and package installs.",
        frame=Cue(
            r"\A\s*(?:compiling|linking|finished|building|bundling|checking|installing"
            r"|collecting|unpacking|preparing|setting up|assembling|packaging|generating"
            r"|emitting|transpiling|minifying|transforming|rendering|optimizing|stage"
            r"|documenting|resolving|fetched|updating|using cached"
            r"|requirement already satisfied|successfully (?:built|installed"
            r"|tagged))\b[ :]{1,3}(?:[`'\"\w@/.-]+ ){0,3}(?:v?\d+\.\d|[\w./-]{1,80}\.(?:o|c|cc"
            r"|cpp|rs|go|java|ts|tsx|js|jsx|py|obj|whl|gz|jar|class|css|html)\b|`?(?:release"
            r"|dev|test|debug)`? |dependenc\w+|packages?|modules?|chunks?|assets)[^\n]{0,160}\Z",
            r"\A\s*\[\s{0,3}\d{1,5}\s?(?:%|/\s?\d{1,6})\s?\]\s{0,3}(?:building|linking"
            r"|compiling|built|generating|scanning|cc|cxx|ar|ld)\b",
            r"\A\s*#\d{1,3} (?:\[|DONE|CACHED|sha256|exporting|extracting|\d)",
            r"\A\s*(?:step \d{1,3}/\d{1,3} :|---> |removing intermediate container|> task :"
            r"|\[info\] (?:building|compiling|---)|BUILD SUCCESS|added \d+ packages"
            r"|audited \d+ packages|✓ \d+ modules transformed|vite v\d|webpack \d)",
        ),
        words=Cue(
            r"\b(?:compil\w*|builds?|building|built|gebaut|bundl\w*|link(?:ed|ing)|targets?"
            r"|modules?|webpack|vite|cargo|gcc|clang|make|ninja|bazel|gradle|maven|npm|pnpm|yarn"
            r"|pip|docker|crates?|packages?|object files?|wheels?|install(?:ed|ing)?|transpil\w*"
            r"|übersetzt|kompilier\w*|paquets?|paquetes?|pacotes?|pacchetti|construction"
            r"|construcción|compilación|compilação|compilazione)\b",
            r"сборк|собран|компил|编译|构建|打包|ビルド|コンパイル",
        ),
    ),
    Rule(
        "transfer_progress",
        "Frames of downloads and uploads.",
        frame=Cue(
            r"\A[^\n]{0,120}?\d\s?(?:[kmgt]i?[bo]|bytes|octets)\s{0,2}(?:/|of|von|sur|de|di"
            r"|из)\s{0,2}\d[\d.,]{0,12}\s?(?:[kmgt]i?[bo]|bytes|octets)\b",
            r"\A\s*(?:remote: )?(?:receiving objects|resolving deltas|counting objects"
            r"|compressing objects|writing objects|unpacking objects|enumerating objects)\b",
            r"\A\s*(?:[0-9a-f]{8,16}: )?(?:pulling (?:from|fs layer)|pull complete"
            r"|download complete|already exists|verifying checksum|extracting|pushed"
            r"|mounted from|layer already exists)\b[^\n]{0,80}\Z",
            r"\A[^\n]{0,100}\d{1,3}%\|",
        ),
        words=Cue(
            r"\b(?:download\w*|uploads?|upload(?:ed|ing)|fetch(?:ed|ing)|pull(?:ed|ing)"
            r"|push(?:ed|ing)|receiv(?:ed|ing)|clon(?:ed|ing)|transferr?\w*|[kmg]i?[bo]/s"
            r"|[kmg]bps|heruntergeladen|hochgeladen|lädt|télécharg\w*|envoi|descarg\w*"
            r"|subid[oa]s?|baixa\w*|enviad[oa]s?|scaric\w*|caricat\w*|layers?)\b",
            r"скачан|загру[жз]|下载|上传|ダウンロード|アップロード",
        ),
    ),
    Rule(
        "ci_progress",
        "Frames of CI: checks, pipelines, test runners.",
        frame=Cue(
            r"\A\s*\S{1,120}\s+[.sFExX]{2,200}\s*\[\s{0,3}\d{1,3}%\]",
            r"\A\s*=+ (?:test session starts|\d+ (?:passed|failed|error)|warnings summary"
            r"|short test summary)",
            r"\A\s*(?:✓|✔|✗|✘|×|⏳|○|◌|PASS|FAIL|RUNS|ok|not ok)\s{1,4}[\w./@:-]{1,100}(?:\s\(?\d"
            r"[\d.]{0,8}\s?m?s\)?)?\s*\Z",
            r"\A[^\n✓✔✗⏳✅❌🟡🟢]{0,80}(?:✓|✔|✗|⏳|✅|❌|🟡|🟢)[^\n]{0,40}(?:✓|✔|✗|⏳|✅|❌|🟡"
            r"|🟢)",
            r"\A\W{0,4}(?:tests?|test suites|snapshots):\s{1,8}\d",
            r"\A\W{0,4}(?:all )?(?:the )?\d{0,6} ?(?:unit |integration |e2e )?(?:tests?|specs?"
            r"|checks?"
            r"|suites?) (?:are |still |now |all )*(?:pass(?:ed|ing)?|green|ok|succeeded|fail(?:ed"
            r"|ing)?)\b(?: (?:now|again|locally|in \d[\d.]* ?m?s\w*))*\W{0,3}\Z",
            r"\A\s*(?:collected \d+ items|ran \d+ tests? in|\d+ passed(?:, \d+ \w+){0,4} in )",
        ),
        words=Cue(
            r"\b(?:pipelines?|checks?|jobs?|tests?|pruebas|testes|test|specs?|workflows?"
            r"|suites?|lint(?:ing)?|e2e|unit|runners?|ci|stages?|gh actions?|actions|passed"
            r"|passing|failing|failed|queued|successful|skipped|bestanden|réussis|pasaron"
            r"|superados|aprobados|passaram|superati|prüfungen)\b",
            r"тест|проверк|пройден|测试|检查|流水线|通过|テスト|ジョブ|パイプライン",
        ),
    ),
    Rule(
        "infra_progress",
        "Frames of rollouts and provisioning.",
        frame=Cue(
            r"\A\s*NAME\s{2,}\S",
            r"\A\s*\S{1,80}\s+\d{1,3}/\d{1,3}\s+(?:Running|Pending|ContainerCreating"
            r"|CrashLoopBackOff|Completed|Terminating|Error|Init\S{0,10}|ImagePullBackOff"
            r"|Evicted)\b",
            r"\A\s*\S{1,100}: (?:still )?(?:creating|destroying|modifying|reading|refreshing"
            r"|creation complete|destruction complete|modifications complete|provisioning)\b",
            r"\A\s*(?:waiting for (?:deployment|rollout|pod|node|stack|instance|cluster|service"
            r"|daemon)\b|deployment \S{1,80} (?:successfully rolled out|rollout)"
            r"|apply complete!|plan: \d+ to add|pod/\S+ (?:created|evicted|deleted"
            r"|condition met)|(?:CREATE|UPDATE|DELETE)_(?:IN_PROGRESS|COMPLETE)\b)",
            r"\A\s*(?:TASK|PLAY|PLAY RECAP|RUNNING HANDLER) [\[*]",
            r"\A\s*(?:ok|changed|skipping|unreachable): \[\S{1,60}\]",
        ),
        words=Cue(
            r"\b(?:rollouts?|rolled out|replicas?|pods?|nodes?|deploy\w*|terraform"
            r"|still creating|provision\w*|instances?|evict\w*|drain\w*|helm|clusters?|kubectl"
            r"|containers?|scal(?:ed|ing)|stack|vms?|hosts?|resources?|machines?|regions?"
            r"|canary|traffic shift\w*|bereitgestellt|knoten|déploiement|déployés?|despliegue"
            r"|desplegad[oa]s?|réplicas|implantação|nodos?|nós|nodi|distribuzione)\b",
            r"разв[её]рт|под(?:ов|ы)\b|реплик|узл|部署|副本|节点|デプロイ|レプリカ|ノード",
        ),
    ),
    Rule(
        "migration_progress",
        "Frames of schema and data migrations.",
        words=Cue(
            r"\b(?:migrat\w*|backfill\w*|tables?|copied|schema|reindex\w*|vacuum|cut-?over"
            r"|replicat\w*|tabellen?|migrier\w*|migraci[óo]n|migração|migrazione|migrazioni"
            r"|tablas?|tabelas?|tabelle|migrées?|copiad[oa]s?|copiate)\b",
            r"миграц|таблиц|迁移|表|マイグレーション|移行|テーブル",
        ),
    ),
    Rule(
        "data_progress",
        "Frames of imports, exports, ingestion and indexing.",
        words=Cue(
            r"\b(?:records?|rows?\w*|rows_\w+|docs?|documents?|chunks?|files?|ingest\w*|embed\w*"
            r"|imports?|import(?:ed|ing)|exports?|export(?:ed|ing)|index(?:ed|ing)?|batch(?:es)?"
            r"|shards?|items?|lines?|events?|messages?|images?|pages?|entries|vectors?|tiles?"
            r"|frames?|partitions?|urls?|users?|customers?|emails?|objects?|keys?|processed"
            r"|processing|synced|syncing|crawl\w*|scrap\w*|backup|snapshot|upserted|loaded"
            r"|converted|parsed|samples?|worker"
            r"|datensätze\w*|zeilen|dateien|verarbeitet|importiert\w*|exportiert\w*|seiten"
            r"|bilder|nachrichten|dokumente|enregistrements?|lignes?|fichiers?|traités?"
            r"|importés?|importées?|indexés?|messages|registros?|filas?|archivos?"
            r"|procesad[oa]s?|documentos?|importad[oa]s?|linhas?|arquivos?|processad[oa]s?"
            r"|registrazioni|righe|record|elaborat[ei]|documenti|importat[ei]|pagine|páginas)\b",
            r"запис|строк|файл|документ|обработан|импорт|экспорт|条|行|文档|文件|记录|已处理"
            r"|导入|导出|件|レコード"
            r"|ドキュメント|ファイル|処理|インポート|取り込み",
        ),
    ),
    Rule(
        "monitoring_status",
        "Gauges: load, latency, health, queues.",
        frame=Cue(
            r"\A\W{0,2}\[(?:firing|resolved|alert\w*|recover\w+|problem|critical|warn\w*|ok|info"
            r"|triggered|ack\w*|closed|opened?|p[1-5]"
            r"|sev-?\d)(?:[: ]\s?[\w-]{1,12})?\] [^\n]{0,40}?"
            r"\d[^\n]{0,200}\Z",
            r"\A\W{0,2}(?:firing|resolved|recovered|triggered|acknowledged|alerting|problem)\s?: "
            r"[^\n]{0,80}?\d[^\n]{0,200}\Z",
            r"\A\W{0,4}(?:all (?:\w+ )?(?:services?|systems?|checks?|nodes?|hosts?|endpoints?"
            r"|probes?|green|workers?)\W{0,2} ?(?:are )?(?:healthy|operational|up|green|nominal"
            r"|ok|fine|passing|online|normal)?|(?:health|healthz|liveness|readiness|uptime"
            r"|status)(?: check| probe)?(?: at \S{1,24})?\s?[:=]\s?(?:ok|healthy|up|green"
            r"|passing|passed|200|operational|pass|nominal|normal))(?:[,;.] ?(?:no (?:alerts?"
            r"|errors?|incidents?|issues?)|0 (?:alerts?|errors?)"
            r"|nothing to report)){0,3}\W{0,3}\Z",
        ),
        words=Cue(
            r"\b(?:cpu|ok|response time|probes?|ping|mem(?:ory)?|ram|disk|load(?: avg"
            r"| average)?|queue(?: depth| length| size)?|latency|p\d{2,3}|health\w*|uptime|up"
            r"|util\w*|error rate|errors?|err|qps|rps|req/s|lag|gpu|heap|throughput|swap|iops"
            r"|connections|conns|temp|rss|state|status|http|alerts?|auslastung|speicher"
            r"|warteschlange|fehlerrate|charge|mémoire|file d(?:'|’)attente|latence|memoria"
            r"|cola|carga|latencia|fila|latência|coda|carico|latenza)\b",
            r"нагрузк|памят|очеред|задержк|内存|负载|队列|延迟|错误率|メモリ|負荷|キュー"
            r"|レイテンシ|エラー率|使用率",
        ),
    ),
    Rule(
        "progress_counter",
        "A counter, a clock or a bar with no telling what it counts.",
        frame=Cue(
            r"\A[^\w\n]{0,6}(?:progress|progreso|fortschritt|progression|progresso|прогресс|进度"
            r"|進捗|eta|elapsed|remaining|time left|time|duration|took|finished in|total time"
            r"|restzeit|temps (?:restant|écoulé)|tiempo restante|tempo (?:restante|rimanente)"
            r"|осталось|剩余|预计|残り)\W{0,4}\d[^\n]{0,60}\Z",
            r"\A\W{0,8}\d{1,3}(?:[.,]\d{1,2})?\s?%(?:\s(?:complete|done|finished|abgeschlossen"
            r"|fertig|terminé|completado|completo|concluído|completato))?\W{0,4}\Z",
            r"\A\s*[\[|]?[█▓▒░▉-▏#=>.\- ]{6,200}[\]|]",
        ),
        words=Cue(
            r"\d\s?(?:of|out of|von|sur|de|di|из|/)\s?(?:[a-z]{1,3} )?\d",
            r"\b(?:eta|elapsed|remaining|left|complete[d]?|done|finished|progress|pid|so far"
            r"|to go|running|of|restant\w*|restzeit|abgeschlossen|fertig|noch|verbleibend"
            r"|terminé\w*|écoulé|completad[oa]s?|complet[oa]|concluíd[oa]s?|faltan?|rimanent\w*"
            r"|completat[oaie]|transcurrido|decorrido|trascorso|in progress|phase|part|stage)\b",
            r"осталось|готово|заверш|выполнен|完成|剩余|预计|进度|残り|完了|進捗|約",
        ),
    ),
    Rule(
        "dense_readout",
        "Hardly a word between the measurements, whatever they measure.",
        dense=True,
        sure=True,
        frame=Cue(
            r"\A\s*\{\s?\"[\w./ -]{1,30}\":\s?-?\d[^{}\n]{0,200}?"
            r"\"[\w./ -]{1,30}\":\s?-?\d[^{}\n]{0,400}"
            r"\},?\s*\Z",
        ),
    ),
    Rule(
        "repeated_frame",
        "The same line again and again, only its numbers differ.",
        scope="repeat",
    ),
    Rule(
        "progress_talk",
        "A report in prose, or an exchange of question and report: see ``progress``.",
        scope="report",
    ),
    Rule(
        "bare_ack",
        "Agreement, thanks or a nudge to go on.",
        sure=True,
        frame=Cue(
            rf"\A{_PUNCT}{{0,40}}(?:(?:{_ACK}){_PUNCT}{{1,10}}){{0,9}}(?:{_ACK})?{_PUNCT}{{0,40}}\Z",
            rf"\A{_PUNCT}{{0,4}}[a-z]{{3,12}}ing(?: (?:now|on|it|that|again"
            rf"|away))?{_PUNCT}{{0,9}}\Z",
        ),
    ),
)

# ------------------------------------------------------------------------ 2. what never leaves

_FILE = (
    r"(?:[\w./~-]{0,80}\.(?:md|mdc|mdx|rst|txt|toml|ya?ml|json|cfg|ini|conf|env|lock|xml|tf|csv"
    r"|html|log)|"
    r"(?:readme|claude|agents|contributing|changelog|dockerfile|makefile|\.?cursorrules"
    r"|\.?gitignore|\.editorconfig))\b(?:\.md)?"
)
_HANDOVER = (
    r"(?:here(?:'|’)?s|here is|here are|from|contents? of|content from|excerpt (?:of"
    r"|from)|this is|see|cat|pasting|copied from|per|attached|hier(?: ist)?|aus|voici"
    r"|extrait de|aquí está|aquí tienes|este es|aqui está|segue|ecco|вот|из|这是|来自|以下是"
    r"|これは)"
)

WITHHOLD_RULES: tuple[Withhold, ...] = (
    Withhold(
        "system_prompt",
        "Instructions to the model, not of a person to it.",
        opens=Cue(
            r"\A\W{0,6}(?:system prompt|system message|my (?:system )?(?:instructions|prompt)"
            r"|your instructions|instructions for (?:the )?(?:assistant|model"
            r"|agent))\b[^\n]{0,80}[:\n]",
            r"\A\W{0,6}(?:system(?: prompt| message)?:\s{0,3})?(?:you are|you're|act as"
            r"|you act as|assume the role of) (?:a|an|the|claude|chatgpt|gpt|gemini|codex"
            r"|copilot|cursor|now|my|our)\b (?:[\w,-]+ ){0,6}(?:assistant|agent|model|expert"
            r"|engineer|reviewer|developer|bot|ai|analyst|architect|specialist|writer|tutor"
            r"|helper|programmer|consultant|editor|translator)\b",
            r"\A\W{0,6}(?:system(?: prompt| message)?:\s{0,3})?you are (?:claude|chatgpt|gpt"
            r"|gemini|codex|copilot|cursor|an? (?:ai|llm|large language model))\b",
            r"\A\W{0,6}(?:my|the) (?:system prompt|instructions) (?:say|says|tell|tells|state"
            r"|states)\b",
            r"\A\W{0,6}(?:du bist ein|sie sind ein|tu es un|vous êtes un|eres un|você é um"
            r"|sei un|ты —|ты - |你是(?:一个|一名|一位)|あなたは)[^\n]{0,80}(?:assist|agent"
            r"|expert|modell"
            r"|助手|助理|专家|アシスタント|ассистент)",
            r"<(?:system|system_prompt|instructions|assistant_instructions)>",
        ),
    ),
    Withhold(
        "recalled_memory",
        "The store's own content read back; storing it again breeds copies.",
        opens=Cue(
            r"\A\W{0,6}(?:relevant|recalled|retrieved|stored|saved|existing|past|previous|known"
            r"|loaded|matching|related|top|\d+)(?: \w+){0,2} (?:memor(?:y|ies)|facts"
            r"|context about)\b[^\n]{0,60}",
            r"\A\W{0,6}\[memor(?:y|ies)\]",
            r"\A\W{0,6}<[\w-]{0,20}memor(?:y|ies)[\w-]{0,20}\b",
            r"\A\W{0,6}(?:from (?:my |your |the )?(?:long-term )?memor(?:y|ies)"
            r"|memories (?:found|loaded|retrieved|about)|memory (?:search|recall|results?"
            r"|context|lookup)|what i (?:know|remember) about|according to (?:my|your"
            r"|the) (?:memor\w+|notes|stored)|based on (?:my|your|the|past|previous|stored"
            r"|our) (?:memor\w+|previous conversations?|past conversations?"
            r"|earlier conversations?))\b",
            r"\A\W{0,6}(?:as i (?:recall|remember)|i (?:recall|remember) (?:that )?(?:you"
            r"|the user|from)|i (?:have|see) (?:it )?(?:noted|stored|saved)|i(?:'|’)ve (?:noted"
            r"|saved|stored|remembered))\b",
            r"\A\W{0,6}(?:relevante erinnerungen|gespeicherte erinnerungen|erinnerungen"
            r"|souvenirs|mémoires pertinentes|memorias|recuerdos relevantes|memórias|memorie"
            r"|ricordi|воспоминания|相关记忆|记忆|関連する?(?:記憶|メモリ)|記憶)[^\n]{0,20}[:：]",
        ),
    ),
    Withhold(
        "file_paste",
        "A file shown in the conversation: textually a statement, in truth the file's.",
        opens=Cue(
            rf"\A\W{{0,6}}(?:{_HANDOVER} )?(?:[\w'’.-]+ ){{0,4}}{_FILE}[`*\"')]{{0,3}}(?: (?:[\w"
            rf"'’-]+ ?){{0,4}})?\s?[:：](?:\s|\Z)",
            rf"\A\W{{0,6}}{_FILE}\W{{0,3}}\Z",
            rf"\A\W{{0,6}}{_HANDOVER} (?:[\w'’.-]+ ){{0,5}}(?:readme|config(?:uration)?|file"
            rf"|contents?|docs?|guide(?:lines)?|log|logs|output|konfig\w*|datei|fichier|archivo"
            rf"|arquivo|配置|文件)(?: [\w'’.-]+){{0,5}}\s?[:：]\s*\Z",
            r"\A\s*(?:\$|>|❯)\s?(?:cat|less|head|tail|bat|more|type)\s\S",
            r"\A\s*<(?:file|document|doc|file_content|documents|source|attachment"
            r"|pasted)[\w-]{0,20}\b[^>\n]{0,120}>",
            r"\A\s*(?:-{3,}|={3,}|#{3,}|/{3,})\s?(?:begin |start "
            r"|file:? ?)?[\w./-]{2,80}\.\w{1,5}\s?(?:-{3,}|={3,}|#{3,}|/{3,})?\s*\Z",
            r"\A\s*(?:diff --git |index [0-9a-f]{6,}|@@ -\d|--- a/|\+\+\+ b/)",
            r"\A#!/",
            r"\A\s*(?:# ?-\*-|\"\"\"|<\?xml|<!doctype|/\*\*?|// Copyright|# Copyright)",
        ),
    ),
    Withhold(
        "document_paste",
        "Markdown headings: nobody types those in a chat.",
        opens=Cue(r"\A\s{0,3}#{1,6} \S", r"\A\s{0,3}(?:={4,}|-{4,})\s*\Z"),
    ),
    Withhold(
        "front_matter",
        "A file that begins with its own settings.",
        first=True,
        opens=Cue(r"\A\s{0,3}(?:-{3}|\+{3})\s*\Z"),
    ),
    Withhold(
        "shell_block",
        "A command with its options: it leaves only as a step.",
        line=Cue(
            r"\A\s*(?:\$ |❯ )?(?:curl|wget|http|grpcurl) (?:-|https?:|\S+\.\S+/)",
            r"\A\s{1,8}-{1,2}[a-z][\w-]{0,20}[ =]\S[^\n]{0,300}\Z",
        ),
    ),
    Withhold(
        "stack_trace",
        "Traces of a crash.",
        opens=Cue(
            r"\A\s*Traceback \(most recent call last\)",
            r"\A\s*(?:Exception in thread|Unhandled (?:exception|rejection)|panic: "
            r"|goroutine \d+ \[|thread '[^'\n]{1,60}' panicked|Uncaught \w+Error|Fatal error: "
            r"|Segmentation fault|Caused by: \w)",
        ),
        line=Cue(
            r"\A\s*(?:at \S{1,200}(?: \[?[\w<>.]{1,80}\]?)?\s?\([^)\n]{0,200}\)"
            r"|at (?:async )?(?:/|file:|node:)\S{1,200}|File \"[^\"\n]{1,200}\", line \d+"
            r"|\d{1,3}: 0x[0-9a-f]+|#\d{1,3}\s+0x[0-9a-f]+|(?:\w+\.)*\w{2,60}(?:Error|Exception"
            r"|Warning)(?:: .*)?|E\s{2,}\S.*|\s*\^+)\s*\Z"
        ),
    ),
    Withhold(
        "log_paste",
        "Lines of a log.",
        line=Cue(
            r"\A\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d[^\n]{0,40}?(?:\]|\s|\|)"
            r"|\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?\s|\w{3}\s{1,2}\d{1,2} \d\d:\d\d:\d\d "
            r"|\d{1,3}(?:\.\d{1,3}){3} - )"
            r"[^\n]{0,60}?(?:\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL"
            r"|SEVERE)\b|\w+\[\d+\]:|\"(?:GET|POST|PUT|DELETE|PATCH|HEAD) )"
            r"|\A\s*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|SEVERE)\]?\s{"
            r"0,3}[\[|(\d]"
            r"|\A\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[.,\dZ]*\]? ?\[\w+\]"
            r"|\A\s*(?:npm (?:ERR!|WARN|error|warn) |error(?: TS\d+|\[E\d+\]): |fatal: "
            r"|ERROR in |error: )"
            r"|\A\s*\{\"(?:ts|time|timestamp|level|msg|severity)\":"
        ),
    ),
    Withhold(
        "config_paste",
        "Lines of a configuration or of code, three or more in one turn.",
        line=Cue(
            r"\A\s*(?:from [\w./-]+:[\w.-]+(?: as \w+)?|workdir \S+|copy \S+ \S+|(?:cmd"
            r"|entrypoint) \[.*"
            r"|expose \d+|env \w+[ =]\S+)\s*\Z",
            r"\A\s*(?:\[{1,2}[\w.\" :-]{1,80}\]{1,2}|[\w.\"'/@-]{1,60}\s?=\s?(?:[\"'\[{(]|true\b"
            r"|false\b|\d|\S+\s*\Z)|-?\s?[\w.\"'-]{1,60}:\s*(?:[\"'\[{|>&*].*|true|false|null"
            r"|-?\d[\w.:/-]*|[^\s:]{1,80})?"
            r"|[}\])]{1,3}[,;]?|[{\[(]|\"[^\"\n]{1,120}\":\s?.*|\$ \S.*|(?:import|from|export"
            r"|const|let|var|def|class|fn|func|function|public|private|static|package|use"
            r"|#include|SELECT|INSERT|CREATE|ALTER|UPDATE|ENV|RUN|COPY|WORKDIR|EXPOSE|CMD"
            r"|ENTRYPOINT|return|await|async|elif|else|except|try)\b.{0,160}[({;:=\]})'\"]"
            r"|\s*\d{1,5}(?:→|\t|\s?\|\s).*|-\s[^\s:]{1,80}|[+-](?:\s{2,}|\t)\S.*|.{1,160}[;{}]"
            r"|//.*|/\*.*|\s+#.*|\s{2,}[\w.]{1,60}\([^)\n]{0,80}\)"
            r"|- name: .*)\s*\Z",
        ),
        run=3,
    ),
    Withhold(
        "activity_list",
        "What was touched, committed or done in this session.",
        opens=Cue(
            r"\A\W{0,6}(?:(?:summary of |list of |here(?:'|’)?s? (?:is |are )?)?(?:the |all "
            r"|my |what )?(?:changes?|modified|changed|updated|edited|created|added|deleted"
            r"|touched|new|affected) ?(?:files?|made|i made|in this session|applied|so far)?"
            r"|files? (?:changed|modified|touched|created|updated|edited|added)|recent commits"
            r"|commits?(?: (?:so far|pushed|today))?|commit (?:log|history)|git log|what (?:i"
            r"|was|we) (?:did|changed|done)|done (?:so far|today)|completed(?: tasks?| so far"
            r"| today)?|activity|session summary|work (?:log|done|completed)"
            r"|today)\s?(?:\([^)\n]{0,40}\)\s?)?[:：]\**\s*(?:\Z|\S)",
            r"\A\W{0,6}(?:geänderte dateien|änderungen|fichiers modifiés|modifications"
            r"|archivos modificados|cambios(?: realizados)?|arquivos (?:modificados|alterados)"
            r"|alterações|file modificati|modifiche|изменённые файлы|изменения|修改的文件|变更"
            r"|変更(?:した)?ファイル|変更点)\s?[:：]",
        ),
        line=Cue(
            r"\A\s*(?:[-*•]\s)?(?:[MADRCU?]{1,2}\s{1,6}[\w./-]{2,120}"
            r"|(?=\d{0,12}[a-f])(?=[a-f]{0,12}\d)[0-9a-f]{7,40}\s(?:\([^)\n]{1,80}\) )?\S.{0,120}"
            r"|`?[\w.-]*(?:/[\w.-]+)+\.\w{1,6}`?\s?(?:\(|:|—|-|–|\||\Z).{0,200}"
            r"|[\w./-]{3,120}\s{1,4}\|\s{1,4}\d+ [+-].*|\*?[ |\\/]{0,6}\*?\s?(?=\d{0,12}[a-f])(?="
            r"[a-f]{0,12}\d)[0-9a-f]{7,12} \(?"
            r"\S.*|(?:create|delete) mode \d+ .*"
            r"|\d+ files? changed.*|(?:[-*•]|\d+\.)\s(?:added|updated|fixed|removed|renamed"
            r"|refactored|created|deleted|moved|implemented|bumped|modified|changed|merged"
            r"|wrote|improved)\b.{0,200})\Z",
        ),
    ),
    Withhold(
        "commit_list",
        "Conventional commit subjects, two or more: one alone may be a statement about docs or CI.",
        line=Cue(
            r"\A\s*(?:[-*•]\s)?(?:feat|fix|chore|docs|refactor|test|style|perf|ci|build)"
            r"(?:\([\w./-]{1,40}\))?!?: \S.{0,160}\Z"
        ),
        run=2,
    ),
    Withhold(
        "plan",
        "What somebody is about to do.",
        opens=Cue(
            r"\A\W{0,6}(?:(?:here(?:'|’)?s|here is|this is) )?(?:my |the |our "
            r"|a )?(?:(?:proposed |current |implementation |high-level |rough |updated "
            r"|revised |detailed )?(?:plan|approach|todo(?:s| list)?|to-?dos?|task list|roadmap"
            r"|outline)|next steps?|remaining (?:work|tasks|steps)|tasks?|what(?:'|’)?s (?:left"
            r"|next)|i (?:will|plan to|intend to|propose to)|how i(?:'d| would|'ll| will"
            r"| plan to| want to) [\w ]{1,40})\b(?: (?:of attack|for (?:the|this) [\w -]{1,40}"
            r"|ahead|is|are|so far|forward|to [\w -]{1,30}|now)){0,2}\s?[:：]",
            r"\A\W{0,6}(?:mein plan|plan|nächste schritte|mon plan|prochaines étapes|mi plan"
            r"|próximos pasos|meu plano|próximos passos|il (?:mio )?piano|prossimi passi"
            r"|мой план|план|следующие шаги|计划|下一步|我的计划|計画|次のステップ|プラン)\s?[:：]",
            r"\A\s*(?:[-*]\s)?\[[ x]\]\s",
        ),
    ),
)


def named_for(scope: Scope) -> str:
    """Name of the one drop rule of ``scope``; the empty string where there is none."""
    return next((rule.name for rule in DROP_RULES if rule.scope == scope), "")


#: Roles whose whole turn is withheld under this name.
SYSTEM_TURN: Final = "system_prompt"
CODE_BLOCK: Final = "code_block"
#: The middle of a turn that is too long to have been written.
OVERSIZED: Final = "oversized"
#: Fenced commands: they leave only as the steps of a runbook.
SHELL_BLOCK: Final = "shell_block"
