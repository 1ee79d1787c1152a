"""Times the package mapcode of PyPI: mapcode_package.py POINTS TEXTS ROUNDS CHECKED. Prints JSON for peers.ts."""
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


def least_ns(one, items):
    times = []
    for _ in range(int(ROUNDS)):
        begin = time.process_time()
        for item in items:
            one(item)
        times.append(time.process_time() - begin)
    return min(times) / len(items) * 1e9


def encode(point):
    return mapcode.encode(*point)


def names(point):
    return [code if territory == "AAA" else f"{territory} {code}" for code, territory in encode(point)]


print(json.dumps({
    "codes": [names(point) for point in points[: int(CHECKED)]],
    "points": [mapcode.decode(text) for text in texts[: int(CHECKED)]],
    "ns": [least_ns(encode, points), least_ns(mapcode.decode, texts)],
}))
