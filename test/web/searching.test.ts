import { describe, expect, it } from "vitest";
import { type Coordinate, decode, encode } from "../../src/index.ts";
import { interpret } from "../../src/web/engine/searching.ts";
import { readVectors } from "../support/vectors.ts";

const points: readonly Coordinate[] = readVectors("encode.tsv")
  .filter((_, index) => index % 40 === 0)
  .map(({ lat, lon }) => ({ latDeg: Number(lat), lonDeg: Number(lon) }));

/** What the search finds without a place. */
function ask(text: string) {
  return interpret({ text, near: undefined, middle: undefined });
}

/** The page on another host. */
const PAGE = "https://maps.example.org/mapcode/map/";

describe("the search", () => {
  const titles = (text: string, near?: { latDeg: number; lonDeg: number }) =>
    interpret({ text, near, middle: near }).suggestions.map(({ title }) => title);

  it("finds the place of every code of every point, so that whoever types a code lands there", () => {
    for (const { latDeg, lonDeg } of points) {
      for (const mapcode of encode(latDeg, lonDeg, { precision: 2 })) {
        const [first] = ask(`${mapcode}`).suggestions;
        const { latDeg: lat, lonDeg: lon } = decode(`${mapcode}`);
        expect(first.point.latDeg).toBeCloseTo(lat, 7);
        expect(first.point.lonDeg).toBeCloseTo(lon, 7);
      }
    }
  });

  it("takes a code without territory as one of the place, and a number as half of coordinates", () => {
    const near = { latDeg: 52.37, lonDeg: 4.9 };
    expect(titles("49.4V", near)).toEqual(["NLD 49.4V"]);
    expect(titles("49.4V")).toEqual([]);
    expect(titles("52.37", near)).toEqual([]);
  });

  it.each([
    ["DE", undefined, ["Germany", "Delaware, United States"], true],
    ["de", { latDeg: 39, lonDeg: -75.5 }, ["Delaware, United States", "Germany"], true],
    ["in", undefined, ["India"], true],
    ["Netherlands", undefined, ["Netherlands"], false],
    ["new", undefined, [], true],
    ["UK 49.4V", undefined, ["GBR 49.4V"], true],
    ["NL 49.4V", { latDeg: 26, lonDeg: 94.5 }, ["IN-NL 49.4V", "NLD 49.4V"], true],
    ["NLD 49.4V", { latDeg: 26, lonDeg: 94.5 }, ["NLD 49.4V"], false],
  ])("sorts what %s may mean around %o: in view, countries, subdivisions", (text, middle, first, isAmbiguous) => {
    const result = interpret({ text, near: undefined, middle });
    const found = result.suggestions.map(({ title }) => title);
    expect(found.slice(0, first.length)).toEqual(first);
    expect(result.isAmbiguous).toBe(isAmbiguous);
  });

  it("offers the country, too, where its ISO code is the code of a subdivision", () => {
    expect(titles("NL 49.4V")).toEqual(["NLD 49.4V", "IN-NL 49.4V", "CA-NL 49.4V"]);
    expect(titles("in")).toEqual(expect.arrayContaining(["India", "Indiana, United States"]));
  });

  it.each([
    "Amsterdam",
    "Paris",
    "Damrak 1, Amsterdam",
    "123 Main Street",
    "10115 Berlin",
    "Zürich",
  ])("says of %s that it knows no streets, and what to do", (text) => {
    expect(ask(text)).toMatchObject({
      suggestions: [],
      hint: expect.stringMatching(/but no streets\. Click your place on the map/),
    });
  });

  it("takes mapcodes and coordinates that are not complete for what they are", () => {
    for (const text of ["VHXGB", "NLD 49", "52.37 n", "Netherlands 49.4!"]) {
      expect(ask(text).hint).not.toContain("towns");
    }
  });

  it.each([
    ["Czechia", "CZE"],
    ["cote d'ivoire", "CIV"],
    ["Eswatini", "SWZ"],
    ["Türkiye", "TUR"],
    ["Deutschland", "DEU"],
    ["日本", "JPN"],
    ["Deutschl", "DEU"],
  ])("knows %s as a name that people use", (text, code) => {
    const { suggestions } = ask(text);
    expect(suggestions[0]).toMatchObject({ kind: "territory", detail: code });
  });

  it.each([
    ["52.37, −4.9", -4.9],
    ["lat: 52.37 lon: 4.9", 4.9],
    ["Latitude 52.37, longitude = 4.9", 4.9],
    ["lat=52.37;lng=4.9", 4.9],
    ["52°22'12\" N 4°54'0\" E", 4.9],
  ])("takes %s for coordinates", (text, lonDeg) => {
    const [{ kind, point }] = ask(text).suggestions;
    expect([kind, point]).toEqual(["coordinates", { latDeg: 52.37, lonDeg }]);
  });

  it.each(["東京", "I N D I A"])("takes %s for a name, not for a mapcode", (text) => {
    expect(ask(text).hint).toContain("but no streets");
  });

  it.each([
    ["NLD49.4V", "NLD 49.4V"],
    ["us-inHH.GC", "US-IN HH.GC"],
    ["49.4V, Netherlands", "NLD 49.4V"],
    ["49.4v nld", "NLD 49.4V"],
    ["Holland 49.4V", "NLD 49.4V"],
    // In another alphabet, in front of any white space.
    ["ΝΛΔ 49.4V", "NLD 49.4V"],
    ["ⵍⵅⴷ\u0085 49.4V", "NLD 49.4V"],
    // As people paste them.
    ["NLD 49,4V", "NLD 49.4V"],
    ["NLD 49.4V.", "NLD 49.4V"],
    ['"NLD 49.4V"', "NLD 49.4V"],
    ["“NLD 49.4V”", "NLD 49.4V"],
    ["„NLD 49.4V“.", "NLD 49.4V"],
    ["ＮＬＤ　４９．４Ｖ", "NLD 49.4V"],
    ["Deutschland 49,4V", "DEU 49.4V"],
    ["NLD 49.4V–K2", "NLD 49.4V-K2"],
    ["0,0", "0.000000, 0.000000"],
    ["90,0", "90.000000, 0.000000"],
    ["52,4", "52.000000, 4.000000"],
    [" -33,151 ", "-33.000000, 151.000000"],
    // Links to the page, of any host.
    [`${PAGE}#52.376514,4.908543/16?precision=2`, "52.376514, 4.908543"],
    [`${PAGE}NLD/49.4V`, "NLD 49.4V"],
    [`${PAGE}#NLD/49.4V`, "NLD 49.4V"],
    [`${PAGE}%CE%9D%CE%9B%CE%94/49.4V`, "NLD 49.4V"],
    // Links to other maps.
    ["https://www.google.com/maps/@52.376514,4.908543,15z", "52.376514, 4.908543"],
    [
      "https://www.google.com/maps/place/X/@52.3,4.9,17z/data=!3m1!8m2!3d52.376514!4d4.908543",
      "52.376514, 4.908543",
    ],
    ["https://www.google.com/maps?q=52.376514%2C4.908543", "52.376514, 4.908543"],
    ["https://www.openstreetmap.org/#map=16/52.376514/4.908543", "52.376514, 4.908543"],
    [
      "https://www.openstreetmap.org/?mlat=52.376514&mlon=4.908543#map=16/52.3/4.9",
      "52.376514, 4.908543",
    ],
    ["https://maps.apple.com/?ll=52.376514,4.908543&z=10", "52.376514, 4.908543"],
  ])("understands %s as %s", (text, title) => {
    expect(titles(text)).toEqual([title]);
  });

  it("knows names that people use, and the published tables do not", () => {
    expect(titles("uk")).toEqual(["United Kingdom", "Ukraine"]);
    expect(titles("Holland")).toEqual(["Netherlands"]);
    expect(titles("united states")[0]).toBe("United States");
  });

  it.each([
    ["NLD", "Choose a territory to see it on the map, or go on with a space and a code."],
    ["49.4V", 'Which territory is 49.4V in? Write its name or code in front, as in "NLD 49.4V".'],
    ["NLD 49!", 'This is no mapcode. A mapcode looks like "NLD 49.4V".'],
    ["52.37", "the second coordinate is missing"],
    ["52.37 N", "the second coordinate is missing"],
    ["N 52.37", "the second coordinate is missing"],
    ["8FW4V75V+8Q", 'A mapcode looks like "NLD 49.4V".'],
    ["NLD AA.AA", "No place has the code NLD AA.AA."],
    [`${PAGE}NLD/AA.AA`, "No place has the code NLD AA.AA."],
    ["XX 49.4V", "No territory has the name or code XX."],
    ["https://example.org/filled.count.soap", "This link has no coordinates."],
  ])("says of %s what to do: %s", (text, hint) => {
    expect(ask(text).hint).toContain(hint);
  });

  it("completes names and says when nothing can become of a text", () => {
    expect(titles("new y")).toEqual(["New York, United States"]);
    expect(ask("NLD 49!").isWrong).toBe(true);
    expect(ask("nether").isWrong).toBe(false);
    expect(ask("  ")).toEqual({
      suggestions: [],
      isAmbiguous: false,
      hint: "",
      isWrong: false,
    });
  });
});
