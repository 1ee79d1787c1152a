/**
 * The options of a service, each declared once: default, check, the flag of `mapcoded serve` and its environment
 * variable with their texts. The types and the command line follow from this table; a new option is an entry here,
 * its use, and a line in docs/operations.md. They stand in the order of the help.
 */

import { TILES_URL_ADVICE, tilesUrlProblem } from "../http/map/page.ts";
import {
  type CandidateFinder,
  DEFAULT_INTERFACE_OPTIONS,
  DIALECTS,
  type Dialect,
  type ResolvedInterfaceOptions,
} from "../http/options.ts";
import { ACCESS_LOG_FORMATS } from "./access-log/lines.ts";
import {
  choice,
  limit,
  onOrOff,
  parsed,
  port,
  type ServiceOption,
  type ServiceValues,
  seconds,
  text,
} from "./option-values.ts";
import { TRANSPORTS } from "./transports/transport.ts";
import { isRange, NAMED_RANGES, UNIX_RANGE } from "./trusted-proxies.ts";

/** The levels of lines in the log, the most important first. */
export const LINE_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LineLevel = (typeof LINE_LEVELS)[number];
/** The least important level that is logged. */
export const LOG_LEVELS = [...LINE_LEVELS, "silent"] as const;

const MAX_BATCH_SECONDS = 86_400;

/** A row is held in memory and becomes part of a message. */
const MAX_ROW_BYTES = 2 ** 20;

const MIN_BATCH_MEMORY_BYTES = 2 ** 20;

// A proxy connects as a member of the service's group.
const DEFAULT_SOCKET_MODE = 0o660;

const { batch: DEFAULT_BATCH, tiles: DEFAULT_TILES } = DEFAULT_INTERFACE_OPTIONS;

/** The segment of a path prefix: `geo` for `geo`, `/geo` or `/geo/`; empty for `/`. */
function prefixSegment(given: string): string {
  return given.replace(/^\/|\/$/g, "");
}

function prefixProblem(given: string): string | undefined {
  const segment = prefixSegment(given);
  if (/^[\w.~-]*$/.test(segment) && segment !== "." && segment !== "..") return undefined;
  return "Expected one segment of letters, digits and -._~, or none (/).";
}

/** The ranges of a list with commas; none for an empty text. */
function rangesOf(given: string): readonly string[] {
  return given
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
}

function rangesProblem(given: string): string | undefined {
  const wrong = rangesOf(given).find((range) => !isRange(range));
  if (wrong === undefined) return undefined;
  return `'${wrong}' is not a range. Expected addresses, such as 10.0.0.0/8 or ::1, or names, such as loopback.`;
}

function tilesProblem(given: string): string | undefined {
  const problem = given === "" ? undefined : tilesUrlProblem(given);
  return problem && `It ${problem}. ${TILES_URL_ADVICE}`;
}

/** Where a service listens: for `serve` to listen there, and for `status` to check it. */
export const ADDRESS_OPTIONS = {
  /** 0 for any free port. */
  port: port(8080, { help: "port of the service, 0 for any free one", variable: "PORT" }),
  host: text("<address>", "127.0.0.1", {
    help: "address of the service, :: for all of IPv6 and IPv4",
  }),
  /** The path of a socket to listen on instead of host and port; empty for none. */
  socket: text("<path>", "", { help: "Unix socket of the service, instead of host and port" }),
  /** The permissions of the file of that socket: `660` lets owner and group read and write. */
  socketMode: parsed("<octal>", DEFAULT_SOCKET_MODE, {
    help: "permissions of that socket",
    shownDefault: DEFAULT_SOCKET_MODE.toString(8),
    problem: (given) =>
      /^0?[0-7]{3}$/.test(given) ? undefined : "Expected three octal digits, such as 660.",
    parse: (given) => Number.parseInt(given, 8),
  }),
  /** The paths of certificate and key; both empty for HTTP without TLS. */
  tlsCert: text("<file>", "", { help: "certificate in PEM, for https; read again on SIGHUP" }),
  tlsKey: text("<file>", "", { help: "its key in PEM" }),
  /** In front of all paths, such as `/mapcode`; empty for none. */
  prefix: parsed("<segment>", DEFAULT_INTERFACE_OPTIONS.prefix, {
    help: "first segment of all paths, / for none",
    problem: prefixProblem,
    parse: (given) => (prefixSegment(given) === "" ? "" : `/${prefixSegment(given)}`),
  }),
} satisfies Readonly<Record<string, ServiceOption>>;

/** All options. */
export const SERVICE_OPTIONS = {
  ...ADDRESS_OPTIONS,
  dialect: choice(
    "<name>",
    Object.keys(DIALECTS) as Dialect["name"][],
    DEFAULT_INTERFACE_OPTIONS.dialect.name,
    { help: "replies as in the specification, or as those of the public service" },
  ),
  /** Whether replies have the territories around a point. */
  borders: onOrOff(false, {
    help: "order codes by the territories around their point, by the borders of OpenStreetMap (ODbL)",
    value: "[switch]",
    preset: "on",
  }),
  transport: choice("<name>", ["auto", ...TRANSPORTS], "auto", {
    help: "HTTP server: uWebSockets.js or that of Node",
  }),
  /** Number of processes that answer requests. */
  workers: {
    ...limit("number of processes; auto is one per core", 1),
    countsWorkers: true,
  },
  /** Whether pages of other origins may use the service. */
  cors: onOrOff(DEFAULT_INTERFACE_OPTIONS.isOpenToOtherOrigins, {
    help: "let pages of other origins use it",
  }),
  /** Tiles under the map page; see TileSource. */
  tilesUrl: text("<template>", DEFAULT_TILES.url, {
    help: "tiles under the map page: an address with {z}, {x} and {y}, and {r} where dense screens have @2x",
    shownDefault: "none",
    problem: tilesProblem,
  }),
  tilesAttribution: text("<text>", DEFAULT_TILES.attribution, {
    help: "source of the tiles; an address at its end becomes its link",
    shownDefault: "what the file says",
  }),
  /** Whether every request is logged. */
  accessLog: onOrOff(false, { help: "log every request", value: "[switch]", preset: "on" }),
  /** Undefined for the format of the log. */
  accessLogFormat: choice("<format>", ACCESS_LOG_FORMATS, undefined, {
    help: "lines to read, JSON, or those of Apache and nginx; that of --log-format if omitted",
  }),
  /** Ranges of addresses of the proxies that tell the truth about clients; see trustedProxies. */
  trustProxy: parsed<readonly string[]>("<ranges>", [], {
    help: `addresses of proxies whose X-Forwarded-For or Forwarded is believed: 10.0.0.0/8,::1, ${[...Object.keys(NAMED_RANGES), UNIX_RANGE].join(", ")}`,
    shownDefault: "none",
    problem: rangesProblem,
    parse: rangesOf,
  }),
  logLevel: choice("<level>", LOG_LEVELS, "info", { help: "lowest level to log" }),
  logFormat: choice("<format>", ["text", "json"], "text", {
    help: "lines to read, or JSON to process",
  }),
  /** How long stopping waits for replies in progress. */
  stopSeconds: seconds(10, {
    help: "maximum time to finish replies after a signal",
    flag: "stop-after",
  }),
  /** How long the service goes on as before when it is told to stop, while /readyz replies with 503. */
  drainSeconds: seconds(0, { help: "time to go on after a signal while /readyz says 503" }),
  /** The port of /metrics, /livez and /readyz, 0 for any free one; undefined for the port of the service. */
  opsPort: port(undefined, {
    help: "own port of /metrics, /livez and /readyz, 0 for any free one (default: that of the service)",
  }),
  /** The address of that port; `host` if undefined. */
  opsHost: parsed<string | undefined>("<address>", undefined, {
    help: "address of --ops-port (default: --host)",
    parse: String,
  }),
  /** Limits of a batch request; see BatchRequestLimits. */
  batchBytes: limit(
    "maximum size of a batch request in bytes, decompressed",
    DEFAULT_BATCH.maxInputBytes,
  ),
  batchRowBytes: limit(
    "maximum size of a row of a batch request in bytes",
    DEFAULT_BATCH.maxRowBytes,
    1,
    MAX_ROW_BYTES,
  ),
  batchRows: limit("maximum number of rows of a batch request", DEFAULT_BATCH.maxRows),
  batchSeconds: limit(
    "maximum duration of a batch request in seconds",
    DEFAULT_BATCH.maxSeconds,
    1,
    MAX_BATCH_SECONDS,
  ),
  /** Bytes a second with which the body of a batch request must arrive; 0 for any. */
  batchMinRate: limit(
    "bytes a second with which batch requests must arrive, 0 for any rate",
    DEFAULT_BATCH.minBodyRate,
    0,
  ),
  /**
   * Bytes of memory in each process for the bodies and replies of all batch requests. The default fits one batch of
   * the greatest size, and leaves room for the process itself in a container of 256 MB.
   */
  batchMemory: limit(
    "memory in bytes for all batch requests of a process",
    96 * 1024 * 1024,
    MIN_BATCH_MEMORY_BYTES,
  ),
  batchRequests: limit("maximum number of batch requests of a process at the same time", 100),
  maxConnections: limit(
    "maximum number of connections of a process, 0 for as many as its limit of open files allows",
    0,
    0,
  ),
  /** In milliseconds. */
  maxWaitMs: limit("under overload, reject requests that have waited longer, 0 for never", 0, 0),
  rateLimit: limit("requests a second of a client that a process answers, 0 for no limit", 0, 0),
  rateBurst: limit("requests that a client may send at once after a pause", 100),
} satisfies Readonly<Record<string, ServiceOption>>;

/** The values of the options of the address. */
export type AddressValues = ServiceValues<typeof ADDRESS_OPTIONS>;

/** The values of all options: plain data, which is sent to worker processes. */
export interface ServiceOptions extends ServiceValues<typeof SERVICE_OPTIONS> {}

export const DEFAULT_OPTIONS = Object.fromEntries(
  Object.entries(SERVICE_OPTIONS).map(([name, declared]) => [name, declared.default]),
) as unknown as ServiceOptions;

/** What comes of the files that options name. */
export interface ServiceFiles {
  readonly findCandidates: CandidateFinder | undefined;
}

/** Returns the options of the HTTP interface. @param metrics returns the body of /metrics */
export function resolveInterfaceOptions(
  options: ServiceOptions,
  { findCandidates }: ServiceFiles,
  metrics: () => object,
): ResolvedInterfaceOptions {
  return {
    findCandidates,
    prefix: options.prefix,
    dialect: DIALECTS[options.dialect],
    isOpenToOtherOrigins: options.cors,
    batch: {
      maxInputBytes: options.batchBytes,
      maxRowBytes: options.batchRowBytes,
      maxRows: options.batchRows,
      maxSeconds: options.batchSeconds,
      minBodyRate: options.batchMinRate,
    },
    tiles: { url: options.tilesUrl, attribution: options.tilesAttribution },
    metrics,
  };
}
