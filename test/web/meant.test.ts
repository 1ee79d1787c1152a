import { beforeAll, expect, it, vi } from "vitest";
import { townFiles } from "../../scripts/towns.ts";
import { PATIENCE_MS } from "../support/until.ts";

/** Searches, and what a person means by each. */
const MEANT: readonly (readonly [text: string, title: string, detail: string])[] = [
  ["New York", "New York City", "New York, United States"],
  ["new york city", "New York City", "New York, United States"],
  ["San", "San Francisco", "California, United States"],
  ["Kosovo", "Kosovo", "SRB"],
  ["Newfoundland and Labrador", "Newfoundland and Labrador, Canada", "CA-NL"],
  ["Paris", "Paris", "France"],
  ["Paris France", "Paris", "France"],
  ["Paris, Texas, USA", "Paris", "Texas, United States"],
  ["paris tx", "Paris", "Texas, United States"],
  ["Amsterdam NL", "Amsterdam", "Netherlands"],
  ["Tokyo, Japan", "Tokyo", "Japan"],
  ["東京", "Tokyo", "Japan"],
  ["Washington", "Washington", "District of Columbia, United States"],
  ["Georgia", "Georgia", "GEO"],
  ["Singapore", "Singapore", "SGP"],
  ["Luxembourg", "Luxembourg", "LUX"],
  ["delhi", "Delhi", "Delhi, India"],
  ["munchen", "Munich", "Germany"],
  ["Los Ang", "Los Angeles", "California, United States"],
  ["Ams", "Amsterdam", "Netherlands"],
  ["rio", "Rio de Janeiro", "Brazil"],
  ["st petersburg", "Saint Petersburg", "Russia"],
  ["Deutschland", "Germany", "DEU"],
  ["uk", "United Kingdom", "GBR"],
  ["10115 Berlin", "Berlin", "Germany"],
  ["Damrak 1, 1012 LG Amsterdam, Netherlands", "Amsterdam", "Netherlands"],
  ["221B Baker Street, London", "London", "United Kingdom"],
  ["NLD-49.4V", "NLD 49.4V", "Netherlands"],
  ["NLD/49.4V", "NLD 49.4V", "Netherlands"],
  ["The Netherlands", "Netherlands", "NLD"],
  ["Texas, USA", "Texas, United States", "US-TX"],
  ["Georgia USA", "Georgia, United States", "US-GA"],
  ["Washington State", "Washington, United States", "US-WA"],
  ["Washington, D.C.", "District of Columbia, United States", "US-DC"],
  ["New Orl", "New Orleans", "Louisiana, United States"],
  ["٥٢٫٣٧، ٤٫٩", "52.37, 4.9", "Latitude, longitude"],
  ["49,4V Netherlands", "NLD 49.4V", "Netherlands"],
];

let interpret: typeof import("../../src/web/engine/searching.ts").interpret;

beforeAll(async () => {
  // Other test files, which share modules, expect no towns.
  vi.resetModules();
  await import("../../src/loaders/disk.ts");
  const { loadTowns } = await import("../../src/web/engine/towns.ts");
  const files = new Map<string, string>(Object.entries(townFiles()));
  vi.stubGlobal("fetch", async (file: string) => new Response(files.get(file)));
  await loadTowns((file) => file, "東京");
  ({ interpret } = await import("../../src/web/engine/searching.ts"));
  return () => {
    vi.unstubAllGlobals();
    vi.resetModules();
  };
}, 5 * PATIENCE_MS);

it.each(MEANT)("%s means %s (%s)", (text, title, detail) => {
  expect(interpret(text).suggestions[0]).toMatchObject({ title, detail });
});

it.each([
  ["8FW4V75V+8Q", "This is a plus code, not a mapcode."],
  ["///filled.count.soap", "These are three words of what3words, not a mapcode."],
])("%s is named as what it is", (text, hint) => {
  expect(interpret(text).hint).toContain(hint);
});

it("is found again by the text that the search box shows, after it has been chosen", () => {
  for (const [text] of MEANT) {
    const [meant] = interpret(text).suggestions;
    expect(interpret(meant?.text ?? "").suggestions).toContainEqual(meant);
  }
});

it("takes no longer for 30,000 quotes than for one", () => {
  expect(interpret(`${'"'.repeat(30_000)}x`).suggestions).toEqual([]);
});
