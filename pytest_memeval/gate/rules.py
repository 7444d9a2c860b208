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
    ``dense`` convicts what is hardly anything but measurements, unless a user said it; what is
    ``labelled`` as well, whoever's turn it stands in. ``closed`` lets a wrapper count only when it
    is closed again. ``roles`` says whose turns a rule is for.
    """

    name: str
    note: str
    scope: Scope = "line"
    frame: Cue | None = None
    words: Cue | None = None
    opens: Pattern | None = None
    sure: bool = False
    dense: bool = False
    labelled: bool = False
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
    r"|thanks?(?: you)?(?: (?:so|very) much)?|thx|ty|tysm|cheers"
    r"|(?:great|good|nice|awesome|amazing|excellent|fantastic|brilliant|beautiful"
    r"|lovely)(?: (?:work|job|one|stuff|catch|idea|point|call|news))?|perfect|cool|anything else"
    r"|is there anything else(?: (?:i can|you need)[\w ]{0,30})?"
    r"|let me know(?: if you need[\w ]{0,40})?|so much|lgtm|ship it|done|got it|understood|noted"
    r"|roger|ack(?:nowledged)?|will do|on it|sounds? (?:good|great|fine|perfect)|makes sense"
    r"|looks? (?:good|great|fine)(?: to me)?|go(?: ahead| on| for it)?|proceed|carry on"
    r"|keep going|next|please|(?:please )?(?:do (?:it|that|so)|try again|retry)|yes please"
    r"|you(?:'|’)?re welcome|you are welcome|no problem|np|anytime|my pleasure|all good|fine|sgtm"
    r"|(?:always )?happy to help|no worries|glad (?:to (?:help|hear (?:it|that))"
    r"|it (?:works|helped))|my bad|oops|right|correct|exactly|agreed|man|mate|dude|buddy|bro|folks"
    r"|all|hm+|ah+|oh|wow|yay|alright|all right|approved?|confirmed|works"
    r"|that(?:'|’)?s (?:it|all|fine|good|great)|a lot|very|again|then|so|and|with|it|that|for|now"
    r"|everything|i see|merge it"
    # German, French, Spanish, Portuguese, Italian
    r"|danke(?: ?schön| sehr)?|passt(?: so)?|alles klar|in ordnung|weiter(?: so)?|mach weiter|ja"
    r"|nein|gut|super|genau|bitte|gern(?:e)?(?: geschehen)?|verstanden|klar|prima|einverstanden"
    r"|erledigt|läuft|schön|los|vielen dank|dank dir|stimmt|merci(?: beaucoup)?"
    r"|c(?:'|’)est (?:bon|parfait|noté|ok)|d(?:'|’)accord|oui|non|parfait|ça marche|vas-y"
    r"|continue[zr]?|entendu|bien reçu|très bien|bien|de rien|compris|génial|top|nickel"
    r"|impeccable|je vous en prie|je t(?:'|’)en prie|gracias|muchas gracias|vale|sí|si|claro"
    r"|perfecto|de acuerdo|entendido|sigue|continúa|adelante|listo|muy bien|genial|de nada|dale"
    r"|está bien|obrigad[oa]|muito obrigad[oa]|beleza|valeu|sim|não|certo|pode (?:seguir|continuar)"
    r"|segue|perfeito|entendi|tudo bem|feito|blz|ótimo|isso|grazie(?: mille)?|va bene"
    r"|sì|perfetto|d(?:'|’)accordo|capito|continua(?: così| pure)?|procedi(?: pure)?|fatto|bene"
    r"|ottimo|prego|avanti|спасибо(?: большое)?|хорошо|всё|все|ладно|ок|да|нет|понял[аи]?"
    r"|понятно|продолжай(?:те)?|отлично|готово|давай|ясно|супер|пожалуйста|принято|дальше"
    # Japanese, Chinese
    r"|はい|いいえ|了解(?:です|しました|いたしました)?|ありがとう(?:ございます|ございました)?"
    r"|お願いします|続けて(?:ください)?|承知(?:しました|いたしました)?|分かりました|わかりました"
    r"|大丈夫(?:です)?|完璧(?:です)?|いいね|オッケー|どういたしまして|進めて(?:ください)?|うん"
    r"|それで|好(?:的|了)?|谢谢(?:你|您)?|多谢|继续(?:吧)?|可以(?:了)?|没问题|明白(?:了)?|收到|对"
    r"|是的?|嗯+|行|不错|完成|不客气|知道了|就这样|请|干得好|太好了|那就这样|就这么办|麻烦了"
    r"|感谢|可以的|那行|先这样|好嘞|好滴"
    # Dutch, Swedish, Polish, Turkish, Korean
    r"|yup that works|that works(?: for me)?|works for me|a (?:bunch|ton|million|lot)|lots|much"
    r"|really|not bad|bad|all set|appreciate it|appreciated|your help|you|just|is|this|here|the"
    r"|this is|it(?:'|’)?s|looking good|love it|neat|sweet|solid|clean|spot on|nailed it"
    r"|thanks again|ya|aye|mhm|c|jawoll?|so weiter|mach|doch|na gut|na klar"
    r"|passt schon|mega|klasse|spitze|toll|wunderbar|freut mich|hervorragend|noté|c(?:'|’)est|bon"
    r"|alors|ben|voilà|chouette|parfaitement|allez|hecho|venga|va|estupendo|excelente|fenomenal"
    r"|de una|órale|sale|bueno|pues|entonces|muchas|mil gracias|está|bien hecho|muito|legal"
    r"|show de bola|massa|então|muito bom|brigad[oa]|allora|molto bene|benissimo|mille|tutto|bravo"
    r"|bravissim[oa]|magari|poi|andiamo|volentieri|тогда|ну|вот|так|это|очень|большое|спс|пасиб\w*"
    r"|ясненько|годится|подойдёт|пойдёт|好[的了吧啊呀]|辛苦[了啦]|谢谢啦|谢了|赞|棒|牛"
    r"|那就|那|吧|啦|了|行吧|可以可以|太棒了|很好|なるほど|ええ|では|じゃあ|それでは"
    r"|素晴らしい(?:です)?|いい(?:感じ)?(?:です)?|okです|どうも|お疲れ(?:様|さま)(?:です"
    r"|でした)?|do|please do|that(?:'|’)s all|war(?:'|’)s|das war(?:'|’)s|das|alles|eso es todo|eso"
    r"|es todo|a te|a lei|grazie a te|pode fechar|fechou|pode|то что надо|то|что надо|в самый раз"
    r"|c(?:'|’)est tout|tout bon|è tutto|tutto qui|就这些|就这样吧|以上です|それだけです|doing it"
    r"|on my way|right away|to me|as well|c(?:'|’)est parti|avec plaisir|je m(?:'|’)y mets"
    r"|mach(?:e)? ich|wird gemacht|voy|lo hago|ya voy|faccio|subito|já vou|deixa comigo|сделаю"
    r"|делаю|con gusto|encantad[oa]|figurati|à vos ordres|sofort|on va|go go|oké|bedankt"
    r"|dank je(?: wel)?|dankjewel|mooi|ga (?:maar )?(?:door|verder)|doe maar|graag|helder"
    r"|tack(?: så mycket)?|bra|kör|perfekt|fint|takk|tak|kiitos|dzięki|dziękuję|dobrze|jasne|spoko"
    r"|tamam|teşekkürler|teşekkür ederim|sağ ol|devam(?: et)?|evet|olur|děkuji|díky|네+|넵|예|응"
    r"|감사합니다|고마워요?|고맙습니다|알겠습니다|좋아요?|좋습니다|계속(?:하세요| 해주세요)?"
    r"|수고하셨습니다|확인했습니다|그렇게 해주세요|dir|dank|ich danke|mach das|mach so|weitermachen"
    r"|jo|jup|jawohl|okidoki|sehr gut|läuft bei|on continue|c(?:'|’)est good|carrément"
    r"|volontiers|pas de souci|ça roule|seguí|dale que|listo el pollo|bárbaro|buenísimo"
    r"|manda ver|pode ser|show|fechado|tranquilo|tmj|ottimo lavoro|perfetto così|ci sta|vai"
    r"|ti ringrazio|ага|угу|окей|погнали|норм|круто|благодарю|助かりました|助かります|ありがと"
    r"|よろしく(?:お願いします)?|オーケー|それでいいです|いいですね"
)
_PUNCT = (
    r"[\s¡¿,.!?？…~—–\-:;)(、。，！～'\"*_👍🙏✅🎉🚀👌💯😀-🙏🤝🙂❤️\U0001f000-\U0001faff\u2600-\u27"
    r"bf\ufe0f\u20"
    r"0d]"
)


_THANKS = (
    r"(?:thank\w*|thx|tysm|cheers|danke\w*|merci|gracias|grazie|obrigad[oa]|valeu|спасибо"
    r"|благодар\w+|bedankt|tack|dzięki|dziękuję|teşekkür\w*|ありがとう[ぁ-ん]{0,6}"
    r"|助かり[ぁ-ん]{1,4}|谢谢[你您啦]?|감사[가-힣]{0,4}|고마[가-힣]{1,3})"
)
_NO_ACK = (
    r"(?:[?？]|\b(?:use|no|not|don|only|always|never|but|without|keep|stop|next|in|on|with|for|from"
    r"|nur|kein\w*|nicht|ohne|immer|nie|aber|auf|mit|seulement|sans|pas|toujours|mais|en|avec|solo"
    r"|sin|pero|siempre|nunca|con|senza|ma|sempre|mai|só|sem|mas|com|но|не|только|без|на|в|с)\b|不"
    r"|别|要|だけ|ない)"
)

#: A line of nothing but these is a report of waiting, in prose and without numbers.
_STILL = (
    r"(?:(?:it(?:'s| is)|job|build|training|deploy(?:ment)?|export|import|pipeline|run|process|task"
    r"|the|export|status|sync|backup|test)\s+){0,4}"
)

#: Parts of a compound element name that no person writes about their own work.
_MACHINE = (
    r"system|context|session|tokens?|budget|hooks?|reminders?|notices?|notifications?|environment"
    r"|env|harness|usage|command|tool|ide|turn|quota|compaction|heartbeat|cron|editor|workspace"
    r"|webhooks?|events?|alerts?|alarms?|ci|builds?|deploy(?:ment)?|pipeline|monitor|telemetry"
)
#: Services that write into a conversation by themselves.
_SENDER = (
    r"(?:web-?hooks?|events?|notifications?|alerts?|alarms?|github|gitlab|bitbucket|gitea"
    r"|forgejo|circleci|jenkins|buildkite|travis|teamcity|drone"
    r"|azure|vercel|netlify|argo(?:cd| ?cd)?|sentry|pagerduty|datadog|grafana|prometheus"
    r"|alertmanager|nagios|icinga|zabbix|opsgenie|newrelic|cloudwatch|uptime-?robot|dependabot"
    r"|renovate)"
)
#: What became of something: an event is named by it, and so is what a hook posts.
_HAPPENED = (
    r"(?:#\d|\d ?/ ?\d|\w=\S|[a-z]_[a-z]|(?<!are )(?<!is )(?<!be )(?<!get )(?<!gets )"
    r"\b(?:success(?:ful)?|succeeded|failure|failed|completed|passed|neutral|queued|cancell?ed"
    r"|opened|closed|merged|pushed|resolved|firing|triggered|recovered|acknowledged|deployed)\b)"
)
#: A sentence with a finite verb tells more than an alarm does.
_NOT_TOLD = (
    r"(?![^\n]{0,200}\b(?:was|were|came|are|had|got|is (?!critical|warning|ok\b|up\b|down\b"
    r"|unknown|high|low|now|back|\d))\b)"
)
#: What the sign of life of a machine is called.
_BEAT = (
    r"(?:tick|heartbeat|beat|pulse|keep-?alive|wake-?up|herzschlag|puls|lebenszeichen|battement"
    r"|pouls|latido|pulso|batimento|battito|пульс|тик|hartslag|tętno|nabız|心跳|ハートビート"
    r"|하트비트)"
)
#: That there is nothing to do, or how many of how many are well.
_NOTHING_DUE = (
    r"(?:\d ?/ ?\d|\w=\S|\b(?:no|none|0|nothing|empty|idle|ok|alive|quiet|keine?|nichts|leer"
    r"|aucune?|rien|vide|sin|nada|ning[uú]n\w*|vac[ií][oa]|nessun\w*|niente|vuot[oa]|nenhum\w*"
    r"|sem|vazi[oa]|нет|пуст\w*|geen|leeg|brak|yok|boş)\b|なし|ありません|空|无|没有|없)"
)
_WHO = (
    r"(?:human|user|person|operator|humain|utilisateur|humano|usu[aá]rio|utilizador|umano|utente)"
)
#: That nobody is there to read what the session writes.
_NO_PERSON = (
    r"(?:\b(?:no|aucune?|ning(?:ún|una)|nenhum|nessun|(?:is|'s|’s) no|no hay|não há(?: nenhum)?"
    rf"|without an?) (?:live |real |ningún )?{_WHO}s?,?(?: (?:is|are|will be|n(?:'|’)est|está|è))?"
    r" (?:currently )?(?:present\w*|présent\w*|watching|available|online|attending|attached|reading"
    r"|listening|around|here|there|conectad\w|connecté\w*|collegat\w|to ask"
    r"|(?:on|at) the other|in (?:this|the) (?:session|conversation|loop|chat|thread|room)"
    r"|en (?:esta|cette|la) (?:sesión|session)|nesta sessão|in questa sessione)"
    r"|\b(?:nobody|no one) is (?:watching|reading|present|there|around|listening|online)\b"
    r"|\bkeine?n? (?:mensch|benutzer|nutzer|person|anwender)\w* (?:ist )?(?:anwesend|da\b|dabei"
    r"|zugeschaltet|beteiligt)|\bniemand (?:ist (?:da|anwesend)|liest)\b"
    r"|(?:человек\w*|пользовател\w+|людей) (?:\w+ )?(?:нет\b|отсутству)|нет"
    r" (?:человека|пользовател)|无人(?:值守|在场)|没有(?:人类|用户|人)(?:在场|在线|参与)|(?:人間"
    r"|ユーザー)は(?:い(?:ない|ません)"
    r"|不在)|無人(?:実行|セッション)|사람이 없)"
)

#: What a clock says speaks of no "we".
_NOBODY = (
    r"(?![^\n]{0,300}\b(?:we|our|us|decided|agreed|wir|uns|unsere?|nous|notre|nosotros|nuestr[oa]"
    r"|decidimos|noi|nostr[oa]|nós|noss[oa]|мы|наш|я|i)\b|[^\n]{0,300}(?:我们|私たち))"
)
#: What a clock started, and what it started; the two stand together in either order.
_BY_CLOCK = (
    r"(?:cron\w*|timer|schedul\w+|periodic|automatic|automated|recurring|unattended|hourly|daily"
    r"|nightly|weekly|zeitplan\w*|zeitgesteuert\w*|geplant\w*|automatisch\w*|periodisch\w*"
    r"|regelmäßig\w*|stündlich\w*|täglich\w*|planifiée?|programmée?|automatique|périodique|horaire"
    r"|quotidienne?|programad[oa]|automátic[oa]|periódic[oa]|diari[oa]|horari[oa]|agendad[oa]"
    r"|programmat[oa]|pianificat[oa]|automatic[oa]|periodic[oa]|расписани\w+|планов\w+"
    r"|автоматическ\w+|периодическ\w+|ежечасн\w+|ежедневн\w+|gepland\w*|zaplanowan\w*|定时|定期"
    r"|计划|自动|每小时|每日|例行|スケジュール|自動|毎時|毎日|예약|정기|자동)"
)
_STARTED = (
    r"(?:run|check(?:-?in)?|task|job|sweep|tick|poll|sync|audit|routine|trigger|wake-?up|lauf"
    r"|prüfung|aufgabe|kontrolle|abfrage|auftrag|tâche|vérification|contrôle|exécution|tarea"
    r"|revisión|verificación|comprobación|ejecución|tarefa|verificação|execução|rotina|verifica"
    r"|controllo|attività|esecuzione|запуск|проверка|задача|задание|taak|controle|zadanie|任务|检查"
    r"|巡检|运行|监控|监测|タスク|チェック|実行|点検|確認|監視|점검|작업|실행|모니터링|session|sitzung"
    r"|sesión|sessão|sessione|сессия|сеанс|会话|セッション|세션)"
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
            r"\A\s*(?:\[?(?:called|calling|used|running|ran|executed|executing|invoked"
            r"|invoking) (?:the )?(?:tool|function|command)s?\b)",
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
        "An element whose name, mostly a compound, speaks of the session's own machinery.",
        scope="span",
        closed=True,
        opens=Pattern(
            rf"(?:(?<=\n)|\A)[ \t]{{0,8}}<((?:{_MACHINE})[-_:][a-z][\w-]{{1,30}}"
            rf"|[a-z]{{1,20}}[-_:](?:{_MACHINE})(?:[-_:]\w{{1,20}})?|environment)\b[^>\n]{{0,300}}>"
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
            r"|messages?|turns?|tool (?:output|results?)|attachments?|checkpoint|cache|memory|usage"
            r"|quota|rate limit|model)\b[^.\n]{0,60}\b(?:compact\w*|truncated|trimmed|summari[sz]ed"
            r"|folded|restored|resumed|cleared|dropped|removed|skipped|kept|lost|exceeded|full|used"
            r"|left|remaining|low|reset|switched|loaded|connected|reconnected|started|ended|paused"
            r"|changed|expired|refreshed)\b[^\n]{0,200}\Z",
            r"\A\W{0,4}(?:kontext|sitzung|verlauf|contexte|session|historique|contexto|sesión"
            r"|sessão|contesto|sessione|контекст|сессия|上下文|会话|コンテキスト"
            r"|セッション)[^\n]{0,120}\d[^\n]{0,120}\Z",
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
            r"|herramientas disponibles|ferramentas disponíveis|strumenti disponibili"
            r"|доступные инструменты|可用(?:的)?工具|利用(?:可能な|できる)ツール)",
        ),
    ),
    Rule(
        "harness_notice",
        "One-line notices of the harness: interruptions, compaction, caveats.",
        sure=True,
        frame=Cue(
            r"\A\s*\[(?:request interrupted|conversation (?:compacted|summary)"
            r"|context (?:compacted|truncated|window)|session (?:resumed|restarted|started|ended)"
            r"|system(?: (?:message|note|notice|notification))?\s*[:\]]|auto-?compact|interrupted"
            r"|no (?:output|content)|previous .{0,40}truncated|output truncated|hook"
            r"|aborted)[^\n]{0,300}\Z",
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
            r"\A\s*(?:#+\s*)?(?:[^\n]{0,120}\n){0,3}(?:you are|you're|acting as|role:) (?:a|an|the"
            r"|now a|one of)?\s?(?:[\w-]+ ){0,3}(?:sub-?agent|worker agent|child agent"
            r"|background agent|spawned agent|delegate[d]? agent)",
            r"\A\s*<(?:teammate|(?:sub-?)?agent|worker|coordinator|orchestrator|delegat\w+|planner"
            r"|supervisor|peer|parent|child|task|job)[-_]\w+\b",
            r"\A\s*@?(?:agent|worker|subagent|helper|teammate)[-_ #]?\d{0,6} ?(?:→|->"
            r"|\((?:from|delegated|spawned|parent)\b)",
            r"\A\s*\[?(?:sub-?agent|child agent|worker agent|delegated)[ _-]?(?:task|context|run"
            r"|session|job|result|report)?\b[^\n]{0,120}[\]:]",
            r"\A[^\n]{0,200}\b(?:spawned|started|launched|dispatched|delegated) (?:by|from) (?:the "
            r"|an? )?(?:main|parent|lead|orchestrat\w+|coordinat\w+|planner|supervisor"
            r"|root) ?(?:agent|session)?\b",
            r"\A\s*(?:du bist ein|tu es un|eres un|você é um"
            r"|sei un) (?:[\w-]+ ){0,2}(?:sub-?agent\w*|sous-agent|subagente|unteragent)",
        ),
    ),
    Rule(
        "scheduled_session",
        "A session a clock started: cron, scheduled runs, wake-ups.",
        scope="session",
        frame=Cue(
            rf"\A{_NOBODY}\s*[\[(<【]\s?(?:{_BY_CLOCK}[ -]?(?:\w+ )?{_STARTED}"
            rf"|{_STARTED} (?:[\w.]+ ){{0,2}}{_BY_CLOCK})\s?[\])>】](?! ?[a-z]+[^s]s )",
            # A label with a clock that no log has: no seconds, and an order behind it.
            rf"\A{_NOBODY}\s*\[[^\W\d][\w -]{{2,30}} \d{{1,2}}:\d{{2}}\] [^\W\d]",
            rf"\A\s*[\[(<【][^\]\n)>】]{{0,30}}?{_BY_CLOCK}[^\]\n)>】]{{0,40}}\d[^\]\n)>】]{{0,20}}"
            r"[\])>】]",
            rf"\A{_NOBODY}\W{{0,3}}(?:{_BY_CLOCK}[ -]?(?:\w+ )?{_STARTED}"
            rf"|{_STARTED} (?:[\w.]+ ){{0,2}}"
            rf"{_BY_CLOCK})(?![^\W\d_])[^\n\w]{{0,4}}(?:(?:n[º°]?|nr|no|num|at|um|à|a las|às|alle"
            rf"|в)\b"
            r"[^\n\w]{0,3})?(?:№ ?)?(?:\d|\(|[:：—–]|\W{0,3}\Z)",
            r"\A\s*(?:system:\s*|\[system\]:?\s*)cron\b",
            r"\A\s*(?:\[(?:system|auto|bot)\]:?\s*|system:\s*)?[\[<(]?(?:cron|cronjob"
            r"|scheduled?(?:[ _-](?:run|task|job|session|trigger|wake-?up|automation|check"
            r"|routine))|auto(?:mated|matic)?[ _-](?:trigger|run|task|job|check|message|reminder)"
            r"|timer|scheduler|automation|routine|wake-?up|auto-?run|nightly"
            r"|hourly)\b(?! ?: ?(?:we|our|all|the|every|use|always|never|no"
            r"|only)\b)[^\n]{0,40}?[\]:>)](?! ?[a-z]+[^s]s )",
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
        "unattended_session",
        "The system says that nobody reads along: the first turn is no person's.",
        scope="session",
        roles=frozenset({"system", "developer"}),
        frame=Cue(rf"\A[^\n]{{0,400}}?{_NO_PERSON}"),
    ),
    Rule(
        "heartbeat_prompt",
        "The prompt that asks for a heartbeat; the answer goes with it.",
        scope="session",
        roles=frozenset({"user"}),
        frame=Cue(
            # A numbered or clocked beat, and on the same line what was found at it.
            rf"\A(?![^\n]{{121}}){_NOBODY}\W{{0,3}}{_BEAT}(?: [^\W\d]\w{{0,12}}){{0,2}} ?"
            rf"(?:[#№]|n[°º]|nr\.?)? ?\d[\d:.]{{0,9}}(?:\W{{0,3}}\Z|[^\n\w][^\n]*?{_NOTHING_DUE}"
            r"[^\n]*\Z)",
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
            r"\A\W{0,4}(?:heartbeat|keep-?alive|no_reply|noop|no-op|pong|ping|tick|liveness|alive"
            r"|beat)(?:[ _-]?(?:ok|ack|check|reply|received|sent|id|seq|poll"
            r"|\d{1,8}))*\b[^\w\n]{0,6}(?:(?:ok|ack|alive|received|sent|seq|at|fine|good|all|no|new"
            r"|\d[\d:.TZ-]{0,24}|ms|s|utc|nothing|to|report|do|systems?)\W{1,3}){0,8}(?:ok|alive"
            r"|good|fine|nominal|\d[\d:.TZms-]{0,24}|report|do|seq)?\W{0,3}\Z",
            r"\A\s*[a-z]{2,20}(?:_[a-z]{2,20}){1,4}\W{0,3}\Z",
            r"\A\W{0,4}(?:[\w #./-]{0,30}\b(?:check|run|scan|poll|sync"
            r"|sweep)(?: \w+)?[,:;.—–-]\s*(?=no|0)|(?:cron|heartbeat|tick|poll|sync|scan"
            r"|(?:i )?checked)\b[\w #./-]{0,40}[:—–-]\s*)?(?:nothing"
            r"|(?:0|no) (?:news|changes?|updates?|new \w+(?: \w+)?|action|alerts?|activity"
            r"|pending \w+|issues?|differences?|further action)"
            r"|all (?:quiet|clear|systems (?:go|nominal))|quiet)(?: (?:to (?:do|report|see)"
            r"|needs? (?:attention|doing|action)|requires? (?:attention|action)|needed|required|new"
            r"|changed|found|detected|pending|since (?:the )?(?:last"
            r"|previous) (?:\w+ ){0,2}(?:check|run|poll|tick|time|beat|sync)|right now"
            r"|at the moment|here|yet|this (?:time|run|tick|hour)|for now|today|in the inbox"
            r"|on my end)){0,3}\W{0,3}(?:(?:going back to sleep|sleeping"
            r"|next (?:check|poll|run|tick)|will check|i(?:'|’)?ll check|going back to"
            r"|checking again|back to sleep|standing by|idle|exiting"
            r"|see you)[^.\n]{0,60})?\W{0,3}\Z",
            r"\A\W{0,4}(?:sleeping|standing by|idle|idling|staying quiet|waking up"
            r"|going back to sleep|next (?:check|poll|tick|run|heartbeat))(?: (?:for|in|at|until"
            r"|till|mode|again|next|check|tick|\d[\d:.]{0,8}\s?\w{0,8})){0,5}\W{0,3}\Z",
            r"\A\W{0,4}(?:keine (?:änderungen|neuigkeiten)|nichts (?:neues|zu tun|zu melden)"
            r"|rien (?:à (?:signaler|faire)|de nouveau)|aucun changement|sin (?:cambios|novedades)"
            r"|nada (?:que (?:hacer|reportar|informar)|novo|nuevo|a (?:fazer|relatar))"
            r"|sem (?:mudanças|novidades|alterações)|niente (?:da (?:fare|segnalare)|di nuovo)"
            r"|nessun[ao]? (?:modifica|novità|cambiamento)|без изменений|ничего нового"
            r"|изменений нет|変更(?:は)?(?:なし|ありません)|異常(?:なし|ありません)"
            r"|特に(?:なし|ありません)|无变化|没有(?:变化|新消息|更新)|一切正常)[^\n]{0,40}\Z",
        ),
    ),
    Rule(
        "waiting",
        "Waiting said in prose: still running, will check back.",
        frame=Cue(
            r"\A\W{0,4}heartbeat(?:_ok)?\b[^\n]{0,80}\Z",
            r"\A\W{0,4}(?:[\w'’#./-]+ ){0,6}(?:is |are |it's |its )?still (?:running(?! \w+ get)"
            r"|going|waiting|in progress|pending|building|training|compiling|queued|downloading"
            r"|uploading|processing|working|deploying|installing|importing|exporting|syncing"
            r"|indexing|migrating|copying|not (?:done|finished|ready|complete)|busy|active"
            r"|executing|loading|provisioning)\b(?:[ ,](?:on|in|the|for|it|background|at|normally"
            r"|fine|as|expected|no|errors?|so|far|nothing|new|yet|but|and|healthy|steady|stable|ok"
            r"|though|results?|output|smoothly|now)){0,8}\W{0,3}\Z",
            r"\A\W{0,4}[a-z]+ing\b[^.!?…\n]{0,80}(?:\.{3}|…)\s{0,2}(?:done|ok|\d[^\n]{0,40})?\s*\Z",
            r"\A\W{0,4}(?:i(?:'|’)?ll|i will|will|going to|let me|let's) (?:wait"
            r"|check (?:back|again|in|on it)|poll(?: again)?|look again|monitor"
            r"|keep (?:polling|waiting|watching|monitoring|an eye)|report back"
            r"|sleep)\b[^.\n]{0,80}\W{0,3}\Z",
            r"\A\W{0,4}(?:waiting|polling|checking (?:back|again)|rechecking|monitoring|watching"
            r"|hold(?:ing)? on|one moment|hang on|please wait|stand by|no output yet"
            r"|not (?:yet|done yet|finished yet|ready yet)|almost (?:there|done)|in progress"
            r"|in the queue|queued|pending|running)\b(?: (?:for|on|to|until|till|the|it|its|a|an|of"
            r"|in|with|again|shortly|soon|now|job|build|pipeline|deploy\w*|rollout|training|run"
            r"|runs|task|checks?|ci|process|command|background|results?|response|output|logs?"
            r"|finish|complete|come|be|become|ready|available|lock|runner|next|more|few|minutes?"
            r"|seconds?|min|sec|s|\d{1,5}|tests?|suite|still|migration|import|export|download"
            r"|install\w*|approval|slot|worker|queue|status)){0,14}\W{0,3}\Z",
            r"\A\W{0,4}(?:läuft noch|noch nicht fertig|ich warte|warte (?:noch|auf)"
            r"|toujours en cours|encore en cours|en attente|sigue (?:en curso|corriendo"
            r"|ejecutándose)|aún en curso|todavía (?:en curso|corriendo)"
            r"|ainda (?:em execução|rodando|em andamento)|ancora in (?:corso|esecuzione)|в процессе"
            r"|ещё (?:идёт|выполняется)|всё ещё|まだ実行中|実行中(?:です)?|処理中(?:です)?"
            r"|お待ちください|待機中|还在(?:运行|跑|进行)|仍在(?:运行|进行)|正在(?:运行|等待|处理)"
            r"|请稍等)[^\n]{0,40}\Z",
        ),
    ),
    Rule(
        "status_poll",
        "Somebody, often a loop, asks how far it is.",
        frame=Cue(
            r"\A\W{0,4}(?:please |can you |could you |pls )?(?:check|poll|any|status|progress"
            r"|update|how(?:'s| is| are)|is|are|did|has|what(?:'s| is))\b(?: (?:the|on|of|it|its"
            r"|that|this|my|our|again|now|a|an|for|status|progress|update|updates|news|job|jobs"
            r"|build|pipeline|pr|ci|checks?|deploy\w*|rollout|training|run|task|export|import"
            r"|migration|download|backfill|ingest\w*|sync|process|queue|going|doing|coming along"
            r"|done|finished|running|complete\w*|ready|yet|still|back|far|please|logs?|tests?"
            r"|backup|\w+ job|health|services?|server|metrics|monitor\w*)){0,9}\W{0,3}\Z",
            r"\A\W{0,4}(?:how far (?:along )?(?:is|are)|where are we(?: at)?"
            r"|(?:eta|status|progress|and now|still running|done yet|finished yet|any news"
            r"|any update|any progress)(?=\W{0,3}\Z| (?:on|of|with|for)\b)|wie weit|status bitte"
            r"|läuft (?:es|das) noch|où en est|ça en est où|cómo va|como vai|como está|a che punto"
            r"|как (?:там|дела с)|进度|到哪了|好了吗|完成了吗|进展如何|進捗(?:は|どう)"
            r"|状況は)[^.\n]{0,50}\W{0,2}\Z",
        ),
    ),
    Rule(
        "training_progress",
        "Frames of a training run.",
        frame=Cue(
            r"\A\W{0,4}(?:epochs?|epoche|époque|epoca|época|эпоха|エポック|step"
            r"|iter(?:ation)?)\s{0,3}[:#=]?\s{0,3}\[?\d{1,9}(?:\s?(?:/|of|von|sur|de|di"
            r"|из)\s?\d{1,9})?\]?\W{0,4}(?:\Z|(?:(?:train|val|eval|test|valid)[ _/-]?)?(?:loss|acc"
            r"|lr|eta|step|verlust|perte|pérdida|perda|perdita)\b)",
            r"\A[^\n]{0,40}?第\s?\d{1,6}\s?(?:/\s?\d{1,6}\s?)?(?:轮|个?epoch|步|エポック)",
            r"\A\W{0,4}(?:(?:train|val|eval|test)[ _/])?loss\s?[:=]\s?\d",
        ),
        words=Cue(
            r"\b(?:epochs?|epoche?n?|epoca|epoche|época|épocas|époques?|iter(?:ation)?s?|steps?"
            r"|loss|acc(?:uracy)?|lr|grad(?:[ _]norm)?|perplexity|ppl|reward|bleu|f1|val_\w{1,20}"
            r"|train_\w{1,20}|tok/s|tokens/s|training|trainings?lauf|trainiert|schritte?|verlust"
            r"|perte|entraînement|entrenamiento|pérdida|perda|treinamento|treino|perdita"
            r"|addestramento|checkpoints?|warm-?up|folds?|trials?)\b",
            r"эпох|потер|обучени|损失|训练|轮|步|エポック|損失|学習|ステップ",
        ),
    ),
    Rule(
        "build_progress",
        "Frames of compilers, bundlers, image builds and package installs.",
        frame=Cue(
            r"\A\s*(?:compiling|linking|finished|building|bundling|checking|installing|collecting"
            r"|unpacking|preparing|setting up|assembling|packaging|generating|emitting|transpiling"
            r"|minifying|transforming|rendering|optimizing|stage|documenting|resolving|fetched"
            r"|updating|using cached|requirement already satisfied"
            r"|successfully (?:built|installed"
            r"|tagged))\b[ :]{1,3}(?:[`'\"\w@/.-]+ ){0,3}(?:v?\d+\.\d"
            r"|[\w./-]{1,80}\.(?:o|c|cc|cpp|rs|go|java|ts|tsx|js|jsx|py|obj|whl|gz|jar|class|css"
            r"|html)\b|`?(?:release|dev|test|debug)`? |dependenc\w+|packages?|modules?|chunks?"
            r"|assets)[^\n]{0,160}\Z",
            r"\A\s*\[\s{0,3}\d{1,5}\s?(?:%|/\s?\d{1,6})\s?\]\s{0,3}(?:building|linking|compiling"
            r"|built|generating|scanning|cc|cxx|ar|ld)\b",
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
            r"|download complete|already exists|verifying checksum|extracting|pushed|mounted from"
            r"|layer already exists)\b[^\n]{0,80}\Z",
            r"\A[^\n]{0,100}\d{1,3}%\|",
            # What installers say of one package after the other.
            r"\A\s*(?:collecting|downloading|installing|unpacking|using cached|setting up"
            r"|successfully (?:installed|built)) [\w./@-]{2,60}(?:\[[\w,]{1,30}\])?"
            r"(?:[=~<>!-]{1,2}\d|(?: [\w.-]{2,40}-\d[\w.]{0,20}){1,20}\s*\Z"
            r"|\s*\([\d.]{1,10} ?[km]?b\))",
        ),
        words=Cue(
            r"\b(?:download\w*|uploads?|upload(?:ed|ing)|fetch(?:ed|ing)|pull(?:ed|ing)"
            r"|push(?:ed|ing)|receiv(?:ed|ing)|clon(?:ed|ing)|transferr?\w*|[kmg]i?[bo]/s|[kmg]bps"
            r"|heruntergeladen|hochgeladen|lädt|télécharg\w*|envoi|descarg\w*|subid[oa]s?|baixa\w*"
            r"|enviad[oa]s?|scaric\w*|caricat\w*|layers?)\b",
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
            r"\A\s*(?:✓|✔|✗|✘|×|⏳|○|◌|PASS|FAIL|RUNS|ok"
            r"|not ok)\s{1,4}[\w./@:-]{1,100}(?:\s\(?\d[\d.]{0,8}\s?m?s\)?)?\s*\Z",
            r"\A[^\n✓✔✗⏳✅❌🟡🟢]{0,80}(?:✓|✔|✗|⏳|✅|❌|🟡|🟢)[^\n]{0,40}(?:✓|✔|✗|⏳|✅|❌|🟡"
            r"|🟢)",
            r"\A\W{0,4}(?:tests?|test suites|snapshots):\s{1,8}\d",
            r"\A\W{0,4}(?:all )?(?:the )?\d{0,6} ?(?:unit |integration |e2e )?(?:tests?|specs?"
            r"|checks?|suites?) (?:are |still |now |all )*(?:pass(?:ed|ing)?|green|ok|succeeded"
            r"|fail(?:ed|ing)?)\b(?: (?:now|again|locally|in \d[\d.]* ?m?s\w*))*\W{0,3}\Z",
            r"\A\s*(?:collected \d+ items|ran \d+ tests? in|\d+ passed(?:, \d+ \w+){0,4} in )",
        ),
        words=Cue(
            r"\b(?:pipelines?|checks?|jobs?|tests?|pruebas|testes|test|specs?|workflows?|suites?"
            r"|lint(?:ing)?|e2e|unit|runners?|ci|stages?|gh actions?|actions|passed|passing|failing"
            r"|failed|queued|successful|skipped|bestanden|réussis|pasaron|superados|aprobados"
            r"|passaram|superati|prüfungen)\b",
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
            r"|daemon)\b|deployment \S{1,80} (?:successfully rolled out|rollout)|apply complete!"
            r"|plan: \d+ to add|pod/\S+ (?:created|evicted|deleted|condition met)"
            r"|(?:CREATE|UPDATE|DELETE)_(?:IN_PROGRESS|COMPLETE)\b)",
            r"\A\s*(?:TASK|PLAY|PLAY RECAP|RUNNING HANDLER) [\[*]",
            r"\A\s*(?:ok|changed|skipping|unreachable): \[\S{1,60}\]",
        ),
        words=Cue(
            r"\b(?:rollouts?|rolled out|replicas?|pods?|nodes?|deploy\w*|terraform|still creating"
            r"|provision\w*|instances?|evict\w*|drain\w*|helm|clusters?|kubectl|containers?"
            r"|scal(?:ed|ing)|stack|vms?|hosts?|resources?|machines?|regions?|canary"
            r"|traffic shift\w*|bereitgestellt|knoten|déploiement|déployés?|despliegue"
            r"|desplegad[oa]s?|réplicas|implantação|nodos?|nós|nodi|distribuzione)\b",
            r"разв[её]рт|под(?:ов|ы)\b|реплик|узл|部署|副本|节点|デプロイ|レプリカ|ノード",
        ),
    ),
    Rule(
        "migration_progress",
        "Frames of schema and data migrations.",
        words=Cue(
            r"\b(?:migrat\w*|backfill\w*|tables?|copied|schema|reindex\w*|vacuum|cut-?over"
            r"|replicat\w*|tabellen?|migrier\w*|migraci[óo]n|migração|migrazione|migrazioni|tablas?"
            r"|tabelas?|tabelle|migrées?|copiad[oa]s?|copiate)\b",
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
            r"|converted|parsed|samples?|worker|datensätze\w*|zeilen|dateien|verarbeitet"
            r"|importiert\w*|exportiert\w*|seiten|bilder|nachrichten|dokumente|enregistrements?"
            r"|lignes?|fichiers?|traités?|importés?|importées?|indexés?|messages|registros?|filas?"
            r"|archivos?|procesad[oa]s?|documentos?|importad[oa]s?|linhas?|arquivos?"
            r"|processad[oa]s?|registrazioni|righe|record|elaborat[ei]|documenti|importat[ei]"
            r"|pagine|páginas)\b",
            r"запис|строк|файл|документ|обработан|импорт|экспорт|条|行|文档|文件|记录|已处理|导入"
            r"|导出|件|レコード|ドキュメント|ファイル|処理|インポート|取り込み",
        ),
    ),
    Rule(
        "service_event",
        "What a service posts of itself: hooks, checks, alarms raised and cleared.",
        frame=Cue(
            rf"\A\W{{0,2}}[\[(【](?:[\w-]{{1,20}}[ _-])?{_SENDER}[\])】]:? ?[^\n]{{0,200}}?"
            rf"{_HAPPENED}[^\n]{{0,200}}\Z",
            rf"\A\W{{0,4}}{_SENDER}(?:[_-]\w{{1,20}})?: [a-z]+[_.:][\w.:]{{2,30}} [^\n]{{0,160}}?"
            rf"{_HAPPENED}[^\n]{{0,200}}\Z",
            rf"\A{_NOT_TOLD}\W{{0,4}}(?:alert|alarm|incident|probe|check)s? (?:cleared|resolved"
            r"|firing|fired|closed|recovered|opened|acknowledged|raised"
            r"|triggered) ?[:—–-][^\n]{0,80}?\d[^\n]{0,200}\Z",
        ),
    ),
    Rule(
        "monitoring_status",
        "Gauges: load, latency, health, queues, and whatever stands under a label.",
        labelled=True,
        frame=Cue(
            r"\A\W{0,2}\[(?:firing|resolved|alert\w*|recover\w+|problem|critical|warn\w*|ok|info"
            r"|triggered|ack\w*|closed|opened?|p[1-5]"
            r"|sev-?\d)(?:[: ]\s?[\w-]{1,12})?\] [^\n]{0,40}?\d[^\n]{0,200}\Z",
            rf"\A{_NOT_TOLD}\W{{0,2}}(?:firing|resolved|recovered|triggered|acknowledged|alerting"
            r"|problem)\s?: [^\n]{0,80}?\d[^\n]{0,200}\Z",
            r"\A\W{0,4}all (?:systems?|services?|checks?|hosts?|tills?|stores?"
            r"|nodes?) (?:are )?(?:normal|nominal|ok|up|fine|green|healthy"
            r"|operational)\b[^.\n]{0,60}\W{0,3}\Z",
            r"\A\W{0,4}(?:all (?:\w+ )?(?:services?|systems?|checks?|nodes?|hosts?|endpoints?"
            r"|probes?|green|workers?)\W{0,2} ?(?:are )?(?:healthy|operational|up|green|nominal|ok"
            r"|fine|passing|online|normal)?|(?:health|healthz|liveness|readiness|uptime"
            r"|status)(?: check| probe)?(?: at \S{1,24})?\s?[:=]\s?(?:ok|healthy|up|green|passing"
            r"|passed|200|operational|pass|nominal|normal))(?:[,;.] ?(?:no (?:alerts?|errors?"
            r"|incidents?|issues?)|0 (?:alerts?|errors?)|nothing to report)){0,3}\W{0,3}\Z",
        ),
        words=Cue(
            r"\b(?:cpu|ok|response time|probes?|ping|mem(?:ory)?|ram|disk|load(?: avg| average)?"
            r"|queue(?: depth| length| size)?|latency|p\d{2,3}|health\w*|uptime|up|util\w*"
            r"|error rate|errors?|err|qps|rps|req/s|lag|gpu|heap|throughput|swap|iops|connections"
            r"|conns|temp|rss|state|status|http|alerts?|auslastung|speicher|warteschlange"
            r"|fehlerrate|charge|mémoire|file d(?:'|’)attente|latence|memoria|cola|carga|latencia"
            r"|fila|latência|coda|carico|latenza)\b",
            r"нагрузк|памят|очеред|задержк|内存|负载|队列|延迟|错误率|メモリ|負荷|キュー|レイテンシ"
            r"|エラー率|使用率",
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
            r"\A[^\w\n]{0,6}[\u3040-\u30ff\u4e00-\u9fff]{0,10}(?:进度|進捗)[^\w\n]{0,4}\d[^\n]{0,20}\Z",
        ),
        words=Cue(
            r"\d\s?(?:of|out of|von|sur|de|di|из|/)\s?(?:[a-z]{1,3} )?\d",
            r"\b(?:eta|elapsed|remaining|left|complete[d]?|done|finished|progress|pid|so far|to go"
            r"|running|of|restant\w*|restzeit|abgeschlossen|fertig|noch|verbleibend|terminé\w*"
            r"|écoulé|completad[oa]s?|complet[oa]|concluíd[oa]s?|faltan?|rimanent\w*"
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
            rf"\A(?![\s\S]{{161}}){_PUNCT}{{0,40}}(?:(?:{_ACK}){_PUNCT}{{1,10}}){{0,9}}"
            rf"(?:{_ACK})?{_PUNCT}{{0,40}}\Z",
            # Thanks in whatever words, as long as they are few and none of them asks or forbids.
            rf"\A(?![^\n]{{41}})(?=[^\n]{{2,40}}\Z)(?!.*{_NO_ACK})(?:{_PUNCT}{{0,3}}[^\W\d_]{{1,14}}){{0,3}}?{_PUNCT}{{0,3}}"
            rf"{_THANKS}(?:{_PUNCT}{{1,3}}[^\W\d_]{{1,14}}){{0,3}}{_PUNCT}{{0,4}}\Z",
            rf"\A{_PUNCT}{{0,4}}[a-z]{{3,12}}ing(?: (?:now|on|it|that|again"
            rf"|away))?{_PUNCT}{{0,9}}\Z",
        ),
    ),
)

# ------------------------------------------------------------------------ 2. what never leaves

_FILE = (
    r"(?:[\w./~-]{0,80}\.(?:md|mdc|mdx|rst|txt|toml|ya?ml|json|cfg|ini|conf|env|lock|xml|tf|csv"
    r"|html|log)|(?:readme|claude|agents|contributing|changelog|dockerfile|makefile|\.?cursorrules"
    r"|\.?gitignore|\.editorconfig))\b(?:\.md)?"
)
_HANDOVER = (
    r"(?:here(?:'|’)?s|here is|here are|from|contents? of|content from|excerpt (?:of|from)|this is"
    r"|see|cat|pasting|copied from|per|attached|hier(?: ist)?|aus|voici|extrait de|aquí está"
    r"|aquí tienes|este es|aqui está|segue|ecco|вот|из|这是|来自|以下是|これは)"
)

WITHHOLD_RULES: tuple[Withhold, ...] = (
    Withhold(
        "system_prompt",
        "Instructions to the model, not of a person to it.",
        opens=Cue(
            r"\A\W{0,6}(?:system prompt|system message|my (?:system )?(?:instructions|prompt)"
            r"|your instructions|instructions for (?:the )?(?:assistant|model"
            r"|agent))\b[^\n]{0,80}[:\n]",
            r"\A\W{0,6}(?:system(?: prompt| message)?:\s{0,3})?(?:you are|you're|act as|you act as"
            r"|assume the role of) (?:a|an|the|claude|chatgpt|gpt|gemini|codex|copilot|cursor|now"
            r"|my|our)\b (?:[\w,-]+ ){0,6}(?:assistant|agent|model|expert|engineer|reviewer"
            r"|developer|bot|ai|analyst|architect|specialist|writer|tutor|helper|programmer"
            r"|consultant|editor|translator)\b",
            r"\A\W{0,6}(?:system(?: prompt| message)?:\s{0,3})?you are (?:claude|chatgpt|gpt|gemini"
            r"|codex|copilot|cursor|an? (?:ai|llm|large language model))\b",
            r"\A\W{0,6}(?:my|the) (?:system prompt|instructions) (?:say|says|tell|tells|state"
            r"|states)\b",
            r"\A\W{0,6}(?:du bist ein|sie sind ein|tu es un|vous êtes un|eres un|você é um|sei un"
            r"|ты —|ты - |你是(?:一个|一名|一位)|あなたは)[^\n]{0,80}(?:assist|agent|expert|modell"
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
            r"|memories (?:found|loaded|retrieved|about)|memory (?:search|recall|results?|context"
            r"|lookup)|what i (?:know|remember) about|according to (?:my|your|the) (?:memor\w+"
            r"|notes|stored)|based on (?:my|your|the|past|previous|stored|our) (?:memor\w+"
            r"|previous conversations?|past conversations?|earlier conversations?))\b",
            r"\A\W{0,6}(?:as i (?:recall|remember)|i (?:recall|remember) (?:that )?(?:you|the user"
            r"|from)|i (?:have|see) (?:it )?(?:noted|stored|saved)"
            r"|i(?:'|’)ve (?:noted|saved|stored|remembered))\b",
            r"\A\W{0,6}(?:relevante erinnerungen|gespeicherte erinnerungen|erinnerungen|souvenirs"
            r"|mémoires pertinentes|memorias|recuerdos relevantes|memórias|memorie|ricordi"
            r"|воспоминания|相关记忆|记忆|関連する?(?:記憶|メモリ)|記憶)[^\n]{0,20}[:：]",
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
            r"|\d{1,3}(?:\.\d{1,3}){3} - )[^\n]{0,60}?(?:\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?"
            r"|ERROR|CRITICAL|FATAL|SEVERE)\b|\w+\[\d+\]:|\"(?:GET|POST|PUT|DELETE|PATCH|HEAD) )"
            r"|\A\s*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL"
            r"|SEVERE)\]?\s{0,3}[\[|(\d]"
            r"|\A\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[.,\dZ]*\]? ?\[\w+\]"
            r"|\A\s*(?:npm (?:ERR!|WARN|error|warn) |error(?: TS\d+|\[E\d+\]): |fatal: |ERROR in "
            r"|error: )|\A\s*\{\"(?:ts|time|timestamp|level|msg|severity)\":"
        ),
    ),
    Withhold(
        "config_paste",
        "Lines of a configuration or of code, three or more in one turn.",
        line=Cue(
            r"\A\s*(?:from [\w./-]+:[\w.-]+(?: as \w+)?|workdir \S+|copy \S+ \S+"
            r"|(?:cmd|entrypoint) \[.*|expose \d+|env \w+[ =]\S+)\s*\Z",
            r"\A\s*(?:\[{1,2}[\w.\" :-]{1,80}\]{1,2}|[\w.\"'/@-]{1,60}\s?=\s?(?:[\"'\[{(]|true\b"
            r"|false\b|\d|\S+\s*\Z)|-?\s?[\w.\"'-]{1,60}:\s*(?:[\"'\[{|>&*].*|true|false|null"
            r"|-?\d[\w.:/-]*|[^\s:]{1,80})?|[}\])]{1,3}[,;]?|[{\[(]|\"[^\"\n]{1,120}\":\s?.*"
            r"|\$ \S.*|(?:import|from|export|const|let|var|def|class|fn|func|function|public"
            r"|private|static|package|use|#include|SELECT|INSERT|CREATE|ALTER|UPDATE|ENV|RUN|COPY"
            r"|WORKDIR|EXPOSE|CMD|ENTRYPOINT|return|await|async|elif|else|except"
            r"|try)\b.{0,160}[({;:=\]})'\"]|\s*\d{1,5}(?:→|\t|\s?\|\s).*|-\s[^\s:]{1,80}"
            r"|[+-](?:\s{2,}|\t)\S.*|.{1,160}[;{}]|//.*|/\*.*|\s+#.*"
            r"|\s{2,}[\w.]{1,60}\([^)\n]{0,80}\)|- name: .*)\s*\Z",
        ),
        run=3,
    ),
    Withhold(
        "activity_list",
        "What was touched, committed or done in this session.",
        opens=Cue(
            r"\A\W{0,6}(?:(?:summary of |list of |here(?:'|’)?s? (?:is |are )?)?(?:the |all |my "
            r"|what )?(?:changes?|modified|changed|updated|edited|created|added|deleted|touched|new"
            r"|affected) ?(?:files?|made|i made|in this session|applied|so far)?"
            r"|files? (?:changed|modified|touched|created|updated|edited|added)|recent commits"
            r"|commits?(?: (?:so far|pushed|today))?|commit (?:log|history)|git log"
            r"|what (?:i|was|we) (?:did|changed|done)|done (?:so far|today)"
            r"|completed(?: tasks?| so far| today)?|activity|session summary"
            r"|work (?:log|done|completed)|today)\s?(?:\([^)\n]{0,40}\)\s?)?[:：]\**\s*(?:\Z|\S)",
            r"\A\W{0,6}(?:geänderte dateien|änderungen|fichiers modifiés|modifications"
            r"|archivos modificados|cambios(?: realizados)?|arquivos (?:modificados|alterados)"
            r"|alterações|file modificati|modifiche|изменённые файлы|изменения|修改的文件|变更"
            r"|変更(?:した)?ファイル|変更点)\s?[:：]",
        ),
        line=Cue(
            r"\A\s*(?:[-*•]\s)?(?:[MADRCU?]{1,2}\s{1,6}[\w./-]{2,120}"
            r"|(?=\d{0,12}[a-f])(?=[a-f]{0,12}\d)[0-9a-f]{7,40}\s(?:\([^)\n]{1,80}\) )?\S.{0,120}"
            r"|`?[\w.-]*(?:/[\w.-]+)+\.\w{1,6}`?\s?(?:\(|:|—|-|–|\||\Z).{0,200}"
            r"|[\w./-]{3,120}\s{1,4}\|\s{1,4}\d+ [+-].*"
            r"|\*?[ |\\/]{0,6}\*?\s?(?=\d{0,12}[a-f])(?=[a-f]{0,12}\d)[0-9a-f]{7,12} \(?\S.*"
            r"|(?:create|delete) mode \d+ .*|\d+ files? changed.*"
            r"|(?:[-*•]|\d+\.)\s(?:added|updated|fixed|removed|renamed|refactored|created|deleted"
            r"|moved|implemented|bumped|modified|changed|merged|wrote|improved)\b.{0,200})\Z",
        ),
    ),
    Withhold(
        "commit_list",
        "Conventional commit subjects, two or more: one alone may be a statement about docs or CI.",
        line=Cue(
            r"\A\s*(?:[-*•]\s)?(?:feat|fix|chore|docs|refactor|test|style|perf|ci"
            r"|build)(?:\([\w./-]{1,40}\))?!?: \S.{0,160}\Z"
        ),
        run=2,
    ),
    Withhold(
        "plan",
        "What somebody is about to do.",
        opens=Cue(
            r"\A\W{0,6}(?:(?:here(?:'|’)?s|here is|this is) )?(?:my |the |our "
            r"|a )?(?:(?:proposed |current |implementation |high-level |rough |updated |revised "
            r"|detailed )?(?:plan|approach|todo(?:s| list)?|to-?dos?|task list|roadmap|outline)"
            r"|next steps?|remaining (?:work|tasks|steps)|tasks?|what(?:'|’)?s (?:left|next)"
            r"|i (?:will|plan to|intend to|propose to)|how i(?:'d| would|'ll| will| plan to"
            r"| want to) [\w ]{1,40})\b(?: (?:of attack|for (?:the|this) [\w -]{1,40}|ahead|is|are"
            r"|so far|forward|to [\w -]{1,30}|now)){0,2}\s?[:：]",
            r"\A\W{0,6}(?:mein plan|plan|nächste schritte|mon plan|prochaines étapes|mi plan"
            r"|próximos pasos|meu plano|próximos passos|il (?:mio )?piano|prossimi passi|мой план"
            r"|план|следующие шаги|计划|下一步|我的计划|計画|次のステップ|プラン)\s?[:：]",
            r"\A\s*(?:[-*]\s)?\[[ x]\]\s",
        ),
    ),
)
#: A figure that is another one a minute later; beside it a sentence must state something to stay.
RUNNING_FIGURE: Final = Cue(
    r"\b(?:pids?|process id)\b ?[:=#(]? ?\d{2}",
    r"\b(?:epoch|step|iter(?:ation)?|batch|chunk)s? ?[:=#]? ?\d[\d.,]* ?(?:/|of) ?\d",
    r"\d ?% (?:done|complete|through|finished)\b|\beta ?[:=]? ?~?\d|\belapsed ?[:=]? ?\d",
    r"\b\d+ (?:passed|failed|skipped)\b|\bqueue (?:depth|length) ?[:=]? ?\d|\bbacklog ?[:=]? ?\d",
    r"\d ?[kmgt]i?b ?(?:/|of) ?\d[\d.,]* ?[kmgt]i?b\b|\d ?(?:it|tok|rows|docs)/s\b",
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
