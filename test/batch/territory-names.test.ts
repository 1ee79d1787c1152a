/** Names of territories in columns: those of several countries, and those beside a country. */
import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { encodeShortest } from "../../src/index.ts";
import { codeIn, decoded, pointOf } from "./decoded-tables.ts";
import { linesOf } from "./run.ts";

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
    ["code\nNL 49.4V\n", { territory: "DEU" }, "'NL' is read as IN-NL, Nagaland in India."],
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

  /** The warnings about the same names before codes. */
  const warnedBefore = (names: readonly string[], options: Partial<ResolvedBatchOptions> = {}) =>
    decoded(names.map((name) => `${name} 49.4V\n`).join(""), { from: "plain", ...options })
      .warnings;

  it.each(
    Object.keys(STATES) as (keyof typeof STATES)[],
  )("is warned of in the list of %s if it is read as another country's, which the option cures", (country) => {
    const names = list(country);
    const warnings = warned(names);
    expect(namesIn(warnings).join(" ")).toBe(MISREAD[country]);
    for (const warning of warnings.slice(0, 5)) {
      expect(warning).toContain(`or use the option country: "${country}".`);
    }
    expect(warned(names, { country })).toEqual([]);
    expect(warnedBefore(names)).toEqual(warnings);
    expect(warnedBefore(names, { country })).toEqual([]);
  });

  it("is read by the option country before a code as in a column", () => {
    for (const country of ["BRA", "IND", "AUS", "MEX"] as const) {
      const names = list(country);
      const before = names.map((name) => `${name} 49.4V\n`).join("");
      const column = names.map((name) => `49.4V,${name}\n`).join("");
      const read = decoded(before, { from: "plain", country }).places;
      const inColumn = decoded(`code,t\n${column}`, { territoryColumn: "t", country }).places;
      const isMapcode = (text: string) => /^[A-Z-]+ \S+$/.test(text);
      expect(read.filter(isMapcode)).toEqual(inColumn.filter(isMapcode));
      expect(read.filter(isMapcode).length).toBeGreaterThan(1);
    }
  });

  it.each<[string, Partial<ResolvedBatchOptions>]>([
    ["SP 49.4V\nRJ 49.4V\n", { from: "plain" }],
    ["mapcode\nSP 49.4V\nRJ 49.4V\n", {}],
    ["mapcode\nsp 49.4V\nrj 49.4V\n", { include: ["rectangle"] }],
    ['["SP 49.4V","RJ 49.4V"]', { from: "json" }],
    ['[{"mapcode":"RJ 49.4V"},{"mapcode":"SP 49.4V"}]', { from: "json" }],
    ['{"mapcode":"RJ 49.4V"}\n{"mapcode":"SP 49.4V"}\n', { from: "ndjson" }],
  ])("is compared with the names before other codes: %j", (input, options) => {
    expect(decoded(input, options).warnings.join().toUpperCase()).toContain(
      "'RJ' IS READ AS IN-RJ, RAJASTHAN IN INDIA, BUT OTHER NAMES ARE IN BRAZIL. FOR RIO DE JANEIRO, WRITE BR-RJ,",
    );
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

  it("is warned of in mixed lists if another of their countries has it, too", () => {
    expect(namesIn(warned(list("USA", "CAN")))).toEqual(["NL", "SK"]);
    expect(warned(list("USA", "CAN")).join()).not.toContain("option");
    expect(namesIn(warned(list("USA", "AUS")))).toEqual(["WA", "NT"]);
    expect(namesIn(warned(list("USA", "MEX"))).join(" ")).toBe("CO ME MI MO BC CH NL");
    expect(namesIn(warned([...list("USA"), "GU", "PR"]))).toEqual(["PR"]);
    expect(warned(["California", "Maharashtra", "Georgia"])).toEqual([]);
  });

  it.each([
    ...["TX NY DE", "TX ON CA", "TX NY USA CA", "NLD DEU USA CAN IND BRA GEO", "US-CA US-IN NLD"],
    ...["TX NV AAA CA", "California,Indiana,Georgia", "SP Amazonas"],
  ])("is not warned of as the country's where the other names are of states: %s", (names) => {
    expect(warned(names.split(/[ ,]/))).toEqual([]);
  });

  it.each([
    ["TX NY DE Netherlands", "DE", "Germany, write DEU."],
    ["NLD TX CA", "CA", "Canada, write CAN."],
    ["NLD TX NV CA", "CA", "Canada, write CAN."],
    ["US-TX NLD CA", "CA", "Canada, write CAN."],
    ["US IN", "IN", "India, write IND."],
    ["US-IN IN", "IN", "India, write IND."],
    ["Armenia Georgia", "Georgia", "Georgia, write GEO."],
    ["California Indiana Texas Georgia Netherlands", "Georgia", "Georgia, write GEO."],
  ])("is warned of as the country's where one of the other names is of a country: %s", (names, name, end) => {
    const warnings = warned(names.split(" "));
    expect([namesIn(warnings), warnings[0]]).toEqual([[name], expect.stringContaining(end)]);
    // The advice works.
    const code = end.slice(-4, -1);
    expect(warned(names.split(" ").map((each) => (each === name ? code : each)))).toEqual([]);
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

describe("a territory before a code", () => {
  const COUNTRY = { countryColumn: "x" };
  const TERRITORY = { territoryColumn: "x" };

  it.each<[string, string, Partial<ResolvedBatchOptions>, string]>([
    ["BE", "NLD 49.4V", COUNTRY, "'NLD' is not in Belgium: it is NLD, Netherlands."],
    ["US", "GEO ZP.9P", COUNTRY, "'GEO' is not in USA: it is GEO, Georgia."],
    ["DE", "NL 49.4V", COUNTRY, "'NL' is not in Germany: it is IN-NL, Nagaland in India."],
    ["CA", "US-NJ VZ.95D", COUNTRY, "'US-NJ' is not in Canada: it is US-NJ, New Jersey in USA."],
    ["", "NLD 49.4V", { country: "BE" }, "'NLD' is not in Belgium: it is NLD, Netherlands."],
    ["", "NLD 49.4V", { country: "BE", near: "52,5" }, "'NLD' is not in Belgium"],
    ["BEL", "NLD 49.4V", TERRITORY, "'NLD' is not in Belgium: it is NLD, Netherlands."],
    ["BEL", "NLD 49.4V", { ...TERRITORY, near: "52,5" }, "'NLD' is not in Belgium"],
    ["US-CA", "US-NJ VZ.95D", TERRITORY, "'US-NJ' is not in California: it is US-NJ, New Jersey"],
  ])("fails outside of the territory of its row, or of the option country: %j, %j, %j", (x, code, options, error) => {
    const { places, warnings } = decoded(`code,x\n${code},${x}\n`, options);
    expect(places[0]).toContain(error);
    expect(warnings).toEqual([]);
    const include = ["rectangle"] as const;
    expect(decoded(`code,x\n${code},${x}\n`, { include, ...options }).places).toEqual(places);
  });

  it.each<[string, string, Partial<ResolvedBatchOptions>, string]>([
    ["NL", "NLD 49.4V", COUNTRY, "NLD 49.4V"],
    ["NL", "NL 49.4V", COUNTRY, "NLD 49.4V"],
    ["US", "PR 52.F6", COUNTRY, "PRI 52.F6"],
    ["US", "CA MF.0M", COUNTRY, "US-CA MF.0M"],
    ["BE", "VHXGB.1J9J", COUNTRY, "NLD 49.4V"],
    ["BE", "AAA VHXGB.1J9J", COUNTRY, "NLD 49.4V"],
    ["", "GUM 49.4V", { country: "US" }, "GUM 49.4V"],
    ["Netherlands", "NLD 49.4V", TERRITORY, "NLD 49.4V"],
    ["USA", "US-CA MF.0M", TERRITORY, "US-CA MF.0M"],
    ["USA", "CA MF.0M", TERRITORY, "US-CA MF.0M"],
    ["US-CA", "CA MF.0M", TERRITORY, "US-CA MF.0M"],
    ["", "NLD 49.4V", TERRITORY, "NLD 49.4V"],
    ["", "NLD 49.4V", { territory: "BEL" }, "NLD 49.4V"],
    ["", "nld 49.4v", { country: "NL" }, "NLD 49.4V"],
  ])("is decoded where it is: %j, %j, %j", (x, code, options, mapcode) => {
    const table = `code,x\n${code},${x}\n`;
    expect(decoded(table, options)).toEqual({ places: [mapcode], warnings: [] });
  });

  it("may have another meaning of its column than the first one", () => {
    expect(decoded("code,x\nNLD 49.4V,NL\n", TERRITORY).places).toEqual(["NLD 49.4V"]);
    expect(decoded("code,x\nGEO ZP.9P,Georgia\n", TERRITORY).places).toEqual(["GEO ZP.9P"]);
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
