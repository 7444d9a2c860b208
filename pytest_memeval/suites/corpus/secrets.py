"""Keys, tokens and connection strings in stored text, and the marks that stand for them when shown.

The gate has its own table of credentials; here come the forms of more vendors, and what keeps
placeholders, limits and paths from being taken for secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pytest_memeval.gate.secrets import BY_LOOK
from pytest_memeval.gate.secrets import BY_NAME
from pytest_memeval.gate.secrets import REDACTED
from pytest_memeval.text import one_line

#: A secret sits in a long word, or behind one of these names.
_LONG_WORD = re.compile(r"\S{16}")
_NAMES = (
    *("passw", "passp", "passc", "pass:", "pass=", "pass ", "pwd", "secret", "token", "key"),
    *(
        "curl",
        "credential",
        "senha",
        "contrase",
        "clave",
        "mot de passe",
        "kennwort",
        "parola",
        "парол",
    ),
    *("密码", "口令", "パスワード", "密钥", "passphrase"),
)

#: A password may hold an @; the last one before the host ends it.
_CONNECTION = (
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:([^\s/\"'<>]{1,200})@(?=[\w\[({$%-])",
    r"\b[a-z_][\w.-]{0,40}:([^\s/:@]{1,120})@(?:tcp|unix)\(",
    r"\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=([^\s;\"']{8,400})",
    r"[?&]sig=([A-Za-z0-9%+/=]{20,200})",
)
#: By the prefix that a vendor gives its keys, and their least length.
_VENDORS = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
    r"AIza[\w-]{30,}|ya29\.[\w.-]{20,}|GOCSPX-[\w-]{20,}|1//0[\w-]{30,}",
    r"gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}",
    r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[\w-]{20,}",
    r"xox[a-z](?:-[A-Za-z0-9]+){2,}|xapp-\d-[A-Za-z0-9-]{20,}",
    r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,}",
    r"sk-(?:proj|svcacct|admin|ant|or|lf|None)-[\w-]{16,}|sk-(?=[A-Za-z0-9]*[A-Z0-9])\w{20,}",
    r"hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}",
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*",
    r"SK[0-9a-f]{32}(?![0-9A-Za-z])",
    r"SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}|xkeysib-[\w-]{40,}",
    r"\d{8,10}:[A-Za-z][\w-]{34}(?![\w-])",
    r"m0-[A-Za-z0-9]{20,}",
    r"[\w.~-]{3}\dQ~[\w.~-]{31,}",
    r"do[opr]_v1_[0-9a-f]{40,}|shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}|sq0(?:csp|atp)-[\w-]{20,}",
    r"dapi[0-9a-f]{32}|lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{40,}",
    r"figd_[\w-]{30,}|ATATT[\w=-]{30,}|glsa_\w{30,}|hvs\.[\w-]{20,}|sb[p]_[0-9a-f]{40}",
    r"gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{30,}|r8_[A-Za-z0-9]{30,}|pplx-[A-Za-z0-9]{30,}",
    r"tvly-[\w-]{20,}|lsv2_[a-z]{2}_\w{30,}|pcsk_\w{30,}|dckr_pat_[\w-]{20,}|NRAK-[A-Z0-9]{20,}",
    r"AGE-SECRET-KEY-1[A-Z0-9]{30,}|sntry[su]_[\w=.+/-]{30,}|pscale_(?:tkn|pw)_[\w-]{20,}",
)
_VENDOR = rf"(?<![A-Za-z0-9_])({'|'.join(_VENDORS)})"
_HOOK = (
    r"hooks\.slack\.com/services/(T\w{6,}/B\w{6,}/\w{16,})",
    r"discord(?:app)?\.com/api/webhooks/(\d{6,}/[\w-]{40,})",
)
_BLOCK = (
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:\s|\\[rn]|[\w-]{1,20}: [^\n]{0,200}\n){0,9}"
    r"([A-Za-z0-9+/=]{10}(?:[A-Za-z0-9+/=\s]|\\[rn]){0,8000})"
)
_CURL = r"\bcurl\b[^\n]{0,200}\s(?:-u|--user)[ =]?['\"]?[\w.@-]+:([^\s'\"]{4,})"
_LOGIN = (
    r"(?i)authorization:?\s*['\"]?basic\s+([A-Za-z0-9+/]{8,}={0,2})",
    r"(?i)\baws\b[^\n]{0,60}?(?<![A-Za-z0-9/+=])((?=[A-Za-z/+]{0,39}\d)[A-Za-z0-9/+]{40})"
    r"(?![A-Za-z0-9/+=])",
)

#: What people write where a secret stood, or how a program is told where to find it.
_PLACEHOLDER = re.compile(
    r"""\W{0,3}(?:
    .*\[redacted\].* | redacted | <.*> | example.* | (?:\w+[-_])?your\b.* | (?:.*[-_])?your[-_].*
  | (?:.*[-_./=:])?[*•xX.#_…-]{3,}.* | .*(?:[xX]{6}|[*•.…]{3}|placeholder|changeme|change[-_]me).*
  | (?:insert|replace|put|enter|add|set|paste)[-_].* | (?:fake|dummy|sample|foo|bar|foobar)
    [\w-]{0,12} | (?:.{0,10}[-_])?(?:here|goes[-_]here)
  | \$.* | %\w+% | \{.* | .*\{\{.* | .*\$\{.* | (?:process\.)?env\b.* | os\.(?:environ|getenv)\b.*
  | (?:secrets|config|settings|self|args|params|options|ctx|var|vault|op|data|local)[.:]\S*
  | [\w.]+\(.* | (?:none|null|nil|true|false|undefined|unknown|empty|string|str|bytes)
  | (?:my|the|db|api|user|some|test|admin|default)?[-_]?
    (?:user|username|password|passwd|passphrase|secret|token|pass|pwd|pw|api[-_]?key|key|value)
  | [~.]{0,2}/[\w./~-]+ | [A-Za-z]:\\.* | https?://.*
    )\W{0,3}""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
#: Behind a name other than a password's: limits, dates, versions, and names of things.
_NO_VALUE = re.compile(
    r"""(?:
    [\d.,_:/+%-]+[a-z%]{0,12} | v?\d+(?:\.\d+)+[\w.-]{0,12} | \d{4}-\d{2}-\d{2}.*
  | [A-Z]?[a-z]{1,20} | [A-Z]{2,20}
  | [A-Za-z]?[a-z]{0,20}\d{0,4}(?:[-_/.:+][A-Za-z]?[a-z]{0,20}\d{0,4})+
  | [A-Z]{0,20}\d{0,4}(?:[-_][A-Z]{0,20}\d{0,4})+
    )\W{0,3}""",
    re.VERBOSE,
)
_ABOUT = re.compile(
    r"polic|length|rule|rotat|expir|hash|require|manager|minimum|maximum|field|reset", re.IGNORECASE
)
#: Words of an identifier such as ``getUserByEmail``, of which random letters have few.
_CAMEL = re.compile(r"[A-Z]?[a-z]{2,}")
_PASSWORD = re.compile(
    r"pass|pwd|senha|contrase|kennwort|парол|密码|口令|パスワード", re.IGNORECASE
)
_PREFIX = re.compile(r"(?:[A-Za-z0-9]{1,10}[-_.]){0,3}")

#: What is beyond is not shown at all: nobody has looked there for secrets.
MOST_OF_NAME = 10_000

Table = tuple[tuple[str, re.Pattern[str]], ...]


@cache
def _looks() -> Table:
    return (
        *(("connection_string", re.compile(each, re.IGNORECASE)) for each in _CONNECTION),
        ("pem_block", re.compile(_BLOCK)),
        ("vendor_key", re.compile(_VENDOR)),
        *(("webhook", re.compile(each)) for each in _HOOK),
        *(("login", re.compile(each)) for each in _LOGIN),
    )


@cache
def _opaque() -> Table:
    """What the gate knows by its look beside these, such as long words of mixed letters."""
    return tuple((name, re.compile(each.source, each.flags)) for name, each in BY_LOOK)


@cache
def _named() -> Table:
    given = (("login", re.compile(_CURL)),)
    return (*given, *((name, re.compile(each.source, each.flags)) for name, each in BY_NAME))


def secrets(text: str) -> tuple[str, ...]:
    """The kinds of keys, tokens and connection strings in a text, each once."""
    return tuple(dict.fromkeys(_secrets(text)))


def _secrets(text: str) -> Iterator[str]:
    if _LONG_WORD.search(text):
        for name, pattern in (*_looks(), *_opaque()):
            if not all(_is_no_secret(name, _value(match)) for match in pattern.finditer(text)):
                yield name
    if _is_named(text):
        for name, pattern in _named():
            if any(_is_told(match) for match in pattern.finditer(text)):
                yield name


def _is_named(text: str) -> bool:
    return any(map(text.lower().__contains__, _NAMES))


def _value(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group is not None), match[0])


def _is_told(match: re.Match[str]) -> bool:
    """Whether a value behind a name is a secret, rather than a limit or the name of a thing."""
    value = _value(match)
    if _is_placeholder(value):
        return False
    exact = bool(_PASSWORD.match(match[0])) and not _ABOUT.search(match[0])
    return exact or not _NO_VALUE.fullmatch(value)


def _is_placeholder(value: str) -> bool:
    if _PLACEHOLDER.fullmatch(value[:200]):
        return True
    prefix = _PREFIX.match(value)
    body = value[prefix.end() :] if prefix and len(value) - prefix.end() >= 6 else value
    return len(set(body.lower())) <= 1 + len(body) // 12


def _is_no_secret(kind: str, value: str) -> bool:
    """Whether what looks like a secret is a placeholder, or the name of a thing."""
    if kind == "vendor_key" and _NO_VALUE.fullmatch(value):
        return True
    if kind == "high_entropy" and sum(map(len, _CAMEL.findall(value))) >= 0.7 * len(value):
        return True
    return _is_placeholder(value)


# --- fit to be shown


def shown(text: str, limit: int = 100) -> str:
    """A text fit to be shown: on one line, short, and with nothing secret in it."""
    return one_line(_redacted(text.lstrip()[:4000], (*_looks(), *_opaque())), limit)


def is_covered(text: str) -> bool:
    """Whether something of a text is not fit to be shown."""
    tables = (*_looks(), *_opaque())
    return _covered(text, tables) != text or REDACTED in _redacted(text, tables)


def shown_name(name: str, limit: int = 100) -> str:
    """An id, a user or a place, fit to be shown."""
    return one_line(redacted_name(name), limit)


def redacted_name(name: str) -> str:
    """A name with nothing secret in it. Ids may well be long words of random letters."""
    looks = (*_looks(), *(each for each in _opaque() if each[0] != "high_entropy"))
    return _covered(name[:MOST_OF_NAME], looks) + "…" * (len(name) > MOST_OF_NAME)


def _redacted(text: str, looks: Table) -> str:
    """Covered as it stands, and on one line: a name may stand on the line before its value."""
    return _covered(" ".join(_covered(text, looks).split()), looks)


def _covered(text: str, looks: Table) -> str:
    if _LONG_WORD.search(text):
        for _, pattern in looks:
            text = pattern.sub(_cover, text)
    if _is_named(text):
        for _, pattern in _named():
            text = pattern.sub(_cover, text)
    return text


def _cover(match: re.Match[str]) -> str:
    number = next((at for at, group in enumerate(match.groups(), 1) if group is not None), 0)
    begin, end = match.start(number) - match.start(), match.end(number) - match.start()
    return match[0][:begin] + REDACTED + match[0][end:]
