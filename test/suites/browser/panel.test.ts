/** The panel beside the map and the flag on it: tabs, examples, copying and sharing, names, the position of the device. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  axeViolations,
  boxOf,
  copyBy,
  countPixels,
  darkPixels,
  eventually,
  HOME,
  openTab,
  placeOf,
  SCREENS,
  startVisits,
  textOf,
  waitForCode,
  zoomOf,
} from "./browser.ts";

const visit = startVisits();

/** Chromium has no dialog for sharing here: the page keeps what it would share. */
const SHARE = `navigator.share = async (data) => { window.shared = data; };`;

describe.each(SCREENS)("on $device, the panel", ({ screen }) => {
  it("has three tabs, of which one is shown, and one primary button in each", async () => {
    const page = await visit.open("", screen);
    const shown = page.locator("[role=tabpanel]:visible");
    await eventually(() => page.getByRole("tab").allInnerTexts()).toEqual([
      "Place",
      "Table",
      "How it works",
    ]);
    for (const [name, primaries] of [
      ["Table", ["Convert"]],
      ["How it works", []],
      ["Place", ["Copy code"]],
    ] as const) {
      await openTab(page, name);
      expect(await shown.count()).toBe(1);
      await eventually(() => page.locator(".primary:visible").allInnerTexts()).toEqual(primaries);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(
        screen.viewport.width,
      );
    }
  });

  it("says what a mapcode is, with examples to press, until a place is chosen by a link", async () => {
    const page = await visit.open("", screen);
    for (const [example, code] of [
      ["Eiffel Tower", "FRA 4J.P2"],
      ["Taj Mahal", "IN-UP 2F2.4H"],
      ["Sydney Opera House", "AU-NSW KB.2R"],
    ] as const) {
      await page.getByRole("button", { name: example }).click();
      await waitForCode(page, code);
    }
    const byLink = await visit.open(HOME, screen);
    await eventually(() => byLink.getByRole("button", { name: "Eiffel Tower" }).isVisible()).toBe(
      false,
    );
  });

  it("lists a line for each of the other codes, closed at first", async () => {
    const page = await visit.open(HOME, screen);
    await eventually(() => page.locator("#codes").isVisible()).toBe(false);
    await page.getByText("4 more codes").click();
    await eventually(() => page.locator("#codes li").count()).toBe(4);
    await textOf(page.locator("#codes li").first()).toMatch(
      /^NLD G9\.VWG\s+Netherlands, 10 m square\s+Copy$/,
    );
  });

  it("copies a link by code on the first visit", async () => {
    const page = await visit.open("", screen);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await copyBy(page, "copy-link");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${visit.address}NLD/49.4V`);
  });

  it("keeps the note on the map to a line that can be closed", async () => {
    const page = await visit.open("", screen);
    await page.getByRole("button", { name: "Close the note" }).click();
    await textOf(page.locator(".map-note")).toBe("");
    await eventually(() => page.getByRole("button", { name: "Close the note" }).isVisible()).toBe(
      false,
    );
  });
});

describe.each(SCREENS)("on $device, the flag at the place", ({ screen }) => {
  it("has the code, stays at its place, and goes with it out of view", async () => {
    const page = await visit.open(HOME, screen);
    const flag = page.locator("#flag");
    await textOf(flag.locator("bdi")).toBe("NLD 49.4V");
    const { x, y, width, height } = await boxOf(page.locator("#map"));
    const box = await boxOf(flag);
    expect(Math.abs(box.x + box.width / 2 - (x + width / 2))).toBeLessThan(2);
    expect(box.y + box.height).toBeLessThan(y + height / 2);
    await page.locator("#map").focus();
    for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowRight");
    await flag.waitFor({ state: "hidden" });
  });

  it("copies the code, and shares its link", async () => {
    const page = await visit.open("", screen);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.context().addInitScript(SHARE);
    await page.goto(`${visit.address}NLD/G9.VWG`);
    await waitForCode(page, "NLD G9.VWG");
    await copyBy(page, "flag-copy");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("NLD G9.VWG");
    await page.locator("#flag-share").click();
    expect(await page.evaluate("window.shared")).toEqual({
      title: "NLD G9.VWG",
      text: "NLD G9.VWG",
      url: `${visit.address}NLD/G9.VWG`,
    });
  });

  it("stands among cells with their codes close to the ground, and breaks no rule", async () => {
    const far = await visit.open("#52.376514,4.908543/18", screen);
    const without = await darkPixels(far);
    const page = await visit.open("#52.376514,4.908543/19", screen);
    await eventually(() => darkPixels(page)).toBeGreaterThan(without + 2000);
    expect(await axeViolations(page)).toEqual([]);
  });
});

/** Land and sea under the color of cells and circles. */
const IN_CIRCLE = `[[204, 217, 227], [175, 202, 225]].some(([r, g, b]) =>
  Math.abs(red - r) < 3 && Math.abs(green - g) < 3 && Math.abs(blue - b) < 3)`;

describe("the place", () => {
  it("opens in the maps of a phone", async () => {
    const [, { screen }] = SCREENS;
    const page = await visit.open(HOME, screen);
    const link = page.getByRole("link", { name: "Open in maps" });
    expect(await link.getAttribute("href")).toBe("geo:52.376514,4.908543?q=52.376514,4.908543");
  });

  it("has the code under the mouse beside it", async () => {
    const page = await visit.open(HOME);
    await page.locator("#map").hover({ position: { x: 100, y: 300 } });
    await textOf(page.locator("#pointer-code")).toMatch(/^NLD /);
    expect(await page.locator("#pointer-code").innerText()).not.toBe("NLD 49.4V");
    await waitForCode(page, "NLD 49.4V");
  });

  it("has its map beside the panel on a phone in landscape", async () => {
    const viewport = { width: 844, height: 390 };
    const page = await visit.open(HOME, { viewport, isMobile: true, hasTouch: true });
    const { y, height, width } = await boxOf(page.locator("#map"));
    expect([y, height]).toEqual([0, 390]);
    expect(width).toBeGreaterThan(400);
  });
});

describe.each(SCREENS)("on $device, names", ({ screen }) => {
  it("follow the language of the browser, and are found in it, in English and in their own", async () => {
    const page = await visit.open(HOME, { ...screen, locale: "de-DE" });
    await textOf(page.locator("#answer-territory")).toBe("Niederlande");
    const options = page.getByRole("option");
    for (const [typed, shown] of [
      ["Niederlande", "Niederlande NLD"],
      ["Netherlands", "Niederlande NLD"],
      ["Deutschland", "Deutschland DEU"],
      ["日本", "Japan JPN"],
      ["Cote d'Ivoire", "Côte d’Ivoire CIV"],
    ] as const) {
      await page.locator("#search").fill(typed);
      await eventually(async () =>
        (await options.first().innerText()).replaceAll(/\s+/g, " "),
      ).toBe(shown);
    }
  });
});

describe.each(SCREENS)("on $device, the position of the device", ({ screen }) => {
  const at = (accuracy: number) => ({
    ...screen,
    geolocation: { latitude: -33.8568, longitude: 151.2153, accuracy },
    permissions: ["geolocation"],
  });
  const locate = async (page: Page) => {
    await page.getByRole("button", { name: "Use my position" }).click();
    await eventually(() => placeOf(page).latDeg).toBe(-33.8568);
  };
  // The note follows after the address.
  const note = (page: Page) => textOf(page.locator("#note"));

  it("that is within 25 km says so, and fills the map with its circle until another place is chosen", async () => {
    const page = await visit.open("", at(25_000));
    await locate(page);
    await note(page).toBe("Your position, within 25 km: click the exact place in the circle.");
    // From zoom 4.
    await eventually(() => zoomOf(page)).toBeGreaterThan(6);
    expect(zoomOf(page)).toBeLessThan(11);
    const { width, height } = await boxOf(page.locator("#map"));
    const circle = Math.PI * (0.4 * Math.min(width, height)) ** 2;
    // Names and the flag lie over a part of it.
    await eventually(() => countPixels(page, IN_CIRCLE)).toBeGreaterThan(0.8 * circle);
    expect(await countPixels(page, IN_CIRCLE)).toBeLessThan(1.1 * circle);
    await page.locator("#map").click({ position: { x: width / 2, y: height - 80 } });
    // The edges of letters may have any color.
    await eventually(() => countPixels(page, IN_CIRCLE)).toBeLessThan(100);
  });

  it("that is exact says how many extra characters fit it", async () => {
    const page = await visit.open("", at(1));
    await locate(page);
    await note(page).toBe("Your position, within 1 m: 2 extra characters fit.");
  });
});
