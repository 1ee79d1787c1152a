/**
 * The shapes of replies as JSON schemas (draft 2020-12). They allow no members that they do not
 * name, so that the tests notice when a reply and its description part.
 */
import { alphabets, maxOffsetMeters } from "../../index.ts";
import type { Dialect } from "../dialect.ts";
import { ERROR_STATUS } from "../http-error.ts";

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

function integer(description: string): Schema {
  return { type: "integer", minimum: 0, description };
}

function number(description: string): Schema {
  return { type: "number", description };
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

const CODE_ENTRY = object(
  { mapcode: text("in Roman letters and digits, without its territory", "49.4V") },
  {
    mapcodeInAlphabet: text("the mapcode in the alphabet that was asked for", "49.4Ч"),
    territory: text("what the mapcode belongs to; AAA is the whole world", "NLD", "US-IN"),
    territoryInAlphabet: text("the territory in the alphabet that was asked for", "НЛД"),
    offsetMeters: {
      type: "number",
      minimum: 0,
      maximum: maxOffsetMeters(0),
      description: "from the point to the middle of the mapcode's cell",
    },
    rectangle: reference("Rectangle"),
  },
);

function territory(): Schema {
  const names = { type: "array", items: { type: "string" }, minItems: 1 };
  return object(
    {
      alphaCode: text("unique", "NLD", "US-IN"),
      alphaCodeMinimalUnambiguous: text(
        "the shortest code that means this territory only",
        "US-IN",
      ),
      alphaCodeMinimal: text("the part behind the hyphen", "IN"),
      fullName: text("in English", "Indiana"),
    },
    {
      aliases: { ...names, description: "other codes" },
      fullNameAliases: { ...names, description: "other names" },
      parentTerritory: text("the country of a subdivision", "USA"),
      alphabets: {
        type: "array",
        items: reference("Alphabet"),
        minItems: 1,
        description: "what is written there, most used first",
      },
    },
  );
}

function codes({ leavesOutNoMapcodes }: Dialect): Schema {
  const mapcodes = { mapcodes: reference("CodeEntries") };
  return object(
    { international: reference("CodeEntry"), ...(leavesOutNoMapcodes ? {} : mapcodes) },
    { local: reference("CodeEntry"), ...(leavesOutNoMapcodes ? mapcodes : {}) },
  );
}

function coords({ repliesRectangleAlone }: Dialect): Schema {
  if (repliesRectangleAlone) return { anyOf: [object(COORDINATE), reference("Rectangle")] };
  return object(COORDINATE, { rectangle: reference("Rectangle") });
}

function version({ tellsAllVersions }: Dialect): Schema {
  const software = { version: text("of this software") };
  if (!tellsAllVersions) return object(software);
  return object({
    ...software,
    apiVersion: text("of the interface", "2.4.7.1"),
    dataVersion: text("of the published tables", "2.3.0"),
  });
}

function metrics(): Schema {
  const microseconds = number("from the request's arrival to its reply");
  const perOperation = object({
    total: integer("requests"),
    byStatusClass: object({
      "2xx": integer("answered"),
      "3xx": integer("known to the client already"),
      "4xx": integer("refused"),
      "5xx": integer("failed"),
    }),
    latencyMicroseconds: object({
      p50: microseconds,
      p90: microseconds,
      p99: microseconds,
      max: microseconds,
    }),
  });
  const period = object({
    total: integer("requests"),
    operations: { type: "object", additionalProperties: perOperation },
  });
  return object({
    service: object({
      name: text("of this software", "mapcoded"),
      version: text("of this software"),
      startedAt: { type: "string", description: "date and time in UTC (ISO 8601)" },
      uptimeSeconds: number("since then"),
      workers: integer("processes that answer requests"),
    }),
    process: object({
      rssBytes: integer("memory held, of all processes"),
      heapUsedBytes: integer("JavaScript objects in it"),
      eventLoopDelayMs: number("how late the last timer of the latest process was"),
    }),
    requests: object({
      sinceStart: period,
      lastMinute: period,
      lastHour: period,
      lastDay: period,
    }),
  });
}

function refusal(): Schema {
  return object(
    {
      status: { type: "integer", enum: [...new Set(Object.values(ERROR_STATUS))] },
      error: { type: "string", enum: Object.keys(ERROR_STATUS) },
      message: text("one sentence: what came and what was expected"),
    },
    {
      parameter: text("what was refused", "precision"),
      value: { ...text("what was sent, cut at 100 characters", "9"), maxLength: 100 },
      expected: text("what would have been accepted", "an integer from 0 to 8"),
    },
  );
}

/** All schemas by name; a reply's name in the list of operations is one of them. */
export function describeSchemas(dialect: Dialect): Readonly<Record<string, Schema>> {
  const total = { total: integer("items of the whole list") };
  const corner = object(COORDINATE);
  return {
    Codes: codes(dialect),
    CodeEntries: list(reference("CodeEntry")),
    CodeEntry: CODE_ENTRY,
    Coords: coords(dialect),
    Rectangle: object({ southWest: corner, northEast: corner, center: corner }),
    Territories: object({ ...total, territories: list(reference("Territory")) }),
    Territory: territory(),
    Alphabets: object({ ...total, alphabets: list(reference("Alphabet")) }),
    Alphabet: object({ name: { type: "string", enum: alphabets() } }),
    Version: version(dialect),
    Status: object({ status: { type: "string", const: "OK" } }),
    Metrics: metrics(),
    Error: refusal(),
  };
}
