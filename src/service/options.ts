/** The options of a service. */
import {
  type CandidateFinder,
  DEFAULT_SETTINGS,
  DIALECTS,
  type Dialect,
  type InterfaceSettings,
} from "../http/settings.ts";
import type { AccessLogFormat } from "./access-log/lines.ts";
import type { AddressOptions } from "./listen-address.ts";
import type { TlsOptions } from "./tls.ts";
import { TRANSPORTS } from "./transports/transport.ts";

export const TRANSPORT_CHOICES = ["auto", ...TRANSPORTS] as const;
export type TransportChoice = (typeof TRANSPORT_CHOICES)[number];

/** The levels of lines in the log, the most important first. */
export const LINE_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LineLevel = (typeof LINE_LEVELS)[number];
/** The least important level that is logged. */
export const LOG_LEVELS = [...LINE_LEVELS, "silent"] as const;
export const LOG_FORMATS = ["text", "json"] as const;

/** Plain data, which is sent to worker processes. */
export interface ServiceOptions extends AddressOptions, TlsOptions {
  /** In front of all paths, such as `/mapcode`; empty for none. */
  readonly prefix: string;
  readonly dialect: Dialect["name"];
  /** OWN_BORDERS or the path of a FlatGeobuf file, for replies with the territories around a point; empty for none. */
  readonly borders: string;
  readonly transport: TransportChoice;
  /** Number of processes that answer requests. */
  readonly workers: number;
  /** Whether pages of other origins may use the service. */
  readonly cors: boolean;
  /** The Cache-Control header of replies that depend on the request alone. */
  readonly cacheControl: string;
  /** Whether every request is logged. */
  readonly accessLog: boolean;
  readonly accessLogFormat: AccessLogFormat;
  /** Ranges of addresses of the proxies that tell the truth about clients; see trustedProxies. */
  readonly trustProxy: readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly logFormat: (typeof LOG_FORMATS)[number];
  /** How long stopping waits for replies in progress. */
  readonly stopSeconds: number;
  /** How long the service goes on as before when it is told to stop, while /readyz replies with 503. */
  readonly drainSeconds: number;
  /** The port of /metrics, /livez and /readyz, 0 for any free one; undefined for the port of the service. */
  readonly opsPort?: number;
  /** The address of that port; `host` if undefined. */
  readonly opsHost?: string;
  /** Number of connections of each process; 0 for as many as it can have open files for. */
  readonly maxConnections: number;
  /** Under overload, requests that have waited longer than this in milliseconds are rejected; 0 for none. */
  readonly maxWaitMs: number;
  /** Requests of a client in a second that each process answers; 0 for no limit. */
  readonly rateLimit: number;
  /** Requests that a client may send at once after a pause. */
  readonly rateBurst: number;
  /** Limits of a batch request; see BatchRequestLimits. */
  readonly batchBytes: number;
  readonly batchRowBytes: number;
  readonly batchRows: number;
  readonly batchSeconds: number;
  /** Bytes a second with which the body of a batch request must arrive; 0 for any. */
  readonly batchMinRate: number;
  /** Bytes of memory in each process for the bodies and replies of all batch requests. */
  readonly batchMemory: number;
  /** Number of batch requests at the same time in each process. */
  readonly batchRequests: number;
  /** The token that requests to /remote/... need; empty for none. */
  readonly remoteToken: string;
  /** Tiles under the map page; see TileSettings. */
  readonly tilesUrl: string;
  readonly tilesAttribution: string;
}

export const DEFAULT_OPTIONS: ServiceOptions = {
  host: "127.0.0.1",
  port: 8080,
  socket: "",
  // A proxy connects as a member of the service's group.
  socketMode: 0o660,
  tlsCert: "",
  tlsKey: "",
  prefix: DEFAULT_SETTINGS.prefix,
  dialect: DEFAULT_SETTINGS.dialect.name,
  borders: "",
  transport: "auto",
  workers: 1,
  cors: DEFAULT_SETTINGS.isOpenToOtherOrigins,
  cacheControl: DEFAULT_SETTINGS.cacheControl,
  accessLog: false,
  accessLogFormat: "text",
  trustProxy: [],
  logLevel: "info",
  logFormat: "text",
  stopSeconds: 10,
  drainSeconds: 0,
  maxConnections: 0,
  maxWaitMs: 0,
  rateLimit: 0,
  rateBurst: 100,
  batchBytes: DEFAULT_SETTINGS.batch.maxInputBytes,
  batchRowBytes: DEFAULT_SETTINGS.batch.maxRowBytes,
  batchRows: DEFAULT_SETTINGS.batch.maxRows,
  batchSeconds: DEFAULT_SETTINGS.batch.maxSeconds,
  batchMinRate: DEFAULT_SETTINGS.batch.minBodyRate,
  // Fits one batch of the greatest size, and leaves room for the process itself in a container of 256 MB.
  batchMemory: 96 * 1024 * 1024,
  batchRequests: 100,
  remoteToken: DEFAULT_SETTINGS.remoteToken,
  tilesUrl: DEFAULT_SETTINGS.tiles.url,
  tilesAttribution: DEFAULT_SETTINGS.tiles.attribution,
};

/** Returns the settings of the HTTP interface. @param metrics returns the body of /metrics */
export function interfaceSettings(
  options: ServiceOptions,
  findCandidates: CandidateFinder | undefined,
  metrics: () => object,
): InterfaceSettings {
  return {
    findCandidates,
    prefix: options.prefix,
    dialect: DIALECTS[options.dialect],
    isOpenToOtherOrigins: options.cors,
    cacheControl: options.cacheControl,
    batch: {
      maxInputBytes: options.batchBytes,
      maxRowBytes: options.batchRowBytes,
      maxRows: options.batchRows,
      maxSeconds: options.batchSeconds,
      minBodyRate: options.batchMinRate,
    },
    remoteToken: options.remoteToken,
    tiles: { url: options.tilesUrl, attribution: options.tilesAttribution },
    metrics,
  };
}
