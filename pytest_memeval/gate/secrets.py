"""Finds credentials in text and puts a mark in their place."""

from __future__ import annotations

import re

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
