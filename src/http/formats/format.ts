/** The data of replies, and the interface of the formats that write it. */
import type { Coordinate, Rectangle, Territory } from "../../index.ts";
import type { ErrorBody } from "../http-error.ts";

export const JSON_TYPE = "application/json";
export const XML_TYPE = "application/xml";

/** One mapcode. Members that are undefined are left out of the reply. */
export interface CodeEntry {
  readonly mapcode: string;
  readonly mapcodeInAlphabet?: string;
  readonly territory?: string;
  readonly territoryInAlphabet?: string;
  readonly offsetMeters?: number;
  /** The cell of the code without extra digits. */
  readonly rectangle?: Rectangle;
}

/** All mapcodes of a point. */
export interface CodesData {
  readonly local?: CodeEntry;
  readonly international: CodeEntry;
  /** Undefined where the dialect omits it; XML then has an empty element nevertheless. */
  readonly mapcodes?: readonly CodeEntry[];
}

/** The point of a mapcode. */
export interface CoordsData extends Coordinate {
  readonly rectangle?: Rectangle;
}

/** Consecutive items of a list. */
export interface Page<Item> {
  /** The length of the whole list. */
  readonly total: number;
  readonly items: readonly Item[];
}

export interface VersionData {
  /** Of this software. */
  readonly version: string;
  /** Of the specification of the interface. */
  readonly apiVersion?: string;
  /** Of the published tables. */
  readonly dataVersion?: string;
}

/** Writes replies: one function for each shape of reply. */
export interface Format {
  readonly name: "json" | "xml";
  readonly contentType: string;
  codes(data: CodesData): string;
  codeEntries(entries: readonly CodeEntry[]): string;
  codeEntry(entry: CodeEntry): string;
  coords(data: CoordsData): string;
  rectangle(rectangle: Rectangle): string;
  territories(page: Page<Territory>): string;
  territory(territory: Territory): string;
  alphabets(page: Page<string>): string;
  alphabet(name: string): string;
  version(data: VersionData): string;
  /** Reports that the service is healthy. */
  status(): string;
  error(body: ErrorBody): string;
}

/** Writes a number so that it reads back to the same double. Whole numbers keep one decimal. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  // Very large and very small numbers have an exponent and need no decimal.
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}
