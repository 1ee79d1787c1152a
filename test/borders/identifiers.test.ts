/** Which identifiers of the border file and which territories have nothing to do with each other. */
import { describe, expect, it } from "vitest";
import { unknownSubdivisions } from "../../src/borders/arrays.ts";
import { territories } from "../../src/index.ts";
import "../../src/loaders/disk-borders.ts";
import { BORDERS, TERRITORY_OF } from "../oracle/borders.ts";

const known = new Set(TERRITORY_OF.values());

/** Codes by what precedes their hyphen, `AG 10 11, NL BQ1`; countries by themselves. */
function byCountry(codes: readonly string[]): string {
  const groups: Record<string, string> = {};
  for (const code of codes.toSorted()) {
    const [country, part = ""] = code.split("-");
    groups[country] = `${groups[country] ?? country} ${part}`.trim();
  }
  return Object.values(groups).join(", ");
}

/** A text in lines. */
const inOne = (lines: string) => lines.trim().split(/\s+/).join(" ");

describe("the identifiers", () => {
  it("of which no territory has the area are parts of countries that the published tables do not divide", () => {
    const without = [...BORDERS.sizes.keys()].filter((name) => TERRITORY_OF.get(name) === "");
    expect(byCountry(without)).toBe(
      inOne(`
        AC, AG 10 11, AZ NX, BA BIH BRC SRP, BE BRU VLG WAL, DG, EA,
        ES AN AR AS CB CE CL CM CT EX GA IB MC MD ML NC PV RI VC, FJ R, FM KSA PNI TRK YAP,
        GB ENG NIR SCT WLS, GE AB AJ SK, GR 69, IC, ID AC JW KA ML NU PA PB PE PP PS PT SL SM YO,
        IQ KR, IT 23 32 36 82 88, KM A G M, KN K N, KR 49, MD BD GA SN, MU RO, NI AN AS,
        NL BQ1 BQ2 BQ3, NO 21 22, OM MU, PG NSB, PH 14, PK AJK, PT 20 30, RS VO, ST P, TA, TJ GB,
        TT TOB, TZ 06 07 10 11 15, UZ QR`),
    );
  });

  it("with other codes than their territory are these", () => {
    const codes = new Set(territories().map(({ alphaCode }) => alphaCode as string));
    const renamed = [...TERRITORY_OF].filter(([name, code]) => {
      return code !== "" && name.includes("-") && name !== code;
    });
    const expected = { "RU-KHM": "RU-KM", "UA-40": "UKR", "UA-43": "UKR" };
    expect(Object.fromEntries(renamed)).toEqual(expected);
    expect([...known].filter((code) => code !== "" && !codes.has(code))).toEqual([]);
  });
});

describe("the territories", () => {
  it("that the border file lacks are subdivisions, Antarctica and the international one", () => {
    const without = territories().filter(({ alphaCode }) => !known.has(alphaCode));
    expect(byCountry(without.map(({ alphaCode }) => alphaCode))).toBe(
      inOne(`
        AAA, ATA, AU JBT,
        BR AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO,
        MX AGU BCN BCS CAM CHH CHP CL COA DIF DUR GRO GUA HID JAL MIC MOR MX NAY NLE OAX PUE QUE ROO
        SIN SLP SON TAB TAM TLA VER YUC ZAC,
        RU ALT AMU ARK AST BE BRY CH IRK IVA KAM KDA KEM KGN KHA KI KLU KOS KRS KYA LEN LIP MAG MOS
        MOW MUR NGR NIZ NVS OMS ORE ORL PM PNZ PO PSK ROS RYA SAK SAM SAR SMO SPE STA SVE TOM TT TUL
        TVE TYU ULY VGG VLA VLG VOR YAR ZAB`),
    );
  });

  it("whose subdivisions are unknown are these countries", () => {
    const countries = territories().filter(({ number }) => unknownSubdivisions[number] === 1);
    expect(countries.map(({ alphaCode }) => alphaCode)).toEqual(["BRA", "MEX", "RUS"]);
  });
});
