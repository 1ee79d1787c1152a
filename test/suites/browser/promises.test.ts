/** Promises of the page: accessibility, the keyboard, a broken network, size, static hosts. */
import type { Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { buildSite } from "../../../scripts/site.ts";
import { serveFolder } from "../../support/static-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually, HOME, SCREENS, startVisits, visitorOf, worldTable } from "./browser.ts";

const visit = startVisits();

describe.each([
  ["light colors", { colorScheme: "light" }],
  ["dark colors", { colorScheme: "dark" }],
  ["more contrast", { contrast: "more" }],
  ["forced colors", { forcedColors: "active" }],
  ["less motion", { reducedMotion: "reduce" }],
  ["320 pixels", { viewport: { width: 320, height: 500 } }],
  ["letters of 200%, as the browser is set to, on a phone", SCREENS[1].screen, 32],
] as const)("with %s, the page", (_, options, standard: number = 16) => {
  it("breaks no rule of axe-core in any state, and needs no scrolling to the side", async () => {
    const user = await visit.open("", options);
    const session = await user.page.context().newCDPSession(user.page);
    await session.send("Page.setFontSizes", { fontSizes: { standard } });
    const size = "Number.parseFloat(getComputedStyle(document.body).fontSize)";
    await eventually(() => user.page.evaluate(size)).toBe(standard);
    const check = async () => {
      await user.expectAxe();
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await user.page.evaluate(overflow)).toBeLessThanOrEqual(0);
    };
    await check();
    await user.fill("in");
    await user.page.locator("#suggestions button").nth(1).waitFor();
    await user.type("ArrowDown");
    await check();
    await user.type("Escape");
    await user.search("NLD 49!");
    await check();
    await user.type("Escape");
    await user.page.evaluate(
      `for (const one of document.querySelectorAll("details")) one.open = 1`,
    );
    await user.pasteTable(`lat,lon\n1,2\n${"x".repeat(80)},3\n`);
    await user.message().toMatch(/^Read as csv/);
    await check();
  });
});

describe("the page", () => {
  it("has its map beside the panel on a phone in landscape", async () => {
    const viewport = { width: 844, height: 390 };
    const user = await visit.open(HOME, { ...SCREENS[1].screen, viewport });
    const { y, width, height } = await user.mapBox();
    expect([y, height, width > 400]).toEqual([0, 390, true]);
  });

  it("finds a place, moves the map, chooses its middle, and sets how codes are written by the keyboard alone", async () => {
    // Without motion: a key right after another would stop the motion of the first one.
    const { page, type, code, ...user } = await visit.open("", { reducedMotion: "reduce" });
    const focusedId = () => page.evaluate("document.activeElement.id");
    const tabTo = async (id: string) => {
      for (let tabs = 0; tabs < 60 && (await focusedId()) !== id; tabs++) await type("Tab");
      expect(await focusedId()).toBe(id);
    };
    await type("Tab");
    expect(await focusedId()).toBe("search");
    await page.keyboard.type("IN HH.GC");
    await page.getByRole("button", { name: "RU-IN HH.GC" }).waitFor();
    for (const key of ["Enter", "Enter"]) await type(key);
    await code().toBe("US-IN HH.GC");
    await user.text("#announcer").toMatch(/^US-IN HH\.GC, Indiana, United States\. \d/);
    await tabTo("map");
    for (const key of ["ArrowLeft", "ArrowUp", "-"]) await type(key);
    await eventually(() => user.place().zoom).toBe(19);
    await type("Enter");
    await code().not.toBe("US-IN HH.GC");
    await tabTo("precision");
    await type("ArrowRight");
    await code().toMatch(/-.$/);
    await tabTo("alphabet");
    await tabTo("table-text");
    await page.keyboard.type("VHXGB.1J9J");
    await tabTo("table-convert");
    await type("Enter");
    await user.message().toBe("Read as a list of mapcodes. 1 row converted.");
    for (const id of ["table-csv", "table-geojson", "table-show", "table-clear"]) await tabTo(id);
    await type("Enter");
    expect(await focusedId()).toBe("table-text");
  });

  it("prints the code, the map and the link, and no controls", async () => {
    const { page, text, mapBox } = await visit.open(HOME);
    await page.emulateMedia({ media: "print" });
    await text("#print-link").toBe(`${visit.address}#NLD/49.4V`);
    expect(await page.locator("#answer-code").isVisible()).toBe(true);
    expect((await mapBox()).height).toBeGreaterThan(400);
    const controls = page.locator("button, input, select, textarea, summary");
    for (const control of await controls.all()) expect(await control.isVisible()).toBe(false);
  });

  it("says that it cannot start if a part of it does not arrive", async () => {
    const user = visitorOf(await visit.newPage());
    await user.page.context().route(/page-.*\.js$/, (route) => route.abort());
    await user.page.goto(visit.address);
    await user.note().toMatch(/^The page cannot start\. Reload it\./);
  });

  it("works without network after the first visit: codes, search and map, and the shortest code stands first", async () => {
    visit.expectFailures();
    const { page, code, search } = await visit.open();
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await search("US-IN HH.GC");
    await code().toBe("US-IN HH.GC");
    await search("22.543, 114.058");
    await page.getByText(/^Codes of \d territories/).waitFor();
    await page.context().setOffline(false);
    await search("22.544, 114.058");
    await code().toMatch(/^CN-GD /);
  });

  it("takes at most 350 kB before the first click, and 950 kB with a town and a table", async () => {
    const user = visitorOf(await visit.newPage());
    const requests: Request[] = [];
    user.page.context().on("requestfinished", (request) => requests.push(request));
    const sizeOf = async (request: Request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      if (!/worker-/.test(request.url())) return responseBodySize + responseHeadersSize;
      // Playwright has no sizes of worker scripts.
      const reply = await fetch(request.url(), { headers: { "accept-encoding": "br" } });
      return Number(reply.headers.get("content-length"));
    };
    const kilobytes = async () => {
      await user.page.waitForLoadState("networkidle");
      const sizes = await Promise.all(requests.map(sizeOf));
      return sizes.reduce((sum, size) => sum + size, 0) / 1000;
    };
    await user.page.goto(visit.address);
    await user.code().toBe("NLD 49.4V");
    const first = await kilobytes();
    expect(first).toBeGreaterThan(200);
    expect(first).toBeLessThanOrEqual(350);
    const urls = () => requests.map((request) => request.url().replace(/.*\//, "")).join(" ");
    expect(urls()).not.toMatch(/(?:borders|towns|names|scripts)-\S+\.(?:bin|txt)|50m|worker/);
    await user.search("Paris");
    await user.code().toMatch(/^FRA /);
    await user.pasteTable(worldTable(1000));
    await user.message().toMatch(/converted/);
    const all = await kilobytes();
    expect(all).toBeLessThanOrEqual(950);
    console.log(`${first.toFixed()} kB, ${all.toFixed()} with a town and a table: ${urls()}`);
  });

  const folder = temporaryFolder();

  it("converts on a static host, and keeps to a policy of its own", async () => {
    await buildSite(folder, { tilesUrl: "", tilesAttribution: "" });
    const server = await serveFolder(folder, "/here/");
    const user = visitorOf(await visit.newPage());
    const errors: string[] = [];
    user.page.on("console", (entry) => entry.type() === "error" && errors.push(entry.text()));
    await user.page.goto(`${server.address}#39.7684,-86.1581/16`);
    await user.code().toBe("US-IN HH.GC");
    await user.pasteTable("VHXGB.1J9J\n");
    await user.message().toMatch(/1 row converted/);
    expect(errors).toEqual([]);
    const forbidden = await user.page.evaluate(`new Promise((resolve) => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
      new Image().src = "http://example.org/";
    })`);
    expect(forbidden).toBe("img-src");
    server.stop();
  });
});
