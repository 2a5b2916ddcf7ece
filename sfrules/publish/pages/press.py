"""Templates to Markdown. Every printed value is made harmless, unless it was made as text of a page before."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sfrules.publish.markup import safe
from sfrules.record import record
from sfrules.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment


@record
class Page:
    """A file of the docs folder, and its title in the navigation, where it is listed there."""

    name: str
    title: str
    text: str
    listed: bool = True


def page(template: str, **view: object) -> str:
    """A page from the template of that name in site/templates."""
    return _environment().get_template(f"{template}.md.j2").render(**view).strip() + "\n"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(str(resource("site") / "templates"), encoding="utf-8"),
        undefined=StrictUndefined,
        finalize=_harmless,
        autoescape=True,
        # "{#name}" is the anchor of a heading here
        comment_start_string="{##",
        comment_end_string="##}",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _harmless(value: Any) -> Any:
    """Called by Jinja for each printed value; `None` prints nothing."""
    if value is None:
        return ""
    if callable(value) and not hasattr(value, "__html__"):
        raise TypeError(f"a template prints {value!r}: a name of the view is also one of Python's")
    return value if hasattr(value, "__html__") else Markup(safe(str(value)))
