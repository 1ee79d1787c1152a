/** Tiles under the map, of a server that the operator has chosen. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  closeUnchecked,
  eventually,
  expectAxe,
  HOME,
  isColor,
  SCREENS,
  shareOf,
  startVisits,
} from "./browser.ts";

const [GREEN, SHARP] = [256, 512].map((size) => {
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">`;
  return `${start}<rect width="${size}" height="${size}" fill="#00c800"/></svg>`;
});
const greenShare = (page: Page) => shareOf(page, isColor("#00c800"));
const noteOf = (page: Page) => page.locator("#tiles-note").textContent();
const DESKTOP = SCREENS[0].screen;

describe("tiles of a server", () => {
  let isBroken = false;
  let requested: string[] = [];
  // Without CORS, which no server of images needs.
  const server = createServer(({ url = "" }, response) => {
    requested.push(url);
    if (isBroken) response.writeHead(503).end();
    else
      response.setHeader("content-type", "image/svg+xml").end(url.includes("@2x") ? SHARP : GREEN);
  });
  const options = { tilesUrl: "", tilesAttribution: "© Somebody https://example.org/" };
  const origins: string[] = [];

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    options.tilesUrl = `${origins[0]}/{z}/{x}/{y}{r}.png`;
  });
  beforeEach(() => {
    requested = [];
    isBroken = false;
  });
  afterAll(() => void server.close());
  const visit = startVisits(options, origins);

  it.each([
    ["a desktop", DESKTOP, /^\/1[3-6]\/\d+\/\d+\.png$/],
    [
      "a phone with a dense screen",
      { ...SCREENS[1].screen, deviceScaleFactor: 2 },
      /^\/1[3-6]\/\d+\/\d+@2x\.png$/,
    ],
  ])("lie under the codes on %s, with their source", async (_, screen, path) => {
    const page = await visit.open(HOME, screen);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.8);
    expect(requested.length).toBeGreaterThan(3);
    for (const one of requested) expect(one).toMatch(path);
    const link = page.locator("#attribution a[href='https://example.org/']");
    expect([await link.innerText(), await noteOf(page)]).toEqual(["© Somebody", ""]);
    await expectAxe(page);
  });

  it("are enlarged where the server has no finer ones", async () => {
    const page = await visit.open(HOME.replace("/16", "/21"), DESKTOP);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.5);
    for (const one of requested) expect(Number(one.split("/")[1])).toBeLessThanOrEqual(19);
  });

  it.each(SCREENS)("are said to be missing if they fail, until they do not, on $device", async ({
    screen,
  }) => {
    isBroken = true;
    const page = await visit.open(HOME, screen);
    const missing = "Map tiles are missing here. The codes are exact without them.";
    await eventually(() => noteOf(page)).toBe(missing);
    await expectAxe(page);
    expect(await greenShare(page)).toBe(0);
    isBroken = false;
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await eventually(() => greenShare(page)).toBeGreaterThan(0.8);
    await eventually(() => noteOf(page)).toBe("");
    await closeUnchecked(page);
  });
});
