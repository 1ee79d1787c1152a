/** The options of `mapcoded serve`, which are also environment variables, and the options of the address, which `status` has too. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { TILES_URL_ADVICE, tilesUrlProblem } from "../../http/map/page.ts";
import { DIALECTS } from "../../http/settings.ts";
import { ACCESS_LOG_FORMATS, type AccessLogFormat } from "../../service/access-log/lines.ts";
import { OWN_BORDERS } from "../../service/borders/candidates.ts";
import type { AddressOptions } from "../../service/listen-address.ts";
import {
  DEFAULT_OPTIONS,
  LOG_FORMATS,
  LOG_LEVELS,
  type ServiceOptions,
  TRANSPORT_CHOICES,
} from "../../service/options.ts";
import type { TlsOptions } from "../../service/tls.ts";
import { isRange, NAMED_RANGES, UNIX_RANGE } from "../../service/trusted-proxies.ts";
import { UsageError } from "../command-errors.ts";
import { integerParser, parseWorkers } from "../option-parsers.ts";

const MAX_PORT = 65_535;
const MAX_STOP_SECONDS = 3_600;
const MAX_BATCH_SECONDS = 86_400;

/** A row is held in memory and becomes part of a message. */
const MAX_ROW_BYTES = 2 ** 20;

const MIN_BATCH_MEMORY_BYTES = 2 ** 20;

/** More bytes or rows than any machine has. A double holds it exactly. */
const MAX_COUNT = 2 ** 40;

const SWITCH = ["on", "off"] as const;

/** Parses the permissions of a file: `660` lets owner and group read and write. */
function parseFileMode(text: string): number {
  if (/^0?[0-7]{3}$/.test(text)) return Number.parseInt(text, 8);
  throw new InvalidArgumentError("Expected three octal digits, such as 660.");
}

/** Parses a path prefix. @returns `/geo` for `geo`, `/geo` or `/geo/`; empty for `/` */
function parsePrefix(text: string): string {
  const segment = text.replace(/^\/|\/$/g, "");
  if (/^[\w.~-]*$/.test(segment) && segment !== "." && segment !== "..") {
    return segment === "" ? "" : `/${segment}`;
  }
  throw new InvalidArgumentError("Expected one segment of letters, digits and -._~, or none (/).");
}

/** Parses the address of map tiles; empty for none. */
function parseTilesUrl(text: string): string {
  const problem = text === "" ? undefined : tilesUrlProblem(text);
  if (problem === undefined) return text;
  throw new InvalidArgumentError(`It ${problem}. ${TILES_URL_ADVICE}`);
}

/** Parses the value of an HTTP header. */
function parseHeaderValue(text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError("Expected a header value of printable ASCII characters.");
}

/** Parses the comma-separated ranges of `--trust-proxy`; empty for none. */
function parseRanges(text: string): readonly string[] {
  const ranges = text.split(",").map((range) => range.trim());
  const wrong = ranges.find((range) => range !== "" && !isRange(range));
  if (wrong === undefined) return ranges.filter((range) => range !== "");
  throw new InvalidArgumentError(
    `'${wrong}' is not a range. Expected addresses, such as 10.0.0.0/8 or ::1, or names, such as loopback.`,
  );
}

type Name = keyof ServiceOptions;

/** How users give an option of the service. Its default is in DEFAULT_OPTIONS. */
interface ServiceFlag {
  /** Its value in the help: `<number>`. */
  readonly value: string;
  readonly help: string;
  /** The name of the flag if it is not the option's own in kebab case. */
  readonly flag?: string;
  /** The environment variable if it is not MAPCODED_ and the name of the flag. */
  readonly variable?: string;
  readonly choices?: readonly string[];
  /** Makes a value of the text that users give. Without it, the text is the value. */
  readonly parse?: (text: string) => unknown;
  /** The default in the help if it is not the value itself. */
  readonly shownDefault?: string;
  /** Whether other options stand for it where it is missing, instead of a default. */
  readonly hasNoDefault?: boolean;
  /** The text that stands for the flag without a value. */
  readonly preset?: string;
}

/** @param help begins with what is limited */
function limit(help: string, min = 1, max = MAX_COUNT): ServiceFlag {
  return { value: "<count>", help, parse: integerParser(min, max) };
}

function seconds(help: string): ServiceFlag {
  return { value: "<seconds>", help, parse: integerParser(0, MAX_STOP_SECONDS) };
}

function switchOf(help: string, isOn: boolean): ServiceFlag {
  const shownDefault = isOn ? '"on"' : '"off"';
  return {
    value: "<switch>",
    help,
    choices: SWITCH,
    parse: (text) => text === "on",
    shownDefault,
  };
}

/** Where a service listens: for `serve` to listen there, and for `status` to check it. */
const ADDRESS_FLAGS: Readonly<Record<keyof AddressFlags, ServiceFlag>> = {
  port: {
    value: "<number>",
    help: "port of the service, 0 for any free one",
    variable: "PORT",
    parse: integerParser(0, MAX_PORT),
  },
  host: { value: "<address>", help: "address of the service, :: for all of IPv6 and IPv4" },
  socket: { value: "<path>", help: "Unix socket of the service, instead of host and port" },
  socketMode: {
    value: "<octal>",
    help: "permissions of that socket",
    parse: parseFileMode,
    shownDefault: DEFAULT_OPTIONS.socketMode.toString(8),
  },
  tlsCert: { value: "<file>", help: "certificate in PEM, for https; read again on SIGHUP" },
  tlsKey: { value: "<file>", help: "its key in PEM" },
  prefix: {
    value: "<segment>",
    help: "first segment of all paths, / for none",
    parse: parsePrefix,
  },
};

/** All options of `serve`, in the order of its help. */
const SERVICE_FLAGS: Readonly<Record<Name, ServiceFlag>> = {
  ...ADDRESS_FLAGS,
  dialect: {
    value: "<name>",
    help: "replies as in the specification, or as those of the public service",
    choices: Object.keys(DIALECTS),
  },
  borders: {
    value: "[file]",
    help: "order codes by the territories around their point: by the borders of OpenStreetMap (ODbL), or by a FlatGeobuf file of the public service's form",
    preset: OWN_BORDERS,
    shownDefault: "none",
  },
  transport: {
    value: "<name>",
    help: "HTTP server: uWebSockets.js or that of Node",
    choices: TRANSPORT_CHOICES,
  },
  workers: {
    value: "<count>",
    help: "number of processes; auto is one per core",
    parse: parseWorkers,
  },
  cors: switchOf("let pages of other origins use it", DEFAULT_OPTIONS.cors),
  cacheControl: {
    value: "<value>",
    help: "Cache-Control header of replies that depend on the request alone",
    parse: parseHeaderValue,
  },
  remoteToken: {
    value: "<token>",
    help: "token that warehouses need for /remote; other users of the machine see it unless it is in the environment",
    shownDefault: "none",
  },
  tilesUrl: {
    value: "<template>",
    help: "tiles under the map page: an address with {z}, {x} and {y}",
    parse: parseTilesUrl,
    shownDefault: "none",
  },
  tilesAttribution: {
    value: "<text>",
    help: "source of the tiles; an address at its end becomes its link",
    shownDefault: "none",
  },
  accessLog: {
    ...switchOf("log every request", DEFAULT_OPTIONS.accessLog),
    value: "[switch]",
    preset: "on",
  },
  accessLogFormat: {
    value: "<format>",
    help: "lines to read, JSON, or those of Apache and nginx; that of --log-format if omitted",
    choices: ACCESS_LOG_FORMATS,
    hasNoDefault: true,
  },
  trustProxy: {
    value: "<ranges>",
    help: `addresses of proxies whose X-Forwarded-For or Forwarded is believed: 10.0.0.0/8,::1, ${[...Object.keys(NAMED_RANGES), UNIX_RANGE].join(", ")}`,
    parse: parseRanges,
    shownDefault: "none",
  },
  logLevel: { value: "<level>", help: "lowest level to log", choices: LOG_LEVELS },
  logFormat: {
    value: "<format>",
    help: "lines to read, or JSON to process",
    choices: LOG_FORMATS,
  },
  stopSeconds: { ...seconds("maximum time to finish replies after a signal"), flag: "stop-after" },
  drainSeconds: seconds("time to go on after a signal while /readyz says 503"),
  opsPort: {
    value: "<number>",
    help: "own port of /metrics, /livez and /readyz, 0 for any free one (default: that of the service)",
    parse: integerParser(0, MAX_PORT),
  },
  opsHost: { value: "<address>", help: "address of --ops-port (default: --host)" },
  batchBytes: limit("maximum size of a batch request in bytes, decompressed"),
  batchRowBytes: limit("maximum size of a row of a batch request in bytes", 1, MAX_ROW_BYTES),
  batchRows: limit("maximum number of rows of a batch request"),
  batchSeconds: limit("maximum duration of a batch request in seconds", 1, MAX_BATCH_SECONDS),
  batchMinRate: limit("bytes a second with which batch requests must arrive, 0 for any rate", 0),
  batchMemory: limit("memory in bytes for all batch requests of a process", MIN_BATCH_MEMORY_BYTES),
  batchRequests: limit("maximum number of batch requests of a process at the same time"),
  maxConnections: limit(
    "maximum number of connections of a process, 0 for as many as its limit of open files allows",
    0,
  ),
  maxWaitMs: limit("under overload, reject requests that have waited longer, 0 for never", 0),
  rateLimit: limit("requests a second of a client that a process answers, 0 for no limit", 0),
  rateBurst: limit("requests that a client may send at once after a pause"),
};

function optionOf([name, declared]: [string, ServiceFlag]): Option {
  const flag = declared.flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const variable = `MAPCODED_${flag.toUpperCase().replaceAll("-", "_")}`;
  const option = new Option(`--${flag} ${declared.value}`, declared.help);
  option.env(declared.variable ?? variable);
  const { choices, parse, preset, shownDefault, hasNoDefault = false } = declared;
  if (choices) option.choices(choices);
  // Rejects what is not one of the choices.
  const check = option.parseArg;
  if (parse) option.argParser((text) => parse(check ? check(text, "") : text));
  if (preset !== undefined) option.preset(preset);
  const value = DEFAULT_OPTIONS[name as Name];
  return hasNoDefault ? option : option.default(value, shownDefault ?? JSON.stringify(value));
}

/** The options of `serve`, in the order of its help. */
export function serveOptions(): Option[] {
  return Object.entries(SERVICE_FLAGS).map(optionOf);
}

/** The options of the address of a service. */
export function addressOptions(): Option[] {
  return Object.entries(ADDRESS_FLAGS).map(optionOf);
}

/** The values of the options of the address. */
export interface AddressFlags extends AddressOptions, TlsOptions {
  readonly prefix: string;
}

/** The values of all options, by the names of their flags. */
export interface ServeFlags extends Omit<ServiceOptions, "accessLogFormat" | "stopSeconds"> {
  /** The format of the log if it is missing. */
  readonly accessLogFormat?: AccessLogFormat;
  readonly stopAfter: number;
}

/** The options of the service that flags stand for. */
export function serviceOptions({ stopAfter, ...others }: ServeFlags): ServiceOptions {
  return {
    ...others,
    accessLogFormat: others.accessLogFormat ?? others.logFormat,
    stopSeconds: stopAfter,
  };
}

/** Checks what the options of the address say together. @throws UsageError if one of them lacks another */
export function checkAddress(command: Command): void {
  const { tlsCert, tlsKey } = command.opts<AddressFlags>();
  if ((tlsCert === "") === (tlsKey === "")) return;
  const [given, missing] =
    tlsCert === "" ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"];
  throw new UsageError(
    `${given} needs ${missing}, as TLS takes a certificate and its key. Give both.`,
  );
}
