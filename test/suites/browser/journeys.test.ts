import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { encodeLocal } from "../../../src/borders/index.ts";
import {
  type Coordinate,
  decode,
  distanceMeters,
  encodeInternational,
  encodeShortest,
  formatMapcode,
} from "../../../src/index.ts";
import {
  boxOf,
  CODE,
  copyBy,
  eventually,
  fragmentOf,
  HOME,
  holdBack,
  openTab,
  placeOf,
  SCREENS,
  search,
  startVisits,
  textOf,
  waitForCode,
  zoomOf,
} from "./browser.ts";
import { PLAIN_HOST } from "./chromium.ts";

const visit = startVisits();

/** The code that stands first, of a place that has a local one. */
function localCode({ latDeg, lonDeg }: Coordinate): string {
  return `${encodeLocal(latDeg, lonDeg)}`;
}

/** The note on the map. */
function note(page: Page): Promise<string> {
  return page.locator("#note").innerText();
}

describe("a newcomer", () => {
  it("finds the code of a place, copies it, pastes it elsewhere and lands there", async () => {
    const page = await visit.open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const example = await page.locator(CODE).innerText();
    await page.locator("#map").click({ position: { x: 300, y: 250 } });
    await textOf(page.locator(CODE)).not.toBe(example);
    const place = placeOf(page);
    await waitForCode(page, localCode(place));
    await copyBy(page, "copy-code");
    const copied = `${await page.evaluate("navigator.clipboard.readText()")}`;

    const elsewhere = await visit.open();
    await search(elsewhere, copied);
    await waitForCode(elsewhere, copied);
    expect(distanceMeters(placeOf(elsewhere), place)).toBeLessThan(7.49);
  });

  it("sees an example until a place is chosen", async () => {
    const page = await visit.open();
    await waitForCode(page, "NLD 49.4V");
    await eventually(() => page.getByText("An example: Amsterdam").isVisible()).toBe(true);
    expect(fragmentOf(page)).toBe("");
    await page.locator("#map").click();
    await page.getByText("An example: Amsterdam").waitFor({ state: "hidden" });
  });

  it("is told what to do instead if the position is not allowed", async () => {
    const page = await visit.open();
    await page.getByRole("button", { name: "Use my position" }).click();
    await page.getByText(/may not use your position\. Allow it/).waitFor();
  });
});

describe("on a host without HTTPS, a newcomer", () => {
  const open = (fragment: string) => visit.openAt(PLAIN_HOST, fragment);

  it("copies a code, and learns why the position of the device is missing", async () => {
    const page = await open(HOME);
    expect(await page.evaluate("isSecureContext")).toBe(false);
    await page.getByRole("button", { name: "Use my position" }).click();
    expect(await note(page)).toMatch(/HTTPS only\. Click the map/);
    await copyBy(page, "copy-code");
    await page.locator("#search").focus();
    await page.keyboard.press("Control+V");
    await eventually(() => page.locator("#search").inputValue()).toBe("NLD 49.4V");
  });
});

describe("a point", () => {
  it("has all its codes with names and parents, the shortest local one first, the international one last", async () => {
    const page = await visit.open("#39.7684,-86.1581/16");
    await page.locator("#more-summary").click();
    const codes = await page.locator("#codes .code").allInnerTexts();
    await waitForCode(page, "US-IN HH.GC");
    await textOf(page.locator("#more-summary")).toBe(`${codes.length} more codes`);
    expect(codes.at(-1)).toBe(encodeInternational(39.7684, -86.1581).code);
    await textOf(page.locator("#answer-territory")).toBe("Indiana, United States");
    await textOf(page.locator("#answer-size")).toBe("· 10 m square");
    expect(codes).toContain("US-IN HH.GZ3");
  });

  it("moves when the map is clicked, and stays when the map is dragged", async () => {
    const page = await visit.open(HOME);
    const box = await boxOf(page.locator("#map"));
    const [x, y] = [box.x + 200, box.y + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 60, { steps: 5 });
    await page.mouse.up();
    await waitForCode(page, "NLD 49.4V");
    await page.mouse.click(x, y);
    await textOf(page.locator(CODE)).not.toBe("NLD 49.4V");
    const { latDeg, lonDeg } = placeOf(page);
    expect(lonDeg).toBeLessThan(4.9085);
    expect(latDeg).toBeGreaterThan(52.3765);
  });

  it("follows the mouse that drags it, and gets its codes on the way", async () => {
    const page = await visit.open(HOME);
    const before = placeOf(page);
    const box = await boxOf(page.locator("#map"));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x + 3, y);
    await page.mouse.down();
    await page.mouse.move(x + 103, y + 50, { steps: 4 });
    await textOf(page.locator(CODE)).not.toBe("NLD 49.4V");
    expect(placeOf(page)).toEqual(before);
    await page.mouse.up();
    await eventually(() => placeOf(page).lonDeg).toBeCloseTo(
      before.lonDeg + (100 * 360) / (256 * 2 ** 16),
      5,
    );
    expect(placeOf(page).latDeg).toBeLessThan(before.latDeg);
    const { latDeg, lonDeg } = placeOf(page);
    await waitForCode(page, localCode({ latDeg, lonDeg }));
    await page.goBack();
    await waitForCode(page, "NLD 49.4V");
  });

  it("that is chosen on a small scale is told to be coarse, until it is chosen exactly", async () => {
    const page = await visit.open();
    await page.locator("#map").click({ position: { x: 300, y: 250 } });
    await eventually(() => note(page)).toMatch(/^Chosen from afar: a pixel is \d(\.\d)? km\./);
    await search(page, "52.376514, 4.908543");
    await eventually(() => note(page)).toBe("");
    await page.locator("#map").click({ position: { x: 200, y: 200 } });
    await textOf(page.locator(CODE)).not.toBe("NLD 49.4V");
    expect(await note(page)).toBe("");
  });

  it("comes closer by a double click, and the map does not move when it is first chosen", async () => {
    const page = await visit.open("", { viewport: { width: 390, height: 844 } });
    const topOfMap = async () => (await boxOf(page.locator("#map"))).y;
    const [top, scale] = [await topOfMap(), await page.locator("#scale").innerText()];
    await page.locator("#map").dblclick({ position: { x: 150, y: 200 } });
    await eventually(() => note(page)).toMatch(/^Chosen from afar/);
    expect(await topOfMap()).toBe(top);
    const chosen = placeOf(page);
    await textOf(page.locator("#scale")).not.toBe(scale);
    await eventually(() => zoomOf(page)).toBe(5);
    await page.locator("#map").click({ position: { x: 150, y: 200 } });
    expect(distanceMeters(placeOf(page), chosen)).toBeLessThan(3000);
  });

  it("is where the mouse is after zooming by the wheel", async () => {
    const page = await visit.open(HOME);
    const box = await boxOf(page.locator("#map"));
    const position = [box.x + 250, box.y + 150] as const;
    await page.mouse.click(...position);
    await eventually(() => placeOf(page).latDeg).not.toBe(52.376514);
    const before = placeOf(page);
    await page.mouse.wheel(0, -900);
    await eventually(() => zoomOf(page)).toBeGreaterThan(16.5);
    await page.mouse.click(...position);
    await page.mouse.click(position[0], position[1] + 1);
    await eventually(() => placeOf(page).latDeg).not.toBe(before.latDeg);
    expect(distanceMeters(placeOf(page), before)).toBeLessThan(3);
  });

  it("gets longer codes and smaller areas by the slider, which says how small", async () => {
    const page = await visit.open(HOME);
    const slider = page.getByRole("slider", { name: "Extra characters" });
    await slider.fill("2");
    await waitForCode(page, "NLD 49.4V-K2");
    expect(await slider.getAttribute("aria-valuetext")).toBe("2 extra characters, 33 cm square");
    await slider.fill("8");
    await waitForCode(page, formatMapcode(encodeShortest(52.376514, 4.908543, { precision: 8 })));
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^8 extra characters, \S+ µm/);
  });

  it("is written in any alphabet, from right to left where that is the way", async () => {
    const page = await visit.open(HOME);
    const alphabet = page.getByRole("combobox", { name: "Alphabet", exact: true });
    await eventually(() =>
      alphabet.locator("optgroup").first().locator("option").allInnerTexts(),
    ).toEqual(["Roman"]);
    await eventually(() => alphabet.locator("optgroup").nth(1).locator("option").count()).toBe(28);
    await alphabet.selectOption("CYRILLIC");
    await waitForCode(page, "ЗЛД 49.4Ч");
    await alphabet.selectOption("HEBREW");
    const hebrew = formatMapcode({ territory: "NLD", code: "49.4V" }, { alphabet: "HEBREW" });
    await waitForCode(page, hebrew);
    await eventually(() => page.locator(CODE).getAttribute("dir")).toBe("rtl");
  });

  it("says where each code leads, and how far that is", async () => {
    const page = await visit.open(HOME);
    await page.locator("#more-summary").click();
    await page.locator("#codes .choose").first().click();
    await waitForCode(page, "NLD G9.VWG");
    await eventually(() => page.locator("#codes .code").allInnerTexts()).toContain("NLD 49.4V");
    await page.getByText("Coordinates and distances").click();
    const facts = await page.locator("#facts").innerText();
    const { latDeg, lonDeg } = decode("NLD G9.VWG");
    expect(facts).toContain(`${Number(latDeg.toFixed(7))}, ${Number(lonDeg.toFixed(7))}`);
    expect(facts).toMatch(/Distance from the place\s+\d/);
    expect(facts).toMatch(/Distance at most\s+7\.5 m/);
    // The same code, and not the first one, becomes longer.
    await page.getByRole("slider", { name: "Extra characters" }).fill("1");
    await textOf(page.locator(CODE)).toMatch(/^NLD G9\.VWG-.$/);
  });

  describe.each(SCREENS)("on $device", ({ screen }) => {
    it("has the code of the territory that it is in, and says why", async () => {
      const page = await visit.open("#22.543,114.058/16", screen);
      await waitForCode(page, "CN-GD QFJ.PZ6");
      await textOf(page.locator("#border-summary")).toMatch(/^Codes of \d terr/);
      await page.locator("#border-summary").click();
      await textOf(page.locator("#border-note")).toContain("By the borders it is in Guangdong");
      await openTab(page, "How it works");
      await textOf(page.locator("#panel-how")).toContain("OpenStreetMap contributors (ODbL)");
    });

    it("gets it when the borders arrive, and nothing moves; two countries that claim a place are named", async () => {
      const page = await visit.open("", { ...screen, serviceWorkers: "block" });
      const release = await holdBack(page, /borders-.*\.bin$/);
      await search(page, "22.543, 114.058");
      await waitForCode(page, formatMapcode(encodeShortest(22.543, 114.058)));
      const borders = page.locator("#border-note");
      await page.locator("#border-summary").click();
      await borders.getByText(/The shortest is the first until the borders are loaded/).waitFor();
      const topOfMap = async () => (await boxOf(page.locator("#map"))).y;
      const before = await topOfMap();
      release();
      await waitForCode(page, "CN-GD QFJ.PZ6");
      expect(await topOfMap()).toBe(before);
      await search(page, "45.2, 34.1");
      await borders.getByText(/By the borders it is in each of Ukraine and Russia/).waitFor();
      await textOf(page.locator("#border-summary")).toBe("In Ukraine and Russia");
    });
  });

  it("needs no borders while it is the example", async () => {
    const page = await visit.open();
    const names = `performance.getEntriesByType("resource").map(({ name }) => name)`;
    await page.waitForLoadState("networkidle");
    expect(`${await page.evaluate(names)}`).not.toContain("borders-");
  });

  it("has a note where it is near a border", async () => {
    const page = await visit.open("#51.10001,3.35954/16");
    const borders = (visited: Page) => visited.locator("#border-text").textContent();
    expect(await borders(page)).toContain("so close to the edge of France");
    const overlap = await visit.open("#50.75,6.02/16");
    expect(await borders(overlap)).toMatch(/This place has codes of .*Germany/);
    const inland = await visit.open("#-15.8,-47.9/16");
    expect(await borders(inland)).not.toContain("so close");
  });
});
