"""One run: whatever happens inside a command becomes an exit code and at most a few clear lines."""

from __future__ import annotations

import os
import sys

from sfrules.cli.console import Refused, set_up_streams, to_stderr

FINE, USAGE, OURS, INTERRUPTED = 0, 2, 3, 130


def run(arguments: list[str]) -> int:
    """The exit code of a run with these arguments (those behind `sfrules`)."""
    set_up_streams()
    try:
        code = _told(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return FINE
    except Refused as refused:
        return _refuse(refused.message, refused.help)
    except OSError as error:
        return _refuse(_in_words(error), "")
    except Exception as error:
        if type(error).__name__ == "Abort":  # Typer's word for Ctrl-C at a question
            code = INTERRUPTED
        elif hasattr(error, "format_message"):  # how Typer and Click tell of wrong usage
            return _refuse(error.format_message(), _try_help(error))
        else:
            return _our_mistake(error, wants_traceback="--traceback" in arguments)
    if code == INTERRUPTED:
        to_stderr("\nStopped.")
    return int(code or FINE)


def _told(arguments: list[str]) -> int:
    """Runs the command, or tells again what the same run said before."""
    if arguments[:1] != ["validate"]:
        return _done(arguments or ["--help"])
    from sfrules.cli.again import Listening, tell_again

    if (code := tell_again(arguments)) is not None:
        return code
    with Listening(arguments) as listening:
        code = _done(arguments)
    listening.keep(code)
    return code


def _done(arguments: list[str]) -> int:
    from sfrules.cli.app import app_for

    return int(app_for(arguments)(arguments, prog_name="sfrules", standalone_mode=False) or FINE)


def _refuse(message: str, help_: str) -> int:
    to_stderr(f"sfrules: {message}")
    if help_:
        to_stderr(help_)
    return USAGE


def _try_help(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f"Try: {context.command_path if context is not None else 'sfrules'} --help"


def _in_words(error: OSError) -> str:
    """The system's complaint with the file it is about."""
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason[:1].lower()}{reason[1:]}" if error.filename else reason


def _our_mistake(error: Exception, *, wants_traceback: bool) -> int:
    """Says that it is ours, and keeps what is needed to mend it."""
    import traceback

    report = "".join(traceback.format_exception(error))
    words = str(error).strip().splitlines()
    what = f"{type(error).__name__}: {words[0]}" if words else type(error).__name__
    if wants_traceback:
        to_stderr(report)
    kept = "" if wants_traceback else _kept(report)
    to_stderr(f"sfrules: this is a mistake in sfrules, not in your content: {what}{kept}")
    return OURS


def _kept(report: str) -> str:
    import tempfile

    try:
        handle, name = tempfile.mkstemp(prefix="sfrules-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{sys.version}\n{' '.join(sys.argv)}\n\n{report}")
    except OSError:
        return "\nRun it again with --traceback in front of the command and send us what it says."
    return f"\nThe details are in {name}; please send them to us."


def _let_go_of_stdout() -> None:
    """The reader has gone (as `head` does): nothing more may be written, not at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
