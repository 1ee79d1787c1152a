/** A place: chosen on the map, described in the panel, copied, found again. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { encodeLocal } from "../../../src/borders/index.ts";
import { decode, distanceMeters, encodeShortest, formatMapcode } from "../../../src/index.ts";
import {
  boxOf,
  CODE,
  eventually,
  expectAxe,
  fragmentOf,
  HOME,
  holdBack,
  placeOf,
  SCREENS,
  search,
  startVisits,
  textOf,
  waitForCode,
} from "./browser.ts";
import { PLAIN_HOST } from "./chromium.ts";

const visit = startVisits();

const note = (page: Page) => textOf(page.locator("#note"));
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Copies the code. The button says so for a moment only, which a busy machine may miss: an observer in the page does not. */
async function copyCode(page: Page): Promise<void> {
  await page.evaluate(`window.labels = []; window.button = document.getElementById("copy-code");
    new MutationObserver(() => labels.push(button.textContent)).observe(button, { childList: true }); 0`);
  await press(page, "Copy code");
  await eventually(() => page.evaluate("labels")).toContain("Copied");
}

describe.each(SCREENS)("on $device, a newcomer", ({ screen }) => {
  it("finds the code of a place, copies it, pastes it elsewhere and lands there", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await visit.open("", { ...screen, permissions });
    await waitForCode(page, "NLD 49.4V");
    await note(page).toContain("An example: Amsterdam");
    expect(fragmentOf(page)).toBe("");
    await page.locator("#map").click({ position: { x: 220, y: 250 } });
    await note(page).toMatch(/^Chosen from afar: a pixel is \d+(\.\d)? km\./);
    const { latDeg, lonDeg } = placeOf(page);
    const local = encodeLocal(latDeg, lonDeg) ?? encodeShortest(latDeg, lonDeg);
    await waitForCode(page, formatMapcode(local).replace("AAA ", ""));
    await copyCode(page);
    const copied = `${await page.evaluate("navigator.clipboard.readText()")}`;
    const elsewhere = await visit.open("", screen);
    await search(elsewhere, copied);
    await waitForCode(elsewhere, copied);
    expect(distanceMeters(placeOf(elsewhere), { latDeg, lonDeg })).toBeLessThan(7.49);
  });

  it("learns what a mapcode is, with examples to press", async () => {
    const page = await visit.open("", screen);
    for (const [example, code] of [
      ["Eiffel Tower", "FRA 4J.P2"],
      ["Taj Mahal", "IN-UP 2F2.4H"],
      ["Sydney Opera House", "AU-NSW KB.2R"],
    ] as const) {
      await press(page, example);
      await waitForCode(page, code);
    }
  });

  it("uses the position of the device, which says how exact it is, or is told what to do instead", async () => {
    const geolocation = { latitude: -33.8568, longitude: 151.2153, accuracy: 25_000 };
    const page = await visit.open("", { ...screen, geolocation, permissions: ["geolocation"] });
    await press(page, "Use my position");
    await note(page).toBe("Your position, within 25 km.");
    const { latDeg, zoom } = placeOf(page);
    expect([latDeg, zoom > 6, zoom < 11]).toEqual([-33.8568, true, true]);
    await page.context().clearPermissions();
    await press(page, "Use my position");
    await note(page).toMatch(/may not use your position\. Allow it/);
  });
});

describe("on a host without HTTPS, a newcomer", () => {
  it("copies a code, and learns why the position of the device is missing", async () => {
    const page = await visit.open(HOME, {}, PLAIN_HOST);
    expect(await page.evaluate("isSecureContext")).toBe(false);
    await press(page, "Use my position");
    await note(page).toMatch(/HTTPS only\. Click the map/);
    await copyCode(page);
    await page.locator("#search").focus();
    await page.keyboard.press("Control+V");
    await eventually(() => page.locator("#search").inputValue()).toBe("NLD 49.4V");
  });
});

describe("a place", () => {
  it("has all its codes, the local one first, the international one last, and each can be chosen", async () => {
    const page = await visit.open("#39.7684,-86.1581/16");
    await waitForCode(page, "US-IN HH.GC");
    await textOf(page.locator("#answer-facts")).toBe("Indiana, United States · 10 m square");
    await page.locator("#more-summary").click();
    const codes = await page.locator("#codes .code").allInnerTexts();
    await textOf(page.locator("#more-summary")).toBe(`${codes.length} more codes`);
    expect(codes).toContain("US-IN HH.GZ3");
    expect(codes.at(-1)).toMatch(/^\w{5}\.\w{4}$/);
    await press(page, /^US-IN HH\.GZ3 /);
    await waitForCode(page, "US-IN HH.GZ3");
    expect(await page.locator("#codes .code").allInnerTexts()).toContain("US-IN HH.GC");
    const mapsOfPhone = await page.locator("#open-maps").getAttribute("href");
    expect(mapsOfPhone).toBe("geo:39.7684,-86.1581?q=39.7684,-86.1581");
    await page.getByText("Coordinates and distances").click();
    const facts = await page.locator("#facts").innerText();
    const { latDeg, lonDeg } = decode("US-IN HH.GZ3");
    expect(facts).toContain(`${Number(latDeg.toFixed(7))}, ${Number(lonDeg.toFixed(7))}`);
    expect(facts).toMatch(/Distance from the place\s+\d[\s\S]*Distance at most\s+7\.5 m/);
    // The same code, and not the first one, becomes longer.
    await page.getByRole("slider", { name: "Extra characters" }).fill("1");
    await textOf(page.locator(CODE)).toMatch(/^US-IN HH\.GZ3-.$/);
  });

  it("gets longer codes by the slider, which says how small their areas are, and zooms to them", async () => {
    const page = await visit.open(HOME);
    const slider = page.getByRole("slider", { name: "Extra characters" });
    for (let precision = 0; precision <= 8; precision++) {
      await slider.fill(`${precision}`);
      await waitForCode(page, formatMapcode(encodeShortest(52.376514, 4.908543, { precision })));
    }
    expect(await slider.getAttribute("aria-valuetext")).toBe("8 extra characters, 12 µm square");
    await press(page, "Zoom to it");
    await eventually(() => placeOf(page).zoom).toBe(41);
    await textOf(page.locator("#scale")).toMatch(/^\d μm$/);
  });

  it("is written in any alphabet, those of the place first, from right to left where that is the way", async () => {
    const page = await visit.open(HOME);
    expect(await page.locator("#local-alphabets option").allInnerTexts()).toEqual(["Roman"]);
    expect(await page.locator("#all-alphabets option").count()).toBe(28);
    for (const [alphabet, direction] of [
      ["CYRILLIC", "ltr"],
      ["GREEK", "ltr"],
      ["HEBREW", "rtl"],
    ] as const) {
      await page.getByRole("combobox", { name: "Alphabet" }).selectOption(alphabet);
      await waitForCode(page, formatMapcode("NLD 49.4V", { alphabet }));
      expect(await page.locator(CODE).getAttribute("dir")).toBe(direction);
    }
  });
});

describe.each(SCREENS)("on $device, a place near a border", ({ screen }) => {
  it("gets the code of its territory when the borders arrive, and nothing moves", async () => {
    const page = await visit.open("", screen);
    const release = await holdBack(page, /borders-.*\.bin$/);
    await search(page, "22.543, 114.058");
    await waitForCode(page, formatMapcode(encodeShortest(22.543, 114.058)));
    await page.locator("#border-summary").click();
    const text = textOf(page.locator("#border-text"));
    await text.toMatch(/The shortest is the first until the borders are loaded/);
    const { y } = await boxOf(page.locator("#map"));
    release();
    await waitForCode(page, "CN-GD QFJ.PZ6");
    await text.toContain("By the borders it is in Guangdong");
    expect((await boxOf(page.locator("#map"))).y).toBe(y);
    await search(page, "45.2, 34.1");
    await textOf(page.locator("#border-summary")).toBe("In Ukraine and Russia");
    await expectAxe(page);
  });
});
