/** Tables and lists in the page: pasted, dropped and chosen; converted on the device; saved. */
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { readVectors } from "../../support/vectors.ts";
import {
  axeViolations,
  eventually,
  openTab,
  placeOf,
  SCREENS,
  startVisits,
  textOf,
  waitForCode,
} from "./browser.ts";
import { pasteTable, worldTable } from "./chromium.ts";

const visit = startVisits();

const TABLE = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n";

function message(page: Page): Promise<string> {
  return page.locator("#table-message").innerText();
}

/** Opens the tab of tables and types into it. */
async function typeTable(page: Page, text: string): Promise<void> {
  await openTab(page, "Table");
  await page.getByLabel("Points or mapcodes").fill(text);
}

/** Presses the button, and waits until the page says this. */
async function convert(page: Page, said: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "Convert" }).click();
  const text = eventually(() => message(page));
  await (typeof said === "string" ? text.toBe(said) : text.toMatch(said));
}

async function save(page: Page, button: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download: Download = await waiting;
  return readFileSync(await download.path(), "utf8");
}

/** Drags a file over the middle of the page. @returns drops it there */
async function drag(page: Page, name: string, text: string): Promise<() => Promise<void>> {
  const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`;
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(${file});
    return transfer;
  })()`);
  await page.locator("#map").dispatchEvent("dragover", { dataTransfer: data });
  return () => page.locator("#map").dispatchEvent("drop", { dataTransfer: data });
}

describe("a pasted table", () => {
  it("is converted, shown with the reasons of failed rows, and saved as csv and GeoJSON", async () => {
    const page = await visit.open();
    await openTab(page, "Table");
    await pasteTable(page, TABLE);
    await convert(page, "Read as csv with points. 2 rows converted. 1 row could not be.");
    await textOf(page.locator("#table-errors")).toMatch(/^2\s+.*"?north/);
    await textOf(page.locator("#table-error-kinds")).toBe(
      "1 row: A coordinate is not a number of degrees.",
    );
    expect(await save(page, "Save as csv")).toContain(
      "1,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n",
    );
    const collection = JSON.parse(await save(page, "Save as GeoJSON"));
    expect(collection.features[0]).toMatchObject({
      geometry: { type: "Point", coordinates: [4.908543, 52.376514] },
      properties: { id: "1", mapcode: "49.4V" },
    });
    // All that is saved of a table has the same codes.
    await openTab(page, "Place");
    await page.getByRole("slider", { name: "Extra characters" }).fill("2");
    await openTab(page, "Table");
    const again = JSON.parse(await save(page, "Save as GeoJSON"));
    expect(again.features[0].properties.mapcode).toBe("49.4V");
  });

  it("gives the same bytes as the service, also near borders", async () => {
    const page = await visit.open();
    const rows = readVectors("borders.tsv").map(({ lat, lon }) => `${lat},${lon}`);
    const table = `lat,lon\n${rows.join("\n")}\n`;
    expect(rows.length).toBeGreaterThan(1000);
    await openTab(page, "Table");
    await pasteTable(page, table);
    await convert(page, / rows converted\./);
    const reply = await fetch(new URL("../batch/codes", visit.address), {
      method: "POST",
      headers: { "content-type": "text/csv", accept: "text/csv" },
      body: table,
    });
    expect(await save(page, "Save as csv")).toBe(await reply.text());
  });

  it("of 100,000 rows is converted, and shown in part", async () => {
    const page = await visit.open();
    await openTab(page, "Table");
    await pasteTable(page, worldTable(100_000));
    await convert(page, "Read as csv with points. 100,000 rows converted.");
    await eventually(() => page.locator("#table-rows tr").count()).toBe(50);
    await textOf(page.locator("#table-more-rows")).toBe(
      "99,950 more rows: on the map, and in the file to save.",
    );
  });

  it("that nothing can be made of is refused with what to do", async () => {
    const page = await visit.open();
    await typeTable(page, "name;street\nhome;Main Street");
    await eventually(() => message(page)).toBe(
      "None of the first rows can be converted. Choose other columns.",
    );
    await page.getByLabel("Points or mapcodes").fill("Main Street");
    await convert(
      page,
      "Found neither points nor mapcodes; the first line is 'Main Street'. Name their columns lat and lon, or mapcode, or write one point or mapcode a line.",
    );
    await eventually(() => page.locator("#table-results").isVisible()).toBe(false);
  });
});

describe("a file", () => {
  it("is converted when it is dropped anywhere; a converted row is a place to go to", async () => {
    const page = await visit.open();
    const drop = await drag(page, "trees.csv", "tree,mapcode\noak,US-IN HH.GC\n");
    await drop();
    await convert(page, "Read as csv with mapcodes. 1 row converted.");
    await page.getByRole("button", { name: "US-IN HH.GC" }).click();
    await waitForCode(page, "US-IN HH.GC");
    expect(placeOf(page).latDeg).toBeCloseTo(39.77, 1);
  });

  it("is converted when it is chosen, and removed again", async () => {
    const page = await visit.open();
    await openTab(page, "Table");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    const file = { name: "home.geojson", mimeType: "application/geo+json" };
    const point = { type: "Point", coordinates: [4.908543, 52.376514] };
    const buffer = Buffer.from(
      JSON.stringify({ type: "Feature", properties: {}, geometry: point }),
    );
    await (await chooser).setFiles({ ...file, buffer });
    await convert(page, "Read as geojson with points. 1 row converted.");
    await page.getByRole("button", { name: "Remove" }).click();
    await eventually(() => page.locator("#table-results").isVisible()).toBe(false);
    expect(await message(page)).toBe("");
  });
});

describe("by the keyboard alone, a user", () => {
  it("types rows, converts them, reads the reasons and goes to a row", async () => {
    const page = await visit.open();
    await page.locator("#tab-place").focus();
    const focusedId = () => page.evaluate("document.activeElement.id");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    expect(await focusedId()).toBe("table-text");
    await page.keyboard.type("VHXGB.1J9J\nnothing\nUS-IN HH.GC");
    await page.keyboard.press("Tab");
    expect(await focusedId()).toBe("table-convert");
    await page.keyboard.press("Enter");
    await eventually(() => message(page)).toBe(
      "Read as a list of mapcodes. 2 rows converted. 1 row could not be.",
    );
    await page.keyboard.press("Tab");
    expect(await focusedId()).toBe("table-choose");
    // The summary of the preview.
    await page.keyboard.press("Tab");
    for (const id of ["table-csv", "table-geojson", "table-show", "table-clear"]) {
      await page.keyboard.press("Tab");
      expect(await focusedId()).toBe(id);
    }
    const waiting = page.waitForEvent("download");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    expect(await focusedId()).toBe("table-geojson");
    await page.keyboard.press("Enter");
    expect((await waiting).suggestedFilename()).toBe("mapcodes.geojson");
    for (const id of ["table-show", "table-clear"]) {
      await page.keyboard.press("Tab");
      expect(await focusedId()).toBe(id);
    }
    // The failed rows are saved by a button; the two lists scroll, so that they can have the focus; then come the rows.
    for (let step = 0; step < 5; step++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await waitForCode(page, "US-IN HH.GC");
  });
});

describe.each(["light", "dark"] as const)("in %s colors, a converted table", (colorScheme) => {
  it("breaks no rule of axe-core", async () => {
    const viewport = { width: 320, height: 500 };
    const page = await visit.open("", { colorScheme, viewport });
    await typeTable(page, TABLE);
    await convert(page, /^Read as csv/);
    expect(await axeViolations(page)).toEqual([]);
  });

  it("needs no scrolling to the side on a small screen", async () => {
    const page = await visit.open("", { colorScheme, viewport: { width: 320, height: 500 } });
    const longValue = "x".repeat(80);
    await typeTable(page, `${TABLE}4,${longValue},4\n`);
    await convert(page, /^Read as csv/);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    const widths = await page.evaluate(`[...document.querySelectorAll("#table-results .table")]
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`);
    expect(widths).toEqual([0, 0]);
    const numbers = page.locator("#table-rows td:last-child");
    expect(await numbers.first().innerText()).toMatch(/^52\.376514,\s4\.908543$/);
  });
});

describe.each(SCREENS)("on $device, a table", ({ screen }) => {
  const HAS_OTHER_NAMES = "id,p,q,r\n1,4.908543,52.376514,x\n2,151.2153,-33.8568,y\n";
  const columnsOf = (page: Page) => page.locator("#table-preview .used").allInnerTexts();

  it("is previewed with its columns, and others can be chosen before it is converted", async () => {
    const page = await visit.open("", screen);
    await typeTable(page, "id,lat,lon,y,x\n1,1,2,52.376514,4.908543\n2,3,4,-33.8568,151.2153\n");
    await page.getByText("Columns and first rows").waitFor();
    expect(await columnsOf(page)).toEqual(["lat", "lon"]);
    await eventually(() => page.locator("#preview-rows tr").count()).toBe(2);
    expect(await axeViolations(page)).toEqual([]);
    // Both at once, before the rows have been read anew.
    await page.evaluate(`for (const [role, column] of [["lat", "y"], ["lon", "x"]]) {
      const select = document.getElementById("column-" + role + "Column");
      select.value = column;
      select.dispatchEvent(new Event("change"));
    }`);
    await eventually(() => columnsOf(page)).toEqual(["y", "x"]);
    await convert(page, "Read as csv with points. 2 rows converted.");
    await eventually(() => page.locator("#table-rows button").allInnerTexts()).toEqual([
      "NLD 49.4V",
      "AU-NSW KB.2R",
    ]);
    await eventually(() => page.locator(".primary:visible").allInnerTexts()).toEqual([
      "Save as csv",
    ]);
  });

  it("with unusual names is read by the columns that the user chooses", async () => {
    const page = await visit.open("", screen);
    await typeTable(page, HAS_OTHER_NAMES);
    await page.getByLabel("Rows have").selectOption("Latitude and longitude");
    await page.getByLabel("Latitude", { exact: true }).selectOption("q");
    await page.getByLabel("Longitude", { exact: true }).selectOption("p");
    await eventually(() => columnsOf(page)).toEqual(["p", "q"]);
    await convert(page, /2 rows converted\.$/);
  });

  it("with latitudes beyond 90 asks whether the columns are swapped, and swaps them", async () => {
    const page = await visit.open("", screen);
    await typeTable(page, "lat,lon\n151.2153,-33.8568\n139.7671,35.6812\n");
    const swap = page.getByRole("button", { name: "Swap latitude and longitude" });
    await page.getByText("Are the columns swapped?").waitFor();
    await swap.click();
    await eventually(() => columnsOf(page)).toEqual(["lat", "lon"]);
    await convert(page, /2 rows converted\.$/);
    await textOf(page.locator("#table-rows button").first()).toBe("AU-NSW KB.2R");
  });

  it("has its failed rows saved on their own, and its messages stay", async () => {
    const page = await visit.open("", screen);
    await typeTable(page, TABLE);
    const summary = "Read as csv with points. 2 rows converted. 1 row could not be.";
    await convert(page, summary);
    expect(await save(page, "Save these rows")).toBe("id,lat,lon\n2,north,4\n");
    const saved = await save(page, "Save as csv");
    const fields = saved
      .trim()
      .split("\n")
      .map((line) => line.split(",").length);
    expect(new Set(fields).size).toBe(1);
    await eventually(() => message(page)).toBe(summary);
    await textOf(page.locator("#table-saved")).toBe("Saved mapcodes.csv.");
    await textOf(page.locator("#table-errors")).toContain("north");
  });
});

describe.each(SCREENS)("on $device, a dragged file", ({ screen }) => {
  it("is shown where to drop, and by its name", async () => {
    const page = await visit.open("", screen);
    const overPage = () => page.evaluate(`getComputedStyle(document.body, "::after").content`);
    const drop = await drag(page, "trees.csv", "tree,mapcode\noak,US-IN HH.GC\n");
    expect(await overPage()).toBe('"Drop the table here"');
    await drop();
    expect(await overPage()).toBe("none");
    await page.getByText("of trees.csv").waitFor();
  });
});
