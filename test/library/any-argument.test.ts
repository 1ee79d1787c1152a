/**
 * Any value for any parameter of any export gives an answer or an error in our words: a MapcodeError, or a TypeError
 * of our code, never one of the JavaScript engine.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EncodeStream } from "../../src/batch/index.ts";
import { writeDecimal } from "../../src/bytes/decimal-writing.ts";
import * as library from "../../src/index.ts";
import { decode, encode, MapcodeError } from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { createCodeList, encodeInto } from "../../src/into.ts";
import { runs } from "../support/arbitraries.ts";
import { type Call, callOf, EXPORTS, goodArguments, isClass } from "../support/exports.ts";

const NUMBERS = [0, 1, 2, 9, -1, 0.5, 52.4, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -1e300];
const TEXTS = [
  ...["", " ", "2", "NLD", "NLD 49.4V", "49.4V", "greek", "csv", "the cat", "\u0000", "🌍"],
];
/** Names that mean something to one of the functions. */
const NAMES = "precision presicion territory country context codes columns include from all".split(
  " ",
);

const options = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(fc.constantFrom<unknown>(...NUMBERS, ...TEXTS), fc.anything()),
  { maxKeys: 3 },
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, Symbol("odd"), 10n, () => 1, new Date(0), /x/),
  fc.constantFrom<unknown>(...NUMBERS, ...TEXTS),
  fc
    .constantFrom<() => unknown>(
      () => new Float64Array(1),
      () => new Float32Array(8),
      () => new Uint8Array(3),
      () => Object.create(null),
      () => ({ ...createCodeList(), chars: new Uint8Array(4) }),
      () => ({ lat: 52, lon: 4 }),
      () => new Proxy({}, {}),
    )
    .map((create) => create()),
  options,
  fc.anything({ withTypedArray: true, withNullPrototype: true, withBigInt: true }),
);

/** Good arguments, some replaced, some missing or too many. */
function changed(name: string): fc.Arbitrary<unknown[]> {
  const odd = fc.array(fc.tuple(fc.nat(4), oddValue), { minLength: 1, maxLength: 3 });
  return fc.tuple(odd, fc.option(fc.nat(6))).map(([changes, length]) => {
    const values = goodArguments(name);
    for (const [index, value] of changes) values[index] = value;
    if (length !== null) values.length = length;
    return values;
  });
}

/** Our messages are sentences that end with a dot or a question mark, unlike the messages of V8. */
function isOurError(error: unknown): boolean {
  if (error instanceof MapcodeError) return true;
  return error instanceof TypeError && /^[A-Z].*[.?]$/s.test(error.message);
}

/** The error of a call, unless it is one of ours. */
function strangeErrorOf(call: Call, values: readonly unknown[]): unknown {
  try {
    call(...values);
    return undefined;
  } catch (error) {
    return isOurError(error) ? undefined : error;
  }
}

const calls = EXPORTS.flatMap(([name, value]) => {
  const call = callOf(value);
  // The library makes errors.
  return call && !name.endsWith("Error") ? [{ name, call, value }] : [];
});

describe("any value for any parameter", () => {
  it.each(calls)("gives an answer or an error in our words: $name", ({ name, call }) => {
    expect(strangeErrorOf(call, goodArguments(name))).toBe(undefined);
    fc.assert(
      fc.property(changed(name), (values) => {
        expect(strangeErrorOf(call, values)).toBe(undefined);
      }),
      runs(150),
    );
  });

  it("is tried for every function and class that the entries export", () => {
    expect(calls.length).toBeGreaterThan(30);
  });
});

/** A call with arguments that the compiler refuses. */
function wrongly(call: unknown, ...values: unknown[]): () => unknown {
  return () => (call as Call)(...values);
}

const wrongBytes = (bytes: unknown, from?: unknown, to?: unknown) =>
  wrongly(Into.decodeBytesInto, bytes, from, to, Into.NO_TERRITORY, new Float64Array(2));

/** Calls by their messages, which say in the title of a test what is expected. */
function byMessage(calls: readonly (readonly [call: () => unknown, message: string])[]) {
  return calls.map(([call, message]) => ({ call, message }));
}

const MAPCODE = "a string or an object with territory and code";
const POINT = "an object with latDeg and lonDeg";
const LIST = "a list that createCodeList made";
const DEGREES = "a finite number of degrees";
const ADVICE = "parseCoordinates reads coordinates from text.";
const LIMIT = "The option limit is '2', not an integer from 1.";
const TWO_FILTERS = "The filter has a territory and a country. Give NO_TERRITORY for one of them.";
const NO_COUNTRY = "The filter has no country. Give its number, or NO_TERRITORY.";
const ENCODE = "precision, names, territory, country";

describe("a wrong argument", () => {
  it.each(
    byMessage([
      [wrongly(encode, 52, 5, 2), "The argument for options is 2, not an object."],
      [wrongly(decode, "49.4V", "NLD"), "The argument for options is 'NLD', not an object."],
      [wrongly(decode, {}), `The mapcode is an object, not ${MAPCODE}.`],
      [wrongly(library.decodeRectangle), `The mapcode is undefined, not ${MAPCODE}.`],
      [wrongly(encode, 52, 5, { territory: 5 }), "The territory is 5, not a string."],
      [wrongly(encode, 52, 5, { names: 1 }), "The option names is 1, not true or false."],
      [wrongly(library.distanceMeters, 5, 5), `The first point is 5, not ${POINT}.`],
      [wrongly(encode, "52.4", 5), `The latitude is '52.4', not ${DEGREES}. ${ADVICE}`],
      [wrongly(encode, 52n, 5n), `The latitude is 52n, not ${DEGREES}.`],
      [
        wrongly(library.distanceMeters, {}, {}),
        `The member latDeg of the first point is undefined, not ${DEGREES}.`,
      ],
      [
        wrongly(decode, "49.4V", { near: { latDeg: 52.3, lon: 4.9 } }),
        `The member lonDeg of the option near is undefined, not ${DEGREES}.`,
      ],
      [
        wrongly(encode, 52, 5, { precision: 2n }),
        "The precision is 2n, not an integer from 0 to 8.",
      ],
      [wrongly(library.searchTerritories, "a", { limit: "2" }), LIMIT],
      [wrongly(encodeInto, 52, 5, 0, createCodeList(), { territory: 1, country: 2 }), TWO_FILTERS],
      [wrongly(encodeInto, 52, 5, 0, createCodeList(), { territory: 1 }), NO_COUNTRY],
      [
        wrongly(encodeInto, 52, 5, 0, createCodeList(), {}),
        "The filter has no territory. Give its number, or NO_TERRITORY.",
      ],
      [wrongly(encodeInto, 52, 5, 0, {}), `The list of codes is an object, not ${LIST}.`],
      [wrongBytes("49.4V", 0, 5), "The array of bytes is '49.4V', not a Uint8Array."],
      [wrongBytes(new Uint8Array(5)), "The start of the text is undefined, not an index."],
      [wrongBytes(new Uint8Array(5), 0, "5"), "The end of the text is '5', not an index."],
      [wrongly(library.parseCoordinates, 52), "The text of the coordinates is 52, not a string."],
    ]),
  )("of another type is a TypeError that says what was expected: $message", ({ call, message }) => {
    expect(call).toThrow(new TypeError(message));
  });

  it.each(
    byMessage([
      [
        wrongly(encode, 52, 5, { presicion: 2 }),
        `'presicion' is not one of ${ENCODE}. Did you mean`,
      ],
      [wrongly(library.encodeInternational, 52, 5, { country: "NL" }), "one of precision, names."],
      [wrongly(decode, "49.4V", { territory: "NLD" }), "is not one of context, country, near."],
      [wrongly(encode, Number.NaN, 5), "The latitude NaN is not a finite number of degrees."],
      [() => new EncodeStream({ form: "csv" } as object), "Did you mean from?"],
      [() => new EncodeStream({ joined: true } as object), "'joined' is not"],
    ]),
  )("of a wrong value or name is a MapcodeError that says what was expected: $message", ({
    call,
    message,
  }) => {
    expect(call).toThrow(MapcodeError);
    expect(call).toThrow(message);
  });

  it("that is not a text does not have the form of a mapcode", () => {
    for (const value of [undefined, 49.4])
      expect(wrongly(library.hasMapcodeForm, value)()).toBe(false);
  });

  it("is a list with a short array, which would lose codes", () => {
    const list = createCodeList();
    for (const name of ["territories", "starts", "ends", "chars"] as const) {
      const small = { ...list, [name]: list[name].slice(0, -1) };
      expect(() => encodeInto(52.376514, 4.908543, 0, small)).toThrow(`an object, not ${LIST}.`);
    }
  });

  it("is a short array of degrees", () => {
    const short = new Float64Array(1);
    const wanted = "too short (1), not a Float64Array of 2 numbers or more";
    const bytes = new Uint8Array(9);
    expect(wrongly(Into.decodeInto, "NLD 49.4V", -1, short)).toThrow(wanted);
    expect(wrongly(Into.decodeBytesInto, bytes, 0, 9, -1, short)).toThrow(wanted);
    expect(wrongly(Into.decodeRectangleInto, "NLD 49.4V", -1, new Float64Array(7))).toThrow(
      "a Float64Array of 8 numbers or more",
    );
  });
});

it("writing a number where no bytes are ends, whatever the index", () => {
  for (const start of NUMBERS) writeDecimal(52.376514, new Uint8Array(3), start);
});

/** All objects within a value, by path. */
function* objectsIn(value: unknown, path = "result"): Generator<[string, object]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  if (ArrayBuffer.isView(value)) return;
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${path}.${name}`);
}

// Results of the library belong to the caller: changes to them never change later answers.
describe("everything that comes back", () => {
  it.each(
    calls.filter(({ value }) => !isClass(value)),
  )("is frozen, or made anew by each call: $name", ({ name, call }) => {
    const first = new Set(Array.from(objectsIn(call(...goodArguments(name))), ([, one]) => one));
    const second = Array.from(objectsIn(call(...goodArguments(name))));
    const shared = second.filter(([, one]) => first.has(one) && !Object.isFrozen(one));
    expect(shared.map(([path]) => path)).toEqual([]);
  });

  it("is frozen if it is a constant", () => {
    const constants = EXPORTS.filter(([, value]) => !callOf(value));
    const objects = constants.flatMap(([name, value]) => Array.from(objectsIn(value, name)));
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter(([, one]) => !Object.isFrozen(one)).map(([path]) => path)).toEqual([]);
  });
});
