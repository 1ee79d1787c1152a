/** All exports of the package's entries, and valid arguments for each function. */
import * as batch from "../../src/batch/index.ts";
import * as borders from "../../src/borders/index.ts";
import "../../src/loaders/disk-borders.ts";
import * as library from "../../src/index.ts";
import * as Into from "../../src/into.ts";

/** Exports by name, with the entry as prefix. Enumerated from the entries, so that none is missing. */
export const EXPORTS = Object.entries({
  "": library,
  "into ": Into,
  "batch ": batch,
  "borders ": borders,
}).flatMap(([entry, all]) =>
  Object.entries<unknown>(all).map(([name, value]) => [entry + name, value] as const),
);

/** A way to call an export: the function itself, or `new` for a class. */
export type Call = (...values: unknown[]) => unknown;

export function isClass(value: unknown): boolean {
  return typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));
}

/** How to call an export; undefined for constants. */
export function callOf(value: unknown): Call | undefined {
  if (typeof value !== "function") return undefined;
  if (isClass(value)) return (...values) => Reflect.construct(value, values);
  return (...values) => Reflect.apply(value, undefined, values);
}

const { createCodeList, NO_TERRITORY, RECTANGLE_NUMBERS } = Into;
const LAT_DEG = 52.376514;
const LON_DEG = 4.908543;
const NLD = Into.territoryNumber("NLD");
const TEXT = "NLD 49.4V";
const BYTES = new TextEncoder().encode(TEXT);

const point = { latDeg: LAT_DEG, lonDeg: LON_DEG };

function filledList() {
  const list = createCodeList();
  Into.encodeInto(LAT_DEG, LON_DEG, 0, list);
  return list;
}

/** Valid arguments of each function and class, created for each call, as some functions fill them. */
const GOOD_ARGUMENTS: Readonly<Record<string, () => unknown[]>> = {
  alphabets: () => [],
  "into codeText": () => [filledList(), 0],
  "into countryNumber": () => ["NL"],
  "into createCodeList": () => [],
  dataVersion: () => [],
  decode: () => ["49.4V", { context: "NLD" }],
  "into decodeBytesInto": () => [BYTES, 0, BYTES.length, NO_TERRITORY, new Float64Array(2)],
  "into decodeInto": () => [TEXT, NO_TERRITORY, new Float64Array(2)],
  decodeRectangle: () => ["49.4V", { context: "NLD" }],
  "into decodeRectangleInto": () => [TEXT, NO_TERRITORY, new Float64Array(RECTANGLE_NUMBERS)],
  distanceMeters: () => [point, point],
  encode: () => [LAT_DEG, LON_DEG, { precision: 2, territory: "NLD" }],
  encodeInternational: () => [LAT_DEG, LON_DEG, { precision: 2 }],
  "into encodeInternationalInto": () => [LAT_DEG, LON_DEG, 0, createCodeList()],
  "into encodeInto": () => [LAT_DEG, LON_DEG, 0, createCodeList(), { territory: NLD, country: -1 }],
  encodeShortest: () => [LAT_DEG, LON_DEG, { precision: 2 }],
  findTerritory: () => ["IN", "RUS"],
  getCountry: () => ["NL"],
  getTerritory: () => ["IN", "RUS"],
  hasMapcodeForm: () => [TEXT],
  MapcodeError: () => [{ code: "invalid-option", message: "The message.", value: 9 }],
  maxErrorMeters: () => [8],
  formatMapcode: () => [
    { territory: "NLD", code: "49.4V" },
    { alphabet: "greek", precision: 0 },
  ],
  placesOf: () => ["49.4V", { near: point, country: "NL" }],
  parseMapcode: () => ["49.4V", { context: "NLD" }],
  parseCoordinates: () => ["52.376514, 4.908543"],
  searchTerritories: () => ["nether", { limit: 2 }],
  subdivisions: () => ["US"],
  territories: () => [],
  territoryInAlphabet: () => ["NLD", "greek"],
  "into territoryNumber": () => ["IN", "RUS"],
  "borders encodeByBorders": () => [LAT_DEG, LON_DEG, { precision: 2, territory: "NLD" }],
  "borders encodeLocal": () => [LAT_DEG, LON_DEG, { precision: 2 }],
  "borders encodeLocalInto": () => [LAT_DEG, LON_DEG, 0, createCodeList()],
  "borders territoriesAt": () => [LAT_DEG, LON_DEG],
  "borders territoriesAtInto": () => [LAT_DEG, LON_DEG, new Int16Array(borders.MAX_CANDIDATES)],
  "batch BatchError": () => ["The message.", "precision"],
  "batch BatchLimitError": () => ["maxRows", 9],
  "batch DecodeStream": () => [{ from: "csv" }, { maxRows: 9 }],
  "batch EncodeStream": () => [{ from: "csv" }, { maxRows: 9 }],
};

/** The valid arguments of an export. Throws for an export that has none yet. */
export function goodArguments(name: string): unknown[] {
  const create = GOOD_ARGUMENTS[name];
  if (!create) throw new Error(`Add good arguments of ${name} to test/support/exports.ts`);
  return create();
}
