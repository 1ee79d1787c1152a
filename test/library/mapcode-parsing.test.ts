import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alphabets,
  decode,
  encode,
  formatMapcode,
  hasMapcodeForm,
  type Mapcode,
  type MapcodeContinuation,
  MapcodeError,
  mapcodeInAlphabet,
  parseMapcode,
  type TerritoryFormat,
  territoryInAlphabet,
} from "../../src/index.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";
import { resultOr, withCode } from "../support/errors.ts";

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

/** Whether a text is a mapcode, or can become one by more characters. */
function isGoingOn(text: string): boolean {
  const { status, mayFollow } = parseMapcode(text);
  return status === "valid" || mayFollow.length > 0;
}

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

  it("can be completed by what may follow", () => {
    const chars: Readonly<Record<MapcodeContinuation, string>> = {
      character: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      dot: ".",
      hyphen: "-",
      space: " ",
    };
    const order: readonly MapcodeContinuation[] = ["dot", "character", "space"];
    fc.assert(
      fc.property(anyMapcode, fc.nat(), mutation, (mapcode, cut, mutate) => {
        let text = mutate(`${mapcode}`.slice(0, cut % 16));
        fc.pre(/^[ -~]*$/.test(text) && parseMapcode(text).status === "incomplete");
        for (let steps = 0; steps < 12 && !hasMapcodeForm(text); steps++) {
          const { mayFollow } = parseMapcode(text);
          const next = order.find((one) => mayFollow.includes(one));
          const char = next && [...chars[next]].find((one) => isGoingOn(text + one));
          expect(char, text).toBeDefined();
          text += char;
        }
        expect(hasMapcodeForm(text), text).toBe(true);
      }),
      runs(120),
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

  it("fails at the first character that no mapcode can have there", () => {
    fc.assert(
      fc.property(anyMapcode, mutation, mutation, (mapcode, first, second) => {
        const text = second(first(`${mapcode}`));
        const parsed = parseMapcode(text);
        if (parsed.status !== "malformed") return;
        const before = text.slice(0, parsed.index);
        expect(parseMapcode(before).status).not.toBe("malformed");
        expect(parseMapcode(text.slice(0, parsed.index + 1)).status).toBe("malformed");
      }),
      runs(200),
    );
  });

  it.each([
    ["", "incomplete", ["character", "space"]],
    ["N", "incomplete", ["character"]],
    ["NL", "incomplete", ["character", "dot", "space"]],
    ["US", "incomplete", ["character", "dot", "hyphen", "space"]],
    ["XXX", "incomplete", ["character", "dot"]],
    ["NLD ", "incomplete", ["character", "space"]],
    ["NLD 49", "incomplete", ["character", "dot"]],
    ["NLD 49.4", "incomplete", ["character"]],
    ["NLD 49.4V", "valid", ["character", "hyphen", "space"]],
    ["NLD 49.4V-", "incomplete", ["character"]],
    ["NLD 49.4V-12345678", "valid", ["space"]],
    ["NLD ZZZZ.ZZZZ", "unknown", ["hyphen", "space"]],
    ["XXX 4", "unknown", []],
    ["AU-", "incomplete", ["character"]],
    ["AU-N", "incomplete", ["character"]],
    ["AU-NSW", "incomplete", ["space"]],
    ["AU-X", "unknown", []],
    ["NLD 49!", "malformed", []],
  ])("'%s' is %s, and may be followed by %j", (text, status, mayFollow) => {
    expect(parseMapcode(text)).toMatchObject({ status, mayFollow });
  });

  it.each([
    ["NLD 49!4V", 6, "malformed-mapcode"],
    ["NLD 49.4V-Z", 10, "malformed-mapcode"],
    ["NLD 49.4V 3", 10, "malformed-mapcode"],
    ["ABCDEF", 5, "malformed-mapcode"],
    ["NLD 49.4V€", 9, "malformed-mapcode"],
    [" XXX 49.4V", 1, "unknown-territory"],
    ["NLD  ZZZZ.ZZZZ", 5, "unknown-mapcode"],
    ["49.4V", 0, "unknown-mapcode"],
  ])("'%s' fails at index %i: %s", (text, index, code) => {
    expect(parseMapcode(text)).toMatchObject({ index, error: { code } });
  });

  it.each([
    ["NLD 49.4V\0", 9],
    ["ΝΛΔ 49.12345", 11],
  ])("%j fails at index %i, as decode reads nothing that it starts", (text, index) => {
    expect(parseMapcode(text)).toMatchObject({ status: "malformed", index });
  });

  it("has its code behind any white space", () => {
    expect(parseMapcode("NLD\u0085\u2009ZZZZ.ZZZZ")).toMatchObject({ status: "unknown", index: 5 });
    const error = { code: "unknown-territory", value: "XXX" };
    expect(parseMapcode("XXX\u0085ZZZZ.ZZZZ")).toMatchObject({
      status: "unknown",
      index: 0,
      error,
    });
  });

  it("says which character is wrong", () => {
    const parsed = parseMapcode("NLD 49!4V");
    expect("error" in parsed && parsed.error.message).toMatch(/: '!' cannot be its character 7\.$/);
  });

  it("takes texts only", () => {
    const wrong: unknown = {};
    expect(() => parseMapcode(wrong as string)).toThrow(TypeError);
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
      runs(120),
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
