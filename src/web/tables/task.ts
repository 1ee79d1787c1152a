/** What the page and the worker of tables say to each other. */
import type { ByRole } from "../../batch/options/roles.ts";
import type { AlphabetName } from "../../index.ts";

/** A task for the worker. */
export interface TableTask {
  readonly file: Blob;
  /** The name of the file: its extension proposes the format. Empty for pasted rows. */
  readonly name: string;
  readonly to: "csv" | "geojson";
  /** Extra characters of the codes, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
  /** Whether a code and its territory are one value. */
  readonly joined?: boolean;
  readonly bordersUrl: string;
  /** The columns that the user has chosen, by their names, or by their numbers where names repeat. */
  readonly columns?: ByRole<string> | undefined;
  /** Whether the user has said that texts with both coordinates begin with the longitude. */
  readonly lonFirst?: boolean | undefined;
  /** The territories that the user means by names in front of codes: `NLD` for `NL`. */
  readonly meanings?: Readonly<Record<string, string>> | undefined;
}

/** Rows of the table, for the user to see how it is read. */
export interface Preview {
  readonly names: readonly string[];
  /** The index of the column of each role. */
  readonly roles: ByRole<number>;
  /** Whether the user may say what the columns hold. */
  readonly hasMenus: boolean;
  /** Whether a text holds both coordinates, in an order that may be the other one. */
  readonly hasPairs: boolean;
  readonly rows: readonly { readonly result: string; readonly cells: readonly string[] }[];
}

/** A name in front of codes that means no territory, several ones, or another one than people think. */
export interface Ambiguity {
  readonly name: string;
  /** The code of the territory that it is read as; empty for none. */
  readonly read: string;
  /** The names of the territories that it may mean, by their codes. */
  readonly meanings: ReadonlyMap<string, string>;
}

export interface TableResult {
  readonly operation: "encode" | "decode";
  /** The format of the table and the counts of rows, in sentences. */
  readonly summary: string;
  readonly failed: number;
  /** The first failed rows, numbered as in a spreadsheet. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  readonly preview: Preview;
  readonly ambiguous: readonly Ambiguity[];
  readonly output: Blob;
  /** The delimiter of a csv output. */
  readonly delimiter: string;
  /** The converted points in meters of the map: x, y, x, y and so on. */
  readonly points: Float64Array<ArrayBuffer>;
  /** The row of each point, and the offset of each row in a csv output. */
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly starts: Float64Array<ArrayBuffer>;
}

/** A reply of the worker: its progress, an error, or the result. */
export type TableReply =
  | { readonly share: number; readonly rows: number }
  | { readonly error: string; readonly preview?: Preview | undefined }
  | TableResult;
