"""Long runs on a cluster: the shards of a plan as tasks of Ray.

    python -m stumper.cluster plan.toml --out deals
    python -m stumper.cluster --help

A shard is done when its file is there under its name, so a run that was
stopped in any way goes on when the same call is made again. What a file says
does not depend on who made it: the rows are those of `stumper run`. An
experiment is run by the program `stumper` on every machine, in a folder that
all of them see.

`store` is where files go, `engine` is Ray, `tasks` is what is done there, and
`program` the command line.
"""

from .program import main
from .store import Store, StoreError
from .tasks import Report, run, run_experiment

__all__ = ["Report", "Store", "StoreError", "main", "run", "run_experiment"]
