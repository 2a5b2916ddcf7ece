"""Random games a second, beside a hand-written game, in one run on one core, by CPU time.

    python benchmarks/beside_peer.py PEER.py [--scenario NAME] [--rounds 7] [--core 0]

PEER.py is a script that plays `PEER.py GAMES SEED` and prints nothing that matters here. Both are run in turn as
whole processes with few and with many games; the difference is the time of the games alone. Medians and the ratio
pair by pair are printed; nothing is judged.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys


def cpu(command: list[str]) -> float:
    """CPU seconds, user and system, that a command has taken."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rate(command: list[str], few: int, many: int) -> float:
    """Games a second, start-up taken out."""
    return (many - few) / (cpu([*command, str(many)]) - cpu([*command, str(few)]))


def main() -> None:
    """Runs both in turn and prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer")
    parser.add_argument("--scenario", default="shadow-frontiers")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--core", type=int, default=None)
    args = parser.parse_args()
    if args.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {args.core})
    ours_command = [sys.executable, "-m", "sfrules", "simulate", args.scenario, "--json", "--seed", "1", "--games"]
    ours, peers = [], []
    for _ in range(args.rounds):
        ours.append(rate(ours_command, 50, 850))
        peers.append(rate([sys.executable, args.peer], 100, 2600))
    told = json.loads(subprocess.run([*ours_command, "500"], check=True, capture_output=True, text=True).stdout)
    ratios = [a / b for a, b in zip(ours, peers, strict=True)]
    decisions = told["decisions"]["mean"]
    for name, values in (("sfrules games/s", ours), ("peer games/s", peers), ("ratio", ratios)):
        print(f"{name:16} min {min(values):9.2f}  median {statistics.median(values):9.2f}  max {max(values):9.2f}")
    rate_of_decisions = statistics.median(ours) * decisions
    print(f"decisions a game {decisions:.1f}; decisions/s {rate_of_decisions:,.0f}; content {told['content']}")


if __name__ == "__main__":
    main()
