/** The interface as an OpenAPI 3.1 document. */
import { JSON_TYPE, XML_TYPE } from "../negotiation.ts";
import {
  BATCH_DESCRIPTION,
  BATCH_TYPES,
  type BatchOperation,
  describedOperations,
  type GetOperation,
  type Operation,
} from "../operations.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";
import { type Resource, staticResource } from "../resources.ts";
import { packageVersion } from "../version.ts";
import { describeSchemas } from "./schemas.ts";

/** The error statuses that every operation can have. */
const COMMON_ERRORS = [400, 405, 414, 417, 500, 503];

/** The meaning of each status, described once for all operations. */
const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  304: "The client already has this body (If-None-Match).",
  400: "A parameter is malformed, unknown or out of range.",
  403: "The point or the code is missing.",
  404: "The path is unknown, the mapcode does not exist, or the point has no local mapcode.",
  405: "The method is not allowed here; the header Allow lists those that are.",
  409: "Parameters exclude each other.",
  413: "The body, its first row, or the body with its reply is too large.",
  414: "The URL is too long.",
  415: "The type, charset or coding of the body is not supported.",
  417: "The header Expect asks for something other than 100-continue.",
  422: "No row can be converted: all rows fail, or the first 1,000.",
  500: "The service failed. Its log has the reason.",
  503: "Other batches use the memory for batches; the header Retry-After says when to try again.",
};

function schemaContent(schema: string, types: readonly string[]): object {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } };
  return Object.fromEntries(types.map((type) => [type, media]));
}

function replyContent({ schema, hasFormats }: GetOperation): object | undefined {
  if (schema === "none") return undefined;
  if (schema === "html") return { "text/html": { schema: { type: "string" } } };
  if (schema === "any") return { [JSON_TYPE]: { schema: { type: "object" } } };
  return schemaContent(schema, hasFormats ? [JSON_TYPE, XML_TYPE] : [JSON_TYPE]);
}

/** OpenAPI describes JSON by its structure, other bodies as texts. Batches of plain JSON are arrays. */
function batchSchema(type: string): object {
  if (type === JSON_TYPE) return { type: "array", items: {} };
  return { type: type.endsWith("+json") ? "object" : "string" };
}

/** Describes bodies or replies of batches in all media types. @param side its index in an example */
function batchContent({ examples }: BatchOperation, side: 2 | 3): object {
  // Generators of clients take the first type, and understand JSON best.
  const sorted = BATCH_TYPES.toSorted(
    (one, other) => +(other === JSON_TYPE) - +(one === JSON_TYPE),
  );
  const media = sorted.map((type) => {
    const schema = batchSchema(type);
    const text = examples.find((example) => example[1] === type)?.[side];
    if (text === undefined) return [type, { schema }];
    return [type, { schema, example: type === JSON_TYPE ? JSON.parse(text) : text }];
  });
  return Object.fromEntries(media);
}

/** `getCodesLatLonLocal` for `/codes/{lat},{lon}/local`. */
function operationId({ method, path }: Operation): string {
  const words = path.match(/\w+/g) ?? ["help"];
  return `${method}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
}

function pathItem(operation: Operation): object {
  const { method, summary, otherStatuses } = operation;
  const parameters = operation.parameters.map(({ name, in: place, description, schema }) => ({
    name,
    in: place,
    description,
    schema,
    required: place === "path",
    // Values of a list are separated by commas, as one parameter; requests with several are right as well.
    ...(schema.type === "array" ? { style: "form", explode: false } : {}),
  }));
  const content = method === "get" ? replyContent(operation) : batchContent(operation, 3);
  const errors = [...COMMON_ERRORS, ...otherStatuses].map((status) => [
    status,
    { $ref: `#/components/responses/${status}` },
  ]);
  const described = {
    operationId: operationId(operation),
    summary,
    parameters,
    responses: { 200: { description: "The reply.", content }, ...Object.fromEntries(errors) },
  };
  if (method === "get") return { get: described };
  const requestBody = { required: true, content: batchContent(operation, 2) };
  const description = BATCH_DESCRIPTION;
  return { post: { ...described, description, "x-extension": true, requestBody } };
}

function errorResponses(): object {
  const content = schemaContent("Error", [JSON_TYPE, XML_TYPE]);
  const entries = Object.entries(STATUS_MEANINGS).map(([status, description]) => [
    status,
    Number(status) < 400 ? { description } : { description, content },
  ]);
  return Object.fromEntries(entries);
}

export function openApiResource(options: ResolvedInterfaceOptions): Resource {
  const { prefix } = options;
  const paths = describedOperations(options).map((one) => [one.path, pathItem(one)]);
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
    components: { schemas: describeSchemas(options), responses: errorResponses() },
  };
  return staticResource(`${JSON_TYPE};charset=UTF-8`, JSON.stringify(document));
}
