/**
 * Compares the index with a walk over every boundary record, without cells or leaves. The index must list exactly the
 * records that contain a point.
 */
import { describe, expect, it } from "vitest";
import { codeText, createCodeList, encodeInto } from "../../src/into.ts";
import { contains, type Point } from "../oracle/points.ts";
import { type BoundaryRecord, outlineOf, TERRITORIES } from "../oracle/tables.ts";
import { BOUNDS, runs } from "../support/arbitraries.ts";

const FULL_CIRCLE = 360_000_000;
const HALF_CIRCLE = 180_000_000;
const POLE = 90_000_000;

/** Number of random points of each kind. The points on edges cover every record. */
const RANDOM_POINTS = runs(50_000).numRuns;

/** Maximum number of reported mismatches. */
const MAX_SHOWN = 20;

/** The form of a record's codes: lengths before and after the dot, and the header letter, `4.3H`. */
function formOf({ codex, nameless, recordType, headerLetter }: BoundaryRecord): string {
  if (nameless) return { 13: "2.3", 21: "2.2", 22: "3.2" }[codex] ?? `${codex}`;
  if (recordType > 1) return codex === 22 ? "2.3" : "3.3";
  const [prefix, suffix] = `${codex === 21 ? 22 : codex}`;
  return recordType === 1
    ? `${Number(prefix) + 1}.${suffix}${headerLetter}`
    : `${prefix}.${suffix}`;
}

const numbers = new Map(TERRITORIES.map(({ alphaCode }, number) => [alphaCode, number]));

/** The records of each territory with the forms of their codes, its parent, and its encompassing record. */
const WALKED = TERRITORIES.map((territory) => ({
  parent: numbers.get(territory.parent),
  outline: outlineOf(territory),
  records: territory.records.map((record) => ({ record, form: formOf(record) })),
}));

interface Listed {
  readonly territory: number;
  readonly form: string;
}

/** Lists the codes of a territory, under its own name or the name of a subdivision. */
function walkTerritory(territory: number, label: number, point: Point, to: Listed[]) {
  const { outline, parent, records } = WALKED[territory];
  if (!contains(outline, point)) return;
  const before = to.length;
  for (const { record, form } of records) {
    if (!contains(record, point)) continue;
    if (record === outline && parent !== undefined) {
      walkTerritory(parent, label, point, to);
    } else if (record.codex < 54) {
      const mustWait = record.restricted && to.length === before;
      if (!mustWait) to.push({ territory: label, form });
    }
  }
}

const ALL = [...WALKED.keys()];

/** The territories that a point from one latitude to another can lie in. A walk over all takes three times as long. */
function territoriesBetween(southMicroDeg: number, northMicroDeg: number): number[] {
  return ALL.filter((territory) => {
    const { latMin, latMax } = WALKED[territory].outline;
    return latMin <= northMicroDeg && southMicroDeg <= latMax;
  });
}

function walk(latMicro: number, lonMicro: number, territories: readonly number[]): Listed[] {
  const to: Listed[] = [];
  const point = { latMicro, latFrac: 0, lonMicro, lonFrac: 0 };
  for (const territory of territories) walkTerritory(territory, territory, point, to);
  return to;
}

const list = createCodeList();

/** Adds half a micro-degree, so that rounding cannot give the previous micro-degree. */
function degrees(microDeg: number): number {
  return (microDeg + 0.5) / 1e6;
}

/** Returns a report if the codes of the engine and the walk differ, else undefined. */
function mismatch([inputLat, inputLon]: Micro, territories: readonly number[]): string | undefined {
  const lat = Math.min(Math.max(inputLat, -POLE), POLE);
  const fromDateLine = (((inputLon + HALF_CIRCLE) % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE;
  const lon = fromDateLine - HALF_CIRCLE;
  const expected = walk(lat, lon, territories);
  const count = encodeInto(degrees(lat), degrees(lon), 0, list);
  const isEqual = expected.every(({ territory, form }, index) => {
    if (index >= count) return false;
    const code = codeText(list, index);
    const dot = code.indexOf(".");
    const letter = form.length > 3 ? code.charAt(0) : "";
    const isForm = form === `${dot}.${code.length - 1 - dot}${letter}`;
    return isForm && list.territories[index] === territory;
  });
  if (isEqual && count === expected.length) return undefined;
  const codes = Array.from({ length: count }, (_, index) => codeText(list, index));
  return `${lat}, ${lon}: ${codes} instead of ${expected.map(({ form }) => form)}`;
}

type Micro = readonly [latMicroDeg: number, lonMicroDeg: number];

function mismatchesOf(points: Iterable<Micro>, territories = ALL): string[] {
  const found: string[] = [];
  for (const point of points) {
    const wrong = mismatch(point, territories);
    if (wrong !== undefined && found.push(wrong) >= MAX_SHOWN) break;
  }
  return found;
}

/** The corners of a record and the middles of its edges, with the positions one micro-degree away. */
function edgePoints({ latMin, latMax, lonMin, lonMax }: BoundaryRecord): Micro[] {
  const lats = [latMin - 1, latMin, Math.floor((latMin + latMax) / 2), latMax - 1, latMax];
  const lons = [lonMin - 1, lonMin, Math.floor((lonMin + lonMax) / 2), lonMax - 1, lonMax];
  return lats.flatMap((lat) => lons.map((lon) => [lat, lon] as const));
}

function between(min: number, end: number): number {
  return min + Math.floor(Math.random() * (end - min));
}

function* randomPoints(point: () => Micro): Generator<Micro> {
  for (let made = 0; made < RANDOM_POINTS; made++) yield point();
}

const ofSphere = (): Micro => {
  const lat = Math.asin(2 * Math.random() - 1) * (180 / Math.PI) * 1e6;
  return [Math.floor(lat), between(-HALF_CIRCLE, HALF_CIRCLE)];
};

const ofRecord = (): Micro => {
  const { latMin, latMax, lonMin, lonMax } = BOUNDS[between(0, BOUNDS.length)];
  return [between(latMin, latMax), between(lonMin, lonMax)];
};

/** Near corners of cells, of 2^19 micro-degrees a side. */
const ofCorner = (): Micro => [
  between(0, 344) * 2 ** 19 - POLE - between(0, 2),
  between(0, 687) * 2 ** 19 - HALF_CIRCLE - between(0, 2),
];

describe("the index finds exactly the records that contain a point", () => {
  it("of all 533 territories", () => {
    expect(BOUNDS).toHaveLength(16_356);
    expect(WALKED.filter(({ records }) => records.length > 0)).toHaveLength(533);
  });

  it("on the corners and edges of every record, and just beyond them", () => {
    // npm test checks a fifth of them.
    const step = Math.ceil(BOUNDS.length / runs(BOUNDS.length).numRuns);
    const checked = BOUNDS.filter((_, index) => index % step === 0);
    const found = checked.flatMap((record) => {
      const territories = territoriesBetween(record.latMin - 1, record.latMax);
      return mismatchesOf(edgePoints(record), territories);
    });
    expect(found).toEqual([]);
  });

  it.each([
    ["anywhere on Earth", ofSphere],
    ["anywhere inside records", ofRecord],
    ["at corners of cells of the index", ofCorner],
  ])("%s", (_where, point) => {
    expect(mismatchesOf(randomPoints(point))).toEqual([]);
  });

  it("on the poles, the date line and the corners of squares of the index", () => {
    const lats = [-POLE, -POLE + 1, 0, POLE - 1, POLE];
    for (let south = 0; south <= 2 * POLE; south += 1 << 22) lats.push(south - POLE);
    const lons = [-HALF_CIRCLE, -1, 0, HALF_CIRCLE - 1];
    for (let west = 0; west < FULL_CIRCLE; west += 1 << 22) lons.push(west - HALF_CIRCLE);
    const points = lats.flatMap((lat) => lons.map((lon) => [lat, lon] as const));
    expect(mismatchesOf(points)).toEqual([]);
  });
});
