/** `mapcoded serve`: its options, which are also environment variables. */
import type { Command, Option } from "commander";
import { DIALECTS } from "../http/settings.ts";
import { ACCESS_LOG_FORMATS, type AccessLogFormat } from "../service/access-log/lines.ts";
import { NAMED_RANGES, UNIX_RANGE } from "../service/access-log/trusted-proxies.ts";
import {
  DEFAULT_OPTIONS,
  LOG_FORMATS,
  LOG_LEVELS,
  type ServiceOptions,
  TRANSPORT_CHOICES,
} from "../service/options.ts";
import { addressOptions, checkAddress, MAX_PORT } from "./address-options.ts";
import { integerParser, parseWorkers } from "./option-parsers.ts";
import {
  environmentOption,
  parseHeaderValue,
  parseRanges,
  parseTilesUrl,
} from "./service-option-parsers.ts";

const MAX_STOP_SECONDS = 3_600;

const SWITCH = ["on", "off"] as const;

/** The flags of `serve`; some have other names or values than the options of the service. */
interface ServeFlags
  extends Omit<ServiceOptions, "cors" | "accessLog" | "accessLogFormat" | "stopSeconds"> {
  readonly cors: (typeof SWITCH)[number];
  readonly accessLog: (typeof SWITCH)[number];
  /** That of the log if it is missing. */
  readonly accessLogFormat?: AccessLogFormat;
  readonly stopAfter: number;
}

function serviceOptions({ cors, accessLog, stopAfter, ...others }: ServeFlags): ServiceOptions {
  return {
    ...others,
    cors: cors === "on",
    accessLog: accessLog === "on",
    accessLogFormat: others.accessLogFormat ?? others.logFormat,
    stopSeconds: stopAfter,
  };
}

/** More bytes or rows than any machine has; a double holds it exactly. */
const MAX_COUNT = 2 ** 40;

/** The limits of a batch request. The former names of their options still work in this version. */
const BATCH_LIMITS = [
  {
    key: "batchBytes",
    flag: "--batch-bytes",
    formerFlag: "--bulk-bytes",
    max: MAX_COUNT,
    description: "maximum size of a batch request in bytes, decompressed",
  },
  {
    key: "batchRowBytes",
    flag: "--batch-row-bytes",
    formerFlag: "--bulk-row-bytes",
    // A row is held in memory and becomes part of a message.
    max: 2 ** 20,
    description: "maximum size of a row of a batch request in bytes",
  },
  {
    key: "batchRows",
    flag: "--batch-rows",
    formerFlag: "--bulk-rows",
    max: MAX_COUNT,
    description: "maximum number of rows of a batch request",
  },
  {
    key: "batchSeconds",
    flag: "--batch-seconds",
    formerFlag: "--bulk-seconds",
    max: 86_400,
    description: "maximum duration of a batch request in seconds",
  },
] as const;

/** Limits that have no former name; for most of them, 0 means none. */
const PROCESS_LIMITS = [
  {
    key: "batchMinRate",
    flag: "--batch-min-rate",
    min: 0,
    description: "bytes a second with which batch requests must arrive, 0 for any rate",
  },
  {
    key: "batchMemory",
    flag: "--batch-memory",
    min: 2 ** 20,
    description: "memory in bytes for all batch requests of a process",
  },
  {
    key: "batchRequests",
    flag: "--batch-requests",
    min: 1,
    description: "maximum number of batch requests of a process at the same time",
  },
  {
    key: "maxConnections",
    flag: "--max-connections",
    min: 0,
    description:
      "maximum number of connections of a process, 0 for as many as its limit of open files allows",
  },
  {
    key: "maxWaitMs",
    flag: "--max-wait-ms",
    min: 0,
    description: "under overload, reject requests that have waited longer, 0 for never",
  },
  {
    key: "rateLimit",
    flag: "--rate-limit",
    min: 0,
    description: "requests a second of a client that a process answers, 0 for no limit",
  },
  {
    key: "rateBurst",
    flag: "--rate-burst",
    min: 1,
    description: "requests that a client may send at once after a pause",
  },
] as const;

/** An option under its current name and, hidden, under its former one. */
interface RenamedOption {
  readonly current: Option;
  readonly former: Option;
}

/** Creates an option whose value is a number; MAPCODED_BATCH_ROW_BYTES is the variable of --batch-row-bytes. */
function countOption(flag: string, description: string, min: number, max: number): Option {
  const variable = `MAPCODED_${flag.slice(2).toUpperCase().replaceAll("-", "_")}`;
  return environmentOption(`${flag} <count>`, variable, description).argParser(
    integerParser(min, max),
  );
}

function processLimitOptions(): Option[] {
  return PROCESS_LIMITS.map(({ key, flag, min, description }) =>
    countOption(flag, description, min, MAX_COUNT).default(DEFAULT_OPTIONS[key]),
  );
}

function batchLimitOptions(): RenamedOption[] {
  return BATCH_LIMITS.map(({ key, flag, formerFlag, max, description }) => {
    const create = (name: string) => countOption(name, description, 1, max);
    return {
      current: create(flag).default(DEFAULT_OPTIONS[key]),
      former: create(formerFlag).hideHelp(),
    };
  });
}

/**
 * Moves the values of former options to the current ones, unless these are set as well.
 * @returns a warning for each former option that is set
 */
function replaceFormerOptions(command: Command, renamed: readonly RenamedOption[]): string[] {
  const warnings: string[] = [];
  for (const { current, former } of renamed) {
    const [key, formerKey] = [current.attributeName(), former.attributeName()];
    const source = command.getOptionValueSource(formerKey);
    if (source === undefined) continue;
    const isOverridden = command.getOptionValueSource(key) !== "default";
    if (!isOverridden) {
      command.setOptionValueWithSource(key, command.getOptionValue(formerKey), source);
    }
    command.setOptionValueWithSource(formerKey, undefined, undefined);
    const names =
      source === "env"
        ? `${former.envVar} is now ${current.envVar}`
        : `${former.long} is now ${current.long}`;
    warnings.push(
      isOverridden
        ? `${names}; the former option is ignored because both are set.`
        : `${names}; the former name will stop working in the next version.`,
    );
  }
  return warnings;
}

/** Serves until a signal stops the service; the process then exits with 0. */
async function runService(options: ServiceOptions, warnings: readonly string[]): Promise<void> {
  // No other command needs a log or a transport.
  const [{ createLog }, { serve }] = await Promise.all([
    import("../service/log.ts"),
    import("../service/serve.ts"),
  ]);
  const log = createLog(options);
  for (const warning of warnings) log.warn(warning);
  const service = await serve(options, log);
  // Without a certificate, the signal ends the service, as a terminal that closes would have it.
  if (options.tlsCert !== "") process.on("SIGHUP", () => service.reloadTls());
  log.info(`Help: ${service.address}/   Stop: ctrl-C`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      log.info({ signal }, `Stopping on ${signal}`);
      void service.stop();
    });
  }
}

/** Options of the interface, the transport and the processes. */
function serverOptions(): Option[] {
  const { dialect, transport, workers, cacheControl, remoteToken } = DEFAULT_OPTIONS;
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
      .default("on"),
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
  const { logLevel, logFormat, stopSeconds, drainSeconds, trustProxy } = DEFAULT_OPTIONS;
  return [
    environmentOption("--access-log [switch]", "MAPCODED_ACCESS_LOG", "log every request")
      .choices(SWITCH)
      .preset("on")
      .default("off"),
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

export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .description("serve the conversions over HTTP until ctrl-C or SIGTERM")
    .addHelpText(
      "after",
      "\nAn option takes precedence over its environment variable (env).\n\nExamples:\n  mapcoded serve\n  mapcoded serve --host 0.0.0.0 --port 9000 --log-format json\n  PORT=9000 mapcoded serve",
    );
  const limits = batchLimitOptions();
  const options = [
    ...addressOptions(),
    ...serverOptions(),
    ...mapOptions(),
    ...processOptions(),
    ...limits.map(({ current }) => current),
    ...processLimitOptions(),
    ...limits.map(({ former }) => former),
  ];
  for (const option of options) command.addOption(option);
  command.action(() => {
    checkAddress(command);
    const warnings = replaceFormerOptions(command, limits);
    return runService(serviceOptions(command.opts<ServeFlags>()), warnings);
  });
}
