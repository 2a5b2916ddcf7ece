"""One run: whatever happens inside a command becomes an exit code and at most a few clear lines."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path

from typer._click.exceptions import ClickException, UsageError
from typer.exceptions import Abort, Exit, TyperException

from sfrules.cli.app import app
from sfrules.cli.console import Refused, set_up_streams, to_stderr

FINE, FOUND, USAGE, OURS, INTERRUPTED = 0, 1, 2, 3, 130


def run(arguments: list[str]) -> int:
    """The exit code of a run with these arguments (those behind `sfrules`)."""
    set_up_streams()
    try:
        code = app(arguments, prog_name="sfrules", standalone_mode=False)
        sys.stdout.flush()
    except Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, Abort):
        to_stderr("\nStopped.")
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return FINE
    except Refused as refused:
        return _refuse(refused.message, refused.help)
    except UsageError as error:
        return _refuse(error.format_message(), _usage(error))
    except (ClickException, TyperException) as error:
        return _refuse(error.format_message(), "")
    except OSError as error:
        return _refuse(_in_words(error), "")
    except Exception as error:
        return _our_mistake(error, wants_traceback="--traceback" in arguments)
    return int(code or FINE)


def _refuse(message: str, help_: str) -> int:
    to_stderr(f"sfrules: {message}")
    if help_:
        to_stderr(help_)
    return USAGE


def _usage(error: UsageError) -> str:
    return f"Try: {error.ctx.command_path} --help" if error.ctx is not None else "Try: sfrules --help"


def _in_words(error: OSError) -> str:
    """The system's complaint with the file it is about."""
    reason = error.strerror or str(error) or type(error).__name__
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{reason[:1].lower() + reason[1:] if place else reason}"


def _our_mistake(error: Exception, *, wants_traceback: bool) -> int:
    """Says that it is ours, and keeps what is needed to mend it."""
    report = "".join(traceback.format_exception(error))
    what = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else 'no words'}"
    if wants_traceback:
        to_stderr(report)
    kept = "" if wants_traceback else _kept(report)
    to_stderr(f"sfrules: this is a mistake in sfrules, not in your content. {what}{kept}")
    return OURS


def _kept(report: str) -> str:
    try:
        handle, name = tempfile.mkstemp(prefix="sfrules-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{sys.version}\n{' '.join(sys.argv)}\n\n{report}")
    except OSError:
        return "\nRun it again with --traceback and send us what it says."
    return f"\nPlease send us the file {Path(name)}."


def _let_go_of_stdout() -> None:
    """The reader has gone (as `head` does): nothing more may be written, not at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
