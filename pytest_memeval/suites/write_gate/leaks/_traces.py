"""Traces of tools: logs, stack traces, shells, tool calls, transport, lists of what was changed.

They are told by their layout.  A fact may name any of these things; it does not look like them.
"""

# ruff: noqa: E501 - lists of words are easier to search in one line each

from __future__ import annotations

from typing import Final

from pytest_memeval.suites.write_gate.leaks._line import Line
from pytest_memeval.suites.write_gate.leaks._line import counts
from pytest_memeval.suites.write_gate.leaks._line import holds
from pytest_memeval.suites.write_gate.leaks._line import starts

__all__ = ["TRACES"]

_DAY: Final = r"(?:19|20)\d\d[-/]\d\d[-/]\d\d"
_CLOCK: Final = r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
_LEVEL: Final = r"(?:info|warn(?:ing)?|error|err|debug|trace|fatal|notice|critical|verbose)"
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
# Who writes about such lines goes on so; a line itself does not.
_NO_MENTION: Final = (
    r"(?! {0,2}(?:and|or|is|are|means?|lines?|entr(?:y|ies)|messages?|logs?|levels?|goes|go"
    r"|should|must|records?|events?|alerts?|tags?)\b)"
)
_PATH: Final = r"[\w./\\@+-]{1,160}"
_FILE: Final = rf"{_PATH}\.[a-z]\w{{0,5}}"
_UUID: Final = r"[0-9a-f]{8}-(?:[0-9a-f]{2,4}-){1,3}[0-9a-f]{4,12}"
_RUNS: Final = (
    r"(?:run|session|request|trace|span|job|execution|correlation|invocation|message|conversation"
    r"|thread|build|task|workflow|batch|process|event|req|response|completion)"
)
_TOOL: Final = (
    r"(?:bash|read|write|edit|multiedit|grep|glob|ls|task|todowrite|webfetch|websearch|search"
    r"|notebookedit|exec|shell|fetch|browser|python|apply_patch|read_file|write_file"
    r"|list_(?:files|dir)|execute_command|mcp__\w{1,60})"
)
_COMMAND: Final = (
    r"(?:cd|ls|cat|git|npm|npx|pnpm|yarn|pip|pipx|python3?|pytest|make|cargo|go|docker|kubectl"
    r"|curl|wget|grep|rg|sed|awk|sudo|export|echo|node|terraform|helm|ssh|scp|find|head|tail|uv"
    r"|bash|sh|rm|mv|cp|mkdir|ps|kill|systemctl|journalctl|psql|gh|\./\S)"
)

TRACES: Final[dict[str, tuple[Line, ...]]] = {
    "log": (
        starts(rf"\[?{_DAY}[t ]{_CLOCK}", "2031-04-02T08:14:55Z worker started"),
        starts(
            rf"\[?{_CLOCK}(?:z|\b)[\] ]{{0,3}}[\[(|-]{{0,2}} {{0,2}}(?:{_LEVEL}\b|\[|\w{{1,20}}:)",
            "08:14:55 INFO cache warmed",
        ),
        starts(rf"{_MONTH} {{1,2}}\d{{1,2}} {_CLOCK} \S", "Apr 02 08:14:55 box cron[88]: run"),
        starts(rf"\[{_LEVEL}\]{_NO_MENTION} {{0,2}}\S", "[WARN] cache is cold"),
        starts(rf"{_LEVEL}:[\w.]{{1,60}}:\S?", "INFO:root:cache warmed"),
        starts(rf"{_LEVEL} {{1,4}}\[[\w.:/-]{{1,60}}\] ?\S", "ERROR [worker-2] no route"),
        holds(
            'level=|"level"',
            rf"\blevel={_LEVEL}\b[^\n]{{0,200}}\bmsg="
            rf"|\"level\": ?\"{_LEVEL}\"[^\n]{{0,200}}\"(?:msg|message|ts|time)\"",
            'time=1 level=warn msg="cache is cold"',
        ),
        counts(
            " http/",
            r"\"(?:get|post|put|patch|head|delete|options) \S{1,200} http/\d(?:\.\d)?\" \d{3}\b",
            '10.0.0.1 - - "GET /x HTTP/1.1" 200 12',
        ),
        starts(r"[iwef]\d{4} \d\d:\d\d:\d\d", "I0402 08:14:55.1 main.go:12] ready"),
        starts(
            r"(?:retry|retrying|reconnecting|backing off)\b[^\n]{0,60}?"
            r"\b(?:in|after) \d{1,6} ?(?:ms|s|secs?|seconds?|m|min|minutes?)\b(?:\.{3}|…| \()",
            "Retrying in 5 s (attempt 2)",
        ),
    ),
    "stack": (
        starts(
            r"(?:\w{1,40}\.){0,4}\w{1,40}(?:error|exception): (?![^\n]{0,200}\b(?:means?|because|fix(?:ed|es)?|caused?|comes|when"
            r"|happens?|solution|solved|use|was|so|until|unless|should|must|needs?|is (?:a|the|raised|thrown|harmless))\b)[^\n]{3,300}$",
            "ConnectionRefusedError: [Errno 111] Connection refused",
        ),
        starts(
            r"fatal: \S|(?:error|err|e): (?:enoent|eacces|eaddrinuse|econn\w{3,9}|failed to|could not|cannot|unable to|unexpected"
            r"|no such|process completed|command failed|module not found|listen |request failed|timeout)",
            "fatal: not a git repository",
        ),
        starts(
            r"(?:curl: \(\d{1,3}\)|segmentation fault\b(?! (?:is|was|in|when|means)))",
            "curl: (7) Failed",
        ),
        holds(
            "traceback",
            r"\btraceback \(most recent call last\)",
            "Traceback (most recent call last):",
        ),
        counts(
            'file "',
            r"\bfile \"[^\"\n]{1,200}\", line \d{1,6}(?:,? in\b|$)",
            'File "a.py", line 3, in run',
        ),
        counts(
            "at ",
            r"\bat (?:new |async )?[\w.$<>/]{1,120} ?\([^()\s:]{1,160}\.[a-z]{1,5}:\d{1,6}(?::\d{1,6})?\)",
            "at run (/srv/app.js:12:7)",
        ),
        counts(
            "at ",
            r"\bat (?:async )?(?:file://|node:)?[\w/\\@.+-]{1,160}\.[a-z]{1,5}:\d{1,6}:\d{1,6}\b",
            "at /srv/app.js:12:7",
        ),
        starts(r"exception in thread \"", 'Exception in thread "main"'),
        starts(r"caused by: [\w.$]{1,120}(?:exception|error)\b", "Caused by: java.io.IOException"),
        counts("goroutine ", r"\bgoroutine \d{1,7} \[\w", "goroutine 1 [running]:"),
        starts(r"panic: (?:runtime error|\S[^\n]{0,200}goroutine)", "panic: runtime error: index"),
        holds("panicked at", r"\bthread '[^'\n]{1,60}' panicked at\b", "thread 'main' panicked at"),
        holds("(core dumped)", r"\(core dumped\)", "Aborted (core dumped)"),
        starts(
            r"(?:uncaught|unhandled) (?:exception|error|rejection|promise rejection"
            r"|\w{1,40}error)\b ?[:(]",
            "Unhandled rejection: timeout",
        ),
        starts(
            r"(?:\w{1,60}\.){0,6}\w{0,60}(?:error|exception): [^\n]{1,200}? at (?:\w{1,60}\.){0,6}"
            r"\w{1,60} ?\(",
            "TypeError: x is null at run (app.js:1)",
        ),
        starts(
            r"npm (?:err!|(?:error|warn) (?:code|errno|deprecated|eresolve)\b)",
            "npm ERR! code ELIFECYCLE",
        ),
    ),
    "shell": (
        starts(rf"(?<!.\n)[$%] {_COMMAND}\b", "$ git status"),
        starts(
            r"(?:\(\w{1,30}\) )?[\w.-]{1,30}@[\w.-]{1,40}[: ][~/][^\n$#]{0,80}[$#](?: |$)",
            "ana@box:~/app$ make",
        ),
        starts(r">>> \w", ">>> import os"),
        starts(r"[d-][r-][w-][xs-][r-][w-][xs-][r-][w-][xt-][.+@]? {1,3}\d", "drwxr-xr-x 2 root"),
        starts(
            r"(?:diff --git a/|@@ -\d{1,6},\d{1,6} \+|index [0-9a-f]{6,40}\.\.[0-9a-f]{6,40}\b"
            r"|--- a/\S|\+\+\+ b/\S)",
            "diff --git a/x.py b/x.py",
        ),
        starts(
            r"(?:on branch \S{1,80}(?: your branch|\s{0,4}$| nothing to commit| changes)"
            r"|your branch is (?:up to date|ahead|behind)|nothing to commit\b"
            r"|(?:already|everything) up[ -]to[ -]date[.! ]{0,3}$|switched to (?:a new )?branch '"
            r"|head is now at [0-9a-f]{6,40}|fast-forward\s{0,4}$|changes not staged for commit"
            r"|untracked files:)",
            "On branch main",
        ),
        holds(
            "command not found|no such file or directory",
            r"\b(?:ba|z|da)?sh: (?:line \d{1,5}: )?[^\n:]{1,80}: "
            r"(?:command not found|no such file or directory)",
            "bash: foo: command not found",
        ),
        starts(
            r"(?:cat|ls|cp|mv|rm|cd|stat|find|grep): [^\n:]{1,160}: "
            r"(?:no such file|permission denied|is a directory|not a directory)",
            "ls: /x: No such file or directory",
        ),
        starts(
            r"(?:#{1,6} )?(?:remote: (?:counting|enumerating|compressing|resolving|total|error)|to (?:github|gitlab)\.com[:/]|from https?://(?:github|gitlab)"
            r"|total \d{1,9}\s{0,4}(?:$|[d-]r))",
            "remote: Counting",
        ),
    ),
    "tool": (
        counts(
            "match|result|hits|occurrences",
            r"\bfound \d{1,7} (?:match(?:es)?|results?|hits|occurrences) (?:in|for|across) \S",
            "Ran grep and found 14 matches in 5 files.",
        ),
        starts(
            rf"(?:ran|running|executed|executing) [`$]{{0,2}} ?{_COMMAND} [^\n]{{1,200}}"
            r"\b(?:found|got|saw|returned|passed|failed|succeeded|exit(?:ed)?|output|no errors|and it|which)\b",
            "Ran pytest -x and got 2 failures.",
        ),
        starts(
            r"(?:das |l['’]|la |el |o |a |lo |de )?(?:工具|ツール|도구|инструмент|інструмент|werkzeug|outil|herramienta|ferramenta"
            r"|strumento|narzędzie|araç|verktyget|nástroj|tool|الأداة|alat) ?[`'\"]?\w{2,40}[`'\"]?[^\n]{0,20}"
            r"(?:返回|返し|返却|반환|вернул|повернув|liefer|gab|renvoy|retourn|devolvi|devuel|retorn|restitui|zwróci|döndür|returner|vráti|أرجع|mengembalikan)",
            "工具 read_file 返回了 312 行",
        ),
        holds(
            '"type"|"role"|"name"|"tool|"function|"stop_reason|"jsonrpc',
            r"\"type\": ?\"(?:tool_use|tool_result|tool_call|function(?:_call)?|thinking"
            r"|content_block\w{0,12}|message_(?:start|delta|stop)|input_text|output_text|text\", ?\"text)\""
            r"|\"role\": ?\"(?:assistant|user|system|tool|function)\""
            r"|\"(?:tool_calls?|tool_use_id|tool_call_id|function_call|stop_reason|jsonrpc"
            r"|tool_input|tool_name)\" ?:",
            '{"type":"tool_use","id":"x"}',
        ),
        holds(
            '"stdout"|"stderr"|"exit_code"|"exitcode"',
            r"[{,] ?\"(?:stdout|stderr|exit_?code)\" ?:",
            '{"stdout":""}',
        ),
        holds(
            '_tokens"',
            r"\"(?:input|output|prompt|completion|total|cached)_tokens\" ?:",
            '"usage":{"input_tokens":1}',
        ),
        starts(
            rf"(?:tool|function|mcp)[ _-]?(?:call|use|invocation|result|output|response|input)s?"
            rf"(?: (?:to|of|from|for))?[: ]{{1,3}}{_TOOL}\b",
            "Tool call Read returned 12 lines",
        ),
        starts(
            r"(?:tool|function|mcp)[ _-]?(?:call|use|invocation|result|output|response|input)s?"
            r"(?: \(\S{1,40}\)| #\d{1,6}| \S{1,40})?(?::|=>|->| (?:returned|succeeded|failed"
            r"|completed|finished|took|timed out|with)\b)",
            "Tool result: 3 matches",
        ),
        starts(
            r"(?:[⏺●•✻] {0,2})?(?:bash|read|write|edit|multiedit|grep|glob|todowrite|webfetch"
            r"|websearch|mcp__\w{1,60})\((?=[^()\n]{0,200}[./\"'*:~ ])",
            'Bash(command="ls")',
        ),
        starts(r"[⎿⏺]", "⎿ Read 12 lines"),
        starts(
            rf"(?:called|calling|invoked|invoking|executed|executing|ran|running) (?:the )?"
            rf"(?:tool |function )?`?{_TOOL}`? (?:tool|on|with|against|command)\b",
            "Called the Grep tool",
        ),
        starts(
            r"(?:the )?file \S{1,200} (?:has been|was) (?:updated|created|written|edited|saved"
            r"|deleted)(?: successfully)?\b(?! (?:by|in|when|because|for|on|to)\b)",
            "The file /srv/a.py has been updated.",
        ),
        starts(
            r"(?:file|directory|todo\w{0,5}|edit\w{0,4}|patch|command|changes?) "
            r"(?:was |were |has been |have been )?(?:created|updated|written|applied|saved"
            r"|executed|completed|modified|ran) successfully\b",
            "File created successfully at: /srv/a.py",
        ),
        starts(
            r"(?:read|wrote|written|showing|viewed|listed|returned|found|updated) \d{1,7} "
            r"(?:lines?|bytes|chars?|characters|files?|matches|results?|entries|director(?:y|ies))"
            r"(?: (?:from|to|in|for)\b[^\n]{0,160})?[.! ]{0,3}$",
            "Read 212 lines from src/a.ts",
        ),
        starts(
            r"(?:no|0) (?:files|matches|results) (?:were )?found[.! ]{0,3}$",
            "No files found",
        ),
        starts(
            r"(?:action|action input|observation|thought|final answer): (?!required|needed)"
            r"[^\n]{0,200}(?:\b(?:i (?:should|need|will|now|can)|search|lookup|finish"
            r"|returned)\b|\[|\{)",
            "Thought: I should search first",
        ),
        counts(
            "exit code|exit status|exit_code|exited with",
            r"\b(?:command|script|process|tool|build|step|job|task|bash|shell)\b[^.\n]{0,80}"
            r"\b(?:exit(?:ed with)? (?:code|status)|exit_code)[ :=]{1,2}\d{1,3}\b"
            r"(?![^.\n]{0,60}\b(?:means?|is|when|if|stands|signals|because)\b)",
            "command done, exit code 0",
        ),
        starts(
            rf"updated {_FILE} with \d{{1,6}} (?:additions?|removals?)\b",
            "Updated src/a.ts with 3 additions and 1 removal",
        ),
    ),
    "transport": (
        starts(
            r"\[(?:(?:message|reply|voice|image|forwarded|photo|audio|file|sticker|attachment|media)s?(?: \w{1,20})?"
            r" (?:from|via|to|received|attached|forwarded|sent)\b|(?:telegram|whatsapp|slack|discord|signal|imessage|sms|matrix)"
            r"(?:[ :][^\]\n]{1,80})?\]|cron[: ])",
            "[Message from Telegram, chat_id 55]",
        ),
        counts(
            "(score|[score|(similarity|[similarity|(relevance|[relevance|(distance|[distance",
            r"[(\[](?:score|similarity|relevance|distance)[:= ]{1,2}[01]?\.\d{2,}".replace(
                "{2,}", "{2,9}"
            ),
            "(score: 0.82) likes tea",
        ),
        counts(
            "/",
            r"\b\d/\d {1,8}(?:running|completed|pending|crashloopbackoff|error|terminating|containercreating)\b",
            "api-7f9c 1/1 Running 0 3d",
        ),
        starts(
            r"(?:content-(?:type|length|encoding|disposition)|x-[\w-]{2,40}|cache-control"
            r"|transfer-encoding|set-cookie|user-agent|accept(?:-\w{2,12})?|etag|last-modified"
            r"|access-control-[\w-]{3,40}|authorization|retry-after|mime-version|message-id"
            r"|in-reply-to|return-path|traceparent)"
            r": [^\n]{1,300}(?:; {0,2}|, {0,2}|\n| )(?:[a-z]{1,20}-){0,3}[a-z]{1,20}:? [\d\"<a-z]",
            "Content-Type: text/html; x-id: 1",
        ),
        starts(r"http/\d(?:\.\d)? \d{3}\b", "HTTP/1.1 200 OK"),
        starts(
            r"[<>*] (?:http/\d|(?:get|post|put|head|delete) /|host: |user-agent: |connected to )",
            "> GET /x HTTP/1.1",
        ),
        starts(
            r"(?:event: ?[\w.]{1,40}\s{1,4}|data: ?\{|data: ?\[done\])",
            "data: [DONE]",
        ),
        starts(
            r"(?:the )?(?:web)?(?:socket|connection|stream)\b[^.\n]{0,40} "
            r"(?:was |has been |is )?(?:now )?(?:re-?connected|disconnected|re-?established"
            r"|closed|opened|reset|dropped|lost|timed out|handshak\w{1,4})\b"
            r"(?! (?:when|if|by|on weekends|every|after|because|for|in|unless|once|until|to)\b)"
            r"[^.\n]{0,40}(?:$|\bcode \d|[.;,])",
            "WebSocket closed (code 1006)",
        ),
        starts(
            r"(?:message|notification|webhook|event|packet|reply|response|payload|request)"
            r"(?: #?\w{1,40})? (?:was |has been )?(?:delivered|sent|queued|acked|acknowledged"
            r"|forwarded|dispatched|enqueued|received|relayed)"
            r"(?: (?:to|via|over|from) [^.\n]{1,80}| successfully)?[.! ]{0,3}$",
            "Message 881 delivered to channel ops",
        ),
        holds(
            "untrusted metadata",
            r"\((?:untrusted metadata)\)",
            "Sender (untrusted metadata):",
        ),
        counts(
            "id=|id:|id =|id :|id\"|id'",
            r"\b(?:message|request|trace|span|conversation|correlation|session|run|turn|call|event)"
            r"[_-]?id['\"]? ?[:=] ?['\"]?(?=[\w-]{0,40}\d)[\w-]{4,80}",
            "trace_id=9f3a21bc",
        ),
    ),
    "run_id": (
        counts(
            "run |job |build |pipeline|workflow|deploy|check ",
            r"\b(?:run|job|build|pipeline|workflow|deploy(?:ment)?|check) #?\d{3,12}"
            r" (?:(?:has|is|was|now|just|been|still) ){0,3}(?:finished|started|completed|failed|succeeded|passed|running|queued"
            r"|cancell?ed|pending|done|aborted|in progress|green|red)\b"
            r"(?![^.\n]{0,60}\b(?:because|due to|since|when|as the|so we|so that|after we)\b)",
            "GitHub Actions run 9120448837 completed with conclusion: failure",
        ),
        holds(
            " id",
            rf"\b{_RUNS} id:?(?: (?:is|was))?[ =#]{{1,2}}['\"`]?{_UUID}",
            "Run ID 7b3e90c2-51fa-4c0e-9c1e-d2a84f6b1a77",
        ),
        starts(
            rf"{_RUNS} (?:id:? )?[#`]?(?:{_UUID}|[0-9a-f]{{8,40}}|\w{{1,20}}[_-](?=[a-z]{{0,20}}\d)"
            r"[0-9a-z]{4,40}|\d{5,12})`?[:,]? (?:has |have |was |is |had )?(?:now |just )?"
            r"(?:finished|started|completed|failed|succeeded|created|exited|running|queued"
            r"|cancell?ed|pending|spawned|resumed|ended|terminated|timed out|done|aborted)\b",
            "Job 9f3c21aa failed",
        ),
        starts(
            rf"{_RUNS}(?: id)?[:=] ?(?:{_UUID}|[0-9a-f]{{12,64}})\b",
            "session: 9f3c21aa-1111-4c0e-9c1e-d2a84f6b1a77",
        ),
        starts(rf"{_UUID}[.! ]{{0,3}}$", "7b3e90c2-51fa-4c0e-9c1e-d2a84f6b1a77"),
    ),
    "activity": (
        starts(
            r"(?:committed|pushed|merged|reverted|rebased|cherry-picked|amended|stashed|checked out"
            r"|commit|merge)(?: commit)? (?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}\b"
            r"(?! (?:is|was|has|broke|introduced|caused|fixes|fixed|because|must|for|when)\b)",
            "Committed 4f9e2ac on main",
        ),
        starts(
            r"\[[\w./-]{1,60}(?: \(root-commit\))? (?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}\] \S",
            "[main 4f9e2ac] Add a test",
        ),
        starts(
            r"(?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40} (?:\([^()\n]{1,60}\) )?(?:(?:feat|fix|chore|docs"
            r"|refactor|test|style|ci|build|perf|wip)\b[(:!]|merge (?:branch|pull)|revert \")",
            "4f9e2ac fix: typo",
        ),
        counts(
            "files changed|file changed",
            r"\b\d{1,5} files? changed,? (?:\(?[+-]\d|\d{1,7} (?:insertions?|deletions?))",
            "3 files changed, 1 insertion",
        ),
        counts("(+", r"\(\+\d{1,6}[ ,/]{0,3}[-−–]\d{1,6}\)", "a.ts (+41 -12)"),
        starts(
            r"(?:files?|paths?) (?:modified|changed|created|edited|touched|deleted|added|read"
            r"|updated|opened|viewed)(?: (?:so far|in this session|this session|today))?"
            rf"(?: \(\d{{1,5}}\))?: {{0,2}}[`'\"]?{_PATH}",
            "Files modified: src/a.ts",
        ),
        starts(
            r"(?:modified|edited|created|deleted|renamed|new file|touched|updated|opened|removed"
            rf"|wrote|read|viewed|saved|added):? {{1,4}}`?{_FILE}`?"
            rf"(?:(?:,| and|, and) `?{_FILE}`?){{0,20}}(?: \([^()\n]{{1,60}}\))?[.! ]{{0,3}}$",
            "Edited src/a.ts and src/b.ts",
        ),
        starts(
            r"(?:pushed|committed|merged|rebased|force-pushed) (?:\d{1,4} commits?|(?:the )?changes"
            r"|(?:the )?branch|to (?:origin|main|master)|pr #\d|pull request #\d)\b"
            r"(?! (?:are|is|must|should)\b)",
            "Pushed 2 commits to origin/main",
        ),
        starts(
            r"(?:opened|closed|merged|created|reopened|approved|updated) "
            r"(?:(?:a )?(?:pr|pull request|issue|merge request|ticket|mr) )[#!]?\d{1,7}\b",
            "Opened PR #812",
        ),
    ),
}
