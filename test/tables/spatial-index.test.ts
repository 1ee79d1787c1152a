/**
 * The spatial index against a walk over every boundary record: it must list exactly the records that contain
 * a point. The walk does not use cells or leaves.
 */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import {
  codeText,
  createCodeList,
  encodeCountryInto,
  encodeInto,
  encodeShortestInTerritoryInto,
  encodeTerritoryInto,
  territories,
} from "../../src/index.ts";
import { runs } from "../support/arbitraries.ts";

const FULL_CIRCLE = 360_000_000;
const HALF_CIRCLE = 180_000_000;
const POLE = 90_000_000;

/** Number of random points of each kind. The points on edges cover every record. */
const RANDOM_POINTS = runs(50_000).numRuns;

/** Maximum number of reported mismatches. */
const MAX_SHOWN = 20;

type Row = Readonly<Record<string, string>>;
const rows = parse<Row>(readFileSync(new URL("../../data/boundaries.csv", import.meta.url)), {
  columns: true,
});

function column(name: string): Int32Array {
  return Int32Array.from(rows, (row) => Number(row[name]));
}

const latMin = column("latMin");
const latMax = column("latMax");
const lonMin = column("lonMin");
const lonMax = column("lonMax");
const codex = column("codex");
const restricted = column("restricted");

/** The form of a record's codes: lengths before and after the dot, and the header letter, `4.3H`. */
function codeLengthsOf({
  codex: shape = "",
  nameless,
  recordType,
  headerLetter = "",
}: Row): string {
  if (nameless === "1") return { 13: "2.3", 21: "2.2", 22: "3.2" }[shape] ?? shape;
  if (Number(recordType) > 1) return shape === "22" ? "2.3" : "3.3";
  const [prefix, suffix] = shape === "21" ? "22" : shape;
  return recordType === "1"
    ? `${Number(prefix) + 1}.${suffix}${headerLetter}`
    : `${prefix}.${suffix}`;
}

const forms = rows.map(codeLengthsOf);
const numbers = new Map<string, number>(
  territories().map(({ alphaCode }, number) => [alphaCode, number]),
);
const parents = territories().map(
  ({ parentTerritory }) => numbers.get(parentTerritory ?? "") ?? -1,
);

/** First record of each territory. Records are in the order of territories. */
const firsts = new Int32Array(numbers.size + 1).fill(rows.length);
for (let record = rows.length - 1; record >= 0; record--) {
  firsts[numbers.get(rows[record]?.territory ?? "") as number] = record;
}

function contains(record: number, lat: number, lon: number): boolean {
  if (lat < latMin[record] || lat >= latMax[record]) return false;
  const west = lonMin[record];
  const east = lonMax[record];
  let turned = lon;
  if (lon < west) turned += FULL_CIRCLE;
  else if (lon >= east) turned -= FULL_CIRCLE;
  return turned >= west && turned < east;
}

interface Listed {
  readonly territory: number;
  readonly form: string;
}

/** Lists the codes of a territory, under its own name or that of a subdivision. */
function walkTerritory(territory: number, label: number, lat: number, lon: number, to: Listed[]) {
  const encompassing = firsts[territory + 1] - 1;
  if (!contains(encompassing, lat, lon)) return;
  const before = to.length;
  for (let record = firsts[territory]; record <= encompassing; record++) {
    if (!contains(record, lat, lon)) continue;
    const parent = parents[territory];
    if (record === encompassing && parent >= 0) {
      walkTerritory(parent, label, lat, lon, to);
    } else if (codex[record] < 54) {
      const mustWait = restricted[record] === 1 && to.length === before;
      if (!mustWait) to.push({ territory: label, form: forms[record] });
    }
  }
}

function walk(lat: number, lon: number): Listed[] {
  const to: Listed[] = [];
  for (let territory = 0; territory < parents.length; territory++) {
    walkTerritory(territory, territory, lat, lon, to);
  }
  return to;
}

const list = createCodeList();

/** Half a micro-degree inside, so that rounding cannot lead to the micro-degree before. */
function degrees(microDeg: number): number {
  return (microDeg + 0.5) / 1e6;
}

/** Undefined if the engine lists the codes of the walk, else a report of both. */
function mismatch(inputLat: number, inputLon: number): string | undefined {
  const lat = Math.min(Math.max(inputLat, -POLE), POLE);
  const fromDateLine = (((inputLon + HALF_CIRCLE) % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE;
  const lon = fromDateLine - HALF_CIRCLE;
  const expected = walk(lat, lon);
  const count = encodeInto(degrees(lat), degrees(lon), 0, list);
  const isEqual = expected.every(({ territory, form }, index) => {
    if (list.territories[index] !== territory) return false;
    const code = codeText(list, index);
    const dot = code.indexOf(".");
    const letter = form.length > 3 ? code.charAt(0) : "";
    return form === `${dot}.${code.length - 1 - dot}${letter}`;
  });
  if (isEqual && count === expected.length) return undefined;
  const codes = Array.from({ length: count }, (_, index) => {
    const { alphaCode } = territories()[list.territories[index]] ?? {};
    return `${alphaCode} ${codeText(list, index)}`;
  });
  const expectedCodes = expected.map(
    ({ territory, form }) => `${territories()[territory]?.alphaCode} ${form}`,
  );
  return `${lat}, ${lon}: ${codes.join(", ")} instead of ${expectedCodes.join(", ")}`;
}

function mismatchesOf(points: Iterable<readonly [lat: number, lon: number]>): string[] {
  const found: string[] = [];
  for (const [lat, lon] of points) {
    const wrong = mismatch(lat, lon);
    if (wrong !== undefined && found.push(wrong) >= MAX_SHOWN) break;
  }
  return found;
}

/** The corners of each record and the middles of its edges, each with the micro-degree before it. */
function* edgePoints(): Generator<readonly [number, number]> {
  for (let record = 0; record < rows.length; record++) {
    const [south, north] = [latMin[record], latMax[record]];
    const [west, east] = [lonMin[record], lonMax[record]];
    const middleLat = Math.floor((south + north) / 2);
    const middleLon = Math.floor((west + east) / 2);
    for (const lat of [south - 1, south, middleLat, north - 1, north]) {
      for (const lon of [west - 1, west, middleLon, east - 1, east]) yield [lat, lon];
    }
  }
}

function between(min: number, end: number): number {
  return min + Math.floor(Math.random() * (end - min));
}

function* pointsOfSphere(count: number): Generator<readonly [number, number]> {
  for (let made = 0; made < count; made++) {
    const lat = Math.asin(2 * Math.random() - 1) * (180 / Math.PI) * 1e6;
    yield [Math.floor(lat), between(-HALF_CIRCLE, HALF_CIRCLE)];
  }
}

function* pointsOfRecords(count: number): Generator<readonly [number, number]> {
  for (let made = 0; made < count; made++) {
    const record = between(0, rows.length);
    yield [between(latMin[record], latMax[record]), between(lonMin[record], lonMax[record])];
  }
}

describe("the index finds exactly the records that contain a point", () => {
  it("of all 533 territories", () => {
    expect(rows).toHaveLength(16_356);
    expect(numbers.size).toBe(533);
    const isRising = firsts.every((first, at) => at === 0 || first > firsts[at - 1]);
    expect(isRising).toBe(true);
  });

  it("on the corners and edges of every record, and just beyond them", () => {
    expect(mismatchesOf(edgePoints())).toEqual([]);
  });

  it("anywhere on Earth", () => {
    expect(mismatchesOf(pointsOfSphere(RANDOM_POINTS))).toEqual([]);
  });

  it("anywhere inside records", () => {
    expect(mismatchesOf(pointsOfRecords(RANDOM_POINTS))).toEqual([]);
  });

  it("on the poles, on the date line and where cells of the index meet", () => {
    const lats = [-POLE, -POLE + 1, 0, POLE - 1, POLE];
    for (let south = 0; south <= 2 * POLE; south += 1 << 22) lats.push(south - POLE);
    const lons = [-HALF_CIRCLE, -1, 0, HALF_CIRCLE - 1];
    for (let west = 0; west < FULL_CIRCLE; west += 1 << 22) lons.push(west - HALF_CIRCLE);
    const points = lats.flatMap((lat) => lons.map((lon) => [lat, lon] as const));
    expect(mismatchesOf(points)).toEqual([]);
  });
});

describe("a search for one territory or one country", () => {
  const own = createCodeList();

  function listed(codes: typeof list) {
    return Array.from({ length: codes.count }, (_, index) => [
      codes.territories[index],
      codeText(codes, index),
    ]);
  }

  it("lists its codes of the search for all territories, anywhere in its encompassing record", () => {
    const found: string[] = [];
    for (let territory = 0; territory < parents.length - 1; territory++) {
      const encompassing = firsts[territory + 1] - 1;
      for (let made = 0; made < 20; made++) {
        const lat = degrees(between(latMin[encompassing], latMax[encompassing]));
        const lon = degrees(between(lonMin[encompassing], lonMax[encompassing]));
        encodeInto(lat, lon, 3, list);
        const all = listed(list);
        const cases = [
          [encodeTerritoryInto, all.filter(([number]) => number === territory)],
          [
            encodeShortestInTerritoryInto,
            all.filter(([number]) => number === territory).slice(0, 1),
          ],
          [
            encodeCountryInto,
            all.filter(
              ([number]) => number === territory || parents[number as number] === territory,
            ),
          ],
        ] as const;
        for (const [encodePoint, expected] of cases) {
          const count = encodePoint(lat, lon, 3, territory, own);
          const isSame = JSON.stringify(listed(own)) === JSON.stringify(expected);
          if (count !== expected.length || !isSame) {
            found.push(`${encodePoint.name}(${lat}, ${lon}, 3, ${territory})`);
          }
        }
      }
    }
    expect(found).toEqual([]);
  });
});
