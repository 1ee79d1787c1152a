import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alphabets } from "../../src/index.ts";
import { FIRST_STATE, formatCodeLink, formatLink, parseLink } from "../../src/web/link.ts";

const point = (latDeg: number, lonDeg: number) => ({ point: { latDeg, lonDeg } });

describe("the fragment of the address", () => {
  it("holds the whole state", () => {
    const states = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      zoom: fc.double({ min: 0, max: 41, noNaN: true }),
      code: fc.constantFrom(undefined, "NLD G9.VWG", "US-IN HH.GC-K2", "VHXGB.1J9J"),
      precision: fc.integer({ min: 0, max: 8 }),
      accuracyMeters: fc.integer({ min: 0, max: 2e7 }),
      alphabet: fc.constantFrom(...alphabets()),
    });
    fc.assert(
      fc.property(states, fc.boolean(), ({ lat, lon, zoom, ...settings }, isChosen) => {
        const near = { latDeg: expect.closeTo(lat, 12), lonDeg: expect.closeTo(lon, 12) };
        const center = { latDeg: lat, lonDeg: lon };
        const state = { ...FIRST_STATE, ...settings, point: isChosen ? center : undefined };
        expect(parseLink(formatLink(state, { center, zoom }), alphabets())).toEqual({
          ...settings,
          point: isChosen ? near : undefined,
          center: isChosen ? undefined : near,
          zoom: expect.closeTo(zoom, 1),
        });
      }),
    );
  });

  it.each([
    [52.376514, 4.908543, "#52.376514,4.908543/16"],
    [50.737, 2e-7, "#50.737,0.0000002/16"],
  ])("is short without settings, at %d, %d", (lat, lon, expected) => {
    const view = { center: { latDeg: lat, lonDeg: lon }, zoom: 16 };
    expect(formatLink({ ...FIRST_STATE, ...point(lat, lon) }, view)).toBe(expected);
  });

  it.each([
    ["", {}],
    ["#", {}],
    ["#nothing", {}],
    ["#91,0/3", { zoom: 3 }],
    ["#NLD/49.4V", { code: "NLD 49.4V" }],
    ["#NLD/49.4V/17?alphabet=GREEK", { code: "NLD 49.4V", zoom: 17, alphabet: "GREEK" }],
    ["#AAA/VHXGB.1J9J", { code: "VHXGB.1J9J" }],
    ["#%CE%9D%CE%9B%CE%94/49.4V", { code: "ΝΛΔ 49.4V" }],
    ["#NLD/%", {}],
    ["#52,4", point(52, 4)],
    ["#52,4/99?precision=9&alphabet=KLINGON", point(52, 4)],
  ])("is read as far as possible: %s", (fragment, expected) => {
    const { code, precision, alphabet, accuracyMeters } = FIRST_STATE;
    const missing = { point: undefined, zoom: undefined, center: undefined };
    const defaults = { code, precision, alphabet, accuracyMeters, ...missing };
    expect(parseLink(fragment, alphabets())).toEqual({ ...defaults, ...expected });
  });

  it.each([
    ["NLD 49.4V-K2", "NLD/49.4V-K2"],
    ["VHXGB.1J9J", "AAA/VHXGB.1J9J"],
  ])("can be a code: %s", (code, path) => {
    const page = "https://example.org/mapcode/map/#52,4/3?precision=2";
    expect(formatCodeLink(code, "ROMAN", page)).toBe(`https://example.org/mapcode/map/#${path}`);
    const link = new URL(formatCodeLink(code, "GREEK", page));
    expect(parseLink(link.hash, alphabets())).toMatchObject({ code, alphabet: "GREEK" });
  });
});
