/** Malformed texts, unknown territories and unknown codes are told apart alike by all functions. */
import { describe, expect, it } from "vitest";
import {
  decode,
  decodeBatch,
  decodeBytesInto,
  decodeRectangle,
  hasMapcodeForm,
  MALFORMED_MAPCODE,
  NO_TERRITORY,
  parseMapcode,
  UNKNOWN_MAPCODE,
} from "../../src/index.ts";

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
      expect(() => convert(text)).toThrow(expect.objectContaining({ code: "malformed-mapcode" }));
    }
    expect(decodeBatch([text]).errors[0]).toBe(MALFORMED_MAPCODE);
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
    expect(() => decode("XXX 49.4V")).toThrow(expect.objectContaining({ code: "unknown-mapcode" }));
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
