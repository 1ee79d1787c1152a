/** Tiles of a server that the operator has chosen. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { eventually, HOME, isColor, SCREENS, startVisits } from "./browser.ts";

const [GREEN, SHARP] = [256, 512].map(
  (size) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
      <rect width="100%" height="100%" fill="#00c800"/></svg>`,
);
const [DESKTOP, PHONE] = SCREENS.map(({ screen }) => screen);

let isBroken = false;
const requested: string[] = [];
// Without CORS: servers of images need none.
const server = createServer(({ url = "" }, response) => {
  requested.push(url);
  const image = url.includes("@2x") ? SHARP : GREEN;
  response.setHeader("content-type", "image/svg+xml").writeHead(isBroken ? 503 : 200);
  response.end(isBroken ? "" : image);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

const tilesAttribution = "© Somebody https://example.org/";
const visit = startVisits({ tilesUrl: `${origin}/{z}/{x}/{y}{r}.png`, tilesAttribution }, [origin]);

describe("tiles of a server", () => {
  it.each([
    ["a desktop", HOME, DESKTOP, /^\/1[3-6]\/\d+\/\d+\.png$/],
    ["a phone", HOME, { ...PHONE, deviceScaleFactor: 2 }, /^\/1[3-6]\/\d+\/\d+@2x\.png$/],
    ["a desktop beyond their zooms", HOME.replace("/16", "/21"), DESKTOP, /^\/1\d\/\d+\/\d+\.png$/],
  ])("lie under the codes on %s, with their source", async (_, fragment, screen, path) => {
    requested.length = 0;
    const { page, share, text, expectAxe } = await visit.open(fragment, screen);
    await eventually(() => share(isColor("#00c800"))).toBeGreaterThan(0.5);
    expect(requested.length).toBeGreaterThan(3);
    for (const one of requested) expect(one).toMatch(path);
    const link = page.locator("#attribution a[href='https://example.org/']");
    expect(await link.innerText()).toBe("© Somebody");
    await text("#tiles-note").toBe("");
    await expectAxe();
  });

  it.each(SCREENS)("are said to be missing if they fail, until they do not, on $device", async ({
    screen,
  }) => {
    visit.expectFailures();
    isBroken = true;
    const { page, share, text, expectAxe } = await visit.open(HOME, screen);
    const missing = "Map tiles are missing here. The codes are exact without them.";
    await text("#tiles-note").toBe(missing);
    await expectAxe();
    expect(await share(isColor("#00c800"))).toBe(0);
    isBroken = false;
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await eventually(() => share(isColor("#00c800"))).toBeGreaterThan(0.8);
    await text("#tiles-note").toBe("");
  });
});
