"""A model and an embedder behind the API of OpenAI, on loopback, that answer what tests say."""

from __future__ import annotations

import hashlib
import json
import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from http.server import BaseHTTPRequestHandler
from http.server import ThreadingHTTPServer
from typing import Any

CHAT, EMBEDDINGS = "/v1/chat/completions", "/v1/embeddings"
#: How many numbers the vectors have.
SIZE = 16


@dataclass(frozen=True)
class Fault:
    """One way to answer nothing useful.

    :param seconds: how long the answer takes.
    :param spare: the first so many requests that are answered well.
    """

    status: int = 500
    body: str = '{"error": {"message": "no model is loaded"}}'
    kind: str = "application/json"
    seconds: float = 0.0
    spare: int = 0
    headers: dict[str, str] = field(default_factory=dict)


HTML = Fault(200, "<html><body>Please log in</body></html>", "text/html")
NO_JSON = Fault(200, "{ not JSON", "application/json")
#: Answers of some gateways: all is well, and the error is in the body.
ERROR_200 = Fault(200, '{"error": {"message": "overloaded"}}')


class ChatServer:
    """Listens as long as the `with` lasts.

    - `content` is what the model says, by a text that the conversation holds; to all else it says
      that there is nothing to remember.
    - `faults` are met by the requests to a path.
    """

    def __init__(self) -> None:
        self.content: dict[str, Any] = {}
        self.faults: dict[str, Fault] = {}
        #: The bodies of the requests, by path.
        self.asked: dict[str, list[dict[str, Any]]] = {CHAT: [], EMBEDDINGS: []}
        self._over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def prompts(self) -> list[str]:
        """What the model was asked by its user, without the system's part."""
        return [body["messages"][-1]["content"] for body in self.asked[CHAT]]

    def __enter__(self) -> ChatServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def forget(self) -> None:
        """Be as new."""
        self.content.clear()
        self.faults.clear()
        for asked in self.asked.values():
            asked.clear()

    def remember(self, text: str, *facts: str) -> None:
        """Make the model extract facts from conversations that hold a text."""
        rows = [{"id": str(number), "text": fact} for number, fact in enumerate(facts)]
        self.content[text] = json.dumps({"memory": rows})

    def answer(self, path: str, body: dict[str, Any]) -> Fault | dict[str, Any]:
        self.asked[path].append(body)
        fault = self.faults.get(path)
        if fault and len(self.asked[path]) > fault.spare:
            self._over.wait(fault.seconds)
            return fault
        return _embeddings(body) if path == EMBEDDINGS else self._completion(body)

    def _completion(self, body: dict[str, Any]) -> dict[str, Any]:
        heard = body["messages"][-1]["content"].split("## New Messages")[-1]
        said = next((says for text, says in self.content.items() if text in heard), _NOTHING)
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"],
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": said},
                }
            ],
        }


_NOTHING = '{"memory": []}'


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    texts: Sequence[str] = body["input"]
    return {
        "object": "list",
        "model": body["model"],
        "data": [
            {"object": "embedding", "index": index, "embedding": vector(text)}
            for index, text in enumerate(texts)
        ],
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


def vector(text: str) -> list[float]:
    """The same numbers for the same text, all above zero: no text is the opposite of another."""
    dice = random.Random(hashlib.sha256(text.encode()).digest())
    return [dice.random() for _ in range(SIZE)]


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answer = server.answer(self.path, body)
            if not isinstance(answer, Fault):
                answer = Fault(200, json.dumps(answer))
            said = answer.body.encode()
            try:
                self.send_response(answer.status)
                self.send_header("content-type", answer.kind)
                self.send_header("content-length", str(len(said)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said)
            except OSError:
                pass  # it hung up

        def log_message(self, *_: object) -> None:
            pass

    return Handler
