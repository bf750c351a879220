"""Files and failures as answers: everything that goes wrong is one sentence with a code."""

from __future__ import annotations

from typing import Final

import structlog
from litestar import MediaType, Response
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND, HTTP_405_METHOD_NOT_ALLOWED
from litestar.types import ExceptionHandlersMap

from undermine.server.bodies import Failure
from undermine.server.bundle import Bundle, File
from undermine.server.readers import AnyRequest, lang_of
from undermine.server.sentences import Problem, sentence
from undermine.server.store.base import StoreError

log = structlog.get_logger("undermine.http")
LEFT = "client disconnected prematurely"  # the framework's words when a body ends before its time


def send_file(file: File, request: AnyRequest, status: int = HTTP_200_OK) -> Response[bytes]:
    """A file, or the word that the browser has it already."""
    way, body = file.best(request.headers.get("accept-encoding", ""))
    etag = f'{file.etag[:-1]}-{way}"' if way else file.etag
    headers = {"etag": etag, "cache-control": file.cache}
    if file.packed:
        headers["vary"] = "accept-encoding"
    if status == HTTP_200_OK and request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if way:
        headers["content-encoding"] = way
    return Response(body, status_code=status, headers=headers, media_type=file.media_type)


def wants_page(request: AnyRequest) -> bool:
    """Somebody typed or followed an address; whoever asks for data says so, or nothing."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _fail(request: AnyRequest, code: str, status: int, text: str = "") -> Response[Failure]:
    failure = Failure(code, text or sentence(code, lang_of(request)))
    return Response(failure, status_code=status, media_type=MediaType.JSON)


def on_problem(request: AnyRequest, error: Problem) -> Response[Failure] | Response[bytes]:
    """Somebody asked for what cannot be; where a page was looked for, the browser game says so in the reader's language."""
    if error.status == HTTP_404_NOT_FOUND and wants_page(request):
        return show_nothing(request)
    return _fail(request, error.code, error.status, error.sentence(lang_of(request)))


def show_nothing(request: AnyRequest) -> Response[bytes]:
    """The page of an address at which there is nothing."""
    bundle: Bundle = request.app.state.bundle
    return send_file(bundle.page, request, HTTP_404_NOT_FOUND)


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[Failure] | Response[bytes]:
    """The framework turned a request away."""
    if error.status_code == HTTP_404_NOT_FOUND:
        return show_nothing(request) if wants_page(request) else _fail(request, "NOT_FOUND", HTTP_404_NOT_FOUND)
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        answer = _fail(request, "NOT_FOUND", HTTP_405_METHOD_NOT_ALLOWED)
        answer.headers["allow"] = (error.headers or {}).get("allow", "").replace("GET", "GET, HEAD")
        return answer
    if error.status_code < 500:
        return _fail(request, "BAD_REQUEST", error.status_code)
    if error.detail == LEFT:
        return _fail(request, "BAD_REQUEST", 400)
    return on_exception(request, error)


def on_bad_body(request: AnyRequest, _error: RecursionError | UnicodeDecodeError) -> Response[Failure]:
    """The body is nested too deeply, or is not valid UTF-8."""
    return _fail(request, "BAD_REQUEST", 400)


def on_store_error(request: AnyRequest, error: StoreError) -> Response[Failure]:
    """The database does not answer."""
    log.warning("store failed", error=str(error))
    return _fail(request, "TRY_AGAIN", 503)


def on_exception(request: AnyRequest, error: Exception) -> Response[Failure]:
    """Nobody thought of this; the traceback goes to the log, and only there."""
    log.error("request failed", error=type(error).__name__, exc_info=error)
    return _fail(request, "INTERNAL", 500)


ANSWERS: Final[ExceptionHandlersMap] = {
    Problem: on_problem,
    HTTPException: on_http_error,
    RecursionError: on_bad_body,
    UnicodeDecodeError: on_bad_body,
    StoreError: on_store_error,
    Exception: on_exception,
}
