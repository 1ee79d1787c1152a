/** What the digits of the first points say against them. */
import type { Coordinate } from "../../index.ts";

type Numbers = readonly [lat: number, lon: number];

/** Whether degrees have four decimals that are not of minutes, nor of a grid. */
export function isMeasured(degrees: number): boolean {
  const steps = degrees * 240;
  return /\.\d{4}/.test(`${degrees}`) && Math.abs(steps - Math.round(steps)) > 0.02;
}

/** The points of an axis that has lost its decimals, or whose values are missing. */
function wholePoints(points: readonly Numbers[], at: number): readonly Numbers[] {
  const whole = points.filter((point) => Number.isInteger(point[at]) && isMeasured(point[1 - at]));
  // A grid has one latitude in many rows, and a few places are at whole degrees.
  const areSeveral = new Set(whole.map((point) => point[at])).size > 1;
  const areMany = areSeveral && whole.length >= 0.3 * points.length;
  const found = areMany ? whole : whole.filter((point) => point[at] === 0);
  return found.length > 2 ? found : [];
}

/** The points that have one number twice, more than by chance. Where both are negative, there is hardly any land. */
function equalPoints(points: readonly Numbers[]): readonly Numbers[] {
  const equal = points.filter(([lat, lon]) => lat === lon && (lat < 0 || isMeasured(lat)));
  return equal.length >= Math.max(2, 0.05 * points.length) ? equal : [];
}

/** Whether the first decimals of points far apart are all of 0 to 5: minutes are below 60. Grids lack some of these. */
function areMinutesAsDecimals(numbers: readonly number[]): boolean {
  const tenths = new Set(numbers.map((degrees) => degrees.toFixed(6).replace(/\d{5}$/, "")));
  const digits = new Set([...tenths].map((tenth) => tenth.slice(-1)));
  return tenths.size >= 12 && [...digits].toSorted().join("") === "012345";
}

export function doubtOfPoints(points: readonly Coordinate[]): string | undefined {
  const all = points.map(({ latDeg, lonDeg }): Numbers => [latDeg, lonDeg]);
  if ([0, 1].every((at) => areMinutesAsDecimals(all.map((numbers) => numbers[at])))) {
    return "No point has decimals from .60 on. Are these degrees and minutes, such as 52.37 for 52°37'? If so, write 52°37'.";
  }
  const found = [wholePoints(all, 0), wholePoints(all, 1), equalPoints(all)];
  const [first] = found.flat();
  if (!first) return undefined;
  return `Do points such as ${first.join(", ")} lack decimals or a value, or is one column read twice?`;
}
