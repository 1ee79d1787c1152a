/**
 * What borders cost, and what they change: the time of a look-up, the memory of its arrays, and how often the local code
 * of a point on land names another country or another subdivision. The points are uniform on the sphere, and the borders
 * themselves tell what is on land and whose it is. As the engine, they are measured as they are built.
 */
import { encodeShortest, territories } from "./engine.ts";
import { spherePoints } from "./point-sets.ts";
import type { Table } from "./report.ts";

export interface BorderTiming {
  /** Points on the sphere; those on land count for the shares, 38%. */
  readonly points: number;
  readonly rounds: number;
}

type Borders = typeof import("../src/borders/index.ts");

const WARM_UP_ROUNDS = 5;

/** Countries whose subdivisions the borders know. */
const DIVIDED = ["USA", "CAN", "AUS", "IND", "CHN"];

/** A cell of the raster within Russia. */
const WHOLE_CELL = { latDeg: 60, lonDeg: 96, sizeDeg: 6 };

/** Loads the borders. @returns also how many bytes of arrays they have */
async function loadBorders(): Promise<[borders: Borders, bytes: number]> {
  const before = process.memoryUsage().arrayBuffers;
  const borders: Borders = await import(new URL("../dist/borders.js", import.meta.url).href);
  return [borders, process.memoryUsage().arrayBuffers - before];
}

/** The least CPU time of a look-up, in nanoseconds. */
function timeOf(
  { territoriesAtInto, MAX_CANDIDATES }: Borders,
  points: Float64Array,
  rounds: number,
) {
  const found = new Int16Array(MAX_CANDIDATES);
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let at = 0; at < points.length; at += 2) {
      sum += territoriesAtInto(points[at], points[at + 1], found);
    }
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) least = Math.min(least, (1000 * (user + system) * 2) / points.length);
  }
  // Read here, so that V8 cannot leave work out as unused.
  if (Number.isNaN(sum)) throw new Error("A number of territories is no number.");
  return least;
}

/** The points with a territory around them. */
function onLand({ territoriesAt }: Borders, points: Float64Array): Float64Array {
  const kept: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [lat, lon] = points.subarray(at, at + 2);
    if (territoriesAt(lat, lon).length > 0) kept.push(lat, lon);
  }
  return Float64Array.from(kept);
}

/** Points of the sphere, moved into one cell. */
function inWholeCell(points: Float64Array): Float64Array {
  const { latDeg, lonDeg, sizeDeg } = WHOLE_CELL;
  const extents = [180, 360];
  return points.map((degrees, at) => {
    const part = (degrees + extents[at % 2] / 2) / extents[at % 2];
    return (at % 2 === 0 ? latDeg : lonDeg) + part * sizeDeg;
  });
}

/** How many points have a code of their own country, and how many local codes of these name another one. */
interface Counts {
  points: number;
  shortest: number;
  byBorders: number;
}

const newCounts = (): Counts => ({ points: 0, shortest: 0, byBorders: 0 });

/** Counts local codes of other countries, and in countries with known subdivisions, of other subdivisions. */
function countOthers(
  { encodeByBorders, encodeLocal, territoriesAt }: Borders,
  points: Float64Array,
) {
  const parentOf = new Map(
    territories().map(({ alphaCode, parentTerritory }) => [alphaCode as string, parentTerritory]),
  );
  const countryOf = (code: string): string => parentOf.get(code) ?? code;
  const countries = newCounts();
  const subdivisions = newCounts();
  for (let at = 0; at < points.length; at += 2) {
    const [lat, lon] = points.subarray(at, at + 2);
    const around = territoriesAt(lat, lon).map(({ alphaCode }) => alphaCode as string);
    const own = around.map(countryOf);
    const codes = encodeByBorders(lat, lon);
    if (!codes.some(({ territory }) => own.includes(countryOf(territory)))) continue;
    const shortest = encodeShortest(lat, lon).territory;
    const local = encodeLocal(lat, lon)?.territory ?? shortest;
    countries.points++;
    countries.shortest += Number(!own.includes(countryOf(shortest)));
    countries.byBorders += Number(!own.includes(countryOf(local)));
    const [smallest] = around;
    const country = parentOf.get(smallest);
    if (country === undefined || !DIVIDED.includes(country)) continue;
    if (!codes.some(({ territory }) => territory === smallest)) continue;
    const isOther = (code: string) => code !== smallest && parentOf.get(code) === country;
    subdivisions.points++;
    subdivisions.shortest += Number(isOther(shortest));
    subdivisions.byBorders += Number(isOther(local));
  }
  return { countries, subdivisions };
}

function rowOf(name: string, { points, shortest, byBorders }: Counts): string[] {
  const percent = (count: number) => `${((100 * count) / points).toFixed(2)} %`;
  return [name, `${points}`, percent(shortest), percent(byBorders)];
}

/** Measures the built borders. */
export async function measureBorders({ points, rounds }: BorderTiming): Promise<readonly Table[]> {
  const [borders, bytes] = await loadBorders();
  const sphere = spherePoints(points, 4);
  const land = onLand(borders, sphere);
  const { countries, subdivisions } = countOthers(borders, land);
  const ns = (set: Float64Array) => timeOf(borders, set, rounds).toFixed(0);
  return [
    {
      title: "One thread, least CPU nanoseconds of a look-up, and the bytes of its arrays:",
      head: ["borders", "ns or bytes"],
      names: 1,
      rows: [
        ["anywhere on Earth", ns(sphere)],
        ["on land", ns(land)],
        ["in a cell within one country", ns(inWholeCell(sphere))],
        ["bytes", `${bytes}`],
      ],
    },
    {
      title: "Points on land with a code of their own, and local codes that name another one:",
      head: ["share of", "points", "the shortest code", "by borders"],
      names: 1,
      rows: [
        rowOf("another country", countries),
        rowOf(`another subdivision, in ${DIVIDED.join(", ")}`, subdivisions),
      ],
    },
  ];
}
