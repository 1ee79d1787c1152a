/**
 * Borders in a FlatGeobuf file of the public service's form: features with the properties alphaCode, parentAlphaCode,
 * adminLevel and area. Only who has such a file installs the library that reads it.
 */
import { readFileSync } from "node:fs";
import type { Feature, Geometry, HeaderMeta } from "flatgeobuf";
import type { Candidate } from "../../http/formats/format.ts";
import type { CandidateFinder } from "../../http/interface-options.ts";
import { MapcodeError, NO_TERRITORY, territoryNumber } from "../../index.ts";
import { loadPackage, ServiceError, unreadable } from "../start-errors.ts";

const PROPERTIES = ["alphaCode", "parentAlphaCode", "adminLevel", "area"] as const;

/** A closed line around an area, or around a hole in it. */
interface Ring {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  /** Longitude and latitude of each point, in degrees. */
  readonly points: Float64Array;
}

/** The territory of a feature with its area. */
interface Area {
  readonly candidate: Candidate;
  readonly adminLevel: number;
  readonly area: number;
  readonly rings: readonly Ring[];
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(`The borders '${path}'`, error);
  }
}

function ringOf(points: Float64Array): Ring {
  let [west, south] = points;
  let [east, north] = points;
  for (let index = 0; index < points.length; index += 2) {
    west = Math.min(west, points[index]);
    east = Math.max(east, points[index]);
    south = Math.min(south, points[index + 1]);
    north = Math.max(north, points[index + 1]);
  }
  return { south, west, north, east, points };
}

/** The numbers of these types of geometries in FlatGeobuf. */
const POLYGON = 3;
const MULTI_POLYGON = 6;

/** Whether a feature is an area. The file says the type of all features, or each one its own. */
function isArea(geometry: Geometry | null, { geometryType }: HeaderMeta): boolean {
  const type = geometryType || geometry?.type();
  return type === POLYGON || type === MULTI_POLYGON;
}

/** The rings of a polygon, or of the polygons that are its parts. */
function ringsOf(geometry: Geometry | null): readonly Ring[] {
  if (geometry === null) return [];
  const parts = Array.from({ length: geometry.partsLength() }, (_, index) => geometry.parts(index));
  if (parts.length > 0) return parts.flatMap(ringsOf);
  const points = geometry.xyArray() ?? new Float64Array();
  const ends = geometry.endsArray() ?? [points.length / 2];
  return Array.from(ends, (end, index) => {
    return ringOf(points.subarray(index === 0 ? 0 : 2 * ends[index - 1], 2 * end));
  });
}

/** Whether a ray from a point to the east crosses a ring an odd number of times. */
function isAround({ points }: Ring, latDeg: number, lonDeg: number): boolean {
  let isOdd = false;
  for (let index = 2; index < points.length; index += 2) {
    const south = points[index - 1];
    const north = points[index + 1];
    // A line has its southern end and not its northern one, so that lines that meet are crossed once.
    if (south <= latDeg === north <= latDeg) continue;
    const west = points[index - 2];
    const share = (latDeg - south) / (north - south);
    if (lonDeg < west + share * (points[index] - west)) isOdd = !isOdd;
  }
  return isOdd;
}

/** Whether a point is in an area: in an odd number of its rings. */
function contains({ rings }: Area, latDeg: number, lonDeg: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    const { south, west, north, east } = ring;
    if (latDeg < south || latDeg > north || lonDeg < west || lonDeg > east) continue;
    if (isAround(ring, latDeg, lonDeg)) isInside = !isInside;
  }
  return isInside;
}

/** The number of a territory, which the tables of another version may lack. */
function numberOf(alphaCode: string): number {
  try {
    return territoryNumber(alphaCode);
  } catch (error) {
    if (error instanceof MapcodeError && error.code === "unknown-territory") return NO_TERRITORY;
    throw error;
  }
}

/** @throws ServiceError if a file lacks a column that is needed */
function checkColumns(path: string, { columns }: HeaderMeta): void {
  const known = new Set(columns?.map(({ name }) => name));
  const missing = PROPERTIES.filter((name) => !known.has(name));
  if (missing.length === 0) return;
  throw new ServiceError(
    `The features of '${path}' lack the properties ${missing.join(", ")}. Borders need ${PROPERTIES.join(", ")}.`,
  );
}

/** @throws ServiceError if the feature is no territory with an area */
function areaOf(
  path: string,
  id: number,
  feature: Feature,
  header: HeaderMeta,
  properties: object,
): Area {
  const values = properties as Record<(typeof PROPERTIES)[number], unknown>;
  const { alphaCode, parentAlphaCode, adminLevel, area } = values;
  const geometry = feature.geometry();
  const isCode = typeof alphaCode === "string" && alphaCode !== "";
  const hasNumbers = typeof adminLevel === "number" && typeof area === "number";
  if (!isCode || !hasNumbers || !isArea(geometry, header)) {
    throw new ServiceError(
      `Feature ${id + 1} of '${path}' is no territory. It needs a polygon, a text as alphaCode, and numbers as adminLevel and area.`,
    );
  }
  const parent = typeof parentAlphaCode === "string" ? parentAlphaCode : "";
  const candidate = {
    alphaCode,
    parentAlphaCode: parent === "" ? undefined : parent,
    territory: numberOf(alphaCode),
  };
  return { candidate, adminLevel, area, rings: ringsOf(geometry) };
}

/** Reads all areas of a file. @throws ServiceError if it is not such a file, or ends early */
async function readAreas(path: string): Promise<readonly Area[]> {
  const borders = `The borders in '${path}'`;
  const { generic } = await loadPackage(() => import("flatgeobuf"), borders, "flatgeobuf", 4);
  const areas: Area[] = [];
  let announced = 0;
  const fromFeature = (id: number, feature: Feature, header: HeaderMeta) => {
    const { columns, featuresCount } = header;
    if (id === 0) checkColumns(path, header);
    announced = featuresCount;
    areas.push(areaOf(path, id, feature, header, generic.parseProperties(feature, columns)));
    return {};
  };
  try {
    for await (const _ of generic.deserialize(readBytes(path), { fromFeature }));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError(`The borders '${path}' are not a FlatGeobuf file (${reason}).`);
  }
  if (areas.length > 0 && areas.length >= announced) return areas;
  throw new ServiceError(`The borders '${path}' have ${areas.length} of ${announced} features.`);
}

/**
 * Loads borders from a file. Its areas stay in memory, which takes as much as the file.
 * @returns finds the features around a point, those of the highest adminLevel first, then the smallest ones
 * @throws ServiceError if the file or the library is missing, or the file is not of the form of the public service
 */
export async function fileFinder(path: string): Promise<CandidateFinder> {
  const areas = (await readAreas(path)).toSorted(
    (one, other) => other.adminLevel - one.adminLevel || one.area - other.area,
  );
  return (latDeg, lonDeg) => {
    const wrapped = lonDeg - 360 * Math.floor((lonDeg + 180) / 360);
    const around = areas.filter((area) => contains(area, latDeg, wrapped));
    return around.map(({ candidate }) => candidate);
  };
}
