import { describe, expect, it } from "vitest";
import { completeOptions } from "../../src/batch/batch-options.ts";
import { EncodeStream } from "../../src/batch/index.ts";
import { PreambleCollector } from "../../src/batch/plan.ts";
import {
  createPointBatch,
  decode,
  encode,
  getAlphabet,
  getTerritory,
  MapcodeError,
  mapcodeInAlphabet,
  resolveEncodeBatchOptions,
} from "../../src/index.ts";
import { thrownBy } from "../support/errors.ts";

/** One call for each kind of bad input, with the code and the message that it throws. */
const BAD_INPUTS: readonly [code: string, call: () => unknown, message: string][] = [
  [
    "invalid-coordinate",
    () => encode(Number.NaN, 0),
    "The latitude NaN is not a finite number of degrees.",
  ],
  [
    "precision-out-of-range",
    () => encode(0, 0, { precision: 9 }),
    "The precision 9 is not an integer from 0 to 8.",
  ],
  [
    "out-of-range",
    () => createPointBatch(-1),
    "The number of points -1 is not an integer from 0 to 4294967295.",
  ],
  [
    "malformed-mapcode",
    () => decode("nonsense"),
    "The mapcode 'nonsense' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
  ],
  [
    "unknown-mapcode",
    () => decode("NLD ZZZZ.ZZZZ"),
    "The mapcode 'NLD ZZZZ.ZZZZ' is not the code of a place in its territory.",
  ],
  [
    "unknown-territory",
    () => getTerritory("Atlantis"),
    "The territory 'Atlantis' is not the code or name of a territory.",
  ],
  [
    "unknown-alphabet",
    () => getAlphabet("RUNES"),
    "The alphabet 'RUNES' is not one of ROMAN, GREEK, ",
  ],
  [
    "unwritable-mapcode",
    () => mapcodeInAlphabet("49.4V-U", "GREEK"),
    "The mapcode '49.4V-U' is not one that GREEK has letters for at this precision.",
  ],
  [
    "invalid-option",
    () => resolveEncodeBatchOptions({ codes: "longest" as "all" }),
    "The option codes 'longest' is not one of shortest, international, all.",
  ],
  [
    "contradictory-options",
    () => encode(0, 0, { territory: "NLD", country: "NL" }),
    "The options territory 'NLD' and country 'NL' contradict each other. Give only one of them.",
  ],
  [
    "invalid-batch",
    () => new EncodeStream({ precision: 9 }),
    "The precision 9 is not an integer from 0 to 8.",
  ],
  [
    "batch-limit-exceeded",
    () =>
      new PreambleCollector(completeOptions({ from: "csv", maxRowBytes: 10 })).add(
        Buffer.alloc(11, "x"),
      ),
    "The first row does not end within 10 bytes. Check the format of the input, or raise the limit with the option maxRowBytes.",
  ],
];

describe("errors for bad input", () => {
  it("name the part of a mapcode that is no territory", () => {
    expect(() => decode("HLD 49.4V")).toThrow(
      "In the mapcode 'HLD 49.4V', 'HLD' is not a territory.",
    );
  });

  it.each(BAD_INPUTS)("extend MapcodeError and have the code %s", (code, call, message) => {
    const error = thrownBy(MapcodeError, call);
    expect(error.code).toBe(code);
    expect(error.name).toMatch(/^(Mapcode|Batch|BatchLimit)Error$/);
    expect(error.message).toContain(message);
    expect(error.stack).toContain("error-classes.test.ts");
  });

  it("hold the rejected value and what was expected", () => {
    const error = thrownBy(MapcodeError, () => encode(0, 0, { precision: 9 }));
    expect(error).toMatchObject({ value: 9, expected: "an integer from 0 to 8" });
  });

  it("hold all options that contradict each other", () => {
    const options = { codes: "international", country: "NL" } as const;
    const error = thrownBy(MapcodeError, () => resolveEncodeBatchOptions(options));
    expect(error).toMatchObject({ value: options, expected: "only one of codes and country" });
  });

  it("quote at most 100 characters of a text and keep its whole value", () => {
    const text = "x".repeat(1000);
    const error = thrownBy(MapcodeError, () => decode(text));
    expect(error.message).toContain(`'${"x".repeat(100)}...'`);
    expect(error.value).toBe(text);
  });
});
