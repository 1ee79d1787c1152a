/** The head of `POST /batch/...`: media types, coding, length, and parameters, which are the options of batches. */
import { BatchError, BatchLimitError } from "../../batch/errors.ts";
import { makePlan } from "../../batch/input/plan.ts";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/format-facts.ts";
import * as batchOptions from "../../batch/options/options.ts";
import type { Operation } from "../../batch/options/roles.ts";
import { textOf, type Warning } from "../../batch/sentences.ts";
import { excerpt, HttpError, invalidValue, tooLarge } from "../errors.ts";
import { parseQValues } from "../negotiation.ts";
import type { Parameter } from "../parameters.ts";
import * as parameters from "../parameters.ts";
import { type OperationName, parseQuery, type Request } from "../requests.ts";

// An import would load all that the module exports, on Node 24 with threads: 3 MB.
const { MIMEType } = process.getBuiltinModule("node:util");

const include = (operation: Operation) =>
  parameters.includeParameter(batchOptions.includesOf(operation), "adds columns", ["rectangle"]);

const SHARED_PARAMETERS: Record<Operation, Readonly<Record<string, Parameter>>> = {
  encode: {
    territory: parameters.TERRITORY,
    country: parameters.COUNTRY,
    alphabet: { ...parameters.ALPHABET, description: "writes the codes in this alphabet" },
    precision: parameters.PRECISION,
    include: include("encode"),
  },
  decode: {
    territory: parameters.CONTEXT,
    country: parameters.COUNTRY_OF_CODES,
    near: parameters.NEAR,
    include: include("decode"),
  },
};

/** The batch checks its value. */
function optionParameter(name: string, declared: batchOptions.OptionDeclaration): Parameter {
  const { choices, default: ifAbsent, example, excludes, help, parse = String, type } = declared;
  const shared = {
    name,
    description: help,
    expected: choices ? `one of ${choices.join(", ")}` : help.replace(/^(?!the )/, "the "),
    excludes,
  };
  if (type === "number") {
    const { max = parameters.MAX_INT32 } = declared;
    return { ...shared, ...parameters.integerType(0, max, Number(ifAbsent)) };
  }
  const examples = example === undefined ? undefined : [example];
  const schemaType = type === "boolean" ? type : "string";
  return {
    ...shared,
    schema: { type: schemaType, enum: choices, default: ifAbsent, examples },
    parse(text) {
      if (text === undefined) return ifAbsent;
      if (type !== "boolean") return parameters.lookUp(name, text, parse);
      // The name alone means true.
      if (text === "" || text === "true" || text === "false") return text !== "false";
      throw invalidValue(name, text, "true or false");
    },
  };
}

function parametersOf(operation: Operation): readonly Parameter[] {
  const declared = batchOptions.DECLARED_OPTIONS.filter(
    ([, { hidden, only = operation }]) => hidden === undefined && only === operation,
  );
  return declared.map(
    ([name, option]) => SHARED_PARAMETERS[operation][name] ?? optionParameter(name, option),
  );
}

/** The parameters of each operation, in the order in which they are checked. */
export const BATCH_PARAMETERS: Readonly<Record<Operation, readonly Parameter[]>> = {
  encode: parametersOf("encode"),
  decode: parametersOf("decode"),
};

/** Each request is checked for the columns of both operations, so that the plan rejects the wrong ones. */
const COLUMN_PARAMETERS = batchOptions.DECLARED_OPTIONS.filter(
  ([, { group }]) => group === "Columns",
).map(([name, option]) => optionParameter(name, option));

function checkedParameters(operation: Operation): readonly Parameter[] {
  return [...BATCH_PARAMETERS[operation], ...COLUMN_PARAMETERS];
}

/** Clients of the public service send these. They mean nothing. */
const OLD_PARAMETERS = ["client", "allowLog"];

/** Created for the reply: for a batch that waits, they and the parsed query would take 100 kB. @param query as sent */
export function unknownParameters(query: string, operation: Operation): readonly Warning[] {
  const known = [...checkedParameters(operation).map(({ name }) => name), ...OLD_PARAMETERS];
  return [...parseQuery(query).keys()]
    .filter((key) => !known.includes(key))
    .map((key) => ({ message: `The parameter '${excerpt(key)}' is unknown, and ignored.` }));
}

/** The error of HTTP for one of a batch; others as they are. It names the parameter to change if its values are known. */
export function toHttpError(error: unknown, query: string): unknown {
  if (!(error instanceof BatchError)) return error;
  if (error instanceof BatchLimitError) return tooLarge("first row", error.max);
  const kind = error.code === "no-row-converted" ? error.code : "invalid-parameter";
  const all = [...BATCH_PARAMETERS.encode, ...BATCH_PARAMETERS.decode];
  const { name = "", expected } = all.find(({ name }) => name === error.option) ?? {};
  const message = textOf(error.messageParts, "request");
  if (expected === undefined) return new HttpError(kind, message);
  const value = parseQuery(query).get(name);
  return new HttpError(kind, message, { parameter: name, value, expected });
}

/** Longer rows fail, each by itself; a longer first row fails the request. */
const MAX_ROW_BYTES = 64 * 1024;

/** The format of each media type that bodies and replies can have. */
export const FORMAT_BY_MEDIA_TYPE: Readonly<Record<string, FormatName>> = Object.fromEntries(
  FORMAT_NAMES.flatMap((name) => FORMAT_FACTS[name].mediaTypes.map((type) => [type, name])),
);

const MEDIA_TYPES = Object.keys(FORMAT_BY_MEDIA_TYPE);

const TYPES = Object.values(FORMAT_FACTS)
  .map(({ mediaTypes: [type], summary }) => `${type} (${summary})`)
  .join(", ");

/** The common description of batches, in plain text. */
export const BATCH_DESCRIPTION =
  "An extension: the public service does not have it. Content-Type names the format of the body: " +
  `${TYPES}. Tables have a header unless the parameter header is false. The reply ` +
  "has the rows in the same order, each with its result added, in the format of the body or in the one " +
  "that Accept names. A row that cannot be converted gets an error and does not stop the others.";

function unsupported(header: string, value: string, expected: string) {
  return invalidValue(header, value, expected, "unsupported-media-type");
}

function bodyTypeOf(contentType: string): readonly [type: string, charset: string | null] {
  try {
    const { essence, params } = new MIMEType(contentType);
    if (MEDIA_TYPES.includes(essence)) return [essence, params.get("charset")];
  } catch {
    // It is not a media type.
  }
  throw unsupported("Content-Type", contentType, `one of ${MEDIA_TYPES.join(", ")}`);
}

/** The encoding that a charset names; undefined for UTF-8. @throws HttpError when it is unknown */
function encodingOf(charset: string | null): string | undefined {
  if (charset === null || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
  if (batchOptions.encodingProblem(charset) === undefined) return charset;
  throw unsupported("charset", charset, "an encoding such as utf-8, utf-16le or latin1");
}

function isCompressed(contentEncoding: string): boolean {
  const name = contentEncoding.trim().toLowerCase();
  if (name === "" || name === "identity") return false;
  if (name === "gzip" || name === "x-gzip") return true;
  throw unsupported("Content-Encoding", contentEncoding, "gzip or identity");
}

/** The supported type with the highest quality, the first on a tie; undefined if any type will do. */
function acceptedType(accept: string): string | undefined {
  const [[type] = []] = Array.from(parseQValues(accept))
    .filter(([type, quality]) => (MEDIA_TYPES.includes(type) || type === "*/*") && quality > 0)
    .toSorted(([, first], [, second]) => second - first);
  return type === "*/*" ? undefined : type;
}

/** Reads the head of a request, whose body has not been read. @throws HttpError for the first error */
export function readHead(request: Request, httpOperation: OperationName, batchBytes: number) {
  const operation = httpOperation === "batch-codes" ? "encode" : "decode";
  const [type, charset] = bodyTypeOf(request.header("content-type"));
  const encoding = encodingOf(charset);
  const isGzip = isCompressed(request.header("content-encoding"));
  const length = request.header("content-length");
  // 0 for a body in chunks.
  const bodyBytes = Number(length);
  if (bodyBytes > batchBytes) throw tooLarge("body", batchBytes, length);
  const { query } = request;
  const accepted = acceptedType(request.header("accept"));
  /** The format of the body, by its type. */
  const proposed = FORMAT_BY_MEDIA_TYPE[type];
  // Programs send tables and JSON as text, too. A reply as text has the format of the body.
  const isAny = accepted === undefined || (accepted === type && proposed === "plain");
  const { context, include, ...values } = parameters.readQuery(checkedParameters(operation), query);
  const options = batchOptions.completeOptions({
    ...values,
    encoding: (values.encoding as string | undefined) ?? encoding,
    ...(operation === "decode" && { territory: context as string | undefined }),
    include: Array.from(include as Iterable<batchOptions.Include>),
    operation,
    surface: "request",
    to: isAny ? undefined : FORMAT_BY_MEDIA_TYPE[accepted],
    maxRowBytes: MAX_ROW_BYTES,
  });
  try {
    // The plan of an empty input can only fail because of the options.
    makePlan(new Uint8Array(0), options, { proposed });
  } catch (error) {
    throw toHttpError(error, query);
  }
  /**
   * Returns the type of the reply: the one that the client asks for, or else the type of the body. If that type names
   * another format than the body has, it returns the type of the actual format.
   */
  const replyType = (to: FormatName = proposed) => {
    const isOther = isAny && proposed !== "plain" && to !== proposed;
    return isOther ? FORMAT_FACTS[to].mediaTypes[0] : (accepted ?? type);
  };
  return { options, isGzip, bodyBytes, proposed, query, replyType };
}
