/** The options of the HTTP interface, and its dialects. */
import type { territoriesAt } from "../borders/index.ts";
import { NO_TILES, type TileSource } from "./map/page.ts";

/** The differences between the published specification and the public service. docs/http.md lists them in a table. */
function dialectOf(name: "spec" | "hosted") {
  const isSpec = name === "spec";
  return {
    name,
    /** Whether a latitude beyond a pole counts as the pole; otherwise it is an error. */
    clampsLatitude: isSpec,
    /** Whether `local` is omitted when the local codes are of several territories. */
    requiresOneTerritory: isSpec,
    /** Whether `local` and `/local` are the first code of the requested country or territory itself, not the shortest one. */
    takesFirstCode: !isSpec,
    /** Whether JSON omits an empty list of `mapcodes`. */
    omitsEmptyMapcodes: !isSpec,
    /** Whether `include=rectangle` makes /coords reply with the rectangle alone. */
    repliesRectangleAlone: !isSpec,
    hasStatusBody: isSpec,
    /** Whether /version also reports the versions of the interface and of the tables. */
    reportsAllVersions: isSpec,
  };
}

export type Dialect = Readonly<ReturnType<typeof dialectOf>>;
export const DIALECTS = { spec: dialectOf("spec"), hosted: dialectOf("hosted") };

/** The options of the HTTP interface: those of the service, with what comes of names and files. */
export interface ResolvedInterfaceOptions {
  readonly dialect: Dialect;
  /** Borders, which extend the replies of /codes; undefined for replies without them. */
  readonly findCandidates: typeof territoriesAt | undefined;
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
  dialect: DIALECTS.spec,
  findCandidates: undefined,
  isOpenToOtherOrigins: true,
  maxBatchBytes: 16 * 1024 * 1024,
  tiles: NO_TILES,
  metrics: () => ({}),
};
