"""`sfrules --version`: what a bug report needs to say first."""

from __future__ import annotations

import platform

import sfrules
from sfrules.cli.console import to_stdout
from sfrules.resources import resource


def version() -> None:
    """Says which sfrules, Python and YAML parser are in use, and where the shipped scenarios lie."""
    to_stdout(f"sfrules {sfrules.__version__}")
    to_stdout(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    to_stdout(f"YAML parser: {_parser()}")
    to_stdout(f"shipped scenarios: {resource('content')}")


def _parser() -> str:
    import ruamel.yaml

    try:
        from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:
        return f"ruamel.yaml {ruamel.yaml.__version__} without its C part (ruamel.yaml.clib is missing)"
    return f"ruamel.yaml {ruamel.yaml.__version__} with its C parser ({CParser.__name__})"
