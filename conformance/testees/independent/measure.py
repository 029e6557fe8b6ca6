"""Asks the suite for its questions, and plants all bugs in all readers. Takes about half an hour on two cores."""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--bpx", default="target/debug/bpx", help="the command `bpx`, run in its checkout")
    arguments.add_argument("--inputs", default="100000", help="inputs for a mutant that no case notices")
    arguments.add_argument("--out", default="mutants.json", help="where to write what became of the mutants")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        questions, listing = os.path.join(folder, "questions"), os.path.join(folder, "listing")
        with open(listing, "wb") as file:
            subprocess.run([options.bpx, "conform", "list", "--json"], stdout=file, check=True)
        recorder = shlex.join([sys.executable, os.path.join(HERE, "record.py"), questions])
        # Every case is skipped, which the exit code may state.
        subprocess.run([options.bpx, "conform", "run", "--testee", recorder], stdout=subprocess.DEVNULL, check=False)
        inputs = ["--inputs", options.inputs]
        for command in (
            [sys.executable, "planted.py", questions, listing, *inputs],
            [sys.executable, "mutate.py", questions, listing, *inputs, "--out", os.path.abspath(options.out)],
            ["node", "mutate.js", questions, listing, *inputs],
        ):
            subprocess.run(command, cwd=HERE, check=True)


if __name__ == "__main__":
    main()
