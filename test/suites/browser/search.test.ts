/** The search box: codes, territories and coordinates in the forms that people type. */
import { describe, expect, it } from "vitest";
import { decode } from "../../../src/index.ts";
import {
  eventually,
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

describe("the search box", () => {
  it("goes to codes in any alphabet, with names of territories, and to coordinates in any form", async () => {
    const page = await visit.open();
    const box = page.getByRole("combobox", { name: /Mapcode/ });
    for (const [text, code] of [
      ["nld 49.4v", "NLD 49.4V"],
      ["Netherlands 49.4V-K2", "NLD 49.4V-K2"],
      ["ЗЛД 49.4Ч", "NLD 49.4V"],
      ["“NLD 49,4V.”", "NLD 49.4V"],
      ["VHXGB.1J9J", "VHXGB.1J9J"],
      ["52°22'35.45\"N 4°54'30.75\"E", "NLD 49.4V"],
      ["geo:52.376514,4.908543", "NLD 49.4V"],
    ] as const) {
      await search(page, "0,0");
      await eventually(() => placeOf(page).latDeg).toBe(0);
      await box.fill(text);
      await page.getByRole("button", { name: "Find" }).click();
      await waitForCode(page, code);
    }
  });

  it("lists all territories that a short name may mean", async () => {
    const page = await visit.open();
    const box = page.getByRole("combobox", { name: /Mapcode/ });
    await box.fill("IN HH.GC");
    const options = page.getByRole("option");
    await options.nth(1).waitFor();
    await eventually(() => options.locator(".title").allInnerTexts()).toEqual([
      "US-IN HH.GC",
      "RU-IN HH.GC",
    ]);
    await options.nth(1).click();
    await textOf(page.locator("#answer-territory")).toBe("Ingushetia Republic, Russia");
  });

  it.each(
    SCREENS,
  )("on $device opens the list instead of choosing between meanings, the country first", async ({
    screen,
  }) => {
    const page = await visit.open("", screen);
    const box = page.getByRole("combobox", { name: /Mapcode/ });
    await box.fill("NL G9.VWG");
    await page.getByRole("option").nth(1).waitFor();
    await page.keyboard.press("Enter");
    const first = page.getByRole("option").first();
    await eventually(() => first.getAttribute("aria-selected")).toBe("true");
    await textOf(first.locator(".title")).toBe("NLD G9.VWG");
    expect(fragmentOf(page)).toBe("");
    await page.keyboard.press("Enter");
    await eventually(() => box.inputValue()).toBe("NLD G9.VWG");
    await eventually(() => placeOf(page).latDeg).toBeCloseTo(decode("NLD G9.VWG").latDeg, 5);
  });

  it("keeps the mark in the list when the towns arrive", async () => {
    const page = await visit.open("", { serviceWorkers: "block" });
    const release = await holdBack(page, /towns-.*\.json$/);
    await page.getByRole("combobox", { name: /Mapcode/ }).fill("new york");
    const options = page.getByRole("option");
    await options.first().getByText("New York, United States").waitFor();
    const before = await options.count();
    await page.keyboard.press("ArrowDown");
    release();
    await eventually(() => options.count()).toBeGreaterThan(before);
    await eventually(() => options.first().getAttribute("aria-selected")).toBe("true");
  });

  it.each(
    SCREENS,
  )("on $device follows the place, and its hint ends with the text that it is about", async ({
    screen,
  }) => {
    const page = await visit.open("", screen);
    const box = page.getByRole("combobox", { name: /Mapcode/ });
    const hint = page.locator("#search-hint");
    await box.fill("52.37");
    await hint.getByText("the second coordinate is missing").waitFor();
    await page.locator("#map").click({ position: { x: 150, y: 200 } });
    await eventually(() => fragmentOf(page)).not.toBe("");
    const { latDeg, lonDeg } = placeOf(page);
    await eventually(() => box.inputValue()).toBe(`${latDeg}, ${lonDeg}`);
    expect(await hint.innerText()).toBe("");
  });

  it("completes the name of a territory, and a code without territory is one of the place", async () => {
    const page = await visit.open(HOME);
    const box = page.getByRole("combobox", { name: /Mapcode/ });
    await box.fill("luxem");
    // Exactly: the town has a name that begins like this.
    await page.getByRole("option", { name: "Luxembourg LUX", exact: true }).click();
    expect(await box.inputValue()).toBe("LUX ");
    await box.fill("G9.VWG");
    await page.getByRole("option", { name: "NLD G9.VWG" }).waitFor();
  });
});
