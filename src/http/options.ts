/** The options of the service that change its replies. */
import type { TileSource } from "./map/page.ts";

/** The published specification, and the public service. docs/http.md has the differences in a table. */
export const DIALECTS = ["spec", "hosted"] as const;
export type Dialect = (typeof DIALECTS)[number];

export interface InterfaceOptions extends TileSource {
  readonly dialect: Dialect;
  /** Whether borders extend the replies of /codes. */
  readonly borders: boolean;
  /** The first segment of all paths, such as `/mapcode`; empty for none. */
  readonly prefix: string;
  /** Whether pages of other origins may use the service. */
  readonly cors: boolean;
  /** Limit of the body of a batch, compressed or not. */
  readonly batchBytes: number;
}

/** Characters of path and query together. No code, name or list of options comes near it. */
export const MAX_URL_CHARS = 2_000;
