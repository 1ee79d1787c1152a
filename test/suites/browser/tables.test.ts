/** Tables and lists in the page: pasted, dropped and chosen; converted on the device; saved. */
import { readFileSync } from "node:fs";
import type { Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { readVectors } from "../../support/vectors.ts";
import { zipOf } from "../../support/zip.ts";
import { eventually, isColor, SCREENS, startVisits, type Visitor, worldTable } from "./browser.ts";

const visit = startVisits();

const TABLE = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n";

const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

type Rows = readonly (readonly (string | number)[])[];

/** A workbook as Excel writes it, with texts in the rows of its sheets: the smallest that has all required parts. */
function workbookOf(...sheets: readonly Rows[]): Buffer {
  const cell = (value: string | number, row: number, column: number) => {
    const at = `r="${"ABC"[column]}${row + 1}"`;
    if (typeof value === "number") return `<c ${at}><v>${value}</v></c>`;
    return `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const sheetOf = (rows: Rows) => {
    const lines = rows.map((cells, row) => {
      const texts = cells.map((value, column) => cell(value, row, column));
      return `<row r="${row + 1}">${texts.join("")}</row>`;
    });
    return `${XML}<worksheet xmlns="${SPREADSHEET}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
  };
  const related = (type: string, ...targets: readonly string[]) => {
    const parts = targets.map(
      (target, at) =>
        `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    );
    return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${parts.join("")}</Relationships>`;
  };
  const numbers = sheets.map((_, at) => at + 1);
  const each = (text: (number: number) => string) => numbers.map(text).join("");
  const worksheets = numbers.map((number) => `worksheets/sheet${number}.xml`);
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return zipOf({
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kind}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": related("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${each((number) => `<sheet name="Trees ${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": related("worksheet", ...worksheets),
    ...Object.fromEntries(sheets.map((rows, at) => [`xl/${worksheets[at]}`, sheetOf(rows)])),
  });
}

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark><name>oak, old</name><Point><coordinates>4.908543,52.376514,3</coordinates></Point></Placemark>
<Placemark><name>elm</name><MultiGeometry><Point><coordinates>151.2153,-33.8568</coordinates></Point>
<LineString><coordinates>4.9,52.3 4.8,52.4</coordinates></LineString></MultiGeometry></Placemark>
</Document></kml>`;

const GPX = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="52.376514" lon="4.908543"><name>oak, old</name></wpt>
<wpt lat="-33.8568" lon="151.2153"><name>elm</name></wpt></gpx>`;

const TREES = [
  ["name", "latitude", "longitude"],
  ["oak, old", 52.376514, 4.908543],
  ["elm", -33.8568, 151.2153],
] as const;

/** Drops a file on the map. */
async function drop({ page }: Visitor, name: string, content: Buffer, ...others: string[]) {
  const bytes = JSON.stringify([...content]);
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(${bytes})], ${JSON.stringify(name)}));
    for (const name of ${JSON.stringify(others)}) transfer.items.add(new File(["1,2"], name));
    return transfer;
  })()`);
  await page.locator("#map").dispatchEvent("dragover", { dataTransfer });
  const overPage = await page.evaluate(`getComputedStyle(document.body, "::after").content`);
  expect(overPage).toBe('"Drop the table here"');
  await page.locator("#map").dispatchEvent("drop", { dataTransfer });
}

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
    await user.page.getByLabel("code and territory in one column").check();
    const joined = await save(user, "Save as csv");
    expect(joined.text).toContain("1,52.376514,4.908543,NLD 49.4V,VHXGB.1J9J,\n");
    await user.page.getByLabel("code and territory in one column").uncheck();
    await user.setPrecision(2);
    await user.text("#table-preview tbody tr:nth-child(2) th").toBe("NLD 49.4V-K2");
    const collection = await save(user, "Save as GeoJSON");
    expect(JSON.parse(collection.text).features[0]).toMatchObject({
      geometry: { type: "Point", coordinates: [4.908543, 52.376514] },
      properties: { id: "1", mapcode: "49.4V-K2" },
    });
    await user.expectAxe();
    await user.press("Remove");
    await user.setPrecision(3);
    await eventually(() => user.page.locator("#table-results").isVisible()).toBe(false);
    await user.message().toBe("");
  });

  it("is shown as dots that nothing covers, and hides no code of a place that is clicked", async () => {
    const user = await visit.open("", screen);
    await user.pasteTable("lat,lon\n52.3,5\n52.1,5\n");
    await user.message().toMatch(/ 2 rows converted\.$/);
    await user.press("Zoom to all");
    const { width, height } = await user.mapBox();
    for (const [y, row] of [
      [80, "lat: 52.3 · lon: 5"],
      [height - 80, "lat: 52.1 · lon: 5"],
    ] as const) {
      await user.page.locator("#map").click({ position: { x: width / 2, y } });
      await user.text("#row-text").toBe(row);
      await user.page.getByRole("button", { name: "Close the row" }).click();
    }
    await user.page.locator("#map").click({ position: { x: width / 3, y: height / 2 } });
    await user.text("#heading").toMatch(/^About here/);
    for (const shown of ["#heading", "#answer-code"]) {
      const box = await user.page.locator(shown).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeLessThan(screen.viewport.height - 40);
    }
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
    await drop(user, "old.trees.csv", Buffer.from("tree,mapcode\noak,US-IN HH.GC\n"));
    await user.message().toMatch(/^Read as csv, mapcode from .* 1 row converted.$/);
    expect((await save(user, "Save as GeoJSON")).name).toBe("old.trees-mapcodes.geojson");
    await drop(user, "a.csv", Buffer.from(TABLE), "b.csv", "c.csv");
    await user.message().toMatch(/^Only a\.csv is read, one of 3 files\. Read as csv, latitude/);
    const buffer = Buffer.from(TABLE.replaceAll(",", "\t"));
    const choice = { name: "home.tsv", mimeType: "text/plain", buffer };
    await user.page.locator("#table-file").setInputFiles(choice);
    await user.message().toMatch(/^Read as tsv, latitude/);
  });

  it.each([
    ["trees.xlsx", workbookOf(TREES), []],
    ["trees.kml", Buffer.from(KML), ["elm,52.3,4.9,NLD", "elm,52.4,4.8,NLD"]],
    ["trees.gpx", Buffer.from(GPX), []],
  ])("in a dropped %s becomes one of codes, with the names of its rows", async (name, content, lines) => {
    const user = await visit.open();
    await drop(user, name, content);
    await user
      .message()
      .toMatch(`latitude from 'latitude', longitude from 'longitude'. ${2 + lines.length} rows`);
    const saved = await save(user, "Save as csv");
    expect(saved.name).toBe("trees-mapcodes.csv");
    const [, oak, elm, ...others] = saved.text.split("\n");
    expect(oak).toBe('"oak, old",52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,');
    expect(elm).toMatch(/^elm,-33\.8568,151\.2153,AU-NSW,/);
    expect(others).toEqual([...lines.map((line) => expect.stringContaining(line)), ""]);
  });

  it("in a workbook needs at most 60 kB more", async () => {
    const user = await visit.open();
    await user.page.waitForLoadState("networkidle");
    const requests: Request[] = [];
    user.page.on("requestfinished", (request) => requests.push(request));
    await drop(user, "trees.xlsx", workbookOf(TREES));
    await user.message().toMatch(/ 2 rows converted\.$/);
    // The worker and the borders are for all tables.
    const added = requests.filter((request) => !/(?:worker|borders)-/.test(request.url()));
    const sizes = await Promise.all(added.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
    console.log(`${(bytes / 1000).toFixed()} kB for a workbook`);
  });

  it("in one of several sheets is named, and keeps all properties of KML and GPX", async () => {
    const user = await visit.open();
    await drop(user, "trees.xlsx", workbookOf([], TREES, TREES));
    await user
      .message()
      .toMatch(/^Only the sheet Trees 2 is read, the first of 2\. Read as csv, .* 2 rows/);
    const height = '<ExtendedData><Data name="height"><value>12</value></Data></ExtendedData>';
    for (const [name, content, line] of [
      [
        "trees.kml",
        KML.replace("<Point>", `<description>big</description>${height}<Point>`),
        '"oak, old",big,12,52.376514,4.908543,',
      ],
      [
        "trees.gpx",
        GPX.replace("</name>", "</name><desc>big</desc>"),
        '"oak, old",big,52.376514,4.908543,',
      ],
    ] as const) {
      await drop(user, name, Buffer.from(content));
      await user.message().toMatch(/^Read as csv/);
      expect((await save(user, "Save as csv")).text.split("\n")[1]).toContain(line);
    }
  });

  it("without a header, or in another encoding, is read as the user says", async () => {
    const user = await visit.open();
    await drop(
      user,
      "trees.csv",
      Buffer.from("elm,-33.8568,151.2153\nZürich,52.376514,4.908543\n", "latin1"),
    );
    await user
      .message()
      .toMatch(/use the box "Table without a header", the choice "latitude" above column 2/);
    await user.page.getByLabel("Table without a header").check();
    await user.message().toMatch(/^Without a header/);
    await user.page.getByLabel("What column2 holds").selectOption("latitude");
    await user.page.getByLabel("What column3 holds").selectOption("longitude");
    await user.message().toMatch(/ 1 row converted\. 1 row could not be converted\.$/);
    await user.page.getByLabel("Encoding").selectOption("Western European");
    await user.message().toMatch(/ 2 rows converted\.$/);
    const { text } = await save(user, "Save as csv");
    expect(text).toContain("Zürich,52.376514,4.908543,NLD,49.4V,");
    await user.expectAxe();
  });

  it("in a damaged workbook, KML or GPX is refused with what is wrong", async () => {
    const user = await visit.open();
    for (const [name, content, reason] of [
      ["trees.xlsx", workbookOf(TREES).subarray(0, 500), /^This workbook cannot be read\./],
      ["trees.kml", Buffer.from(KML.slice(0, 250)), /^This KML file is damaged/],
      ["trees.kml", Buffer.from(KML.replace("oak,", "oak &")), /^This KML file is damaged/],
      [
        "trees.gpx",
        Buffer.from(GPX.replaceAll(/<wpt.*<\/wpt>/g, "")),
        /^This file has no points\.$/,
      ],
    ] as const) {
      await drop(user, name, content);
      await user.message().toMatch(reason);
    }
  });

  it("of swapped columns is answered with that question, and a button for it; menus decide the rest", async () => {
    const user = await visit.open();
    await user.pasteTable("lat,lon\n151.2153,-33.8568\n139.7671,35.6812\n");
    await user.message().toMatch(/swapped/);
    await user.press("Swap latitude and longitude");
    await user.message().toMatch(/latitude from 'lon'.* 2 rows converted\.$/);
    await user.press("Remove");
    const pointsOf = (...points: readonly (readonly number[])[]) =>
      points.map((coordinates) => ({ type: "Point", coordinates }));
    const geometries = pointsOf([-33.8568, 151.2153], [52.376514, 4.908543]);
    const features = geometries.map((geometry) => ({ type: "Feature", properties: {}, geometry }));
    await user.pasteTable(JSON.stringify({ type: "FeatureCollection", features }));
    await user.message().toMatch(/swapped\?.* Use the button "Swap latitude and longitude"\.$/);
    await user.press("Swap latitude and longitude");
    await user.message().toBe("Read as geojson. 2 rows converted.");
    const { text } = await save(user, "Save as GeoJSON");
    const saved = JSON.parse(text).features.map((one: { geometry: unknown }) => one.geometry);
    expect(saved).toEqual(pointsOf([151.2153, -33.8568], [4.908543, 52.376514]));
    await user.press("Remove");
    await user.pasteTable("a,b\n4.908543,52.376514\n");
    await user.message().toMatch(/use the choice "latitude" above the column/);
    await user.page.getByLabel("What a holds").selectOption("longitude");
    await user.page.getByLabel("What b holds").selectOption("latitude");
    await user.text("#table-preview tbody th").toBe("NLD 49.4V");
    await user.press("Remove");
    await user.pasteTable("code,country\n4J.P2,France\n");
    await user.text("#table-preview tbody th").toMatch(/^48\.858/);
    expect(await user.page.getByLabel("What country holds").inputValue()).toBe("country");
    await user.press("Remove");
    await user.pasteTable("code\nFR 4J.P2\n");
    await user.message().toMatch(/1 row could not be converted/);
    await user.page.getByLabel("FR means").selectOption("France");
    await user.text("#table-preview tbody th").toMatch(/^48\.858/);
  });

  it("is read from pasted KML and GPX, too", async () => {
    const user = await visit.open();
    for (const text of [KML, GPX]) {
      await user.pasteTable(text);
      await user.message().toMatch(/^Read as csv, latitude from .* \d rows converted\.$/);
      await user.press("Remove");
    }
  });

  it("of codes without territories is converted in the one that the user names", async () => {
    const user = await visit.open();
    await user.pasteTable("name,mapcode\nhome,49.4V\n");
    await user.text("#table-errors").toContain('the field "Territory of the codes" for all rows');
    expect(await user.page.getByRole("button", { name: "Zoom to all" }).isVisible()).toBe(false);
    const field = user.page.getByLabel("Territory of the codes");
    await field.fill("Neverland");
    await field.press("Enter");
    await user.message().toBe("No territory is called Neverland. Check the spelling.");
    await field.fill("Netherlands");
    await field.press("Enter");
    await user.message().toMatch(/ 1 row converted\.$/);
    await user.text("#table-preview tbody th").toMatch(/^52\.3765/);
    expect(await field.inputValue()).toBe("NLD");
    await user.expectAxe();
    await user.press("Remove");
    await user.pasteTable(TABLE);
    await user.message().toMatch(/ 2 rows converted\./);
    expect(await field.isVisible()).toBe(false);
  });

  it("says that the network is missing, and is converted once it is back", async () => {
    visit.expectFailures();
    const user = await visit.open();
    await user.page.locator("#table-text").fill(TABLE);
    await user.page.context().setOffline(true);
    await user.press("Convert");
    await user
      .message()
      .toBe("The converter could not be loaded. Check the network, and try again.");
    await user.page.context().setOffline(false);
    await user.press("Convert");
    await user.message().toMatch(/ 2 rows converted\./);
  });

  it("shows no code of a row, and saves none, while it is read in another way", async () => {
    const user = await visit.open();
    await user.pasteTable("a,x,y\nhome,5.1,52.1\n");
    await user.message().toMatch(/ 1 row converted\.$/);
    // A dot of 7 pixels, which no code of a cell covers.
    await eventually(() => user.share(isColor("#a13d00"))).toBeGreaterThan(20 / (860 * 800));
    const { x, y, width, height } = await user.mapBox();
    await user.page.mouse.click(x + width / 2, y + height / 2);
    await user.text("#row-code").toBe("NLD NN.YJ");
    await user.text("#row-text").toBe("a: home · x: 5.1 · y: 52.1");
    const release = await user.holdBack(/worker-/);
    await user.press("Swap latitude and longitude");
    await user.text("#table-preview tbody th").toBe("…");
    for (const shown of ["#row-card", "#table-saving"]) {
      expect(await user.page.locator(shown).isVisible()).toBe(false);
    }
    release();
    await user.text("#table-preview tbody th").not.toBe("…");
    expect(await user.page.locator("#row-card").isVisible()).toBe(false);
    expect(await user.page.locator("#table-saving").isVisible()).toBe(true);
  });

  it("replaces the shown one when it is pasted, unless its text has been edited", async () => {
    const user = await visit.open();
    const field = user.page.locator("#table-text");
    await user.pasteTable("NLD 49.4V\n");
    await user.message().toBe("Read as a list of mapcodes. 1 row converted.");
    await user.pasteTable("VHXGB.1J9J\nNLD GG.LCG");
    await user.message().toBe("Read as a list of mapcodes. 2 rows converted.");
    await field.press("End");
    await field.press("Enter");
    await user.pasteTable("US-IN HH.GC");
    await user.message().toBe("Read as a list of mapcodes. 3 rows converted.");
    expect(await field.inputValue()).toBe("VHXGB.1J9J\nNLD GG.LCG\nUS-IN HH.GC");
  });

  it("that is long can be stopped", async () => {
    const user = await visit.open();
    await user.pasteTable(worldTable(400_000));
    await user.press("Stop");
    await user.message().toBe("Stopped.");
    expect(await user.page.locator("#table-progress").isVisible()).toBe(false);
  });
});
