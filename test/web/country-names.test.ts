import { describe, expect, it } from "vitest";
import { countryNamer } from "../../src/web/country-names.ts";

describe("names of countries on the map", () => {
  it("are in the language of the browser, also where the atlas shortens them", () => {
    const german = countryNamer(["de-DE"]);
    const names = ["Netherlands", "Dem. Rep. Congo", "Hong Kong", "Macao"].map(german);
    expect(names).toEqual(["Niederlande", "Kongo-Kinshasa", "Hongkong", "Macau"]);
  });

  it("stay the names of the atlas in English, and where the browser has no other", () => {
    expect(countryNamer(["en-GB"])("S. Sudan")).toBe("S. Sudan");
    expect(countryNamer(["de"])("Atlantis")).toBe("Atlantis");
  });
});
