/** The coordinate reference systems of GeoJSON of 2008, which PostGIS and other programs still write. */
import { isObject, quoted } from "../internal.ts";

/** Names of the system of all GeoJSON: degrees, longitude first. EPSG:4326 stands for it, though its latitude is first. */
const DEGREES_SYSTEM = /(?:CRS84h?|EPSG:[\d.]*:?(?:4326|4979))$/i;

/** The name of a system; the value as it stands, if it is something else. */
function nameOfSystem(crs: unknown): string {
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  return typeof name === "string" ? name : JSON.stringify(crs);
}

/**
 * What is wrong with coordinates in a reference system.
 * @param crs the member `crs` of a collection, a feature or a geometry
 * @returns undefined if they are in degrees, as they are without a member
 */
export function referenceSystemProblem(crs: unknown): string | undefined {
  if (crs === undefined || crs === null) return undefined;
  const name = nameOfSystem(crs);
  if (DEGREES_SYSTEM.test(name)) return undefined;
  return `The coordinates are in ${quoted(name)}, by the member crs. Expected: degrees of longitude and latitude (WGS 84, CRS84).`;
}
