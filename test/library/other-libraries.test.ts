/** The calls in the table for users of mapcode-js and mapcode-java. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";

const LAT = 52.376514;
const LON = 4.908543;

/** Our calls in the table for users of other libraries. */
function documentedCalls(): string[] {
  const text = readFileSync(new URL("../../docs/library.md", import.meta.url), "utf8");
  const [section = ""] = /^## Coming from .*?(?=^## )/ms.exec(text) ?? [];
  return Array.from(section.matchAll(/ `([^`]*)` \|$/gm), ([, call]) => call);
}

/** The results of these calls, in order, as texts; the first one of a list. */
const RESULTS =
  "NLD 49.4V|NLD 49.4V|NLD 49.4V|AAA VHXGB.1J9J|NLD 49.4V-K2|52.37651400000124|49.4Ч|Netherlands|111|0.251";

describe("the table of calls in the documents", () => {
  it("has calls that give what the calls of the other libraries give", () => {
    const [a, b] = [LAT, LAT + 0.001].map((lat) => ({ latDeg: lat, lonDeg: LON }));
    const names = { ...library, lat: LAT, lon: LON, a, b };
    const results = documentedCalls().map((call) => {
      const run = new Function(...Object.keys(names), `return ${call};`);
      const result = [run(...Object.values(names))].flat()[0];
      return call.startsWith("distance") ? result.toFixed(0) : `${result}`;
    });
    expect(results.join("|")).toBe(RESULTS);
  });
});
