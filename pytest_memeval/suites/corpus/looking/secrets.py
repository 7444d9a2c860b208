"""Keys, tokens and connection strings in stored text, and the marks that stand for them when shown.

The forms are the write gate's. Here come those of which a gate cannot be sure enough, since it
drops what it covers, and what keeps placeholders, limits and public keys from being counted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from pytest_memeval.gate.secrets import BY_LOOK
from pytest_memeval.gate.secrets import BY_NAME
from pytest_memeval.gate.secrets import REDACTED
from pytest_memeval.text import one_line

#: Escapes of terminals, and signs that take no room.
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\0")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
#: A secret sits in a long word that is not of small letters alone, or behind one of these names.
_LONG = 16
_PLAIN_WORD = re.compile(r"[a-z.,;:!?'()-]*")
_NAMES_TEXT = """
pass pw secret token key cred senha contrase clave kennwort parola login logon log-in zugangsdaten
pin mysql mariadb redis-cli curl auth phrase totp 2fa mfa
"""
_NAMES = (*_NAMES_TEXT.split(), "log in", "recovery code", "backup code")
_FOREIGN_NAMES = ("парол", "密码", "口令", "パスワード", "密钥", "contrase")

#: Of a password beside its name, without a word between them, at least so much is odd.
_MIXED = r"(?=[^\s]{0,40}\d)(?=[^\s]{0,40}[^\W\d_])(?=[^\s]{0,40}[^\w\s]|[^\s]{0,40}(?-i:[A-Z]))"
_PASSWORDS = (
    r"(?:pass(?:word|wort|wd|code|phrase)?|pwd?|kennwort|contraseña|senha|mot de passe|пароль)"
)
#: Behind a name, with or without a sign between them; with words of which one has to be there.
_TOLD: tuple[tuple[tuple[str, ...], str], ...] = (
    (("pw",), r"\bpwd?\s*[:=]\s*['\"`]?([^\s'\"`]{6,200})"),
    (
        ("pass", "pw", "kennwort", "contrase", "senha", "парол"),
        rf"\b{_PASSWORDS}[ \t]+['\"`]?({_MIXED}[^\s,;'\"`]{{5,200}}[^\s,;'\"`.)])",
    ),
    (
        ("pass", "kennwort", "contrase", "senha", "парол"),
        rf"\b{_PASSWORDS}(?:\s+(?:for|of|on|to|at|in|für|von|zum|zur|para|de|del|du|pour)"
        r"(?:\s+[\w.-]+){1,4}?)?\s+is\s+['\"`]?([a-z]{6,30})['\"`]?[.!]?\s*\Z",
    ),
    (
        ("key", "token", "secret", "auth"),
        r"\b(?:(?:api|auth|access|secret|signing|service|bot|admin|licen[sc]e|root|deploy|client"
        r"|bearer)[ _-]?(?:key|token|secret)|auth)\b[ \t]+['\"`]?"
        r"((?=[^\s]{0,60}\d)[A-Za-z0-9_+/=.-]{20,400})",
    ),
    (
        ("login", "log in", "log-in", "logon", "cred", "zugangsdaten"),
        r"\b(?:log[- ]?in|logon|credentials?|creds|zugangsdaten)\b[^\n]{0,40}?(?:[:=]|\bis\b"
        r"|\bare\b|\bist\b|\bsind\b)\s*['\"`]?[\w.@+-]{1,60}['\"`]?\s*(?:/|,)\s*['\"`]?"
        r"((?=[^\s]{0,40}[\d!#$%&*+=?^])[^\s,;'\"`/]{5,200}[^\s,;'\"`./)])",
    ),
    (
        ("pin",),
        r"\bpin(?: code| number)?(?: [\w'’-]+){0,5}? ?(?:is|:|=|ist|lautet|es|est) ?"
        r"(\d{4,8})\b(?! ?\w)",
    ),
    (("auth",), r"['\"]_?auth['\"]\s*:\s*['\"]([A-Za-z0-9+/=]{12,})"),
    (
        ("phrase",),
        r"\bpass ?phrase\b[^\n'\"]{0,20}(?:[:=]|\bis\b)\s*"
        r"(?:'([^'\n]{8,200})'|\"([^\"\n]{8,200})\")",
    ),
    (
        ("phrase",),
        r"\b(?:seed|recovery|mnemonic|backup)[ _-]phrase\b[^\n]{0,20}?[:=]?\s*"
        r"((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b",
    ),
    (
        ("pass", "kennwort", "contrase", "senha", "парол"),
        rf"\b{_PASSWORDS}\s+(?:(?:was|is|has been|got)\s+)?"
        r"(?:changed|reset|rotated|set|updated|switched)\s+(?:from|to)\s+"
        rf"['\"`]?({_MIXED}[^\s,;'\"`]{{5,200}}[^\s,;'\"`.)])",
    ),
    (
        ("passwords", "passphrases", "passcodes"),
        r"\bpass(?:words|phrases|codes)\b[^\n:=]{0,40}[:=]\s*(?:[-*]\s*)?(?:[\w.@-]{1,30}\s+)?"
        rf"['\"`]?({_MIXED}[^\s,;'\"`]{{5,200}}[^\s,;'\"`.)])",
    ),
    (
        ("pass",),
        rf"\b{_PASSWORDS}[ \t]*[:=][ \t]*((?:[a-z]{{3,12}} ){{2,7}}[a-z]{{2,12}}\d{{1,6}})\b",
    ),
    (("key", "token", "secret"), r"\b(?:key|token|secret)[ \t]+([0-9a-f]{32,64})\b"),
    (
        ("2fa", "totp", "mfa"),
        r"\b(?:2fa|totp|mfa)\b[^\n]{0,30}?\b((?-i:[A-Z2-7]{16,64}))\b",
    ),
    (
        ("recovery code", "backup code"),
        r"\b(?:recovery|backup) codes?\b[^\n]{0,12}?(?:[:=]|\bis\b|\bare\b)\s*"
        r"((?=[\w-]*\d)[A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}){1,7})\b",
    ),
    (
        ("mysql", "mariadb"),
        r"\b(?:mysql\w*|mariadb[\w-]*)\b[^\n]{0,120}?\s-p(?=\S)['\"]?([^\s'\"]{4,200})",
    ),
    (
        ("sshpass", "docker login"),
        r"\b(?:sshpass|docker login)\b[^\n]{0,120}?\s-p\s?['\"]?([^\s'\"]{4,200})",
    ),
    (("redis-cli",), r"\bredis-cli\b[^\n]{0,120}?\s-a\s+['\"]?([^\s'\"]{4,200})"),
    (("--pass",), r"--pass(?:word|phrase|wd)?\s+['\"]?([^\s'\"-][^\s'\"]{3,200})"),
    (
        ("curl",),
        r"\bcurl\b[^\n]{0,200}\s(?:-u|--user)[ =]?['\"]?[\w.@-]+:([^\s'\"]{4,})",
    ),
)
#: These forms need a word around them.
_CUES = {
    "pem_block": "-----begin",
    "bearer": "bearer",
    "authorization": "authorization",
    "aws_secret": "aws",
}

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
  | \d?[A-Z]?[a-z]{1,20} | [A-Z]{2,20}
  | [A-Za-z]?[a-z]{0,20}\d{0,4}(?:[-_/.:+|][A-Za-z]?[a-z]{0,20}\d{0,4})+
  | [A-Z]{0,20}\d{0,4}(?:[-_][A-Z]{0,20}\d{0,4})+
    )\W{0,3}""",
    re.VERBOSE,
)
_ABOUT = re.compile(
    r"polic|length|rule|rotat|expir|hash|require|manager|minimum|maximum|field|reset", re.IGNORECASE
)
#: Words of an identifier such as ``getUserByEmail``, of which random letters have few.
_CAMEL = re.compile(r"[A-Z]?[a-z]{2,}")
#: What a password is said to be, other than itself.
_SAID = re.compile(
    r"\w*(?:ed|ing|ly|ive|able|ible|al|ic|ous|ant|ent|ary|less|ful|own|ert)"
    r"|default|strong|stronger|weaker|longer|shorter|optional|unknown|wrong|invalid|correct|secret|private"
    r"|public|secure|insecure|unsafe|simple|complex|unique|random|forgotten|hidden|stolen|broken"
    r"|missing|obsolete|mandatory|rotten|stale|enough|always|never|personal|pending|either|another",
    re.IGNORECASE,
)
#: What looks like a secret and is there for everybody to see.
_PUBLIC = re.compile(
    r"(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-|sk-(?:ssh|ecdsa)-|AAAA[A-Z]3Nza|pk_(?:live|test)_"
    r"|sha(?:1|224|256|384|512)[:-]|md5[:-]|arn:|0x[0-9a-f]{8,}(?!\w))",
    re.IGNORECASE,
)
_DIGEST = re.compile(r"(?:sha(?:1|224|256|384|512)|md5)[:-]\Z", re.IGNORECASE)
_PUBLIC_BLOCK = re.compile(
    r"-----BEGIN (?:[A-Z0-9 ]{0,30}PUBLIC KEY(?: BLOCK)?|CERTIFICATE[A-Z ]{0,20}|PGP SIGNATURE"
    r"|X509 CRL)-----(?:[^-]{0,20000}-----END [A-Z0-9 ]{1,40}-----"
    r"|(?:(?:\s|\\n)*[A-Za-z0-9+/=]{16,})*)"
)
#: Keys that open nothing.
_NO_KEY = re.compile(
    r"(?:cache|partition|primary|foreign|sort|shortcut|s3|object|redis|hash|map|dict|json"
    r"|idempotency|host|public|publishable|row|lookup|translation|i18n|arrow|dedup\w*)[ _-]?\Z",
    re.IGNORECASE,
)
_PASSWORD = re.compile(
    r"pass|pwd?\b|pin\b|senha|contrase|kennwort|парол|密码|口令|パスワード", re.IGNORECASE
)
_PREFIX = re.compile(r"(?:[A-Za-z0-9]{1,10}[-_.]){0,3}")

#: What is beyond is not shown at all: nobody has looked there for secrets.
MOST_OF_NAME, MOST_SHOWN = 10_000, 4_000
#: A password in quotes may have blanks in it.
_QUOTES, MOST_QUOTED = frozenset("'\"`"), 200

Table = tuple[tuple[str, re.Pattern[str]], ...]


@cache
def _looks() -> Table:
    """What is known by the look of one word."""
    return tuple(
        (name, re.compile(each.source, each.flags)) for name, each in BY_LOOK if name not in _CUES
    )


@cache
def _around() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """What is known by the words around it: one that has to be there, the kind, and the form."""
    return tuple(
        (_CUES[name], name, re.compile(each.source, each.flags))
        for name, each in BY_LOOK
        if name in _CUES
    )


@cache
def _told() -> tuple[tuple[tuple[str, ...], str, re.Pattern[str]], ...]:
    gates = (((), name, re.compile(each.source, each.flags)) for name, each in BY_NAME)
    return (*((cues, "told", re.compile(each, re.IGNORECASE)) for cues, each in _TOLD), *gates)


def secrets(text: str) -> tuple[str, ...]:
    """The kinds of keys, tokens and connection strings in a text, each once."""
    return tuple(dict.fromkeys(_secrets(_plain(text))))


def _plain(text: str) -> str:
    """A text without signs that nobody sees, and with wide letters as their narrow ones."""
    if text.isascii():
        return _ESCAPES.sub("", text) if "\x1b" in text or "\0" in text else text
    return _UNSEEN.sub("", _ESCAPES.sub("", unicodedata.normalize("NFKC", text)))


def _secrets(text: str) -> Iterator[str]:
    if "-----BEGIN" in text:
        text = _PUBLIC_BLOCK.sub(" ", text)
    long = [word for word in text.split() if len(word) >= _LONG]
    odd = "\n".join(word for word in long if not _PLAIN_WORD.fullmatch(word))
    if odd:
        for name, pattern in _looks():
            if not all(_is_no_secret(name, match) for match in pattern.finditer(odd)):
                yield name
    lower = text.lower()
    for name, pattern in _surrounded(lower, bool(odd)):
        if not all(_is_no_secret(name, match) for match in pattern.finditer(text)):
            yield name
    for name, pattern in _naming(lower):
        if any(_is_told(name, match) for match in pattern.finditer(text)):
            yield name


def _surrounded(lower: str, is_odd: bool) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The forms that need words around them which a text has."""
    if is_odd or "authorization" in lower:
        for cue, name, pattern in _around():
            if cue in lower:
                yield name, pattern


def _naming(lower: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The forms of values behind a name, where a text has such a name."""
    if not any(map(lower.__contains__, _NAMES)) and (
        lower.isascii() or not any(map(lower.__contains__, _FOREIGN_NAMES))
    ):
        return
    for cues, name, pattern in _told():
        if not cues or any(map(lower.__contains__, cues)):
            yield name, pattern


def _value(match: re.Match[str]) -> str:
    begin, end = _span(match)
    return match.string[begin:end]


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Where the secret of a match stands: its first group that is there."""
    return match.span(next((at for at, each in enumerate(match.groups(), 1) if each), 0))


def _is_told(kind: str, match: re.Match[str]) -> bool:
    """Whether a value behind a name is a secret, rather than a limit or the name of a thing."""
    value = _value(match)
    if _is_placeholder(value) or _PUBLIC.match(value) or _NO_KEY.search(_before(match)):
        return False
    if kind == "told" and value.isalpha() and _SAID.fullmatch(value):
        return False
    exact = bool(_PASSWORD.match(match[0])) and not _ABOUT.search(match[0])
    return exact or not _NO_VALUE.fullmatch(value)


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 20) : match.start()]


def _is_placeholder(value: str) -> bool:
    if _PLACEHOLDER.fullmatch(value[:200]):
        return True
    prefix = _PREFIX.match(value)
    body = value[prefix.end() :] if prefix and len(value) - prefix.end() >= 6 else value
    return len(set(body.lower())) <= 1 + len(body) // 12


def _is_no_secret(kind: str, match: re.Match[str]) -> bool:
    """Whether what looks like a secret is a placeholder, public, or the name of a thing."""
    value = _value(match)
    if kind == "vendor_key" and _NO_VALUE.fullmatch(value):
        return True
    if kind == "high_entropy" and sum(map(len, _CAMEL.findall(value))) >= 0.7 * len(value):
        return True
    if _PUBLIC.match(value) or _DIGEST.search(_before(match)):
        return True
    return _is_placeholder(value)


# --- fit to be shown

#: Where one secret is known another may stand beside it, or go on behind a line break: in such a
#: text every word that could be one is covered.
_COULD_BE = re.compile(
    r"(?<![^\s,;\"'`|(\[>])(?!@)(?:(?=[^\s,;\"'`|]*\d)(?=[^\s,;\"'`|]*[^\W\d_])[^\s,;\"'`|]{6,}"
    r"|(?=[a-z0-9+/_=-]*[A-Z])(?=[A-Z0-9+/_=-]*[a-z])[A-Za-z0-9+/_=-]{20,}|\d{6,})"
)


def shown(text: str, limit: int = 100) -> str:
    """A text fit to be shown: on one line, short, and with nothing secret in it."""
    start = text.lstrip()
    if len(start) > MOST_SHOWN:  # what is cut off in its middle is not known as a secret any more
        start = start[:MOST_SHOWN].rpartition(" ")[0] + " …"
    return one_line(_redacted(start), limit)


def is_covered(text: str) -> bool:
    """Whether something of a text is not fit to be shown."""
    return _covered(text) != text or REDACTED in _redacted(text)


def shown_name(name: str, limit: int = 100) -> str:
    """An id, a user or a place, fit to be shown."""
    return one_line(redacted_name(name), limit)


def redacted_name(name: str) -> str:
    """A name with nothing secret in it. Ids may well be long words of random letters."""
    start = name[:MOST_OF_NAME]
    return _covered(start, but="high_entropy") + "…" * (len(name) > MOST_OF_NAME)


def _redacted(text: str) -> str:
    """Covered as it stands, and on one line: a name may stand on the line before its value."""
    plain = _plain(text)
    made = _covered(" ".join(_covered(plain).split()))
    if REDACTED not in made:
        return text if plain == text else made
    return REDACTED.join(_COULD_BE.sub(REDACTED, part) for part in made.split(REDACTED))


def _covered(text: str, but: str = "") -> str:
    """A text with whatever looks like a secret covered, placeholders as well."""
    lower = text.lower()
    if any(len(word) >= _LONG for word in text.split()):
        for name, pattern in (*_looks(), *_surrounded(lower, True)):
            if name != but:
                text = _cover(text, pattern, _REST_OF_KEY)
    for _, pattern in _naming(lower):
        text = _cover(text, pattern, _REST_OF_WORD)
    return text


#: No letter of a secret is left, though it be longer than what its form asks for.
_REST_OF_KEY = re.compile(r"[\w+/=~%-]*")
_REST_OF_WORD = re.compile(r"(?:[^\s'\"`]*[^\s'\"`.,;:!?)\]}])?")


def _cover(text: str, pattern: re.Pattern[str], rest: re.Pattern[str]) -> str:
    made, at = [], 0
    for match in pattern.finditer(text):
        begin, end = _span(match)
        if begin < at:
            continue
        quote = text[begin - 1 : begin]
        closed = text.find(quote, end, end + MOST_QUOTED) if quote in _QUOTES else -1
        going_on = rest.match(text, end)
        end = max(end, closed, going_on.end() if going_on else 0)
        made += [text[at:begin], REDACTED]
        at = end
    return "".join([*made, text[at:]])
