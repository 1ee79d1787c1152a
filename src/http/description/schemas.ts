/** The shapes of replies as JSON schemas (draft 2020-12). They allow no undeclared members, which tests would notice. */
import { alphabets, maxErrorMeters } from "../../index.ts";
import { ERROR_STATUS, MAX_EXCERPT_CHARS } from "../errors.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";

/** A JSON schema. */
type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Schema>>;

function object(required: Members, optional: Members = {}): Schema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function text(description: string, ...examples: string[]): Schema {
  return { type: "string", description, ...(examples.length > 0 ? { examples } : {}) };
}

function list(items: Schema): Schema {
  return { type: "array", items };
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const COORDINATE: Members = {
  latDeg: { type: "number", minimum: -90, maximum: 90, description: "degrees north" },
  lonDeg: { type: "number", minimum: -180, maximum: 180, description: "degrees east" },
};
const CORNER = object(COORDINATE);

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
    rectangle: reference("Rectangle"),
  },
);

const NAMES = { ...list({ type: "string" }), minItems: 1 };

const TERRITORY = object(
  {
    alphaCode: text("unique", "NLD", "US-IN"),
    alphaCodeMinimalUnambiguous: text("the shortest code that no other territory has", "US-IN"),
    alphaCodeMinimal: text("the part after the hyphen", "IN"),
    fullName: text("in English", "Indiana"),
  },
  {
    aliases: { ...NAMES, description: "other codes" },
    fullNameAliases: { ...NAMES, description: "other names" },
    parentTerritory: text("the country of a subdivision", "USA"),
    alphabets: { ...list(reference("Alphabet")), description: "the most common first" },
  },
);

const COUNT: Schema = { type: "integer", minimum: 0 };
const TOTAL = { total: { ...COUNT, description: "length of the whole list" } };

const LATENCY = { type: "number", description: "from the arrival of a request to its reply" };
const PERIOD = object({
  total: COUNT,
  operations: {
    type: "object",
    additionalProperties: object({
      total: COUNT,
      byStatusClass: object({ "2xx": COUNT, "3xx": COUNT, "4xx": COUNT, "5xx": COUNT }),
      latencyMicroseconds: object({ p50: LATENCY, p90: LATENCY, p99: LATENCY, max: LATENCY }),
    }),
  },
});

const METRICS = object({
  service: object({
    name: text("of this software", "mapcoded"),
    version: text("of this software"),
    startedAt: text("date and time in UTC (ISO 8601)"),
    uptimeSeconds: { type: "number" },
    workers: { ...COUNT, description: "number of threads that answer requests" },
  }),
  process: object({
    rssBytes: { ...COUNT, description: "resident memory" },
    heapUsedBytes: { ...COUNT, description: "memory of JavaScript objects, included in rssBytes" },
    eventLoopDelayMs: {
      type: "number",
      description: "delay of the last timer; the longest of all",
    },
  }),
  requests: object({ sinceStart: PERIOD, lastMinute: PERIOD, lastHour: PERIOD, lastDay: PERIOD }),
});

const ERROR = object(
  {
    status: { type: "integer", enum: [...new Set(Object.values(ERROR_STATUS))] },
    error: { type: "string", enum: Object.keys(ERROR_STATUS) },
    message: text("what is wrong, in one or two sentences"),
  },
  {
    parameter: text("the part of the request that is wrong", "precision"),
    value: {
      ...text(`the value that was sent, cut at ${MAX_EXCERPT_CHARS} characters`, "9"),
      maxLength: MAX_EXCERPT_CHARS,
    },
    expected: text("what the service accepts instead", "an integer from 0 to 8"),
  },
);

/** The schemas by their names, by which operations refer to them. */
export function describeSchemas({ dialect, findCandidates }: ResolvedInterfaceOptions): Members {
  const rectangle = reference("Rectangle");
  const mapcodes = { mapcodes: reference("CodeEntries") };
  const candidates = { territories: list(reference("Candidate")) };
  const version = { version: text("of this software") };
  const otherVersions = {
    apiVersion: text("of the interface", "2.4.7.1"),
    dataVersion: text("of the published tables", "2.3.0"),
  };
  return {
    Codes: object(
      {
        international: reference("CodeEntry"),
        ...(dialect.omitsEmptyMapcodes ? {} : mapcodes),
      },
      {
        local: reference("CodeEntry"),
        ...(dialect.omitsEmptyMapcodes ? mapcodes : {}),
        ...(findCandidates && candidates),
      },
    ),
    ...(findCandidates && {
      Candidates: object(candidates),
      Candidate: object(
        { alphaCode: text("of a territory around the point, by borders", "US-IN", "NLD") },
        { parentAlphaCode: text("the country of a subdivision", "USA") },
      ),
    }),
    CodeEntries: list(reference("CodeEntry")),
    CodeEntry: CODE_ENTRY,
    Coords: dialect.repliesRectangleAlone
      ? { anyOf: [CORNER, rectangle] }
      : object(COORDINATE, { rectangle }),
    Rectangle: object({ southWest: CORNER, northEast: CORNER, center: CORNER }),
    Territories: object({ ...TOTAL, territories: list(reference("Territory")) }),
    Territory: TERRITORY,
    Alphabets: object({ ...TOTAL, alphabets: list(reference("Alphabet")) }),
    Alphabet: object({ name: { type: "string", enum: alphabets() } }),
    Version: object({ ...version, ...(dialect.reportsAllVersions && otherVersions) }),
    Status: object({ status: { type: "string", const: "OK" } }),
    Metrics: METRICS,
    Error: ERROR,
  };
}
