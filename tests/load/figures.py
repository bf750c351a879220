"""What was measured, beside its bound."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measurement and the bound it is held against."""

    name: str
    value: float
    unit: str
    bound: float
    more: bool = False  # is more better?

    @property
    def kept(self) -> bool:
        return self.value >= self.bound if self.more else self.value <= self.bound

    def __str__(self) -> str:
        sign = ("" if self.kept else " MISSED") + (" >= " if self.more else " <= ")
        return f"{self.name} {self.value:.3g}{self.unit} ({sign.strip()} {self.bound:.3g}{self.unit})"
