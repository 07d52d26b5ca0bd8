"""Everything public is documented, and what documentation says is so."""

import doctest
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
import stumper

HERE = Path(__file__).parent
DOCS = HERE.parents[2] / "docs"
PUBLIC = {name: getattr(stumper, name) for name in stumper.__all__}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run(text, name, globs=None):
    """Runs the examples of a text; gives how many there were."""
    test = doctest.DocTestParser().get_doctest(text, globs or {}, name, None, 0)
    told = []
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
    return len(test.examples)


def documented():
    yield "stumper", stumper
    for name, thing in PUBLIC.items():
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, what in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", what


@pytest.mark.parametrize(("name", "thing"), list(documented()), ids=lambda what: str(what)[:30])
def test_docstrings_run(name, thing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert thing.__doc__ and thing.__doc__.strip(), f"{name} has no docstring"
    examples = run(thing.__doc__, name)
    assert examples or "." in name, f"{name} has no example"


@pytest.mark.parametrize("page", ["python.md"])
def test_pages_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A fence is no output.
    text = (DOCS / page).read_text().replace("```", "\n")
    assert run(text, page) > 10


def test_types_are_strict(tmp_path):
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, HERE / "typed.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_stub_is_the_module(tmp_path):
    """stubtest compares signatures of the compiled module with its stub."""
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "stumper._core", "--ignore-missing-stub"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_typed_code_runs(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    import typed

    typed.main(tmp_path)


def test_importing_is_cheap():
    code = "import sys, stumper; print(*[m for m in sys.modules if m.split('.')[0] in HEAVY])"
    heavy = ["numpy", "pyarrow", "pandas", "polars", "duckdb", "ray", "gymnasium", "tqdm"]
    code = code.replace("HEAVY", repr(heavy))
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == ""


NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    pictures = [out for out in outputs if {"image/png", "image/svg+xml"} & set(out.get("data", {}))]
    assert len(pictures) >= 2
    kept = os.environ.get("STUMPER_NOTEBOOKS")
    if kept:
        nbformat.write(notebook, Path(kept) / path.name)
