/** What the page promises beyond its journeys: accessibility, the keyboard, a broken network, size, static hosts. */
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { buildSite } from "../../../scripts/site.ts";
import { NO_TILES } from "../../../src/http/map/page.ts";
import { serveFolder } from "../../support/static-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  boxOf,
  CODE,
  closeUnchecked,
  eventually,
  expectAxe,
  HOME,
  placeOf,
  SCREENS,
  search,
  startVisits,
  textOf,
  waitForCode,
} from "./browser.ts";
import { pasteTable, worldTable } from "./chromium.ts";

const visit = startVisits();

const AS_BROWSERS = { headers: { "accept-encoding": "br" } };

const message = (page: Page) => textOf(page.locator("#table-message"));

describe.each([
  ["light colors", { colorScheme: "light" }],
  ["dark colors", { colorScheme: "dark" }],
  ["more contrast", { contrast: "more" }],
  ["forced colors", { forcedColors: "active" }],
  ["320 pixels", { viewport: { width: 320, height: 500 } }],
] as const)("with %s, the page", (_, options) => {
  it("breaks no rule of axe-core in any state, and needs no scrolling to the side", async () => {
    const page = await visit.open("", options);
    const check = async () => {
      await expectAxe(page);
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    };
    await check();
    await page.locator("#search").fill("in");
    await page.locator("#suggestions button").nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    await check();
    await page.keyboard.press("Escape");
    await search(page, "NLD 49!");
    await check();
    await page.keyboard.press("Escape");
    await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true;`);
    await pasteTable(page, `lat,lon\n1,2\n${"x".repeat(80)},3\n`);
    await message(page).toMatch(/^Read as csv/);
    await check();
  });
});

describe.each(SCREENS)("on $device, the letters of the page", ({ screen }) => {
  it("have the size that the browser is set to, and need no scrolling to the side", async () => {
    const page = await visit.open(HOME, screen);
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
    const size = "Number.parseFloat(getComputedStyle(document.body).fontSize)";
    await eventually(() => page.evaluate(size)).toBe(24);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(screen.viewport.width);
  });
});

describe("on a phone in landscape, the map", () => {
  it("is beside the panel", async () => {
    const viewport = { width: 844, height: 390 };
    const page = await visit.open(HOME, { ...SCREENS[1].screen, viewport });
    const { y, width, height } = await boxOf(page.locator("#map"));
    expect([y, height, width > 400]).toEqual([0, 390, true]);
  });
});

describe("by the keyboard alone, a user", () => {
  it("finds a place, moves the map, chooses its middle, and sets how codes are written", async () => {
    // Without motion: one key right behind another would stop what the map does for the first one.
    const page = await visit.open("", { reducedMotion: "reduce" });
    const focusedId = () => page.evaluate("document.activeElement.id");
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (id: string) => {
      for (let tabs = 0; tabs < 60 && (await focusedId()) !== id; tabs++) await press("Tab");
      expect(await focusedId()).toBe(id);
    };
    await press("Tab");
    expect(await focusedId()).toBe("search");
    await page.keyboard.type("IN HH.GC");
    await page.getByRole("button", { name: "RU-IN HH.GC" }).waitFor();
    await press("Enter", "Enter");
    await waitForCode(page, "US-IN HH.GC");
    await textOf(page.locator("#announcer")).toMatch(/^US-IN HH\.GC, Indiana, United States\. \d/);
    await tabTo("map");
    await press("ArrowLeft", "ArrowUp", "-");
    await eventually(() => placeOf(page).zoom).toBe(17);
    await press("Enter");
    await textOf(page.locator(CODE)).not.toBe("US-IN HH.GC");
    await tabTo("precision");
    await press("ArrowRight");
    await textOf(page.locator(CODE)).toMatch(/-.$/);
    await tabTo("alphabet");
    await tabTo("table-text");
    await page.keyboard.type("VHXGB.1J9J");
    await tabTo("table-convert");
    await press("Enter");
    await message(page).toBe("Read as a list of mapcodes. 1 row converted.");
    for (const id of ["table-csv", "table-geojson", "table-show", "table-clear"]) await tabTo(id);
    await press("Enter");
    expect(await focusedId()).toBe("table-text");
  });
});

describe("a network that breaks off behind the first visit", () => {
  it("leaves codes, search and map, and the shortest code stands first", async () => {
    const page = await visit.open();
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await search(page, "US-IN HH.GC");
    await waitForCode(page, "US-IN HH.GC");
    await search(page, "22.543, 114.058");
    await page.getByText(/^Codes of \d territories/).waitFor();
    await page.context().setOffline(false);
    await search(page, "22.544, 114.058");
    await textOf(page.locator(CODE)).toMatch(/^CN-GD /);
    await closeUnchecked(page);
  });
});

describe("a visit", () => {
  it("takes at most 350 kB before the first click, and 850 kB with a town and a table", async () => {
    const context = await visit.browser.newContext();
    const requests: Request[] = [];
    context.on("requestfinished", (request) => requests.push(request));
    const page = await context.newPage();
    const kilobytes = async () => {
      await page.waitForLoadState("networkidle");
      let bytes = 0;
      for (const request of requests) {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        // Playwright knows no sizes of workers.
        const worker = /worker-/.test(request.url())
          ? await fetch(request.url(), AS_BROWSERS)
          : undefined;
        bytes += responseBodySize + responseHeadersSize;
        bytes += Number(worker?.headers.get("content-length") ?? 0);
      }
      return bytes / 1000;
    };
    await page.goto(visit.address);
    await waitForCode(page, "NLD 49.4V");
    const first = await kilobytes();
    expect(first).toBeGreaterThan(200);
    expect(first).toBeLessThanOrEqual(350);
    const urls = () => requests.map((request) => request.url().replace(/.*\//, "")).join(" ");
    expect(urls()).not.toMatch(/borders-|town|50m|worker/);
    await search(page, "Paris");
    await textOf(page.locator(CODE)).toMatch(/^FRA /);
    await pasteTable(page, worldTable(1000));
    await message(page).toMatch(/converted/);
    const all = await kilobytes();
    expect(all).toBeLessThanOrEqual(850);
    console.log(`${first.toFixed()} kB, ${all.toFixed()} with a town and a table: ${urls()}`);
    await context.close();
  });
});

describe("the page on a static host", () => {
  const folder = temporaryFolder();

  it("converts, and keeps to a policy of its own", async () => {
    await buildSite(folder, NO_TILES);
    const server = await serveFolder(folder, "/here/");
    const context = await visit.browser.newContext();
    const errors: string[] = [];
    context.on("console", (entry) => {
      if (entry.type() === "error") errors.push(entry.text());
    });
    const page = await context.newPage();
    await page.goto(`${server.address}#39.7684,-86.1581/16`);
    await waitForCode(page, "US-IN HH.GC");
    await pasteTable(page, "VHXGB.1J9J\n");
    await message(page).toMatch(/1 row converted/);
    expect(errors).toEqual([]);
    const forbidden = await page.evaluate(`new Promise((resolve) => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
      new Image().src = "http://example.org/";
    })`);
    expect(forbidden).toBe("img-src");
    await context.close();
    server.stop();
  });
});
