/** The interface as an OpenAPI 3.1 document. */
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import { alphabets, maxErrorMeters } from "../../index.ts";
import { ERROR_STATUS, MAX_EXCERPT_CHARS, type Status } from "../errors.ts";
import { JSON_TYPE, XML_TYPE } from "../negotiation.ts";
import type { InterfaceOptions } from "../options.ts";
import { type Resource, staticResource } from "../replies.ts";
import type { OperationName } from "../requests.ts";
import { packageVersion } from "../version.ts";
import {
  BATCH_DESCRIPTION,
  type BatchExample,
  type DescribedOperation as Operation,
} from "./operation.ts";

// ---- JSON schemas of the replies (draft 2020-12). They forbid undeclared members, so that tests notice them.

type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Schema>>;

/** An object. Names of optional members end with a question mark; these members come last. */
function object(members: Members): Schema {
  const [optional, required] = [true, false].map((isOptional) =>
    Object.keys(members).filter((name) => name.endsWith("?") === isOptional),
  );
  const all = [...required, ...optional].map((name) => [name.replace("?", ""), members[name]]);
  const properties = Object.fromEntries(all);
  return { type: "object", properties, required, additionalProperties: false };
}

/** A text. @param examples none for a description without them */
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

/** The schemas by their names, by which operations refer to them: of the specification, but for the codes of a point. */
const SCHEMAS: Members = {
  CodeEntries: list(ENTRY),
  CodeEntry: object({
    mapcode: text("in Roman letters and digits, without its territory", "49.4V"),
    "mapcodeInAlphabet?": text("the mapcode in the requested alphabet", "49.4Ч"),
    "territory?": text("the territory of the mapcode; AAA is the whole world", "NLD", "US-IN"),
    "territoryInAlphabet?": text("the territory in the requested alphabet", "ЗЛД"),
    "territoryName?": text("the full name of the territory, in English", "Indiana"),
    "countryName?": text("the full name of its country", "USA"),
    "offsetMeters?": OFFSET,
    "rectangle?": RECTANGLE,
  }),
  Coords: object({
    ...POINT,
    "territory?": text("of the place that is nearest to the parameter near", "NLD"),
    "rectangle?": RECTANGLE,
  }),
  Rectangle: object({ southWest: CORNER, northEast: CORNER, center: CORNER }),
  Territories: object({ ...TOTAL, territories: list(reference("Territory")) }),
  Territory: object({
    alphaCode: text("unique", "NLD", "US-IN"),
    alphaCodeMinimalUnambiguous: text("the shortest code that no other territory has", "US-IN"),
    alphaCodeMinimal: text("the part after the hyphen", "IN"),
    fullName: text("in English", "Indiana"),
    "aliases?": names("other codes"),
    "fullNameAliases?": names("other names"),
    "parentTerritory?": text("the country of a subdivision", "USA"),
    "alphabets?": list(reference("Alphabet"), { description: "the most common first" }),
  }),
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
  Error: object({
    status: { type: "integer", enum: [...new Set(Object.values(ERROR_STATUS))] },
    error: { type: "string", enum: Object.keys(ERROR_STATUS) },
    message: text("what is wrong, in one or two sentences"),
    "parameter?": text("the part of the request that is wrong", "precision"),
    "value?": { ...EXCERPT, maxLength: MAX_EXCERPT_CHARS },
    "expected?": text("what the service accepts instead", "an integer from 0 to 8"),
  }),
};

/** They replace the schemas of the specification. */
const HOSTED_SCHEMAS = { Coords: { anyOf: [CORNER, RECTANGLE] }, Version: object(VERSION) };

const CANDIDATES = list(reference("Candidate"));
const BORDERS_SCHEMAS: Members = {
  Candidates: object({ territories: CANDIDATES }),
  Candidate: object({
    alphaCode: text("of a territory around the point, by borders", "US-IN", "NLD"),
    "parentAlphaCode?": text("the country of a subdivision", "USA"),
  }),
};

function describeSchemas({ dialect, borders }: InterfaceOptions): Members {
  const isHosted = dialect === "hosted";
  const Codes = object({
    international: ENTRY,
    "local?": ENTRY,
    [isHosted ? "mapcodes?" : "mapcodes"]: reference("CodeEntries"),
    ...(borders && { "territories?": CANDIDATES }),
  });
  return { Codes, ...(borders && BORDERS_SCHEMAS), ...SCHEMAS, ...(isHosted && HOSTED_SCHEMAS) };
}

// ---- Operations

const BATCHES = ["batch-codes", "batch-coords"] as const;

interface DescribedStatus {
  readonly status: Status;
  readonly description: string;
  /** The operations that can return it: by default all. */
  readonly operations?: readonly OperationName[];
}

/** The statuses besides 200. */
// biome-ignore format: a table
const DESCRIBED_STATUSES: readonly DescribedStatus[] = [
  { status: 304, description: "The client already has this body (If-None-Match).", operations: ["territories", "alphabets", "help", "openapi"] },
  { status: 400, description: "A parameter is malformed, unknown or out of range." },
  { status: 403, description: "The point or the code is missing.", operations: ["codes", "coords"] },
  { status: 404, description: "The path is unknown, the mapcode does not exist, or the point has no local mapcode.", operations: ["codes", "coords"] },
  { status: 405, description: "The method is not allowed here; the header Allow lists the allowed methods." },
  { status: 409, description: "Parameters exclude each other.", operations: ["codes", "coords", ...BATCHES] },
  { status: 413, description: "The body, its first row, or the body with its reply is too large.", operations: BATCHES },
  { status: 414, description: "The URL is too long." },
  { status: 415, description: "The type, charset or coding of the body is not supported.", operations: BATCHES },
  { status: 417, description: "The header Expect asks for something other than 100-continue." },
  { status: 422, description: "No row can be converted: all rows fail, or the first 1,000.", operations: BATCHES },
  { status: 500, description: "The service failed. Its log has the reason." },
  { status: 503, description: "Other batches use the memory for batches; the header Retry-After says when to try again." },
];

const BOTH_TYPES = [JSON_TYPE, XML_TYPE];

function schemaContent(schema: string, types: readonly string[]): object {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } };
  return Object.fromEntries(types.map((type) => [type, media]));
}

/** The types of bodies and replies of batches: JSON first, as client generators support it best. */
const BATCH_TYPES = [
  ...new Set([JSON_TYPE, ...Object.values(FORMAT_FACTS).flatMap(({ mediaTypes }) => mediaTypes)]),
];

/** Describes batches in all media types. @param side whether to describe bodies or replies */
function batchContent(examples: readonly BatchExample[], side: "body" | "reply"): object {
  const media = BATCH_TYPES.map((type) => {
    // JSON is described by its structure, other bodies as texts. Batches of plain JSON are arrays.
    const other = { type: type.endsWith("+json") ? "object" : "string" };
    const schema = type === JSON_TYPE ? { type: "array", items: {} } : other;
    const text = examples.find((example) => example.type === type)?.[side];
    const example = text && type === JSON_TYPE ? JSON.parse(text) : text;
    return [type, { schema, example }];
  });
  return Object.fromEntries(media);
}

function replyContent({ schema, batches }: Operation): object | undefined {
  if (schema === "none") return undefined;
  if (schema === "rows") return batchContent(batches, "reply");
  if (schema === "html") return { "text/html": { schema: { type: "string" } } };
  if (schema === "any") return { [JSON_TYPE]: { schema: { type: "object" } } };
  return schemaContent(schema, schema === "Metrics" ? [JSON_TYPE] : BOTH_TYPES);
}

function pathItem(operation: Operation): object {
  const { name, path, summary, batches } = operation;
  const method = batches.length > 0 ? "post" : "get";
  const words = path.match(/\w+/g) ?? ["help"];
  const parameters = operation.parameters.map(({ name, description, schema }) => {
    const required = path.includes(`{${name}}`);
    const place = required ? "path" : "query";
    // Values of a list are separated by commas, as one parameter; requests with several are right as well.
    const style = schema.type === "array" && { style: "form", explode: false };
    return { name, in: place, description, schema, required, ...style };
  });
  const own = DESCRIBED_STATUSES.filter(({ operations = [name] }) => operations.includes(name));
  const errors = own.map(({ status }) => [status, { $ref: `#/components/responses/${status}` }]);
  const reply = { description: "The reply.", content: replyContent(operation) };
  const described = {
    operationId: method + words.map((word) => word[0].toUpperCase() + word.slice(1)).join(""),
    summary,
    parameters,
    responses: { 200: reply, ...Object.fromEntries(errors) },
  };
  if (method === "get") return { get: described };
  const requestBody = { required: true, content: batchContent(batches, "body") };
  const extension = { description: BATCH_DESCRIPTION, "x-extension": true, requestBody };
  return { post: { ...described, ...extension } };
}

export function openApiResource(
  options: InterfaceOptions,
  operations: readonly Operation[],
): Resource {
  const { prefix } = options;
  const paths = operations.map((one) => [one.path, pathItem(one)]);
  const content = schemaContent("Error", BOTH_TYPES);
  const responses = DESCRIBED_STATUSES.map(({ status, description }) => [
    status,
    { description, ...(status >= 400 && { content }) },
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
    paths: Object.fromEntries(paths),
    components: { schemas: describeSchemas(options), responses: Object.fromEntries(responses) },
  };
  return staticResource(`${JSON_TYPE};charset=UTF-8`, JSON.stringify(document));
}
