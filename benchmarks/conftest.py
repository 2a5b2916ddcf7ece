"""Benchmarks run in one process, whatever the tests do, and count the time that a core has worked for them."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.utils import NameWrapper


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Before the plug-ins look at their options."""
    config.option.numprocesses = 0
    config.option.dist = "no"
    config.option.benchmark_timer = NameWrapper(time.process_time)  # type: ignore[no-untyped-call]
