"""What travels with the package is found where it lies, in a wheel and in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from sfrules import resources
from sfrules.resources import ResourceMissingError, ResourceName, resource

NAMES = get_args(ResourceName)


@pytest.mark.parametrize("name", NAMES)
def test_every_resource_is_there(name):
    assert resource(name).exists()


@pytest.mark.parametrize("name", NAMES)
def test_the_copy_inside_the_package_comes_first(name, tmp_path, monkeypatch):
    package = tmp_path / "sfrules"
    monkeypatch.setattr(resources, "_PACKAGE", package)
    (tmp_path / name).mkdir()
    assert resource(name) == tmp_path / name
    (package / "_data" / name).mkdir(parents=True)
    assert resource(name) == package / "_data" / name


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_one_is_named_with_the_places_looked_at(name, tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "sfrules")
    with pytest.raises(ResourceMissingError, match=name) as caught:
        resource(name)
    assert str(Path("_data") / name) in str(caught.value)
