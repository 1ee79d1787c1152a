/**
 * The fast path for the two most common requests: `/codes/{lat},{lon}` and `/coords/{code}` without
 * parameters, in JSON. It converts the path to the bytes of the reply through the arrays of the engine,
 * without objects or strings. All other requests take the general path of the router, which creates the
 * same bytes for these two as well.
 */
import {
  createCodeList,
  decodeInto,
  encodeInto,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  NO_CODE,
  NO_TERRITORY,
  territories,
} from "../index.ts";
import { readDecimalText, writeDecimal } from "../internal.ts";
import { decimal } from "./formats/format.ts";
import type { Headers, Reply, Request } from "./messages.ts";
import { acceptedFormat } from "./negotiation.ts";
import { type InterfaceSettings, MAX_URL_CHARS } from "./settings.ts";

// The body under construction. All replies share one buffer.

/** Larger than a reply with all codes of any point. */
const BUFFER_BYTES = 1 << 14;

const buffer = new Uint8Array(BUFFER_BYTES);
let end = 0;

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Appends a range of bytes. Ranges are short, so a loop is faster than `set` with a view. */
function append(bytes: Uint8Array, from: number, to: number): void {
  let at = end;
  for (let next = from; next < to; next++) buffer[at++] = bytes[next];
  end = at;
}

function appendAll(bytes: Uint8Array): void {
  append(bytes, 0, bytes.length);
}

/** Appends ASCII text. */
function appendText(text: string): void {
  let at = end;
  for (let next = 0; next < text.length; next++) buffer[at++] = text.charCodeAt(next);
  end = at;
}

/** Views of the buffer by length. A new view for each reply would be most of the garbage. */
const views: Uint8Array[] = [];

/** Returns the body, which is valid until the next one is begun. */
function body(): Uint8Array {
  let view: Uint8Array | undefined = views[end];
  if (view === undefined) {
    view = buffer.subarray(0, end);
    views[end] = view;
  }
  return view;
}

// /codes/{lat},{lon}

const CHAR_COMMA = 44;

const OPENING_BRACE = bytesOf("{");
const BEFORE_LOCAL = bytesOf('{"local":{"mapcode":"');
const BEFORE_INTERNATIONAL = bytesOf(',"international":{"mapcode":"');
const BEFORE_FIRST = bytesOf('"},"mapcodes":[{"mapcode":"');
const BEFORE_NEXT = bytesOf(',{"mapcode":"');
const AFTER_LAST = bytesOf('"}]}');

/** The bytes after a local mapcode, by territory number. */
const AFTER_LOCAL = territories().map(({ alphaCode }) => bytesOf(`","territory":"${alphaCode}"}`));

const list = createCodeList();
const degrees = new Float64Array(2);

function appendCode(index: number): void {
  append(list.chars, list.starts[index], list.ends[index]);
}

function appendLocal(index: number): void {
  appendCode(index);
  appendAll(AFTER_LOCAL[list.territories[index]]);
}

/** Returns the index of the shortest local code, or NO_CODE unless all are of one territory. */
function indexOfLocal(localCount: number): number {
  for (let index = 1; index < localCount; index++) {
    if (list.territories[index] !== list.territories[0]) return NO_CODE;
  }
  return indexOfShortestLocal(list);
}

/** Writes the codes of the list, of which the last is the international one. */
function writeCodes(): void {
  const international = list.count - 1;
  const local = indexOfLocal(international);
  end = 0;
  if (local !== NO_CODE) {
    appendAll(BEFORE_LOCAL);
    appendLocal(local);
    appendAll(BEFORE_INTERNATIONAL);
  } else {
    appendAll(OPENING_BRACE);
    // Skips its comma.
    append(BEFORE_INTERNATIONAL, 1, BEFORE_INTERNATIONAL.length);
  }
  appendCode(international);
  appendAll(BEFORE_FIRST);
  for (let index = 0; index < international; index++) {
    appendLocal(index);
    appendAll(BEFORE_NEXT);
  }
  appendCode(international);
  appendAll(AFTER_LAST);
}

/**
 * Encodes the point `lat,lon` at the end of a path.
 * @param path as sent
 * @param from where the point begins
 * @returns the body, valid until the next one; undefined unless the point is two plain decimals
 */
export function fastCodes(path: string, from: number): Uint8Array | undefined {
  const comma = readDecimalText(path, from, degrees, LAT_DEG);
  if (comma < 0 || path.charCodeAt(comma) !== CHAR_COMMA) return undefined;
  if (readDecimalText(path, comma + 1, degrees, LON_DEG) !== path.length) return undefined;
  encodeInto(degrees[LAT_DEG], degrees[LON_DEG], 0, list);
  writeCodes();
  return body();
}

// /coords/{code}

const ENCODED_SPACE = "%20";

const BEFORE_LATITUDE = bytesOf('{"latDeg":');
const BEFORE_LONGITUDE = bytesOf(',"lonDeg":');
const CLOSING_BRACE = bytesOf("}");

/** Appends a number as JSON replies write it: whole numbers keep one decimal. */
function appendDegrees(value: number): void {
  if (Number.isInteger(value)) appendText(decimal(value));
  else end = writeDecimal(value, buffer, end);
}

/** Returns the code with one `%20` decoded; undefined if anything else is percent-encoded. */
function plainCode(path: string, from: number): string | undefined {
  const space = path.indexOf("%", from);
  if (space < 0) return path.slice(from);
  const next = space + ENCODED_SPACE.length;
  if (!path.startsWith(ENCODED_SPACE, space) || path.includes("%", next)) return undefined;
  return `${path.slice(from, space)} ${path.slice(next)}`;
}

/**
 * Decodes the mapcode at the end of a path.
 * @param path as sent
 * @param from where the code begins
 * @returns the body, valid until the next one; undefined if the code is not ASCII or is invalid
 */
export function fastCoords(path: string, from: number): Uint8Array | undefined {
  const code = plainCode(path, from);
  if (code === undefined || decodeInto(code, NO_TERRITORY, degrees) !== 0) return undefined;
  end = 0;
  appendAll(BEFORE_LATITUDE);
  appendDegrees(degrees[LAT_DEG]);
  appendAll(BEFORE_LONGITUDE);
  appendDegrees(degrees[LON_DEG]);
  appendAll(CLOSING_BRACE);
  return body();
}

// The router's first step

/**
 * Creates the function that replies to the requests that the fast path supports.
 * @param headers of a JSON reply whose format depends on Accept
 * @returns a function that returns undefined for requests of the general path
 */
export function createFastPath(
  { prefix, dialect }: InterfaceSettings,
  headers: Headers,
): (request: Request) => Reply | undefined {
  const codes = `${prefix}/codes/`;
  const coords = `${prefix}/coords/`;

  return (request) => {
    const { method, path, query } = request;
    if (method !== "GET" || query !== "" || path.length > MAX_URL_CHARS) return undefined;
    const isCodes = path.startsWith(codes) && dialect.name === "spec";
    if (!isCodes && !path.startsWith(coords)) return undefined;
    if (acceptedFormat(request.header("accept")).name !== "json") return undefined;
    if (request.header("expect") !== "") return undefined;
    const bytes = isCodes ? fastCodes(path, codes.length) : fastCoords(path, coords.length);
    if (bytes === undefined) return undefined;
    return { status: 200, headers, body: bytes, operation: isCodes ? "codes" : "coords" };
  };
}
