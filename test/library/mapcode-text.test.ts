/** The text of a mapcode: its form, what parseMapcode and decode make of it, and how it is written. */
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alphabets,
  decode,
  decodeBytesInto,
  decodeRectangle,
  encode,
  encodeInternational,
  encodeShortest,
  formatMapcode,
  hasMapcodeForm,
  MALFORMED_MAPCODE,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  NO_TERRITORY,
  parseMapcode,
  type TerritoryFormat,
  territoryInAlphabet,
  UNKNOWN_MAPCODE,
} from "../../src/index.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";
import { resultOr, withCode } from "../support/errors.ts";

const encoder = new TextEncoder();
const NLD = decode("NLD 49.4V");
const NLD_MAPCODE = { territory: "NLD", code: "49.4V" };

/** White space of Unicode that separates the parts of a text. */
const WHITE_SPACE = Array.from(
  "\t\n\v\f\r\u0085\u00A0\u1680\u2000\u2009\u2028\u2029\u202F\u205F\u3000",
);

function outcomeOfBytes(text: string): number {
  const bytes = encoder.encode(text);
  return decodeBytesInto(bytes, 0, bytes.length, NO_TERRITORY, new Float64Array(2));
}

describe("a text without the form of a mapcode", () => {
  it.each([
    "the cat",
    "XXX",
    "XXX 49",
    "NLD US 49.4V",
    "XXX NLD 49.4V",
    "NLD 49.4V-Z",
    "NLD 49.4V\0",
    "NLD 49.4V\0-K",
    "ΝΛΔ 49.4V\0",
    "ΝΛΔ 49.12345",
  ])("is malformed, whatever its territory: %j", (text) => {
    expect(hasMapcodeForm(text)).toBe(false);
    for (const convert of [decode, decodeRectangle]) {
      expect(() => convert(text)).toThrow(withCode("malformed-mapcode"));
    }
    expect(outcomeOfBytes(text)).toBe(MALFORMED_MAPCODE);
    expect(parseMapcode(text).status).not.toBe("valid");
  });
});

describe("a mapcode with an unknown territory", () => {
  it("is unknown, with a message that names the territory", () => {
    expect(hasMapcodeForm("XXX 49.4V")).toBe(true);
    for (const convert of [decode, decodeRectangle]) {
      expect(() => convert("XXX 49.4V", { context: "NLD" })).toThrow(
        "In the mapcode 'XXX 49.4V', 'XXX' is not a territory.",
      );
    }
    expect(() => decode("XXX 49.4V")).toThrow(withCode("unknown-mapcode"));
    expect(outcomeOfBytes("XXX 49.4V")).toBe(UNKNOWN_MAPCODE);
  });
});

describe("white space between territory and code", () => {
  it.each(WHITE_SPACE)("is any of Unicode: %j", (space) => {
    for (const between of [space, `${space} ${space}`]) {
      for (const text of [`NLD${between}49.4V`, `ΝΛΔ${between}49.4V`]) {
        expect(hasMapcodeForm(text)).toBe(true);
        expect(decode(text)).toEqual(NLD);
        expect(outcomeOfBytes(text)).toBe(0);
        expect(parseMapcode(text)).toMatchObject({ status: "valid", mapcode: NLD_MAPCODE });
      }
    }
  });
});

describe("a byte order mark in front", () => {
  it.each([
    "NLD 49.4V",
    " NLD 49.4V",
    "ΝΛΔ 49.4V",
  ])("is left out in strings and bytes: '%s'", (text) => {
    const marked = `\uFEFF${text}`;
    expect(hasMapcodeForm(marked)).toBe(true);
    expect(decode(marked)).toEqual(NLD);
    expect(outcomeOfBytes(marked)).toBe(0);
  });

  it("is malformed anywhere else, also a second one", () => {
    for (const text of ["\uFEFF\uFEFFNLD 49.4V", "NLD 49.4V\uFEFF"]) {
      expect(hasMapcodeForm(text)).toBe(false);
      expect(outcomeOfBytes(text)).toBe(MALFORMED_MAPCODE);
    }
  });
});

/** A mapcode of some point, at some precision. */
const anyMapcode: fc.Arbitrary<Mapcode> = fc
  .tuple(point, precision, fc.nat())
  .map(([[latDeg, lonDeg], digits, choice]) => {
    const codes = encode(latDeg, lonDeg, { precision: digits });
    return codes[choice % codes.length];
  });

const anyAlphabet = fc.constantFrom(...alphabets());

/** The mapcode in an alphabet; undefined where Greek cannot write it. */
function written(mapcode: Mapcode, alphabet: string): string | undefined {
  return resultOr(undefined, MapcodeError, () => formatMapcode(mapcode, { alphabet }));
}

describe("parsing a whole mapcode", () => {
  it("gives territory, code, precision and alphabet, in every alphabet", () => {
    fc.assert(
      fc.property(anyMapcode, anyAlphabet, (mapcode, alphabet) => {
        const text = written(mapcode, alphabet);
        fc.pre(text !== undefined);
        const parsed = parseMapcode(text);
        expect(parsed).toMatchObject({ status: "valid" });
        if (parsed.status !== "valid") return;
        expect(parsed.mapcode.territory).toBe(mapcode.territory);
        expect(parsed.precision).toBe(mapcode.code.split("-")[1]?.length ?? 0);
        expect(decode(`${parsed.mapcode}`)).toEqual(decode(`${mapcode}`));
        const hasLetters = text !== `${mapcode}`;
        expect(parsed.alphabet).toBe(hasLetters ? alphabet : "ROMAN");
      }),
      runs(120),
    );
  });

  it.each([
    ["  nld   49.4v  ", "NLD 49.4V"],
    ["us_in HH.GC", "US-IN HH.GC"],
    ["in HH.GC", "US-IN HH.GC"],
    ["VHXGB.1J9J", "AAA VHXGB.1J9J"],
    ["IN-αP KL5S.I0F91", "IN-AP KLHS.0F1H"],
  ])("writes '%s' as '%s'", (text, expected) => {
    const parsed = parseMapcode(text);
    expect(parsed.status === "valid" && `${parsed.mapcode}`).toBe(expected);
  });

  it("takes the territory of the context", () => {
    expect(parseMapcode("49.4V", { context: "NLD" })).toMatchObject({
      status: "valid",
      mapcode: { territory: "NLD", code: "49.4V" },
    });
    expect(() => parseMapcode("49.4V", { context: "Atlantis" })).toThrow(
      withCode("unknown-territory"),
    );
  });
});

describe("parsing what a user has typed so far", () => {
  it("never calls the start of a mapcode malformed, in any alphabet", () => {
    fc.assert(
      fc.property(anyMapcode, anyAlphabet, (mapcode, alphabet) => {
        const text = written(mapcode, alphabet);
        fc.pre(text !== undefined);
        for (let length = 0; length <= text.length; length++) {
          expect(parseMapcode(text.slice(0, length)).status).not.toBe("malformed");
        }
      }),
      runs(40),
    );
  });

  it("is malformed, unknown or valid where hasMapcodeForm and decode say so", () => {
    fc.assert(
      fc.property(anyMapcode, mutation, mutation, (mapcode, first, second) => {
        const text = second(first(`${mapcode}`));
        const { status } = parseMapcode(text);
        expect(["valid", "unknown"].includes(status) || !hasMapcodeForm(text)).toBe(true);
        const isDecodable = () => expect(() => decode(text)).not.toThrow();
        if (status === "valid") isDecodable();
        else expect(() => decode(text)).toThrow(MapcodeError);
      }),
      runs(200),
    );
  });

  it.each([
    ["", "incomplete"],
    ["N", "incomplete"],
    ["US", "incomplete"],
    ["XXX", "incomplete"],
    ["NLD ", "incomplete"],
    ["NLD 49", "incomplete"],
    ["NLD 49.4", "incomplete"],
    ["NLD 49.4V", "valid"],
    ["NLD 49.4V-", "incomplete"],
    ["NLD 49.4V-12345678", "valid"],
    ["AU-", "incomplete"],
    ["AU-N", "incomplete"],
    ["AU-NSW", "incomplete"],
    [`NLD${" ".repeat(200)}49.4V`, "valid"],
  ])("'%s' is %s", (text, status) => {
    expect(parseMapcode(text).status).toBe(status);
  });

  it.each([
    ["NLD 49!", "malformed", "malformed-mapcode"],
    ["NLD 49!4V", "malformed", "malformed-mapcode"],
    ["NLD 49.4V-Z", "malformed", "malformed-mapcode"],
    ["NLD 49.4V 3", "malformed", "malformed-mapcode"],
    ["ABCDEF", "malformed", "malformed-mapcode"],
    ["NLD 49.4V€", "malformed", "malformed-mapcode"],
    ["x".repeat(1000), "malformed", "malformed-mapcode"],
    ["AU-X", "unknown", "unknown-territory"],
    ["XXX 4", "unknown", "unknown-territory"],
    [" XXX 49.4V", "unknown", "unknown-territory"],
    ["XXX\u0085ZZZZ.ZZZZ", "unknown", "unknown-territory"],
    ["NLD  ZZZZ.ZZZZ", "unknown", "unknown-mapcode"],
    ["NLD\u0085\u2009ZZZZ.ZZZZ", "unknown", "unknown-mapcode"],
    ["49.4V", "unknown", "unknown-mapcode"],
  ])("'%s' is %s: %s", (text, status, code) => {
    expect(parseMapcode(text)).toMatchObject({ status, error: { code } });
  });
});

describe("a mapcode as text", () => {
  it("decodes to the same place with its territory, long or short, in every alphabet", () => {
    const formats = fc.constantFrom<TerritoryFormat>("long", "short");
    fc.assert(
      fc.property(anyMapcode, formats, anyAlphabet, (mapcode, territory, alphabet) => {
        fc.pre(written(mapcode, alphabet) !== undefined);
        const text = formatMapcode(mapcode, { territory, alphabet });
        expect(decode(text)).toEqual(decode(`${mapcode}`));
      }),
      runs(600),
    );
  });

  it.each([
    [{ territory: "US-IN", code: "HH.GC" }, "long", "US-IN HH.GC"],
    [{ territory: "US-IN", code: "HH.GC" }, "short", "US-IN HH.GC"],
    [{ territory: "IN-JH", code: "HH.GC" }, "short", "JH HH.GC"],
    [{ territory: "AAA", code: "VHXGB.1J9J" }, "long", "AAA VHXGB.1J9J"],
    [{ territory: "AAA", code: "VHXGB.1J9J" }, "short", "VHXGB.1J9J"],
    [{ territory: "NLD", code: "49.4V" }, "none", "49.4V"],
  ] as const)("%j with a %s territory is '%s'", (mapcode, territory, expected) => {
    expect(formatMapcode(mapcode, { territory })).toBe(expected);
  });

  it("has the precision and the alphabet that are asked for", () => {
    const mapcode = { territory: "NLD", code: "49.4V-K2" } as const;
    const options = { alphabet: "greek", precision: 1 };
    const expected = `${territoryInAlphabet("NLD", "greek")} ${mapcodeInAlphabet("49.4V-K2", "greek", 1)}`;
    expect(formatMapcode(mapcode, options)).toBe(expected);
    expect(formatMapcode(mapcode, { precision: 0 })).toBe("NLD 49.4V");
  });

  it("has no other ways to write a territory", () => {
    const wrong: unknown = "full";
    const options = { territory: wrong as TerritoryFormat };
    expect(() => formatMapcode({ territory: "NLD", code: "49.4V" }, options)).toThrow(
      withCode("invalid-option"),
    );
  });
});

const LAT_DEG = 52.376514;
const LON_DEG = 4.908543;

describe("a mapcode", () => {
  const [mapcode] = encode(LAT_DEG, LON_DEG);

  it("is the text that people write when it becomes a string", () => {
    expect(`${mapcode}`).toBe("NLD 49.4V");
    expect(["at", encodeShortest(LAT_DEG, LON_DEG)].join(" ")).toBe("at NLD 49.4V");
    expect(`${encodeInternational(LAT_DEG, LON_DEG)}`).toBe("AAA VHXGB.1J9J");
  });

  it("has nothing but its data in JSON, copies and comparisons", () => {
    const data = { territory: "NLD", code: "49.4V" };
    expect(mapcode).toEqual(data);
    expect(JSON.stringify(mapcode)).toBe(JSON.stringify(data));
    expect(inspect(mapcode)).toBe(`Mapcode ${inspect(data)}`);
    expect({ ...mapcode }).toStrictEqual(data);
    expect(structuredClone(mapcode)).toEqual(data);
  });

  it("decodes as an object, whoever has made it", () => {
    expect(decode(mapcode)).toEqual(NLD);
    expect(decode({ code: "49.4V" }, { context: "NLD" })).toEqual(NLD);
  });
});
