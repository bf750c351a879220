"""Token buckets: so many at once, then so many a second."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable


def neighbourhood(host: str) -> str:
    """Who is counted as one: an address, or all that a provider of IPv6 gives to one house."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:  # no address, such as a socket in the file system
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False).network_address)


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


class Seldom:
    """For the log: what happens a thousand times is told a few times, and then now and then with how often it was."""

    def __init__(self, burst: float = 5, rate: float = 0.1) -> None:
        self._said = Bucket(burst, rate)
        self._unsaid = 0

    def now(self) -> int | None:
        """How many were left out since the last time; None to leave out this one too."""
        if not self._said.take():
            self._unsaid += 1
            return None
        unsaid, self._unsaid = self._unsaid, 0
        return unsaid


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
