/**
 * What options, names of files and requests say about each format. How a format is read and written is in ../formats/,
 * which the checks of options need not load.
 */
import { ALL_ROLES, type Role } from "./conversion.ts";

/** The name of a batch format. */
export type FormatName =
  | "csv"
  | "tsv"
  | "ndjson"
  | "json"
  | "plain"
  | "geojson"
  | "geojsonseq"
  | "geojsonl";

/** The part of a format that others know it by. */
export interface FormatFacts {
  /** What the format is, in a few words for help texts. */
  readonly summary: string;
  /** File name extensions, in lower case and with their dot, the most common one first. */
  readonly extensions: readonly string[];
  /** The first one is that of output. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** The roles whose columns can be chosen by options. */
  readonly columnRoles: readonly Role[];
  /** Whether values have names. */
  readonly hasNames: boolean;
}

const FEATURE_ROLES: readonly Role[] = ["mapcode", "territory", "international", "country"];

/** The facts of all formats, in the order of their lists. */
export const FORMAT_FACTS: Readonly<Record<FormatName, FormatFacts>> = {
  csv: {
    summary: "table with commas, or other delimiters",
    extensions: [".csv"],
    mediaTypes: ["text/csv"],
    columnRoles: ALL_ROLES,
    hasNames: true,
  },
  tsv: {
    summary: "table with tabs",
    extensions: [".tsv", ".tab"],
    mediaTypes: ["text/tab-separated-values"],
    columnRoles: ALL_ROLES,
    hasNames: true,
  },
  ndjson: {
    summary: "JSON values, one a line",
    extensions: [".ndjson", ".jsonl"],
    mediaTypes: ["application/x-ndjson", "application/ndjson"],
    columnRoles: ALL_ROLES,
    hasNames: true,
  },
  json: {
    summary: "one JSON array",
    extensions: [".json"],
    mediaTypes: ["application/json"],
    columnRoles: ALL_ROLES,
    hasNames: true,
  },
  plain: {
    summary: "one point or mapcode a line",
    extensions: [".txt"],
    mediaTypes: ["text/plain"],
    columnRoles: [],
    hasNames: false,
  },
  geojson: {
    summary: "GeoJSON FeatureCollection",
    extensions: [".geojson"],
    mediaTypes: ["application/geo+json"],
    columnRoles: FEATURE_ROLES,
    hasNames: true,
  },
  geojsonseq: {
    summary: "GeoJSON text sequence, RFC 8142",
    extensions: [".geojsons", ".geojsonseq"],
    mediaTypes: ["application/geo+json-seq"],
    columnRoles: FEATURE_ROLES,
    hasNames: true,
  },
  geojsonl: {
    summary: "one GeoJSON feature a line",
    extensions: [".geojsonl", ".ndgeojson"],
    // None is registered for newline-delimited GeoJSON. The first one is that of loaders.gl and kepler.gl.
    mediaTypes: ["application/geo+x-ndjson", "application/x-ndgeojson"],
    columnRoles: FEATURE_ROLES,
    hasNames: true,
  },
};

/**
 * The names of all batch formats.
 * @example
 * ```ts
 * FORMAT_NAMES.includes("geojsonseq"); // true
 * ```
 */
export const FORMAT_NAMES: readonly FormatName[] = Object.freeze(
  Object.keys(FORMAT_FACTS) as FormatName[],
);
