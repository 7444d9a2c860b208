"""The shape of a line: does it read like a meter, or does it speak?

A meter is mostly counters, units, clocks and bars, with few words between them; how many is judged
from their share, never from the numbers themselves. A line that *speaks* gives a reason, a rule or
a condition, and is never noise as a whole, however many numbers it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Pattern
from pytest_memeval.gate.pattern import Text

#: A number, but not that of a list item.
_NUMBER: Final = Pattern(r"(?!\d{1,2}[.)]\s)\d[\d.,:_]{0,24}")
#: No meter is without a digit or a bar.
_MEASURE: Final = Pattern(r"[\d█▓▒░▉-▏]", 0)
_DECIMAL: Final = Pattern(r"\d\.\d")
#: Alternatives that begin with the same kind of character share it, which saves trying each.
_COUNTER: Final = Cue(
    r"\d(?:\s{0,2}[%％]"
    r"|\s{0,2}(?:of|out of|von|sur|de|di|из|/|des|aus|dos|das|中)\s{0,2}(?:[a-z]{1,3}\s)?\d"
    r"|\d?:\d{2}|\s?(?:[kmgt]i?[bo]|it|req|tok|rows?|docs?)/s\b|\s?(?:ms|[kmg]i?[bo]|°?c)\b"
    r"|(?<!\w\d)[\d.,]*\s?[hm]\s?\d{1,2}\s?[ms]?\b"
    r"|[\d.,]*\s(?:[a-z]+\s)?(?:[a-z]{2,}ed|green|ready|still running)\b"
    r"|\d*\s?(?:done|left|remaining|pending|queued|running|passed|failed|failing|skipped|processed"
    r"|complete|completed|successful|in progress|active|waiting|up|down|retries|errors?)\b"
    r"|\d*\s(?:tests?|checks?|specs?)\b|\s?(?:→|->)\s?\d)",
    r"\b(?:(?:eta|elapsed|remaining|pid|left|restzeit|restant\w*|écoulé|noch|faltan?|rimanent\w)\b"
    r"|(?:epoch|epoche|epoca|época|step|iter|iteration|batch|shard|fold|trial|phase|stage|loss|queue"
    r"|cpu|mem|acc|lr)\b\s{0,2}[:#]?\s{0,2}\d|(?:in progress|succeeded|queued|not ready)\b)",
    r"\bp\d\d\b\s{0,2}[:#]?\s{0,2}\d",
    r"[a-z%_]\s?=\s?[\d\[\"a-z]",
    r"[█▓▒░▉-▏]",
    r"剩余|残り|осталось|预计|已完成|完了|済み",
)
_WORD: Final = Pattern(
    r"(?:(?<=\s)|\A)[\"'(\[]?[^\W\d_]{2,}(?:['’-][^\W\d_]+)?(?=[\s,.;:)!?\"'\]…]|\Z)"
)
_READING_END: Final = Pattern(r"[,;|·](?!\d)")
_READING: Final = Pattern(
    r"\s*(?:(?:[^\W\d][\w/-]{0,20}[ :=]{1,3}){1,3}[~<>+-]?\d[\d.,/:]{0,14}"
    r"(?: ?(?:%|°?[^\W\d_]{1,8}))?(?: \d{1,3} ?[^\W\d_]{1,3})?|\d{1,6} [^\W\d]{2,20})\s*[.)]?\s*\Z"
)
#: A number with one of these stays as it is.
_SETTING: Final = Pattern(r"\b(?:ports?|versions?|per|size|licen[cs]es?|seats?|prod|staging)\b")
#: A name in brackets: what a machine begins a line with.
_LABEL: Final = Pattern(r"\W{0,2}[\[(【<][^\W\d][^\[\](){}<>【】\n]{1,30}[\])】>]:?\s")
#: A name and a value that is no number.
_PAIR: Final = Pattern(r"[^\W_]=[^\W\d_]")
_BARE_STATE: Final = Pattern(r"\s*[^\W\d][\w-]{0,20}(?: [^\W\d][\w-]{0,20}){0,2}\s*\.?\s*\Z")
_CJK: Final = Pattern(r"[\u3040-\u30ff\u4e00-\u9fff]")
_SPEAKS: Final = Cue(
    # In brackets or as a value it explains a reading: "lag=214 (threshold 50000), mode=default".
    r"\b(?<![(=])(?<!within )(?<!normal )(?:sla|slo|timeouts?|thresholds?|limit(?:ed|s)?|maximum"
    r"|minimum|defaults?)\b",
    r"\b(?:because|so that|always|never|must(?:n't)?|should(?! be (?:done|finished|complete"
    r"|ready|over))|prefer|decid\w*|turn(?:s|ed) out|caus(?:e|es|ed)|reason"
    r"|due to|rule|policy|convention|remember|don['’]t|doesn['’]t|can(?:not|['’]t)|won['’]t"
    r"|needs?|requires?|only|unless"
    # A number with one of these is a setting, not a reading.
    r"|cap(?:ped|s)?|quota|tier|deadline|retention|enough"
    r"|for all|works best|by design|on purpose"
    r"|(?:has|have) (?!\w+ed\b|been|now|already|not|just|so far)|, not|fires?|dies?|gets?"
    r"|is owned|are owned|runs on|runs? (?:every|at)|uses?"
    r"|otherwise|instead|rather|when|whenever|if|why|lesson|above|below|exceeds?|at least|at most"
    r"|takes|means|uses|expects|shares|keeps?|stays?|has to|have to|chose|picked|agreed|settled"
    r"|went with|going with|from now on"
    r"|we|our|i prefer|which|that['’]s|where|than|since (?:we|it|the)|so (?:we|it|the|any|a)"
    r"|shares?|sits|halves|doubles|triples|(?:is|are) normal (?:here|for|up to|when|with|at)"
    r"|(?:after|by) [a-z]{3,}ing|every \d+ (?!s\b|sec|min|m\b|h\b|hours?)[a-z]+"
    r"|between \d[\d:.]* and \d+"
    r"|this way|like this|next time|worked|works|how to|learned|fixed|root|trick|explains"
    r"|nur|lässt|solange|seulement|uniquement|il faut|sólo|solamente|solo|soltanto|bisogna|apenas"
    r"|somente|только|лишь|надо"
    r"|weil|immer|niemals|nie|entschieden|beschlossen|ursache|deshalb|müssen|muss|soll(?:en)?"
    r"|sonst|sobald|wir|bevorzug\w*"
    r"|parce que|toujours|jamais|décidé|préfère|sinon|doit|doivent|nous|cause|lorsque"
    r"|porque|siempre|nunca|decidimos|prefiero|deben?|causa|cuando|sempre|prefiro|devem?|quando"
    r"|perché|mai|deciso|preferisco|dev(?:e|ono)|потому|всегда|никогда|решили|если|нужно"
    r"|должн\w*|причин\w*)\b"
    r"|必ず|ので|ため[、に]|場合|決め|決定|原因|ルール|なければ|因为|总是|必须|决定|原因|只有|只能|仅限|だけ|のみ"
    r"|(?<![応理作置はが])不要|如果|导致|以后|所以|应该",
)
_SENTENCE_END: Final = Pattern(
    r"[.!?;](?:(?<=[^\W_].)[ \t]+(?=\S)|(?<=[)\]\"'%`…][.!?])[ \t]+)|[。！？；]", 0
)
_ABBREVIATION: Final = Pattern(
    r"\b(?:e\.g|i\.e|vs|etc|approx|ca|std|min|no|z\.B|d\.h|bzw|ggf|resp|incl|p\.ej|mr|dr|sec)\.$"
)
_ASIDE: Final = Pattern(
    r"(?:[ \t]+[-–—|·•→]{1,2}[ \t]+|[,;:.)\]]?[ \t]+(?=(?:and |oh |but )?(?:by the way|btw|fyi"
    r"|also|p\.?s\.?|side note|note(?: to self)?|anyway|reminder"
    r"|übrigens|au fait|par ailleurs|por cierto|a propósito|aliás|comunque|tra l['’]altro"
    r"|кстати)\b)|(?<!\s\d[)])(?<=[）)\]])[ \t]*(?=[^\s\d])|、(?=ちなみに)|，(?=顺便|另外|对了))",
)


def speaks(line: str) -> bool:
    """Whether ``line`` gives a reason, a rule or a condition."""
    return _SPEAKS.found_in(Text.of(line))


def is_meter(line: str, words_per_number: int = 4) -> bool:
    """Whether ``line`` is mostly counters, by the share of words in it."""
    if not _MEASURE.search(line):
        return False
    counters = _COUNTER.count_in(Text.of(line))
    if not counters:
        return False
    numbers = len(_NUMBER.findall(line))
    words = len(_WORD.findall(line)) + len(_CJK.findall(line)) // 2
    return words <= words_per_number * numbers + (words_per_number - 1) * counters


def is_listing(line: str) -> bool:
    """Whether ``line`` is readings side by side, a label and a number each, and bare states."""
    parts = _READING_END.split(line)
    if len(parts) < 3 or _SETTING.search(line):
        return False
    readings = sum(_READING.match(part) is not None for part in parts)
    states = sum(_BARE_STATE.match(part) is not None for part in parts)
    return readings > 1 and readings + states >= len(parts)


def is_dense(line: str) -> bool:
    """Whether ``line`` is three measurements or more with hardly a word between them."""
    if is_listing(line):
        return True
    numbers = len(_NUMBER.findall(line))
    if numbers < 3 or _COUNTER.count_in(Text.of(line)) + len(_DECIMAL.findall(line)) < 2:
        return False
    return 2 * len(_WORD.findall(line)) <= 3 * numbers and not _CJK.search(line)


def is_readout(line: str) -> bool:
    """Whether ``line`` is two measurements or more, each with a word to name it."""
    measured = len(_NUMBER.findall(line)) + len(_PAIR.findall(line))
    if measured < 2 or _SETTING.search(line) or not ("=" in line or is_meter_like(line)):
        return False
    return len(_WORD.findall(line)) + len(_CJK.findall(line)) // 2 <= measured


def is_record(line: str) -> bool:
    """Whether ``line`` is a readout under a label in brackets: nobody types one by hand."""
    label = _LABEL.match(line)
    return label is not None and is_readout(line[label.end() :])


def is_meter_like(line: str) -> bool:
    """Whether ``line`` holds a counter at all, so that a part of it may be noise."""
    return _MEASURE.search(line) is not None and _COUNTER.found_in(Text.of(line))


def sentences(text: str) -> Iterator[str]:
    """Split ``text`` after sentence ends, but not after the common abbreviations."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        end = match.start() + 1
        if _ABBREVIATION.search(text, max(start, end - 8), end):
            continue
        yield text[start:end]
        start = match.end()
    yield text[start:]


def clauses(text: str) -> list[str]:
    """Split finer than :func:`sentences`: also where an aside begins."""
    return [
        clause
        for sentence in sentences(text)
        for clause in _ASIDE.split(sentence)
        if clause and clause.strip()
    ]
