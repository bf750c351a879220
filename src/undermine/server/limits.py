"""Token buckets: so many at once, then so many a second."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable


class Bucket:
    """Starts full."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst = burst
        self.rate = rate
        self._clock = clock
        self._level = burst
        self._at = clock()

    def take(self) -> bool:
        """One token; False when there is none left."""
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each address; the ones unused for longest are forgotten, so that memory has a bound."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self.burst = burst
        self.rate = rate
        self._most = most
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """One token of that address."""
        bucket = self._by_key.pop(key, None) or Bucket(self.burst, self.rate)
        self._by_key[key] = bucket
        if len(self._by_key) > self._most:
            self._by_key.popitem(last=False)
        return bucket.take()


class Ceiling:
    """How many of something are open for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        """False when there are enough already."""
        if self._open[key] >= self.most:
            return False
        self._open[key] += 1
        return True

    def leave(self, key: str) -> None:
        """One fewer."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]
