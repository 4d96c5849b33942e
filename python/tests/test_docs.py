"""The examples of the documentation: docstrings of the package and the README."""

import doctest
from pathlib import Path
from types import ModuleType
from typing import Iterator

import pytest

import triskelion
from triskelion import _native

README = Path(__file__).parents[1] / "README.md"


def docstrings(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the documentation of a compiled module and all that it has, which `doctest` does not find."""
    for name, value in vars(module).items():
        if doc := getattr(value, "__doc__", None):
            yield name, doc
        if isinstance(value, type):
            for member, attribute in vars(value).items():
                if doc := getattr(attribute, "__doc__", None):
                    yield f"{name}.{member}", doc


TEXTS = [
    ("triskelion", triskelion.__doc__ or ""),
    ("README.md", README.read_text(encoding="utf-8")),
    *((name, doc) for name, doc in docstrings(_native) if ">>>" in doc),
]


@pytest.mark.parametrize(("name", "text"), TEXTS, ids=[name for name, _ in TEXTS])
def test_examples(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.failed == 0


def test_every_public_item_is_documented() -> None:
    bare = []
    for name in triskelion.__all__:
        value = getattr(triskelion, name)
        if not isinstance(value, type) or value is bool:
            continue
        members = [member for member in vars(value) if not member.startswith("_")]
        bare += [f"{name}.{member}" for member in members if not getattr(value, member).__doc__]
        if not value.__doc__:
            bare.append(name)
    assert not bare
