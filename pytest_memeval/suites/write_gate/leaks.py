"""Heartbeat markers that must never turn up in a stored or sent memory.

A memory says something that is still true next month.  A line such as ``epoch 4/20, loss 1.3``
was out of date before anybody read it.  This module holds the vocabulary of such lines as data:
a table of named patterns and one function, `leaks`, which gives the names that hit.

The patterns look for *frames* (a marker together with its running figure), never for the marker
alone: "epoch seconds", "loss of data", "a pid file" and "3 of 5 replicas" belong into memories.

How to extend the table: one concept per entry, every quantifier bounded, every number started by
`_NUM` or `_INT` (both can only start where a number starts), at least two lines in the test tables.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

__all__ = ["LEAK_PATTERNS", "LeakPattern", "leaks"]


@dataclass(frozen=True, slots=True)
class LeakPattern:
    """One entry of the vocabulary: what it is called, what it matches and why it is noise."""

    name: str
    pattern: re.Pattern[str]
    why: str


# --- building blocks -------------------------------------------------------------------------

# A number begins only where no other number runs, so a long row of digits is tried once.
_NUM = r"(?=\d)(?<![\d.,/])\d[\d.,'’]{0,14}(?: \d{3}(?!\d)){0,3}(?<![.,'’])[kKM]?(?![\d])"
_INT = r"(?=\d)(?<![\d.,/])\d{1,12}(?!\d)"
_PCT = r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,4})?\s?(?:%|percent\b|per cent\b|pct\b|prozent\b)"
_CLOCK = r"\d{1,3}:\d{2}(?::\d{2})?(?!\d)"
_UNIT = (
    r"(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?"
    r"|sekunden?|minuten?|stunden?|std|min\.|secondes?|heures?|segundos?|minutos?|horas?"
    r"|secondi|minuti|ore|секунд\w?|минут\w?|сек|мин|час\w{0,2}|ч)(?!\w)"
)
_TIME = rf"[~≈<]?\s?(?:{_CLOCK}|\d[\d.,]{{0,8}}\s?{_UNIT})"
_ABOUT = r"(?:about|around|approx\.?|roughly|circa|ca\.?|~|≈|<)"
_WORDS = r"(?:[^\W\d][\w-]{0,24} ){0,3}"
_END = r"(?=\s{0,2}(?:$|[.,;:!|)\]}…—–-]))"

# What has been counted, when a counter runs.
_DONE = (
    r"(?:processed|done|completed?|finished|imported|exported|indexed|re-?indexed|ingested|embedded"
    r"|uploaded|downloaded|fetched|crawled|scraped|scanned|parsed|loaded|copied|synced"
    r"|synchroni[sz]ed"
    r"|transferred|migrated|converted|transcoded|rendered|written|inserted|backfilled|replayed"
    r"|analy[sz]ed|labell?ed|annotated|tokeni[sz]ed|translated|validated|verified|checked|handled"
    r"|patched|probed|deployed|updated"
    r"|restored|archived|compressed|built|compiled|installed|evaluated|scored|trained|delivered)"
)
_THINGS = (
    r"(?:files?|chunks?|rows?|records?|docs?|documents?|items?|batch(?:es)?|samples?|pages?|images?"
    r"|frames?|messages?|events?|objects?|tasks?|jobs?|tests?|modules?|packages?|tables?|tokens?"
    r"|videos?|users?|emails?|invoices?|orders?|requests?|examples?|shards?|parts?|segments?"
    r"|entries|vectors?|embeddings?|tickets?|layers?|blocks?|lines?|steps?|memories|points?)"
)
_COUNTING = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|twenty|thirty)"
)
# "when 3 of 5 ... are done" is a rule; so is "3 of 5 done is enough".
_NOT_A_RULE = (
    r"(?=[\do-tefnh])(?<![\w.,/])"
    r"(?<!when )(?<!once )(?<!until )(?<!after )(?<!least )(?<!keep )(?<!unless )(?<!before )"
    r"(?<!if )(?<!with )(?<!needs )(?<!need )(?<!require )(?<!requires )(?<!most )(?<!every )"
    r"(?<!first )(?<!last )"
)
_NO_VERDICT = (
    r"(?! (?:only|when|means|until|once|is|are|does|before|has|have|counts?|must|should)\b)"
)

_SIZE = r"\d[\d.,]{0,8}\s?(?:[kmgt]i?b|bytes|[kmgt]o)(?!\w)"


_AT_WORD = re.compile(r"\\b(?:\(\?:){0,3}[^\W\d_]")
_AT_DIGIT = re.compile(r"\\b\\d|\(\?=\\d\)")


def _entry(name: str, why: str, *parts: str) -> tuple[str, str, str]:
    """Join the parts, sorted by what they start with: most positions then fail in one look."""
    starts: dict[str, list[str]] = {}
    for part in parts:
        if _AT_WORD.match(part):
            start = r"\b(?=[^\W\d])"
        elif _AT_DIGIT.match(part):
            start = r"(?=\d)"
        else:
            start = "^" if part.startswith("^") else ""
        starts.setdefault(start, []).append(f"(?:{part})")
    return name, why, "|".join(f"{start}(?:{'|'.join(alt)})" for start, alt in starts.items())


# --- the table -------------------------------------------------------------------------------


_VOCABULARY: tuple[tuple[str, str, str], ...] = (
    _entry(
        "wrapper",
        "Text that the harness put around a turn; nobody said it.",
        r"(?:<|&lt;)/?(?:antml:)?(?:system[-_]reminder|system[-_]notification|task[-_]notification"
        r"|task[-_]id|task[-_]status|output[-_]file|tool[-_]use[-_](?:id|error)|tool[-_]results?"
        r"|tool[-_]calls?|function[-_](?:calls?|results?)|function_response|persisted[-_]output"
        r"|command[-_](?:name|message|args|contents|output)"
        r"|local[-_]command[-_](?:stdout|stderr|caveat)|bash[-_](?:input|stdout|stderr)"
        r"|user[-_]prompt[-_]submit[-_]hook|session[-_]start[-_]hook|hook[-_]output"
        r"|ide[-_](?:opened[-_]file|selection|diagnostics)|environment[-_](?:context|details)"
        r"|user[-_]instructions|turn[-_]aborted|new-diagnostics|background[-_]task[-_]\w{1,20}"
        r"|memory[-_]context|supermemory[-_]context)(?=[\s>/&]|$)",
        r"\[(?:system[-_ ]reminder|task[-_ ]notification|heartbeat|tool[-_ ]result"
        r"|request interrupted by user(?: for tool use)?)\b",
        r"\btoolu_[a-z0-9]{8,64}\b",
        r"^[ \t]{0,8}tool_use_id\s?[:=]",
        r"\bcaveat: the messages below were generated\b",
    ),
    _entry(
        "heartbeat",
        "A sign of life between programs.",
        r"\bheartbeat[_ -]?(?:ok|ack(?:ed|nowledged)?)\b",
        r"\bheartbeat[:,]?\s{1,2}#?\d{1,9}\b(?!\s?(?:ms|s|secs?|seconds?|m|min|minutes?|%)\b)",
        r"\bheartbeat:\s{0,2}(?:ok|alive|healthy|running|all (?:good|clear|green)|idle"
        r"|no change)\b",
        r"(?<!no )\bheartbeat (?:received|sent) (?:at \d|ok\b|\(|#)",
        r"^[ \t]{0,4}(?:heartbeat|keep-?alive|ping)\s{0,2}[.!:-]?\s{0,2}(?:ok|pong|ack"
        r"|received|sent)?"
        r"[.!]?\s{0,4}$",
        r"^[ \t]{0,4}(?:no_?reply|pong|still alive)[.!]?\s{0,4}$",
        r"\bkeep-?alive (?:ok|ack|received)\b",
        r"\b(?:no change|nothing new|unchanged) since (?:the )?last (?:check|poll|update"
        r"|heartbeat)\b",
        r"(?:^|[.!?;:] {1,2})(?:it is |it's |the )?(?:job |run |training |process |build |import )?"
        rf"(?:is )?still (?:running|going|training|in progress|working|waiting|alive){_END}",
    ),
    _entry(
        "epoch",
        "The counter of a training run.",
        r"\bep(?:och)?s?\.?\s{0,2}[:=#]?\s{0,2}[\[(]?\d{1,6}\s{0,2}(?:/|of|out of)\s{0,2}\d{1,6}"
        r"(?![\d/])",
        r"\bepoch\s{0,2}[:=#]?\s{0,2}\d{1,6}(?:\.\d{1,4})?\s{0,2}(?:\(|\[|[:,;|—–-])?\s{0,2}"
        r"(?:is )?"
        r"(?:now )?(?:(?:train|training|val|valid|validation|eval|avg|mean)[ _-]?)?"
        r"(?:loss|acc(?:uracy)?|ppl|perplexity|lr|step|batch|iter|done|finished|complete[d]?"
        r"|started"
        r"|ended|in progress|running|underway)\b",
        r"\b(?:finished|completed|reached|starting|started|running|currently (?:at|in|on)"
        r"|now (?:at|in|on)|done with|entering)(?: with)? epoch\s{0,2}#?\d{1,6}\b",
        rf"{_NOT_A_RULE}{_INT} epochs? (?:done|completed?|finished|to go|left|remaining|so far)\b"
        rf"{_NO_VERDICT}",
        rf"{_INT} (?:of|out of|/) {_INT} epochs?\b",
    ),
    _entry(
        "loss",
        "A momentary value of the training or validation loss.",
        r"\bloss (?:has )?(?:dropped|fell|fallen|rose|went|climbed|jumped|is down|is up) (?:to|at) "
        r"\d{1,6}[.,]\d{1,6}(?=.{0,3}(?:$|and |now|still|so far))",
        r"(?=[a-z])\b(?<!packet[ _])(?<!stop[ _-])(?<!target[ _])(?<!weight[ _])(?<!return[ _])"
        r"(?<!insertion[ _])"
        r"(?<!path[ _])(?<!max[ _])(?<!heat[ _])(?<!data[ _])"
        r"\b(?:(?:train|training|val|valid|validation|eval|test|avg|mean|running|smoothed|current"
        r"|total|final|last|best|lm|ce|kl|policy|value|actor|critic|gen|disc|dev)[ _-]?){0,2}loss"
        r"\s{0,2}(?:[:=|→]|is now|now|is|at|currently|currently at|down to)?\s{0,2}"
        r"(?:\d{1,9}[.,]\d{1,9}(?:e[-+]?\d{1,3})?|\d{1,3}e-\d{1,3})"
        r"(?!\d|[.,]\d|\s?%|\s?db\b| for| on the| per )",
        r"\b(?:loss|val_loss|train_loss|eval_loss)['\"]?\s{0,2}[:=]\s{0,2}(?:\d{1,9}|nan|inf)\b"
        r"(?!\s?%|[.,]?\d| (?:means|is|when|if|for))",
        r"\b(?:ppl|perplexity)\s{0,2}[:=]\s{0,2}\d{1,6}[.,]\d",
    ),
    _entry(
        "step",
        "The position of a loop: step, iteration or batch N of M.",
        r"\b(?:batch|step|iter) \d{1,9} ?: \d[\d.]{0,8} ?(?:ms|s)\b",
        r"\bsaving (?:model|weights|state) (?:at|for) (?:step|epoch|iteration) \d",
        r"\b(?:step|steps|global[_ ]step|it|iter|iteration|iterations|update)\s{0,2}[:=#]?\s{0,2}"
        r"[\[(]?(?<![\d.,])\d[\d.,]{0,11}[kM]?\s{0,2}(?:/|of|out of)\s{0,2}\d[\d.,]{1,11}[kM]?"
        r"(?![\d/])",
        r"\b(?:batch|chunk|minibatch|file|page|record|row|item|doc|document|sample|image|video)"
        r"\s{0,2}[:=#]?\s{0,2}[\[(]?(?<![\d.,])\d[\d.,]{0,11}\s{0,2}(?:/|of|out of)\s{0,2}"
        r"\d[\d.,]{1,11}(?![\d/])",
        r"\b(?:step|iter|iteration|global[_ ]step)['\"]?\s{0,2}[:=#]?\s{0,2}\d[\d,]{0,11}"
        r"['\"]?\s{0,2}[:,;|(—–-]?\s{0,2}['\"]?(?:(?:train|val|eval|avg)[ _-]?)?"
        r"(?:loss|lr|acc|grad|tok|reward|ppl|mfu)\b",
        r"\b(?:saved|saving|wrote|writing) checkpoint\b[^\n]{0,60}?\d",
        r"\bcheckpoint(?: was| has been)? (?:saved|written) (?:at|for|after) (?:step|epoch"
        r"|iter\w{0,6})\b",
        r"\b(?:training|run|job) (?:is )?(?:now |currently )?at (?:step|iteration|iter) \d",
    ),
    _entry(
        "grad_norm",
        "A momentary gradient norm.",
        r"(?=[tg])(?<!max[ _-])(?<!clip[ _-])(?<!clipping[ _-])\b(?:total[ _-])?"
        r"(?:grad(?:ient)?s?[ _-]?norm|gnorm)['\"]?\s{0,2}(?:[:=|]|is now|now|is|at)?\s{0,2}"
        r"(?:\d{1,9}(?:[.,]\d{1,9})?(?:e[-+]?\d{1,3})?|nan|inf)\b"
        r"(?! (?:is|for|as|means|threshold|clip|limit|in all|works))",
        r"\b(?:gradientennorm|norme du gradient|norma d[eo]l? gradient[ei]?|norma del gradiente"
        r"|норма градиента)\s{0,2}[:=]?\s{0,2}\d",
        r"(?:梯度范数|勾配ノルム)\s{0,2}[:=为は]?\s{0,2}\d",
    ),
    _entry(
        "count",
        "A running counter over a fixed amount of work.",
        rf"\bstill {_WORDS}\w{{2,20}}ing: ?{_NUM} ",
        rf"\b{_COUNTING} (?:out )?of (?:the )?{_COUNTING} {_WORDS}(?:are|is) (?:now )?(?:in|up"
        rf"|ok)\b"
        rf"{_END}",
        r"\b(?:half|two thirds|a third|a quarter|three quarters|most) of the (?:upload|download"
        r"|import|export|run|copy|transfer|build|files|rows|chunks|migration|restore|backup) "
        r"(?:is|are) (?:now )?(?:through|in|done|finished|over)\b",
        r"\b(?:halfway|midway|part way|partway) through (?:the |epoch |step )"
        r"(?:\d|import|run|one|two|three|four|five|upload|download|build|sweep|migration)",
        rf"\b(?:has|have|with) \d[\d.,]{{0,11}} (?:{_THINGS}|trials|runs|hosts) left{_END}",
        rf"{_NOT_A_RULE}{_NUM}\s{{0,2}}(?:/|of|out of)\s{{0,2}}(?:the )?\d[\d.,'’]{{0,14}}[kKM]?"
        rf" {_WORDS}(?:(?:have|has|had) been |(?:are|is|were|was) (?:now )?)?(?:now )?(?:{_DONE}"
        rf"|remaining|left|to go|so far|in progress|pending|failed|passed|through"
        rf"|green)\b{_NO_VERDICT}",
        rf"{_NOT_A_RULE}\b{_COUNTING} (?:out )?of (?:the )?{_COUNTING} {_WORDS}"
        rf"(?:(?:are|is) (?:now )?)?{_DONE}\b{_NO_VERDICT}",
        rf"^[-* \t]{{0,6}}(?:{_DONE}|{_THINGS}|progress):[*]{{0,2}} {{1,3}}\d[\d.,]{{0,11}} ?(?:/"
        rf"|of) ?\d",
        rf"\b{_DONE}:?\s{{1,2}}(?:about )?{_NUM}\s{{0,2}}(?:/|of|out of)\s{{0,2}}(?:the )?\d",
        rf"\b{_DONE}\s{{1,2}}{_NUM} {_WORDS}(?:of|out of) {_NUM}",
        rf"\b(?:{_DONE}|processing|importing|indexing|uploading|downloading|embedding|handling"
        r"|converting|copying|syncing|scanning|crawling|fetching|evaluating|rendering|ingesting"
        rf"|migrating|working on)\s{{1,2}}{_WORDS}#?{_NUM}\s{{0,2}}(?:/|of|out of)\s{{0,2}}\d",
        rf"\b{_DONE}\s{{1,2}}{_NUM} {_WORDS}(?:so far|already|in \d[\d.,]{{0,8}}\s?{_UNIT})",
        rf"{_NUM} {_WORDS}(?:{_DONE} )?so far\b",
        rf"{_NUM} {_WORDS}{_DONE},? {{1,2}}(?:and )?{_NUM} {_WORDS}"
        r"(?:remaining|left|to go|pending|failed|queued|skipped|errors?)\b",
        rf"{_NUM} {_THINGS} (?:remaining|to go|left to \w{{1,20}}|still to (?:do|go)){_END}",
        rf"(?<![\w/])(?!24/7)\d[\d.,]{{0,11}}\s?/\s?\d[\d.,]{{1,11}} {_THINGS}\b",
        r"(?=\d)(?<![\w/])\d[\d.,]{0,11}\s?(?:/|of|out of)\s?\d[\d.,]{0,11}(?: [^\W\d]\w{0,20})?"
        r"\s{0,2}[(\[]\s?\d{1,3}(?:[.,]\d{1,4})?\s?%",
        r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,4})?\s?%\s{0,2}[(\[]\s?\d[\d.,]{0,11}\s?"
        r"(?:/|of|out of|von|sur|de|di|из)\s?\d",
    ),
    _entry(
        "percent",
        "How far a job has come; wrong a minute later.",
        rf"{_NOT_A_RULE}(?<!stuck at ){_PCT}\s{{0,2}}(?:(?:is|has been) )?(?:now )?"
        rf"(?:{_DONE}|through|of the way|in progress|progress)\b{_NO_VERDICT}",
        r"\b(?:progress|completion|complete[d]?|percent complete|status|done)\s{0,2}"
        r"(?:[:=]|is at|is now|at|now at|is)\s{0,2}(?:now )?(?:~|about )?\d{1,3}"
        r"(?:[.,]\d{1,4})?\s?%",
        r"\b(?:job|run|import|export|training|build|download|upload|backup|sync|resync|rebuild"
        r"|restore"
        r"|migration|re-?index(?:ing)?|index(?:ing)?|ingest(?:ion)?|crawl|conversion|transfer|copy"
        r"|backfill|install(?:ation)?|update|scan|eval(?:uation)?|render(?:ing)?|sweep|replay"
        r"|embedding|processing)(?: job| run)?(?: is| has reached| reached|:)?(?: now| currently)?"
        rf"(?: about| roughly)?(?: at)? {_PCT}(?! (?:of|faster|slower|cpu|more|less|larger|smaller"
        r"|cheaper|coverage|better|discount))",
    ),
    _entry(
        "eta",
        "A forecast of when a job ends.",
        rf"\banother (?:{_ABOUT} ?)?{_TIME} (?:or so )?(?:until|till|to go|and it)(?!\w)",
        rf"\beta\b\s{{0,2}}[:=~≈(]?\s{{0,2}}(?:is |now |in |still )?(?:{_ABOUT} ?)?"
        rf"(?:{_TIME}|unknown\b|n/a\b|--|∞)",
        r"\b(?:estimated |expected )?(?:time|est\.?) (?:remaining|left|to (?:completion|finish))\b"
        rf"\s{{0,2}}(?:[:=]|is)?\s{{0,2}}(?:{_ABOUT} ?)?{_TIME}",
        rf"\bremaining(?: time)?\s{{0,2}}[:=]\s{{0,2}}(?:{_ABOUT} ?)?{_TIME}",
        rf"(?=[~≈<\d])(?<!when )(?<!with )(?<!than )(?<!the last )(?<![\d.,:]){_TIME} (?:left"
        rf"|remaining|to go)"
        r"\b(?! (?:before|until|of)\b)",
        rf"\b(?:should|will|expected to) (?:be )?(?:finish(?:ed)?|complete|done) in (?:{_ABOUT} ?)?"
        rf"(?:another )?{_TIME}",
    ),
    _entry(
        "elapsed",
        "How long a job has been running.",
        rf"\b(?:running|waiting|going|is|build|job|run)\b[^\n]{{0,30}}?[, ]"
        rf"(?:{_ABOUT} ?)?{_TIME} in"
        rf"{_END}",
        rf"\belapsed\b(?: time)?\s{{0,2}}(?:[:=(*]{{1,3}}|is|so far)?\s{{0,2}}"
        rf"(?:{_ABOUT} ?)?{_TIME}"
        r"(?! (?:after|before))",
        rf"(?=\d)(?<!when )(?<!once )(?<!after )(?<!until )(?<![\d.,:])(?:{_CLOCK}"
        r"|\d[\d.,]{0,8}\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?))"
        r" (?:have |has )?(?:already )?elapsed\b",
        rf"\b(?:been|still|now) running (?:for|since) (?:{_ABOUT} ?)?{_TIME}",
        rf"\b(?:uptime|runtime|run time|wall time|running for)\s{{0,2}}[:=]?\s{{0,2}}{_CLOCK}",
        rf"\b(?:uptime|runtime|wall time)\s{{0,2}}[:=]\s{{0,2}}\d[\d.,]{{0,8}}\s?{_UNIT}",
    ),
    _entry(
        "pid",
        "A process number; it means nothing after the next start.",
        r"\bpids?\b(?:\s{0,2}[:=#]\s{0,2}|\s{1,2}|\s{0,2}\(\s{0,2})(?:is |now )?\d{2,8}\b"
        r"(?![.,]\d|\s?(?:%|gains?|loops?|controllers?|limit)\b)",
        r"\b(?:process[- ]id|prozess-?(?:id|nummer)|id d[ue] process(?:us|o)"
        r"|идентификатор процесса)"
        r"\s{0,2}[:=#]?\s{0,2}\d{2,8}\b",
        r"\b(?:process|worker|daemon) #?\d{3,7} (?:is |has |was )?(?:still|running|alive|exited"
        r"|finished"
        r"|died|started|up)\b",
        r"(?:进程(?:号|id)?|プロセス(?:id|番号)?|процесс)\s{0,2}[:=#]?\s{0,2}\d{3,7}(?!\d)",
    ),
    _entry(
        "queue",
        "A momentary queue depth or backlog.",
        r"\b(?:consumer )?lag \d[\d.,]{0,12}[kM]? (?:on|in|for|at) (?:partition|topic|shard"
        r"|group)\b",
        r"(?=q)(?<!max )(?<!max_)(?<!maximum )(?<!with )(?<!with a )"
        r"\bqueue[ _-]?(?:depth|length|len|backlog|lag)\s{0,2}"
        r"(?:[:=]|is now|now at|now|is|currently|at|of)?\s{0,2}(?:at )?\d[\d.,]{0,12}[kM]?\b"
        r"(?! ?(?:is|gives|for|on|per|or|and up|works|saturates|triggers|means|limit|maximum"
        r"|max)\b)"
        r"(?! for \d)",
        r"\bqueue(?:[ _-]?size)?\s{0,2}(?:[:=]|is now|now at|now|is at|currently)\s{0,2}"
        rf"(?:at )?\d[\d.,]{{0,12}} (?:{_THINGS}|queued|pending|waiting|deep)\b",
        r"\b(?:backlog|consumer lag|lag)\s{0,2}(?:[:=]|is now|now at|now|currently)\s{0,2}\d",
        r"\bbacklog \d[\d.,]{0,12}" + _END,
        rf"(?=\d)(?<!max )(?<!most )(?<!than )(?<!of ){_NUM} (?:{_THINGS}|deliveries|builds) "
        r"(?:(?:are|is) )?(?:still |currently )?(?:(?:waiting |pending )?in (?:the )?queue|queued"
        rf"|waiting|pending|in the backlog){_END}",
        r"(?:队列(?:长度|深度)?|キュー(?:の長さ|の深さ|長)?|待ち行列)(?:当前|现在|:|=|は|为)?\s{0,2}\d",
        r"\b(?:warteschlangen?(?:länge|tiefe)?|file d'attente|profondeur de file|tamaño de "
        r"(?:la )?cola"
        r"|cola|fila|tamanho da fila|coda|очередь|глубина очереди|длина очереди)\s{0,2}"
        r"(?:[:=]|jetzt|aktuell|actuellement|ahora|agora|ora|сейчас)\s{0,2}\d",
        r"\d (?:aufträge|jobs|nachrichten|tâches|messages|tareas|mensajes|tarefas|mensagens"
        r"|processi"
        r"|messaggi|задач\w?|сообщени\w)(?: sind| warten)? (?:in der warteschlange|en "
        r"(?:file d')?attente"
        r"|en (?:la )?cola|na fila|in coda|в очереди)",
    ),
    _entry(
        "throughput",
        "A momentary rate.",
        r"\b(?:tokens|toks?|samples|rows|docs|it|imgs)/s(?:ec)? ?[:=]? ?\d",
        r"\b(?:gpu|cpu)(?: ?\d{1,3})? ?: ?\d{1,3} ?% ?(?:util|busy|load|used)\b",
        r"(?=\d)(?<![\w.,])\d[\d.,]{0,9}\s?(?:it|its|iters?|iterations?|steps?)\s?/\s?(?:s|sec"
        r"|second"
        r"|min)\b",
        r"(?=\d)(?<![\w.,])\d[\d.,]{0,9}\s?(?:m?s|sec)\s?/\s?(?:it|iter|iteration|step|batch"
        r"|epoch)\b",
        r"\b(?:throughput|speed|rate|running at|going at|training at|processing at|ingesting at"
        r"|importing at|downloading at|now at|currently(?: at)?|averaging|avg)(?: is)?(?: now"
        r"| currently)?"
        r"\s{0,2}[:=~(]?\s{0,2}(?:about )?~?(?<![\d.,])\d[\d.,]{0,9}\s?[kM]?\s?"
        rf"(?:tok|toks|{_THINGS}|recs?|imgs?|seqs?|ex|ops|msgs?|req|[kmgt]i?b|[kmgt]bit)"
        r"\s?(?:/|per )\s?(?:s|sec|second|min|minute|h|hr|hour)\b"
        r"(?! (?:per|is the|max|limit|at most))",
        r"(?:^|[|,(\[@]\s{0,2})~?(?<![\d.,])\d[\d.,]{0,9}\s?[kM]?\s?"
        rf"(?:tok|toks|{_THINGS}|recs?|imgs?|seqs?|ex|ops|msgs?|[kmgt]i?b)\s?/\s?(?:s|sec|min"
        rf"|h)\b{_END}",
        r"\b(?:tok|toks|tokens|samples|examples|rows|imgs|steps|it)_(?:s|sec|per_sec(?:ond)?)['\"]?"
        r"\s{0,2}[:=]\s{0,2}\d",
        r"\bload average:? \d",
        r"\b(?:cpu|gpu|mem|ram)(?: util)?\s{0,2}[:=]?\s{0,2}\d{1,3}(?:\.\d{1,2})?\s?%\s{0,2}[,;|/]"
        r"\s{0,2}(?:cpu|gpu|mem|memory|ram|disk|vram|rss|io)\b",
    ),
    _entry(
        "tests",
        "The summary of one run of a test runner.",
        r"\b\d{1,7} tests? (?:are )?(?:green|passing|passed), \d{1,7} \w",
        r"(?=\d)(?<![\w.,/])\d{1,7} (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected"
        r"|warnings?)"
        r"(?:, \d{1,7} (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?"
        r"|total)){1,6}",
        r"(?=\d)(?<![\w.,/])\d{1,7} (?:tests? )?(?:passed|failed|passing|failing|skipped|green) ?"
        r"(?:in \d[\d.,]{0,8}\s?(?:ms|s|sec|seconds|m|min)\b|\(\d[\d.,]{0,8}\s?(?:ms|s|m)\))",
        r"(?:^|[:.;=(] {0,2})\d{1,7} (?:passed|passing|failing)(?=[\s.,;)=]{0,3}$|[.,;] )",
        r"\ball (?:\d{1,7} )(?:unit |integration )?(?:tests?|specs?|checks?) "
        r"(?:(?:are|is|now) )?(?:pass(?:ed|ing)?|green|succeeded|ok)\b"
        r"(?! (?:before|only|when|if|in under|with|on))",
        r"(?=\d)(?<![\w/])\d{1,7}\s?(?:/|of|out of)\s?\d{1,7} (?:unit |integration )?(?:tests?"
        r"|specs?"
        r"|checks?) "
        r"(?:are |have |now )?(?:pass(?:ed|ing)?|green|failed|failing|ok)\b(?! (?:only|when|is))",
        r"(?=\d)(?<![\w/])\d{1,7} (?:unit |integration )?(?:tests?|specs?) (?:have |has )?passed"
        rf"(?:,? \d{{1,7}} (?:failed|skipped)|{_END})",
        r"^[ \t]{0,4}tests?:? {1,8}(?:\d{1,7} (?:failed|passed|skipped|todo), ){0,4}\d{1,7} "
        r"(?:total|passed|failed)\b",
        r"\btests run: ?\d{1,7}, failures: ?\d",
        r"\bran \d{1,7} tests? in \d",
        r"\btest result: (?:ok|failed)\b",
        r"^[ \t]{0,8}--- (?:pass|fail|skip): \w",
        r"^(?:ok|fail)\s{1,8}[\w./-]{1,120}\s{1,8}\d{1,6}\.\d{1,4}s\b",
        r"={3,80} [^=\n]{1,120} in \d[\d.:]{0,8}\s?s\b",
        r"\b\d{1,7} examples?, \d{1,7} failures?\b",
        r"[✅🟡⏳❌🔄🔵🟢🔴⌛] {0,2}(?:running|queued|pending|in progress|\d{1,3}:\d{2}\b)",
        r"\.\.\. (?:ok|running|passed|failed) \(\d",
        r"\b\d{1,7} (?:tests? )?(?:bestanden|réussis|aprobad[oa]s|aprovad[oa]s|superati|пройдено)"
        r"[,;/]? (?:und |et |y |e |и )?\d{1,7}",
    ),
    _entry(
        "transfer",
        "The progress of a download, an upload or a build.",
        r"\b(?:pulling|pushing|extracting|fetching|downloading|building) (?:layer|part|image"
        r"|stage|file"
        r"|shard) \d{1,6} ?(?:/|of) ?\d",
        rf"\b(?:running|download|upload|copy|transfer|sync|restore"
        rf"|backup)\b[^\n]{{0,30}}?[ ,]{_SIZE} "
        rf"(?:to go|left|remaining){_END}",
        r"\b(?:downloading|uploading|fetching|extracting|installing|compiling|building|receiving"
        r"|unpacking|pulling|pushing|transferring|copying|syncing|loading|resolving|counting"
        r"|compressing|writing|verifying|indexing|processing|embedding|linking|importing|exporting"
        r"|restoring|enumerating|converting|rendering|migrating|scanning|crawling|generating"
        r"|evaluating|training|encoding|decoding)\b[^\n%]{0,80}?(?<![\d.,])\d{1,3}"
        r"(?:[.,]\d{1,4})?\s?%"
        r"(?=\s{0,2}(?:$|[.,;|)(\[…]|done\b|complete\b))",
        rf"(?<![\w.,]){_SIZE}\s?(?:/|of|out of|von|sur|de|di|из)\s?{_SIZE}"
        r"(?! (?:ram|memory|vram|heap|quota|disk|swap|is|are|for))",
        rf"(?<![\w.,])\d[\d.,]{{0,8}}\s?/\s?{_SIZE}",
        rf"(?<![\w.,]){_SIZE} (?:out )?of \d[\d.,]{{0,8}}(?![\d.,]|\s?%)",
        rf"\b(?:downloading|uploading|pulling|fetching|downloaded"
        rf"|uploaded)\b[^\n]{{0,80}}?\({_SIZE}\)",
        rf"\b(?:downloaded|uploaded|transferred|received|sent|copied) {_SIZE} (?:so far|in \d"
        rf"|at \d)",
        r"\b(?:downloading|uploading|pulling|fetching) [^\n]{1,80}?(?:\.\.\.|…)\s{0,2}"
        r"(?:$|done|ok|\d)",
        r"^[ \t]{0,8}#\d{1,3} (?:\[|done\b|cached\b|extracting\b|sha256:|exporting\b"
        r"|transferring\b)",
        r"\[\d{1,6}/\d{1,6}\]\s{0,2}(?:\w{1,20}ing\b|cc\b|cxx\b|run\b|copy\b|from\b|✓|ok\b|fetch|"
        r"link\b|🔍|📃|🚚|🔗|🔨)",
        r"^[ \t]{0,16}compiling [\w.-]{1,60} v?\d",
        r"^[ \t]{0,16}(?:finished|compiled) (?:`?\w{1,12}`? ?(?:profile|successfully"
        r"|target)?[^\n]{0,40}?) "
        r"in \d",
        r"^[ \t]{0,8}(?:successfully installed \w|collecting [\w.\[\]-]{1,60}\s{0,2}(?:$|[=<>(])"
        r"|added \d{1,6} packages?\b|requirement already satisfied|using cached \w"
        r"|\w{12}: (?:pull complete|already exists|download complete|pushed|waiting)\b)",
        r"\bbuild (?:successful|succeeded|finished|completed|failed|passed|took) (?:in|after) \d",
        r"\bbuild (?:is )?(?:now )?(?:at|on) (?:step|stage) \d{1,4}\s?(?:/|of)\s?\d",
        r"\bstep \d{1,4}/\d{1,4} ?: (?:from|run|copy|add|env|workdir|cmd|entrypoint|arg|expose)\b",
        r"\b(?:receiving objects|resolving deltas|counting objects|compressing objects): {1,4}\d",
        r"\bremote: (?:enumerating|counting|compressing|total)\b",
    ),
    _entry(
        "bar",
        "A drawn progress bar.",
        r"<[=#]{3,80}[-.> ]{0,80}>?",
        r"[=#]{4,80}>[ .]{3,100}",
        r"\[ {0,2}\d{1,3}%\]",
        r"\b\d{1,3}% executing\b",
        r"[█▉▊▋▌▍▎▏▓▒░■□▰▱▮▯⣿⬛⬜●○]{4}",
        r"[━╸╺]{8}",
        r"\[(?:[=#*]{1,100}>|[=#*]{3,100})[ .=>_-]{0,100}\]",
        r"\[[=#*>.\- ]{2,100}\]\s{0,2}\d{1,3}\s?%",
        r"(?=\d)(?<![\d.,])\d{1,3}%\|",
        r"^[ \t]{0,4}[⠁-⣿] \w{1,30}ing\b",
        r"(?=\d)(?<![\d.,])\d{1,3}\s?% \[[^\]\n]{0,100}\]",
    ),
    _entry(
        "progress_de",
        "Running figures in German.",
        r"\b(?:datei|zeile|seite|batch|block|schritt|bild|paket) \d[\d.,]{0,10} (?:von|/) \d{2}",
        r"\bnoch \d[\d.,]{0,10} \w{1,30}, dann (?:ist|sind|war)\b",
        r"\bepoche[:\s]{0,3}\d{1,6}\s{0,2}(?:/|von)\s{0,2}\d",
        r"\bepoche \d{1,6}[ ,:;|(-]{1,3}(?:(?:trainings|validierungs)?(?:verlust|loss)"
        r"|abgeschlossen"
        r"|fertig|beendet|läuft|gestartet)",
        r"\b(?:trainings|validierungs)?-?verlust\s{0,2}(?:[:=]|bei|jetzt|ist|liegt bei"
        r"|aktuell)?\s{0,2}"
        r"(?:jetzt |nun |bei )?\d{1,6}[.,]\d{1,6}(?!\d|[.,]\d|\s?(?:%|prozent|euro|€|mio|db))",
        rf"(?=\d)(?<!mindestens )(?<!wenn )(?<!sobald ){_NUM} (?:von|/) (?:den )?\d[\d.,]{{0,14}} "
        r"(?:\w{1,30} ){0,2}(?:(?:wurden|sind|bereits|schon) ){0,2}"
        r"(?:verarbeitet|erledigt|fertig|importiert|exportiert|übernommen|geladen|eingelesen"
        r"|indexiert"
        r"|indiziert|abgeschlossen|kopiert|heruntergeladen|hochgeladen|konvertiert|migriert"
        r"|synchronisiert|übertragen|geprüft|bearbeitet|gesichert|durch|eingebettet|analysiert)\b"
        r"(?! (?:sein|werden|wenn|ist|haben))",
        r"\b(?:verarbeitet|erledigt|importiert|geladen|indexiert|indiziert|kopiert|heruntergeladen"
        r"|hochgeladen|konvertiert|migriert|synchronisiert|übertragen|geprüft|verarbeite|importiere"
        r"|lade|kopiere|prüfe)[:\s]{1,3}(?:\w{1,30} )?\d[\d.,]{0,12} (?:\w{1,30} )?(?:von|/) \d",
        r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,3})?\s?(?:%|prozent) (?:(?:sind|ist|bereits"
        r"|schon) ){0,2}"
        r"(?:abgeschlossen|fertig|erledigt|verarbeitet|geladen|heruntergeladen|hochgeladen"
        r"|importiert"
        r"|indexiert|indiziert|kopiert|übertragen|geschafft|durch)\b(?! (?:sein|werden|wenn|ist))",
        r"\b(?:fortschritt|stand|abgeschlossen|erledigt|fertig|fertiggestellt)(?:\s{0,2}:| bei"
        r"| liegt bei"
        r"| jetzt bei| zu)\s{0,2}\d{1,3}(?:[.,]\d{1,3})?\s?(?:%|prozent)",
        r"\b(?:restzeit|restlaufzeit|verbleibend(?:e zeit)?|verbleiben|voraussichtliche dauer)"
        r"\s{0,2}(?:[:=]|ca\.?|etwa|noch|beträgt|ungefähr)?\s{0,2}(?:ca\.? |etwa )?\d",
        r"\bnoch (?:ca\.?|etwa|rund|ungefähr|circa|knapp)? ?\d{1,5} ?(?:min|minuten?|std|stunden?"
        r"|sek"
        r"|sekunden?|h|s)\b(?=\.?\s{0,2}(?:$|[.,;:!)|…]|übrig|verbleibend|bis zum ende))",
        r"\b\d[\d.,:]{0,8} ?(?:min|minuten?|std|stunden?|sek|sekunden?|h|s)? ?(?:verstrichen"
        r"|vergangen)\b"
        r"(?! sind| ist)",
        r"\b(?:laufzeit(?: bisher)?|verstrichen(?:e zeit)?|vergangene zeit)\s{0,2}[:=]\s{0,2}\d",
        r"\bläuft (?:schon |bereits |noch )?seit \d{1,5} ?(?:min|minuten?|stunden?|std|sekunden?"
        r"|sek|h|s)\b",
        r"\b(?:noch|es fehlen|es verbleiben) (?:noch )?\d[\d.,]{0,10} \w{1,30} (?:übrig|offen"
        r"|ausstehend)\b",
    ),
    _entry(
        "progress_fr",
        "Running figures in French.",
        r"\b(?:fichier|ligne|lot|étape|image|bloc) \d[\d.,]{0,10} (?:sur|/) \d{2}",
        r"\bencore (?:environ )?\d{1,5} ?(?:min|minutes?|h|heures?|s|secondes?) avant la fin\b",
        r"\b[ée]poque[:\s]{0,3}(?:n° ?)?\d{1,6}\s{0,2}(?:/|sur|de)\s{0,2}\d",
        r"\b[ée]poque \d{1,6}[ ,:;|(-]{1,3}(?:la )?(?:perte|terminée|finie|en cours)",
        r"\bperte(?: d'entraînement| de validation| actuelle)?\s{0,2}(?:[:=]|à|est de|est à"
        r"|maintenant)?"
        r"\s{0,2}(?:de )?\d{1,6}[.,]\d{1,6}(?!\d|[.,]\d|\s?(?:%|€|euros|db|m\b|millions))",
        r"\b(?:trait|import|export|index|copi|convertis?|charg|télécharg|téléverse|migr|synchronis"
        r"|termin|analys|vérifi|transfér|complét|achev)(?:ée?s?|e)?\s{0,2}:?\s{1,2}"
        r"(?:\d[\d.,]{0,12}(?: \d{3}){0,2}) (?:\w{1,30} )?(?:sur|/|de) (?:les )?\d",
        rf"{_NUM} (?:\w{{1,30}} ){{0,2}}(?:trait|import|export|index|copi|charg|télécharg"
        rf"|téléverse|migr"
        r"|synchronis|termin|analys|vérifi|transfér|convert)(?:ée?s?|is?|ies?)? (?:\w{1,20} )?"
        r"(?:sur|/) (?:les )?\d",
        rf"(?=\d)(?<!moins ){_NUM} ?(?:sur|/) ?(?:les )?\d[\d.,]{{0,12}}(?: \d{{3}}){{0,2}} "
        r"(?:[\w'’]{1,30} ){0,3}(?:déjà |ont été |sont )?(?:trait|import|export|index|copi|charg"
        r"|télécharg|téléverse|migr|synchronis|termin|analys|vérifi|transfér|convert|effectu)"
        r"(?:ée?s?|is?|ies?)\b(?! (?:avant|quand|si))",
        r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,3})?\s?% (?:(?:est|sont|déjà|de) ){0,2}(?:termin"
        r"|effectu"
        r"|trait|achev"
        r"|complét|télécharg|import|index|copi|transfér|charg|fait)(?:ée?s?|e?s?)\b",
        r"\b(?:progression|avancement|terminé|achevé|téléchargement|import(?:ation)?|sauvegarde"
        r"|traitement|indexation)\s{0,2}(?:[:=]|à|est à|en est à|de)\s{0,2}(?:la )?"
        r"\d{1,3}(?:[.,]\d{1,3})?\s?%(?! d[eu'])",
        r"\b(?:temps|durée) (?:restante?|écoulée?|estimée?)\s{0,2}(?:[:=]|est de|d'environ"
        r"|environ)?\s{0,2}"
        r"(?:environ )?\d",
        r"\b(?:il )?reste (?:encore )?(?:environ |à peu près )?\d{1,5} ?(?:min|minutes?|h|heures?|s"
        r"|secondes?)\b(?! (?:pour|avant))",
        r"\b\d{1,5} ?(?:min|minutes?|h|heures?|s|secondes?) (?:restantes?|écoulées?)\b",
        r"\b(?:tourne|en cours) depuis (?:environ )?\d{1,5} ?(?:min|minutes?|h|heures?|s"
        r"|secondes?)\b",
    ),
    _entry(
        "progress_es_pt",
        "Running figures in Spanish or Portuguese.",
        r"\b(?:archivo|arquivo|fila|linha|lote|paso|passo|etapa"
        r"|imagen) \d[\d.,]{0,10} (?:de|/) \d{2}",
        r"\b(?:van|vamos por|llevamos|já foram|foram) \d[\d.,]{0,12} de \d",
        r"\b(?:baixando|descargando|subindo|subiendo|importando|carregando|cargando|procesando"
        r"|processando|copiando|indexando)\b[^\n%]{0,40}?(?=\d)(?<![\d.,])\d{1,3} ?%",
        r"\b[ée]poca[:\s]{0,3}\d{1,6}\s{0,2}(?:/|de)\s{0,2}\d",
        r"\b[ée]poca \d{1,6}[ ,:;|(-]{1,3}(?:la |a )?(?:pérdida|perda|terminada|completada"
        r"|concluída"
        r"|em andamento|en curso)",
        r"\b(?:pérdida|perda)(?: de (?:entrenamiento|validación|treino|validação)| actual| atual)?"
        r"\s{0,2}(?:[:=]|en|em|es|é|ahora|agora|de)?\s{0,2}(?:ahora |agora |en |em |de )?"
        r"\d{1,6}[.,]\d{1,6}(?!\d|[.,]\d|\s?(?:%|€|euros|db|mil|r\$))",
        r"\b(?:procesad|processad|completad|terminad|importad|exportad|descargad|copiad|indexad"
        r"|migrad"
        r"|convertid|cargad|carregad|baixad|enviad|gravad|grabad|executad|ejecutad|concluíd|subid"
        r"|sincronizad|analizad|analisad"
        r"|transferid|verificad|procesand|processand|importand|descargand|baixand|copiand"
        r"|subiend)[oa]s?"
        r"\s{0,2}:?\s{1,2}(?:\w{1,20} )?\d[\d.,]{0,12}(?: \d{3}){0,2} ?(?:\w{1,30} )?(?:de|/) ?"
        r"(?:los |las |os |as |un total de )?\d",
        rf"(?=\d)(?<!menos ){_NUM} ?(?:de|/) ?(?:los |las |os |as )?\d[\d.,]{{0,12}}"
        rf"(?: \d{{3}}){{0,2}} "
        r"(?:\w{1,30} ){0,3}(?:ya |já )?(?:procesad|processad|completad|terminad|importad|exportad"
        r"|descargad|copiad|indexad|migrad|convertid|cargad|carregad|baixad|enviad|gravad|grabad"
        r"|executad|ejecutad|concluíd|subid"
        r"|sincronizad|analizad|analisad|transferid|verificad|list|pront)[oa]s?\b"
        r"(?! (?:antes|cuando|quando|si|se))",
        r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,3})?\s?% (?:ya |já |está )?(?:procesad|processad"
        r"|completad|complet"
        r"|terminad|importad|descargad|copiad|indexad|migrad|cargad|carregad|baixad|concluíd|hech"
        r"|feit"
        r"|finalizad|subid|transferid)[oa]s?\b",
        r"\b(?:progreso|progresso|avance|andamento|completado|concluído|completo|terminado|descarga"
        r"|download|importación|importação|copia de seguridad|backup)\s{0,2}"
        r"(?:[:=]|al|en|em|está al|está en|está em|va por el|va al)\s{0,2}(?:el )?"
        r"\d{1,3}(?:[.,]\d{1,3})?\s?%(?! d[eoa])",
        r"\b(?:tiempo|tempo) (?:restante|transcurrido|decorrido|estimado)\s{0,2}(?:[:=]|es de"
        r"|é de)?\s{0,2}"
        r"(?:unos |cerca de |aproximadamente )?\d",
        r"\b(?:faltan|quedan|restan|faltam|restam) (?:aún |todavía |ainda )?(?:unos |unas "
        r"|cerca de |uns )?"
        r"\d[\d.,]{0,8} ?(?:min|minutos?|h|horas?|s|segundos?|archivos|arquivos|filas|linhas"
        r"|registros)\b"
        r"(?! (?:para|por|antes))",
        r"\b(?:previsão de término|término previsto|terminará|fin previsto|termina) "
        r"(?:em|en|dentro de) (?:cerca de |unos )?\d{1,5} ?(?:min|minutos?|h|horas?|s|segundos?)\b",
        r"\b(?:sigue|segue|continúa|continua) (?:en marcha|corriendo|ejecutándose|rodando"
        r"|em execução)"
        r" (?:desde hace|há) \d",
        r"\b\d{1,5} ?(?:min|minutos?|h|horas?|s|segundos?) (?:restantes?|transcurridos?"
        r"|decorridos?)\b",
        r"\b(?:lleva|corriendo hace|rodando há|rodando ha|ejecutándose desde hace) \d{1,5} ?"
        r"(?:min|minutos?|h|horas?|s|segundos?)\b",
    ),
    _entry(
        "progress_it",
        "Running figures in Italian.",
        r"\b(?:file|riga|lotto|passo|blocco) \d[\d.,]{0,10} (?:di|su|/) \d{2}",
        r"\b(?:siamo|arrivati|è|sono) (?:arrivat[oaie] )?(?:al|all'|a) ?\d{1,3} ?% "
        r"(?:d[ei]\w{0,3} )"
        r"(?:copia|migrazione|importazione|download|lavoro|file|backup|elaborazione)",
        r"\bepoca[:\s]{0,3}\d{1,6}\s{0,2}(?:/|di|su)\s{0,2}\d",
        r"\bepoca \d{1,6}[ ,:;|(-]{1,3}(?:la )?(?:perdita|loss|completata|terminata|in corso)",
        r"\bperdita(?: di (?:addestramento|validazione)| attuale)?\s{0,2}(?:[:=]|a|è|ora"
        r"|di)?\s{0,2}"
        r"(?:ora |a |di )?\d{1,6}[.,]\d{1,6}(?!\d|[.,]\d|\s?(?:%|€|euro|db|mil))",
        r"\b(?:elaborat|completat|importat|esportat|scaricat|copiat|indicizzat|convertit|migrat"
        r"|caricat"
        r"|sincronizzat|analizzat|trasferit|verificat|processat|eseguit"
        r"|scritt)[oaie]\s{0,2}:?\s{1,2}\d[\d.,]{0,12} ?"
        r"(?:\w{1,30} )?(?:di|su|/) ?\d",
        rf"(?=\d)(?<!almeno ){_NUM} ?(?:di|su|/) ?\d[\d.,]{{0,12}} (?:\w{{1,30}} ){{0,3}}(?:già )?"
        r"(?:elaborat|completat|importat|esportat|scaricat|copiat|indicizzat|convertit|migrat"
        r"|caricat"
        r"|sincronizzat|analizzat|trasferit|verificat|processat|pront|eseguit|scritt)[oaie]\b(?! "
        r"(?:prima|quando|se))",
        r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,3})?\s?% (?:già |è )?(?:elaborat|completat|importat"
        r"|scaricat|copiat"
        r"|indicizzat|migrat|caricat|trasferit|terminat|fatt)[oaie]\b",
        r"\b(?:avanzamento|progresso|completat[oa]|terminat[oa]|scaricamento|importazione"
        r"|backup)\s{0,2}"
        r"(?:[:=]|al|è al|all'|è all')\s{0,2}\d{1,3}(?:[.,]\d{1,3})?\s?%(?! d[ei])",
        r"\b(?:siamo|sono|arrivati|è) (?:arrivat[oaie] )?a \d[\d.,]{0,12} \w{1,30} (?:su|di) \d",
        r"\btempo (?:rimanente|trascorso|residuo|rimasto|stimato)\s{0,2}(?:[:=]|è di)?\s{0,2}"
        r"(?:circa )?\d",
        r"\b(?:mancano|rimangono|restano) (?:ancora )?(?:circa )?\d[\d.,]{0,8} ?"
        r"(?:min|minuti|h|ore|s|secondi|file|righe|elementi|record)\b(?! (?:per|prima|alla))",
        r"\b\d{1,5} ?(?:min|minuti|h|ore|s|secondi) (?:rimanenti|trascorsi|rimasti)\b",
        r"\b(?:in esecuzione|gira) da \d{1,5} ?(?:min|minuti|h|ore|s|secondi)\b",
    ),
    _entry(
        "progress_ja",
        "Running figures in Japanese.",
        r"あと\s{0,2}\d[\d,]{0,10}\s{0,2}(?:件|個|枚|行|ファイル)で(?:完了|終わ|終了)",
        r"エポック\s{0,2}[:]?\s{0,2}\d{1,6}\s{0,2}(?:/|中|の)\s{0,2}\d",
        r"エポック\s{0,2}\d{1,6}\s{0,2}[、,:]?\s{0,2}(?:が)?(?:損失|ロス|loss|完了|終了|開始|学習中)",
        r"\d{1,6}\s{0,2}エポック(?:目)?(?:が|を|まで)?\s{0,2}(?:完了|終了|経過)",
        r"(?:損失|ロス|学習損失|検証損失)(?:値)?(?:は|が|:|=)?\s{0,2}\d{1,6}\.\d",
        r"\d[\d,]{0,12}\s{0,2}(?:件|個|枚|行|ファイル|ページ|レコード)中(?:の)?[、,]?\s{0,2}\d[\d,]{0,12}\s{0,2}"
        r"(?:件|個|枚|行|ファイル|ページ|レコード)",
        r"\d[\d,]{0,12}\s{0,2}[/／]\s{0,2}\d[\d,]{0,12}\s{0,2}(?:件|個|枚|行|ファイル|ページ|レコード|ステップ|バッチ)",
        r"\d[\d,]{0,12}\s{0,2}(?:件|個|枚|行|ファイル|ページ|レコード)(?:を|が|の|まで)?\s{0,2}"
        r"(?:処理済み|処理完了|処理しました|処理が完了|完了しました|完了|取り込みました|取込済み|変換済み|変換しました"
        r"|アップロード済み|ダウンロード済み|インポート済み|登録済み)",
        r"\d{1,3}(?:\.\d{1,3})?\s?%(?:が|まで|を)?\s{0,2}(?:完了|終了|処理済み|ダウンロード|処理しました|進みました"
        r"|読み込み|到達)",
        r"(?:進捗|進行状況|進捗率|完了率|達成率|ダウンロード中|処理中|変換中|学習中|インポート中)(?:状況)?"
        r"(?:は|が|:|=|…|\.{3})?\s{0,2}(?:現在)?\s{0,2}\d{1,3}(?:\.\d{1,3})?\s?%",
        r"(?:処理中|変換中|学習中|取込中|インポート中|ダウンロード中|アップロード中)(?:…|\.{3}|:)?\s{0,2}\d",
        r"(?:残り|残)(?:時間)?(?:は|:)?\s{0,2}(?:約|およそ|あと)?\s{0,2}\d[\d:]{0,8}\s{0,2}"
        r"(?:秒|分|時間|件)(?!前|以内|以下|になったら|を切)",
        r"あと(?:約)?\s{0,2}\d{1,5}\s{0,2}(?:秒|分|時間)(?:で(?:完了|終わ)|ほどで|くらいで|です)",
        r"経過(?:時間)?(?:は|:)\s{0,2}\d|(?<!間で)\d{1,5}\s{0,2}(?:秒|分|時間)経過(?!後|し)",
        r"\d[\d,]{0,8}\s{0,2}件(?:が)?(?:待機中|処理待ち|キューに)",
    ),
    _entry(
        "progress_zh",
        "Running figures in Chinese.",
        r"正在(?:处理|导入|下载|上传|训练|同步|转换)第?\s{0,2}\d[\d,]{0,10}\s{0,2}(?:个|条|行|轮|批|页|/)",
        r"第\s{0,2}\d{1,6}\s{0,2}(?:/\s{0,2}\d{1,6}\s{0,2})?(?:轮|个?\s?epoch)\s{0,2}"
        r"(?:[,、(/]\s{0,2})?(?:共|训练|完成|已完成|结束|损失|loss|进行中)",
        r"第\s{0,2}\d{1,6}\s{0,2}/\s{0,2}\d{1,6}\s{0,2}(?:轮|步|批|个)",
        r"(?:轮次|训练轮|迭代|步数|训练步)\s{0,2}[:]?\s{0,2}\d{1,9}\s{0,2}/\s{0,2}\d",
        r"(?:损失|损失值|训练损失|验证损失)(?:为|是|降到|降至|:|=)?\s{0,2}\d{1,6}\.\d",
        r"已?(?:经)?(?:处理|完成|导入|导出|下载|上传|索引|同步|转换|迁移|写入|复制|解析|爬取|抓取|扫描|训练|嵌入|备份)"
        r"(?:了|完成)?\s{0,2}[:]?\s{0,2}\d[\d,.]{0,12}[万千]?\s{0,2}(?:个|条|行|份|页|张|文件|步|块)?"
        r"\s{0,2}(?:/|,共|,总共|\(共|中的|条中)\s{0,2}\d",
        r"已(?:经)?(?:处理|完成|导入|导出|下载|上传|索引|同步|转换|迁移|写入|复制|解析|爬取|抓取|扫描|嵌入|备份)(?:了)?"
        r"\s{0,2}\d[\d,.]{0,12}\s?(?:%|[万千]?\s{0,2}(?:个|条|行|份|页|张|块|批|m|g))",
        r"\d[\d,]{0,12}\s{0,2}/\s{0,2}\d[\d,]{0,12}\s{0,2}(?:个|条|行|份|页|张|块|批|步)?(?:文件|记录|数据|任务)?"
        r"\s{0,2}(?:已|均已)?(?:处理|完成|导入|下载|上传|同步|迁移)",
        r"共?\s{0,2}\d[\d,]{0,12}\s{0,2}(?:个|条|行|份|页|张)(?:文件|记录|数据|任务)?(?:中|,)\s{0,2}"
        r"(?:已|的)?(?:处理|完成|导入|下载|上传|同步)?(?:了)?\s{0,2}\d[\d,]{0,12}\s{0,2}(?:个|条|行|份|页|张)"
        r"(?:已|完成|$)?",
        r"(?:进度|完成度|完成率|同步进度|下载进度)(?:已达|达到|现在|目前|为|是|到|至|:|=)?\s{0,2}"
        r"\d{1,3}(?:\.\d{1,3})?\s?%",
        r"(?:下载|上传|导入|处理|训练|同步|构建|编译|安装|备份|迁移)(?:中|到|至|进行到|已到)(?:了|:|…|\.{3})?\s{0,2}"
        r"\d{1,3}(?:\.\d{1,3})?\s?%",
        r"\d{1,3}(?:\.\d{1,3})?\s?%\s{0,2}(?:已完成|完成|已处理|已下载|已上传)(?!前|后|才|时|以)",
        r"(?:剩余|预计剩余|还剩|还需|预计还需|大约还要|还要)(?:时间)?[:]?\s{0,2}(?:大?约|大概)?\s{0,2}\d[\d:]{0,8}"
        r"\s{0,2}(?:秒|分钟|分|小时|个?小时|:|$)",
        r"(?:已用时|已耗时|已运行|运行了|已经运行|已用时间)[:]?\s{0,2}(?:约)?\s{0,2}\d",
        r"\d[\d,]{0,8}\s{0,2}(?:个|条)(?:任务|消息|作业)?(?:在|正在)?(?:排队|等待中|队列中)",
    ),
    _entry(
        "progress_ru",
        "Running figures in Russian.",
        r"\b(?:файл|строка|шаг|пакет|батч) \d[\d.,]{0,10} (?:из|/) \d{2}",
        r"\b(?:ид[её]т|сейчас|началась|закончилась) \d{1,6}(?:-я|-ая)? эпоха\b",
        r"\bэпох[аиеу]\s{0,2}[:№#]?\s{0,2}\d{1,6}\s{0,2}(?:/|из)\s{0,2}\d",
        r"\bэпох[аиу] \d{1,6}[ ,:;|(—–-]{1,3}(?:лосс|потер|loss|завершена|закончена|пройдена|идёт"
        r"|идет)",
        r"\b(?:потер[ия]|лосс|функция потерь|ошибка на валидации)(?: на (?:обучении|валидации"
        r"|трейне))?"
        r"\s{0,2}(?:[:=—–-]|сейчас|теперь|составляет|равна)?\s{0,2}\d{1,6}[.,]\d{1,6}"
        r"(?!\d|[.,]\d|\s?(?:%|руб|млн|дб))",
        r"\b(?:обработа|загруже|импортирова|выгруже|скача|проиндексирова|скопирова|выполне"
        r"|заверш[её]"
        r"|перенесе|прочита|провере|конвертирова|переда|готов|синхронизирова|индексирова)\w{0,3}"
        r"\s{0,2}:?\s{1,2}(?:уже )?\d[\d.,]{0,12}(?: \d{3}){0,2} ?(?:\w{1,30} )?(?:из|/) ?\d",
        rf"{_NUM} ?(?:из|/) ?\d[\d.,]{{0,12}}(?: \d{{3}}){{0,2}} (?:\w{{1,30}} ){{0,3}}(?:уже )?"
        r"(?:обработа|загруже|импортирова|выгруже|скача|проиндексирова|скопирова|выполне|заверш[её]"
        r"|перенесе|прочита|провере|конвертирова|переда|готов|синхронизирова)\w{0,3}\b",
        r"(?=\d)(?<![\d.,])\d{1,3}(?:[.,]\d{1,3})?\s?(?:%|процент\w{0,3}) (?:уже )?(?:готово"
        r"|завершено"
        r"|выполнено"
        r"|обработано|загружено|скачано|скопировано|пройдено)",
        r"\b(?:прогресс|выполнено|готово|завершено|загрузка|загружено|скачано|обработано|импорт"
        r"|миграция"
        r"|копирование|индексация|резервное копирование)\s{0,2}(?:[:=—–-]|на|уже на)?\s{0,2}"
        r"\d{1,3}(?:[.,]\d{1,3})?\s?%(?! (?:от|всех))",
        r"\b(?:осталось|до конца|оставшееся время)\s{0,2}[:=]?\s{0,2}(?:ещё |еще )?(?:около "
        r"|примерно |~)?"
        r"\d[\d:.,]{0,8}(?: ?(?:с|сек|секунд|м|мин|минут|ч|час|файл|строк|запис|задач)\w{0,4}|"
        r"(?<=\d\d))",
        r"\b(?:прошло|затрачено|время работы)\s{0,2}[:=]?\s{0,2}\d[\d:.,]{0,8} ?"
        r"(?:с|сек|мин|ч|час|секунд|минут|часов|$)\w{0,3}(?! (?:после|с момента))",
        r"\b(?:работает|выполняется|идёт|идет) уже \d{1,5} ?(?:с|сек|секунд\w?|мин|минут\w?|ч"
        r"|час\w{0,2})\b",
    ),
)


@cache
def _table() -> tuple[LeakPattern, ...]:
    flags = re.IGNORECASE | re.MULTILINE
    return tuple(LeakPattern(name, re.compile(rx, flags), why) for name, why, rx in _VOCABULARY)


LEAK_PATTERNS: tuple[LeakPattern, ...]


def __getattr__(name: str) -> tuple[LeakPattern, ...]:
    # Compiling the table takes some 50 ms; who only imports this module shall not pay for it.
    if name == "LEAK_PATTERNS":
        return _table()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Entries that cannot hit in pure ASCII text.
_OTHER_SCRIPTS = frozenset({"progress_ja", "progress_zh", "progress_ru"})
# Entries that cannot hit without a digit; most of what is worth storing has none.
_RUNNING_FIGURES = _OTHER_SCRIPTS | {
    *("epoch", "percent", "elapsed", "pid", "queue", "throughput"),
    *("progress_de", "progress_fr", "progress_es_pt", "progress_it"),
}
_DIGIT = re.compile(r"\d")

_INVISIBLE = re.compile("\x1b\\[[0-9;?]{0,24}[A-Za-z]|[\u00ad\u200b-\u200f\u2060\ufeff]")


# Full-width forms and fixed spaces, one character for one: nothing grows (NFKC can, 18-fold).
_ALIKE = {0xFF01 + i: 0x21 + i for i in range(94)} | dict.fromkeys(
    (0xA0, 0x2007, 0x2009, 0x202F, 0x3000), 0x20
)


def _plain(text: str) -> str:
    """Bring look-alikes (full-width digits, fixed spaces, colour codes) to one form."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_ALIKE)
    return _INVISIBLE.sub("", text)


def leaks(text: str) -> list[str]:
    """Give the names of all patterns that hit in `text`, each once, in the order of the table."""
    plain = _plain(text)
    skip = _OTHER_SCRIPTS if plain.isascii() else frozenset()
    if not _DIGIT.search(plain):
        skip |= _RUNNING_FIGURES
    return [e.name for e in _table() if e.name not in skip and e.pattern.search(plain)]
