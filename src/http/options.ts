/** The options of the HTTP interface. */
import { NO_TILES, type TileSource } from "./map/page.ts";

/** The published specification, and the public service where it differs. docs/http.md has the differences in a table. */
export const DIALECTS = ["spec", "hosted"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The options of the HTTP interface: the options of the service, with names looked up and files read. */
export interface ResolvedInterfaceOptions {
  readonly dialect: Dialect;
  /** Whether borders extend the replies of /codes. */
  readonly hasBorders: boolean;
  /** The first segment of all paths, such as `/mapcode`; empty for none. */
  readonly prefix: string;
  /** Whether pages of other origins may use the service (CORS). */
  readonly isOpenToOtherOrigins: boolean;
  /** Limit of the body of a batch, compressed or not. */
  readonly maxBatchBytes: number;
  /** Tiles under the map page. */
  readonly tiles: TileSource;
  /** Returns the body of /metrics. */
  readonly metrics: () => object;
}

/** Characters of path and query together. No code, name or list of options comes near it. */
export const MAX_URL_CHARS = 2_000;

export const DEFAULT_INTERFACE_OPTIONS: ResolvedInterfaceOptions = {
  // The public service has its operations here.
  prefix: "/mapcode",
  dialect: "spec",
  hasBorders: false,
  isOpenToOtherOrigins: true,
  maxBatchBytes: 16 * 1024 * 1024,
  tiles: NO_TILES,
  metrics: () => ({}),
};
