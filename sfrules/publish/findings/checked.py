"""What a run of checks has to tell, whatever the form it is told in."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os.path import normpath
from pathlib import PurePath, PurePosixPath
from typing import Any

from sfrules.diag import Diagnostic, Facts, Severity
from sfrules.model.book import Book
from sfrules.publish.codeplaces import address_of
from sfrules.publish.findings.lines import Lines

_WORST_FIRST = tuple(Severity)


@dataclass(frozen=True)
class Checked:
    """A scenario and its findings in order.

    `known` is what there is to know of the codes. `fails_at` is the mildest level that makes a run fail, None if none
    does. `home` is the folder that paths in reports for other programs start from, such as the root of a repository;
    `here` the one that names of files start from. `only` is the one file that was asked for. `coverage` is what tests
    or games reached, where that is at hand. `site` is the address of the website with the pages of the codes, if known.
    `limit` is how many findings of one code in one file a person wants to be told, 0 for all.
    """

    book: Book
    found: Sequence[Diagnostic]
    known: Mapping[str, Facts] = field(default_factory=dict)
    version: str = ""
    fails_at: Severity | None = Severity.ERROR
    home: PurePath = field(default_factory=PurePosixPath)
    here: PurePath = field(default_factory=PurePosixPath)
    only: str | None = None
    colour: bool = False
    coverage: Mapping[str, Any] | None = None
    limit: int = 0
    site: str = ""

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of each file by its shown name: content first, then pages."""
        return self.book.written

    @cached_property
    def lines(self) -> Lines:
        """The lines of these files."""
        return Lines(self.texts)

    def fails(self, finding: Diagnostic) -> bool:
        """Whether this finding makes the run fail."""
        return self.fails_at is not None and _WORST_FIRST.index(finding.severity) <= _WORST_FIRST.index(self.fails_at)

    def address(self, code: str) -> str:
        """Where on the website a code is told of; "" where that is not known."""
        return address_of(code, self.site) if code in self.known else ""

    def files(self) -> Iterator[tuple[str, list[Diagnostic]]]:
        """Every file that was checked, by name, with what was found in it; those without findings too."""
        found: dict[str, list[Diagnostic]] = {} if self.only is not None else {name: [] for name in self.texts}
        if self.only is not None:
            found[self.only] = []
        for one in self.found:
            found.setdefault(one.span.file, []).append(one)
        yield from sorted(found.items())

    def few(self) -> tuple[list[Diagnostic], dict[tuple[str, str], int]]:
        """The findings that a person is told: of one code in one file the first `limit`; how many more there are."""
        if self.limit <= 0:
            return list(self.found), {}
        counts = Counter((one.span.file, one.code) for one in self.found)
        seen: Counter[tuple[str, str]] = Counter()
        told = []
        for one in self.found:
            key = (one.span.file, one.code)
            seen[key] += 1
            if seen[key] <= self.limit:
                told.append(one)
        return told, {key: count - self.limit for key, count in counts.items() if count > self.limit}

    def path(self, file: str) -> str:
        """The name of a file as other programs want it: from `home` where it lies below, with forward slashes."""
        whole = type(self.here)(normpath(self.here / file))
        return whole.relative_to(self.home).as_posix() if whole.is_relative_to(self.home) else file

    def fingerprints(self) -> Iterator[str]:
        """For each finding what stays when lines move: its code, scenario and object, and the how-manieth it is."""
        seen: Counter[tuple[str, ...]] = Counter()
        scenario = self.path(self.book.shown)
        for one in self.found:
            key = (one.code, scenario, one.subject or self.path(one.span.file))
            seen[key] += 1
            yield hashlib.sha256("\0".join((*key, str(seen[key]))).encode("utf-8", "replace")).hexdigest()[:32]
