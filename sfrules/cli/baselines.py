"""`sfrules validate --baseline FILE`: what is known is kept in a file, which only shrinks unless one says so."""

from __future__ import annotations

from sfrules.cli.console import Refused, to_stderr
from sfrules.cli.judging import Case, Judged, Terms, codes_of, judged, read_baseline, with_unknown


def renewed(case: Case, terms: Terms, seen: Judged, *, grow: bool) -> Judged:
    """Writes the baseline anew, smaller, or with `grow` as large as it must be; what is told by it then."""
    from sfrules.verdict.baseline import Baseline, counted, firm_under, grown, shrunk, written

    path = terms.baseline
    if path is None:
        raise Refused("which baseline?", 'Say --baseline FILE, or write baseline = "FILE" into sfrules.toml.')
    if seen.ran is None:
        raise Refused("a baseline is made of a whole scenario, whose files can all be read")
    known = read_baseline(path) if path.exists() or not grow else Baseline()
    codes = codes_of(seen.loaded)
    now = counted(seen.everything, case.root.as_posix(), firm_under(terms.policy, codes))
    ran = with_unknown(seen.ran, known, codes) or seen.ran
    counts = (grown if grow else shrunk)(known, now, ran)
    text = written(counts)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        from sfrules.cli.writing import write_whole

        write_whole(path, text)
    before, after = sum(known.counts.values()), sum(counts.values())
    to_stderr(f"Baseline {path.as_posix()}: {after} known, {before} before.")
    return judged(seen.loaded, case, terms)


def without(terms: Terms) -> Terms:
    """The same terms as if there were no baseline: for the look from which a new one is made."""
    return Terms(terms.policy, terms.today)
