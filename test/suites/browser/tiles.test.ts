/** Tiles under the map: of a server that the operator has chosen. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pngOf } from "../../support/png.ts";
import {
  axeViolations,
  closeUnchecked,
  contentOf,
  eventually,
  HOME,
  shareOf,
  startVisits,
} from "./browser.ts";

const MISSING = "Map tiles are missing here. The codes are exact without them.";

const GREEN = pngOf(256, [0, 200, 0]);

const greenShare = (page: Page) => shareOf(page, "red === 0 && green === 200 && blue === 0");

const noteOf = (page: Page) => page.locator(".tiles-note").textContent();

const SCREENS = {
  "a desktop": { viewport: { width: 1200, height: 800 }, deviceScaleFactor: 1 },
  "a phone": {
    viewport: { width: 390, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
};

describe("tiles of a server that the operator has chosen", () => {
  let server: Server;
  let isBroken = false;
  let requested: string[] = [];
  const options = { tilesUrl: "", tilesAttribution: "© Somebody https://example.org/" };
  const origins: string[] = [];
  const zoomsAsked = () => [...new Set(requested.map((path) => Number(path.split("/")[1])))];

  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(request.url ?? "");
      response.setHeader("access-control-allow-origin", "*");
      if (isBroken) response.writeHead(503).end();
      else response.writeHead(200, { "content-type": "image/png" }).end(GREEN);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    options.tilesUrl = `http://127.0.0.1:${port}/{z}/{x}/{y}{r}.png`;
    origins.push(`http://127.0.0.1:${port}`);
  });
  beforeEach(() => {
    requested = [];
    isBroken = false;
  });
  afterAll(() => {
    server.close();
  });
  const visit = startVisits(options, origins);

  it("are requested and named, and nothing else of another origin is", async () => {
    const page = await visit.open(HOME);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.9);
    expect(requested.length).toBeGreaterThan(3);
    for (const path of requested) expect(path).toMatch(/^\/16\/336\d\d\/215\d\d\.png$/);
    const link = page.locator("#attribution a");
    expect(await link.innerText()).toBe("© Somebody");
    expect(await link.getAttribute("href")).toBe("https://example.org/");
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    await contentOf(page.locator("#sheet-attribution")).toBe("Borders: Natural Earth · © Somebody");
    expect(await noteOf(page)).toBe("");
  });

  it("are sharp on dense screens, as the server names sharp ones", async () => {
    await visit.open(HOME, SCREENS["a phone"]);
    await eventually(() => requested.length).toBeGreaterThan(1);
    for (const path of requested.slice(0, 2)) expect(path).toMatch(/^\/16\/.*@2x\.png$/);
  });

  it.each(
    Object.entries(SCREENS),
  )("are those of where a fast zoom ends, on %s", async (_, screen) => {
    const page = await visit.open(HOME.replace("/16", "/9"), screen);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.9);
    const before = zoomsAsked().at(-1) ?? Number.NaN;
    // All at once: a busy machine takes longer for a click than the page waits for the next one.
    const press = (id: string, times: number) =>
      page.evaluate(
        `for (let count = 0; count < ${times}; count++) document.getElementById("${id}").click();`,
      );
    requested = [];
    await press("zoom-in", 5);
    await eventually(() => requested.length).toBeGreaterThan(1);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.9);
    expect(zoomsAsked()).toEqual([before + 5]);
    requested = [];
    await press("zoom-out", 10);
    await eventually(() => requested.length).toBeGreaterThan(1);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.9);
    expect(zoomsAsked()).toEqual([before - 5]);
  });

  it.each(
    Object.entries(SCREENS),
  )("are said to be missing if they fail, until they do not, on %s", async (_, screen) => {
    isBroken = true;
    const page = await visit.open(HOME, screen);
    await eventually(() => noteOf(page)).toBe(MISSING);
    expect(await axeViolations(page)).toEqual([]);
    expect(await greenShare(page)).toBe(0);
    isBroken = false;
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await eventually(() => noteOf(page)).toBe("");
    await eventually(() => greenShare(page)).toBeGreaterThan(0.9);
    await closeUnchecked(page);
  });
});
