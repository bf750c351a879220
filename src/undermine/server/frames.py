"""The WebSocket protocol of the server, mended where odd bytes would be answered by silence or by a page of log."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from undermine.server.limits import Bucket
from undermine.server.protocol import Failure, write
from undermine.server.room import TOO_FAST
from undermine.server.sentences import sentence

SPARE_BURST = 64  # frames at once that are no message: pings, pongs and further parts of a message
SPARE_RATE = 10.0
LINGER = 2.0  # seconds in which somebody who was turned away may read why


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's, and a reason for everybody it turns away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._spare = Bucket(SPARE_BURST, SPARE_RATE)
        self._ended = False

    def data_received(self, data: bytes) -> None:
        """A handshake that is too long to be read is refused; it would wait for ever."""
        if self._ended:
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.close_sent:
            body = write(Failure("BAD_REQUEST", sentence("BAD_REQUEST", "en"))).encode()
            head = (
                "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
                f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            self._end(head.encode() + body)

    async def send(self, message: Any) -> None:
        """A refusal completes the handshake too: it is no fault to be logged. After the last word nothing is sent."""
        if self._ended:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Text that is none is handed on as bytes, so that it is answered like any other message that cannot be read."""
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
