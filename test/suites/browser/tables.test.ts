/** Tables and lists in the page: pasted, dropped and chosen; converted on the device; saved. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readVectors } from "../../support/vectors.ts";
import { eventually, isColor, SCREENS, startVisits, type Visitor, worldTable } from "./browser.ts";

const visit = startVisits();

const TABLE = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n";

async function save({ page, press }: Visitor, button: string) {
  const waiting = page.waitForEvent("download");
  await press(button);
  const download = await waiting;
  const text = readFileSync(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text };
}

describe.each(SCREENS)("on $device, a pasted table", ({ screen }) => {
  it("is converted at once, shown with the reasons of failed rows, and saved", async () => {
    const user = await visit.open("", screen);
    await user.pasteTable(TABLE);
    await user
      .message()
      .toMatch(/^Read as csv, .* 2 rows converted. 1 row could not be converted.$/);
    await user.text("#table-errors").toMatch(/^Row 3: .*north/);
    const { name, text } = await save(user, "Save as csv");
    expect(name).toBe("mapcodes.csv");
    expect(text).toContain("1,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n");
    // All files of a table have the same codes.
    await user.setPrecision(2);
    const collection = await save(user, "Save as GeoJSON");
    expect(JSON.parse(collection.text).features[0]).toMatchObject({
      geometry: { type: "Point", coordinates: [4.908543, 52.376514] },
      properties: { id: "1", mapcode: "49.4V" },
    });
    await user.expectAxe();
    await user.press("Remove");
    await eventually(() => user.page.locator("#table-results").isVisible()).toBe(false);
    await user.message().toBe("");
  });

  it("of 100,000 rows is converted, and each row is a dot", async () => {
    const user = await visit.open("", screen);
    await user.pasteTable(worldTable(100_000));
    await user.message().toMatch(/^Read as csv, .* 100,000 rows converted.$/);
    const rowShare = () => user.share(isColor("#a13d00"));
    // Rows are everywhere but near the poles.
    await eventually(rowShare).toBeGreaterThan(0.4);
    for (let step = 0; step < 5; step++) await user.press("Zoom in");
    await eventually(rowShare).toBeLessThan(0.3);
    expect(await rowShare()).toBeGreaterThan(0.001);
  });
});

describe("a table", () => {
  it("gives the same bytes as the service, also near borders", async () => {
    const user = await visit.open();
    const rows = readVectors("borders.tsv").map(({ lat, lon }) => `${lat},${lon}`);
    const body = `lat,lon\n${rows.join("\n")}\n`;
    expect(rows.length).toBeGreaterThan(1000);
    await user.pasteTable(body);
    await user.message().toMatch(/ rows converted\./);
    const headers = { "content-type": "text/csv", accept: "text/csv" };
    const address = new URL("../batch/codes", visit.address);
    const reply = await fetch(address, { method: "POST", headers, body });
    expect((await save(user, "Save as csv")).text).toBe(await reply.text());
  });

  it("is converted when it is dropped anywhere or chosen, and its name is kept", async () => {
    const user = await visit.open();
    const map = user.page.locator("#map");
    const dataTransfer = await user.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["tree,mapcode\\noak,US-IN HH.GC\\n"], "old.trees.csv"));
      return transfer;
    })()`);
    await map.dispatchEvent("dragover", { dataTransfer });
    const overPage = await user.page.evaluate(`getComputedStyle(document.body, "::after").content`);
    expect(overPage).toBe('"Drop the table here"');
    await map.dispatchEvent("drop", { dataTransfer });
    await user.message().toMatch(/^Read as csv, mapcode from .* 1 row converted.$/);
    expect((await save(user, "Save as GeoJSON")).name).toBe("old.trees-mapcodes.geojson");
    const buffer = Buffer.from(TABLE.replaceAll(",", "\t"));
    const choice = { name: "home.tsv", mimeType: "text/plain", buffer };
    await user.page.locator("#table-file").setInputFiles(choice);
    await user.message().toMatch(/^Read as tsv, latitude/);
  });

  it("of swapped columns is answered with that question, and a long one can be stopped", async () => {
    const user = await visit.open();
    await user.pasteTable("lat,lon\n151.2153,-33.8568\n139.7671,35.6812\n");
    await user.message().toMatch(/swapped/);
    await user.pasteTable(worldTable(400_000));
    await user.press("Stop");
    await user.message().toBe("Stopped.");
    expect(await user.page.locator("#table-progress").isVisible()).toBe(false);
  });
});
