"""As JUnit XML: each file is a suite, each finding a case of it; a file without any has one case, which is clean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from sfrules.diag import Diagnostic
from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.full import in_full
from sfrules.publish.findings.lines import seen

_NO_XML = re.compile("[\ufffe\uffff]")


def written(checked: Checked) -> str:
    """All suites. What makes the run fail is a failure; a milder finding is told in a case that holds."""
    root = Element("testsuites", name="sfrules validate")
    for file, found in checked.files():
        root.append(_suite(checked, checked.path(file), found))
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(checked: Checked, file: str, found: Sequence[Diagnostic]) -> Element:
    failures = sum(map(checked.fails, found))
    suite = Element("testsuite", name=_plain(file), tests=str(max(1, len(found))), failures=str(failures), errors="0")
    for one in found:
        _case(suite, checked, file, one)
    if not found:
        SubElement(suite, "testcase", classname=_plain(file), name="clean")
    return suite


def _case(suite: Element, checked: Checked, file: str, one: Diagnostic) -> None:
    name = f"{one.code} at {one.span.line}:{one.span.column}" + (f", {one.subject}" if one.subject else "")
    case = SubElement(
        suite, "testcase", classname=_plain(file), name=_plain(name), file=_plain(file), line=str(one.span.line)
    )
    text = "\n".join(_plain(line) for line in in_full(one, checked.lines).split("\n"))
    if checked.fails(one):
        SubElement(case, "failure", type=str(one.severity), message=_plain(one.message)).text = text
    else:
        SubElement(case, "system-out").text = text


def _plain(text: str) -> str:
    """The text without what no XML can hold."""
    return _NO_XML.sub("\ufffd", seen(text))
