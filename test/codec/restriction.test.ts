/** Format 7 and 7.4: zones cut to bounds, and the search by hints against a search of all earlier records. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutZone, isInEarlier } from "../../src/codec/zone.ts";
import { LON_FRACTIONS } from "../../src/tables/format.ts";
import * as layout from "../../src/tables/layout/records.ts";
import { records } from "../../src/tables/tables.ts";
import { contains } from "../oracle/points.ts";
import { BOUNDS, runs } from "../support/arbitraries.ts";

const RESTRICTED = [...BOUNDS.keys()].filter(
  (record) =>
    (records[record * layout.RECORD_WORDS + layout.FLAGS] & layout.VALID_WITHIN_EARLIER) !== 0,
);

function pointAt(latMicro: number, lonMicro: number) {
  return { latMicro, latFrac: 0, lonMicro, lonFrac: 0 };
}

function along(from: number, to: number, part: number): number {
  return Math.floor(from + part * (to - from));
}

/** Wraps micro-degrees of longitude to [-180, 180) degrees. */
function wrap(lon: number): number {
  if (lon >= 180_000_000) return lon - 360_000_000;
  return lon < -180_000_000 ? lon + 360_000_000 : lon;
}

describe("a zone is cut to bounds", () => {
  /** Longitudes of a zone and of bounds, and what remains of the zone, in micro-degrees. */
  it.each([
    ["west of longitude 0", [-100, 100], [-900, 50], [-100, 50]],
    ["east of longitude 0", [-100, 100], [50, 900], [50, 100]],
    ["that end where it begins", [-100, 0], [0, 900], undefined],
    [
      "a turn to the west",
      [179_999_900, 180_000_000],
      [-180_900_000, -180_000_050],
      [179_999_900, 179_999_950],
    ],
    [
      "a turn to the east",
      [-180_000_000, -179_999_900],
      [180_000_050, 180_900_000],
      [-179_999_950, -179_999_900],
    ],
  ])("%s", (_where, [west, east], [lonMin, lonMax], kept) => {
    const edges = { lonMin: west * LON_FRACTIONS, lonMax: east * LON_FRACTIONS };
    const zone = { latMin: 0, latMax: 1, ...edges };
    const bounds = new Int32Array(layout.BOUNDS_WORDS);
    bounds[layout.LAT_HEIGHT] = 1;
    bounds[layout.LON_MIN] = lonMin;
    bounds[layout.LON_WIDTH] = lonMax - lonMin;
    expect(cutZone(zone, bounds, 0)).toBe(kept !== undefined);
    const longitudes = [zone.lonMin, zone.lonMax].map((lon) => lon / LON_FRACTIONS);
    if (kept) expect(longitudes).toEqual(kept);
  });
});

/** The unrestricted records of its territory before a record. */
const earlierOf = (record: number) =>
  (EARLIER[record] ??= BOUNDS.slice(0, record).filter(
    (one) => one.territory === BOUNDS[record].territory && !one.restricted,
  ));
const EARLIER: Record<number, typeof BOUNDS> = {};

describe("an earlier record", () => {
  it("is listed for every restricted record without a header letter", () => {
    const published = BOUNDS.filter(
      ({ restricted, recordType, codex }) => restricted && recordType === 0 && codex < 54,
    );
    expect(published.length).toBeGreaterThanOrEqual(RESTRICTED.length);
    expect(RESTRICTED.length).toBe(247);
  });

  it("contains a point if, and only if, a published one does, also next to its edges", () => {
    const edge = fc.constantFrom(-1, 0, 1);
    const part = fc.integer({ min: 0, max: 4 });
    let contained = 0;
    let tried = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...RESTRICTED),
        fc.nat(),
        part,
        part,
        edge,
        edge,
        (record, pick, north, east, latOff, lonOff) => {
          const row = BOUNDS[record];
          const earlier = earlierOf(record);
          const near = earlier[pick % earlier.length];
          const lat = along(near.latMin, near.latMax, north / 4) + latOff;
          const lon = wrap(along(near.lonMin, near.lonMax, east / 4) + lonOff);
          // isInEarlier requires a point of the record.
          fc.pre(contains(row, pointAt(lat, lon)));
          const expected = earlier.some((one) => contains(one, pointAt(lat, lon)));
          expect(isInEarlier(record, lat, lon), `${record}: ${lat}, ${lon}`).toBe(expected);
          tried++;
          if (expected) contained++;
        },
      ),
      runs(5_000),
    );
    expect(contained).toBeGreaterThan(tried / 4);
    expect(contained).toBeLessThan(tried);
  });
});
