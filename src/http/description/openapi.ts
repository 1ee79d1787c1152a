/** The interface as an OpenAPI 3.1 document. */

import { JSON_TYPE, XML_TYPE } from "../negotiation.ts";
import {
  type BatchOperation,
  describedOperations,
  type GetOperation,
  type Operation,
} from "../operations.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";
import { type Resource, staticResource } from "../resources.ts";
import { packageVersion } from "../version.ts";
import { describeSchemas, type SchemaName } from "./schemas.ts";

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

function schemaContent(schema: SchemaName, hasFormats: boolean): object {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } };
  return { [JSON_TYPE]: media, ...(hasFormats ? { [XML_TYPE]: media } : {}) };
}

/** Describes bodies in all media types, each with the first example of that type. */
function bodyContent(
  types: readonly string[],
  texts: readonly (readonly [type: string, text: string])[],
): object {
  // Generators of clients take the first type, and understand JSON best.
  const sorted = types.toSorted((one, other) => +(other === JSON_TYPE) - +(one === JSON_TYPE));
  const media = sorted.map((type) => {
    const text = texts.find(([textType]) => textType === type)?.[1];
    // OpenAPI describes JSON by its structure, other bodies as strings.
    const isJson = type === JSON_TYPE || type.endsWith("+json");
    const example: unknown = isJson && text !== undefined ? JSON.parse(text) : text;
    // Batches of plain JSON are arrays, also where there is no example of them; GeoJSON is an object.
    const isArray = type === JSON_TYPE && (text === undefined || Array.isArray(example));
    const schema = { type: isArray ? "array" : isJson ? "object" : "string" };
    return [type, text === undefined ? { schema } : { schema, example }] as const;
  });
  return Object.fromEntries(media);
}

function replyContent({ schema, hasFormats }: GetOperation): object | undefined {
  if (schema === "none") return undefined;
  if (schema === "html") return { "text/html": { schema: { type: "string" } } };
  if (schema === "any") return { [JSON_TYPE]: { schema: { type: "object" } } };
  return schemaContent(schema, hasFormats);
}

function responses({ otherStatuses }: Operation, content: object | undefined): object {
  const success = { description: "The reply.", ...(content ? { content } : {}) };
  const others = [...COMMON_ERRORS, ...otherStatuses].map((status) => {
    return [status, { $ref: `#/components/responses/${status}` }];
  });
  return Object.fromEntries([[200, success], ...others]);
}

/** `getCodesLatLonLocal` for `/codes/{lat},{lon}/local`. */
function operationId({ method, path }: Operation): string {
  const words = path.match(/\w+/g) ?? ["help"];
  return `${method}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
}

function commonMembers(operation: Operation): object {
  const parameters = operation.parameters.map(({ name, in: place, description, schema }) => ({
    name,
    in: place,
    description,
    schema,
    required: place === "path",
    // Values of a list are separated by commas, as one parameter.
    ...(schema.type === "array" ? { style: "form", explode: false } : {}),
  }));
  return { operationId: operationId(operation), summary: operation.summary, parameters };
}

function getItem(operation: GetOperation, base: object): object {
  return {
    // Without formats, an operation is not available under /json and /xml.
    ...(operation.hasFormats ? {} : { servers: [base] }),
    get: {
      ...commonMembers(operation),
      responses: responses(operation, replyContent(operation)),
    },
  };
}

function postItem(operation: BatchOperation, base: object): object {
  const { description, examples, mediaTypes } = operation;
  const bodies = bodyContent(
    mediaTypes,
    examples.map(({ contentType, body }) => [contentType, body]),
  );
  const replies = bodyContent(
    mediaTypes,
    examples.map(({ contentType, reply }) => [contentType, reply]),
  );
  return {
    servers: [base],
    post: {
      ...commonMembers(operation),
      responses: responses(operation, replies),
      description,
      "x-extension": true,
      requestBody: { required: true, content: bodies },
    },
  };
}

function errorResponses(): object {
  const entries = Object.entries(STATUS_MEANINGS).map(([status, description]) => {
    const isError = Number(status) >= 400;
    return [status, { description, ...(isError ? { content: schemaContent("Error", true) } : {}) }];
  });
  return Object.fromEntries(entries);
}

function describeInterface(
  options: ResolvedInterfaceOptions,
  operations: readonly Operation[],
): object {
  const { prefix } = options;
  const base = {
    url: prefix || "/",
    description: "XML if the Accept header prefers it, otherwise JSON",
  };
  const paths = operations.map((operation) => [
    operation.path,
    operation.method === "get" ? getItem(operation, base) : postItem(operation, base),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "mapcoded",
      version: packageVersion(),
      description: "Converts latitude and longitude to mapcodes and back.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      base,
      { url: `${prefix}/json`, description: "always JSON" },
      { url: `${prefix}/xml`, description: "always XML" },
    ],
    paths: Object.fromEntries(paths),
    components: { schemas: describeSchemas(options), responses: errorResponses() },
  };
}

export function openApiResource(options: ResolvedInterfaceOptions): Resource {
  const text = JSON.stringify(describeInterface(options, describedOperations(options)));
  return staticResource(`${JSON_TYPE};charset=UTF-8`, text);
}
