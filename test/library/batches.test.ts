import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createCodeBatch,
  createPointBatch,
  decode,
  decodeBatch,
  decodeBatchInto,
  encode,
  encodeBatch,
  encodeBatchInto,
  encodeInternational,
  INTERNATIONAL,
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  MALFORMED_MAPCODE,
  type MapcodeColumn,
  MapcodeError,
  type MapcodeOptions,
  mapcodesOfPoint,
  NO_TERRITORY,
  resolveEncodeBatchOptions,
  shortestLocalMapcode,
  territoryNumber,
  UNKNOWN_MAPCODE,
} from "../../src/index.ts";
import { type DegreePair, mutation, point, precision, runs } from "../support/arbitraries.ts";
import { withCode } from "../support/errors.ts";

const points = fc.array(point, { maxLength: 12 });
const area = fc.constantFrom({}, { territory: "NLD" }, { territory: "US-IN" }, { country: "US" });

function degreesOf(pairs: readonly DegreePair[]): Float64Array {
  return Float64Array.from(pairs.flat());
}

/** A point in Amsterdam, one that is not a number, and one at sea. */
const MIXED = Float64Array.of(52.376514, 4.908543, Number.NaN, 1, 0, -30);

describe("encodeBatch", () => {
  it("with all codes gives what encode() gives for each point", () => {
    fc.assert(
      fc.property(points, precision, area, (pairs, digits, within) => {
        const options = { precision: digits, ...within };
        const batch = encodeBatch(degreesOf(pairs), { ...options, codes: "all" });
        const expected = pairs.map(([latDeg, lonDeg]) => encode(latDeg, lonDeg, options));
        expect(pairs.map((_, index) => mapcodesOfPoint(batch, index))).toEqual(expected);
        expect(batch.count).toBe(expected.flat().length);
      }),
      runs(1000),
    );
  });

  it("gives the shortest local code of each point by default, or none", () => {
    fc.assert(
      fc.property(points, precision, area, (pairs, digits, within) => {
        const options = { precision: digits, ...within };
        const batch = encodeBatch(degreesOf(pairs), options);
        const expected = pairs.map(([latDeg, lonDeg]) => {
          const local = encode(latDeg, lonDeg, options).filter(
            ({ territory }) => territory !== INTERNATIONAL,
          );
          return local.toSorted((one, other) => one.code.length - other.code.length).slice(0, 1);
        });
        expect(pairs.map((_, index) => mapcodesOfPoint(batch, index))).toEqual(expected);
        const one = pairs.map(([latDeg, lonDeg]) =>
          shortestLocalMapcode(encode(latDeg, lonDeg, options)),
        );
        expect(one).toEqual(expected.map(([first]) => first));
      }),
      runs(1000),
    );
  });

  it("gives the international code of each point", () => {
    fc.assert(
      fc.property(points, precision, (pairs, digits) => {
        const batch = encodeBatch(degreesOf(pairs), { precision: digits, codes: "international" });
        expect(pairs.map((_, index) => mapcodesOfPoint(batch, index))).toEqual(
          pairs.map(([latDeg, lonDeg]) => [
            encodeInternational(latDeg, lonDeg, { precision: digits }),
          ]),
        );
      }),
      runs(500),
    );
  });

  it("encodes the other points when one is not a number", () => {
    expect(encodeBatch(MIXED)).toEqual({
      points: 3,
      count: 1,
      errors: Int8Array.of(0, INVALID_COORDINATE, 0),
      codeEnds: Uint32Array.of(1, 1, 1),
      territories: Int16Array.of(territoryNumber("NLD")),
      ends: Uint32Array.of(5),
      bytes: new TextEncoder().encode("49.4V"),
    });
  });

  it("gives an empty batch for no points", () => {
    expect(encodeBatch(new Float64Array(0), { codes: "all" })).toEqual(createCodeBatch(0, 0, 0));
  });

  it("grows its arrays when points have more codes than is common", () => {
    const [latDeg, lonDeg] = [21.8, -102.1];
    const expected = encode(latDeg, lonDeg);
    expect(expected.length).toBeGreaterThan(6);
    const pairs = new Float64Array(400);
    for (let at = 0; at < pairs.length; at += 2) pairs.set([latDeg, lonDeg], at);
    const batch = encodeBatch(pairs, { codes: "all" });
    expect(batch.count).toBe(200 * expected.length);
    expect(mapcodesOfPoint(batch, 0)).toEqual(expected);
    expect(mapcodesOfPoint(batch, 199)).toEqual(expected);
  });

  it.each([
    [{ precision: 9 }, "The precision 9 is not an integer from 0 to 8."],
    [{ territory: "Atlantis" }, "The territory 'Atlantis' is not the code or name of a territory."],
    [{ country: "ZZ" }, "The country 'ZZ' is not an ISO 3166 code of two or three letters."],
    [
      { territory: "NLD", country: "NL" },
      "The options territory 'NLD' and country 'NL' contradict each other. Give only one of them.",
    ],
    [
      { territory: "NLD", codes: "international" },
      "The options codes 'international' and territory 'NLD' contradict each other. Give only one of them.",
    ],
  ] as const)("throws for the options %j", (options, message) => {
    expect(() => encodeBatch(MIXED, options)).toThrow(message);
  });

  it.each([
    -1,
    3,
    0.5,
    Number.NaN,
  ])("throws for the point %d of three when its mapcodes are read", (index) => {
    const message = `The point ${index} is not an integer from 0 to 2.`;
    expect(() => mapcodesOfPoint(encodeBatch(MIXED), index)).toThrow(
      expect.objectContaining({ code: "out-of-range", message }),
    );
  });
});

describe("encodeBatchInto", () => {
  it("stops when the arrays are full and continues in the next arrays", () => {
    const pair = fc.oneof(point, fc.constant([Number.NaN, 0] as const));
    fc.assert(
      fc.property(
        fc.array(pair, { maxLength: 12 }),
        fc.constantFrom("shortest", "international", "all"),
        fc.nat(64),
        (pairs, codes, more) => {
          const degrees = degreesOf(pairs);
          const batch = createCodeBatch(5, 64 + more, 0);
          const listed: unknown[] = [];
          for (let next = 0; next < pairs.length; ) {
            batch.points = 0;
            batch.count = 0;
            next = encodeBatchInto(degrees, next, resolveEncodeBatchOptions({ codes }), batch);
            expect(batch.points).toBeGreaterThan(0);
            for (let at = 0; at < batch.points; at++) listed.push(mapcodesOfPoint(batch, at));
          }
          const whole = encodeBatch(degrees, { codes });
          expect(listed).toEqual(pairs.map((_, index) => mapcodesOfPoint(whole, index)));
        },
      ),
      runs(500),
    );
  });

  it.each([
    ["all", encode],
    [
      "international",
      (latDeg: number, lonDeg: number, options: MapcodeOptions) => [
        encodeInternational(latDeg, lonDeg, options),
      ],
    ],
  ] as const)("fills arrays of exactly the size of %s codes with them, and nothing else", (codes, encodeOne) => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 6 }),
        fc.nat(8),
        (pairs, precision) => {
          const expected = pairs.map(([lat, lon]) => encodeOne(lat, lon, { precision }));
          const texts = expected.flat().map(({ code }) => code);
          const batch = {
            ...createCodeBatch(pairs.length, texts.length, precision),
            bytes: new Uint8Array(texts.join("").length),
          };
          const settings = resolveEncodeBatchOptions({ codes, precision });
          expect(encodeBatchInto(degreesOf(pairs), 0, settings, batch)).toBe(pairs.length);
          expect(new TextDecoder().decode(batch.bytes)).toBe(texts.join(""));
          expect(pairs.map((_, index) => mapcodesOfPoint(batch, index))).toEqual(expected);
        },
      ),
      runs(200),
    );
  });

  it("leaves the arrays unchanged when they have no room for the first point", () => {
    const settings = resolveEncodeBatchOptions({ codes: "all" });
    for (const batch of [createCodeBatch(0, 9, 0), createCodeBatch(9, 4, 0)]) {
      const before = structuredClone(batch);
      expect(encodeBatchInto(MIXED, 0, settings, batch)).toBe(0);
      expect(batch).toEqual(before);
    }
    const short = { ...createCodeBatch(9, 9, 0), bytes: new Uint8Array(20) };
    expect(encodeBatchInto(MIXED, 0, settings, short)).toBe(0);
  });

  it("appends to the codes that the batch holds", () => {
    const batch = createCodeBatch(9, 9, 0);
    expect(
      encodeBatchInto(MIXED, 2, resolveEncodeBatchOptions({ codes: "international" }), batch),
    ).toBe(3);
    expect(encodeBatchInto(MIXED, 0, resolveEncodeBatchOptions({ country: "NL" }), batch)).toBe(3);
    expect(encodeBatchInto(MIXED, 3, resolveEncodeBatchOptions(), batch)).toBe(3);
    expect([0, 1, 2, 3].map((index) => mapcodesOfPoint(batch, index))).toEqual([
      [{ territory: "AAA", code: "HDX7Y.F0MG" }],
      [{ territory: "NLD", code: "49.4V" }],
      [],
      [],
    ]);
  });

  it("writes an error code for each point when settings are invalid, and throws nothing", () => {
    const batch = createCodeBatch(6, 9, 0);
    encodeBatchInto(MIXED, 0, { ...resolveEncodeBatchOptions(), precision: 9 }, batch);
    encodeBatchInto(MIXED, 0, { ...resolveEncodeBatchOptions(), territory: 999 }, batch);
    expect([...batch.errors]).toEqual([
      ...new Array(3).fill(INVALID_PRECISION),
      INVALID_TERRITORY,
      INVALID_COORDINATE,
      INVALID_TERRITORY,
    ]);
    expect([...batch.codeEnds]).toEqual(new Array(6).fill(0));
  });
});

const ERROR_CODES: Readonly<Record<string, number>> = {
  "malformed-mapcode": MALFORMED_MAPCODE,
  "unknown-mapcode": UNKNOWN_MAPCODE,
};

/** The points and error codes of texts that are decoded one by one. */
function decodedOneByOne(texts: readonly string[], context?: string) {
  const batch = createPointBatch(texts.length);
  for (const [index, text] of texts.entries()) {
    try {
      const { latDeg, lonDeg } = decode(text, { context });
      batch.degrees.set([latDeg, lonDeg], 2 * index);
    } catch (error) {
      if (!(error instanceof MapcodeError)) throw error;
      batch.degrees.set([Number.NaN, Number.NaN], 2 * index);
      batch.errors[index] = ERROR_CODES[error.code];
    }
  }
  return batch;
}

function textsOf(strings: readonly string[]): MapcodeColumn {
  const parts = strings.map((text) => Buffer.from(text));
  let end = 0;
  const ends = parts.map((part) => {
    end += part.length;
    return end;
  });
  return { bytes: Buffer.concat(parts), ends: Uint32Array.from(ends) };
}

const mapcodeText = fc
  .tuple(point, precision, fc.nat(20), fc.option(mutation), fc.constantFrom("NLD 49.4V", "Ж", ""))
  .map(([[latDeg, lonDeg], digits, which, mutate, other]) => {
    if (which === 0) return other;
    const codes = encode(latDeg, lonDeg, { precision: digits });
    const { territory = "", code = "" } = codes[which % codes.length] ?? {};
    const full = which % 2 === 0 ? `${territory} ${code}` : code;
    return mutate ? mutate(full) : full;
  });
const mapcodeTexts = fc.array(mapcodeText, { maxLength: 12 });

describe("decodeBatch", () => {
  it("gives what decode() gives for each mapcode, and NaN where decode() throws", () => {
    const context = fc.constantFrom(undefined, "NLD", "US-CA");
    fc.assert(
      fc.property(mapcodeTexts, context, (texts, territory) => {
        const expected = decodedOneByOne(texts, territory);
        expect(decodeBatch(texts, { context: territory })).toEqual(expected);
        expect(decodeBatch(textsOf(texts), { context: territory })).toEqual(expected);
      }),
      runs(1000),
    );
  });

  it("decodes each code of a CodeBatch in its territory", () => {
    fc.assert(
      fc.property(points, precision, (pairs, digits) => {
        const batch = encodeBatch(degreesOf(pairs), { precision: digits, codes: "all" });
        const texts = pairs
          .flatMap((_, index) => mapcodesOfPoint(batch, index))
          .map(({ territory, code }) => `${territory} ${code}`);
        expect(decodeBatch(batch)).toEqual(decodedOneByOne(texts));
      }),
      runs(500),
    );
  });

  it("decodes the other mapcodes when one is malformed, unknown or no string", () => {
    const malformed = MALFORMED_MAPCODE;
    const texts = ["NLD 49.4V", null, "NLD ZZZZ.ZZZZ", undefined, 7 as unknown as string, "49.4V"];
    expect(decodeBatch(texts, { context: "NLD" })).toEqual({
      degrees: Float64Array.of(
        ...[52.37651400000124, 4.908543375],
        ...new Array(8).fill(Number.NaN),
        ...[52.37651400000124, 4.908543375],
      ),
      errors: Int8Array.of(0, malformed, UNKNOWN_MAPCODE, malformed, malformed, 0),
    });
  });

  it("uses the context for texts in bytes without a territory", () => {
    const territories = Int16Array.of(NO_TERRITORY, territoryNumber("DEU"), 999);
    const texts = { ...textsOf(["49.4V", "NLD 49.4V", "49.4V"]), territories };
    const { degrees, errors } = decodeBatch(texts, { context: "NLD" });
    expect([...degrees.subarray(0, 4)]).toEqual([
      52.37651400000124, 4.908543375, 52.37651400000124, 4.908543375,
    ]);
    expect([...errors]).toEqual([0, 0, INVALID_TERRITORY]);
  });

  it("reads no bytes beyond the end of the array", () => {
    const texts = { bytes: Buffer.from("NLD 49.4V"), ends: Uint32Array.of(9, 4, 4_000_000_000) };
    expect([...decodeBatch(texts).errors]).toEqual([0, MALFORMED_MAPCODE, UNKNOWN_MAPCODE]);
  });

  it("throws for an unknown context and for arrays of another type or size", () => {
    const texts = textsOf(["49.4V"]);
    expect(() => decodeBatch(texts, { context: "Atlantis" })).toThrow(
      "The territory 'Atlantis' is not the code or name of a territory.",
    );
    expect(() => decodeBatch({ ...texts, ends: [5] as unknown as Uint32Array })).toThrow(
      new TypeError(
        "The mapcodes are neither an array of strings nor texts in bytes with their ends.",
      ),
    );
    for (const wrong of [
      { ...texts, count: 2 },
      { ...texts, territories: new Int16Array(0) },
    ]) {
      expect(() => decodeBatch(wrong)).toThrow(withCode("out-of-range"));
    }
  });
});

describe("decodeBatchInto", () => {
  it("stops when the arrays are full and continues from there", () => {
    fc.assert(
      fc.property(mapcodeTexts, fc.integer({ min: 1, max: 5 }), (texts, room) => {
        const whole = decodeBatch(texts);
        const batch = createPointBatch(room);
        for (let from = 0; from < texts.length; ) {
          const next = decodeBatchInto(texts, from, NO_TERRITORY, batch);
          expect(next).toBe(Math.min(texts.length, from + room));
          const count = next - from;
          expect(batch.errors.subarray(0, count)).toEqual(whole.errors.subarray(from, next));
          expect(batch.degrees.subarray(0, 2 * count)).toEqual(
            whole.degrees.subarray(2 * from, 2 * next),
          );
          from = next;
        }
      }),
      runs(300),
    );
  });

  it("decodes nothing into empty arrays", () => {
    expect(decodeBatchInto(["49.4V"], 0, NO_TERRITORY, createPointBatch(0))).toBe(0);
  });
});
