import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatName } from "../../src/batch/options/format-facts.ts";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { BatchSession } from "../../src/batch/session.ts";
import { decode, encode, encodeShortest, parseMapcode, territories } from "../../src/index.ts";
import { runs } from "../support/arbitraries.ts";
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

/** The mapcodes of the places that a table is decoded to, or errors; and the warnings. */
function decoded(table: string, options: Partial<ResolvedBatchOptions>) {
  const session = new BatchSession({ operation: "decode", from: "csv", to: "ndjson", ...options });
  const parts = [...session.push(Buffer.from(table)), ...session.end()];
  const rows = Buffer.concat(parts).toString().trimEnd().split("\n");
  const places = rows.map((row) => {
    const { latitude, longitude, error } = JSON.parse(row);
    return error ?? `${encodeShortest(latitude, longitude)}`;
  });
  return { places, warnings: session.warnings.map(({ message }) => message) };
}

/** A short code that stands for a place in the territory. */
function codeIn(territory: string): string {
  const code = [
    "49.4V",
    "0.00",
    "BC.DF",
    "B0.00",
    "BC0.0F",
    "BCD.FGH",
    "BC0.00F",
    "BCDF.GHJK",
  ].find((each) => parseMapcode(`${territory} ${each}`).status === "valid");
  return code ?? "VHXGB.1J9J";
}

function pointOf(context: string, code: string): [latDeg: number, lonDeg: number] {
  const { latDeg, lonDeg } = decode(code, { context });
  return [latDeg, lonDeg];
}

describe("a name that several territories have", () => {
  const STATE = { territoryColumn: "state" };
  const BOTH = { territoryColumn: "t", countryColumn: "c" };

  // After the column of codes.
  it.each<[string, string, Partial<ResolvedBatchOptions>, string]>([
    ["the country of its column", ",land\n49.4V,NL", { countryColumn: "land" }, "NLD"],
    ["the country beside it", ",land\nNL 49.4V,NL", { countryColumn: "land" }, "NLD"],
    ["the common country", "\nNL 49.4V", { country: "NLD" }, "NLD"],
    ["the country of both columns", ",t,c\n49.4V,NL,NL", BOTH, "NLD"],
    ["a state of the common country", ",state\n49.4V,WA", { ...STATE, country: "AU" }, "AU-WA"],
    [
      "a state of the common territory",
      ",state\n49.4V,WA",
      { ...STATE, territory: "AUS" },
      "AU-WA",
    ],
    ["its first one without a country", ",state\n49.4V,WA", STATE, "US-WA"],
    ["a state of the country in front", "\nIN HH.GC", { country: "US" }, "US-IN"],
  ])("means %s, without a warning", (_, table, options, territory) => {
    const { places, warnings } = decoded(`code${table}\n`, options);
    expect(places[0]).toMatch(new RegExp(`^${territory} `));
    expect(warnings).toEqual([]);
  });

  it.each<[string, Partial<ResolvedBatchOptions>, string]>([
    ["code\nNL 49.4V\n", { territory: "NLD" }, "'NL' is read as IN-NL, Nagaland in India."],
    ["code\nNL 49.4V\n", { country: "DE" }, "'NL' is read as IN-NL, Nagaland in India."],
    ["code\nUK 49.4V\n", {}, "For the country United Kingdom, write GBR."],
    ["code,t\n49.4V,UK\n", { territoryColumn: "t" }, "For the country United Kingdom, write GBR."],
  ])("is warned about where its first meaning is elsewhere: %j, %j", (table, options, warning) => {
    expect(decoded(table, options).warnings.join()).toContain(warning);
  });
});

describe("a name that several countries have", () => {
  const STATES = {
    USA: "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC",
    CAN: "AB BC MB NB NL NS NT NU ON PE QC SK YT",
    BRA: "AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO",
    MEX: "AG BC BS CM CS CH CO CL DG GT GR HG JA MX MI MO NA NL OA QT QR SL SI SO TB TM TL VE YU ZA",
    IND: "AP AR AS BR CT GA GJ HR HP JH KA KL MP MH MN ML MZ NL OR PB RJ SK TN TR UP UK WB",
    AUS: "NSW VIC QLD SA WA TAS NT ACT",
    CHN: "BJ TJ HE SX NM LN JL HL SH JS ZJ AH FJ JX SD HA HB HN GD GX HI SC GZ YN XZ SN GS QH NX XJ",
    RUS: "AD AL ALT AMU ARK AST BA BRY BU CE CHU CU DA IN IRK KAM KB KC KDA KEM KR MO SA SE TAM TVE",
  };
  /** The names of each list that are read as territories of another country. */
  const MISREAD: Readonly<Record<keyof typeof STATES, string>> = {
    USA: "",
    CAN: "NL SK",
    BRA: "AL AP DF MA MT MS PA PB PE RJ SC",
    MEX: "BC CH CO MI MO NL",
    IND: "AR CT GA MN OR TN",
    AUS: "WA NT",
    CHN: "NM SD HI SC",
    RUS: "AL BA CE IN MO SA SE TAM",
  };
  const warned = (names: readonly string[], options: Partial<ResolvedBatchOptions> = {}) => {
    const rows = names.map((name) => `49.4V,${name}\n`).join("");
    return decoded(`code,state\n${rows}`, { territoryColumn: "state", ...options }).warnings;
  };
  const list = (...countries: (keyof typeof STATES)[]) =>
    countries.flatMap((country) => STATES[country].split(" "));
  const namesIn = (warnings: readonly string[]) =>
    warnings.flatMap((text) => {
      const [, name] = /^'(.*?)' is read as/.exec(text) ?? [];
      return name ?? /: (.*)\.$/.exec(text)?.[1].split(", ") ?? [text];
    });

  it.each(
    Object.keys(STATES) as (keyof typeof STATES)[],
  )("is warned of in the list of %s if it is read as another country's, which the option cures", (country) => {
    const warnings = warned(list(country));
    expect(namesIn(warnings).join(" ")).toBe(MISREAD[country]);
    for (const warning of warnings.slice(0, 5)) {
      expect(warning).toContain(`or use the option country: "${country}".`);
    }
    expect(warned(list(country), { country })).toEqual([]);
  });

  it("is warned of by both meanings, and by the way to write the likely one, which works", () => {
    const table = "code,state\n49.4V,NSW\n49.4V,VIC\n49.4V,WA\n";
    const read = decoded(table, { territoryColumn: "state" });
    expect(read.warnings).toEqual([
      "'WA' is read as US-WA, Washington in USA, but other names are in Australia. " +
        'For Western Australia, write AU-WA, or use the option country: "AUS".',
    ]);
    expect(read.places[2]).toMatch(/^US-WA /);
    const written = decoded(table.replace("WA", "AU-WA"), { territoryColumn: "state" });
    const chosen = decoded(table, { territoryColumn: "state", country: "AUS" });
    expect(written).toEqual(chosen);
    expect([chosen.places[2], chosen.warnings]).toEqual([expect.stringMatching(/^AU-WA /), []]);
  });

  it("is warned of in mixed lists only if its first country has no other names", () => {
    expect(namesIn(warned(list("USA", "CAN")))).toEqual(["NL", "SK"]);
    expect(warned(list("USA", "CAN")).join()).not.toContain("option");
    expect(namesIn(warned(list("USA", "AUS")))).toEqual(["NT"]);
    expect(warned(list("USA", "CAN", "AUS", "IND"))).toEqual([]);
    expect(warned([...list("USA"), "Canada", "GU", "NLD"])).toEqual([]);
    expect(namesIn(warned([...list("USA"), "GU", "PR"]))).toEqual(["PR"]);
  });

  it("is warned of as the country's, too, where half of the other names are of countries", () => {
    expect(namesIn(warned(["NLD", "TX", "CA"]))).toEqual(["CA"]);
    expect(namesIn(warned(["Armenia", "Georgia"]))).toEqual(["Georgia"]);
    expect(namesIn(warned(["US-IN", "IN"]))).toEqual(["IN"]);
    expect(warned(["NLD", "TX", "NV", "CA"])).toEqual([]);
  });

  it("is not warned of where nothing says another country, or it is said", () => {
    expect(warned(["WA", "NT", "BC"])).toEqual([]);
    expect(warned(["NSW", "VIC", "US-WA"])).toEqual([]);
    expect(warned(["NSW", "VIC", "WA"], { near: "-32,116" })).toEqual([]);
    expect(warned(["NSW", "VIC", "WA"], { meanings: "WA=AU-WA" })).toEqual([]);
    expect(warned(["NSW", "VIC", "WA"], { territory: "AUS" })).toEqual([]);
  });

  it("is suggested in full for a point that is there", () => {
    const options = { from: "csv", to: "csv", territoryColumn: "state" } as const;
    const row = "-31.95,115.86,WA";
    const error = (option = {}) => linesOf(`lat,lon,state\n${row}\n`, { ...options, ...option })[1];
    expect(error()).toContain("has no mapcode in US-WA. Did you mean AU-WA?");
    expect(error({ country: "AU" })).toMatch(/^-31.95,115.86,WA,AU-WA,/);
    expect(error({ country: "US" })).toMatch(/has no mapcode in US-WA\.$/);
    const written = linesOf(`lat,lon,state\n${row.replace("WA", "AU-WA")}\n`, options)[1];
    expect(written).toMatch(/,AU-WA,AU-WA,/);
    const nowhere = linesOf("lat,lon,state\n41.7,44.8,Georgia\n0,10,WA\n", options);
    expect(nowhere[1]).toContain("has no mapcode in US-GA. Did you mean GEO?");
    expect(nowhere[2]).toMatch(/has no mapcode in US-WA\.$/);
  });
});

describe("a country beside a territory", () => {
  const columns = { territoryColumn: "t", countryColumn: "c" };

  it.each([
    ["Georgia", "GE", "GEO"],
    ["Georgia", "US", "US-GA"],
    ["GA", "US", "US-GA"],
    ["California", "US", "US-CA"],
    ["Kalifornien", "US", "'Kalifornien' is not the code or name of a territory."],
    ["NLD", "NL", "NLD"],
    ["the netherlands", "NL", "NLD"],
    ["United States", "US", "USA"],
    ["US-NY", "USA", "US-NY"],
    ["PR", "US", "PRI"],
    ["US-GU", "US", "GUM"],
    ["American Samoa", "United States", "ASM"],
    ["MO", "CN", "MAC"],
    ["Hong Kong", "CN", "HKG"],
    ["AAA", "NL", "AAA"],
    ["Punjab", "PK", "'Punjab' is not in Pakistan: it is IN-PB, Punjab in India."],
    ["Amazonas", "VE", "'Amazonas' is not in Venezuela: it is BR-AM, Amazonas in Brazil."],
    ["Victoria", "SC", "'Victoria' is not in Seychelles: it is AU-VIC, Victoria in Australia."],
    ["Distrito Federal", "MX", "is not in Mexico: it is BR-DF, Distrito Federal in Brazil."],
    ["BR-SP", "MX", "'BR-SP' is not in Mexico: it is BR-SP, Sao Paulo in Brazil."],
    ["Luxembourg", "BE", "'Luxembourg' is not in Belgium: it is LUX, Luxembourg."],
    ["Georgia", "AM", "'Georgia' is not in Armenia: it is US-GA, Georgia in USA."],
  ])("holds for its name, or the row fails: %s in %s is %s", (name, country, expected) => {
    const context = expected.startsWith("'") || expected.includes(" is ") ? undefined : expected;
    const code = context === undefined ? "49.4V" : codeIn(context);
    const place = context === undefined ? expected : `${encodeShortest(...pointOf(context, code))}`;
    const inRow = decoded(`code,t,c\n${code},${name},${country}\n`, columns);
    expect(inRow.places[0]).toContain(place);
    expect(inRow.warnings).toEqual([]);
    if (country.length > 3) return;
    const byOption = decoded(`code,t\n${code},${name}\n`, { territoryColumn: "t", country });
    expect(byOption.places[0]).toContain(place);
  });

  it("holds for points, too", () => {
    const rows = "lat,lon,t,c\n41.7,44.8,Georgia,GE\n33.7,-84.3,Georgia,US\n28,77,Punjab,PK\n";
    const [, tbilisi, atlanta, elsewhere] = linesOf(rows, { from: "csv", to: "csv", ...columns });
    expect(tbilisi).toMatch(/^41.7,44.8,Georgia,GE,GEO,/);
    expect(atlanta).toMatch(/^33.7,-84.3,Georgia,US,US-GA,/);
    expect(elsewhere).toContain("'Punjab' is not in Pakistan: it is IN-PB");
  });

  it("does not hold as the option territory, which is for rows without one", () => {
    const options = { territoryColumn: "t", territory: "DEU" };
    const { places } = decoded("code,t\n49.4V,NLD\n49.4V,\n49.4V,Germany\n", options);
    expect(places.map((place) => place.slice(0, 3))).toEqual(["NLD", "DEU", "DEU"]);
  });
});

describe("the names of countries", () => {
  it.each([
    ["Netherlands", "NLD"],
    ["The Netherlands", "NLD"],
    ["France", "FRA"],
    ["United States", "USA"],
    ["Czechia", "CZE"],
    ["Viet Nam", "VNM"],
    ["Russian Federation", "RUS"],
    ["Cabo Verde", "CPV"],
    ["Macao", "MAC"],
    ["Deutschland", "DEU"],
    ["Österreich", "AUT"],
    ["The Gambia", "GMB"],
  ])("are read in columns of countries and of territories: %s", (name, territory) => {
    const code = codeIn(territory);
    const point = `${encodeShortest(...pointOf(territory, code))}`;
    for (const column of ["countryColumn", "territoryColumn"]) {
      const { places, warnings } = decoded(`code,x\n${code},${name}\n`, { [column]: "x" });
      expect([places, warnings]).toEqual([[point], []]);
    }
  });

  it.each([
    ["Georgia", "GEO"],
    ["UK", "GBR"],
    ["NL", "NLD"],
  ])("never mean a subdivision in a column of countries: %s", (name, country) => {
    const code = codeIn(country);
    const { places } = decoded(`code,x\n${code},${name}\n`, { countryColumn: "x" });
    expect(places).toEqual([`${encodeShortest(...pointOf(country, code))}`]);
  });

  it.each([
    ["countryColumn", "Bavaria", "the ISO 3166 code or name of a country."],
    ["countryColumn", "California", "the ISO 3166 code or name of a country."],
    ["countryColumn", "AAA", "the ISO 3166 code or name of a country."],
    ["countryColumn", "Korea", "the ISO 3166 code or name of a country."],
    ["territoryColumn", "Korea", "Did you mean"],
    ["territoryColumn", "GB", "Did you mean the country GBR? Name its column"],
  ])("fail in %s where they mean none, or several: %s", (column, name, message) => {
    const { places } = decoded(`code,x\n49.4V,${name}\n`, { [column]: "x" });
    expect(places[0]).toContain(message);
  });
});

describe("the option near", () => {
  it.each([
    ["NL", "49.4V", "52.3,4.9", "NLD"],
    ["NL", "49.4V", "25.9,93.6", "IN-NL"],
    ["Georgia", "49.4V", "41.7,44.8", "GEO"],
    ["IN", "HH.GC", "43,44", "RU-IN"],
    ["NLD", "49.4V", "25.9,93.6", "NLD"],
    ["BE", "NL 49.4V", "52.3,4.9", "NLD"],
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

describe("a code without its territory", () => {
  it("fails with the options that name it, which work", () => {
    const table = "code,land,iso\n49.4V,NLD,NL\n";
    const advice =
      "Use the option territoryColumn or countryColumn, territory for all rows, or near.";
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
    for (const options of [{ include }, { country: "DE" }, { territory: "NLD" }]) {
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
