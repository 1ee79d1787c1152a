/** The interface as an OpenAPI 3.1 document. */
import { FORMATS } from "../../batch/formats/index.ts";
import { JSON_TYPE, XML_TYPE } from "../negotiation.ts";
import {
  BATCH_DESCRIPTION,
  type BatchExample,
  describedOperations,
  type Operation,
} from "../operations.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";
import { type Resource, staticResource } from "../resources.ts";
import { packageVersion } from "../version.ts";
import { describeSchemas } from "./schemas.ts";

const TAGGED = "territories alphabets help openapi";
const BATCHES = "batch-codes batch-coords";

/** The statuses besides 200 with their meanings, and the operations that can have them; without these, all can. */
const STATUSES: readonly (readonly [status: number, meaning: string, operations?: string])[] = [
  [304, "The client already has this body (If-None-Match).", TAGGED],
  [400, "A parameter is malformed, unknown or out of range."],
  [403, "The point or the code is missing.", "codes coords"],
  [
    404,
    "The path is unknown, the mapcode does not exist, or the point has no local mapcode.",
    "codes coords",
  ],
  [405, "The method is not allowed here; the header Allow lists the allowed methods."],
  [409, "Parameters exclude each other.", `codes ${BATCHES}`],
  [413, "The body, its first row, or the body with its reply is too large.", BATCHES],
  [414, "The URL is too long."],
  [415, "The type, charset or coding of the body is not supported.", BATCHES],
  [417, "The header Expect asks for something other than 100-continue."],
  [422, "No row can be converted: all rows fail, or the first 1,000.", BATCHES],
  [500, "The service failed. Its log has the reason."],
  [503, "Other batches use the memory for batches; the header Retry-After says when to try again."],
];

const BOTH_TYPES = [JSON_TYPE, XML_TYPE];

function schemaContent(schema: string, types: readonly string[]): object {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } };
  return Object.fromEntries(types.map((type) => [type, media]));
}

/** The types of bodies and replies of batches: JSON first, which generators of clients take, and understand best. */
const BATCH_TYPES = [...new Set([JSON_TYPE, ...FORMATS.flatMap(({ mediaTypes }) => mediaTypes)])];

/** Describes bodies or replies of batches in all media types. @param side its index in an example */
function batchContent(examples: readonly BatchExample[], side: 2 | 3): object {
  const media = BATCH_TYPES.map((type) => {
    // JSON is described by its structure, other bodies as texts. Batches of plain JSON are arrays.
    const other = { type: type.endsWith("+json") ? "object" : "string" };
    const schema = type === JSON_TYPE ? { type: "array", items: {} } : other;
    const text = examples.find((example) => example[1] === type)?.[side];
    if (text === undefined) return [type, { schema }];
    return [type, { schema, example: type === JSON_TYPE ? JSON.parse(text) : text }];
  });
  return Object.fromEntries(media);
}

function replyContent({ schema, batches }: Operation): object | undefined {
  if (schema === "none") return undefined;
  if (schema === "rows") return batchContent(batches, 3);
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
  const own = STATUSES.filter(([, , names = name]) => names.split(" ").includes(name));
  const errors = own.map(([status]) => [status, { $ref: `#/components/responses/${status}` }]);
  const reply = { description: "The reply.", content: replyContent(operation) };
  const described = {
    operationId: method + words.map((word) => word[0].toUpperCase() + word.slice(1)).join(""),
    summary,
    parameters,
    responses: { 200: reply, ...Object.fromEntries(errors) },
  };
  if (method === "get") return { get: described };
  const requestBody = { required: true, content: batchContent(batches, 2) };
  const extension = { description: BATCH_DESCRIPTION, "x-extension": true, requestBody };
  return { post: { ...described, ...extension } };
}

export function openApiResource(options: ResolvedInterfaceOptions): Resource {
  const { prefix } = options;
  const paths = describedOperations(options).map((one) => [one.path, pathItem(one)]);
  const content = schemaContent("Error", BOTH_TYPES);
  const responses = STATUSES.map(([status, description]) => [
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
