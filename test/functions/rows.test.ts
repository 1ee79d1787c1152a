/** Functions of engines: one answer for each row, in order, whatever the row contains. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCAL_RULE_NAMES } from "../../src/borders/choice.ts";
import { ByteWriter } from "../../src/bytes/byte-writer.ts";
import {
  createRowDecoder,
  createRowEncoder,
  type DecodeArgument,
  type EncodeArgument,
  type EncodeReturn,
  type FunctionOptions,
} from "../../src/functions/conversions.ts";
import { MAX_ROW_BYTES, type RowConverter, RowStream } from "../../src/functions/rows.ts";
import { decode, encode, encodeInternational, MapcodeError } from "../../src/index.ts";
import "../../src/loaders/disk-borders.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";
import { resultOr } from "../support/errors.ts";
import { ENCODE_BY, localMapcode } from "../support/local-codes.ts";
import { partSizes, partsOf } from "../support/parts.ts";

/** Answers the rows of an input that arrives in parts of these lengths, in a cycle. */
type Answer = (input: string, lengths?: readonly number[]) => string;

function answering(converter: RowConverter, argumentCount: number): Answer {
  return (input, lengths = [1 << 16]) => {
    const output = new ByteWriter();
    const rows = new RowStream(converter, argumentCount, output);
    for (const part of partsOf(input, lengths)) {
      rows.space().set(part);
      rows.take(part.length);
    }
    rows.end();
    return new TextDecoder().decode(output.written());
  };
}

function encoding(args: string, returns: EncodeReturn, options: FunctionOptions = {}): Answer {
  const names = args.split(",") as EncodeArgument[];
  return answering(createRowEncoder(names, returns, options), names.length);
}

function decoding(args: string, isTuple = false, options: FunctionOptions = {}): Answer {
  const names = args.split(",") as DecodeArgument[];
  return answering(createRowDecoder(names, isTuple, options), names.length);
}

const local = encoding("lat,lon", "local");
const AMSTERDAM = "52.376514\t4.908543\n";
const blockLengths = partSizes(60);

/** The result of the library as a field; NULL where it throws. */
function fieldOf(read: () => string | undefined): string {
  return resultOr(undefined, MapcodeError, read) ?? "\\N";
}

function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join("");
}

describe("answers equal the library's", () => {
  const inRange = point.filter(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 360);
  const points = fc.array(fc.tuple(inRange, precision), { maxLength: 20 });

  it.each(LOCAL_RULE_NAMES)("for points, by the rule %s", (rule) => {
    type Where = [latDeg: number, lonDeg: number, options: { precision: number }];
    const functions = [
      ["local", (...at: Where) => `${localMapcode(rule, ...at) ?? "\\N"}`],
      ["international", (...at: Where) => encodeInternational(...at).code],
      ["all", (...at: Where) => `[${ENCODE_BY[rule](...at).map((code) => `'${code}'`)}]`],
    ] as const;
    fc.assert(
      fc.property(
        points,
        blockLengths,
        fc.constantFrom(...functions),
        (rows, lengths, [returns, read]) => {
          const input = rows.map(([[lat, lon], digits]) => `${lon}\t${digits}\t${lat}`);
          const expected = rows.map(([[lat, lon], digits]) =>
            read(lat, lon, { precision: digits }),
          );
          const answer = encoding("lon,precision,lat", returns, { local: rule });
          expect(answer(lines(input), lengths)).toBe(lines(expected));
        },
      ),
      runs(60),
    );
  });

  it("for points within the territory that a row names", () => {
    const names = fc.constantFrom("NLD", "US", "Netherlands", "IN", "\\N", "", "nowhere", "AAA");
    const answer = encoding("lat,lon,territory", "local");
    fc.assert(
      fc.property(inRange, names, ([lat, lon], name) => {
        const options = name === "" || name === "\\N" ? {} : { territory: name };
        const expected = fieldOf(() => {
          const found = localMapcode("borders", lat, lon, options);
          // The international mapcode is not local.
          return found === undefined || found.territory === "AAA" ? undefined : `${found}`;
        });
        expect(answer(`${lat}\t${lon}\t${name}\n`)).toBe(`${expected}\n`);
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
    const answer = decoding("code,context");
    fc.assert(
      fc.property(usable, contexts, (code, name) => {
        const options = name === "" || name === "\\N" ? {} : { context: name };
        const expected = fieldOf(() => {
          const { latDeg, lonDeg } = decode(code, options);
          return `${latDeg}\t${lonDeg}`;
        });
        const line = expected === "\\N" ? "\\N\t\\N" : expected;
        expect(answer(`${code}\t${name}\n`)).toBe(`${line}\n`);
      }),
      runs(150),
    );
  });

  it("for mapcodes in a country, whose names decide as in the library", () => {
    const answers = ["NL", "IN", "US"].map((country) => ({
      country,
      answer: decoding("code", false, { country }),
    }));
    const names = fc.constantFrom("NL ", "NLD ", "IN ", "US-IN ", "MN ", "");
    const local = fc
      .tuple(names, point)
      .map(([name, [lat, lon]]) => name + encode(lat, lon)[0].code);
    fc.assert(
      fc.property(
        fc.oneof(local, fc.constant("NL 49.4V")),
        fc.constantFrom(...answers),
        (code, { country, answer }) => {
          const expected = fieldOf(() => {
            const { latDeg, lonDeg } = decode(code, { country });
            return `${latDeg}\t${lonDeg}`;
          });
          expect(answer(`${code}\n`)).toBe(expected === "\\N" ? "\\N\t\\N\n" : `${expected}\n`);
        },
      ),
      runs(150),
    );
    expect(answers[0].answer("NL 49.4V\n")).toBe(answers[0].answer("NLD 49.4V\n"));
  });
});

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

/** A row with escapes in its fields for all characters except letters and digits. */
const escaped = (row: string) => row.replace(/[^\w\t]/gu, (character) => `\\${character}`);

describe("every row has one answer", () => {
  const functions = [
    local,
    encoding("lat,lon,territory,precision", "all"),
    encoding("lat,lon", "international"),
    encoding("lat,lon", "local", { country: "IN", precision: 8 }),
    decoding("code", false, { territory: "NLD" }),
    decoding("code,context", true),
  ];
  const anyFunction = fc.constantFrom(...functions);

  it("which is the same however the bytes arrive", () => {
    fc.assert(
      fc.property(anyRows, anyFunction, blockLengths, (rows, answer, lengths) => {
        const whole = answer(lines(rows));
        expect(answer(lines(rows), lengths)).toBe(whole);
        expect(whole.split("\n")).toHaveLength(rows.length + 1);
      }),
      runs(200),
    );
  });

  it("which is the same for fields that are written with escapes", () => {
    fc.assert(
      fc.property(anyRow, anyFunction, (row, answer) => {
        fc.pre(!/[\\\r]/.test(row));
        expect(answer(`${escaped(row)}\n`)).toBe(answer(`${row}\n`));
      }),
      runs(300),
    );
  });

  it("which does not depend on the rows before and after it", () => {
    fc.assert(
      fc.property(anyRows, anyFunction, (rows, answer) => {
        expect(answer(lines(rows))).toBe(rows.map((row) => answer(`${row}\n`)).join(""));
      }),
      runs(60),
    );
  });

  it("even if the last one has no line end, lines end in CRLF, or are empty", () => {
    const input = "\n52.376514\t4.908543\r\n\r\n52.376514\t4.908543";
    expect(local(input)).toBe("\\N\nNLD 49.4V\n\\N\nNLD 49.4V\n");
    expect(local("")).toBe("");
  });

  it("even if a row is too long to keep, or slightly too long, however it arrives", () => {
    for (const bytes of [2 * MAX_ROW_BYTES]) {
      const long = `${"1".repeat(bytes)}\t4`;
      expect(local(`${AMSTERDAM}${long}\n${AMSTERDAM}`)).toBe("NLD 49.4V\n\\N\nNLD 49.4V\n");
      expect(local(`${AMSTERDAM}${long}`)).toBe("NLD 49.4V\n\\N\n");
    }
    const worldwide = encoding("lat,lon", "international");
    const rest = "1\t2";
    for (const tooMany of [0, 1, 1 << 16]) {
      const row = " ".repeat(MAX_ROW_BYTES - rest.length + tooMany) + rest;
      for (const block of [1 << 17, 100_003]) {
        const expected = tooMany === 0 ? "HHNFC.7V5X\n" : "\\N\n";
        expect(worldwide(`${row}\n`, [block])).toBe(expected);
      }
    }
  });

  it.each(
    "x\t1|\\N\t1|1|1\t2\t3|1\t2\\|91\t0|0\t400|nan\t1".split("|"),
  )("which is NULL for the row %j", (row) => {
    expect(local(`${row}\n${AMSTERDAM}`)).toBe("\\N\nNLD 49.4V\n");
  });

  it("which is the same as values", () => {
    const answers = ["local", "international", "all"] as const;
    fc.assert(
      fc.property(point, fc.constantFrom(...answers), ([latDeg, lonDeg], returns) => {
        const row = createRowEncoder(["lat", "lon"], returns, {});
        row.setValue(0, latDeg);
        row.setValue(1, lonDeg);
        const texts = row.convert() ? row.texts() : [];
        const line = encoding("lat,lon", returns)(`${latDeg}\t${lonDeg}\n`);
        const list = texts.length === 0 ? "[]" : `['${texts.join("','")}']`;
        expect(`${returns === "all" ? list : (texts[0] ?? "\\N")}\n`).toBe(line);
        const decoder = createRowDecoder(["code"], false, {});
        for (const text of texts) {
          decoder.setValue(0, text);
          expect(decoder.convert()).toBe(true);
          expect(`${Array.from(decoder.degrees).join("\t")}\n`).toBe(decoding("code")(`${text}\n`));
        }
      }),
      runs(200),
    );
  });

  it("which is NULL for a wrong precision, and for a territory without a code of the point", () => {
    const answer = encoding("lat,lon,territory,precision", "all");
    const rows = "52.4\t4.9\t\\N\t9\n52.4\t4.9\tBEL\t\\N\n52.4\t4.9\tNLD\t8\n";
    expect(answer(rows)).toMatch(/^\[\]\n\[\]\n\['NLD [^']*-\w{8}',.*\]\n$/);
  });
});

describe("fields and answers", () => {
  it.each([
    ["a b", "a b"],
    ["\\\\N", "\\N"],
    ["\\t\\n\\r\\b\\f\\v\\0", "\t\n\r\b\f\v\0"],
    ["\\'\\\"\\\\\\/", "'\"\\/"],
    ["Z\\ürich\\", "Zürich\\"],
  ])("%j is read as %j", (written, read) => {
    const texts: string[] = [];
    const listener: RowConverter = {
      setBytes: (_, bytes, from, to) => texts.push(Buffer.from(bytes).toString("utf8", from, to)),
      setValue: (_, value) => texts.push(`${value}`),
      convert: () => false,
      write() {},
      nullAnswer: "",
    };
    answering(listener, 1)(`${written}\n`);
    expect(texts).toEqual([read]);
  });

  it("are lists and tuples of ClickHouse", () => {
    const codes = encode(52.376514, 4.908543).map((code) => `'${code}'`);
    expect(encoding("lat,lon", "all")(`${AMSTERDAM}x\t1\n`)).toBe(`[${codes}]\n[]\n`);
    const points = decoding("code", true, { territory: "NLD" });
    expect(points("49.4V\nx\n")).toBe("(52.37651400000124,4.908543375)\n(NULL,NULL)\n");
  });
});
