/** Checks that the engine of this process converts. */
import { decode, encode } from "../index.ts";

/** A point in Amsterdam, its first mapcode, and the center of that mapcode's cell. */
const KNOWN_POINT = {
  latDeg: 52.376514,
  lonDeg: 4.908543,
  mapcode: "NLD 49.4V",
  cell: { latDeg: 52.37651400000124, lonDeg: 4.908543375 },
};

/** @throws Error when the engine converts a known point wrongly */
export function checkEngine(): void {
  const [first] = encode(KNOWN_POINT.latDeg, KNOWN_POINT.lonDeg);
  const mapcode = `${first?.territory} ${first?.code}`;
  const { latDeg, lonDeg } = decode(KNOWN_POINT.mapcode);
  const isRight =
    mapcode === KNOWN_POINT.mapcode &&
    latDeg === KNOWN_POINT.cell.latDeg &&
    lonDeg === KNOWN_POINT.cell.lonDeg;
  if (isRight) return;
  throw new Error(
    `The engine gives ${mapcode} and ${latDeg},${lonDeg} for ${JSON.stringify(KNOWN_POINT)}.`,
  );
}
