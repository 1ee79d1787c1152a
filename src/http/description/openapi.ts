/** The interface as an OpenAPI 3.1 document. */
import { packageVersion } from "../../internal.ts";
import { type Document, keptDocument } from "../document.ts";
import { JSON_TYPE, XML_TYPE } from "../formats/format.ts";
import type { InterfaceSettings } from "../settings.ts";
import { BATCH_TOLD, batchContent, type PostExample } from "./batch.ts";
import { HELP_TYPE } from "./help.ts";
import { describeOperations, type OperationDescription } from "./operations.ts";
import { describeSchemas } from "./schemas.ts";

/** Statuses that a request for any operation can get. */
const COMMON_REFUSALS = [400, 405, 414, 500];

/** What a status means, told once for all operations. */
const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  304: "The client has this body already (If-None-Match).",
  400: "A parameter is malformed, unknown or out of its range.",
  403: "The coordinate or the code is missing.",
  404: "There is nothing of that name, or the mapcode stands for no place.",
  405: "The method is not allowed here; the header Allow has those that are.",
  408: "The request took too long before there was an answer.",
  409: "Parameters exclude each other.",
  413: "The body has too many bytes or rows, or its first row has.",
  414: "The URL is too long.",
  415: "The body is of a type, charset or coding that is not known.",
  500: "The service failed; its log says why.",
};

function content(schema: string, hasFormats: boolean): object {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } };
  return { [JSON_TYPE]: media, ...(hasFormats ? { [XML_TYPE]: media } : {}) };
}

function answerContent({
  reply,
  hasFormats,
  posts = [],
}: OperationDescription): object | undefined {
  if (reply === "batch") return batchContent(posts.map((post) => [post.contentType, post.answer]));
  if (reply === "nothing") return undefined;
  if (reply === "help") return { [HELP_TYPE]: { schema: { type: "string" } } };
  if (reply === "openapi") return { [JSON_TYPE]: { schema: { type: "object" } } };
  return content(reply, hasFormats);
}

function responses(described: OperationDescription): object {
  const answer = answerContent(described);
  const entries: [number, object][] = [
    [200, { description: "The answer.", ...(answer ? { content: answer } : {}) }],
  ];
  for (const status of [...COMMON_REFUSALS, ...described.otherStatuses]) {
    entries.push([status, { $ref: `#/components/responses/${status}` }]);
  }
  return Object.fromEntries(entries);
}

/** `getCodesLatLonLocal` for `/codes/{lat},{lon}/local`. */
function operationId(method: string, path: string): string {
  const words = path.match(/\w+/g) ?? ["help"];
  return `${method}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
}

/** What a batch operation has beside the members of any. */
function batchMembers(posts: readonly PostExample[]): object {
  const content = batchContent(posts.map(({ contentType, body }) => [contentType, body]));
  return { description: BATCH_TOLD, "x-extension": true, requestBody: { required: true, content } };
}

function pathItem(described: OperationDescription, base: object): object {
  const parameters = described.parameters.map((parameter) => ({
    ...parameter,
    required: parameter.in === "path",
  }));
  const { posts } = described;
  const method = posts ? "post" : "get";
  const operation = {
    operationId: operationId(method, described.path),
    summary: described.summary,
    parameters,
    responses: responses(described),
  };
  return {
    // Those without formats are not under /json and /xml.
    ...(described.hasFormats ? {} : { servers: [base] }),
    [method]: posts ? { ...operation, ...batchMembers(posts) } : operation,
  };
}

function refusalResponses(): object {
  const entries = Object.entries(STATUS_MEANINGS).map(([status, description]) => {
    const isRefusal = Number(status) >= 400;
    return [status, { description, ...(isRefusal ? { content: content("Error", true) } : {}) }];
  });
  return Object.fromEntries(entries);
}

export function describeInterface({ prefix, dialect }: InterfaceSettings): object {
  const base = { url: prefix || "/", description: "in the format that Accept asks for, else JSON" };
  const paths = describeOperations(dialect).map((described) => [
    described.path,
    pathItem(described, base),
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
    components: { schemas: describeSchemas(dialect), responses: refusalResponses() },
  };
}

export function openApiDocument(settings: InterfaceSettings): Document {
  return keptDocument(`${JSON_TYPE};charset=UTF-8`, JSON.stringify(describeInterface(settings)));
}
