/** DuckDB: the functions of mapcoded-cli/duckdb, and Parquet to Parquet on the command line. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, ROOT } from "../../../scripts/paths.js";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import {
  allCpuSeconds,
  blocksOf,
  expectRows,
  installTools,
  linesOfPoints,
  localText,
  MANY,
  manyPoints,
  pointOf,
  sqlExamples,
  TOOLS,
  timed,
  vectorCodes,
  vectorPoints,
} from "./engine.ts";

const folder = createFolder();
const parquet = (name: string) => `'${folder.path(name)}.parquet'`;

/** Returns the rows of a query as texts of JSON. */
let query: (sql: string) => Promise<readonly string[]>;

beforeAll(async () => {
  installTools();
  const duckdb = createRequire(join(TOOLS, "package.json"))("@duckdb/node-api");
  const connection = await (await duckdb.DuckDBInstance.create()).connect();
  // The entry as it is published: bundled, it is faster than the sources.
  const { registerMapcodes } = await import(join(ROOT, "packages/cli/dist/duckdb/index.js"));
  registerMapcodes(connection, duckdb);
  query = async (sql) => {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowsJson().map((row: unknown) => JSON.stringify(row));
  };
  folder.write("points.csv", linesOfPoints(manyPoints(), ","));
  await query(
    `COPY (FROM read_csv('${folder.path("points.csv")}', columns = {lat: 'DOUBLE', lon: 'DOUBLE'})) TO ${parquet("points")}`,
  );
});

describe("functions", () => {
  it("give the mapcodes of all vectors", async () => {
    const points = vectorPoints();
    const values = points.map(({ latDeg, lonDeg }) => `(${latDeg}::DOUBLE, ${lonDeg}::DOUBLE)`);
    const rows = await query(
      `SELECT mapcode(lat, lon), mapcodes(lat, lon, NULL, 8) FROM (VALUES ${values}) AS t(lat, lon)`,
    );
    const expected = points.map((point) => {
      const all = encodeByBorders(point.latDeg, point.lonDeg, { precision: 8 }).map(String);
      return JSON.stringify([localText(point, "") || null, all]);
    });
    expectRows(rows, expected);
  });

  it("give the points of all vectors", async () => {
    const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
    const codes = vectorCodes();
    const values = codes.map(({ code, context }) => `(${literal(code)}, ${literal(context)})`);
    const rows = await query(
      `SELECT mapcode_to_point(code, context) FROM (VALUES ${values}) AS t(code, context)`,
    );
    const expected = codes.map(({ code, context }) => {
      const point = pointOf(code, context);
      return JSON.stringify([point ? { lat: point.latDeg, lon: point.lonDeg } : null]);
    });
    expectRows(rows, expected);
  });

  it("give NULL for NULL and NaN", async () => {
    expect(
      await query(
        "SELECT mapcode(NULL, 1), mapcode('nan'::DOUBLE, 1), mapcodes(1, NULL), mapcode_to_point(NULL), mapcode_to_point('x')",
      ),
    ).toEqual(["[null,null,null,null,null]"]);
  });

  it("convert Parquet as the document says", async () => {
    const [copy = "", ...others] = sqlExamples("DuckDB").map((sql) =>
      sql.replace(/'(\w+)\.parquet'/g, (_, name) => parquet(name)),
    );
    const without = `COPY (FROM ${parquet("points")}) TO ${parquet("copied")}`;
    await timed("DuckDB without mapcoded", MANY, () => query(without), allCpuSeconds);
    await timed("DuckDB: Parquet to Parquet", MANY, () => query(copy), allCpuSeconds);
    const expected = manyPoints().map((point) => JSON.stringify([localText(point, "") || null]));
    expectRows(await query(`SELECT mapcode FROM ${parquet("coded")}`), expected);
    for (const sql of others) await query(sql);
  });

  it("are installed in an empty folder, and run, as the document says", () => {
    const [install = ""] = blocksOf("DuckDB", "sh");
    const [program = ""] = blocksOf("DuckDB", "ts");
    const run = (cwd: string, command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" }).trim();
    const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder.path("")];
    const packed = folder.path(run(join(ROOT, "packages/cli"), "npm", ...pack));
    folder.write("package.json", "{}");
    // The packed file in the place of the published package.
    const [, ...names] = install.trim().replace("mapcoded-cli", packed).split(" ");
    run(folder.path(""), "npm", ...names, "--prefer-offline", "--no-audit", "--no-fund");
    const select = "await connection.runAndReadAll('SELECT mapcode(52.376514, 4.908543)')";
    folder.write("program.mjs", `${program}console.log(String((${select}).getRows()));\n`);
    expect(run(folder.path(""), process.execPath, "program.mjs")).toBe("NLD 49.4V");
  });
});

/** Runs a line of the command where the package of DuckDB is installed. @returns what it says */
function mapcoded(line: string): string {
  const env = { ...process.env, NODE_PATH: join(TOOLS, "node_modules") };
  const args = [COMMAND, ...line.split(" ")];
  const options = { cwd: folder.path(""), env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return status === 0 ? stdout : `${status}: ${stderr}`;
}

/** Columns of other types than points have, which a file of text would lose. */
const OTHER_COLUMNS = `
  i AS id, [i, NULL] AS list, {'a': i, 'b': 'x,"' || i} AS struct, i::DECIMAL(18, 3) AS price,
  TIMESTAMP '2020-01-01' + to_microseconds(i) AS time, ('b' || i)::BLOB AS bytes, i % 2 = 0 AS even,
  CASE WHEN i % 3 = 0 THEN NULL ELSE 'line' || chr(10) || 'end' END AS "odd ""name"", with [brackets]"`;

describe("Parquet on the command line", () => {
  it("keeps rows, their order, types and codec", async () => {
    const select = `SELECT p.lat, p.lon, ${OTHER_COLUMNS} FROM ${parquet("points")} p POSITIONAL JOIN (SELECT i FROM range(${MANY}) t(i))`;
    await query(`COPY (${select}) TO ${parquet("[many]")} (FORMAT parquet, COMPRESSION zstd)`);
    const line = "encode [many].parquet -o many-coded.parquet --quiet";
    expect(await timed("DuckDB: the command line", MANY, () => mapcoded(line))).toBe("");
    const coded = parquet("many-coded");
    const expected = manyPoints().map((point) => JSON.stringify([localText(point, "")]));
    expectRows(await query(`SELECT concat_ws(' ', territory, mapcode) FROM ${coded}`), expected);
    const input = `(FROM read_parquet(${parquet("[[]many]")}))`;
    const kept = `(SELECT * EXCLUDE (territory, mapcode, international, error) FROM ${coded})`;
    const types = (from: string) => query(`SELECT * FROM (DESCRIBE ${from})`);
    expect(await types(kept)).toEqual(await types(input));
    const counts = `SELECT (SELECT count(*) FROM (${input} EXCEPT ALL ${kept})),
      (SELECT count(*) FROM ${coded} c POSITIONAL JOIN range(${MANY}) r(i) WHERE c.id <> r.i),
      (SELECT any_value(compression) FROM parquet_metadata(${coded}))`;
    expect(await query(counts)).toEqual(['["0","0","ZSTD"]']);
  });

  it("has rows that fail, and takes options", async () => {
    const values =
      "(1, 52.376514, 4.908543), (2, 95, 4), (3, NULL, 1), (4, 'nan', 1), (5, 1e-7, 1)";
    await query(
      `COPY (SELECT id, lat::DOUBLE AS lat, lon::DOUBLE AS lon, 'NLD' AS iso, 'old' AS mapcode FROM (VALUES ${values}) t(id, lat, lon)) TO ${parquet("few")}`,
    );
    const codes =
      "unnest(['NLD 49.4V', NULL, 'x', NULL]) AS mapcode, unnest([NULL, NULL, NULL, 'HHNFC.7V5X']) AS international";
    await query(`COPY (SELECT ${codes}) TO ${parquet("few-codes")}`);
    for (const [line, select, expected] of [
      [
        "encode few.parquet -o few-coded.parquet -q",
        `id, mapcode, mapcode_2, left(error, 20) FROM ${parquet("few-coded")}`,
        [
          '[1,"old","49.4V",null]',
          '[2,"old",null,"The latitude \'95\' is"]',
          '[3,"old",null,"The row has no latit"]',
          '[4,"old",null,"The latitude (column"]',
          '[5,"old",null,null]',
        ],
      ],
      [
        "encode few.parquet -o one.parquet -q --limit 1 -p 2 --territory-column iso",
        `mapcode_2, territory_2 FROM ${parquet("one")}`,
        ['["49.4V-K2","NLD"]'],
      ],
      [
        "decode few-codes.parquet -o few-points.parquet -q",
        `latitude, round(longitude, 5), left(error, 14) FROM ${parquet("few-points")}`,
        [
          "[52.37651400000124,4.90854,null]",
          '[null,null,"The row has no"]',
          '[null,null,"The mapcode \'x"]',
          "[0.999994,2.00002,null]",
        ],
      ],
    ] as const) {
      expect(mapcoded(line)).toBe("");
      expect(await query(`SELECT ${select}`)).toEqual(expected);
    }
    expect(mapcoded("encode few.parquet -o few-coded.parquet")).toContain("already exists");
    expect(mapcoded("encode few-codes.parquet -o new.parquet")).toMatch(
      /^2: The file 'few-codes\.parquet': /,
    );
    expect(existsSync(folder.path("new.parquet"))).toBe(false);
    expect(readdirSync(folder.path("")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
