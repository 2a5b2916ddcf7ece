"""The wheel is whole: installed into an empty environment, away from the checkout, it does the main job."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    """Nothing of this environment leaks in: no path to the checkout, no user's own packages."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    clean["PYTHONNOUSERSITE"] = "1"
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", str(ROOT), "--wheel-dir", folder, cwd=folder)
    [made] = folder.glob("*.whl")
    return made


def test_the_wheel_carries_every_file_that_the_package_needs(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    folders = {name: f"sfrules/_data/{name}" for name in ("grammar", "site", "content", "dictionaries")} | {
        "sfrules": "sfrules"
    }
    for folder, place in folders.items():
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        assert files
        assert {f"{place}/{path.relative_to(ROOT / folder).as_posix()}" for path in files} <= inside
    assert "sfrules/_data/mkdocs.yml" in inside


def test_the_installed_wheel_does_the_main_job_outside_the_checkout(wheel, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    (tmp_path / "empty").mkdir()
    constraints = str(ROOT / "constraints.txt")
    run(scripts / "python", "-m", "pip", "install", "--quiet", "-c", constraints, wheel, cwd=tmp_path)
    assert "0.1.0" in run(scripts / "sfrules", "--version", cwd=tmp_path / "empty")
    run(scripts / "sfrules", "build", cwd=tmp_path / "empty")
    assert (tmp_path / "empty" / "build" / "site" / "index.html").is_file()
