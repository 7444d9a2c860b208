"""A chat endpoint on loopback that answers what a test says, in turn."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from dataclasses import field
from http.server import BaseHTTPRequestHandler
from http.server import ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer of the endpoint.

    :param seconds: how long it takes.
    """

    body: str
    status: int = 200
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def said(content: object) -> Reply:
    """A chat completion in which the model says something."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return Reply(
        json.dumps(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1,
                "model": "judge-1",
                "choices": [choice],
            }
        )
    )


def verdict(correct: object, reason: str = "because") -> Reply:
    return said(json.dumps({"correct": correct, "reason": reason}))


class JudgeServer:
    """Answers with `replies` in turn, and with the last of them from then on."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [verdict(True)]
        #: The bodies and the headers of the requests.
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def prompts(self) -> list[str]:
        return [body["messages"][-1]["content"] for body in self.asked]

    def __enter__(self) -> JudgeServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def forget(self) -> None:
        """Be as new."""
        self.replies = [verdict(True)]
        self.asked.clear()
        self.headers.clear()

    def answer(self, body: dict[str, Any], headers: dict[str, str]) -> Reply:
        with self._lock:
            self.asked.append(body)
            self.headers.append({name.lower(): value for name, value in headers.items()})
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        self._over.wait(reply.seconds)
        return reply


def _handler(server: JudgeServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            reply = server.answer(body, dict(self.headers.items()))
            text = reply.body.encode()
            try:
                self.send_response(reply.status)
                self.send_header("content-type", reply.kind)
                self.send_header("content-length", str(len(text)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)
            except OSError:
                pass  # it hung up

        def log_message(self, *_: object) -> None:
            pass

    return Handler
