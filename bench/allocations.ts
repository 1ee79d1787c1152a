/** Bytes that calls leave behind for the collector: the growth of the heap between two collections. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { byteTexts, decodeBytes, textsToDecode } from "./cases.ts";
import {
  createCodeBatch,
  createCodeList,
  createPointBatch,
  decode,
  decodeBatchInto,
  decodeInto,
  decodeRectangleInto,
  encode,
  encodeBatchInto,
  encodeBatchSettings,
  encodeCountryInto,
  encodeInternational,
  encodeInternationalInto,
  encodeInto,
  encodeShortestInTerritoryInto,
  encodeTerritoryInto,
  MAX_CODES,
  NO_TERRITORY,
  territoryNumber,
} from "./engine.ts";
import { cityPoints } from "./point-sets.ts";

export interface Allocation {
  readonly call: string;
  readonly bytesPerCall: number;
  /** What the answers take for as long as they are kept. */
  readonly keptBytesPerCall: number;
}

/** So few that the young generation has room for all that the comfortable forms return. */
const CALLS = 5_000;
const WARM_UP_ROUNDS = 400;
const ROUNDS = 5;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const cities = cityPoints(CALLS, 7);
const texts = textsToDecode(cities);
const bytes = byteTexts(texts);
/**
 * Numbers that are on the heap already, as the text among them makes sure. Where V8 does not inline
 * a call, numbers out of a Float64Array go there for it: that is the caller's, 16 bytes each.
 */
const points = ["", ...cities].slice(1) as readonly unknown[] as readonly number[];
const list = createCodeList();
const degrees = new Float64Array(8);
const country = territoryNumber("USA");

const allCodes = encodeBatchSettings({ codes: "all" });
const codes = createCodeBatch(CALLS, CALLS * MAX_CODES, 0);
const decoded = createPointBatch(CALLS);

type Loop = (kept: unknown[]) => number;

/** A loop over all points, written out for each call as one that takes a function is another thing. */
const LOOPS: Readonly<Record<string, Loop>> = {
  encodeInto() {
    let sum = 0;
    for (let at = 0; at < points.length; at += 2) {
      sum += encodeInto(points[at], points[at + 1], 0, list);
    }
    return sum;
  },
  "encodeInto, precision 8"() {
    let sum = 0;
    for (let at = 0; at < points.length; at += 2) {
      sum += encodeInto(points[at], points[at + 1], 8, list);
    }
    return sum;
  },
  encodeInternationalInto() {
    let sum = 0;
    for (let at = 0; at < points.length; at += 2) {
      sum += encodeInternationalInto(points[at], points[at + 1], 0, list);
    }
    return sum;
  },
  encodeTerritoryInto() {
    let sum = 0;
    for (let at = 0; at < points.length; at += 2) {
      sum += encodeTerritoryInto(points[at], points[at + 1], 0, country, list);
    }
    return sum;
  },
  encodeCountryInto() {
    let sum = 0;
    for (let at = 0; at < points.length; at += 2) {
      sum += encodeCountryInto(points[at], points[at + 1], 0, country, list);
    }
    return sum;
  },
  encodeShortestInTerritoryInto() {
    let sum = 0;
    for (let at = 0; at < points.length; at += 2) {
      sum += encodeShortestInTerritoryInto(points[at], points[at + 1], 0, country, list);
    }
    return sum;
  },
  decodeInto() {
    let sum = 0;
    for (const text of texts) sum += decodeInto(text, NO_TERRITORY, degrees);
    return sum;
  },
  decodeBytesInto() {
    return decodeBytes(bytes);
  },
  decodeRectangleInto() {
    let sum = 0;
    for (const text of texts) sum += decodeRectangleInto(text, NO_TERRITORY, degrees);
    return sum;
  },
  encodeBatchInto() {
    codes.points = 0;
    codes.count = 0;
    return encodeBatchInto(cities, 0, allCodes, codes);
  },
  decodeBatchInto() {
    return decodeBatchInto(texts, 0, NO_TERRITORY, decoded);
  },
  "decodeBatchInto, bytes"() {
    return decodeBatchInto(bytes, 0, NO_TERRITORY, decoded);
  },
  encode(kept) {
    for (let at = 0; at < points.length; at += 2) {
      kept[at >> 1] = encode(points[at], points[at + 1]);
    }
    return kept.length;
  },
  encodeInternational(kept) {
    for (let at = 0; at < points.length; at += 2) {
      kept[at >> 1] = encodeInternational(points[at], points[at + 1]);
    }
    return kept.length;
  },
  decode(kept) {
    for (let at = 0; at < texts.length; at++) kept[at] = decode(texts[at] as string);
    return kept.length;
  },
};

function heapBytes(): number {
  return process.memoryUsage().heapUsed;
}

/** Bytes that a loop allocates, and those that are left of them after a collection. */
function measureOnce(loop: Loop, kept: unknown[]): [allocated: number, left: number] {
  kept.fill(undefined);
  collect();
  const before = heapBytes();
  loop(kept);
  const after = heapBytes();
  collect();
  return [after - before, heapBytes() - before];
}

function measure(call: string, loop: Loop): Allocation {
  const kept: unknown[] = new Array(CALLS).fill(undefined);
  for (let round = 0; round < WARM_UP_ROUNDS; round++) loop(kept);
  // Now and then, V8 allocates something for itself; what the calls allocate, they do each time.
  let allocated = Number.POSITIVE_INFINITY;
  let left = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const once = measureOnce(loop, kept);
    if (once[0] < allocated) [allocated, left] = once;
  }
  // The measuring itself leaves some hundred bytes behind.
  const perCall = (bytes: number) => Math.max(0, Math.round(bytes / CALLS));
  return { call, bytesPerCall: perCall(allocated), keptBytesPerCall: perCall(left) };
}

export function measureAllocations(): Allocation[] {
  return Object.entries(LOOPS).map(([call, loop]) => measure(call, loop));
}
