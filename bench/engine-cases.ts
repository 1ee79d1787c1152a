/**
 * The measured loops. Each goes over a whole set and returns a sum over its answers, which is printed at the
 * end, so that V8 cannot leave work out as unused. They are plain functions at the top of a module, as a
 * caller who cares about speed would write them.
 */
import { type EngineName, engine } from "./engine.ts";

// Constants of this module: no property is looked up in a measured loop.
const {
  decode,
  decodeBytesInto,
  decodeInto,
  decodeRectangleInto,
  encode,
  encodeInternationalInto,
  encodeInto,
  LAT_DEG,
  MAX_CANDIDATES,
  NO_TERRITORY,
  territoriesAtInto,
} = engine;

const list = engine.createCodeList();
/** Room for a rectangle, the longest result of decoding. */
const degrees = new Float64Array(8);
const candidates = new Int16Array(MAX_CANDIDATES);

/** Encodes all codes of all points. @returns how many codes there are */
export function encodeAll(points: Float64Array, precision: number): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    codes += encodeInto(points[at], points[at + 1], precision, list);
  }
  return codes;
}

function encodeInternationalOnly(points: Float64Array): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    codes += encodeInternationalInto(points[at], points[at + 1], 0, list);
  }
  return codes;
}

function lookUpTerritories(points: Float64Array): number {
  let territories = 0;
  for (let at = 0; at < points.length; at += 2) {
    territories += territoriesAtInto(points[at], points[at + 1], candidates);
  }
  return territories;
}

/** As encodeAll at precision 0, with an object and two strings for every code. */
function encodeToObjects(points: Float64Array): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    codes += encode(points[at], points[at + 1]).length;
  }
  return codes;
}

function decodeTexts(texts: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < texts.length; at++) {
    sum += decodeInto(texts[at], NO_TERRITORY, degrees);
    sum += degrees[LAT_DEG];
  }
  return sum;
}

function decodeRectangles(texts: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < texts.length; at++) {
    sum += decodeRectangleInto(texts[at], NO_TERRITORY, degrees);
    sum += degrees[LAT_DEG];
  }
  return sum;
}

/** Texts in bytes, without gaps: each ends where the next begins. */
interface ByteTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

function byteTexts(texts: readonly string[]): ByteTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    end += text.length;
    ends[index] = end;
  }
  return { bytes: new TextEncoder().encode(texts.join("")), ends };
}

function decodeBytes({ bytes, ends }: ByteTexts): number {
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

function decodeToObjects(texts: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < texts.length; at++) sum += decode(texts[at]).latDeg;
  return sum;
}

/** The maximum number of codes of a point. */
export function maxCodes(points: Float64Array): number {
  let max = 0;
  for (let at = 0; at < points.length; at += 2) {
    max = Math.max(max, encodeInto(points[at], points[at + 1], 0, list));
  }
  return max;
}

/**
 * One code of each point with its territory: the first code of the first point, the second of the next and
 * so on. All codes of one point in a row would find the tables of their region in the cache.
 */
export function textsToDecode(points: Float64Array): string[] {
  const alphaCodes = engine.territories().map(({ alphaCode }) => alphaCode);
  const texts: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    encodeInto(points[at], points[at + 1], 0, list);
    const index = texts.length % list.count;
    const alphaCode = alphaCodes[list.territories[index]];
    // Joined, not concatenated: V8 would put a concatenated string together when it is first read.
    texts.push([alphaCode, engine.codeText(list, index)].join(" "));
  }
  return texts;
}

/** The inputs of all cases for one set of points. */
export interface Workload {
  readonly points: Float64Array;
  /** All codes of all points at precision 0. */
  readonly codes: number;
  readonly texts: readonly string[];
  readonly bytes: ByteTexts;
}

export function workloadOf(points: Float64Array): Workload {
  const texts = textsToDecode(points);
  return { points, codes: encodeAll(points, 0), texts, bytes: byteTexts(texts) };
}

export interface Case {
  readonly name: string;
  /** Engine functions without which the case cannot be measured. */
  readonly needs: readonly EngineName[];
  readonly prepare: (workload: Workload) => () => number;
}

/** A case that calls one function with one of the inputs. */
function caseOf<Input extends keyof Workload>(
  name: string,
  needed: EngineName,
  input: Input,
  run: (input: Workload[Input]) => number,
): Case {
  return { name, needs: [needed], prepare: (workload) => () => run(workload[input]) };
}

/** The cases of `npm run bench`. Records and the README know them by these names. */
export const REPORTED_CASES: readonly Case[] = [
  caseOf("encodeInto, precision 0", "encodeInto", "points", (points) => encodeAll(points, 0)),
  caseOf("encodeInto, precision 8", "encodeInto", "points", (points) => encodeAll(points, 8)),
  caseOf(
    "encodeInternationalInto, precision 0",
    "encodeInternationalInto",
    "points",
    encodeInternationalOnly,
  ),
  caseOf("encode, precision 0", "encode", "points", encodeToObjects),
  caseOf("decodeInto, with territory", "decodeInto", "texts", decodeTexts),
  caseOf("decodeBytesInto, with territory", "decodeBytesInto", "bytes", decodeBytes),
  caseOf("decode, with territory", "decode", "texts", decodeToObjects),
  caseOf("territoriesAtInto, by borders", "territoriesAtInto", "points", lookUpTerritories),
];

/** The cases of `npm run bench:compare`: some more than are reported. */
export const COMPARED_CASES: readonly Case[] = [
  ...REPORTED_CASES,
  caseOf("decodeRectangleInto, with territory", "decodeRectangleInto", "texts", decodeRectangles),
];
