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
  /** Whether to allow cross-origin requests. */
  readonly cors: boolean;
  /** Limit of the body of a batch, compressed or not. */
  readonly batchBytes: number;
}
