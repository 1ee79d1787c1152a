/**
 * Reading a text takes linear time: quadratic time would let one request stall the service. The margin is wide: ten
 * times the length may take thirty times the CPU time. A quadratic reader takes a hundred times.
 */
import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/batch/index.ts";
import { makePlan } from "../../src/batch/input/plan.ts";
import {
  BATCH_OPTIONS,
  completeOptions,
  DEFAULT_BATCH_OPTIONS,
} from "../../src/batch/options/options.ts";
import { pointOfValue } from "../../src/batch/rows/places.ts";
import { readArguments } from "../../src/cli/udf.ts";
import * as functions from "../../src/functions/conversions.ts";
import * as batchParameters from "../../src/http/batch/request.ts";
import { acceptedCoding, acceptedFormat, isNotModified } from "../../src/http/negotiation.ts";
import * as parameters from "../../src/http/parameters.ts";
import { decodePercent, parseQuery } from "../../src/http/requests.ts";
import { escapeValue } from "../../src/service/log.ts";
import { type Call, callOf, EXPORTS, goodArguments } from "../support/exports.ts";

type Reader = readonly [name: string, read: (text: string) => unknown];

/** Copies of a value, each with another one of its texts replaced. */
function withTexts(value: unknown): ((text: string) => unknown)[] {
  if (typeof value === "string") return [(text) => text];
  if (value instanceof Uint8Array) return [(text) => new TextEncoder().encode(text)];
  const isArray = Array.isArray(value);
  if (!isArray && Object.getPrototypeOf(value ?? 0) !== Object.prototype) return [];
  return Object.entries(value as object).flatMap(([name, member]) =>
    withTexts(member).map((copy) => (text: string) => {
      return Object.assign(isArray ? [...value] : { ...(value as object) }, { [name]: copy(text) });
    }),
  );
}

/** Calls of a function, each with another text of its good arguments replaced. */
function readersOf(name: string, call: Call | undefined, args: readonly unknown[]): Reader[] {
  return withTexts(args).map((copy, index) => [
    `${name} (text ${index + 1})`,
    (text) => call?.(...(copy(text) as unknown[])),
  ]);
}

function plan(settings: object, firstRow = "lat,lon,code\n"): unknown {
  return makePlan(new TextEncoder().encode(firstRow), completeOptions({ to: "json", ...settings }));
}

const GOOD_ROW = {
  lat: "52.4",
  lon: "4.9",
  territory: "NLD",
  precision: "2",
  code: "49.4V",
  context: "NLD",
};
const FUNCTIONS = [
  [
    "encode",
    functions.ENCODE_ARGUMENTS,
    functions.createRowEncoder(functions.ENCODE_ARGUMENTS, "local", {}),
  ],
  [
    "decode",
    functions.DECODE_ARGUMENTS,
    functions.createRowDecoder(functions.DECODE_ARGUMENTS, false, {}),
  ],
] as const;

/** The readers of untrusted texts. */
const READERS: readonly Reader[] = [
  ...EXPORTS.filter(([, value]) => callOf(value)).flatMap(([name, value]) =>
    readersOf(name, callOf(value), goodArguments(name)),
  ),
  ...Object.entries({ ...parameters, ...batchParameters }).flatMap(([name, value]): Reader[] => {
    if (typeof value !== "object" || !("schema" in value)) return [];
    const { parse } = value as parameters.Parameter;
    return [[`the parameter ${name}`, (text) => parse(text, name)]];
  }),
  ["a query", parseQuery],
  ["a part of a path", (text) => decodePercent(text, "path")],
  ["the header Accept", acceptedFormat],
  ["the header Accept-Encoding", acceptedCoding],
  ["the header If-None-Match", (text) => isNotModified(text, '"a"')],
  ["a value in the log", (text) => escapeValue(text, 100)],
  ...FUNCTIONS.flatMap(([name, args, row]) => {
    const convert = (...values: unknown[]) => {
      values.forEach((value, at) => {
        row.setValue(at, value as string);
      });
      row.convert();
    };
    const good = args.map((arg) => GOOD_ROW[arg]);
    return readersOf(`the function ${name}`, convert, good);
  }),
  ["the arguments of a function", (text) => readArguments(text, functions.ENCODE_ARGUMENTS, 2)],
  ...Object.keys(BATCH_OPTIONS).map((name): Reader => {
    return [`the option ${name}`, (text) => plan({ from: "csv", [name]: text })];
  }),
  ...FORMAT_NAMES.flatMap((from) =>
    ["encode", "decode"].map((operation): Reader => {
      const read = (text: string) => plan({ from, operation }, `${text}\n`);
      return [`the first row of ${from} to ${operation}`, read];
    }),
  ),
  ["a value with both coordinates", (text) => pointOfValue(text, undefined, DEFAULT_BATCH_OPTIONS)],
  ["the names of columns", (text) => plan({ from: "csv" }, `lat,lon,${text}\n`)],
];

const UNITS = [
  ..."Nn7+- \t\n\u00a0\u0301'\"°′,;.=éß中Ж\\%([{/:_",
  ...["\ud800", '\\"', "N7", " N", "1.", "NLD ", "49.4V ", "-1,", "52 N ", "5°", "a,", "a="],
  ...['a="', '"a""', '"a",', '{"a":', "a as b,", "( "],
];

/** Prefixes that some readers need before they read on. No reader accepts the `!` at the end of the text. */
const STARTS = ["52", "a", "POINT(", "geo:1,1", "NLD 49.4V-", '"', "[", "Ж"];

/** Each unit, without a prefix and with one. */
const SHAPES = UNITS.flatMap((unit, index) =>
  ["", STARTS[index % STARTS.length]].map((start) => [start, unit] as const),
);

function textOf([start, unit]: readonly [string, string], chars: number): string {
  return `${start}${unit.repeat(chars / unit.length)}!`;
}

/** The CPU time of reading a text once. Errors are answers. */
function cpuMsOf(read: Reader[1], text: string): number {
  const before = process.cpuUsage();
  try {
    read(text);
  } catch {}
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Every quadratic reader takes longer: seconds for the longest texts. */
const SHORT_MS = 20;
/** Shorter times are too inexact to compare. */
const MIN_MS = 2;
const MAX_GROWTH = 30;
const MAX_TRIES = 10;

/** The mean CPU time of reading a text repeatedly for MIN_MS. */
function meanCpuMsOf(read: Reader[1], text: string): number {
  let total = 0;
  let count = 0;
  while (total < MIN_MS) {
    total += cpuMsOf(read, text);
    count++;
  }
  return total / count;
}

/** Whether ten times the length takes at most MAX_GROWTH times as long in the best of MAX_TRIES. */
function isLinear(read: Reader[1], shape: readonly [string, string], chars: number): boolean {
  const long = textOf(shape, 10 * chars);
  let least = cpuMsOf(read, long);
  if (least <= SHORT_MS) return true;
  const short = meanCpuMsOf(read, textOf(shape, chars));
  for (let tries = 1; tries < MAX_TRIES && least > MAX_GROWTH * short; tries++) {
    least = Math.min(least, cpuMsOf(read, long));
  }
  return least <= MAX_GROWTH * short;
}

it.each(READERS)("the time of reading a text grows as its length in %s", (_name, read) => {
  const wrong = SHAPES.filter(
    (shape) => !(isLinear(read, shape, 500) && isLinear(read, shape, 5000)),
  );
  expect(wrong).toEqual([]);
});
