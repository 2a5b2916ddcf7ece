"""Findings told: one small file for each form, over the same list. Pure functions from findings to text.

A file of this folder with a function `written` is a form: it tells a whole run. What other rooms need of the forms for
people stands here as well.
"""

from __future__ import annotations

from importlib import import_module

from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.concise import concise
from sfrules.publish.findings.full import full
from sfrules.publish.findings.json import as_json
from sfrules.publish.findings.summary import levels, summary

__all__ = ["Checked", "as_json", "concise", "full", "levels", "summary", "written"]


def written(form: str, checked: Checked) -> str:
    """A run of checks in the form that the file `form` of this folder makes."""
    text: str = import_module(f"{__name__}.{form}").written(checked)
    return text
