/** The options of a service, each declared once, in the order of the help: the types and `mapcoded serve` follow from it. */
import { tilesUrlProblem } from "../http/map/page.ts";
import { DIALECTS } from "../http/options.ts";
import { defaultBatchMemory } from "./batch.ts";
import { TRANSPORTS } from "./transports/transport.ts";

/** How an option is declared. One that is true or false is a switch: `on` or `off`. */
export interface ServiceOption<Value = unknown> {
  /** Its value in the help: `<number>`; in brackets if the flag alone means `on`. */
  readonly value: string;
  readonly default: Value;
  readonly help: string;
  /** The environment variable if it is not MAPCODED_ and the flag. */
  readonly variable?: string;
  /** The default in the help if it is not the value itself. */
  readonly shownDefault?: string;
  readonly choices?: readonly string[];
  /** The least and the greatest value of an integer. */
  readonly range?: readonly [min: number, max: number];
  /** Whether it is a number of workers, which may be `auto`. */
  readonly countsWorkers?: boolean;
  /** The problem with a user's text, as a sentence; undefined if it is valid. */
  readonly problem?: (text: string) => string | undefined;
  /** Parses a valid text. By default, the text is the value. */
  readonly parse?: (text: string) => Value;
}

function option<Value>(
  value: string,
  initial: Value,
  help: string,
  declared: Partial<ServiceOption<Value>> = {},
): ServiceOption<Value> {
  return { value, default: initial, help, ...declared };
}

function choice<const Choice extends string>(
  value: string,
  choices: readonly Choice[],
  help: string,
): ServiceOption<Choice> {
  return { value, default: choices[0], help, choices };
}

/** More bytes than any machine has. A double holds it exactly. */
const MAX_COUNT = 2 ** 40;
const PORTS = [0, 65_535] as const;
const SECONDS = [0, 3_600] as const;

/** One segment or none, with slashes around it or without. */
const PREFIX = /^\/?(?!\.\.?\/?$)[\w.~-]*\/?$/;
const SEGMENT = "Expected one segment of letters, digits and -._~, or none (/).";

export const SERVICE_OPTIONS = {
  port: option("<number>", 8080, "port of the service, 0 for any free one", {
    range: PORTS,
    variable: "PORT",
  }),
  host: option("<address>", "127.0.0.1", "address of the service, :: for all of IPv6 and IPv4"),
  /** The paths of certificate and key; both empty for HTTP without TLS. */
  tlsCert: option("<file>", "", "certificate in PEM, for https"),
  tlsKey: option("<file>", "", "its key in PEM"),
  /** In front of all paths; empty for none. The public service has its operations at the default. */
  prefix: option("<segment>", "/mapcode", "first segment of all paths, / for none", {
    problem: (given) => (PREFIX.test(given) ? undefined : SEGMENT),
    parse: (given) => given.replace(/^\/?(.*?)\/?$/, "/$1").replace(/^\/$/, ""),
  }),
  dialect: choice(
    "<name>",
    DIALECTS,
    "replies as in the specification, or as the public service sends them",
  ),
  borders: option(
    "[switch]",
    false,
    "order codes by the territories around their point, by the borders of OpenStreetMap (ODbL)",
  ),
  transport: choice("<name>", ["auto", ...TRANSPORTS], "HTTP server: uWebSockets.js or node:http"),
  workers: option("<count>", 1, "number of threads; auto is one per core", {
    range: [1, MAX_COUNT],
    countsWorkers: true,
  }),
  cors: option("<switch>", true, "let pages of other origins use it"),
  tilesUrl: option(
    "<template>",
    "",
    "tiles under the map page: an address with {z}, {x} and {y}, and {r} where dense screens have @2x",
    { shownDefault: "none", problem: tilesUrlProblem },
  ),
  tilesAttribution: option(
    "<text>",
    "",
    "source of the tiles; an address at its end becomes its link",
    { shownDefault: "none" },
  ),
  accessLog: choice(
    "<format>",
    ["off", "combined", "json"],
    "log every request: as Apache and nginx do, or in JSON",
  ),
  logFormat: choice("<format>", ["text", "json"], "lines to read, or JSON to process"),
  /** Seconds, as `drainSeconds`. */
  stopAfter: option("<seconds>", 10, "maximum time to finish replies after a signal", {
    range: SECONDS,
  }),
  drainSeconds: option("<seconds>", 0, "time to go on after a signal while /readyz says 503", {
    range: SECONDS,
  }),
  opsPort: option<number | undefined>(
    "<number>",
    undefined,
    "own port of /metrics, /livez and /readyz, 0 for any free one (default: the port of the service)",
    { range: PORTS },
  ),
  batchBytes: option(
    "<count>",
    16 * 1024 * 1024,
    "maximum size of a batch request in bytes, decompressed",
    { range: [1, MAX_COUNT] },
  ),
  batchMemory: option(
    "<count>",
    defaultBatchMemory(),
    "memory in bytes for all batch requests, with their replies",
    { range: [2 ** 20, MAX_COUNT], shownDefault: "a quarter of the memory, at least 64 MiB" },
  ),
} satisfies Readonly<Record<string, ServiceOption>>;

/** The values of all options: plain data, which is sent to threads. */
export type ServiceOptions = {
  readonly [Name in keyof typeof SERVICE_OPTIONS]: (typeof SERVICE_OPTIONS)[Name]["default"];
};
