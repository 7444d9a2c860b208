"""Finds credentials in text and puts a mark in their place."""

from __future__ import annotations

import re

#: What stands in the text where a credential stood.
REDACTED = "[REDACTED]"

#: A cheap look first: text without any of these holds no credential the patterns below would find.
_HINT = re.compile(
    r"[A-Za-z0-9+/_=.-]{20}|[a-z0-9]://[^\s/:@]{1,80}:|PRIVATE KEY|(?:AKIA|ASIA)[A-Z0-9]"
    r"|pass|pwd|secret|token|key|senha|contrase|mot de passe|kennwort|parola|парол"
    r"|bearer|密码|口令|パスワード|密钥",
    re.I,
)

_NAME = (
    r"(?:pass(?:word|wd|phrase|code|wort)?|pwd|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|"
    r"(?:api|access|auth|private|signing|encryption|license)[ _-]?key|\bkey|client[ _-]?secret|"
    r"credentials?|senha|contraseña|clave|mot de passe|kennwort|parola(?: d'ordine)?|пароль|"
    r"密码|口令|パスワード|密钥)"
)
#: A spoken value is only taken for a credential when it does not read like a word.
_ODD = r"(?=[^\s,;'\"`]{0,60}[\d@#$%^&*!+=])[^\s,;'\"`]{5,200}[^\s,;'\"`.)]"

#: (what it is, pattern with the credential as group 1); the rest of the match stays in the text.
SECRETS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "pem_block",
        re.compile(
            r"(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8000}"
            r"(?:-----END [A-Z ]{0,30}-----)?)"
        ),
    ),
    (
        "vendor_key",
        re.compile(
            r"(?<![A-Za-z0-9])((?:(?:sk|pk|rk|m0|whsec|shpat|hf|npm|pypi|glpat|figd|lin_api|gh[pousr]"
            r"|github_pat|xox[abprse]|key)[-_]|SG\.|AIza|ya29\.|eyJ|dop_v1_)"
            r"(?=[-_.A-Za-z]{0,60}\d)[-_.A-Za-z0-9]{12,3000})"
        ),
    ),
    ("cloud_key", re.compile(r"(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{12,20})")),
    ("url_password", re.compile(r"[a-z0-9]://[^\s/:@]{1,80}:([^\s/@]{1,120})@", re.I)),
    ("bearer", re.compile(r"\bBearer\s+([A-Za-z0-9._~+/=-]{12,3000})", re.I)),
    (
        "assigned",
        re.compile(_NAME + r"[\w]{0,20}['\"]?[ \t]{0,3}(?:=|:=|=>)[ \t]{0,3}['\"]?"
                   r"([^\s'\",;$<{(]{6,400})", re.I),
    ),
    (
        "spoken",
        re.compile(
            _NAME + r"['\"]?(?:[ \t]+(?!(?:is|ist|est|es|è|é|lautet)\b)[\w./-]{1,24}){0,4}[ \t]{0,3}"
            r"(?::|\bis\b|\bist\b|\blautet\b|\best\b|\bes\b|\bè\b|é\b|—|-|是|は|为|：)"
            r"[ \t]{0,3}['\"`]?(" + _ODD + ")",
            re.I,
        ),
    ),
    (
        "high_entropy",
        re.compile(
            r"(?<![A-Za-z0-9+/_.-])((?=[A-Za-z+/_=-]{0,60}\d)(?=[a-z0-9+/_=-]{0,60}[A-Z])"
            r"(?=[A-Z0-9+/_=-]{0,60}[a-z])[A-Za-z0-9+_=-]{32,400})(?![A-Za-z0-9+/_.-])"
        ),
    ),
)


def redact(text: str) -> str:
    """Return ``text`` with every credential replaced by :data:`REDACTED`."""
    if not _HINT.search(text):
        return text
    for _, pattern in SECRETS:
        text = pattern.sub(_cover, text)
    return text


def _cover(match: re.Match[str]) -> str:
    whole, start = match.group(0), match.start()
    return whole[: match.start(1) - start] + REDACTED + whole[match.end(1) - start :]
