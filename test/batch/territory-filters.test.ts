import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatName } from "../../src/batch/options/format-facts.ts";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { encode, territories } from "../../src/index.ts";
import { runs } from "../support/arbitraries.ts";
import { decoded } from "./decoded-tables.ts";
import { linesOf, runBatch } from "./run.ts";

type Row = Readonly<Record<string, string>>;

const codes = fc
  .constantFrom(...territories())
  .chain(({ alphaCode, alphaCodeMinimal, fullName }) =>
    fc.constantFrom(alphaCode, alphaCodeMinimal, alphaCode.toLowerCase(), fullName),
  );
const long = "é".repeat(120);
const oddNames = ["", " ", " NLD\t", "\u00a0", "X", "N,D", 'N"D', "NL\\D", "Ελλάς", long];
const territory = fc.oneof(
  codes,
  fc.constantFrom("NLD", "US-NY", "NY", "IN", "AAA"),
  fc.constantFrom(...oddNames),
);
const country = fc.constantFrom("", "NL", "us", "IN", "IND", "XX", "RUS", " mx ", "N,L", '"');

const place = fc.constantFrom([52.376514, 4.908543], [40.7, -74], [28.6, 77.2], [26.2, 94.5]);
const rows: Readonly<Record<ResolvedBatchOptions["operation"], fc.Arbitrary<Row>>> = {
  encode: fc
    .tuple(place, territory, country)
    .map(([[lat, lon], t, c]) => ({ lat: `${lat}`, lon: `${lon}`, t, c })),
  decode: fc
    .tuple(place, fc.nat(9), territory, country, fc.boolean())
    .map(([at, n, t, c, isLocal]) => {
      const all = encode(at[0], at[1]);
      const { territory: own, code } = all[n % all.length];
      const international = all[all.length - 1].code;
      return { mapcode: isLocal ? code : "", international, t: n % 2 === 0 ? own : t, c };
    }),
};

/** Rows as a table, with quotes where required, or as JSON. */
function inputOf(rows: readonly Row[], format: FormatName): string {
  const texts = rows.map((row) => JSON.stringify(row));
  const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  if (format === "ndjson") return texts.map((text) => `${text}\n`).join("");
  const header = Object.keys(rows[0]);
  return [header, ...rows.map(Object.values<string>)]
    .map((fields) => `${fields.map(field).join(",")}\n`)
    .join("");
}

describe("rows with a territory and a country", () => {
  const formats = ["csv", "ndjson"] as const;
  const columns = fc.constantFrom(
    { territoryColumn: "t" },
    { countryColumn: "c" },
    { territoryColumn: "t", countryColumn: "c" },
    { territoryColumn: "t", country: "US" },
    { countryColumn: "c", territory: "NLD" },
    { territoryColumn: "c", countryColumn: "c" },
  );
  const cases = (["encode", "decode"] as const).flatMap((operation) => {
    return formats.map((from) => ({ operation, from }));
  });

  it.each(cases)("become the same bytes as each row alone: $operation $from", ({
    operation,
    from,
  }) => {
    fc.assert(
      fc.property(
        fc.array(rows[operation], { minLength: 1, maxLength: 30 }),
        columns,
        fc.constantFrom(...formats),
        fc.boolean(),
        (some, chosen, to, all) => {
          // Only results: members with their names would change them.
          const isAll = all && operation === "encode";
          const options = { operation, from, to, all: isAll, onlyResults: true, ...chosen };
          const input = inputOf([...some, ...some], from);
          expect(runBatch(input, options)).toEqual(runBatch(input, options, { isAlone: true }));
        },
      ),
      runs(60),
    );
  });

  it("keep apart names that differ in a character or in their lengths", () => {
    const chars = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
    const names = chars.filter((char) => !`"',`.includes(char)).map((char) => `Z${char}Z`);
    for (let length = 1; length < 9; length++) names.push("Z".repeat(length));
    const input = `lat,lon,t\n${[...names, ...names].map((name) => `52,5,${name}\n`).join("")}`;
    const lines = linesOf(input, { from: "csv", to: "csv", territoryColumn: "t" }).slice(1);
    lines.forEach((line, index) => {
      const name = names[index % names.length];
      expect(line.startsWith(`52,5,${name},,,,`) && line.includes(`'${name}'`)).toBe(true);
    });
  });

  const CODE_FORM = "The mapcode '49.4' is not of the form";
  it.each([
    ["49.4,NLD,", CODE_FORM],
    ["49.4,,NL", CODE_FORM],
    ["ZZZZ.ZZZZ,,NL", "The mapcode 'ZZZZ.ZZZZ' is not the code of a place"],
    ["49.4V,FR,", "Did you mean the country FRA?,"],
  ])("fail for a mapcode in spite of a good territory, or for a country as territory: %s", (row, error) => {
    const options = { operation: "decode", from: "csv", to: "csv", countryColumn: "c" } as const;
    expect(`${linesOf(`code,territory,c\n${row}\n`, options)[1]},`).toContain(error);
  });

  it("have a country in a column that is chosen for it, whatever its name", () => {
    const options = { operation: "decode", from: "csv", countryColumn: "territory" } as const;
    expect(linesOf("mapcode,territory\n49.4V,NL\n", options)[1]).toContain("52.37651400000124");
  });

  it.each([
    ["NLD", '"latitude":52.37651400000124'],
    ["BEL", '"latitude":50.'],
    ["Nowhere", "'Nowhere'"],
  ])("may name the context of mapcodes in a member within a member: %s", (name, part) => {
    const inner = { territoryColumn: "in.t", territory: "NLD", operation: "decode" } as const;
    const row = `{"mapcode":"49.4V","in":{"t":"${name}"}}\n`;
    expect(linesOf(row, { from: "ndjson", to: "ndjson", ...inner })[0]).toContain(part);
  });
});

describe("the option near", () => {
  it.each([
    ["NL", "49.4V", "52.3,4.9", "NLD"],
    ["NL", "49.4V", "25.9,93.6", "IN-NL"],
    ["Georgia", "49.4V", "41.7,44.8", "GEO"],
    ["IN", "HH.GC", "43,44", "RU-IN"],
    ["NLD", "49.4V", "25.9,93.6", "NLD"],
    ["NL", "NL 49.4V", "52.3,4.9", "NLD"],
    ["", "49.4V", "52.3,4.9", "NLD"],
  ])("decides what the territory %j in a column means for %j: near %s, %s", (name, code, near, territory) => {
    const options = { near, territoryColumn: "t" };
    const { places, warnings } = decoded(`t,code\n${name},${code}\n`, options);
    expect([places[0].split(" ")[0], warnings]).toEqual([territory, []]);
    if (name.length > 2 || code.includes(" ") || name === "") return;
    expect(decoded(`code\n${name} ${code}\n`, { near }).places).toEqual(places);
  });

  it("does not count where a column has the country, or the country of rows decides", () => {
    const options = { near: "52.3,4.9", territoryColumn: "t" };
    const inRow = { ...options, countryColumn: "c" };
    expect(decoded("t,c,code\nNL,IN,49.4V\n", inRow).places[0]).toMatch(/^IN-NL /);
    expect(decoded("t,code\nNL,49.4V\n", { ...options, country: "IN" }).places[0]).toMatch(
      /^IN-NL /,
    );
    expect(decoded("t,code\nNL,ZZZZ.ZZZZ\n", options).places[0]).toBe(
      "The mapcode 'ZZZZ.ZZZZ' is not the code of a place in IN-NL.",
    );
  });
});

describe("a column of countries that is not read beside near", () => {
  const near = "52.3,4.9";
  const warning =
    "The column 'country' is not read. If it has countries, use the option countryColumn: \"country\".";

  it("is warned of, with the option that reads it", () => {
    for (const input of ["country,code\nDE,49.4V\n", '{"country":"DE","code":"49.4V"}\n']) {
      const from = input.startsWith("{") ? "ndjson" : "csv";
      const read = decoded(input, { from, near });
      expect(read).toEqual({ places: ["NLD 49.4V"], warnings: [warning] });
      const followed = decoded(input, { from, near, countryColumn: "country" });
      expect(followed).toEqual({ places: ["DEU 49.4V"], warnings: [] });
    }
    const names = ["Country", "country_code", "ISO", "iso2", "CountryCode", "country-iso3"];
    for (const name of names) {
      expect(decoded(`${name},code\nDE,49.4V\n`, { near }).warnings).toHaveLength(1);
    }
  });

  it.each<[string, Partial<ResolvedBatchOptions>]>([
    ["country,code\nNL,NLD 49.4V\n", {}],
    ["territory,country,code\nNLD,NL,49.4V\n", { near }],
    ["t,country,code\nNLD,NL,49.4V\n", { near, territoryColumn: "t" }],
    ["isotope,code\nx,49.4V\n", { near }],
    ["country_house,code\nx,49.4V\n", { near }],
    ["code\n49.4V\n", { near }],
  ])("has no warning where it does not matter: %j, %j", (input, options) => {
    expect(decoded(input, options).warnings).toEqual([]);
  });
});

describe("a column named country", () => {
  it.each([
    "country,code\nNL,49.4V\nFrance,4J.P2\n",
    '{"code":"49.4V","country":"NLD"}\n',
  ])("completes codes without territories: %j", (input) => {
    const from = input.startsWith("{") ? "ndjson" : "csv";
    const places = ["NLD 49.4V", "FRA 4J.P2"].slice(0, from === "csv" ? 2 : 1);
    expect(decoded(input, { from })).toEqual({ places, warnings: [] });
  });

  it.each<[string, Partial<ResolvedBatchOptions>, string]>([
    ["country,code\nMars,NLD 49.4V\nMars,49.4V\n", {}, "NLD 49.4V"],
    ["country,code\nMars,VHXGB.1J9J\n", {}, "NLD 49.4V"],
    ["country,territory,code\nFR,NLD,49.4V\n", {}, "NLD 49.4V"],
    ["country,code\nFR,49.4V\n", { territory: "NLD" }, "NLD 49.4V"],
    ["country,land,code\nFR,NL,49.4V\n", { countryColumn: "land" }, "NLD 49.4V"],
  ])("is not read where codes have territories: %j, %j", (input, options, place) => {
    expect(decoded(input, options).places[0]).toBe(place);
  });

  it.each<[Partial<ResolvedBatchOptions>, string]>([
    [{ territoryColumn: "t" }, "NLD 49.4V"],
    [{ codeColumn: "full" }, "DEU 49.4V"],
    [{ codeColumn: "short" }, "FRA 4J.P2"],
  ])("does not overrule members of JSON that are chosen: %j", (options, place) => {
    const row = { code: "49.4V", full: "DEU 49.4V", short: "4J.P2", t: "NLD", country: "FR" };
    const { places } = decoded(`${JSON.stringify(row)}\n`, { from: "ndjson", ...options });
    expect(places).toEqual([place]);
  });
});

describe("a code without its territory", () => {
  it("fails with the options that name it, which work", () => {
    const table = "code,land,iso\n49.4V,NLD,NL\n";
    const advice =
      "Use the option territoryColumn or countryColumn, or territory for all rows, or near.";
    const message = `The mapcode '49.4V' is not a worldwide code, and its territory is missing. ${advice}`;
    expect(decoded(table, {}).places).toEqual([message]);
    const columns = [{ territoryColumn: "land" }, { countryColumn: "iso" }];
    for (const followed of [...columns, { territory: "NLD" }, { near: "52,5" }]) {
      expect(decoded(table, followed).places).toEqual(["NLD 49.4V"]);
    }
  });

  it("fails in plain lines with what a line can use", () => {
    const [error] = decoded("49.4V\n", { from: "plain" }).places;
    expect(error).toContain("is missing. Use the option territory for all rows, or near.");
  });
});

describe("a name in front of a code that is also a country's", () => {
  const warned = (rows: string, options: Partial<ResolvedBatchOptions> = {}) =>
    decoded(`note,code\n${rows}`, options).warnings;
  const warning =
    "'NL' is read as IN-NL, Nagaland in India. For the country Netherlands, write NLD.";

  it("has one warning, also where rows have rectangles", () => {
    expect(warned("a,NL 49.4V\nb,NL 49.4V\nc,nl 49.4V\n")).toEqual([warning]);
    const include = ["rectangle"] as const;
    for (const options of [{ include }, { territory: "NLD" }, { territory: "DEU" }]) {
      expect(warned("a,NL 49.4V\n", options)).toEqual([warning]);
    }
  });

  it("has one warning as the option territory, too", () => {
    for (const row of ["a,49.4V\n", "a,NL 49.4V\n"]) {
      expect(warned(row, { territory: "NL" })).toEqual([warning]);
    }
    expect(warned("a,49.4V\n", { country: "NL" })).toEqual([]);
  });

  it.each<[string, Partial<ResolvedBatchOptions>]>([
    ["NL 12.50,NLD 49.4V\n", {}],
    ["a,IN-NL 49.4V\nb,ny 49.4V\nc,VHXGB.1J9J\n", {}],
    ["a,NL 49.4V\n", { near: "52.3,4.9" }],
    ["a,NL 49.4V\n", { territory: "IND" }],
    ["a,NL 49.4V\n", { territory: "MX-NLE" }],
    ["a,NL 49.4V\n", { meanings: "NL=NLD" }],
  ])("has none where it stands elsewhere, or its meaning is said: %j", (rows, options) => {
    expect(warned(rows, options)).toEqual([]);
  });
});
