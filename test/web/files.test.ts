import { describe, expect, it } from "vitest";
import { decode } from "../../src/index.ts";
import { readableFile } from "../../src/web/converter/files.ts";
import { coordinateText } from "../../src/web/wording.ts";
import { convert, replyTo } from "./convert-table.ts";

describe("a dropped file of another kind", () => {
  it.each([
    ["old.xls", "\xd0\xcf\x11\xe0", "Excel workbook of before 2007. Save it as xlsx or csv."],
    [
      "trees.ods",
      "PK\x03\x04mimetypeapplication/vnd.oasis.opendocument",
      "Save it as xlsx or csv.",
    ],
    ["trees.zip", "PK\x03\x04trees.csv", "Unpack it, and drop a file of it."],
    ["trees.kmz", "PK\x03\x04doc.kml", "Unpack it, and drop the kml file in it."],
    ["trees.csv.gz", "\x1f\x8b", "Unpack it first."],
    ["trees.pdf", "%PDF-1.7", "Copy the rows of its table, and paste them here."],
    ["trees.png", "\x89PNG\r\n", "a picture, not a table."],
    ["trees.gpkg", "SQLite format 3\0", "ogr2ogr -f GeoJSON points.geojson trees.gpkg"],
    ["trees.shp", "\0\0\x27\x0a", "ogr2ogr -f GeoJSON points.geojson trees.shp"],
    ["trees.html", "<!DOCTYPE html>", "Of these, the page reads KML and GPX."],
  ])("%s is named as what it is, with what to do", async (name, start, advice) => {
    const file = new File([Uint8Array.from(start, (char) => char.charCodeAt(0))], name);
    await expect(readableFile(file)).rejects.toThrow(advice);
  });

  it.each([
    ["rows", "lat,lon\n1,2\n"],
    ["codes in Pakistan", "PK-SD 49.4V\n"],
  ])("of %s stays as it is", async (_, text) => {
    const file = new File([text], "trees.csv");
    expect(await readableFile(file)).toEqual({ file });
  });
});

describe("the preview of a table", () => {
  it("has errors first, codes, and what its columns hold; rows have the numbers of a spreadsheet", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `t${index},52.37651${index},4.908543`);
    const table = `name,lat,lon\n\n${rows.join("\n")}\n"two\nlines",north,4\n`;
    const { preview, errors, starts, output, rows: rowsOfPoints } = await convert(table);
    expect(preview).toMatchObject({
      names: ["name", "lat", "lon"],
      roles: { latitude: 1, longitude: 2 },
      kind: "table",
    });
    expect(preview.rows).toHaveLength(10);
    expect(preview.rows[0]).toEqual({ result: "error", cells: ["two\nlines", "north", "4"] });
    expect(preview.rows[1]).toEqual({
      result: "NLD 49.4V",
      cells: ["t0", "52.376510", "4.908543"],
    });
    // The header, a blank row, 20 rows.
    expect(errors).toMatchObject([{ row: 23 }]);
    const [start, end] = [starts[rowsOfPoints[3]], starts[rowsOfPoints[3] + 1]];
    expect(await output.slice(start, end).text()).toMatch(/^t3,/);
  });

  it("stays if no column is found, and the user's word for columns is followed", async () => {
    const table = "id,a,b,b\n1,4.9,52.3,7\n";
    const cells = ["1", "4.9", "52.3", "7"];
    const reply = await replyTo(table);
    expect(reply).toMatchObject({
      error: expect.stringContaining('use the choice "latitude" above the column'),
      preview: { names: ["id", "a", "b", "b"], rows: [{ cells }] },
    });
    expect(reply).not.toMatchObject({ error: expect.stringMatching(/option|Column/) });
    const { preview } = await convert(table, { columns: { longitude: "a", latitude: "3" } });
    expect(preview.rows).toEqual([{ result: "NLD GG.LCG", cells }]);
    const second = await convert(table, { columns: { latitude: "a", longitude: "4" } });
    expect(second.preview.roles).toEqual({ latitude: 1, longitude: 3 });
  });

  it("of swapped or semicolon-separated columns shows them, whether they can be converted or not", async () => {
    const { summary, preview: swapped } = await convert("lat,lon\n151,-33\n120,-20\n");
    expect(summary).toMatch(/ 0 rows converted\. 2 rows could not be converted\. .* swapped\?/);
    expect(swapped).toMatchObject({
      roles: { latitude: 0, longitude: 1 },
      rows: [
        { result: "error", cells: ["151", "-33"] },
        { result: "error", cells: ["120", "-20"] },
      ],
    });
    const { preview, delimiter } = await convert("name;lat;lon\nhome;52,376514;4,908543\n");
    const cells = ["home", "52,376514", "4,908543"];
    expect([delimiter, preview.rows]).toEqual([";", [{ result: "NLD 49.4V", cells }]]);
    expect(preview).toMatchObject({ names: ["name", "lat", "lon"], roles: { latitude: 1 } });
  });

  it("of JSON has menus, too", async () => {
    const table = JSON.stringify([{ a: 52.376514, b: "4.908543" }]);
    const cells = ["52.376514", "4.908543"];
    const first = await replyTo(table);
    expect(first).toMatchObject({
      error: expect.stringContaining('use the choice "latitude" above the column'),
      preview: { names: ["a", "b"], kind: "object", rows: [{ cells }] },
    });
    const columns = { latitude: "a", longitude: "b" };
    const { preview } = await convert(table, { columns });
    expect(preview).toMatchObject({ roles: { latitude: 0, longitude: 1 } });
    expect(preview.rows[0]?.result).toBe("NLD 49.4V");
  });

  it("of a table without a header has all rows, once the user has said so", async () => {
    const table = "home,52.376514,4.908543\nopera,-33.8568,151.2153\n";
    expect(await convert(table)).toMatchObject({ failed: 2, preview: { kind: "line" } });
    const [name, columns] = ["trees.csv", { latitude: "2", longitude: "3" }];
    for (const chosen of [{}, columns]) {
      expect(await replyTo(table, { name, columns: chosen })).toMatchObject({
        error: expect.stringMatching(
          /If the table has no header, use the box "Table without a header"/,
        ),
        preview: { kind: "table" },
      });
    }
    const doubtful = await replyTo(table, { name, header: false });
    expect(doubtful).toMatchObject({
      error: expect.stringContaining('the choice "latitude" above column 2'),
      preview: {
        names: ["column1", "column2", "column3"],
        rows: [{ cells: ["home", ...["52.376514", "4.908543"]] }, {}],
      },
    });
    const { preview, summary, errors } = await convert(`${table}x,north,1\n`, {
      header: false,
      columns,
    });
    expect(summary).toContain(" 2 rows converted.");
    expect(preview.rows.map(({ result }) => result)).toEqual([
      "error",
      "NLD 49.4V",
      "AU-NSW KB.2R",
    ]);
    expect(errors).toMatchObject([{ row: 3 }]);
  });

  it("of a table in another encoding names the menu for it, which reads it", async () => {
    const bytes = Buffer.from("name,lat,lon\nZürich,52.376514,4.908543\n", "latin1");
    const { errors } = await convert(bytes);
    expect(errors[0]?.message).toBe(
      'The row is not UTF-8 text. Name the encoding of the input with the menu "Encoding".',
    );
    const { preview } = await convert(bytes, { encoding: "windows-1252" });
    expect(preview.rows).toEqual([
      { result: "NLD 49.4V", cells: ["Zürich", "52.376514", "4.908543"] },
    ]);
  });

  it.each([
    ...["", "\n\n", "name,lat,lon\n", "[]", '{"type":"FeatureCollection","features":[]}'],
  ])("of %j says that it has no rows", async (text) => {
    expect(await replyTo(text)).toMatchObject({ error: "The table has no rows." });
  });

  it("of pairs can have the longitude first", async () => {
    const { preview } = await convert("4.908543, 52.376514\n", { lonFirst: true });
    expect(preview).toMatchObject({ hasPairs: true, rows: [{ result: "NLD 49.4V" }] });
  });

  it("says what may be meant by NL in front of codes, and reads codes alone as the user means it", async () => {
    const table = "note,code\nNL 12.50,NL 49.4V\n";
    const first = await convert(table);
    expect(first.summary).toMatch(
      / 1 row converted\. 'NL' is read as IN-NL, Nagaland in India\. For the country Netherlands, write NLD\.$/,
    );
    expect(first.ambiguous).toMatchObject([{ name: "NL", readAs: "IN-NL" }]);
    expect(first.ambiguous[0]?.meanings).toEqual(
      new Map([
        ["IN-NL", "Nagaland, India"],
        ["NLD", "Netherlands"],
        ["CA-NL", "Newfoundland and Labrador, Canada"],
      ]),
    );
    const { output, summary } = await convert(table, { meanings: { NL: "NLD" } });
    expect(await output.text()).toBe(
      "note,code,latitude,longitude,error\nNL 12.50,NL 49.4V,52.376514,4.9085434,\n",
    );
    expect(summary).toMatch(/ 1 row converted\.$/);
  });

  it("has a menu for a name that is read as another territory than people mean", async () => {
    const table = "code\nUK 49.4V\n";
    expect((await convert(table)).ambiguous).toMatchObject([{ name: "UK", readAs: "IN-UT" }]);
    const { preview } = await convert(table, { meanings: { UK: "GBR" } });
    const { latDeg, lonDeg } = decode("GBR 49.4V");
    expect(preview.rows[0]?.result).toBe(coordinateText({ latDeg, lonDeg }));
  });

  it("has a menu for the name of a country that is not a territory, though no row is converted before", async () => {
    const table = "code\nFR 49.4V\nFR 4J.P2\n";
    const { ambiguous, errors, failed } = await convert(table);
    expect([failed, errors[0]?.message]).toEqual([2, expect.stringContaining("mean 'FRA 49.4V'?")]);
    expect(ambiguous).toEqual([{ name: "FR", readAs: "", meanings: new Map([["FRA", "France"]]) }]);
    const { summary } = await convert(table, { meanings: { FR: "FRA" } });
    expect(summary).toMatch(/ 2 rows converted\.$/);
  });

  it.each([
    ["code,territory\n49.4V,NL\n49.4V,FR\n", "decode"],
    ["lat,lon,territory\n52.376514,4.908543,NL\n48.8584,2.2945,FR\n", "encode"],
  ])("has a menu for each such name in a column of territories: %j", async (table, operation) => {
    // Points are restricted to the territories of a column only if the user says so.
    const columns = operation === "encode" ? { territory: "territory" } : {};
    const first = await convert(table, { columns });
    expect(first).toMatchObject({
      operation,
      ambiguous: [
        { name: "NL", readAs: "IN-NL" },
        { name: "FR", readAs: "" },
      ],
    });
    const meanings = { NL: "NLD", FR: "FRA" };
    const { summary, preview } = await convert(table, { columns, meanings });
    expect(summary).toContain(" 2 rows converted.");
    expect(summary).not.toContain("is read as");
    const [{ result = "" } = {}] = preview.rows;
    expect(result).toMatch(operation === "encode" ? /^NLD 49\.4V$/ : /^52\.3765/);
  });

  it("has no menu for names in the column of a country, or of no territory", async () => {
    for (const table of [
      "code,state,country\nHH.GC,IN,USA\n",
      "lat,lon,unit\n52.376514,4.908543,NL\n",
      "code,territory\n49.4V,NLD\n49.4V,Netherlands\nHH.GC,US-IN\n",
    ]) {
      expect((await convert(table)).ambiguous).toEqual([]);
    }
  });

  it("is saved with errors in the words of the page", async () => {
    const { output, errors } = await convert("name,code\nhome,NLD 49.4V\nshop,49.4V\n");
    const [, , shop = ""] = (await output.text()).split("\n");
    expect(shop).toContain('the choice ""territory"" above the column');
    expect(shop).not.toMatch(/option|--/);
    expect(errors[0]?.message).toContain('the choice "territory" above the column');
  });

  it("warns of an ambiguous name in any row, and of no other name", async () => {
    const late = `code\n${"NLD 49.4V\n".repeat(20_000)}NL 49.4V\n`;
    expect((await convert(late)).summary).toContain("'NL' is read as IN-NL");
    for (const code of ["NLD 49.4V", "IN-NL 49.4V", "FRA 49.4V", "VHXGB.1J9J"]) {
      const { ambiguous, summary } = await convert(`tree,code\nNL,${code}\n`);
      expect([ambiguous, summary]).toEqual([[], expect.not.stringContaining("is read as")]);
    }
  });
});

describe("the rows of a converted table", () => {
  it("are those of the batch, where cells have quotes, line ends and blank lines", async () => {
    const point = "52.376514,4.908543";
    const table = `name,lat,lon\r\n5" pipe,north,4\r\n\r\n"b\n""c",${point}\r\n"x" y,1,2\r\n3" z,${point}\r\n`;
    const { preview, errors } = await convert(table);
    expect(errors.map(({ row }) => row)).toEqual([2, 5]);
    expect(preview.rows.map(({ cells, result }) => [cells[0], result])).toEqual([
      ['5" pipe', "error"],
      ['"x" y', "error"],
      ['b\n"c', "NLD 49.4V"],
      ['3" z', "NLD 49.4V"],
    ]);
  });

  it.each([
    "lat\tlon\tname\r\nx\t4\tĊ\u0a05\r\n52\t4\tb\r\n",
    "52,4\n  \nx,4\n\n",
  ])("have the numbers of a spreadsheet in UTF-16 and UTF-8: %j", async (table) => {
    const row = table.split("\n").findIndex((line) => line.startsWith("x")) + 1;
    const utf16 = [Uint8Array.of(0xff, 0xfe), Buffer.from(table, "utf16le")];
    for (const file of [new File([table], ""), new File(utf16, "")]) {
      expect((await convert("", { file })).errors).toMatchObject([{ row }]);
    }
  });
});
