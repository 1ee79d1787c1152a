/** Tables and lists in the page: pasted, dropped and chosen; converted on the device; saved. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { readVectors } from "../../support/vectors.ts";
import {
  eventually,
  expectAxe,
  isColor,
  SCREENS,
  shareOf,
  startVisits,
  textOf,
} from "./browser.ts";
import { pasteTable, worldTable } from "./chromium.ts";

const visit = startVisits();

const TABLE = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n";

const message = (page: Page) => textOf(page.locator("#table-message"));
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

async function save(page: Page, button: string) {
  const waiting = page.waitForEvent("download");
  await press(page, button);
  const download = await waiting;
  const text = readFileSync(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text };
}

describe.each(SCREENS)("on $device, a pasted table", ({ screen }) => {
  it("is converted at once, shown with the reasons of failed rows, and saved", async () => {
    const page = await visit.open("", screen);
    await pasteTable(page, TABLE);
    await message(page).toMatch(/^Read as csv, .* 2 rows converted. 1 row could not be.$/);
    await textOf(page.locator("#table-errors")).toMatch(/^Row 2: .*north/);
    const { text } = await save(page, "Save as csv");
    expect(text).toContain("1,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n");
    // All that is saved of a table has the same codes.
    await page.getByRole("slider", { name: "Extra characters" }).fill("2");
    const collection = await save(page, "Save as GeoJSON");
    expect(JSON.parse(collection.text).features[0]).toMatchObject({
      geometry: { type: "Point", coordinates: [4.908543, 52.376514] },
      properties: { id: "1", mapcode: "49.4V" },
    });
    await expectAxe(page);
    await press(page, "Remove");
    await eventually(() => page.locator("#table-results").isVisible()).toBe(false);
    await message(page).toBe("");
  });

  it("of 100,000 rows is converted, and each row is a dot", async () => {
    const page = await visit.open("", screen);
    await pasteTable(page, worldTable(100_000));
    await message(page).toMatch(/^Read as csv, .* 100,000 rows converted.$/);
    const rowShare = () => shareOf(page, isColor("#5b2a86"));
    // Rows are everywhere but near the poles.
    await eventually(rowShare).toBeGreaterThan(0.4);
    for (let step = 0; step < 5; step++) await press(page, "Zoom in");
    await eventually(rowShare).toBeLessThan(0.3);
    expect(await rowShare()).toBeGreaterThan(0.001);
  });

  it("of swapped columns is answered with that question", async () => {
    const page = await visit.open("", screen);
    await pasteTable(page, "lat,lon\n151.2153,-33.8568\n139.7671,35.6812\n");
    await message(page).toMatch(/swapped/);
  });
});

describe("a table", () => {
  it("gives the same bytes as the service, also near borders", async () => {
    const page = await visit.open();
    const rows = readVectors("borders.tsv").map(({ lat, lon }) => `${lat},${lon}`);
    const body = `lat,lon\n${rows.join("\n")}\n`;
    expect(rows.length).toBeGreaterThan(1000);
    await pasteTable(page, body);
    await message(page).toMatch(/ rows converted\./);
    const headers = { "content-type": "text/csv", accept: "text/csv" };
    const address = new URL("../batch/codes", visit.address);
    const reply = await fetch(address, { method: "POST", headers, body });
    expect((await save(page, "Save as csv")).text).toBe(await reply.text());
  });

  it("is converted when it is dropped anywhere or chosen, and its name is kept", async () => {
    const page = await visit.open();
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["tree,mapcode\\noak,US-IN HH.GC\\n"], "trees.csv"));
      return transfer;
    })()`);
    await page.locator("#map").dispatchEvent("dragover", { dataTransfer: data });
    const overPage = await page.evaluate(`getComputedStyle(document.body, "::after").content`);
    expect(overPage).toBe('"Drop the table here"');
    await page.locator("#map").dispatchEvent("drop", { dataTransfer: data });
    await message(page).toMatch(/^Read as csv, mapcode from .* 1 row converted.$/);
    expect((await save(page, "Save as GeoJSON")).name).toBe("trees-mapcodes.geojson");
    const buffer = Buffer.from(TABLE.replaceAll(",", "\t"));
    const choice = { name: "home.tsv", mimeType: "text/plain", buffer };
    await page.locator("#table-file").setInputFiles(choice);
    await message(page).toMatch(/^Read as tsv, latitude/);
  });

  it("can be stopped while it is converted", async () => {
    const page = await visit.open();
    await pasteTable(page, worldTable(400_000));
    await press(page, "Stop");
    await message(page).toBe("Stopped.");
    expect(await page.locator("#table-progress").isVisible()).toBe(false);
  });
});
