"""As JSON Lines: an object on each line, for programs that read while we write, and for `grep`."""

from __future__ import annotations

import json

from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.json import as_object


def written(checked: Checked) -> str:
    """The objects of the JSON form, one a line."""
    return "".join(json.dumps(as_object(one), ensure_ascii=False) + "\n" for one in checked.found)
