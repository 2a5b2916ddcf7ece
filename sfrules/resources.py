"""Where the files live that travel with the package: grammar, sources of the site, content, dictionaries.

In a wheel they lie inside the package, under `_data`; in a checkout or an editable install they lie beside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

ResourceName = Literal["grammar", "site", "content", "dictionaries", "mkdocs.yml"]

_PACKAGE = Path(__file__).resolve().parent


class ResourceMissingError(RuntimeError):
    """A file that belongs to sfrules itself is not there: the installation is damaged."""


def resource(name: ResourceName) -> Path:
    """The folder or file of that name, as a path that exists; ResourceMissingError names the places looked at."""
    places = (_PACKAGE / "_data" / name, _PACKAGE.parent / name)
    for place in places:
        if place.exists():
            return place
    looked = " and ".join(str(place) for place in places)
    raise ResourceMissingError(f"sfrules is not whole: '{name}' is missing (looked at {looked}). Install it again.")
