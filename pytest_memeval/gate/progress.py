"""Reports told in prose: how far something is, and the questions that ask for it.

A meter is known by its shape (:mod:`pytest_memeval.gate.shape`). The same news told in sentences
is known by its grammar: every sentence is tied to the moment, by a count, a forecast, a promise to
look again, or by saying that nothing happened. One sentence that gives a reason or a rule, and the
turn is no report.
"""

from __future__ import annotations

from typing import Final

from pytest_memeval.gate import shape
from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Pattern
from pytest_memeval.gate.pattern import Text

#: A longer turn tells more than where something stands.
_LONGEST: Final = 1_500
#: A longer sentence tells more than that too.
_WORDY: Final = 36
_NUM_WORD: Final = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|twenty|thirty|forty|fifty|zwei|drei|vier|fünf|sechs|acht|zehn|zwanzig|deux|trois|quatre|cinq"
    r"|dix|vingt|dos|tres|cuatro|cinco|diez|veinte|dois|duas|três|quatro|dez|vinte|due|tre|quattro"
    r"|cinque|dieci|venti|два|две|три|четыре|пять|десять|двадцать)"
)
_NUM: Final = rf"(?:\d[\d.,:’' \u202f]{{0,14}}(?<! )|{_NUM_WORD})"
_OF: Final = r"(?:of|out of|von|sur|su|de|di|из|van|av|aus|dos|das|des|/|中|개? ?중)"
_UNIT: Final = (
    r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|ms|s|m|h|sekunden?|minuten?|stunden?|std"
    r"|viertelstunden?|kwartier|secondes?|heures?|segundos?|minutos?|horas?|secondi|minut[oi]|ore"
    r"|or(?=\b)|ora|секунд\w?|минут\w?|час\w{0,2}|мин|сек)"
)
_SPAN: Final = (
    rf"(?:(?:{_NUM}|an?|one|few|couple of|several|half an?|quarter of an|une?|eine[nr]?|una|uma"
    rf"|un|een|other|more) ?(?:more |weitere |autres? |más |mais )?{_UNIT}\b"
    r"|\d[\d.,]{0,6} ?(?:分|秒|時間|小时|分钟|분|시간|초)|(?:半|一|两|几)个?(?:小时|分钟|時間)"
    r"|минут \w+|a (?:while|bit|moment))"
)

#: A share of a whole: what a report counts.
_SHARE: Final = Cue(
    rf"\b{_NUM} ?(?:[kmgt]i?[bo] |% |개 |(?:[\w'’-]+ ){{1,3}}?)?{_OF} ?(?:the |its |los |les |den "
    r"|las |i "
    rf"|gli )?{_NUM}\b",
    rf"\ball {_NUM} (?:[\w-]+ )?(?:answer|respond|up|healthy|ok|green|reachable|fine|pass|in)\b",
    r"\b(?:half|two thirds|an? (?:good )?third|an? (?:good )?quarter|three quarters|most) (?:of "
    r"|the |up\b|is |are |way |done|through)",
    r"\b(?:about|nearly|roughly|almost|over|gut) (?:half|two thirds|a third|a quarter"
    r"|three quarters|die hälfte)\b|\bhälfte\b|\bmoitié\b|\bla mitad\b|\bmetade\b|\bmetà\b|половин",
    rf"\bvon (?:den |insgesamt )?{_NUM}\b",
    r"\A\W{0,4}\d{1,3}(?:[.,]\d)? ?%|\b(?:at|reached|hit|past|to|is|about) \d{1,3}(?:[.,]\d)? ?%",
    r"\d ?% (?:done|complete|through|full|used|free|left|finished|ready|frei|voll|fertig)",
    rf"\b{_NUM} (?:[\w-]+ )?(?:left|to go|remaining|pending|queued|ahead|waiting|in line|passed"
    r"|failed|green|ready)\b",
    rf"\b(?:falta[nm]?|quedan?|restano?|mancano?|restent|осталось|noch) {_NUM}",
    r"\d ?/ ?\d|(?:现在|还有|还剩|現在|残り|跑到|第) ?\d|\d ?(?:个|件|개)",
)
#: Where it stands, without the whole.
_PLACE: Final = Cue(
    r"\b(?:at|on|in|with|through|now|step|iteration|iter|epoch|frame|page|chunk|batch|part|layer"
    r"|stage|shard|schritt|epoche|étape|paso|passo|шаг)s? (?:about |around |roughly |nearly |step "
    r"|page |layer |stage |epoch )?#?\d",
)
_FORECAST: Final = Cue(
    rf"\b(?:in|within|about|around|roughly|another|for|under|over|less than|tra|fra|dans|en|em"
    rf"|através|noch|nog|encore|через|последн\w+|nach|dopo|environ|rund|etwa|ongeveer|circa|unos"
    rf"|unas|cada|every|each|the|takes|the last|last|expect|guess|say) (?:about |around |roughly "
    rf"|ungefähr |ongeveer |etwa |a |an |the |une? |una |uma |il "
    rf"|un )?(?:bit (?:under|over) )?(?:another |{_NUM} more |more )?{_SPAN}",
    rf"\b{_SPAN} (?:or so|left|remaining|to go|ago|environ|más o menos|mais ou menos|circa|or more"
    r"|from now|more|later)",
    rf"\A\W{{0,4}}(?:a |one |another |about |roughly |nearly )?(?:few "
    rf"|couple of )?(?:more )?{_SPAN}",
    r"\b(?:should|will|expected to|ought to) (?:\w+ )?(?:be (?:done|finished|ready|complete|over"
    r"|there|through|up)|finish|complete|take|arrive|land|start|follow)\b",
    r"\b(?:around|by|before|until) (?:noon|midnight|lunch|then|\d{1,2}(?::\d\d)?)\b",
    r"\b(?:elapsed|wall time|time so far|running for|vergangen|verstrichen|verstreken|écoulée?s?"
    r"|transcurrid[oa]s?|decorrid[oa]s?|trascors[oi]|прошло)\b|経過|已用",
    r"\b(?:shortly|soon|any (?:minute|second|moment) now|gleich|bientôt|pronto|em breve|tra poco"
    r"|скоро)\b",
    rf"\b(?:manca|queda|falta|reste|restent|осталось) (?:più o meno |environ |unos "
    rf"|cerca de )?{_SPAN}",
    r"(?:残り|あと|还要|还需|大概|约|約|약|再)[^。]{0,6}(?:\d"
    r"|[一二三四五六七八九十半几两])[^。]{0,6}(?:分|秒|时|時|小|분|시|초)|まもなく|马上|很快|곧",
)
_WATCH: Final = Cue(
    r"(?:\A|[;,] |\b(?:and|then) )\W{0,4}(?:then |and |ok(?:ay)?,? )?(?:i(?:'|’)ll|i will|will"
    r"|let me|i(?:'|’)m (?:leaving|waiting|watching|keeping|checking|polling|holding|looking"
    r"|monitoring)|i(?:'|’)d (?:expect|guess|say|estimate)|waiting for|waiting on|watching"
    r"|checking again|next (?:update|message|check|look|report|poll|note|one|post)"
    r"|expect the next)\b",
    r"\b(?:ich (?:schaue|melde|warte|prüfe|sehe|bleibe|gucke)|melde mich"
    r"|nächste (?:prüfung|meldung|kontrolle)|je (?:regarde|reviens|vérifie|surveille|garde|repasse"
    r"|te tiens"
    r"|vous tiens)|prochaine? (?:point|vérification|contrôle|passage)|próxim[oa] (?:comprobación"
    r"|revisión"
    r"|verificación|verificação|chequeo)|prossim[oa] (?:controllo|verifica)|следующ\w+ проверк\w+"
    r"|volgende (?:controle|check)|następn\w+ kontrol\w+|standing by|in bereitschaft|en veille"
    r"|a la espera|em espera|in attesa|в ожидании|vuelvo a|te aviso|reviso|sigo|volto a|aviso"
    r"|verifico de novo"
    r"|ricontrollo|controllo tra|guardo tra|ti aggiorno|ti avviso|проверю|посмотрю|сообщу|напишу"
    r"|жду|загляну|ik (?:kijk|meld|wacht))\b",
    r"次回|下次|待機|待命|また(?:確認|見|報告)|(?:後|あと)で|お知らせ|我(?:会|再|过|等)|稍后|再看"
    r"|다시 확인|알려",
)
_QUIET: Final = Cue(
    r"\b(?:no|nothing|none|zero|without(?: any)?|0)\b(?: \S+){0,4}? ?(?:errors?|fail\w*|issues?"
    r"|alarms?|alerts?|retr\w+|rollbacks?|reject\w*|findings?|changes?|news|attention|actions?"
    r"|needs?|waiting|happened|so far|yet|new|to do|to report|warnings?|problems?|conflicts?"
    r"|incidents?|crash\w*|checkpoint|updates?|answer|output|movement|progress|skipped|stuck"
    r"|broke\w*|output yet|reply)\b",
    r"\b(?:ohne|keine[nr]?|bisher|nichts|sans|aucune?|rien|sin|ningún|ninguna?|nada|sem|nenhum\w*"
    r"|senza|nessun\w*|niente|нет|без|geen|zonder)\b(?: \S+){0,2}? ?(?:fehler|auffälligkeit\w*"
    r"|alarm\w*|neues|änderung\w*|problem\w*|erreurs?|incidents?|nouveau\w*|cambios?|errores"
    r"|novedad\w*|fallos?|erros?|falhas?|mudanças?|novidades?|alterações|errori|novità|modifiche"
    r"|ошибок|изменений|новостей|сбоев|fouten|problemen|signaler)\b|\bошибок (?:пока )?нет",
    r"(?:エラー|異常|変化|問題|変更)(?:は|も)?(?:なし|なく|ありません|ない)|没有?(?:错误|报错|异常"
    r"|变化|新)|(?:错误|异常)(?:为零|没有)|오류(?:는)? 없|변경(?:은)? 없",
)
#: Where everything should be.
_NORMAL: Final = Cue(
    r"\b(?:within|in|inside|near) (?:the |its |their |all )?(?:normal |expected |usual |safe )?"
    r"(?:limits?|range|bounds|tolerances?|parameters|spec|band)\b"
    r"|\b(?:normal|nominal|negligible|all (?:quiet|clear|calm)|back (?:to|at|under|within|in"
    r"|up))\b",
    r"\b(?:normbereich|normal\w*|im grünen bereich|in ordnung|alles ruhig|unauffällig|regolar[ei]"
    r"|nella norma|nei limiti|tutto (?:tranquillo|a posto|ok)|tout (?:est )?(?:calme|va bien)"
    r"|dans (?:les|la) (?:limites|normes?|plage)|rien d(?:'|’)anormal|en orden|em ordem"
    r"|todo tranquilo|tudo (?:tranquilo|certo)|dentro d(?:e|el|o|os|a) \w+|binnen de \w+"
    r"|w normie|спокойно|норм\w+|в порядке)\b",
    r"正常|範囲内|平稳|정상|이상 없",
)
_STATE: Final = Cue(
    r"\b(?:still|now|currently|so far|yet|already|right now|at the moment|again|almost|nearly"
    r"|not (?:yet|quite|there)|for a moment|since (?:you|the) last|when you last|since your last"
    r"|steady|healthy|stable|(?:went|got|came) (?:through|stuck|back|up)|as expected|underway"
    r"|under way|in progress|moving (?:along|on)|coming along"
    r"|(?:is|are|was|were|be) (?:now |still |all )?(?:running|queued|pending|waiting|done|finished"
    r"|through|up|back|next|starting|going|slow|green|red|on disk|over|copied|written|ready|healthy"
    r"|being \w+ed|\w+ing)|(?:has|have)(?: not|n(?:'|’)t)? (?:just )?(?:been |moved|started|begun"
    r"|finished|reported|arrived|failed|stopped|recovered|caught|come|gone)\w*"
    r"|just (?:started|finished|went|came)|(?:one|the rest|the last one|some) to go|this round"
    r"|nothing (?:new|else|needs|is|has)|everything is|all (?:good|quiet|green|pods|nodes))\b",
    r"\b(?:läuft|bezig|noch nicht|noch|bisher|inzwischen|gerade|toujours|encore"
    r"|pour l(?:'|’)instant|en cours|todavía|aún|sigue|siguen|va por|por ahora|ainda|por enquanto"
    r"|siamo a|ancora|procede|quasi|per ora|идёт|пока|ещё|сейчас|уже|готово|nog|wciąż|jeszcze"
    r"|hala)\b",
    r"現在|まだ|ところ|还(?:在|没)|仍|正在|目前|아직|현재|진행",
)
#: What makes a turn more than a report, however many counts it holds.
_FIRM: Final = Cue(
    r"\b(?:because|so that|always|never|must(?:n(?:'|’)t)?|prefer\w*|decid\w*|turn(?:s|ed) out"
    r"|caus(?:e|es|ed|ing)|reasons?|due to|rules?|polic\w+|conventions?|remember|unless"
    r"|otherwise (?!empty|idle|fine|ok|quiet|healthy|normal)\w+|instead|rather|whenever|lesson|our"
    r"|we|us|from now on|fix(?:ed|es)?|trick|learn\w*|agreed|settled|requires?|means|by design"
    r"|on purpose|explains|comes? from|came from|that(?:'|’)s why|chose\w*|picked|going with"
    r"|went with|if|worked|unblocked|solved|by \w+ing|then \w+ing|fires?|not \d+"
    r"|should (?!be|take|finish|arrive|complete|land|start|follow)\w+|don(?:'|’)t|do not"
    r"|(?<!within )(?<!within the )(?<!normal )limit\w*"
    r"|anything|whoever|every(?:one|body)|excludes?|includes?|belongs?|lives?|shares?|owns?|allows?"
    r"|uses?|moves? to|go(?:es)? to|pages|(?:starts?|sits?|warns?) (?:at|on|from|behind|when)"
    r"|(?:came|comes) with|halves|doubles|needs? an?|between \d[\d:.]* and \d+"
    r"|only|by default|needs? to|has to|have to|so (?:the|it|they) (?!should|will)\w+"
    r"|since (?!you|the (?:last|re?start|reboot|start)|your|\d|then|this morning)\w+)\b",
    r"\b(?:nur|lässt|solange|il faut|seulement|hay que|sólo|solo|bisogna|apenas|только|надо"
    r"|weil|immer|niemals|nie|entschieden|beschlossen|ursache|deshalb|müssen|muss|soll(?:en)?"
    r"|sonst|sobald|wir|uns|bevorzug\w*|liegt an|parce que|car|toujours (?!en)|jamais|décidé"
    r"|préfère|sinon|doit|doivent|nous|causée?|lorsque|porque|siempre|nunca|decidimos|prefiero"
    r"|deben?|por eso|sempre|prefiro|devem?|quando|perché|mai|deciso|preferisco|dev(?:e|ono)|потому"
    r"|всегда|никогда|решили|если|нужно|должн\w*|причин\w*|поэтому|omdat|altijd|nooit|moet\w*|bo"
    r"|zawsze|nigdy|trzeba)\b",
    r"必ず|ので|ため[、に]|場合|決め|決定|原因|ルール|なければ|因为|总是|必须|决定|原因|如果"
    r"|(?<![応理作置はが])不要|导致|以后|所以|应该|때문|항상|반드시|해야",
)
_MARKUP: Final = Pattern(r"\A[\s#>*•+\-–—=_`|]{0,12}(?:\d{1,2}[.)] )?|[*_`]{1,3}")
_WORD: Final = Pattern(r"[^\W_]+")
_CJK: Final = Pattern(r"[\u3040-\u30ff\u4e00-\u9fff]")
_SPLIT: Final = Pattern(r"\n|; ")

#: A request to look: a question, a nudge, a word or two.
_ASKS: Final = Cue(
    r"\b(?:status|progress|eta|updates?|news|stand|état|estado|stato|статус)\W*\Z",
    r"[?？]|\b(?:zwischenstand|stand der|statusupdate|keep me posted)\b",
    r"\A\W{0,4}(?:(?:ok(?:ay)?|and|so|pls|please|hey|und|et|y|e|а|ну|в|那"
    r"|そ)\b[ ,]{0,2}){0,2}(?:again|more|now|status|progress|eta|update|news|check|look|peek|poll"
    r"|tail|refresh|watch|ping me|leave it|let it|keep (?:it|going|an eye)"
    r"|ok (?:leave|let|keep|watch)|keep me posted|show|let me know|tell me|how|what|where|any|is it"
    r"|are we|did|done|finished|still|wie|wo|was|cron|ci|pods|läuft|fertig|schon|stand|schau|où"
    r"|comment|ça|fini|alors|cómo|qué|dónde|ya|terminó|listo|como|já|acabou|terminou|cadê|a che"
    r"|come|finito|dove|fatto|что|как|где|готово|когда|проверь|глянь|combien|cuánto|quanto|wieviel"
    r"|wie viel|сколько|还剩|hoeveel|hoe|waar|klaar|jak|gdzie)\b",
    r"(?:吗|呢|了没|没有|まだ|は|か|どう|かな|进度|状态|怎么样|在哪|아직|됐|끝났|어때)\W{0,3}\Z",
)
#: "Going into a meeting", "heading out": said beside a question, about oneself.
_PASSING: Final = Cue(
    r"\A\W{0,4}(?:i(?:'|’)m )?(?:going|heading|off|leaving|about to|back in|brb|afk|in a|on my way"
    r"|need it|waiting|just curious|no rush|asking)\b"
)


def asks_for_status(text: str) -> bool:
    """Whether a user's turn does nothing but ask, beside a machine that answers with a report."""
    if len(text) > 120:
        return False
    lower = Text.of(text.lower().replace("where are we", "where is it"))
    return not _FIRM.found_in(lower) and all(
        _ASKS.found_in(part) or _PASSING.found_in(part) or _is_short(part, 2)
        for part in map(Text.of, shape.clauses(lower))
    )


def is_report(text: str, *, recorded: bool = False, asked: bool = False) -> bool:
    """Whether every sentence of a turn is tied to the moment, and enough of them count.

    :param recorded: a machine's record stands in the same window: then a count is not needed.
    :param asked: somebody asked for the state: then a share is enough.
    """
    if len(text) > _LONGEST:
        return False
    lower = Text.of(text)
    if _FIRM.found_in(lower):
        return False
    parts = [_plain(part) for line in _SPLIT.split(lower) for part in shape.sentences(line)]
    ties = [_tie(part) for part in parts if part]
    if not ties or not all(ties):
        return False
    if recorded or (asked and "share" in ties):
        return True
    kinds = {name for name, cue in _TIES if name != "place" and cue.found_in(lower)}
    return "share" in ties and len(kinds) > 1


def is_remark(text: str) -> bool:
    """Whether a turn is a word or two."""
    return len(text) <= 40 and not _FIRM.found_in(Text.of(text)) and _is_short(text, 3)


def _plain(part: str) -> Text:
    return Text.of(_MARKUP.sub("", part).strip())


def _tie(part: Text) -> str:
    """What ties a sentence to the moment; the empty string if nothing does."""
    if len(_WORD.findall(part)) > _WORDY:
        return ""
    for name, cue in _TIES:
        if cue.found_in(part):
            return name
    if shape.is_meter(part):
        return "share"
    return "short" if _is_short(part, 4) else ""


_TIES: Final = (
    ("share", _SHARE),
    ("place", _PLACE),
    ("quiet", _QUIET),
    ("normal", _NORMAL),
    ("watch", _WATCH),
    ("forecast", _FORECAST),
    ("state", _STATE),
)


def _is_short(part: str, words: int) -> bool:
    found = _WORD.findall(part)
    letters = sum(len(word) for word in found)
    # Where no blanks part the words, a few letters are one.
    longest = 4 if _CJK.search(part) else 10
    return len(found) <= words and letters <= longest * words
