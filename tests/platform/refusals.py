"""The answers that say no, each in the shape that its family of routes uses."""

from __future__ import annotations

from typing import Any


class RefusedError(Exception):
    """A request is answered with an error."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body


def detail(status: int, text: str) -> RefusedError:
    """For what the framework itself refuses."""
    return RefusedError(status, {"detail": text})


def error(status: int, text: str) -> RefusedError:
    """For memories and events."""
    return RefusedError(status, {"error": text})


def message(status: int, text: str) -> RefusedError:
    """For projects and entities."""
    return RefusedError(status, {"message": text})


def invalid_input(text: str) -> RefusedError:
    """For an add that cannot be understood."""
    details = {"message": f"Invalid input data. {text}"}
    return RefusedError(400, {"error": "400 Bad Request", "details": details})


def no_such_memory() -> RefusedError:
    return error(404, "Memory not found!")


def no_such_event() -> RefusedError:
    return error(404, "Event not found or you don't have permission to access it.")


def no_such_project() -> RefusedError:
    return message(404, "Organization or project not found")
