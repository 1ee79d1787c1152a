/** The search box: what it understands, and the list of what a text may mean. */
import { describe, expect, it } from "vitest";
import {
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

const visit = startVisits();

describe.each(SCREENS)("on $device, the search box", ({ screen }) => {
  it("goes to codes in any alphabet, with names of territories, to coordinates and links", async () => {
    const page = await visit.open("", screen);
    for (const [text, code] of [
      ["Netherlands 49.4V-K2", "NLD 49.4V-K2"],
      ["ЗЛД 49.4Ч", "NLD 49.4V"],
      ["VHXGB.1J9J", "VHXGB.1J9J"],
      ["52º22'35.45\"N 4º54'30.75\"E", "NLD 49.4V"],
      ["https://www.openstreetmap.org/?mlat=52.376514&mlon=4.908543#map=16/52.3/4.9", "NLD 49.4V"],
    ] as const) {
      await search(page, "0,0");
      await eventually(() => placeOf(page).latDeg).toBe(0);
      await page.locator("#search").fill(text);
      await page.getByRole("button", { name: "Find" }).click();
      await waitForCode(page, code);
    }
  });

  it("lists what is ambiguous, the country first, and Enter goes to the list before it chooses", async () => {
    const page = await visit.open("", screen);
    await page.locator("#search").fill("NL 49.4V");
    await textOf(page.locator("#search-status")).toBe("3 places. Choose one.");
    const titles = await page.locator("#suggestions .title").allInnerTexts();
    expect(titles).toEqual(["NLD 49.4V", "IN-NL 49.4V", "CA-NL 49.4V"]);
    await expectAxe(page);
    await page.keyboard.press("Enter");
    expect(fragmentOf(page)).toBe("");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await waitForCode(page, "IN-NL 49.4V");
    expect(await page.locator("#search").inputValue()).toBe("IN-NL 49.4V");
    expect(await page.locator("#suggestions button").count()).toBe(0);
  });

  it("shows a territory, whose code can follow, and finds a town without accents", async () => {
    const page = await visit.open("", screen);
    await page.locator("#search").fill("czechia");
    await page.getByRole("button", { name: "Czechia CZE" }).click();
    expect(await page.locator("#search").inputValue()).toBe("CZE ");
    await search(page, "lodz");
    await textOf(page.locator(CODE)).toMatch(/^POL /);
    expect(placeOf(page)).toMatchObject({ latDeg: expect.closeTo(51.77, 1), zoom: 12 });
  });

  it("follows the place, and its hint ends with the text that it is about", async () => {
    const page = await visit.open("", screen);
    await page.locator("#search").fill("52.37");
    await textOf(page.locator("#search-status")).toContain("the second coordinate is missing");
    await page.locator("#map").click({ position: { x: 150, y: 200 } });
    await eventually(() => fragmentOf(page)).not.toBe("");
    const { latDeg, lonDeg } = placeOf(page);
    expect(await page.locator("#search").inputValue()).toBe(`${latDeg}, ${lonDeg}`);
    expect(await page.locator("#search-status").innerText()).toBe("");
  });

  it("names countries in the language of the browser", async () => {
    const page = await visit.open(HOME, { ...screen, locale: "de-DE" });
    await textOf(page.locator("#answer-facts")).toMatch(/^Niederlande/);
    await page.locator("#search").fill("日本");
    await page.getByRole("button", { name: "Japan JPN" }).waitFor();
  });
});

describe("the towns", () => {
  it("join the list when they arrive; the focus stays in the list", async () => {
    const page = await visit.open();
    const release = await holdBack(page, /towns-.*\.txt$/);
    await page.locator("#search").fill("new york");
    const buttons = page.locator("#suggestions button");
    await buttons.first().getByText("New York, United States").waitFor();
    const before = await buttons.count();
    release();
    await eventually(() => buttons.count()).toBeGreaterThan(before);
    await page.keyboard.press("ArrowDown");
    const focused = await page.evaluate("document.activeElement.textContent");
    expect(focused).toContain("New York, United States");
    await page.keyboard.press("Escape");
    await eventually(() => buttons.count()).toBe(0);
    expect(await page.evaluate("document.activeElement.id")).toBe("search");
  });
});
