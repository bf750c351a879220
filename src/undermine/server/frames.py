"""The WebSocket protocol of the server, mended where odd bytes would be answered by silence or by a page of log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from undermine.server.bodies import Failure
from undermine.server.limits import Bucket
from undermine.server.protocol import write
from undermine.server.room import TOO_FAST
from undermine.server.sentences import sentence

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there was no compiler
    from websockets.utils import apply_mask

SPARE_BURST = 64  # frames at once that are no message: pings, pongs and further parts of a message
SPARE_RATE = 10.0
PUT = "undermine.put"  # the extension of ASGI through which `Frames.put` is found
TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED = 0x80  # part of the second, from a client
LINGER = 2.0  # seconds in which somebody who was turned away may read why


def head_of(length: int) -> bytes:
    """The head of a whole text's frame, as a server sends it."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")


def _nothing() -> None:
    """Nobody counts."""


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's, and a reason for everybody it turns away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._spare = Bucket(SPARE_BURST, SPARE_RATE)
        self._ended = False
        self.on_lost: Callable[[], None] = _nothing  # for whoever counts connections

    def connection_lost(self, exc: Exception | None) -> None:
        """However it ended."""
        self.on_lost()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A handshake that is too long to be read is refused; it would wait for ever."""
        if self._ended or self._whole_text(data):
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.close_sent:
            body = write(Failure("BAD_REQUEST", sentence("BAD_REQUEST", "en"))).encode()
            head = (
                "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
                f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            self._end(head.encode() + body)

    def _whole_text(self, data: bytes) -> bool:
        """Take what is exactly one text, as nearly every message comes; everything else is read by the protocol itself."""
        if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
            return False
        length, start = data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        conn = self.conn
        whole = 0 < length == len(data) - start - 4 and length <= self.config.ws_max_size
        if not whole or conn.state is not State.OPEN or self.frames or self.close_sent or not self._between_frames():
            return False
        self.curr_msg_data_type, self.frames = "text", [apply_mask(data[start + 4 :], data[start : start + 4])]
        self.send_receive_event_to_app()
        return True

    def _between_frames(self) -> bool:
        """Whether the protocol has read all frames to their ends: then it waits to hear whether there are more."""
        waits: Any = self.conn.parser
        while waits.gi_yieldfrom is not None:
            waits = waits.gi_yieldfrom
        return bool(waits.__name__ == "at_eof")

    async def run_asgi(self) -> None:
        """The application may send texts without a task for each (see `put`)."""
        extensions: dict[str, Any] = {**self.scope["extensions"], PUT: self.put}
        self.scope["extensions"] = extensions
        await super().run_asgi()

    def put(self, text: bytes) -> bool:
        """Send a text at once, as one frame; False when it must wait, or cannot be sent at all."""
        if (
            self._ended
            or self.close_sent
            or self.disconnected
            or not (self.handshake_complete and self.writable.is_set())
        ):
            return False
        self.transport.write(head_of(len(text)) + text)
        return True

    async def send(self, message: Any) -> None:
        """A refusal completes the handshake too: it is no fault to be logged. After the last word nothing is sent."""
        if self._ended:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Invalid text is handed on as bytes, so that it is answered like any other unreadable message."""
        if self._ended:
            return
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    # What is no message passes no other limit.

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message; empty ones would never make it too long."""
        if self._in_time():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answered even if nobody reads the answers."""
        if self._in_time():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Asked for or not."""
        if self._in_time():
            super().handle_pong(event)

    def _in_time(self) -> bool:
        if self.close_sent:
            return False
        if self._spare.take():
            return True
        self.conn.fail(TOO_FAST)
        self._disconnect()
        return False

    def handle_parser_exception(self) -> None:
        """A message that is too long, or no frame at all."""
        self._disconnect()

    def _disconnect(self) -> None:
        """Tell both sides what `conn` has decided."""
        sent = self.conn.close_sent
        code = CloseCode.ABNORMAL_CLOSURE if sent is None else sent.code
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self._end(b"".join(self.conn.data_to_send()))

    def _end(self, last: bytes) -> None:
        """Say the last word and read on for a while: a socket closed on unread bytes is reset, and the word is lost."""
        self._ended = self.close_sent = True
        self.transport.write(last)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.read_paused = False
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER, self.transport.close)
