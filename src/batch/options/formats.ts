/**
 * What options, names of files and requests say about each format. How a format is read and written is in ../formats/,
 * which the checks of options need not load.
 */

/** The name of a batch format. */
export type FormatName = "csv" | "tsv" | "ndjson" | "json" | "plain" | "geojson";

/** The part of a format that others know it by. */
export interface FormatFacts {
  /** What the format is, in a few words for help texts. */
  readonly summary: string;
  /** File name extensions, in lower case and with their dot, the most common one first. */
  readonly extensions: readonly string[];
  /** Output has the first one. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** What rows are: of a table with columns, lines of text, JSON objects, or GeoJSON features with such objects. */
  readonly kind: "table" | "line" | "object" | "feature";
}

/** Whether rows have keys of their own, which may differ from the keys of the first row. */
export function hasKeys(kind: FormatFacts["kind"]): boolean {
  return kind === "object" || kind === "feature";
}

/** The facts of all formats, in the order of their lists. */
export const FORMAT_FACTS: Readonly<Record<FormatName, FormatFacts>> = {
  csv: {
    summary: "table with commas, or other delimiters",
    extensions: [".csv"],
    mediaTypes: ["text/csv"],
    kind: "table",
  },
  tsv: {
    summary: "table with tabs",
    extensions: [".tsv", ".tab"],
    mediaTypes: ["text/tab-separated-values"],
    kind: "table",
  },
  ndjson: {
    summary: "JSON values or GeoJSON features, one a line",
    extensions: [".ndjson", ".jsonl", ".geojsonl", ".ndgeojson", ".geojsons", ".geojsonseq"],
    mediaTypes: [
      "application/x-ndjson",
      "application/ndjson",
      // None is registered for newline-delimited GeoJSON. loaders.gl and kepler.gl use the first one.
      "application/geo+x-ndjson",
      "application/x-ndgeojson",
    ],
    kind: "object",
  },
  json: {
    summary: "one JSON array",
    extensions: [".json"],
    mediaTypes: ["application/json"],
    kind: "object",
  },
  plain: {
    summary: "one point or mapcode a line",
    extensions: [".txt"],
    mediaTypes: ["text/plain"],
    kind: "line",
  },
  geojson: {
    summary: "GeoJSON FeatureCollection",
    extensions: [".geojson"],
    mediaTypes: ["application/geo+json"],
    kind: "feature",
  },
};

/**
 * The names of all batch formats.
 * @example
 * ```ts
 * FORMAT_NAMES.includes("ndjson"); // true
 * ```
 */
export const FORMAT_NAMES: readonly FormatName[] = Object.freeze(
  Object.keys(FORMAT_FACTS) as FormatName[],
);
