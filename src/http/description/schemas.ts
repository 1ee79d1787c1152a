/** The shapes of replies as JSON schemas (draft 2020-12). They allow no undeclared members, which tests would notice. */
import { alphabets, maxErrorMeters } from "../../index.ts";
import { ERROR_STATUS, MAX_EXCERPT_CHARS } from "../errors.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";

/** A JSON schema. */
type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Schema>>;

function object(required: Members, optional: Members = {}): Schema {
  const properties = { ...required, ...optional };
  const names = Object.keys(required);
  return { type: "object", properties, required: names, additionalProperties: false };
}

/** A text. @param examples none for a description without them */
function text(description: string, ...examples: string[]): Schema {
  return { type: "string", description, ...(examples.length > 0 && { examples }) };
}

const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", items, ...more });
const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const degrees = (maximum: number, description: string): Schema => {
  return { type: "number", minimum: -maximum, maximum, description };
};
const POINT = { latDeg: degrees(90, "degrees north"), lonDeg: degrees(180, "degrees east") };
const CORNER = object(POINT);
const RECTANGLE = reference("Rectangle");

const CODE_ENTRY = object(
  { mapcode: text("in Roman letters and digits, without its territory", "49.4V") },
  {
    mapcodeInAlphabet: text("the mapcode in the requested alphabet", "49.4Ч"),
    territory: text("the territory of the mapcode; AAA is the whole world", "NLD", "US-IN"),
    territoryInAlphabet: text("the territory in the requested alphabet", "ЗЛД"),
    offsetMeters: {
      type: "number",
      minimum: 0,
      maximum: maxErrorMeters(0),
      description: "from the point to the center of the mapcode's cell",
    },
    rectangle: RECTANGLE,
  },
);

const names = (description: string) => list({ type: "string" }, { minItems: 1, description });

const TERRITORY = object(
  {
    alphaCode: text("unique", "NLD", "US-IN"),
    alphaCodeMinimalUnambiguous: text("the shortest code that no other territory has", "US-IN"),
    alphaCodeMinimal: text("the part after the hyphen", "IN"),
    fullName: text("in English", "Indiana"),
  },
  {
    aliases: names("other codes"),
    fullNameAliases: names("other names"),
    parentTerritory: text("the country of a subdivision", "USA"),
    alphabets: list(reference("Alphabet"), { description: "the most common first" }),
  },
);

const count = (description?: string): Schema => ({ type: "integer", minimum: 0, description });
const COUNT = count();
const TOTAL = { total: count("length of the whole list") };

const LATENCY = { type: "number", description: "from the arrival of a request to its reply" };
const OPERATION = object({
  total: COUNT,
  byStatusClass: object({ "2xx": COUNT, "3xx": COUNT, "4xx": COUNT, "5xx": COUNT }),
  latencyMicroseconds: object({ p50: LATENCY, p90: LATENCY, p99: LATENCY, max: LATENCY }),
});
const PERIOD = object({
  total: COUNT,
  operations: { type: "object", additionalProperties: OPERATION },
});
const DELAY = { type: "number", description: "delay of the last timer; the longest of all" };

const METRICS = object({
  service: object({
    name: text("of this software", "mapcoded"),
    version: text("of this software"),
    startedAt: text("date and time in UTC (ISO 8601)"),
    uptimeSeconds: { type: "number" },
    workers: count("number of threads that answer requests"),
  }),
  process: object({
    rssBytes: count("resident memory"),
    heapUsedBytes: count("memory of JavaScript objects, included in rssBytes"),
    eventLoopDelayMs: DELAY,
  }),
  requests: object({ sinceStart: PERIOD, lastMinute: PERIOD, lastHour: PERIOD, lastDay: PERIOD }),
});

const EXCERPT = text(`the value that was sent, cut at ${MAX_EXCERPT_CHARS} characters`, "9");
const ERROR = object(
  {
    status: { type: "integer", enum: [...new Set(Object.values(ERROR_STATUS))] },
    error: { type: "string", enum: Object.keys(ERROR_STATUS) },
    message: text("what is wrong, in one or two sentences"),
  },
  {
    parameter: text("the part of the request that is wrong", "precision"),
    value: { ...EXCERPT, maxLength: MAX_EXCERPT_CHARS },
    expected: text("what the service accepts instead", "an integer from 0 to 8"),
  },
);

const CANDIDATES = { territories: list(reference("Candidate")) };
const CANDIDATE = object(
  { alphaCode: text("of a territory around the point, by borders", "US-IN", "NLD") },
  { parentAlphaCode: text("the country of a subdivision", "USA") },
);

const OTHER_VERSIONS = {
  apiVersion: text("of the interface", "2.4.7.1"),
  dataVersion: text("of the published tables", "2.3.0"),
};

/** The schemas by their names, by which operations refer to them. */
export function describeSchemas({ dialect, hasBorders }: ResolvedInterfaceOptions): Members {
  const entry = reference("CodeEntry");
  const mapcodes = { mapcodes: reference("CodeEntries") };
  const [always, sometimes] = dialect === "hosted" ? [{}, mapcodes] : [mapcodes, {}];
  return {
    Codes: object(
      { international: entry, ...always },
      { local: entry, ...sometimes, ...(hasBorders && CANDIDATES) },
    ),
    ...(hasBorders && { Candidates: object(CANDIDATES), Candidate: CANDIDATE }),
    CodeEntries: list(entry),
    CodeEntry: CODE_ENTRY,
    Coords:
      dialect === "hosted"
        ? { anyOf: [CORNER, RECTANGLE] }
        : object(POINT, { rectangle: RECTANGLE }),
    Rectangle: object({ southWest: CORNER, northEast: CORNER, center: CORNER }),
    Territories: object({ ...TOTAL, territories: list(reference("Territory")) }),
    Territory: TERRITORY,
    Alphabets: object({ ...TOTAL, alphabets: list(reference("Alphabet")) }),
    Alphabet: object({ name: { type: "string", enum: alphabets() } }),
    Version: object({
      version: text("of this software"),
      ...(dialect === "spec" && OTHER_VERSIONS),
    }),
    Status: object({ status: { type: "string", const: "OK" } }),
    Metrics: METRICS,
    Error: ERROR,
  };
}
