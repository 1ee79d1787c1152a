/** The media types of batch requests and their answers. */
import { MIMEType } from "node:util";
import { FORMATS, type FormatName } from "../../batch/formats/index.ts";
import { HttpError, invalidValue } from "../http-error.ts";
import { parseQValues } from "../negotiation.ts";

/** The media types of bodies and answers, and the format that each means. */
export const BATCH_TYPES: Readonly<Record<string, FormatName>> = Object.fromEntries(
  FORMATS.flatMap(({ name, mediaTypes }) => mediaTypes.map((type) => [type, name])),
);

/** One of the keys of BATCH_TYPES. */
export type BatchType = string;

const KNOWN = `one of ${Object.keys(BATCH_TYPES).join(", ")}`;

/** Codings of a body that are read. */
const CODINGS: Readonly<Record<string, BatchCoding>> = {
  "": "identity",
  identity: "identity",
  gzip: "gzip",
  "x-gzip": "gzip",
};
export type BatchCoding = "identity" | "gzip";

function isBatchType(name: string): boolean {
  return Object.hasOwn(BATCH_TYPES, name);
}

function parsedType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/** @throws HttpError for a type that is not known, or a charset other than UTF-8 */
export function bodyType(contentType: string): BatchType {
  const parsed = parsedType(contentType);
  if (parsed === undefined || !isBatchType(parsed.essence)) {
    throw invalidValue("Content-Type", contentType, KNOWN, "unsupported-media-type");
  }
  const charset = parsed.params.get("charset") ?? "utf-8";
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw invalidValue("charset", charset, "utf-8", "unsupported-media-type");
  }
  return parsed.essence;
}

/** @throws HttpError for a coding that is not known */
export function bodyCoding(contentEncoding: string): BatchCoding {
  const name = contentEncoding.trim().toLowerCase();
  const coding = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
  if (coding !== undefined) return coding;
  const expected = "gzip or identity";
  throw invalidValue("Content-Encoding", contentEncoding, expected, "unsupported-media-type");
}

/**
 * The type that a client likes best, the first of equals; as the request came where it names none
 * of them, or any type is as good.
 */
export function answerType(accept: string, own: BatchType): BatchType {
  const liked = Array.from(parseQValues(accept), ([name, quality]) => ({
    type: name === "*/*" ? own : name,
    quality,
  }));
  const [best] = liked
    .filter(({ type, quality }) => isBatchType(type) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return best?.type ?? own;
}

export function contentTypeOf(type: BatchType): string {
  return `${type};charset=UTF-8`;
}

/** @throws HttpError when a body that tells its length is too long */
export function checkBodyLength(contentLength: string, maxBytes: number): void {
  if (!(Number(contentLength) > maxBytes)) return;
  throw tooLarge("body", maxBytes, "bytes", contentLength);
}

/** `The body has more than 1000000 rows; expected at most 1000000 rows.` */
export function tooLarge(
  parameter: string,
  max: number,
  unit: "bytes" | "rows",
  count = `more than ${max}`,
): HttpError {
  const value = `${count} ${unit}`;
  const expected = `at most ${max} ${unit}`;
  const message = `The ${parameter} has ${value}; expected ${expected}.`;
  return new HttpError("content-too-large", message, { parameter, value, expected });
}
