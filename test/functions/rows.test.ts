/** Functions of engines: one answer for each row, in order, whatever the row contains. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeMessage } from "../../src/batch/options/conversion.ts";
import { LOCAL_RULE_NAMES } from "../../src/borders/choice.ts";
import { MAX_ROW_BYTES } from "../../src/functions/row-stream.ts";
import {
  decode,
  decodeRectangle,
  encode,
  encodeInternational,
  MapcodeError,
} from "../../src/index.ts";
import { isInRange } from "../../src/internal.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";
import { resultOr } from "../support/errors.ts";
import { ENCODE_BY, localMapcode } from "../support/local-codes.ts";
import { partSizes } from "../support/parts.ts";
import { answer, answerBlocks, defineFunction, escapedFields } from "./functions.ts";

const LOCAL = defineFunction("encode", "lat,lon", "local");

const WORLDWIDE = defineFunction("encode", "lat,lon", "international");

const blockLengths = partSizes(60);

/** Bytes that matter to rows, and others. */
const field = fc.oneof(
  point.map(([latDeg]) => `${latDeg}`),
  fc.string({
    unit: fc.constantFrom("1", ".", "-", "\\", "N", "t", "\r", " ", "e", "é", "'", '"'),
  }),
  fc.constantFrom("\\N", "", "52.4", "-180", "1e1", "NLD", "NLD 49.4V", "2", "x\\", "\\x41"),
);
const anyRow = fc.array(field, { minLength: 1, maxLength: 4 }).map((fields) => fields.join("\t"));
const anyRows = fc.array(anyRow, { maxLength: 12 });

/** The result of the library as a field; NULL where it throws. */
function fieldOf(read: () => string | undefined): string {
  return resultOr(undefined, MapcodeError, read) ?? "\\N";
}

function text(value: unknown): string | undefined {
  return value === undefined ? undefined : `${value}`;
}

describe("answers are those of the library", () => {
  const points = fc.array(fc.tuple(point, precision), { maxLength: 20 });

  it.each(LOCAL_RULE_NAMES)("for points, by the rule %s", (local) => {
    const functions = [
      ["local", (...at: Where) => text(localMapcode(local, ...at)) ?? "\\N"],
      ["international", (...at: Where) => encodeInternational(...at).code],
      ["all", (...at: Where) => `[${ENCODE_BY[local](...at).map((mapcode) => `'${mapcode}'`)}]`],
    ] as const;
    type Where = [latDeg: number, lonDeg: number, options: { precision: number }];
    fc.assert(
      fc.property(
        points,
        blockLengths,
        fc.constantFrom(...functions),
        (rows, lengths, [returns, expected]) => {
          const absent = returns === "all" ? "[]" : "\\N";
          const input = rows.map(([[lat, lon], digits]) => `${lon}\t${digits}\t${lat}\n`).join("");
          const lines = rows.map(([[lat, lon], digits]) =>
            isInRange(lat, lon) ? expected(lat, lon, { precision: digits }) : absent,
          );
          const definition = defineFunction("encode", "lon,precision,lat", returns, {
            local,
          });
          expect(answer(definition, input, lengths)).toBe(
            lines.map((line) => `${line}\n`).join(""),
          );
        },
      ),
      runs(60),
    );
  });

  it("for points within the territory that a row names", () => {
    const names = fc.constantFrom(
      "NLD",
      "US",
      "USA",
      "Netherlands",
      "IN",
      "\\N",
      "",
      "nowhere",
      "AAA",
    );
    fc.assert(
      fc.property(point, names, ([lat, lon], name) => {
        const isGiven = name !== "" && name !== "\\N";
        const expected = fieldOf(() => {
          if (!isInRange(lat, lon)) return undefined;
          const found = isGiven
            ? encode(lat, lon, { territory: name })[0]
            : localMapcode("borders", lat, lon);
          // The international mapcode is not local.
          return found?.territory === "AAA" ? undefined : text(found);
        });
        const definition = defineFunction("encode", "lat,lon,territory", "local");
        expect(answer(definition, `${lat}\t${lon}\t${name}\n`)).toBe(`${expected}\n`);
      }),
      runs(150),
    );
  });

  it("for mapcodes and contexts", () => {
    const codes = fc.tuple(point, fc.nat(), mutation, fc.boolean(), fc.boolean());
    const texts = codes.map(([[lat, lon], at, mutate, isMutated, isWhole]) => {
      const mapcodes = encode(lat, lon);
      const found = mapcodes[at % mapcodes.length];
      const code = isWhole ? `${found}` : found.code;
      return isMutated ? mutate(code) : code;
    });
    const usable = texts.filter((code) => !/[\t\n\r\\]/.test(code));
    const contexts = fc.constantFrom("NLD", "\\N", "", "US-IN", "nowhere", "日本");
    fc.assert(
      fc.property(usable, contexts, fc.boolean(), (code, name, asRectangle) => {
        const options = name === "" || name === "\\N" ? {} : { context: name };
        const expected = fieldOf(() => {
          if (!asRectangle) {
            const { latDeg, lonDeg } = decode(code, options);
            return `${latDeg}\t${lonDeg}`;
          }
          const { southWest, northEast } = decodeRectangle(code, options);
          return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg].join(
            "\t",
          );
        });
        const nulls = asRectangle ? "\\N\t\\N\t\\N\t\\N" : "\\N\t\\N";
        const returns = asRectangle ? "rectangle" : "lat,lon";
        const definition = defineFunction("decode", "code,context", returns);
        const line = expected === "\\N" ? nulls : expected;
        expect(answer(definition, `${code}\t${name}\n`)).toBe(`${line}\n`);
      }),
      runs(150),
    );
  });
});

describe("every row has one answer", () => {
  const functions = [
    LOCAL,
    defineFunction("encode", "lat,lon,territory,precision", "all", { withErrors: true }),
    defineFunction("encode", "lat,lon", "international", { tuple: true, withErrors: true }),
    defineFunction("encode", "lat,lon", "local", {
      country: "IN",
      precision: 8,
    }),
    defineFunction("decode", "code", "lat,lon", { withErrors: true, territory: "NLD" }),
    defineFunction("decode", "code,context", "lat,lon", { tuple: true }),
  ];

  it("which is the same however the bytes arrive", () => {
    fc.assert(
      fc.property(
        anyRows,
        fc.constantFrom(...functions),
        blockLengths,
        (rows, definition, lengths) => {
          const input = rows.map((row) => `${row}\n`).join("");
          const whole = answer(definition, input);
          expect(answer(definition, input, lengths)).toBe(whole);
          expect(whole.split("\n")).toHaveLength(rows.length + 1);
        },
      ),
      runs(200),
    );
  });

  it("which is the same for fields that are written with escapes", () => {
    fc.assert(
      fc.property(anyRow, fc.constantFrom(...functions), (row, definition) => {
        fc.pre(!/[\\\r]/.test(row));
        expect(answer(definition, `${escapedFields(row)}\n`)).toBe(answer(definition, `${row}\n`));
      }),
      runs(300),
    );
  });

  it("which does not depend on the rows before and after it", () => {
    fc.assert(
      fc.property(anyRows, fc.constantFrom(...functions), (rows, definition) => {
        const single = rows.map((row) => answer(definition, `${row}\n`)).join("");
        expect(answer(definition, rows.map((row) => `${row}\n`).join(""))).toBe(single);
      }),
      runs(60),
    );
  });

  it("as soon as the row is complete", () => {
    const blocks = answerBlocks(LOCAL, "52.376514\t4.908543\n0\t", [19, 2]);
    expect(blocks).toEqual(["NLD 49.4V\n", "", "\\N\n"]);
  });

  it("even if the last one has no line end, lines end in CRLF, or are empty", () => {
    const input = "\n52.376514\t4.908543\r\n\r\n52.376514\t4.908543";
    expect(answer(LOCAL, input)).toBe("\\N\nNLD 49.4V\n\\N\nNLD 49.4V\n");
    expect(answer(LOCAL, "")).toBe("");
  });

  it("even if a row is too long to keep", () => {
    const definition = defineFunction("encode", "lat,lon", "local", { withErrors: true });
    const good = "52.376514\t4.908543\n";
    for (const bytes of [2 * MAX_ROW_BYTES, 5 * MAX_ROW_BYTES]) {
      const long = `${"1".repeat(bytes)}\t4`;
      const [first, second, third, ...others] = answer(definition, `${good}${long}\n${good}`).split(
        "\n",
      );
      expect([first, third, ...others]).toEqual(["NLD 49.4V\t\\N", "NLD 49.4V\t\\N", ""]);
      expect(second).toBe(`\\N\tThe row is longer than ${MAX_ROW_BYTES} bytes.`);
      expect(answer(definition, `${good}${long}`).split("\n")).toHaveLength(3);
    }
  });

  it("even if a row is slightly too long, however it arrives", () => {
    const rest = "1\t2";
    for (const tooMany of [0, 1, 100, 1 << 16]) {
      const row = " ".repeat(MAX_ROW_BYTES - rest.length + tooMany) + rest;
      for (const block of [1 << 17, (1 << 17) - 1, 100_003]) {
        const expected = tooMany === 0 ? "HHNFC.7V5X\n" : "\\N\n";
        expect(answerBlocks(WORLDWIDE, `${row}\n`, [block]).join("")).toBe(expected);
      }
    }
  });
});

describe("reasons are", () => {
  it.each([
    ["x\t1", "The latitude 'x' is not a decimal number of degrees."],
    ["\\N\t1", "\\N"],
    ["1", "The row has 1 field, not 2: lat, lon."],
    ["1\t2\t3", "The row has 3 fields, not 2: lat, lon."],
    ["1\t2\\", "The field lon ends with half an escape: a backslash."],
    ["a\\tb\t2", "The latitude 'a\\tb' is not a decimal number of degrees."],
    ["91\t200", "The latitude '91' is not from -90 to 90."],
  ])("for %j: %s", (row, reason) => {
    const options = { withErrors: true };
    const definition = defineFunction("encode", "lat,lon", "local", options);
    expect(answer(definition, `${row}\n`)).toBe(`\\N\t${reason}\n`);
  });

  it("a function of their own, in each format", () => {
    const rows = "91\t0\n52.4\t4.9\n0\t-30\n1\n";
    const range = rangeMessage(91, 0);
    const field = "The row has 1 field, not 2: lat, lon.";
    const tabs = defineFunction("encode", "lat,lon", "error");
    expect(answer(tabs, rows)).toBe(`${range}\n\\N\n\\N\n${field}\n`);
    const json = defineFunction("decode", "code", "error", { format: "JSONEachRow" });
    const message = "The row has no member code.";
    const answers = [{ result: message }, { result: null }].map((row) => JSON.stringify(row));
    expect(answer(json, '{}\n{"code":"NLD 49.4V"}\n')).toBe(`${answers.join("\n")}\n`);
  });

  it("given for a wrong precision, and for a territory without a code of the point", () => {
    const definition = defineFunction("encode", "lat,lon,territory,precision", "all", {
      withErrors: true,
    });
    expect(answer(definition, "52.4\t4.9\t\\N\t9\n52.4\t4.9\tBEL\t\\N\n")).toBe(
      "[]\tThe precision '9' is not an integer from 0 to 8.\n" +
        "[]\tThe point 52.4 4.9 has no mapcode in BEL.\n",
    );
  });
});
