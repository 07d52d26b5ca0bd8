"""Ray: how it is reached, and tasks as they end."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

#: Tasks that are handed to Ray at a time, for each core of the cluster.
AHEAD = 4
#: Seconds in which a machine of a cluster must answer; Ray itself waits for minutes.
ANSWER = 5.0

Item = TypeVar("Item")


@contextmanager
def connected(address: str | None, jobs: int) -> Iterator[Any]:
    """Ray: that of a cluster, or one that is started here and stopped again.

    Refuses a cluster that does not answer, or in which no machine has the
    cores for a task of so many threads.
    """
    # A worker that yields to all others gets nothing on a busy machine.
    os.environ.setdefault("RAY_worker_niceness", "0")
    import ray

    began = not ray.is_initialized()
    if began:
        # Without an address, Ray would join any cluster of this machine.
        place = address or os.environ.get("RAY_ADDRESS") or "local"
        check_address(place)
        try:
            ray.init(address=place, logging_level=logging.WARNING, log_to_driver=False)
        except Exception as error:
            words = " ".join(str(error).split())
            raise ConnectionError(f"--address {place}: {words}") from error
    try:
        check_jobs(ray, jobs)
        yield ray
    finally:
        if began:
            ray.shutdown()


def check_address(address: str) -> None:
    """Refuses an address at which nobody listens."""
    scheme, mark, rest = address.rpartition("://")
    if address in ("auto", "local") or (mark and scheme != "ray"):
        return
    try:
        parts = urlsplit(f"//{rest}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise ValueError(
            f"--address: found {address!r}; expected auto, local, HOST:PORT or ray://HOST:PORT"
        )
    try:
        socket.create_connection((host, port), timeout=ANSWER).close()
    except OSError as error:
        raise ConnectionError(
            f"--address {address}: found nobody who answers ({error}); "
            "expected the head of a Ray cluster"
        ) from error


def check_jobs(ray: Any, jobs: int) -> None:
    """Refuses tasks for which no machine has the cores: Ray waits for one for ever."""
    alive = (node["Resources"] for node in ray.nodes() if node["Alive"])
    most = max((int(resources.get("CPU", 0)) for resources in alive), default=0)
    if jobs > most:
        raise ValueError(
            f"--jobs: found {jobs}; expected at most {most}, "
            "the cores of the largest machine in the cluster"
        )


def results(
    ray: Any, items: Sequence[Item], start: Callable[[Item], Any]
) -> Iterator[tuple[Item, str | None]]:
    """Items as their tasks end, with why they failed if they did."""
    cores = ray.cluster_resources().get("CPU", 1)
    ahead = max(64, int(AHEAD * cores))
    waiting = iter(items)
    under_way: dict[Any, Item] = {}
    while True:
        for item in islice(waiting, ahead - len(under_way)):
            under_way[start(item)] = item
        if not under_way:
            return
        ended, _ = ray.wait(list(under_way))
        for reference in ended:
            yield under_way.pop(reference), failure(ray, reference)


def failure(ray: Any, reference: Any) -> str | None:
    """Why a task failed, in a line; nothing if it did not."""
    try:
        ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        return str(error.cause)
    except ray.exceptions.RayError as error:
        return str(error).strip().splitlines()[0]
    return None
