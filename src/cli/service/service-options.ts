/** The options of `mapcoded serve`, which are also environment variables. */
import type { Option } from "commander";
import { DIALECTS } from "../../http/settings.ts";
import { ACCESS_LOG_FORMATS, type AccessLogFormat } from "../../service/access-log/lines.ts";
import { NAMED_RANGES, UNIX_RANGE } from "../../service/access-log/trusted-proxies.ts";
import {
  DEFAULT_OPTIONS,
  LOG_FORMATS,
  LOG_LEVELS,
  type ServiceOptions,
  TRANSPORT_CHOICES,
} from "../../service/options.ts";
import { integerParser, parseWorkers } from "../option-parsers.ts";
import { addressOptions, MAX_PORT } from "./address-options.ts";
import {
  environmentOption,
  parseHeaderValue,
  parseRanges,
  parseTilesUrl,
} from "./service-option-parsers.ts";

const MAX_STOP_SECONDS = 3_600;

const SWITCH = ["on", "off"] as const;

function switchOf(isOn: boolean): (typeof SWITCH)[number] {
  return isOn ? "on" : "off";
}

/** The flags of `serve`; some have other names or values than the options of the service. */
export interface ServeFlags
  extends Omit<ServiceOptions, "cors" | "accessLog" | "accessLogFormat" | "stopSeconds"> {
  readonly cors: (typeof SWITCH)[number];
  readonly accessLog: (typeof SWITCH)[number];
  /** That of the log if it is missing. */
  readonly accessLogFormat?: AccessLogFormat;
  readonly stopAfter: number;
}

/** The options of the service that flags stand for. */
export function serviceOptions({
  cors,
  accessLog,
  stopAfter,
  ...others
}: ServeFlags): ServiceOptions {
  return {
    ...others,
    cors: cors === "on",
    accessLog: accessLog === "on",
    accessLogFormat: others.accessLogFormat ?? others.logFormat,
    stopSeconds: stopAfter,
  };
}

/** More bytes or rows than any machine has. A double holds it exactly. */
const MAX_COUNT = 2 ** 40;

/** Limits, whose values are numbers; for most of those with `min: 0`, 0 means none. */
const LIMITS = [
  {
    key: "batchBytes",
    flag: "--batch-bytes",
    min: 1,
    max: MAX_COUNT,
    description: "maximum size of a batch request in bytes, decompressed",
  },
  {
    key: "batchRowBytes",
    flag: "--batch-row-bytes",
    min: 1,
    // A row is held in memory and becomes part of a message.
    max: 2 ** 20,
    description: "maximum size of a row of a batch request in bytes",
  },
  {
    key: "batchRows",
    flag: "--batch-rows",
    min: 1,
    max: MAX_COUNT,
    description: "maximum number of rows of a batch request",
  },
  {
    key: "batchSeconds",
    flag: "--batch-seconds",
    min: 1,
    max: 86_400,
    description: "maximum duration of a batch request in seconds",
  },
  {
    key: "batchMinRate",
    flag: "--batch-min-rate",
    min: 0,
    max: MAX_COUNT,
    description: "bytes a second with which batch requests must arrive, 0 for any rate",
  },
  {
    key: "batchMemory",
    flag: "--batch-memory",
    min: 2 ** 20,
    max: MAX_COUNT,
    description: "memory in bytes for all batch requests of a process",
  },
  {
    key: "batchRequests",
    flag: "--batch-requests",
    min: 1,
    max: MAX_COUNT,
    description: "maximum number of batch requests of a process at the same time",
  },
  {
    key: "maxConnections",
    flag: "--max-connections",
    min: 0,
    max: MAX_COUNT,
    description:
      "maximum number of connections of a process, 0 for as many as its limit of open files allows",
  },
  {
    key: "maxWaitMs",
    flag: "--max-wait-ms",
    min: 0,
    max: MAX_COUNT,
    description: "under overload, reject requests that have waited longer, 0 for never",
  },
  {
    key: "rateLimit",
    flag: "--rate-limit",
    min: 0,
    max: MAX_COUNT,
    description: "requests a second of a client that a process answers, 0 for no limit",
  },
  {
    key: "rateBurst",
    flag: "--rate-burst",
    min: 1,
    max: MAX_COUNT,
    description: "requests that a client may send at once after a pause",
  },
] as const;

function limitOptions(): Option[] {
  return LIMITS.map(({ key, flag, min, max, description }) => {
    // MAPCODED_BATCH_ROW_BYTES for --batch-row-bytes.
    const variable = `MAPCODED_${flag.slice(2).toUpperCase().replaceAll("-", "_")}`;
    return environmentOption(`${flag} <count>`, variable, description)
      .argParser(integerParser(min, max))
      .default(DEFAULT_OPTIONS[key]);
  });
}

/** Options of the interface, the transport and the processes. */
function serverOptions(): Option[] {
  const { dialect, transport, workers, cors, cacheControl, remoteToken } = DEFAULT_OPTIONS;
  return [
    environmentOption(
      "--dialect <name>",
      "MAPCODED_DIALECT",
      "replies as in the specification, or as those of the public service",
    )
      .choices(Object.keys(DIALECTS))
      .default(dialect),
    environmentOption(
      "--transport <name>",
      "MAPCODED_TRANSPORT",
      "HTTP server: uWebSockets.js or that of Node",
    )
      .choices(TRANSPORT_CHOICES)
      .default(transport),
    environmentOption(
      "--workers <count>",
      "MAPCODED_WORKERS",
      "number of processes; auto is one per core",
    )
      .argParser(parseWorkers)
      .default(workers),
    environmentOption("--cors <switch>", "MAPCODED_CORS", "let pages of other origins use it")
      .choices(SWITCH)
      .default(switchOf(cors)),
    environmentOption(
      "--cache-control <value>",
      "MAPCODED_CACHE_CONTROL",
      "Cache-Control header of replies that depend on the request alone",
    )
      .argParser(parseHeaderValue)
      .default(cacheControl),
    environmentOption(
      "--remote-token <token>",
      "MAPCODED_REMOTE_TOKEN",
      "token that warehouses need for /remote; other users of the machine see it unless it is in the environment",
    ).default(remoteToken, "none"),
  ];
}

/** Options of the map page. */
function mapOptions(): Option[] {
  const { tilesUrl, tilesAttribution } = DEFAULT_OPTIONS;
  return [
    environmentOption(
      "--tiles-url <template>",
      "MAPCODED_TILES_URL",
      "tiles under the map page: an address with {z}, {x} and {y}",
    )
      .argParser(parseTilesUrl)
      .default(tilesUrl, "none"),
    environmentOption(
      "--tiles-attribution <text>",
      "MAPCODED_TILES_ATTRIBUTION",
      "source of the tiles; an address at its end becomes its link",
    ).default(tilesAttribution, "none"),
  ];
}

/** Options of the log and of stopping. */
function processOptions(): Option[] {
  const { accessLog, logLevel, logFormat, stopSeconds, drainSeconds, trustProxy } = DEFAULT_OPTIONS;
  return [
    environmentOption("--access-log [switch]", "MAPCODED_ACCESS_LOG", "log every request")
      .choices(SWITCH)
      .preset("on")
      .default(switchOf(accessLog)),
    environmentOption(
      "--access-log-format <format>",
      "MAPCODED_ACCESS_LOG_FORMAT",
      "lines to read, JSON, or those of Apache and nginx; that of --log-format if omitted",
    ).choices(ACCESS_LOG_FORMATS),
    environmentOption(
      "--trust-proxy <ranges>",
      "MAPCODED_TRUST_PROXY",
      `addresses of proxies whose X-Forwarded-For or Forwarded is believed: 10.0.0.0/8,::1, ${[...Object.keys(NAMED_RANGES), UNIX_RANGE].join(", ")}`,
    )
      .argParser(parseRanges)
      .default(trustProxy, "none"),
    environmentOption("--log-level <level>", "MAPCODED_LOG_LEVEL", "lowest level to log")
      .choices(LOG_LEVELS)
      .default(logLevel),
    environmentOption(
      "--log-format <format>",
      "MAPCODED_LOG_FORMAT",
      "lines to read, or JSON to process",
    )
      .choices(LOG_FORMATS)
      .default(logFormat),
    environmentOption(
      "--stop-after <seconds>",
      "MAPCODED_STOP_AFTER",
      "maximum time to finish replies after a signal",
    )
      .argParser(integerParser(0, MAX_STOP_SECONDS))
      .default(stopSeconds),
    environmentOption(
      "--drain-seconds <seconds>",
      "MAPCODED_DRAIN_SECONDS",
      "time to go on after a signal while /readyz says 503",
    )
      .argParser(integerParser(0, MAX_STOP_SECONDS))
      .default(drainSeconds),
    environmentOption(
      "--ops-port <number>",
      "MAPCODED_OPS_PORT",
      "own port of /metrics, /livez and /readyz, 0 for any free one (default: that of the service)",
    ).argParser(integerParser(0, MAX_PORT)),
    environmentOption(
      "--ops-host <address>",
      "MAPCODED_OPS_HOST",
      "address of --ops-port (default: --host)",
    ),
  ];
}

/** The options of `serve`, in the order of its help. */
export function serveOptions(): Option[] {
  return [
    ...addressOptions(),
    ...serverOptions(),
    ...mapOptions(),
    ...processOptions(),
    ...limitOptions(),
  ];
}
