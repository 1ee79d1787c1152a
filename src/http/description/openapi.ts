/** The interface as an OpenAPI 3.1 document. */
import { alphabets, maxErrorMeters } from "../../index.ts";
import { BATCH_DESCRIPTION, FORMAT_BY_MEDIA_TYPE } from "../batch/request.ts";
import { ERROR_STATUS, MAX_EXCERPT_CHARS, STATUSES, type StatusFacts } from "../errors.ts";
import { JSON_TYPE, XML_TYPE } from "../negotiation.ts";
import type { BatchExample, DescribedPath, DescribedPaths } from "../operations.ts";
import type { InterfaceOptions } from "../options.ts";
import { type Resource, staticResource } from "../replies.ts";
import { packageVersion } from "../version.ts";

// ---- JSON schemas of the replies (draft 2020-12). They forbid undeclared members, so that tests notice them.

type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Schema>>;

function object(required: Members, optional: Members = {}): Schema {
  const properties = { ...required, ...optional };
  const names = Object.keys(required);
  return { type: "object", properties, required: names, additionalProperties: false };
}

function text(description: string, ...examples: string[]): Schema {
  return { type: "string", description, ...(examples.length > 0 && { examples }) };
}

function number(description?: string, minimum?: number, maximum?: number): Schema {
  return { type: "number", minimum, maximum, description };
}

const count = (description?: string): Schema => ({ type: "integer", minimum: 0, description });
const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", items, ...more });
const names = (description: string) => list({ type: "string" }, { minItems: 1, description });
const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const POINT = {
  latDeg: number("degrees north", -90, 90),
  lonDeg: number("degrees east", -180, 180),
};
const CORNER = object(POINT);
const RECTANGLE = reference("Rectangle");
const ENTRY = reference("CodeEntry");
const OFFSET = number("from the point to the center of the mapcode's cell", 0, maxErrorMeters(0));
const EXCERPT = text(`the value that was sent, cut at ${MAX_EXCERPT_CHARS} characters`, "9");
const TOTAL = { total: count("length of the whole list") };
const VERSION = { version: text("of this software") };

const LATENCY = number("from the arrival of a request to its reply");
const OPERATION = object({
  total: count(),
  byStatusClass: object({ "2xx": count(), "3xx": count(), "4xx": count(), "5xx": count() }),
  latencyMicroseconds: object({ p50: LATENCY, p90: LATENCY, p99: LATENCY, max: LATENCY }),
});
const OPERATIONS = { type: "object", additionalProperties: OPERATION };
const PERIOD = object({ total: count(), operations: OPERATIONS });

/** The schemas by their names, by which operations refer to them: of the specification, except those of the codes of a point. */
const SCHEMAS: Members = {
  CodeEntries: list(ENTRY),
  CodeEntry: object(
    { mapcode: text("in Roman letters and digits, without its territory", "49.4V") },
    {
      mapcodeInAlphabet: text("the mapcode in the requested alphabet", "49.4Ч"),
      territory: text("the territory of the mapcode; AAA is the whole world", "NLD", "US-IN"),
      territoryInAlphabet: text("the territory in the requested alphabet", "ЗЛД"),
      territoryName: text("the full name of the territory, in English", "Indiana"),
      countryName: text("the full name of its country", "USA"),
      offsetMeters: OFFSET,
      rectangle: RECTANGLE,
    },
  ),
  Coords: object(POINT, {
    territory: text("of the place that is nearest to the parameter near", "NLD"),
    rectangle: RECTANGLE,
  }),
  Rectangle: object({ southWest: CORNER, northEast: CORNER, center: CORNER }),
  Territories: object({ ...TOTAL, territories: list(reference("Territory")) }),
  Territory: object(
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
  ),
  Alphabets: object({ ...TOTAL, alphabets: list(reference("Alphabet")) }),
  Alphabet: object({ name: { type: "string", enum: alphabets() } }),
  Version: object({
    ...VERSION,
    apiVersion: text("of the interface", "2.4.7.1"),
    dataVersion: text("of the published tables", "2.3.0"),
  }),
  Status: object({ status: { type: "string", const: "OK" } }),
  Metrics: object({
    service: object({
      name: text("of this software", "mapcoded"),
      ...VERSION,
      startedAt: text("date and time in UTC (ISO 8601)"),
      uptimeSeconds: number(),
      workers: count("number of threads that answer requests"),
    }),
    process: object({
      rssBytes: count("resident memory"),
      heapUsedBytes: count("memory of JavaScript objects, included in rssBytes"),
      eventLoopDelayMs: number("delay of the last timer; the longest of all"),
    }),
    requests: object({ sinceStart: PERIOD, lastMinute: PERIOD, lastHour: PERIOD, lastDay: PERIOD }),
  }),
  Error: object(
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
  ),
};

/** They replace the schemas of the specification. */
const HOSTED_SCHEMAS = { Coords: { anyOf: [CORNER, RECTANGLE] }, Version: object(VERSION) };

const CANDIDATES = list(reference("Candidate"));
const BORDERS_SCHEMAS: Members = {
  Candidates: object({ territories: CANDIDATES }),
  Candidate: object(
    { alphaCode: text("of a territory around the point, by borders", "US-IN", "NLD") },
    { parentAlphaCode: text("the country of a subdivision", "USA") },
  ),
};

function describeSchemas({ dialect, borders }: InterfaceOptions): Members {
  const isHosted = dialect === "hosted";
  const mapcodes = { mapcodes: reference("CodeEntries") };
  const Codes = object(
    { international: ENTRY, ...(!isHosted && mapcodes) },
    { local: ENTRY, ...(isHosted && mapcodes), ...(borders && { territories: CANDIDATES }) },
  );
  return { Codes, ...(borders && BORDERS_SCHEMAS), ...SCHEMAS, ...(isHosted && HOSTED_SCHEMAS) };
}

/** The statuses besides 200 that are described. */
const STATUS_ROWS = Object.entries<StatusFacts>(STATUSES).filter(([, facts]) => facts.description);

const BOTH_TYPES = [JSON_TYPE, XML_TYPE];

function schemaContent(schema: string, types: readonly string[]): object {
  const media = { schema: reference(schema) };
  return Object.fromEntries(types.map((type) => [type, media]));
}

/** The types of bodies and replies of batches: JSON first, as client generators support it best. */
const BATCH_TYPES = [...new Set([JSON_TYPE, ...Object.keys(FORMAT_BY_MEDIA_TYPE)])];

/** Describes batches in all media types. @param side whether to describe bodies or replies */
function batchContent(examples: readonly BatchExample[], side: "body" | "reply"): object {
  const media = BATCH_TYPES.map((type) => {
    // JSON is described by its structure, other bodies as texts. Batches of plain JSON are arrays.
    const textOrObject = { type: type.endsWith("+json") ? "object" : "string" };
    const schema = type === JSON_TYPE ? { type: "array", items: {} } : textOrObject;
    const text = examples.find((example) => example.type === type)?.[side];
    const example = text && type === JSON_TYPE ? JSON.parse(text) : text;
    return [type, { schema, example }];
  });
  return Object.fromEntries(media);
}

function replyContent({ schema, batches, hasOneFormat }: DescribedPath): object | undefined {
  if (schema === "none") return undefined;
  if (schema === "rows") return batchContent(batches, "reply");
  if (schema === "html") return { "text/html": { schema: { type: "string" } } };
  if (schema === "any") return { [JSON_TYPE]: { schema: { type: "object" } } };
  return schemaContent(schema, hasOneFormat ? [JSON_TYPE] : BOTH_TYPES);
}

function pathItem(described: DescribedPath): object {
  const { name, path, summary, batches } = described;
  const method = batches.length > 0 ? "post" : "get";
  const words = path.match(/\w+/g) ?? ["help"];
  const parameters = described.parameters.map(({ name, description, schema }) => {
    const required = path.includes(`{${name}}`);
    const place = required ? "path" : "query";
    // Values of a list are separated by commas, as one parameter; requests with several are right as well.
    const style = schema.type === "array" && { style: "form", explode: false };
    return { name, in: place, description, schema, required, ...style };
  });
  const errors = STATUS_ROWS.filter(([, { operations = [name] }]) => operations.includes(name)).map(
    ([status]) => [status, { $ref: `#/components/responses/${status}` }],
  );
  const reply = { description: "The reply.", content: replyContent(described) };
  const item = {
    operationId: method + words.map((word) => word[0].toUpperCase() + word.slice(1)).join(""),
    summary,
    parameters,
    responses: { 200: reply, ...Object.fromEntries(errors) },
  };
  if (method === "get") return { get: item };
  const requestBody = { required: true, content: batchContent(batches, "body") };
  const extension = { description: BATCH_DESCRIPTION, "x-extension": true, requestBody };
  return { post: { ...item, ...extension } };
}

export function openApiResource(options: InterfaceOptions, paths: DescribedPaths): Resource {
  const { prefix } = options;
  const content = schemaContent("Error", BOTH_TYPES);
  const responses = STATUS_ROWS.map(([status, { description }]) => [
    status,
    { description, ...(status !== "304" && { content }) },
  ]);
  const document = {
    openapi: "3.1.0",
    info: {
      title: "mapcoded",
      version: packageVersion(),
      description: "Converts latitude and longitude to mapcodes and back.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      { url: prefix || "/", description: "XML if the Accept header prefers it, otherwise JSON" },
      { url: `${prefix}/json`, description: "always JSON, for operations with both formats" },
      { url: `${prefix}/xml`, description: "always XML, for operations with both formats" },
    ],
    paths: Object.fromEntries(paths.map((path) => [path.path, pathItem(path)])),
    components: { schemas: describeSchemas(options), responses: Object.fromEntries(responses) },
  };
  return staticResource(`${JSON_TYPE};charset=UTF-8`, JSON.stringify(document));
}
