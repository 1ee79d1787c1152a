/** What has the form of a mapcode and is none, and two codes of a row: nothing wrong is decoded without a word. */
import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { decoded } from "./decoded-tables.ts";

describe("codes of digits only", () => {
  const NLD = { territory: "NLD" };

  it.each<[string, Partial<ResolvedBatchOptions>, string]>([
    ["code\n12.05\n31.12\n", NLD, "'12.05' and 1 more have only digits."],
    ["code\n10.50\n", { near: "40,-74" }, "'10.50' has only digits."],
    ["code\n49.4V\n52.37\n", NLD, "'52.37' has only digits."],
    ["code\nNLD 49.44\n", {}, "'NLD 49.44' has only digits."],
    ["code\nNLD 49.44-12\n", {}, "'NLD 49.44-12' has only digits."],
    ["NLD 49.44\n", { from: "plain" }, "'NLD 49.44' has only digits."],
    ['{"code":"49.44"}\n', { ...NLD, from: "ndjson" }, "'49.44' has only digits."],
  ])("are decoded with a warning: %j, %j", (text, options, warning) => {
    const { warnings } = decoded(text, options);
    expect(warnings).toEqual([
      `${warning} Every mapcode has a letter: check that these are mapcodes.`,
    ]);
  });

  it.each<[string, Partial<ResolvedBatchOptions>]>([
    ["code\n49.EB\n49.A4\n", NLD],
    ["code\nNLD 49.4V-12\nNLD 49.0E7\n", {}],
    ["code\nVHXGB.1J9J\n", {}],
    ["code\n100\n3.14\n", NLD],
    ["NLD 49.4V\n12.U5\n", { ...NLD, from: "plain" }],
    [`${"NLD L4.123\n".repeat(6)}NLD L4.1V`, { from: "plain" }],
    ['["NLD 49.4V"]', { from: "json" }],
    ["id,price,code\n1,10.50,49.4V\n", NLD],
  ])("are not all that is near them: %j, %j", (text, options) => {
    expect(decoded(text, options).warnings).toEqual([]);
  });
});

describe("the international code of a row with another one", () => {
  const HEADER = "mapcode,territory,international\n";

  it.each<[string, Partial<ResolvedBatchOptions>]>([
    [`${HEADER}49.4V,NLD,VJMM9.T0MT\n`, {}],
    [`${HEADER}49.4V,NLD,VHXGB.1J9J\n7J.LF,DEU,VHXGB.1J9J\n`, {}],
    [`${HEADER}49.4V,DEU,VHXGB.1J9J\n`, {}],
    [`${HEADER}NLD 49.4V,,VJMM9.T0MT\n`, {}],
    ['{"mapcode":"49.4V","territory":"NLD","international":"VJMM9.T0MT"}\n', { from: "ndjson" }],
  ])("is warned about if it is of another place: %j", (text, options) => {
    expect(decoded(text, options).warnings).toEqual([
      expect.stringContaining("in one row stand for different places. The results are those of '"),
    ]);
  });

  it.each<[string, Partial<ResolvedBatchOptions>]>([
    [`${HEADER}49.4V,NLD,VHXGB.1J9J\n7J.LF,DEU,VJMM9.T0MT\n`, {}],
    [`${HEADER}49.4W,NLD,VHXGB.1J9J\n`, {}],
    [`${HEADER},,VJMM9.T0MT\n49.4V,NLD,\n`, {}],
    [`${HEADER}49.4V,NLD,none\n7J.LF,DEU,N/A\n`, {}],
    [`${HEADER}HH.GC,IN,S82DQ.GF3H\n`, {}],
    [`${HEADER}49.4V-K2,Netherlands,VHXGB.1J9J-W0\n`, {}],
    ["mapcode,land,international\n49.4V,NL,VHXGB.1J9J\n", { countryColumn: "land" }],
    ["mapcode,international\n49.4V,VHXGB.1J9J\n", { territory: "NLD" }],
  ])("is no doubt if it is of the same place, or the only one: %j", (text, options) => {
    const { warnings } = decoded(text, options);
    expect(warnings.filter((warning) => warning.includes("different places"))).toEqual([]);
  });
});

describe("a territory beside a column of countries that is not read", () => {
  const HEADER = "territory,country_code,mapcode\n";

  it("is warned about if it is another one in the country of its row", () => {
    const text = `${HEADER}WA,AU,3R.QJ\n`;
    const { warnings } = decoded(text, {});
    const advice = 'If these are its countries, use the option countryColumn: "country_code".';
    expect(warnings.filter((warning) => warning.endsWith(advice))).toHaveLength(1);
    expect(decoded(text, { countryColumn: "country_code" }).warnings).toEqual([]);
  });

  it.each([
    `${HEADER}WA,US,HH.GC\n`,
    `${HEADER}NLD,NL,49.4V\n`,
    `${HEADER}GUF,FR,7D.TF\n`,
    `${HEADER}NLD,x,49.4V\n`,
    "territory,country_name,mapcode\nUS-WA,United States,HH.GC\n,,VHXGB.1J9J\n",
  ])("is no doubt otherwise: %j", (text) => {
    expect(decoded(text, {}).warnings).toEqual([]);
  });
});
