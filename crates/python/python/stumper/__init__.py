"""Solves, measures, rates and makes solitaire deals and puzzle levels.

>>> import stumper
>>> row = stumper.level("freecell#617").solve()
>>> row["outcome"]
'solved'
"""

from ._core import (
    Defect,
    Fault,
    Level,
    Play,
    Rows,
    RunPlan,
    deal,
    games,
    generate,
    level,
    measure,
    merge,
    rate,
    read,
    simulate,
    solve,
    verify,
)

__all__ = [
    "Defect",
    "Fault",
    "Level",
    "Play",
    "Rows",
    "RunPlan",
    "deal",
    "games",
    "generate",
    "level",
    "measure",
    "merge",
    "rate",
    "read",
    "simulate",
    "solve",
    "verify",
]
