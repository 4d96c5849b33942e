"""Loads the build of the compiled module that suits the processor.

A wheel for x86-64 has the module `_native` for every processor, and beside it the folder `builds` with the same module for
newer processors. `src/builds.rs` of the engine decides which of them suit.
"""

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

from . import _native


def load() -> None:
    """Replace `_native` by the fastest build, or by the one that `TRISKELION_BUILD` names."""
    file = Path(_native.__file__)
    folder = file.parent / "builds"
    if not folder.is_dir():
        return
    wanted = os.environ.get("TRISKELION_BUILD")
    if wanted == _native._BUILD:
        return
    names = _native._SUITABLE_BUILDS if wanted is None else [wanted]
    builds = [folder / name / file.name for name in names]
    build = next((build for build in builds if build.exists()), None)
    if build is not None:
        _replace(build)
    elif wanted is not None:
        raise ImportError(f"TRISKELION_BUILD: {folder}: no build {wanted}")


def _replace(build: Path) -> None:
    name = _native.__name__
    loader = importlib.machinery.ExtensionFileLoader(name, str(build))
    spec = importlib.util.spec_from_file_location(name, build, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    sys.modules[name] = module
    setattr(sys.modules["triskelion"], "_native", module)
