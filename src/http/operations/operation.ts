/**
 * Declarations of operations. Each operation is declared once; the router, the OpenAPI document and
 * the help page read the declaration.
 */
import type { Operation as Conversion } from "../../batch/options/conversion.ts";
import type { Format } from "../formats/format.ts";
import { HttpError, invalidValue, missingParameter } from "../http-error.ts";
import {
  NO_PARAMETERS,
  type Parameter,
  parseParameters,
  type QueryValuesOf,
  type Schema,
  type ValuesOf,
} from "../parameters/parameters.ts";
import { decodedSegments } from "../path-segments.ts";
import type { SchemaName } from "../reply-schemas.ts";
import { type OperationName, parseQuery } from "../requests.ts";
import type { Resource } from "../resources.ts";

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
   * @returns the body in the requested format, or a resource; bytes are valid until the next reply
   * @throws HttpError
   */
  reply(request: ParsedRequest): string | Uint8Array | Resource;
}

/** A request as an operation gets it. */
export interface ParsedRequest {
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** Index in the path after the segment that all paths of the operation begin with. */
  readonly from: number;
  /** The last segment if it fits no operation of the route; empty otherwise. */
  readonly unknownSegment: string;
  /** As sent, without the question mark. */
  readonly query: string;
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
  /** The schema of error replies that no other operation has. */
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

// Queries

/** With them, all operations together keep at most two megabytes. */
const MAX_CACHED_QUERIES = 500;
const MAX_CACHED_CHARS = 128;

/** What a query without errors means. */
interface ParsedQuery<Values, Options> {
  /** The parameters by name. Each request sets the parameters of the path. */
  readonly values: Values;
  readonly options: Options;
}

type Mutable<Values> = { -readonly [Name in keyof Values]: Values[Name] };

/** The declaration of an operation that is requested with GET. */
interface DeclaredOperation<List extends readonly Parameter[], Options>
  extends Omit<GetOperation, "method" | "pattern" | "parameters" | "reply"> {
  readonly parameters: List;
  /** Prepares what the operation needs of the query; most requests have a query of an earlier one. */
  prepare?(values: QueryValuesOf<List>): Options;
  /**
   * Reads the parameters of a common path where they stand, without texts for them.
   * @param from index of the first character of the parameters
   * @param values receives the parameters of the path
   * @returns false if the path has to be decoded and parsed
   */
  readPath?(path: string, from: number, values: Mutable<ValuesOf<List>>): boolean;
  /** @param values the parsed parameters by name */
  reply(
    values: ValuesOf<List>,
    request: ParsedRequest,
    options: Options,
  ): string | Uint8Array | Resource;
}

/**
 * Declares an operation that is requested with GET. It remembers the queries of requests without errors, as parsing
 * one takes longer than a conversion.
 */
export function getOperation<const List extends readonly Parameter[], Options = undefined>(
  declared: DeclaredOperation<List, Options>,
): GetOperation {
  const { parameters, readPath } = declared;
  const parameterSegments = parameterSegmentsOf(declared.path);
  const cached = new Map<string, ParsedQuery<ValuesOf<List>, Options>>();

  /** Parses path and query in the order of the parameters, as it decides which error is reported. */
  function parseAll({ path, from, query }: ParsedRequest): ParsedQuery<ValuesOf<List>, Options> {
    const segments = decodedSegments(path, from);
    const textsOf = () => pathParameters(parameterSegments, segments);
    const values = parseParameters(parameters, parseQuery(query), textsOf);
    // Without `prepare`, the type is the type of undefined.
    const parsed = { values, options: declared.prepare?.(values) as Options };
    if (query.length <= MAX_CACHED_CHARS) {
      if (cached.size === MAX_CACHED_QUERIES) cached.clear();
      cached.set(query, parsed);
    }
    return parsed;
  }

  return {
    ...declared,
    method: "get",
    pattern: declared.path.split("/").slice(2),
    reply(request) {
      const { path, from, query } = request;
      const known = cached.get(query);
      const isRead = known && readPath?.(path, from + 1, known.values);
      const { values, options } = isRead ? known : parseAll(request);
      return declared.reply(values, request, options);
    },
  };
}
