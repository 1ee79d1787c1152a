/** The options of a service, each declared once, in the order of the help: the types and `mapcoded serve` follow from it. */
import { defaultBatchMemory } from "../http/batch/memory.ts";
import { tilesUrlProblem } from "../http/map/page.ts";
import { DIALECTS } from "../http/options.ts";
import { TRANSPORTS } from "./transports/transport.ts";

/** How an option is declared. One that is true or false is a switch: `on` or `off`. */
export interface ServiceOption<Value = unknown> {
  /** Its value in the help: `<number>`. */
  readonly placeholder: string;
  readonly default: Value;
  readonly help: string;
  /** The heading, in the help, of this option and of those after it. */
  readonly group?: string;
  /** The environment variable if it is not MAPCODED_ and the flag. */
  readonly variable?: string;
  /** The default in the help if it is not the value itself, or `none` for an empty one. */
  readonly shownDefault?: string;
  readonly choices?: readonly string[];
  /** The least and the greatest value of an integer. */
  readonly range?: readonly [min: number, max: number];
  /** What it is a number of: workers may be `auto`, bytes have a range and may have a unit, `64M`. */
  readonly counts?: "workers" | "bytes";
  /** The problem with a user's text, as a sentence; undefined if it is valid. */
  readonly problem?: (text: string) => string | undefined;
  /** Parses a valid text. By default, the text is the value. */
  readonly parse?: (text: string) => Value;
}

function option<Value>(
  placeholder: string,
  initial: Value,
  help: string,
  declared: Partial<ServiceOption<Value>> = {},
): ServiceOption<Value> {
  return { placeholder, default: initial, help, ...declared };
}

function choice<const Choice extends string>(
  choices: readonly Choice[],
  help: string,
  declared: Pick<ServiceOption, "group"> = {},
): ServiceOption<Choice> {
  return { placeholder: "<name>", default: choices[0], help, choices, ...declared };
}

/** A number of bytes. Its maximum is more than any machine has; a double holds it exactly. */
function size(initial: number, min: number, help: string, shownDefault: string) {
  return option("<size>", initial, help, { range: [min, 2 ** 40], counts: "bytes", shownDefault });
}

const PORTS = [0, 65_535] as const;
const SECONDS = [0, 3_600] as const;

/** One segment or none, with slashes around it or without. It would hide a path for operators that has its name. */
const PREFIX = /^\/?(?!(?:\.\.?|livez|metrics|readyz)\/?$)[\w.~-]*\/?$/;
const PREFIX_EXPECTED =
  "Expected one segment of letters, digits and -._~ other than livez, metrics and readyz, or none (/).";
const prefixProblem = (given: string) => (PREFIX.test(given) ? undefined : PREFIX_EXPECTED);
const parsePrefix = (given: string) => given.replace(/^\/?(.*?)\/?$/, "/$1").replace(/^\/$/, "");

// biome-ignore format: a table
export const SERVICE_OPTIONS = {
  port: option("<number>", 8080, "port of the service, 0 for any free one", { group: "Address", range: PORTS, variable: "PORT" }),
  host: option("<address>", "127.0.0.1", "address of the service, :: for all of IPv6 and IPv4"),
  /** The paths of certificate and key; both empty for HTTP without TLS. */
  tlsCert: option("<file>", "", "certificate in PEM, for https; SIGHUP reads it again"),
  tlsKey: option("<file>", "", "its key in PEM"),
  /** The public service has its operations at the default. */
  prefix: option("<segment>", "/mapcode", "first segment of all paths, / for none", { problem: prefixProblem, parse: parsePrefix }),
  dialect: choice(DIALECTS, "replies as in the specification, or as the public service sends them", { group: "Replies" }),
  borders: option("<switch>", false, "order codes by the territories around their point, by the borders of OpenStreetMap (ODbL)"),
  cors: option("<switch>", true, "allow cross-origin requests"),
  tilesUrl: option("<template>", "", "address of the tiles of the map, with {z}, {x} and {y}, and {r} where dense screens have @2x", { group: "Map page", problem: tilesUrlProblem }),
  tilesAttribution: option("<text>", "", "source of the tiles; an address at its end becomes its link"),
  transport: choice(["auto", ...TRANSPORTS], "HTTP server: uWebSockets.js or node:http", { group: "Threads and memory" }),
  workers: option("<count>", 1, "number of threads; auto is one per core", { counts: "workers" }),
  batchBytes: size(16 * 2 ** 20, 1, "maximum size of a batch request, decompressed", "16M"),
  batchMemory: size(defaultBatchMemory(), 2 ** 20, "memory for all batch requests, with their replies", "a quarter of the memory, at least 64M"),
  accessLog: choice(["off", "combined", "json"], "log every request: as Apache and nginx do, or in JSON", { group: "Logs and operation" }),
  logFormat: choice(["text", "json"], "lines to read, or JSON to process"),
  opsPort: option<number | undefined>("<number>", undefined, "own port of /metrics, /livez and /readyz, 0 for any free one; without it, they are on the port of the service", { range: PORTS }),
  opsHost: option("<address>", "127.0.0.1", "address of --ops-port"),
  drainTime: option("<seconds>", 0, "time to go on after a signal while /readyz says 503", { range: SECONDS }),
  shutdownTimeout: option("<seconds>", 10, "maximum time to finish replies after that", { range: SECONDS }),
} satisfies Readonly<Record<string, ServiceOption>>;

/** The values of all options: plain data, which is sent to threads. */
export type ServiceOptions = {
  readonly [Name in keyof typeof SERVICE_OPTIONS]: (typeof SERVICE_OPTIONS)[Name]["default"];
};
