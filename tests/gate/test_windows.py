"""Whole windows: noise is cut out, what is not the user's never leaves, the rest is typed."""

from __future__ import annotations

import copy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.gate import GateDecision
from pytest_memeval.gate import classify


def _user(content):
    return {"role": "user", "content": content}


def _assistant(content):
    return {"role": "assistant", "content": content}


def _kept(decision):
    return "\n".join(turn["content"] for turn in decision.kept)


# ---------------------------------------------------------------------------- what is kept


def test_noise_turns_leave_a_window_and_do_not_condemn_it():
    """A fact between two progress lines is sent alone."""
    fact = "By the way, the bastion host only accepts ed25519 keys."
    window = [
        _assistant("Chunk 120 of 900 processed (13%)"),
        _user(fact),
        _assistant("Chunk 240 of 900 processed (27%)"),
    ]

    decision = classify(window)

    assert decision.action == "send"
    assert decision.kept == ({"role": "user", "content": fact},)


def test_a_noise_line_leaves_its_turn():
    """Noise and a fact in one turn: the line goes, the fact stays."""
    window = [_user("Rollout 4/8 replicas ready, 3m elapsed\nWe never deploy on Fridays.")]

    decision = classify(window)

    assert decision.type == "convention"
    assert _kept(decision) == "We never deploy on Fridays."


@pytest.mark.parametrize(
    "line",
    [
        "Epoch 12/40, loss 0.412, ETA 31m. The earlier NaNs were caused by fp16 overflow.",
        "45% complete, pid 991 - we decided to drop the legacy table because nothing reads it",
        "export 88% complete, eta 2m. btw exports must never include deleted users",
    ],
)
def test_noise_leaves_a_shared_line(line):
    """Even one line is taken apart when half of it is a meter."""
    decision = classify([_user(line)])

    assert decision.action == "send"
    assert not any(word in _kept(decision).lower() for word in ("epoch", "complete", "eta ", "pid"))


def test_a_harness_wrapper_is_cut_out_of_a_turn():
    """What the harness adds to a user's turn is not the user's."""
    decision = classify(
        [_user("<system-reminder>list is empty</system-reminder>\nI prefer short answers.")]
    )

    assert decision.type == "preference"
    assert _kept(decision) == "I prefer short answers."


@pytest.mark.parametrize(
    "secret",
    [
        "ghp_a8Fk3LmQ92xZbV7cRt5YpW1sD4gH6jK0eN3u",
        "sk-proj-9aKf83kdLs02mZxQpW71bbT4",
        "AKIAIOSFODNN7EXAMPLE",
        "xoxb-123456789012-abcdefGHIJKLmnop",
    ],
)
def test_a_rule_beside_a_secret_survives_without_it(secret):
    """The rule is sent, the key is not."""
    decision = classify([_user(f"The token is {secret}. Never put tokens in the repo.")])

    assert decision.action == "send"
    assert secret not in _kept(decision)
    assert "Never put tokens in the repo." in _kept(decision)


@pytest.mark.parametrize(
    "text",
    [
        "here's the key: sk-proj-9aKf83kdLs02mZxQpW71bbT4",
        "the staging db password is Tr0ub4dor&3",
        "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    ],
)
def test_a_bare_secret_is_not_sent(text):
    """A credential is no memory."""
    assert classify([_user(text)], "aggressive").action != "send"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# Conventions\n\n- Always use pnpm\n- Never commit to main", "document_paste"),
        ("From CONTRIBUTING.md: Never push directly to main.", "file_paste"),
        ("AGENTS.md:\n\nNever use npm. We deploy on Tuesdays.", "file_paste"),
        ("$ cat .cursorrules\nAlways use TypeScript.", "file_paste"),
        ("Traceback (most recent call last):\n  File 'a.py', line 3\nKeyError", "stack_trace"),
        ("2025-01-04 10:11:12,231 ERROR worker.py refused, never retried", "log_paste"),
        ("[db]\nport = 5432\nuser = 'app'\npool = 5", "config_paste"),
        ("Relevant memories:\n- The user prefers dark mode", "recalled_memory"),
        ("You are an expert reviewer. Never add commentary.", "system_prompt"),
    ],
)
def test_what_is_not_the_users_own_is_withheld(text, reason):
    """A pasted rule reads like a stated one, so it is known by where it stands."""
    decision = classify([_user(text)], "aggressive")

    assert (decision.action, decision.reason) == ("skip", reason)


def test_a_paste_does_not_leave_with_a_fact():
    """A fact is sent without the file quoted beside it."""
    window = [
        _user("README.md:\n\nAlways run make fmt."),
        _user("From now on, answer in German."),
    ]

    assert _kept(classify(window)) == "From now on, answer in German."


def test_system_turns_are_never_kept():
    """Instructions to the model are nobody's memory."""
    window = [
        {"role": "system", "content": "Always answer in English."},
        _user("We decided to use NATS because Kafka is too much to run."),
    ]

    assert [turn["role"] for turn in classify(window).kept] == ["user"]


def test_fenced_commands_leave_only_as_steps():
    """Commands belong to a procedure and to nothing else."""
    steps = (
        "To reset the cache:\n```sh\nredis-cli flushall\nsystemctl restart api\n```\nThat worked."
    )
    aside = "I prefer short answers.\n```sh\nrm -r build\n```"

    assert "redis-cli" in _kept(classify([_user(steps)]))
    assert "rm -r" not in _kept(classify([_user(aside)]))


# ---------------------------------------------------------------------------- what is decided


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I prefer short answers without bullet points.", "preference"),
        ("From now on, show me the diff before you write.", "preference"),
        ("We decided on NATS instead of Kafka because two people can't run Kafka.", "decision"),
        ("SQS over RabbitMQ for the job queue, nobody wants to operate a broker.", "decision"),
        ("In this repo all migrations must be reversible.", "convention"),
        ("Tabs, not spaces, in the Go services.", "convention"),
        ("Turns out the timeouts came from the NAT gateway.", "insight"),
        ("Staging shares the prod Redis, so flushing it logs real users out.", "insight"),
        ("When the queue jams, pause the consumers, purge it, and restart worker-2.", "runbook"),
        ("Ich bevorzuge kurze Antworten ohne Aufzählungen.", "preference"),
        ("Ne jamais pousser directement sur main.", "convention"),
        ("Decidimos usar Redis porque necesitamos persistencia.", "decision"),
        ("Prefiro respostas curtas e diretas.", "preference"),
        ("Il problema era causato dal fuso orario del server.", "insight"),
        ("Мы решили остаться на Postgres, потому что команда его знает.", "decision"),
        ("今後は回答を必ず日本語でお願いします。", "preference"),
        ("根本原因是连接池配置太小，导致请求超时。", "insight"),
    ],
)
def test_durable_statements_are_sent_with_their_type(text, kind):
    """What kind of statement it is decides, in any of the languages."""
    decision = classify([_user(text)])

    assert (decision.action, decision.type) == ("send", kind)


@pytest.mark.parametrize(
    "window",
    [
        [_assistant("Let me look at the router module first.")],
        [_assistant("I've updated the parser and added two tests.")],
        [_assistant("Here's my plan:\n1. Add a column\n2. Write tests")],
        [_assistant("Changes made:\n- src/api.py: added retry")],
        [_user("remember to run the tests before you finish")],
        [_user("Always return a list in this function, not None.")],
        [_user("For this PR, always squash the commits.")],
        [_user("maybe we should use Kafka, not sure yet")],
        [_user("should we always run the linter in CI?")],
        [_assistant("At 12:45 the job was wrapping up.")],
        [_assistant("It sounds like you prefer functional style.")],
        [_user("what is a mutex?"), _assistant("A mutex must always be released.")],
        [_user("good morning! how are you?")],
    ],
)
def test_the_moment_is_not_stored(window):
    """Narration, plans, errands, doubts, small talk and lessons are not sent."""
    assert classify(window).action != "send"


def test_who_says_it_decides():
    """A wish is the user's to state; the assistant's view of it is not one."""
    wish = "I prefer dependency injection."

    assert classify([_user(wish)]).action == "send"
    assert classify([_assistant(wish)]).action == "skip"


def test_a_terse_answer_to_a_choice_is_a_decision():
    """The question makes the answer a choice."""
    window = [
        _assistant("Which database should we take?"),
        _user("ClickHouse. Postgres couldn't keep up with the writes in the benchmark."),
    ]

    assert classify(window).type == "decision"


LEVELS = ("conservative", "balanced", "aggressive")
SENTENCES = (
    "I prefer short answers.",
    "Staging shares the prod Redis, so flushing it logs users out.",
    "The old gateway in Paris has two network cards from another vendor",
    "Epoch 3/10 loss 0.41",
    "maybe we should use Kafka",
    "rename this variable",
    "ok",
    "",
)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("user", "assistant")), st.sampled_from(SENTENCES)), max_size=5
    )
)
def test_a_lower_bar_sends_more_never_less(turns):
    """What a level sends, the next one sends too, with the same type."""
    window = [{"role": role, "content": text} for role, text in turns]
    decisions = [classify(window, level) for level in LEVELS]

    for strict, loose in pairwise(decisions):
        assert strict.action != "send" or loose == strict


def test_the_levels_differ():
    """An uncued statement separates conservative from balanced, a loose one the other two."""
    uncued = [_user("The bastion host only accepts ed25519 keys.")]
    loose = [_user("Twelve people from Oslo on that project")]

    assert [classify(uncued, level).action for level in LEVELS] == ["skip", "send", "send"]
    assert [classify(loose, level).action for level in LEVELS] == ["skip", "skip", "send"]


def test_an_unknown_level_is_refused():
    """A misspelt level is an error, not a default."""
    with pytest.raises(ValueError, match=r"level must be one of .*, given: 'eager'"):
        classify([], "eager")


# ---------------------------------------------------------------------------- how it behaves


@pytest.mark.parametrize(
    "window",
    [
        None,
        7,
        "From now on, answer in German.",
        [None],
        ["ok"],
        [{}],
        [{"role": "user"}],
        [{"role": None, "content": None}],
        [{"role": "user", "content": 3}],
        [{"role": "user", "content": [None, 3, "ok", {}, {"type": "image"}]}],
        [{"role": "user", "content": {"type": "text", "text": "ok"}}],
        [{"role": "tool", "content": [{"type": "text", "text": "We always use tabs."}]}],
    ],
)
def test_odd_content_is_read_without_complaint(window):
    """Whatever stands where a window should, a decision comes back."""
    assert isinstance(classify(window), GateDecision)


_text = st.sampled_from((*SENTENCES, "<system-reminder>", "```\nls\n```", "\ue000", " \n", "# a"))
_content = st.one_of(
    st.none(),
    _text,
    st.lists(
        st.one_of(
            _text,
            st.fixed_dictionaries({"type": st.just("text"), "text": _text}),
            st.fixed_dictionaries({"type": st.sampled_from(["tool_use", "image", "tool_result"])}),
        ),
        max_size=3,
    ),
)
_role = st.sampled_from(["user", "assistant", "system", "tool", "developer", "function"])
_windows = st.lists(st.fixed_dictionaries({"role": _role, "content": _content}), max_size=4)


@settings(max_examples=25, deadline=None)
@given(_windows)
def test_the_gate_is_a_pure_function(window):
    """A window is left as it was, and the same window gets the same decision."""
    before = copy.deepcopy(window)

    first, second = classify(window), classify(window)

    assert window == before
    assert first == second
    assert (first.action == "send") == (first.type is not None) == bool(first.kept)
    assert first.reason


def test_a_decision_cannot_be_changed():
    """Decisions are values."""
    with pytest.raises(AttributeError):
        classify([]).action = "send"  # type: ignore[misc]
