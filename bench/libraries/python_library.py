"""Times one package of PyPI: python_library.py NAME POINTS TEXTS ROUNDS CHECKED. Prints what library.ts reads."""
import array
import json
import resource
import sys
import time

NAME, POINTS, TEXTS, ROUNDS, CHECKED = sys.argv[1:]
# Resolution 12 has cells of 9 meters.
H3_RESOLUTION = 12

degrees = array.array("d")
with open(POINTS, "rb") as file:
    degrees.frombytes(file.read())
lats, lons = list(degrees[::2]), list(degrees[1::2])
with open(TEXTS, encoding="ascii") as file:
    texts = file.read().splitlines()


def mapcoded_package():
    import mapcoded
    import pyarrow
    from mapcoded.process import POOL

    points, codes = pyarrow.table({"lat": lats, "lon": lons}), pyarrow.table({"mapcode": texts})
    decoded = mapcoded.decode_arrow(codes.slice(0, int(CHECKED)))
    answers = mapcoded.encode_arrow(points.slice(0, int(CHECKED)))["mapcode"].to_pylist()
    decoded_points = list(zip(decoded["lat"].to_pylist(), decoded["lon"].to_pylist()))
    return lambda: mapcoded.encode_arrow(points), lambda: mapcoded.decode_arrow(codes), answers, decoded_points, POOL.pids()


def mapcode_package():
    import mapcode

    def encode():
        for lat, lon in zip(lats, lons):
            mapcode.encode(lat, lon)

    def decode():
        for text in texts:
            mapcode.decode(text)

    names = [[name_of(*one) for one in mapcode.encode(*point)] for point in head()]
    return encode, decode, names, [mapcode.decode(text) for text in texts[: int(CHECKED)]], []


def h3_package():
    import h3

    cells = [h3.latlng_to_cell(lat, lon, H3_RESOLUTION) for lat, lon in zip(lats, lons)]

    # Answers are not kept: collecting the garbage of so many would take longer than the calls.
    def encode():
        for lat, lon in zip(lats, lons):
            h3.latlng_to_cell(lat, lon, H3_RESOLUTION)

    def decode():
        for cell in cells:
            h3.cell_to_latlng(cell)

    return encode, decode, [], [h3.cell_to_latlng(cell) for cell in cells[: int(CHECKED)]], []


def name_of(code, territory):
    return code if territory == "AAA" else f"{territory} {code}"


def head():
    return list(zip(lats, lons))[: int(CHECKED)]


def cpu_seconds(pids):
    """The CPU time of this process and of others, whose clocks count whole hundredths elsewhere."""
    own = time.process_time()
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            user, system = file.read().rsplit(")", 1)[1].split()[11:13]
        own += (int(user) + int(system)) / 100
    return own


def least(run, pids):
    times = []
    for _ in range(int(ROUNDS)):
        begin = cpu_seconds(pids)
        run()
        times.append(cpu_seconds(pids) - begin)
    return min(times) / len(lats) * 1e9


def peak_megabytes(pids):
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for pid in pids:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            kilobytes += next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    return kilobytes / 1000


PACKAGES = {"mapcoded": mapcoded_package, "mapcode": mapcode_package, "h3": h3_package}
before = peak_megabytes([])
encode, decode, codes, points, pids = PACKAGES[NAME]()
print(json.dumps({
    "codes": codes,
    "points": points,
    "ns": [least(encode, pids), least(decode, pids)],
    "megabytes": peak_megabytes(pids) - before,
}))
