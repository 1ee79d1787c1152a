/**
 * Declarations of operations. Each operation is declared once; the router, the OpenAPI document and
 * the help page read the declaration.
 */
import type { Operation as Conversion } from "../../batch/options/conversion.ts";
import type { SchemaName } from "../description/schemas.ts";
import type { Document } from "../documents.ts";
import type { Format } from "../formats/format.ts";
import { HttpError, invalidValue, missingParameter } from "../http-error.ts";
import type { OperationName, Query } from "../messages.ts";
import {
  NO_PARAMETERS,
  type Parameter,
  parseParameters,
  type Schema,
  type ValuesOf,
} from "../parameters.ts";

interface Description {
  /** The name under which metrics and logs count requests for this operation. */
  readonly name: OperationName;
  /**
   * The path after the prefix, as OpenAPI writes it. The first segment is fixed, and the router uses it
   * to find the operation. The others are fixed as well, or contain parameters.
   */
  readonly path: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  /** Statuses of replies besides 200 and those that every operation can have. */
  readonly otherStatuses: readonly number[];
}

/** An operation that is requested with GET. */
export interface GetOperation extends Description {
  readonly method: "get";
  /** The segments of the path after the first one: `["{lat},{lon}", "local"]`. */
  readonly pattern: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The schema of the reply. The document does not describe `html` and `any`; `none` means no body. */
  readonly schema: SchemaName | "html" | "any" | "none";
  /** Whether replies are JSON or XML, also under /json and /xml. */
  readonly hasFormats: boolean;
  /** Whether the reply depends on the request alone. */
  readonly isCacheable: boolean;
  /** Targets after the prefix; each of them works. */
  readonly examples: readonly string[];
  /**
   * @returns the body in the requested format, or a document; bytes are valid until the next reply
   * @throws HttpError
   */
  reply(request: ParsedRequest): string | Uint8Array | Document;
}

/** A request as an operation gets it: split and decoded. */
export interface ParsedRequest {
  /** The segments after the first one, decoded. An empty one counts as missing. */
  readonly segments: readonly string[];
  /** The last segment if it fits no operation of the route; empty otherwise. */
  readonly unknownSegment: string;
  readonly query: Query;
  readonly format: Format;
}

/** An example of a request with a body, and its reply. */
export interface PostExample {
  /** After the prefix. */
  readonly target: string;
  readonly contentType: string;
  readonly body: string;
  readonly reply: string;
}

/** An operation that is requested with POST: an extension. */
export interface PostOperation extends Description {
  readonly method: "post";
  /** What operations of its kind have in common, in plain text. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The types that bodies and replies can have. */
  readonly mediaTypes: readonly string[];
  /** The schema of error replies that are not those of other operations. */
  readonly errorSchema?: Schema;
  readonly examples: readonly PostExample[];
}

/** An operation that converts the rows of a batch. */
export interface BatchOperation extends PostOperation {
  readonly conversion: Conversion;
}

export type Operation = GetOperation | PostOperation;

/** One segment of a path that contains parameters. */
interface ParameterSegment {
  /** Index of the segment after the first one. */
  readonly index: number;
  readonly names: readonly string[];
  /** The path up to this segment. */
  readonly path: string;
}

function parameterSegmentsOf(path: string): readonly ParameterSegment[] {
  const parts = path.split("/");
  const parameterSegments = parts.slice(2).map((segment, index) => ({
    index,
    names: Array.from(segment.matchAll(/\{(\w+)\}/g), ([, name]) => name),
    path: parts.slice(0, index + 3).join("/"),
  }));
  return parameterSegments.filter(({ names }) => names.length > 0);
}

/** The error for a segment that does not have all its parameters: there is no such path. */
function wrongSegment(parameter: string, value: string, path: string): HttpError {
  const message = `There is nothing at this path. Use ${path}.`;
  return new HttpError("unknown-path", message, { parameter, value, expected: path });
}

/**
 * Returns the parameters in the segments of a path, by name.
 * @throws HttpError when one is missing, or there are too many
 */
function pathParameters(
  parameterSegments: readonly ParameterSegment[],
  segments: readonly string[],
): ReadonlyMap<string, string> {
  if (parameterSegments.length === 0) return NO_PARAMETERS;
  const parameters = new Map<string, string>();
  for (const { index, names, path } of parameterSegments) {
    const segment = segments[index] ?? "";
    const isLast = segments.length <= index + 1;
    if (segment === "" && isLast) throw missingParameter(names.join(), path);
    const texts = names.length > 1 ? segment.split(",") : [segment];
    if (texts.length < names.length || texts.includes("")) {
      throw wrongSegment(names.join(), segment, path);
    }
    if (texts.length > names.length) {
      throw invalidValue(names.join(), segment, "two numbers separated by a comma");
    }
    for (let i = 0; i < names.length; i++) parameters.set(names[i], texts[i]);
  }
  return parameters;
}

/**
 * Declares an operation that is requested with GET.
 * @param declared `reply` gets the parsed parameters by name
 */
export function getOperation<const List extends readonly Parameter[]>(
  declared: Omit<GetOperation, "method" | "pattern" | "parameters" | "reply"> & {
    readonly parameters: List;
    reply(values: ValuesOf<List>, request: ParsedRequest): string | Uint8Array | Document;
  },
): GetOperation {
  const { path, parameters } = declared;
  const parameterSegments = parameterSegmentsOf(path);
  return {
    ...declared,
    method: "get",
    pattern: path.split("/").slice(2),
    reply(request) {
      const readPath = () => pathParameters(parameterSegments, request.segments);
      return declared.reply(parseParameters(parameters, request.query, readPath), request);
    },
  };
}
