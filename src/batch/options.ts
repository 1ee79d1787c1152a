/** What is asked of a batch: plain data, which goes to worker threads as it is. */

export type Operation = "encode" | "decode";

/**
 * `csv` and `tsv` are tables, `ndjson` is one JSON value a line, `json` one array of such values,
 * `plain` one point or mapcode a line.
 */
export const FORMATS = ["csv", "tsv", "ndjson", "json", "plain"] as const;
export type FormatName = (typeof FORMATS)[number];

/** What can be added to answers; `offset` to those of encoding only. */
export const INCLUDES = ["offset", "rectangle"] as const;
export type Include = (typeof INCLUDES)[number];

export interface BatchOptions {
  readonly operation: Operation;
  readonly from: FormatName;
  readonly to: FormatName;
  /** Encoding: all mapcodes of a point, in tables and plain lines one row for each. */
  readonly all: boolean;
  /** Encoding: extra characters, 0 to 8. */
  readonly precision: number;
  /** Encoding: only local codes of this territory. Decoding: that of codes without one. */
  readonly territory?: string;
  /** Encoding: only local codes of this country (ISO 3166) and its subdivisions. */
  readonly country?: string;
  /** Encoding: the alphabet that codes and territories are written in. */
  readonly alphabet?: string;
  /**
   * `offset`: meters from the point to where its mapcode decodes to. `rectangle`: the bounds of the
   * mapcode; of an encoded one without its extra characters, as in replies of the service.
   */
  readonly include: readonly Include[];
  /** Columns or members by name, or columns of tables by number from 1. */
  readonly latColumn?: string;
  readonly lonColumn?: string;
  readonly codeColumn?: string;
  readonly territoryColumn?: string;
  /** Whether the first row of a table that comes in, and of one that goes out, names the columns. */
  readonly header: boolean;
}

export const DEFAULT_BATCH_OPTIONS: BatchOptions = {
  operation: "encode",
  from: "plain",
  to: "plain",
  all: false,
  precision: 0,
  include: [],
  header: true,
};

/** The delimiter of a table's fields; undefined for formats that are no tables. */
export function delimiterOf(format: FormatName): string | undefined {
  if (format === "csv") return ",";
  return format === "tsv" ? "\t" : undefined;
}

export function isJson(format: FormatName): boolean {
  return format === "ndjson" || format === "json";
}
