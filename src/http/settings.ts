/** How the interface of a service is set up. */
import { type BatchLimits, DEFAULT_BATCH_LIMITS } from "./batch/limits.ts";
import { DIALECTS, type Dialect } from "./dialect.ts";

/** Characters of path and query: no code, name or list of options comes near it. */
export const LONGEST_TARGET = 2_000;

export interface InterfaceSettings {
  /** In front of all paths, `/mapcode`; empty for none. */
  readonly prefix: string;
  readonly dialect: Dialect;
  /** Pages of other origins may use the service (CORS). */
  readonly isOpenToOtherOrigins: boolean;
  /** Cache-Control of replies that depend on the request alone. */
  readonly cacheControl: string;
  readonly batch: BatchLimits;
  /** What /metrics replies. */
  readonly metrics: () => object;
}

export const DEFAULT_SETTINGS: InterfaceSettings = {
  // Where the public service has its operations.
  prefix: "/mapcode",
  dialect: DIALECTS.spec,
  isOpenToOtherOrigins: true,
  cacheControl: "public, max-age=3600",
  batch: DEFAULT_BATCH_LIMITS,
  metrics: () => ({}),
};
