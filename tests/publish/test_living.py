"""The page “Living with the checks” speaks of what there is."""

from __future__ import annotations

import re
import tomllib

from sfrules.cli.codes import all_facts
from sfrules.cli.policy import KEYS
from sfrules.publish.living import living_page
from sfrules.verdict.levels import PROFILES, Level
from tests.cli.runs import sfrules
from tests.verdict.judged import harbour, seen

PAGE = living_page(list(all_facts())).text


def test_every_option_that_it_names_is_one(tmp_path):
    usage = sfrules("validate", "--help", cwd=tmp_path).out
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE))
    assert len(named) > 10
    assert named <= set(re.findall(r"--[a-z][a-z-]+", usage))


def test_its_table_has_all_levels_of_all_profiles():
    for name, column in (("draft", 1), ("print", 2)):
        rows = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| [SF")]
        told = {re.sub(r"\W.*", "", row[0][1:]): row[column] for row in rows}
        assert {code: level for code, level in told.items() if level != "–"} == {
            code: level.value for code, level in PROFILES[name].items()
        }


def test_its_configuration_can_be_read():
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    table = tomllib.loads(block)
    assert table.keys() <= set(KEYS)
    assert set(table["severity"].values()) <= set(Level)
    assert all(any(known.startswith(code) for known in all_facts()) for code in table["severity"])


def test_its_allowances_allow(tmp_path):
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    folder = harbour(tmp_path, block)
    allowed = set(re.findall(r"allow (SF\d+)", block))
    assert not allowed & {d.code for d in seen(folder).found}
    harbour(tmp_path, re.sub(r"# sfrules: .*", "#", block))
    assert {d.code for d in seen(folder).found} & allowed
