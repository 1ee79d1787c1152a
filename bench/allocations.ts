/**
 * Bytes that calls leave to the collector: the growth of the heap between two collections. They are measured in
 * a process that runs this file alone, as other code would allocate in the same heap.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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
import { byteTexts, decodeBytes, textsToDecode } from "./engine-cases.ts";
import { cityPoints } from "./point-sets.ts";
import type { Table } from "./report.ts";
import { median } from "./statistics.ts";

export interface Allocation {
  readonly call: string;
  readonly bytesPerCall: number;
  /** Bytes of the result, for as long as the caller keeps it. */
  readonly keptBytesPerCall: number;
}

/** Few enough for the young generation to have room for all objects and strings that calls return. */
const CALLS = 5_000;
const WARM_UP_ROUNDS = 400;
const ROUNDS = 15;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);

/** Measures all calls in a fresh process. */
export function measureAllocations(): readonly Allocation[] {
  const args = ["--import", "tsx", THIS_FILE];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }));
}

export function allocationsTable(): Table {
  const rows = measureAllocations().map(({ call, bytesPerCall, keptBytesPerCall }) => {
    return [call, `${bytesPerCall}`, `${keptBytesPerCall}`];
  });
  const head = ["call", "heap bytes per call", "of them in the result"];
  return { title: "What a call leaves to the collector:", head, names: 1, rows };
}

const list = createCodeList();
const degrees = new Float64Array(8);
const cities = cityPoints(CALLS, 7);
const texts = textsToDecode(cities);
const bytes = byteTexts(texts);
const country = territoryNumber("USA");
const allCodes = encodeBatchSettings({ codes: "all" });
const codes = createCodeBatch(CALLS, CALLS * MAX_CODES, 0);
const decoded = createPointBatch(CALLS);

/**
 * The points as numbers that are on the heap already, which the text among them ensures. Where V8 does not
 * inline a call, it boxes numbers out of a Float64Array for it: 16 bytes each, which are the caller's.
 */
const points = ["", ...cities].slice(1) as readonly unknown[] as readonly number[];

type Loop = (kept: unknown[]) => number;

/** A loop over all points for each call. One loop that takes a function would not be compiled the same way. */
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
    for (let at = 0; at < texts.length; at++) kept[at] = decode(texts[at]);
    return kept.length;
  },
};

/**
 * A result of each call. With the last one, V8 would free its hidden class and the code that was compiled for it: each
 * round would compile again, at a moment that depends on the load of the machine, and allocate 300 kB for that.
 */
const samples: unknown[] = [];

function heapBytes(): number {
  return process.memoryUsage().heapUsed;
}

/** @returns the bytes that a loop allocates, and the bytes that a collection leaves of them */
function measureOnce(
  loop: Loop,
  kept: unknown[],
  collect: () => void,
): [allocated: number, left: number] {
  kept.fill(undefined);
  // V8 frees some objects, such as code that it has replaced, in the second collection only.
  collect();
  collect();
  const before = heapBytes();
  loop(kept);
  const after = heapBytes();
  collect();
  return [after - before, heapBytes() - before];
}

function measure(call: string, loop: Loop, collect: () => void): Allocation {
  const results: unknown[] = new Array(CALLS).fill(undefined);
  for (let round = 0; round < WARM_UP_ROUNDS; round++) loop(results);
  samples.push(results[0]);
  // V8 allocates and frees for itself, too. What the calls allocate appears in every round, so take the minimum;
  // what is left of it varies in both directions, so take the median.
  const rounds = Array.from({ length: ROUNDS }, () => measureOnce(loop, results, collect));
  const allocated = Math.min(...rounds.map(([bytes]) => bytes));
  const left = median(rounds.map(([, bytes]) => bytes));
  // Rounding drops the few hundred bytes that the measurement itself leaves behind.
  const perCall = (total: number) => Math.max(0, Math.round(total / CALLS));
  // More bytes can be left than the calls allocated: then V8 has kept some for itself.
  const kept = perCall(Math.min(left, allocated));
  return { call, bytesPerCall: perCall(allocated), keptBytesPerCall: kept };
}

if (process.argv[1] === THIS_FILE) {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const measured = Object.entries(LOOPS).map(([call, loop]) => measure(call, loop, collect));
  console.log(JSON.stringify(measured));
}
