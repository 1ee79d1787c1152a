/** Format 7.4: the search by hints against a search of all earlier records. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInEarlier } from "../../src/codec/restriction.ts";
import { FLAGS, RECORD_WORDS, VALID_WITHIN_EARLIER } from "../../src/tables/layout/records.ts";
import { records } from "../../src/tables/tables.ts";
import { runs } from "../support/arbitraries.ts";

type Row = Readonly<Record<string, string>>;

const ROWS = parse<Row>(readFileSync(new URL("../../data/boundaries.csv", import.meta.url)), {
  columns: true,
});

function flagsOf(record: number): number {
  return records[record * RECORD_WORDS + FLAGS];
}

const RESTRICTED = [...ROWS.keys()].filter(
  (record) => (flagsOf(record) & VALID_WITHIN_EARLIER) !== 0,
);

function contains(row: Row, lat: number, lon: number): boolean {
  const { latMin, latMax, lonMin, lonMax } = row;
  const isWithin = (turned: number) => turned >= Number(lonMin) && turned < Number(lonMax);
  return (
    lat >= Number(latMin) &&
    lat < Number(latMax) &&
    [-360_000_000, 0, 360_000_000].some((turn) => isWithin(lon + turn))
  );
}

function along(from: string | undefined, to: string | undefined, part: number): number {
  return Math.floor(Number(from) + part * (Number(to) - Number(from)));
}

/** Wraps micro-degrees of longitude to [-180, 180) degrees. */
function wrap(lon: number): number {
  if (lon >= 180_000_000) return lon - 360_000_000;
  return lon < -180_000_000 ? lon + 360_000_000 : lon;
}

describe("an earlier record", () => {
  it("is listed for every restricted record without a header letter", () => {
    const published = ROWS.filter(
      ({ restricted, recordType, codex }) =>
        restricted === "1" && recordType === "0" && Number(codex) < 54,
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
          const row = ROWS[record];
          const earlier = ROWS.slice(0, record).filter(
            (one) => one.territory === row.territory && one.restricted === "0",
          );
          const near = earlier[pick % earlier.length];
          const lat = along(near.latMin, near.latMax, north / 4) + latOff;
          const lon = wrap(along(near.lonMin, near.lonMax, east / 4) + lonOff);
          // isInEarlier requires a point of the record.
          fc.pre(contains(row, lat, lon));
          const expected = earlier.some((one) => contains(one, lat, lon));
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
