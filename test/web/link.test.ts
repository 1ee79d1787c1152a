import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alphabets } from "../../src/index.ts";
import { formatCodeLink, formatLink, parseLink } from "../../src/web/link.ts";
import { DEFAULT_SETTINGS, type PageState } from "../../src/web/state.ts";

const states: fc.Arbitrary<PageState> = fc.record({
  point: fc.record({
    latDeg: fc.double({ min: -90, max: 90, noNaN: true }),
    lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  isExample: fc.constant(false),
  code: fc.constantFrom(undefined, "NLD G9.VWG", "US-IN HH.GC-K2", "VHXGB.1J9J"),
  precision: fc.integer({ min: 0, max: 8 }),
  alphabet: fc.constantFrom(...alphabets()),
});

describe("the fragment of the address", () => {
  it("holds the whole state", () => {
    fc.assert(
      fc.property(states, fc.double({ min: 0, max: 41, noNaN: true }), (state, zoom) => {
        const { settings, ...link } = parseLink(formatLink(state, zoom), alphabets());
        const { isExample, point, ...others } = state;
        expect({ ...link, ...DEFAULT_SETTINGS, ...settings }).toEqual({
          ...others,
          point: {
            latDeg: expect.closeTo(point.latDeg, 12),
            lonDeg: expect.closeTo(point.lonDeg, 12),
          },
          zoom: expect.closeTo(zoom, 1),
          isDamaged: isExample,
        });
      }),
    );
  });

  it.each([
    [52.376514, 4.908543, "#52.376514,4.908543/16"],
    [50.737, 2e-7, "#50.737,0.0000002/16"],
  ])("is short without settings, at %d, %d", (latDeg, lonDeg, expected) => {
    const state = { isExample: false, code: undefined, ...DEFAULT_SETTINGS };
    expect(formatLink({ ...state, point: { latDeg, lonDeg } }, 16)).toBe(expected);
  });

  it.each([
    ["", {}],
    ["#", {}],
    ["#nothing", { isDamaged: true }],
    ["#91,0/3", { zoom: 3, isDamaged: true }],
    ["#NLD/49.4V", { code: "NLD 49.4V" }],
    [
      "#NLD/49.4V/17?alphabet=GREEK",
      { code: "NLD 49.4V", zoom: 17, settings: { alphabet: "GREEK" } },
    ],
    ["#AAA/VHXGB.1J9J", { code: "VHXGB.1J9J" }],
    ["#%CE%9D%CE%9B%CE%94/49.4V", { code: "ΝΛΔ 49.4V" }],
    ["#NLD/%", { isDamaged: true }],
    ["#52,4", { point: { latDeg: 52, lonDeg: 4 } }],
    ["#52,4/99?precision=9&alphabet=KLINGON", { point: { latDeg: 52, lonDeg: 4 } }],
  ])("is read as far as possible: %s", (fragment, expected) => {
    const missing = { point: undefined, code: undefined, zoom: undefined, settings: {} };
    const read = parseLink(fragment, alphabets());
    expect(read).toEqual({ ...missing, isDamaged: false, ...expected });
  });

  it.each([
    ["NLD 49.4V-K2", "NLD/49.4V-K2"],
    ["VHXGB.1J9J", "AAA/VHXGB.1J9J"],
  ])("can be a code: %s", (code, path) => {
    const link = formatCodeLink(code, "https://example.org/mapcode/map/#52,4/3?precision=2");
    expect(link).toBe(`https://example.org/mapcode/map/#${path}`);
    expect(parseLink(new URL(link).hash, []).code).toBe(code);
  });
});
