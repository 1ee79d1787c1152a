/**
 * The measured loops. Each goes over a whole set and returns a sum over its answers, which is
 * printed in the end, so that no work can be left out as unused. They are plain functions at the
 * top of a module, as a caller who cares for speed would write them.
 */
import {
  codeText,
  createCodeList,
  decode,
  decodeBytesInto,
  decodeInto,
  encode,
  encodeInternationalInto,
  encodeInto,
  LAT_DEG,
  NO_TERRITORY,
  territories,
} from "./engine.ts";

const list = createCodeList();
const degrees = new Float64Array(2);

/** All codes of all points. @returns how many there are */
export function encodeAll(points: Float64Array, precision: number): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    codes += encodeInto(points[at], points[at + 1], precision, list);
  }
  return codes;
}

export function encodeInternational(points: Float64Array, precision: number): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    const latDeg = points[at];
    codes += encodeInternationalInto(latDeg, points[at + 1], precision, list);
  }
  return codes;
}

/** As encodeAll at precision 0, with an object and two strings for every code. */
export function encodeToObjects(points: Float64Array): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    codes += encode(points[at], points[at + 1]).length;
  }
  return codes;
}

export function decodeTexts(texts: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < texts.length; at++) {
    sum += decodeInto(texts[at] as string, NO_TERRITORY, degrees);
    sum += degrees[LAT_DEG];
  }
  return sum;
}

/** Texts one behind the other in bytes: each ends where the next begins. */
export interface ByteTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

export function byteTexts(texts: readonly string[]): ByteTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    end += text.length;
    ends[index] = end;
  }
  return { bytes: new TextEncoder().encode(texts.join("")), ends };
}

export function decodeBytes({ bytes, ends }: ByteTexts): number {
  let sum = 0;
  let from = 0;
  for (let at = 0; at < ends.length; at++) {
    const end = ends[at];
    sum += decodeBytesInto(bytes, from, end, NO_TERRITORY, degrees);
    sum += degrees[LAT_DEG];
    from = end;
  }
  return sum;
}

export function decodeToObjects(texts: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < texts.length; at++) sum += decode(texts[at] as string).latDeg;
  return sum;
}

/** The most codes a point has. */
export function maxCodes(points: Float64Array): number {
  let most = 0;
  for (let at = 0; at < points.length; at += 2) {
    const count = encodeInto(points[at], points[at + 1], 0, list);
    most = Math.max(most, count);
  }
  return most;
}

/**
 * One code of each point with its territory, the first of one point, the second of the next and so
 * on: in a row, a point's codes would find the tables of its region in the cache.
 */
export function textsToDecode(points: Float64Array): string[] {
  const alphaCodes = territories().map(({ alphaCode }) => alphaCode);
  const texts: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    encodeInto(points[at], points[at + 1], 0, list);
    const index = texts.length % list.count;
    const alphaCode = alphaCodes[list.territories[index]];
    // Joined, not concatenated: a string made of two others would be put together when first read.
    texts.push([alphaCode, codeText(list, index)].join(" "));
  }
  return texts;
}
