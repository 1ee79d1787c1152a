/** `/version`, `/status` and `/metrics`, which report on the running service. */
import { dataVersion, decode, encode } from "../index.ts";
import type { Format } from "./negotiation.ts";
import type { Dialect } from "./options.ts";
import { packageVersion } from "./version.ts";
import { xmlDocument } from "./xml.ts";

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

/** Writes texts and numbers. @param name of the element around them in XML */
export function writeMembers(name: string, members: object, format: Format): string {
  return format === "json" ? JSON.stringify(members) : xmlDocument({ [name]: members });
}

/** The version of the specification that the interface follows. */
const API_VERSION = "2.4.7.1";

export function versionReply({ reportsAllVersions }: Dialect, format: Format): string {
  const others = { apiVersion: API_VERSION, dataVersion: dataVersion() };
  const members = { version: packageVersion(), ...(reportsAllVersions && others) };
  return writeMembers("version", members, format);
}

/** @throws Error when the engine converts a known point wrongly */
export function statusReply({ hasStatusBody }: Dialect, format: Format): string {
  checkEngine();
  return hasStatusBody ? writeMembers("status", { status: "OK" }, format) : "";
}
