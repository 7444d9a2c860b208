"""What should not be stored is known by its text, and what only looks like it is left alone."""

from __future__ import annotations

import pytest

from pytest_memeval.suites.corpus.claims import claim
from pytest_memeval.suites.corpus.echoes import reference
from pytest_memeval.suites.corpus.vocabulary import is_refusal
from pytest_memeval.suites.corpus.vocabulary import is_status
from pytest_memeval.suites.corpus.vocabulary import secrets
from pytest_memeval.suites.corpus.vocabulary import shown
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
