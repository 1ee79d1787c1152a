/** Towns: searched, drawn and kept for use without network, never before the first code. */
import { describe, expect, it } from "vitest";
import {
  axeViolations,
  CODE,
  closeUnchecked,
  darkPixels,
  eventually,
  goOffline,
  placeOf,
  SCREENS,
  startVisits,
  textOf,
  waitForCode,
  zoomOf,
} from "./browser.ts";

const visit = startVisits();

describe.each(SCREENS)("on $device, somebody", ({ screen }) => {
  it("finds a town by its name without accents, and gets its code", async () => {
    const page = await visit.open("", screen);
    const box = page.locator("#search");
    await box.fill("lodz");
    await page.getByRole("option", { name: "Łódź Poland" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await textOf(page.locator(CODE)).toMatch(/^POL /);
    expect(placeOf(page).latDeg).toBeCloseTo(51.77, 1);
    expect(zoomOf(page)).toBe(12);
  });

  it("chooses from the list among towns of one name", async () => {
    const page = await visit.open("", screen);
    const box = page.locator("#search");
    await box.fill("springfield");
    await page.getByRole("option", { name: "Springfield Missouri, United States" }).waitFor();
    await box.fill("springfield, il");
    await page.getByRole("option").nth(0).getByText("Illinois, United States").waitFor();
    await page.keyboard.press("Enter");
    await textOf(page.locator(CODE)).toMatch(/^US-IL /);
  });

  it("sees towns on the map, and their source", async () => {
    const page = await visit.open("#52.2,5.5/8", screen);
    await page.locator("#base-map-note").getByText("Towns: GeoNames").waitFor();
    await eventually(() => darkPixels(page)).toBeGreaterThan(1_500);
  });

  it("finds and sees towns without network after the first visit", async () => {
    const page = await visit.open("", screen);
    await goOffline(page);
    await page.reload();
    await waitForCode(page);
    await page.locator("#search").fill("Firenze");
    await page.getByRole("option", { name: "Florence Italy" }).waitFor();
    await page.keyboard.press("Enter");
    await textOf(page.locator(CODE)).toMatch(/^ITA /);
    await closeUnchecked(page);
  });
});

describe("a first visit", () => {
  it("loads no towns before the first code, not even for a view that shows them", async () => {
    const context = await visit.browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    let wasBeforeCode = false;
    await page.route(/towns-/, async (route) => {
      wasBeforeCode = (await page.locator(CODE).innerText()) === "…";
      await route.continue();
    });
    await page.goto(`${visit.address}#52.2,5.5/8`);
    await eventually(() => requested.some((url) => url.includes("towns-"))).toBe(true);
    await waitForCode(page);
    expect(wasBeforeCode).toBe(false);
    await context.close();
  });
});
