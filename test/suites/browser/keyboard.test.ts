/** Journeys without a mouse. Each control is reached by Tab, so that the focus is tested with it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { encodeShortest, formatMapcode } from "../../../src/index.ts";
import {
  contentOf,
  eventually,
  fragmentOf,
  HOME,
  placeOf,
  startVisits,
  textOf,
  waitForCode,
  zoomOf,
} from "./browser.ts";

/** More than all controls of the page. */
const MAX_TABS = 60;

/** More than all alphabets. */
const MAX_OPTIONS = 60;

const visit = startVisits();

function focusedId(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.id");
}

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS && (await focusedId(page)) !== id; tabs++) {
    await page.keyboard.press("Tab");
  }
  expect(await focusedId(page)).toBe(id);
}

async function pressAt(page: Page, id: string, key: string): Promise<void> {
  await tabTo(page, id);
  await page.keyboard.press(key);
}

/** Goes down a list to one of its values. Letters would do as well, but only if they come within a second of each other. */
async function selectAt(page: Page, id: string, value: string): Promise<void> {
  await tabTo(page, id);
  const selected = () => page.locator(`#${id}`).inputValue();
  await page.keyboard.press("Home");
  for (let steps = 0; steps < MAX_OPTIONS && (await selected()) !== value; steps++) {
    await page.keyboard.press("ArrowDown");
  }
  expect(await selected()).toBe(value);
}

async function copiedText(page: Page): Promise<string> {
  return `${await page.evaluate("navigator.clipboard.readText()")}`;
}

describe("by the keyboard alone, a user", () => {
  it("finds a place, chooses another code, copies it and moves the map", async () => {
    const page = await visit.open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const focused = () =>
      page.evaluate("document.activeElement.id || document.activeElement.textContent");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("search");
    await page.keyboard.type("IN HH.GC");
    // Not any suggestions: those of the first letters may still be listed.
    await page.getByRole("option", { name: "RU-IN HH.GC" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await eventually(() => page.locator("#search").getAttribute("aria-activedescendant")).toBe(
      "suggestion-1",
    );
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await waitForCode(page, "US-IN HH.GC");
    await textOf(page.locator("#announcer")).toMatch(
      /^US-IN HH\.GC, Indiana, United States\. \d+ codes\.$/,
    );
    for (const id of ["Find", "map", "flag-copy"]) {
      await page.keyboard.press("Tab");
      expect(await focused()).toBe(id);
    }
    await page.keyboard.press("Enter");
    await eventually(() => page.evaluate("navigator.clipboard.readText()")).toBe("US-IN HH.GC");
    await tabTo(page, "tab-place");
    for (const id of ["copy-code", "copy-link", "show-cell"]) {
      await page.keyboard.press("Tab");
      expect(await focused()).toBe(id);
    }
    await page.locator("#map").focus();
    const before = placeOf(page);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await eventually(() => placeOf(page).lonDeg).toBeLessThan(before.lonDeg);
    expect(placeOf(page).latDeg).toBeGreaterThan(before.latDeg);
  });

  it("zooms the map by its buttons and keys", async () => {
    const page = await visit.open(HOME);
    await pressAt(page, "map", "+");
    await eventually(() => zoomOf(page)).toBe(17);
    await pressAt(page, "zoom-in", "Enter");
    await eventually(() => zoomOf(page)).toBe(18);
    await pressAt(page, "zoom-out", "Space");
    await eventually(() => zoomOf(page)).toBe(17);
  });

  it("types coordinates, and makes their codes longer and of another alphabet", async () => {
    const page = await visit.open();
    await tabTo(page, "search");
    await page.keyboard.type("35.6812, 139.7671");
    await page.keyboard.press("Enter");
    await waitForCode(page, formatMapcode(encodeShortest(35.6812, 139.7671)));
    await tabTo(page, "precision");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const longer = encodeShortest(35.6812, 139.7671, { precision: 2 });
    await waitForCode(page, formatMapcode(longer));
    await selectAt(page, "alphabet", "KATAKANA");
    await waitForCode(page, formatMapcode(longer, { alphabet: "KATAKANA" }));
  });

  it("uses the position of the device", async () => {
    const page = await visit.open("", {
      geolocation: { latitude: -33.8568, longitude: 151.2153, accuracy: 8 },
      permissions: ["geolocation"],
    });
    await pressAt(page, "locate", "Enter");
    await waitForCode(page, formatMapcode(encodeShortest(-33.8568, 151.2153)));
    await textOf(page.locator("#note")).toBe("Your position, within 8 m.");
  });

  it("sees the system: layers, and how the codes of the place are made", async () => {
    const page = await visit.open("#39.7684,-86.1581/9");
    await pressAt(page, "tab-place", "ArrowLeft");
    expect(await focusedId(page)).toBe("tab-how");
    await pressAt(page, "layer-outlines", "Space");
    await pressAt(page, "layer-records", "Space");
    await eventually(() => fragmentOf(page)).toContain("layers=outlines,records");
    await page.getByRole("row", { name: /US-IN HH\.GC / }).waitFor();
    await page.keyboard.press("Tab");
    // The table is wider than the panel: with the focus, the arrow keys scroll it.
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
      "Rectangles of this place",
    );
  });

  it("copies the link, which shows the same elsewhere", async () => {
    const page = await visit.open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tabTo(page, "search");
    await page.keyboard.type("US-IN HH.GC");
    await page.keyboard.press("Enter");
    await waitForCode(page, "US-IN HH.GC");
    await eventually(() => fragmentOf(page)).not.toBe("");
    await pressAt(page, "copy-link", "Enter");
    await eventually(() => copiedText(page)).toBe(`${visit.address}US-IN/HH.GC`);
    const elsewhere = await visit.open("US-IN/HH.GC");
    await waitForCode(elsewhere, "US-IN HH.GC");
  });

  it("chooses the second alphabet of the sheet and prints it", async () => {
    const page = await visit.open(HOME);
    await page.evaluate(`window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      window.printed = document.getElementById("sheet-second-code").textContent;
    }`);
    await page.getByText("On paper").click();
    await selectAt(page, "sheet-alphabet", "GREEK");
    await pressAt(page, "print", "Enter");
    const greek = formatMapcode({ territory: "NLD", code: "49.4V" }, { alphabet: "GREEK" });
    await eventually(() => page.evaluate("window.printed")).toBe(greek);
    await contentOf(page.locator("#sheet-link")).toBe(`${visit.address}NLD/49.4V`);
  });

  it("reaches every control of the page, and goes back through them", async () => {
    const page = await visit.open(HOME);
    await page.evaluate(`for (const details of document.querySelectorAll("#panel-place details")) {
      details.open = true;
    }`);
    await page.evaluate("document.activeElement.blur(), window.focus()");
    await tabTo(page, "search");
    const controls = (await page.evaluate(`[...document.querySelectorAll(
      "a[href], input:not([hidden]), button, select, summary, textarea, canvas, [tabindex='0']")]
        .filter((element) => element.checkVisibility() && element.tabIndex === 0).length`)) as number;
    for (let tabs = 1; tabs < controls; tabs++) await page.keyboard.press("Tab");
    expect(await focusedId(page)).toBe("print");
    for (let tabs = 1; tabs < controls; tabs++) await page.keyboard.press("Shift+Tab");
    expect(await focusedId(page)).toBe("search");
  });
});
