"""Times the package mapcode of PyPI: mapcode.py POINTS TEXTS ROUNDS CHECKED. Prints what peers.ts reads."""
import array
import json
import sys
import time

import mapcode

POINTS, TEXTS, ROUNDS, CHECKED = sys.argv[1:]
degrees = array.array("d")
with open(POINTS, "rb") as file:
    degrees.frombytes(file.read())
points = list(zip(degrees[::2], degrees[1::2]))
with open(TEXTS, encoding="ascii") as file:
    texts = file.read().splitlines()


def encode():
    for lat, lon in points:
        mapcode.encode(lat, lon)


def decode():
    for text in texts:
        mapcode.decode(text)


def least(run):
    times = []
    for _ in range(int(ROUNDS)):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times) / len(points) * 1e9


def names(point):
    return [code if territory == "AAA" else f"{territory} {code}" for code, territory in mapcode.encode(*point)]


print(json.dumps({
    "codes": [names(point) for point in points[: int(CHECKED)]],
    "points": [mapcode.decode(text) for text in texts[: int(CHECKED)]],
    "ns": [least(encode), least(decode)],
}))
