/**
 * `/codes/{lat},{lon}` as most clients ask for it: without parameters, in JSON. It goes from the
 * path to bytes by way of the engine's arrays, without objects and strings, and gives the bytes that
 * operations/codes.ts gives, which answers all other requests.
 */
import {
  createCodeList,
  encodeInto,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  NO_CODE,
  territories,
} from "../../index.ts";
import { readDecimalText } from "../../internal.ts";
import { append, begin, body, bytesOf } from "./bytes.ts";

const CHAR_COMMA = 44;

const OPENING = bytesOf("{");
const BEFORE_LOCAL = bytesOf('{"local":{"mapcode":"');
const BEFORE_INTERNATIONAL = bytesOf(',"international":{"mapcode":"');
const BEFORE_FIRST = bytesOf('"},"mapcodes":[{"mapcode":"');
const BEFORE_NEXT = bytesOf(',{"mapcode":"');
const AFTER_LAST = bytesOf('"}]}');

/** What stands behind a local mapcode in each territory. */
const AFTER_LOCAL = territories().map(({ alphaCode }) => bytesOf(`","territory":"${alphaCode}"}`));

const list = createCodeList();
const degrees = new Float64Array(2);

function appendAll(bytes: Uint8Array): void {
  append(bytes, 0, bytes.length);
}

function appendCode(index: number): void {
  append(list.chars, list.starts[index], list.ends[index]);
}

function appendLocal(index: number): void {
  appendCode(index);
  appendAll(AFTER_LOCAL[list.territories[index]] as Uint8Array);
}

/** The shortest of the local codes when all are of one territory. */
function shownLocal(localCount: number): number {
  for (let index = 1; index < localCount; index++) {
    if (list.territories[index] !== list.territories[0]) return NO_CODE;
  }
  return indexOfShortestLocal(list);
}

/** Writes the codes of the list, the last of which is the international one. */
function writeBody(): void {
  const international = list.count - 1;
  const local = shownLocal(international);
  begin();
  if (local !== NO_CODE) {
    appendAll(BEFORE_LOCAL);
    appendLocal(local);
    appendAll(BEFORE_INTERNATIONAL);
  } else {
    appendAll(OPENING);
    // Without its comma.
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
 * @param path as it was sent
 * @param from where the point begins in it
 * @returns the body, valid until the next one; undefined for what is not a plain point
 */
export function fastCodes(path: string, from: number): Uint8Array | undefined {
  const comma = readDecimalText(path, from, degrees, LAT_DEG);
  if (comma < 0 || path.charCodeAt(comma) !== CHAR_COMMA) return undefined;
  if (readDecimalText(path, comma + 1, degrees, LON_DEG) !== path.length) return undefined;
  encodeInto(degrees[LAT_DEG], degrees[LON_DEG], 0, list);
  writeBody();
  return body();
}
