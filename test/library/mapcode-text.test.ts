/** The text of a mapcode: its form, the results of parseMapcode and decode, and writing it. */
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";
import { resultOr, thrownBy, withCode } from "../support/errors.ts";

const encoder = new TextEncoder();
const NLD = mapcoded.decode("NLD 49.4V");
const NLD_MAPCODE = { territory: "NLD", code: "49.4V" };

function outcomeOfBytes(text: string): number {
  const bytes = encoder.encode(text);
  return Into.decodeBytesInto(bytes, 0, bytes.length, Into.NO_TERRITORY, new Float64Array(2));
}

const MALFORMED = [
  ...["the cat", "XXX", "XXX 49", "NLD US 49.4V"],
  ...[
    ...["XXX NLD 49.4V", "NLD 49.4V-Z", "NLD 49.4V\0", "NLD 49.4V\0-K", "ΝΛΔ 49.4V\0"],
    "ΝΛΔ 49.12345",
  ],
];

it("a text without the form of a mapcode is malformed, whatever its territory", () => {
  for (const text of MALFORMED) {
    expect(mapcoded.hasMapcodeForm(text)).toBe(false);
    for (const convert of [mapcoded.decode, mapcoded.decodeRectangle]) {
      expect(() => convert(text)).toThrow(withCode("malformed-mapcode"));
    }
    expect(outcomeOfBytes(text)).toBe(Into.MALFORMED_MAPCODE);
    expect(mapcoded.parseMapcode(text).status).not.toBe("valid");
  }
});

it("a mapcode with an unknown territory is unknown, with a message that names the territory", () => {
  expect(mapcoded.hasMapcodeForm("XXX 49.4V")).toBe(true);
  for (const convert of [mapcoded.decode, mapcoded.decodeRectangle]) {
    expect(() => convert("XXX 49.4V", { context: "NLD" })).toThrow(
      "In the mapcode 'XXX 49.4V', 'XXX' is not a territory.",
    );
  }
  expect(() => mapcoded.decode("XXX 49.4V")).toThrow(withCode("unknown-mapcode"));
  expect(outcomeOfBytes("XXX 49.4V")).toBe(Into.UNKNOWN_MAPCODE);
});

it("an object with an unknown name of a territory has the same error in all functions", () => {
  const mapcode = { territory: "Atlantis", code: "49.4V" };
  for (const read of [mapcoded.decode, mapcoded.placesOf, mapcoded.formatMapcode]) {
    expect(() => read(mapcode)).toThrow("The territory 'Atlantis' is not the code or name of a");
  }
});

it("white space between territory and code is any of Unicode", () => {
  for (const space of "\t\n\v\f\r\u0085\u00A0\u1680\u2000\u2009\u2028\u2029\u202F\u205F\u3000") {
    for (const between of [space, `${space} ${space}`]) {
      for (const text of [`NLD${between}49.4V`, `ΝΛΔ${between}49.4V`]) {
        expect(mapcoded.hasMapcodeForm(text)).toBe(true);
        expect(mapcoded.decode(text)).toEqual(NLD);
        expect(outcomeOfBytes(text)).toBe(0);
        expect(mapcoded.parseMapcode(text)).toMatchObject({
          status: "valid",
          mapcode: NLD_MAPCODE,
        });
      }
    }
  }
});

it("a byte order mark in front is left out in strings and bytes, and is malformed anywhere else", () => {
  for (const text of ["NLD 49.4V", " NLD 49.4V", "ΝΛΔ 49.4V"]) {
    expect(mapcoded.decode(`\uFEFF${text}`)).toEqual(NLD);
    expect(outcomeOfBytes(`\uFEFF${text}`)).toBe(0);
  }
  for (const text of ["\uFEFF\uFEFFNLD 49.4V", "NLD 49.4V\uFEFF"]) {
    expect(mapcoded.hasMapcodeForm(text)).toBe(false);
    expect(outcomeOfBytes(text)).toBe(Into.MALFORMED_MAPCODE);
  }
});

/** A mapcode of some point, at some precision. */
const anyMapcode: fc.Arbitrary<mapcoded.Mapcode> = fc
  .tuple(point, precision, fc.nat())
  .map(([[latDeg, lonDeg], digits, choice]) => {
    const codes = mapcoded.encode(latDeg, lonDeg, { precision: digits });
    return codes[choice % codes.length];
  });

const anyAlphabet = fc.constantFrom(...mapcoded.alphabets());

/** The mapcode in an alphabet; undefined where Greek cannot write it. */
function written(mapcode: mapcoded.Mapcode, alphabet: string): string | undefined {
  return resultOr(undefined, mapcoded.MapcodeError, () =>
    mapcoded.formatMapcode(mapcode, { alphabet }),
  );
}

describe("parsing a whole mapcode", () => {
  it("gives territory, code, precision and alphabet, in every alphabet", () => {
    fc.assert(
      fc.property(anyMapcode, anyAlphabet, (mapcode, alphabet) => {
        const text = written(mapcode, alphabet);
        fc.pre(text !== undefined);
        const parsed = mapcoded.parseMapcode(text);
        expect(parsed).toMatchObject({ status: "valid" });
        if (parsed.status !== "valid") return;
        expect(parsed.mapcode.territory).toBe(mapcode.territory);
        expect(parsed.precision).toBe(mapcode.code.split("-")[1]?.length ?? 0);
        expect(mapcoded.decode(`${parsed.mapcode}`)).toEqual(mapcoded.decode(`${mapcode}`));
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
    const parsed = mapcoded.parseMapcode(text);
    expect(parsed.status === "valid" && `${parsed.mapcode}`).toBe(expected);
  });

  it("takes the territory of the context", () => {
    const parsed = mapcoded.parseMapcode("49.4V", { context: "NLD" });
    expect(parsed).toMatchObject({ status: "valid", mapcode: NLD_MAPCODE });
    expect(() => mapcoded.parseMapcode("49.4V", { context: "Atlantis" })).toThrow(
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
          expect(mapcoded.parseMapcode(text.slice(0, length)).status).not.toBe("malformed");
        }
      }),
      runs(40),
    );
  });

  it("is malformed, unknown or valid where hasMapcodeForm and decode say so", () => {
    fc.assert(
      fc.property(anyMapcode, mutation, mutation, (mapcode, first, second) => {
        const text = second(first(`${mapcode}`));
        const { status } = mapcoded.parseMapcode(text);
        expect(["valid", "unknown"].includes(status) || !mapcoded.hasMapcodeForm(text)).toBe(true);
        const isDecodable = () => expect(() => mapcoded.decode(text)).not.toThrow();
        if (status === "valid") isDecodable();
        else expect(() => mapcoded.decode(text)).toThrow(mapcoded.MapcodeError);
      }),
      runs(200),
    );
  });

  it.each([
    [
      "incomplete",
      undefined,
      ["", "N", "US", "XXX", "NLD ", "NLD 49", "NLD 49.4", "NLD 49.4V-", "AU-", "AU-N", "AU-NSW"],
    ],
    ["valid", undefined, [`NLD 49.4V`, `NLD 49.4V-12345678`, `NLD${" ".repeat(200)}49.4V`]],
    [
      "malformed",
      "malformed-mapcode",
      ["NLD 49!", "NLD 49!4V", "NLD 49.4V-Z", "NLD 49.4V 3", "NLD 49.4V€"],
    ],
    [
      "malformed",
      "malformed-mapcode",
      [`Atlantis 49.4V`, `USA IN HH.GC`, `ABCDEF`, `${"x".repeat(1000)}`],
    ],
    ["unknown", "unknown-territory", ["AU-X", "XXX 4", " XXX 49.4V", "XXX\u0085ZZZZ.ZZZZ"]],
    ["unknown", "unknown-mapcode", ["NLD  ZZZZ.ZZZZ", "NLD\u0085\u2009ZZZZ.ZZZZ", "49.4V"]],
  ])("is %s, with the error %s, for each of %j", (status, code, texts) => {
    const expected = code === undefined ? { status } : { status, error: { code } };
    for (const text of texts) expect(mapcoded.parseMapcode(text), text).toMatchObject(expected);
  });
});

describe("a mapcode as text", () => {
  it("decodes to the same place with its territory, long or short, in every alphabet", () => {
    const formats = fc.constantFrom<mapcoded.TerritoryFormat>("long", "short");
    fc.assert(
      fc.property(anyMapcode, formats, anyAlphabet, (mapcode, territory, alphabet) => {
        fc.pre(written(mapcode, alphabet) !== undefined);
        const text = mapcoded.formatMapcode(mapcode, { territory, alphabet });
        expect(mapcoded.decode(text)).toEqual(mapcoded.decode(`${mapcode}`));
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
    expect(mapcoded.formatMapcode(mapcode, { territory })).toBe(expected);
  });

  it("has the precision and the alphabet that are asked for, but no other ways to write a territory", () => {
    const mapcode = { territory: "NLD", code: "49.4V-K2" } as const;
    const options = { alphabet: "greek", precision: 1 };
    const code = mapcoded.formatMapcode("49.4V-K2", { alphabet: "greek", precision: 1 });
    expect(mapcoded.formatMapcode(mapcode, options)).toBe(
      `${mapcoded.territoryInAlphabet("NLD", "greek")} ${code}`,
    );
    expect(mapcoded.formatMapcode(mapcode, { precision: 0 })).toBe("NLD 49.4V");
    const wrong = { territory: "full" as mapcoded.TerritoryFormat };
    expect(() => mapcoded.formatMapcode(mapcode, wrong)).toThrow(withCode("invalid-option"));
  });
});

describe("a mapcode", () => {
  const mapcode = mapcoded.encodeShortest(52.376514, 4.908543);

  it("is the text that people write when it becomes a string", () => {
    expect(["at", mapcode].join(" ")).toBe("at NLD 49.4V");
    expect(`${mapcoded.encodeInternational(52.376514, 4.908543)}`).toBe("AAA VHXGB.1J9J");
  });

  it("has nothing but its data in JSON, copies and comparisons", () => {
    expect(mapcode).toEqual(NLD_MAPCODE);
    expect(JSON.stringify(mapcode)).toBe(JSON.stringify(NLD_MAPCODE));
    expect(inspect(mapcode)).toBe(`Mapcode ${inspect(NLD_MAPCODE)}`);
    expect({ ...mapcode }).toStrictEqual(NLD_MAPCODE);
    expect(structuredClone(mapcode)).toEqual(NLD_MAPCODE);
  });

  it("decodes as an object, whoever has made it", () => {
    expect(mapcoded.decode(mapcode)).toEqual(NLD);
    expect(mapcoded.decode({ code: "49.4V" }, { context: "NLD" })).toEqual(NLD);
  });
});

it("a mapcode with two territories is an error, and one with an empty territory has none", () => {
  for (const code of ["NLD 49.4V", "IN HH.GC", "Indiana\u0085HH.GC"]) {
    const both = { territory: "USA", code };
    const functions = [mapcoded.formatMapcode, mapcoded.decode, mapcoded.placesOf];
    for (const convert of functions) {
      expect(() => convert(both)).toThrow(withCode("malformed-mapcode"));
    }
  }
  expect(mapcoded.formatMapcode({ territory: "", code: "NLD 49.4V" })).toBe("NLD 49.4V");
  expect(mapcoded.formatMapcode({ territory: "", code: "49.4V" })).toBe("49.4V");
  expect(mapcoded.formatMapcode({ territory: "Netherlands", code: "49.4V" })).toBe("NLD 49.4V");
  expect(mapcoded.decode({ territory: "", code: "49.4V" }, { context: "NLD" })).toEqual(
    mapcoded.decode("NLD 49.4V"),
  );
});

it("the territory of a mapcode in an object is known by each of its names", () => {
  for (const { fullName, fullNameAliases } of mapcoded.territories()) {
    for (const territory of [fullName, ...fullNameAliases]) {
      const { alphaCode } = mapcoded.getTerritory(territory);
      const outcome = (text: mapcoded.MapcodeInput) =>
        resultOr("error", mapcoded.MapcodeError, () => mapcoded.decode(text));
      expect(outcome({ territory, code: "9999.9999" })).toEqual(outcome(`${alphaCode} 9999.9999`));
    }
  }
  const mexican = mapcoded.decode({ territory: "México", code: "4RTC.NS4" });
  expect(mexican).toEqual(mapcoded.decode("MEX 4RTC.NS4"));
});

it("the error of a number of car navigation in Japan says that it is of another system", () => {
  const messageOf = (text: string) =>
    thrownBy(mapcoded.MapcodeError, () => mapcoded.decode(text)).message;
  for (const text of ["33 161 526*66", "33161526*66", "964 006 202", " 675 401*17"]) {
    expect(messageOf(text)).toMatch(/ The MAPCODE of car navigation in Japan is another system\.$/);
  }
  for (const text of ["33 161", "161 526 33 1", "33 161 526*6x", "12*34", "1.2*34"]) {
    expect(messageOf(text)).not.toContain("Japan");
  }
});

it("the error of a full name in a text has the code of the territory, if the mapcode then has a place", () => {
  for (const text of [
    "Netherlands 49.4V",
    "MÉXICO  4RTC.NS4",
    "Guinea-Bissau 2J.Q5-K2",
    "Chad 4JH.Q2K",
  ]) {
    const error = thrownBy(mapcoded.MapcodeError, () => mapcoded.decode(text));
    const [, advice = ""] = /Did you mean '(.*)'\?$/.exec(error.message) ?? [];
    const code = text.slice(text.lastIndexOf(" ") + 1);
    expect(`${mapcoded.parseMapcode(advice).status} ${advice.split(" ")[1]}`).toBe(`valid ${code}`);
    expect(mapcoded.parseMapcode(text)).toMatchObject({ error: { message: error.message } });
    expect(() => mapcoded.formatMapcode(text)).toThrow(error.message);
  }
  for (const text of ["Atlantis 49.4V", "Netherlands ZZZZ.ZZZZ", "Netherlands", "the cat", " 49"]) {
    const { message } = thrownBy(mapcoded.MapcodeError, () => mapcoded.decode(text));
    expect(message).not.toMatch(/Did you mean/);
  }
});

it.each([
  ["NLD 49.4V\u200b", "NLD 49.4V' without invisible characters"],
  ["\u200eNLD 49.4\u00adV", "NLD 49.4V' without invisible characters"],
  ["49.4V\ufeff ", "49.4V' without invisible characters"],
  ["NLD 49．4V", "NLD 49.4V'"],
  ["ＮＬＤ ４９．４Ｖ", "NLD 49.4V'"],
  ["NLD 49.4V–K2", "NLD 49.4V-K2'"],
  ["US‑IN HH.GC", "US-IN HH.GC'"],
  ["NLD 49.4V,", "NLD 49.4V'"],
  ["49.4V.", "49.4V'"],
  ["(NLD 49.4V)", "NLD 49.4V'"],
  ['"NLD 49.4V"', "NLD 49.4V'"],
  ["“ΝΛΔ 49.4Φ”;", "ΝΛΔ 49.4Φ'"],
  ["Netherlands 49.4V,", "NLD 49.4V'"],
  ["FR 4J.P2", "FRA 4J.P2'"],
  ["49.4V NLD", "NLD 49.4V'"],
  ["49.4V (NLD)", "NLD 49.4V'"],
  ["[NLD] 49.4V", "NLD 49.4V'"],
  ["NLD, 49.4V", "NLD 49.4V'"],
  ["NLD:49.4V", "NLD 49.4V'"],
  ["NLD_49.4V", "NLD 49.4V'"],
  ["NLD+49.4V", "NLD 49.4V'"],
  ["NLD 49.4V€", "NLD 49.4V'"],
  ["NLD 49.4V -K2", "NLD 49.4V-K2'"],
  ["Home: US - IN HH.GC", "US-IN HH.GC'"],
  ["Prins Hendrikkade 33, Amsterdam NLD 49.4V", "NLD 49.4V'"],
  ["Code: VHXGB.1J9J", "VHXGB.1J9J'"],
  ["https://www.mapcode.com/?mapcode=NLD%2049.4V", "NLD 49.4V'"],
])("the error of %j has the clean mapcode", (text, advice) => {
  const { message } = thrownBy(mapcoded.MapcodeError, () => mapcoded.decode(text));
  expect(message).toContain(` Did you mean '${advice}?`);
  const [, clean = ""] = /Did you mean '(.*)'/.exec(message) ?? [];
  expect(mapcoded.placesOf(clean)).not.toEqual([]);
});

it.each([
  ...["hello.world,", "Hello, world.", "NLD ZZZZ.ZZZZ,", "ZZZZ.ZZZZ\u200b", '"NLD"'],
  ...["NLD,", "49.4V, Amsterdam", "NLD: ZZZZ.ZZZZ", "filled.count.soap", "9F469W22+2M"],
  ...[
    "31U FT 26 05",
    "8a1969c9b2c7fff",
    "NLD 49,4V",
    "\u200b",
    '""',
    "Atlantis 49.4V,",
    `NLD 49.4V${"\u200b".repeat(127)}`,
  ],
])("the error of %j has none, as nothing clean in it stands for a place", (text) => {
  const { message } = thrownBy(mapcoded.MapcodeError, () => mapcoded.decode(text));
  expect(message).not.toContain("Did you mean");
});

it("the error of a full name in a text suggests only territories of the option country", () => {
  const decoded = (country: string) => () => mapcoded.decode("Georgia HHHH.CP4", { country });
  expect(decoded("GE")).toThrow("Did you mean 'GEO HHHH.CP4'?");
  expect(decoded("US")).toThrow("Did you mean 'US-GA HHHH.CP4'?");
  expect(decoded("NL")).not.toThrow("Did you mean");
});

it("the error of two letters names the country where the code has a place", () => {
  const error = thrownBy(mapcoded.MapcodeError, () => mapcoded.decode("GA BJHR.2TD"));
  const [, advice] = /Did you mean (\w+)\?$/.exec(error.message) ?? [];
  expect(advice).toBe("GAB");
  expect(() => mapcoded.decode(`${advice} BJHR.2TD`)).not.toThrow();
  for (const text of ["GA ZZZZ.ZZZZ", "NLD ZZZZ.ZZZZ", "BJHR.2TD"]) {
    expect(thrownBy(mapcoded.MapcodeError, () => mapcoded.decode(text)).message).not.toMatch(
      /Did you mean/,
    );
  }
});
