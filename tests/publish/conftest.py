"""Books and built sites that several tests of the rulebook look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.model.book import Book
from sfrules.pipeline import load
from sfrules.publish.rulebook import write_site
from sfrules.resources import resource

SHIPPED = sorted(path.parent for path in resource("content").glob("*/scenario.yaml"))


@pytest.fixture(scope="session", params=SHIPPED, ids=lambda path: path.name)
def shipped(request: pytest.FixtureRequest) -> Book:
    return load(request.param).book


@pytest.fixture(scope="session")
def built(shipped: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a shipped scenario, with its docs folder beside it."""
    folder = tmp_path_factory.mktemp("built")
    made = write_site(shipped, folder / "docs", folder / "site")
    assert made.findings == ()
    return folder / "site"


WITH_MAP = [path for path in SHIPPED if load(path).book.map is not None]


@pytest.fixture(scope="session", params=WITH_MAP, ids=lambda path: path.name)
def mapped(request: pytest.FixtureRequest) -> Book:
    """A shipped scenario that has a map."""
    return load(request.param).book
