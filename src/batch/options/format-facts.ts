/** The facts about each format for options, file names and requests, which need not load what reads and writes it. */

/** The name of a batch format. */
export type FormatName = "csv" | "tsv" | "ndjson" | "json" | "plain" | "geojson";

interface FormatFacts {
  /** The kind of rows: of a table with columns, lines of text, JSON objects, or GeoJSON features with such objects. */
  readonly kind: "table" | "line" | "object" | "feature";
  /** The format in a few words, for help texts. */
  readonly summary: string;
  /** File name extensions, in lower case and with their dot, the most common one first. */
  readonly extensions: readonly string[];
  /** Media types. The first one is the type of outputs. */
  readonly mediaTypes: readonly string[];
}

/** @param extensions with spaces between them, as the media types */
function facts(kind: FormatFacts["kind"], summary: string, extensions: string, mediaTypes: string) {
  return { kind, summary, extensions: extensions.split(" "), mediaTypes: mediaTypes.split(" ") };
}

/** The facts of all formats. Lists of formats have this order. */
export const FORMAT_FACTS: Readonly<Record<FormatName, FormatFacts>> = {
  csv: facts("table", "table with commas, or other delimiters", ".csv", "text/csv"),
  tsv: facts("table", "table with tabs", ".tsv .tab", "text/tab-separated-values"),
  ndjson: facts(
    "object",
    "JSON values or GeoJSON features, one per line",
    ".ndjson .jsonl .geojsonl .ndgeojson .geojsons .geojsonseq",
    // No type is registered for newline-delimited GeoJSON. loaders.gl and kepler.gl use the third type.
    "application/x-ndjson application/ndjson application/geo+x-ndjson application/x-ndgeojson",
  ),
  json: facts("object", "one JSON array", ".json", "application/json"),
  plain: facts("line", "one point or mapcode per line", ".txt", "text/plain"),
  geojson: facts("feature", "GeoJSON FeatureCollection", ".geojson", "application/geo+json"),
};

/** Whether each row has its own keys. They may differ from the keys of the first row. */
export function hasKeys(format: FormatName): boolean {
  const { kind } = FORMAT_FACTS[format];
  return kind === "object" || kind === "feature";
}

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
