"""What should not be stored is known by its text, and what only looks like it is left alone."""

from __future__ import annotations

import pytest

from pytest_memeval.suites.corpus import looking
from pytest_memeval.suites.corpus.looking.claims import claim
from pytest_memeval.suites.corpus.looking.echoes import Reference
from pytest_memeval.suites.corpus.looking.echoes import reference
from pytest_memeval.suites.corpus.looking.secrets import secrets
from pytest_memeval.suites.corpus.looking.secrets import shown
from pytest_memeval.suites.corpus.looking.vocabulary import is_refusal
from pytest_memeval.suites.corpus.looking.vocabulary import is_status
from pytest_memeval.suites.corpus.words import folded


@pytest.mark.parametrize(
    "text",
    [
        "postgres://app:hunter2x@db.acme.io:5432/main is the billing database",
        "The Redis URL is redis://:s3cretpw@cache:6379/0",
        "Storage: AccountKey=abcd1234efgh5678ijkl==;EndpointSuffix=core",
        "OpenAI key sk-proj-abc123def456ghi789jkl012",
        "GitHub token ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "aws access key AKIAIOSFODNN7EXAMPLE",
        "DB_PASSWORD=correcthorse99",
        "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_secrets_are_found_and_covered(text: str) -> None:
    """A key, a token or a connection string counts, and is never shown."""
    assert secrets(text)
    assert "[REDACTED]" in shown(text)


LETTERS = "aB3dEfGh5jKlMn7pQrSt9vWxYz2AbCdEf4HiJkLm6OpQrStUv8XyZ1bCdEfGhIjKlMn"
HEX, FIGURES = "3f2a9c1b7d8e4f5a6b7c8d9e0f1a2b3c4d5e6f70", "7482910356"
PEM = "-----BEGIN {} PRIVATE KEY{}-----"


PREFIXES = """
AIza ya29. GOCSPX- ghp_ gho_ ghs_ github_pat_ glpat- sk_live_ rk_live_ sk_test_ whsec_ sk- sk-proj-
sk-ant-api03- hf_ npm_ m0- lin_api_ secret_ figd_ hvs. gsk_ xai- r8_ pplx- tvly- dckr_pat_
"""


@pytest.mark.parametrize(
    "text",
    [
        *(f"the key is {prefix}{LETTERS[:40]}" for prefix in PREFIXES.split()),
        *(f"use {prefix}{HEX[:32]} here" for prefix in ("SK", "key-", "shpat_", "sk-or-v1-")),
        "hf_aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH",
        f"pypi-AgEIcHlwaS5vcmc{LETTERS}",
        f"SG.{LETTERS[:22]}.{LETTERS[:43]}",
        f"xoxb-{FIGURES}-{FIGURES}-{LETTERS[:24]}",
        f"https://hooks.slack.com/services/T0ABCDEFG/B0ABCDEFG/{LETTERS[:24]}",
        f"{FIGURES}:AA{LETTERS[:33]}",
        f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{LETTERS[:43]}",
        f"aws secret access key is {LETTERS[:20]}/{LETTERS[20:39]}",
        f"https://x.blob.core.windows.net/c?sv=2022&sig={LETTERS[:43]}%3D",
        f"{PEM.format('OPENSSH', '')}\n{LETTERS}",
        f"{PEM.format('PGP', ' BLOCK')}\nVersion: 1\n\n{LETTERS}",
        "mysql is at root:tops3cret@tcp(127.0.0.1:3306)/db",
        "curl -u admin:hunter2x https://x",
        "Authorization: Basic YWRtaW46aHVudGVyMg==",
        "Server=db;User Id=sa;Password=Str0ngPw1;",
        "passphrase: correct-horse-battery-9",
        "Das Kennwort lautet Sommer#24",
        '{"password": "hunter22x"}',
        "pw: hunter2!x",
        "ftp login: deploy / Qx!88-tulip",
        f"API key {HEX}",
        f'curl -H "Authorization: token {HEX}" https://git.acme.io',
        f"Twilio auth token {HEX[:32]}",
        "user ana@acme.io, password Kx9#mmpl2",
        "the root password on db-3 is swordfish",
        "the pin of the bank card is 4821",
        "mysql -u root -pFl4mingo!9 shop",
        "redis-cli -h cache -a p4ssR3dis99 ping",
        "wss://bot:p@ss/w0rd1@chat.acme.io/ws",
        "passphrase: 'correct horse battery staple'",
        f'{{"auths": {{"registry.acme.io": {{"auth": "0X{LETTERS[:30]}"}}}}}}',
    ],
)  # fmt: skip
def test_the_forms_of_vendors_are_known(text: str) -> None:
    """Keys are known by their prefixes, whether figures are in them or letters alone."""
    assert secrets(text)
    assert "[REDACTED]" in shown(text, 200)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Password changed from Kiw1Tree77 to Plum8Root99", "Password changed from # to #"),
        ("passwords:\n- Kiw1Tree77!\n- Plum8Root99", "passwords: - # - #"),
        (f"SK{'5e' * 16} token {'0a' * 16}", "# token #"),
        (f"api key {LETTERS[:20]}1\n{LETTERS[:12]}2 is Ana's", "api key # # is Ana's"),
        ("pass\u00adwd\u200b: Hunter2!x9 for host db7.acme.io", "passwd: # for host #"),
        ("ｐａｓｓｗｏｒｄ： Hunter2!x9", "password: #"),
        ('The vault passphrase is "correct horse battery"', 'The vault passphrase is "#"'),
        ("Root password: correct horse battery staple9", "Root password: #"),
        ("2FA secret JBSWY3DPEHPK3PXP", "2FA secret #"),
        ("The recovery code is 8F3K-22LM-99QZ", "The recovery code is #"),
        (f"Seed phrase: {'apple river stone ' * 4}".strip(), "Seed phrase: #"),
    ],
)
def test_beside_one_secret_nothing_that_could_be_another_is_shown(text: str, said: str) -> None:
    """It may go on behind a line break or a sign that nobody sees, or be one of several."""
    assert secrets(text)
    assert shown(text, 200) == said.replace("#", "[REDACTED]")


def test_a_password_with_an_at_sign_is_covered_whole() -> None:
    """The last one ends it."""
    said = shown("postgres://app:p@ss@w0rd@db.acme.io:5432/main")
    assert said == "postgres://app:[REDACTED]@db.acme.io:5432/main"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("DB_PASSWORD=Pa55word$sec,ret;more end", ("Pa55", "sec", "more")),
        ("password = 'Tr0ub4dor and three words'", ("Tr0ub4dor", "three")),
        ("pw: Abcdef1!'tail", ("Abcdef1",)),
        ("x " * 1_992 + "ghp_" + LETTERS[:36], ("ghp_", LETTERS[:8])),
        (f"sk-ant-api03-{LETTERS}{LETTERS}+/{LETTERS}=", (LETTERS[:8], LETTERS[-8:])),
    ],
)
def test_no_part_of_a_secret_is_left(text: str, parts: tuple[str, ...]) -> None:
    """Nor of one that goes on behind what its form asks for, or that is cut off."""
    assert not [part for part in parts if part in shown(text, 5_000)]


def test_a_secret_is_found_wherever_it_stands() -> None:
    """Behind a hundred thousand characters too."""
    long = "word " * 30_000 + "AKIAIOSFODNN7EXAMPLE"
    assert looking.look([long], Reference())[0].secrets == ("vendor_key", "cloud_key")


@pytest.mark.parametrize(
    "text",
    [
        "The API key is rotated every quarter by the platform team",
        "postgres://app:[REDACTED]@db.acme.io/main",
        "DB_PASSWORD=${DB_PASSWORD} is read from the environment",
        "password: ********",
        "The token bucket refills ten times a second",
        "Commit 3f2a9c1b7d8e4f5a6b7c8d9e0f1a2b3c4d5e6f70 broke the build",
        "See https://docs.acme.io/guides/authentication#tokens",
        "Secrets live in the vault, never in the repository",
        "The API key goes in <your-key>",
        "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx",
        "export TOKEN=$TOKEN",
        "Use sk-... as the prefix",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is the form",
        "AKIAXXXXXXXXXXXXXXXX is masked",
        "api_key = your_api_key_here",
        "password=changeme",
        "token = os.environ['TOKEN']",
        "apiKey: process.env.API_KEY",
        "key={{ secrets.DEPLOY }}",
        "postgres://user:password@localhost/db",
        "postgres://user:<password>@host/db",
        "postgres://user:$PGPASS@host/db",
        "max_tokens=128000",
        "Context token limit is 200000",
        "The key rotation date is 2026-03-01",
        "token expires: 2026-03-01",
        "primary key=order_id",
        "The primary key is customer-region-id",
        "private_key=/etc/ssl/key.pem",
        "private key: ~/.ssh/id_ed25519",
        "token_count: 150,000",
        "API key version is v2.3.1",
        "Password policy: minimum-12-characters",
        "Passwords are hashed with bcrypt",
        "commit 3f2a9c1b7d8e4f5a6b7c8d9e0f1a2b3c4d5e6f70",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "uuid 550e8400-e29b-41d4-a716-446655440000",
        "The token bucket refills 10 times",
        "key-value-store-2 is the cache",
        "The partition key is tenant_id",
        "cache key: user:42:profile",
        "password=secret",
        "API_KEY=YOUR_API_KEY",
        "Set password to [REDACTED]",
        "-----BEGIN RSA PRIVATE KEY----- is the header of such files",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "The config is at http://host:8080/a@b",
        "mail ana@acme.io at 10:30",
        "git@github.com:acme/repo.git",
        "ssh deploy@10.0.0.1:22",
        "token=none",
        "secret = getpass()",
        "password = config.password",
        "Bearer tokens are sent in the header",
        "Authorization: Bearer <token>",
        "image registry.acme.io/team/app:1.2.3@sha256:abcdef",
        "key: ArrowLeft moves the cursor",
        "Shortcut key is Ctrl+Shift+P",
        "The foreign key is orders.customer_id",
        "tokens/s: 145.3",
        "getUserByEmailAddressV2FromDatabase",
        "task-management-system-redesign-2026",
        "sk-learn-compatible-estimators-for-ranking",
        "risk-based-approach-to-testing-everything",
        "The secret is encrypted with AES-256",
        "Token: JWT",
        "The key is under the mat",
        "The key takeaway is well-tested code",
        "key metric: p95-latency-ms",
        "Access key rotation is every-90-days",
        "https://user:***@host",
        "mem0 key m0-xxxxxxxxxxxxxxxxxxxx",
        "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "pass: 12 of 14 tests",
        "The password is stored in 1Password under Staging",
        "password is rotated every 90days",
        "the token is base64-encoded",
        "secret santa: 25-12-2026",
        "the license key is Apache-2.0",
        "Redis key is session:{id}",
        "the API token is read from AWS_SECRET_NAME",
        f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{LETTERS[:43]} ana@laptop",
        f"The public key is ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ{LETTERS}{LETTERS}",
        f"-----BEGIN CERTIFICATE-----\n{LETTERS}\n-----END CERTIFICATE-----",
        f"host key fingerprint SHA256:{LETTERS[:43]}",
        f'"integrity": "sha512-{LETTERS}{LETTERS[:18]}=="',
        f"stripe publishable key pk_live_{LETTERS[:24]}",
        f"API key {'x' * 40}",
        "The password was changed on Monday and Ana has it",
        "The password is required",
        "The pin on the map is at 52.5200",
        "login: email / password",
        "mysql -u root -p shop",
        "redis-cli -h cache -p 6379 ping",
        "cache key is user:{id}:profile:v2",
        "Ethereum address 0x" + HEX,
        "The password policy was changed from 8 to 12 characters",
        "Passwords: stored in Vault, rotated every 90 days",
        "Recovery codes are in the safe in Lisbon",
        f"Cache key {'5e' * 16}",
        "token=ident|number|string in the grammar",
        "The user's password manager is 1Password",
    ],
)
def test_talk_about_secrets_is_none(text: str) -> None:
    """What names a secret without telling it does not count."""
    assert secrets(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "At 12:45:24 the job was wrapping up",
        "User is currently debugging the login flow",
        "The assistant is working on the migration script",
        "The build is still running",
        "The user asked to rerun the tests earlier today",
        "Next steps: merge the branch and tag it",
        "Right now we are waiting for the review",
    ],
)
def test_states_of_a_session_are_known(text: str) -> None:
    """What is over tomorrow is no memory."""
    assert is_status(text)


@pytest.mark.parametrize(
    "text",
    [
        "The billing service is running on Kubernetes in Frankfurt",
        "Status pages are hosted by a third party",
        "The user is a nurse and works night shifts",
        "Standups start at 9:30 on weekdays",
        "The team finished the migration to Postgres in March 2025",
        "User is allergic to peanuts",
        "Task runners are defined in the Makefile",
    ],
)
def test_lasting_states_are_left_alone(text: str) -> None:
    """A present tense is no session status by itself."""
    assert not is_status(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I cannot extract any facts from this conversation.",
        "I am sorry but there is nothing here that I can use",
        "As an AI language model, I don't have personal preferences.",
        "No relevant facts were found in the conversation.",
        "There is no personal information to extract.",
        "The conversation does not contain any user preferences.",
        "I don't have enough context to determine the user's name.",
        "Unable to extract facts from the input.",
        "Please provide the conversation you want me to analyse.",
        "None",
        "[]",
    ],
)
def test_apologies_of_the_extractor_are_known(text: str) -> None:
    """What the extractor says of itself is no fact about anybody."""
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ana is sorry about the delay and will call on Monday",
        "The user does not have access to production",
        "No meetings are scheduled on Fridays",
        "I prefer tea",
        "Sorry screens must offer a way back to the shop",
        "The message queue does not guarantee order",
        "None of the services may write to the archive",
        "Apology letters are signed by the director",
        "No data may leave the region",
    ],
)
def test_facts_about_not_having_are_left_alone(text: str) -> None:
    """Negations and excuses of people are facts."""
    assert not is_refusal(text)


BOOT = """# Rules
- Run `make lint` before every commit and fix all warnings.
- Database migrations live in db/migrate and are reviewed by two people.
"""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("User prefers to run make lint before every commit and to fix warnings", "CLAUDE.md:2"),
        ("Database migrations are reviewed by two people", "CLAUDE.md:3"),
        ("The lint job failed because of two warnings in the parser", ""),
        ("Ana reviews the database of people who live in Oslo every year", ""),
        ("Prefers tea", ""),
    ],
)
def test_echoes_of_boot_files(text: str, place: str) -> None:
    """A memory that says what a file says anyway is told with its place in the file."""
    assert reference([("CLAUDE.md", BOOT)]).echo(folded(text)) == place


@pytest.mark.parametrize(
    ("one", "other", "contradict"),
    [
        ("The staging port is 5432", "Staging port is 5433.", True),
        ("Ana lives in Oslo", "Ana moved to Lisbon", True),
        ("User prefers tabs over spaces", "User prefers spaces over tabs", True),
        ("Default branch: main", "default branch: trunk", True),
        ("The staging port is 5432", "The staging port is 5432.", False),
        ("The staging port is 5432", "The production port is 5433", False),
        ("Ana is a nurse", "Ana is left-handed", False),
        ("User prefers tabs over spaces", "User prefers tea over coffee", False),
    ],
)
def test_claims(one: str, other: str, contradict: bool) -> None:
    """Two values of one subject are a candidate; two subjects, or one value twice, are none."""
    first, second = claim(one, ""), claim(other, "")
    both = first is not None and second is not None and first[:8] == second[:8]
    assert (both and first != second) == contradict
