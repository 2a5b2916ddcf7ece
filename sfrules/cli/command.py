"""A command that makes ready only what its line uses.

Typer makes a converter for each option of a command, also for those that nobody gave: a dozen of them take longer than
reading a small scenario.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class Command(TyperCommand):
    """A command whose options are made ready when they have a value."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options and arguments, `--help` too."""
        return _later(super().get_params(ctx))


class Commands(TyperGroup):
    """All commands, with what stands before their names."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options before the name of a command."""
        return _later(super().get_params(ctx))


def _later(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "_runtime_param", param) is None:  # where this version of Typer keeps the converter
            param._runtime_param = _Later()
    return params


class _Later:
    """Stands in for a converter until there is a value that needs one: a word that is wanted as a word does not."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        wanted, parser = param.type_descriptor.annotation, param.type_descriptor.parameter_info.parser
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if parser is None and wanted in (str, type(value)) and type(value) is not list:
            return value
        if parser is None and wanted == list[str] and isinstance(value, list | tuple):
            return list(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
