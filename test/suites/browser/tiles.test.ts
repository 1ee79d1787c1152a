/** Tiles under the map, of a server that the operator has chosen. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pngOf } from "../../support/png.ts";
import {
  axeViolations,
  closeUnchecked,
  eventually,
  HOME,
  shareOf,
  startVisits,
} from "./browser.ts";

const GREEN = pngOf(256, [0, 200, 0]);
const SHARP = pngOf(512, [0, 200, 0]);

const greenShare = (page: Page) => shareOf(page, "red === 0 && green === 200 && blue === 0");
const noteOf = (page: Page) => page.locator("#tiles-note").textContent();

const DESKTOP = { viewport: { width: 1200, height: 800 } };
const PHONE = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, hasTouch: true };

describe("tiles of a server", () => {
  let server: Server;
  let isBroken = false;
  let requested: string[] = [];
  const options = { tilesUrl: "", tilesAttribution: "© Somebody https://example.org/" };
  const origins: string[] = [];

  beforeAll(async () => {
    // Without CORS, which no server of images needs.
    server = createServer((request, response) => {
      const { url = "" } = request;
      requested.push(url);
      if (isBroken) response.writeHead(503).end();
      else {
        const image = url.includes("@2x") ? SHARP : GREEN;
        response.writeHead(200, { "content-type": "image/png" }).end(image);
      }
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    options.tilesUrl = `${origin}/{z}/{x}/{y}{r}.png`;
    origins.push(origin);
  });
  beforeEach(() => {
    requested = [];
    isBroken = false;
  });
  afterAll(() => void server.close());
  const visit = startVisits(options, origins);

  it.each([
    ["a desktop", DESKTOP, /^\/1[3-6]\/\d+\/\d+\.png$/],
    ["a phone with a dense screen", PHONE, /^\/1[3-6]\/\d+\/\d+@2x\.png$/],
  ])("lie under the codes on %s, with their source", async (_, screen, path) => {
    const page = await visit.open(HOME, screen);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.85);
    expect(requested.length).toBeGreaterThan(3);
    for (const one of requested) expect(one).toMatch(path);
    const link = page.locator("#attribution a");
    expect([await link.innerText(), await link.getAttribute("href")]).toEqual([
      "© Somebody",
      "https://example.org/",
    ]);
    expect(await noteOf(page)).toBe("");
    expect(await axeViolations(page)).toEqual([]);
  });

  it("are enlarged where the server has no finer ones", async () => {
    const page = await visit.open(HOME.replace("/16", "/21"), DESKTOP);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.5);
    for (const one of requested) expect(Number(one.split("/")[1])).toBeLessThanOrEqual(19);
  });

  it.each([
    ["a desktop", DESKTOP],
    ["a phone", PHONE],
  ])("are said to be missing if they fail, until they do not, on %s", async (_, screen) => {
    isBroken = true;
    const page = await visit.open(HOME, screen);
    const missing = "Map tiles are missing here. The codes are exact without them.";
    await eventually(() => noteOf(page)).toBe(missing);
    expect(await axeViolations(page)).toEqual([]);
    expect(await greenShare(page)).toBe(0);
    isBroken = false;
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.85);
    await eventually(() => noteOf(page)).toBe("");
    await closeUnchecked(page);
  });
});
