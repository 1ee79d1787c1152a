"""Times PyPI's mapcode: python_library.py POINTS TEXTS ROUNDS CHECKED. Prints what c-library.c prints."""
import array
import json
import sys
import time

import mapcode

degrees = array.array("d")
with open(sys.argv[1], "rb") as file:
    degrees.frombytes(file.read())
points = list(zip(degrees[::2], degrees[1::2]))
with open(sys.argv[2], encoding="ascii") as file:
    texts = file.read().splitlines()
rounds, checked = int(sys.argv[3]), int(sys.argv[4])


def encode_all():
    for lat, lon in points:
        mapcode.encode(lat, lon)


def decode_all():
    for text in texts:
        mapcode.decode(text)


def least_of(run):
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1e9 * min(times) / len(points)


def name_of(code, territory):
    return code if territory == "AAA" else f"{territory} {code}"


print(json.dumps({
    "codes": [[name_of(*one) for one in mapcode.encode(lat, lon)] for lat, lon in points[:checked]],
    "points": [mapcode.decode(text) for text in texts[:checked]],
    "ns": [least_of(encode_all), least_of(decode_all)],
}))
