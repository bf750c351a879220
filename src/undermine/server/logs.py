"""Log lines: one JSON object each, on stderr. They name tables, seats and codes, never a token, a card or a role."""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import TextIO, cast

import structlog


class Patient:
    """A stream that may be full or gone: a line that cannot be written is lost, and nothing else is."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._out.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            self._out.flush()


def set_up(level: str, out: TextIO | None = None, *, for_good: bool = False) -> None:
    """For the whole process; what libraries log comes out in the same form.

    `for_good`: it is not set up anew, so that loggers may be kept; otherwise each line makes one, whether it is written or not.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", Patient(out or sys.stderr))),
        cache_logger_on_first_use=for_good,
    )
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    # Libraries speak up when something is wrong; their chatter would write headers and seat links down.
    logging.basicConfig(level="WARNING", handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
