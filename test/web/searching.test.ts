import { describe, expect, it } from "vitest";
import type { Coordinate } from "../../src/index.ts";
import { interpret } from "../../src/web/engine/searching.ts";

/** Interprets a text, by default without a place. */
const ask = (text: string, near?: Coordinate) => interpret(text, near);

const titles = (text: string, near?: Coordinate) =>
  ask(text, near).suggestions.map(({ title }) => title);

/** The page on another host. */
const PAGE = "https://maps.example.org/mapcode/map/";
const AMSTERDAM = "52.376514, 4.908543";
const NO_STREETS = "knows no streets. Check the spelling, click your place on the map";

describe("the search", () => {
  it.each([
    ["DE", undefined, ["Germany", "Delaware, United States"], true],
    ["de", { latDeg: 39, lonDeg: -75.5 }, ["Delaware, United States", "Germany"], true],
    ["in", undefined, ["India"], true],
    ["Netherlands", undefined, ["Netherlands"], false],
    ["Shanxi", undefined, ["Shanxi, China", "Shaanxi, China"], false],
    ["united states", undefined, ["United States"], false],
    ["new", undefined, [], true],
    ["UK 49.4V", undefined, ["GBR 49.4V"], true],
    ["NL 49.4V", undefined, ["NLD 49.4V", "IN-NL 49.4V", "CA-NL 49.4V"], true],
    ["NL 49.4V", { latDeg: 26, lonDeg: 94.5 }, ["IN-NL 49.4V", "NLD 49.4V"], true],
    ["NLD 49.4V", { latDeg: 26, lonDeg: 94.5 }, ["NLD 49.4V"], false],
  ])("sorts what %s may mean around %o: in view, countries, subdivisions", (text, near, first, isAmbiguous) => {
    const result = ask(text, near);
    const found = result.suggestions.map(({ title }) => title);
    expect(found.slice(0, first.length)).toEqual(first);
    expect(result.isAmbiguous).toBe(isAmbiguous);
  });

  it("sorts the places of a code without territory by distance, and takes a number as half of coordinates", () => {
    const near = { latDeg: 52.37, lonDeg: 4.9 };
    expect(titles("49.4V", near).slice(0, 3)).toEqual(["NLD 49.4V", "BEL 49.4V", "LUX 49.4V"]);
    expect(titles("49.4V-K2", { latDeg: 49.6, lonDeg: 6.1 })[0]).toBe("LUX 49.4V-K2");
    expect(ask("49.4V", near).isAmbiguous).toBe(true);
    expect([titles("49.4V"), titles("49.AA!", near)]).toEqual([[], []]);
    expect(titles("52.37", near)).toEqual([]);
  });

  it.each([
    // Spellings, and pasted texts.
    ["NLD49.4V", "NLD 49.4V"],
    ["us-inHH.GC", "US-IN HH.GC"],
    ["49.4V, Netherlands", "NLD 49.4V"],
    ["49.4v nld", "NLD 49.4V"],
    ["Holland 49.4V", "NLD 49.4V"],
    ["International VHXGB.1J9J", "VHXGB.1J9J"],
    ["Deutschland 49,4V", "DEU 49.4V"],
    ["NLD 49,4V", "NLD 49.4V"],
    ["NLD 49.4V.", "NLD 49.4V"],
    ['"NLD 49.4V"', "NLD 49.4V"],
    ["“NLD 49.4V”", "NLD 49.4V"],
    ["„NLD 49.4V“.", "NLD 49.4V"],
    ["ＮＬＤ　４９．４Ｖ", "NLD 49.4V"],
    ["NLD 49.4V–K2", "NLD 49.4V-K2"],
    ["NLD ४९.४V", "NLD 49.4V"],
    // Another alphabet, before any white space.
    ["ΝΛΔ 49.4V", "NLD 49.4V"],
    ["ⵍⵅⴷ\u0085 49.4V", "NLD 49.4V"],
    // Coordinates.
    ["0,0", "0, 0"],
    ["५२.३७, ४.९", "52.37, 4.9"],
    ["𝟓𝟐.𝟑𝟕, 𝟒.𝟗", "52.37, 4.9"],
    ["𞥕𞥒.𞥓𞥗, 𞥔.𞥙", "52.37, 4.9"],
    ["𑄻𑄸.𑄹𑄽, 𑄺.𑄿", "52.37, 4.9"],
    [" -33,151 ", "-33, 151"],
    ["52.37, −4.9", "52.37, -4.9"],
    ["lat: 52.37 lon: 4.9", "52.37, 4.9"],
    ["Latitude 52.37, longitude = 4.9", "52.37, 4.9"],
    ["lat=52.37;lng=4.9", "52.37, 4.9"],
    ["52°22'12\" N 4°54'0\" E", "52.37, 4.9"],
    // Links to the page, on any host, and to other maps.
    [`${PAGE}#52.376514,4.908543/16?precision=2`, AMSTERDAM],
    [`${PAGE}NLD/49.4V`, "NLD 49.4V"],
    [`${PAGE}#NLD/49.4V`, "NLD 49.4V"],
    [`${PAGE}%CE%9D%CE%9B%CE%94/49.4V`, "NLD 49.4V"],
    ["https://www.google.com/maps/@52.376514,4.908543,15z", AMSTERDAM],
    ["https://www.google.com/maps/place/X/@52.3,4.9/data=!8m2!3d52.376514!4d4.908543", AMSTERDAM],
    ["https://www.google.com/maps?q=52.376514%2C4.908543", AMSTERDAM],
    ["https://www.openstreetmap.org/#map=16/52.376514/4.908543", AMSTERDAM],
    ["https://osm.org/?mlat=52.376514&mlon=4.908543#map=16/52.3/4.9", AMSTERDAM],
    ["https://maps.apple.com/?ll=52.376514,4.908543&z=10", AMSTERDAM],
    ["www.google.com/maps?q=52.376514,4.908543", AMSTERDAM],
    ["maps.example.org/mapcode/map/NLD/49.4V", "NLD 49.4V"],
    ["-13.8333, 188.2333", "-13.8333, -171.7667"],
    // Names missing in the published tables, and a prefix of a name.
    ["Holland", "Netherlands"],
    ["new y", "New York, United States"],
    ["Czechia", "Czechia"],
    ["cote d'ivoire", "Côte d’Ivoire"],
    ["Eswatini", "Eswatini"],
    ["Türkiye", "Türkiye"],
    ["Deutschland", "Germany"],
    ["日本", "Japan"],
    ["Deutschl", "Germany"],
  ])("understands %s as %s", (text, title) => {
    expect(titles(text)).toEqual([title]);
  });

  it.each([
    ["NLD", "Choose a territory to see it on the map, or go on with a space and a code.", false],
    ["49.4V", 'Which territory is 49.4V in? Write its name or code in front, as in "NLD', false],
    ["NLD 49!", 'This is not a mapcode. A mapcode looks like "NLD 49.4V".', true],
    ["Netherlands 49.4!", "This is not a mapcode.", true],
    ["52.37", "the second coordinate is missing", false],
    ["52.37 N", "the second coordinate is missing", false],
    ["N 52.37", "the second coordinate is missing", false],
    ["8FW4V75V+8", "This is a plus code, not a mapcode.", true],
    ["628881, 5804043", "These are coordinates in meters", true],
    ["31U 628881 5804043", "These are coordinates in meters", true],
    ["31UFU 28881 04043", "These are coordinates in meters", true],
    ["121687.5 487326", "These are coordinates in meters", true],
    ["152.37, 4.9", "is out of range", false],
    ["NLD AA.AA", "No place has the code NLD AA.AA.", true],
    [`${PAGE}NLD/AA.AA`, "No place has the code NLD AA.AA.", true],
    ["XX 49.4V", "No territory has the name or code XX.", true],
    ["https://example.org/filled.count.soap", "This link has no coordinates.", true],
    ["Amsterdam", NO_STREETS, false],
    ["Damrak 1, Amsterdam", NO_STREETS, false],
    ["10115 Berlin", NO_STREETS, false],
    ["Zürich", NO_STREETS, false],
    ["東京", NO_STREETS, false],
    ["I N D I A", NO_STREETS, false],
    ["International", NO_STREETS, false],
  ])("says of %s what to do: %s", (text, hint, isWrong) => {
    expect(ask(text)).toMatchObject({ hint: expect.stringContaining(hint), isWrong });
  });

  it.each(["VHXGB", "NLD 49", "  "])("has no hint for %j, which may go on", (text) => {
    expect(ask(text)).toMatchObject({ hint: "", isWrong: false });
  });
});
