"""How far a run is."""

from __future__ import annotations

import sys
from typing import Any


class Bar:
    """Shows how far a run is, with tqdm if it is there.

    Nothing is drawn before the first call, which comes when the work begins.
    """

    def __init__(self, total: int, things: str, *, shown: bool) -> None:
        self.total = total
        self.things = things
        self.shown = shown
        self.done = 0
        self.drawn: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        if self.drawn is not None:
            self.drawn.close()

    def __call__(self, more: int) -> None:
        """So many more are done."""
        self.done += more
        if not self.shown:
            return
        try:
            from tqdm import tqdm
        except ImportError:
            print(f"{self.done} of {self.total} {self.things}", file=sys.stderr)
            return
        if self.drawn is None:
            self.drawn = tqdm(total=self.total, unit=f" {self.things}", unit_scale=True)
        self.drawn.update(more)
