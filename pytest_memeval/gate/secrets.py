"""Finds credentials in text and puts a mark in their place."""

from __future__ import annotations

import re
from typing import Final

from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Pattern
from pytest_memeval.gate.pattern import Text

#: What stands in the text where a credential stood.
REDACTED = "[REDACTED]"

#: Cheap looks first: what a credential is called, and how long a bare one is at least.
_NAMED = Cue(
    r"(?:pass(?:w|p|c|[\s:=\"'])|pwd|secret|token|key|credential|senha|contrase|clave|mot de passe"
    r"|kennwort|parola|парол|密码|口令|パスワード|密钥)"
)
_LONG_WORD = 16

_NAME = (
    r"(?:pass(?:word|wd|phrase|code|wort)?|pwd|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|"
    r"(?:api|access|auth|private|signing|encryption|license)[ _-]?key|\bkey|client[ _-]?secret|"
    r"credentials?|senha|contraseña|clave|mot de passe|kennwort|parola(?: d'ordine)?|пароль|"
    r"密码|口令|パスワード|密钥)"
)
#: A spoken value is only taken for a credential when it does not read like a word.
_ODD = (
    r"(?=[^\s,;'\"`]{0,60}(?:[\d@#$%^&*!+=]|(?-i:[A-Z]{2})|-\w{1,20}-))"
    r"[^\s,;'\"`]{5,200}[^\s,;'\"`.)]"
)

#: A password may hold an @; the last one before the host ends it.
_CONNECTIONS: Final = (
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:((?!\d{1,5}/)[^\s\"'<>]{1,200})@(?=[\w\[({$%-])",
    r"\b[a-z_][\w.-]{0,40}:([^\s/:@]{1,120})@(?:tcp|unix)\(",
    r"\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=([^\s;\"']{8,400})",
    r"[?&]sig=([A-Za-z0-9%+/=]{20,200})",
)
#: By the prefix that a vendor gives its keys, and their least length. Where it is a word too, as
#: of "sk-learn", or no figure is sure to be among the letters, the forms are strict.
_VENDORS: Final = (
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
_VENDOR: Final = rf"(?<![A-Za-z0-9_])({'|'.join(_VENDORS)})"
_HOOKS: Final = (
    r"hooks\.slack\.com/services/(T\w{6,}/B\w{6,}/\w{16,})",
    r"discord(?:app)?\.com/api/webhooks/(\d{6,}/[\w-]{40,})",
)
#: Known by their own look; the credential is group 1, the rest of the match stays in the text.
BY_LOOK: tuple[tuple[str, Pattern], ...] = (
    (
        "pem_block",
        Pattern(
            r"(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8000}"
            r"(?:-----END [A-Z ]{0,30}-----)?)"
        ),
    ),
    (
        "pem_block",  # also as it stands in JSON, and with the headers of PGP
        Pattern(
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:\s|\\[rn]|[\w-]{1,20}: [^\n]{0,200}\n){0,9}"
            r"([A-Za-z0-9+/=]{10}(?:[A-Za-z0-9+/=\s]|\\[rn]){0,8000})",
            0,
        ),
    ),
    *(("connection_string", Pattern(each)) for each in _CONNECTIONS),
    ("vendor_key", Pattern(_VENDOR, 0)),
    (
        "vendor_key",
        Pattern(
            r"(?<![A-Za-z0-9])((?:(?:sk|pk|rk|m0|whsec|shpat|hf|npm|pypi|glpat|figd|lin_api"
            r"|gh[pousr]"
            r"|github_pat|xox[abprse]|key)[-_]|SG\.|AIza|ya29\.|eyJ|dop_v1_)"
            r"(?=[-_.A-Za-z]{0,60}\d)[-_.A-Za-z0-9]{12,3000}(?<!\.))"
        ),
    ),
    ("cloud_key", Pattern(r"(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{12,20})")),
    ("url_password", Pattern(r"[a-z0-9]://[^\s/:@]{1,80}:([^\s/@]{1,120})@")),
    ("bearer", Pattern(r"\bBearer\s+([A-Za-z0-9._~+/=-]{12,3000})")),
    (
        "authorization",
        Pattern(
            r"\bauthorization['\"]?\s*[:=]?\s*['\"]?(?:basic|token|apikey)\s+([\w.~+/=-]{8,3000})"
        ),
    ),
    (
        "aws_secret",
        Pattern(
            r"\baws\b[^\n]{0,60}?(?<![A-Za-z0-9/+=])((?=[A-Za-z/+]{0,39}\d)[A-Za-z0-9/+]{40})"
            r"(?![A-Za-z0-9/+=])"
        ),
    ),
    *(("webhook", Pattern(each, 0)) for each in _HOOKS),
    (
        "high_entropy",
        Pattern(
            r"(?<![A-Za-z0-9+/_.-])((?=[A-Za-z+/_=-]{0,60}\d)(?=[a-z0-9+/_=-]{0,60}[A-Z])"
            r"(?=[A-Z0-9+/_=-]{0,60}[a-z])[A-Za-z0-9+_=-]{32,400})(?![A-Za-z0-9+/_.-])",
            0,
        ),
    ),
)
#: Known by the name that stands before them.
BY_NAME: tuple[tuple[str, Pattern], ...] = (
    (
        "assigned",
        Pattern(
            _NAME + r"[\w]{0,20}['\"]?[ \t]{0,3}(?:=|:=|=>)[ \t]{0,3}['\"]?"
            r"([^\s'\",;$<{(]{6,400})"
        ),
    ),
    (
        "spoken",
        Pattern(
            _NAME + r"['\"]?(?:[ \t]+(?!(?:is|ist|est|c'est|es|è|é|lautet)\b)[\w./-]{1,24}){0,4}"
            r"[ \t]{0,3}"
            r"(?::|\bis\b|\bist\b|\blautet\b|\best\b|\bes\b|\bè\b|é\b|c(?:'|’)est\b"
            r"|—|-|是|は|为|：)"
            r"[ \t]{0,3}['\"`]?(" + _ODD + ")",
        ),
    ),
)


def redact(text: str) -> str:
    """Return ``text`` with every credential replaced by :data:`REDACTED`."""
    if _has_long_word(text):
        text = _cover_all(text, BY_LOOK)
    if _NAMED.found_in(Text.of(text)):
        text = _cover_all(text, BY_NAME)
    return text


def _cover_all(text: str, secrets: tuple[tuple[str, Pattern], ...]) -> str:
    for _, pattern in secrets:
        text = pattern.sub(_cover, text)
    return text


def _has_long_word(text: str) -> bool:
    return any(len(word) >= _LONG_WORD for word in text.split())


def _cover(match: re.Match[str]) -> str:
    whole, start = match.group(0), match.start()
    return whole[: match.start(1) - start] + REDACTED + whole[match.end(1) - start :]
