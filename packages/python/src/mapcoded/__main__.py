"""The command line: ``mapcoded encode points.csv``, or ``python -m mapcoded``."""

import os
import subprocess
import sys

from .node import MAIN, node_path


def main() -> int:
    """Runs the command line with the arguments of this process. It replaces this process, except on Windows."""
    if sys.argv[1:2] == ["serve"]:
        print("mapcoded: The service is not in this package. Install it by npm: mapcoded-cli.", file=sys.stderr)
        return 2
    command = [node_path(), str(MAIN), *sys.argv[1:]]
    if sys.platform == "win32":
        return subprocess.call(command)
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
