/** DuckDB: the functions of mapcoded-cli/duckdb, and Parquet to Parquet on the command line. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, ROOT } from "../../../scripts/paths.js";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { installPackage } from "../../support/python-tools.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import * as engine from "./engine.ts";

const folder = createFolder();
const points = engine.manyPoints();
const local = points.map((point) => engine.localText(point, ""));
const parquet = (name: string) => `'${folder.path(name)}.parquet'`;

/** Returns the rows of a query as texts of JSON. */
let query: (sql: string) => Promise<readonly string[]>;
let tools: string;

beforeAll(async () => {
  tools = engine.installTools();
  const duckdb = createRequire(join(tools, "package.json"))("@duckdb/node-api");
  const connection = await (await duckdb.DuckDBInstance.create()).connect();
  // The published entry: bundled, it is faster than the sources.
  const { registerMapcodes } = await import(join(ROOT, "packages/cli/dist/duckdb/index.js"));
  registerMapcodes(connection, duckdb);
  query = async (sql) => {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowsJson().map((row: unknown) => JSON.stringify(row));
  };
  const csv = folder.write("points.csv", engine.linesOfPoints(points, ","));
  const columns = "columns = {lat: 'DOUBLE', lon: 'DOUBLE'}";
  await query(`COPY (FROM read_csv('${csv}', ${columns})) TO ${parquet("points")}`);
});

describe("functions", () => {
  it("convert Parquet as the document says: a million points, with all vectors", async () => {
    const [copy, ...others] = engine.sqlExamples("DuckDB").map((sql) => {
      return sql.replace(/'(\w+)\.parquet'/g, (_, name) => parquet(name));
    });
    const without = `COPY (FROM ${parquet("points")}) TO ${parquet("copied")}`;
    await engine.timed("DuckDB without mapcoded", points.length, () => query(without));
    await engine.timed("DuckDB: Parquet to Parquet", points.length, () => query(copy));
    const rows = await query(`SELECT mapcode FROM ${parquet("coded")}`);
    engine.expectRows(rows, local, (code) => JSON.stringify([code || null]));
    for (const sql of others) await query(sql);
  });

  it("give all mapcodes of the vectors, with digits", async () => {
    const from = `${parquet("points")} LIMIT ${engine.VECTOR_POINTS.length}`;
    const rows = await query(`SELECT mapcodes(lat, lon, NULL, 8) FROM ${from}`);
    engine.expectRows(rows, engine.VECTOR_POINTS, ({ latDeg, lonDeg }) => {
      return JSON.stringify([encodeByBorders(latDeg, lonDeg, { precision: 8 }).map(String)]);
    });
  });

  it("give the points of all vectors", async () => {
    const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
    const codes = engine.vectorCodes();
    const values = codes.map(({ code, context }) => `(${literal(code)}, ${literal(context)})`);
    const from = `(VALUES ${values}) AS t(code, context)`;
    const rows = await query(`SELECT mapcode_to_point(code, context) FROM ${from}`);
    engine.expectRows(rows, codes, ({ point }) => {
      return JSON.stringify([point ? { lat: point.latDeg, lon: point.lonDeg } : null]);
    });
  });

  it("give NULL for NULL and NaN", async () => {
    const calls =
      "mapcode(NULL, 1), mapcode('nan'::DOUBLE, 1), mapcodes(1, NULL), mapcode_to_point(NULL), mapcode_to_point('x'), mapcode_international(91, 1)";
    expect(await query(`SELECT ${calls}`)).toEqual(["[null,null,null,null,null,null]"]);
  });

  it("give international mapcodes, with digits", async () => {
    const calls =
      "mapcode_international(52.376514, 4.908543), mapcode_international(52.376514, 4.908543, 1), mapcode_international(0, -30)";
    expect(await query(`SELECT ${calls}`)).toEqual(['["VHXGB.1J9J","VHXGB.1J9J-R","HDX7Y.F0MG"]']);
  });

  it("are registered with the module of DuckDB, which a message asks for", async () => {
    const { registerMapcodes } = await import(join(ROOT, "packages/cli/dist/duckdb/index.js"));
    const message = 'registerMapcodes(connection, await import("@duckdb/node-api"))';
    expect(() => registerMapcodes({})).toThrow(TypeError);
    expect(() => registerMapcodes({ registerScalarFunction() {} })).toThrow(message);
  });

  it("are installed in an empty folder, and run, as the document says", () => {
    folder.write("package.json", "{}");
    engine.install("DuckDB", folder.path(""));
    const select = "await connection.runAndReadAll('SELECT mapcode(52.376514, 4.908543)')";
    const program = `${engine.blocksOf("DuckDB", "ts")}console.log(String((${select}).getRows()));\n`;
    const path = folder.write("program.mjs", program);
    expect(execFileSync(process.execPath, [path], { encoding: "utf8" })).toBe("NLD 49.4V\n");
  });
});

/** Runs the command in a folder with the package of DuckDB. @returns its messages */
function mapcoded(line: string): string {
  const env = { ...process.env, NODE_PATH: join(tools, "node_modules") };
  const options = { cwd: folder.path(""), env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, ...line.split(" ")],
    options,
  );
  return status === 0 ? stdout + stderr : `${status}: ${stderr}`;
}

/** Columns of types that text files would lose. */
const OTHER_COLUMNS = `
  i AS id, [i, NULL] AS list, {'a': i, 'b': 'x,"' || i} AS struct, i::DECIMAL(18, 3) AS price,
  TIMESTAMP '2020-01-01' + to_microseconds(i) AS time, ('b' || i)::BLOB AS bytes, i % 2 = 0 AS even,
  CASE WHEN i % 3 = 0 THEN NULL ELSE 'line' || chr(10) || 'end' END AS "odd ""name"", with [brackets]"`;

describe("Parquet on the command line", () => {
  it("keeps rows, their order, types and codec", async () => {
    const numbers = `POSITIONAL JOIN (SELECT i FROM range(${points.length}) t(i))`;
    const select = `SELECT p.lat, p.lon, ${OTHER_COLUMNS} FROM ${parquet("points")} p ${numbers}`;
    await query(`COPY (${select}) TO ${parquet("[many]")} (FORMAT parquet, COMPRESSION zstd)`);
    const line = "encode [many].parquet -o many-coded.parquet --quiet";
    const convert = () => mapcoded(line);
    expect(await engine.timed("DuckDB: the command line", points.length, convert)).toBe("");
    const coded = parquet("many-coded");
    const rows = await query(`SELECT concat_ws(' ', territory, mapcode) FROM ${coded}`);
    engine.expectRows(rows, local, (code) => JSON.stringify([code]));
    const input = `(FROM read_parquet(${parquet("[[]many]")}))`;
    const kept = `(SELECT * EXCLUDE (territory, mapcode, international, error) FROM ${coded})`;
    const types = (from: string) => query(`SELECT * FROM (DESCRIBE ${from})`);
    expect(await types(kept)).toEqual(await types(input));
    const counts = `SELECT (SELECT count(*) FROM (${input} EXCEPT ALL ${kept})),
      (SELECT count(*) FROM ${coded} c POSITIONAL JOIN range(${points.length}) r(i) WHERE c.id <> r.i),
      (SELECT any_value(compression) FROM parquet_metadata(${coded}))`;
    expect(await query(counts)).toEqual(['["0","0","ZSTD"]']);
  });

  it("says how a file is read, and warns as for texts, with advice that works", async () => {
    const values = "(4.908543, 52.376514), (2.3522, 48.8566), (-0.1278, 51.5072)";
    await query(`COPY (SELECT * FROM (VALUES ${values}) t(lat, lon)) TO ${parquet("swapped")}`);
    const messages = mapcoded("encode swapped.parquet -o swapped-coded.parquet");
    expect(messages).toMatch(
      /^swapped\.parquet: Parquet, latitude from 'lat', longitude from 'lon'\n/,
    );
    const [, lat = "", lon = ""] =
      /swapped\?.*use the option (--lat-column \w+) and the option (--lon-column \w+)/.exec(
        messages,
      ) ?? [];
    expect(mapcoded(`encode swapped.parquet -o right.parquet -q ${lat} ${lon}`)).toBe("");
    const right = await query(`SELECT territory FROM ${parquet("right")}`);
    expect(right).toEqual(['["NLD"]', '["FRA"]', '["GBR"]']);

    const pairs = "SELECT unnest(['4.9,52.3', '5.1,52.1', '0.0,0.0']) AS point";
    await query(`COPY (${pairs}) TO ${parquet("pairs")}`);
    const pair = "encode pairs.parquet -o pairs-coded.parquet -q --force";
    expect(mapcoded(pair)).toContain("Use the option --lon-first");
    expect(mapcoded(`${pair} --lon-first`)).toMatch(/^Warning: .* 1 row has the point 0,0.*\n$/);
    const [first] = await query(`SELECT territory FROM ${parquet("pairs-coded")}`);
    expect(first).toBe('["NLD"]');
  });

  it("keeps a column or refuses it, by its type, with columns that can be kept", () => {
    const python = join(installPackage(join(import.meta.dirname, "requirements.txt")), "python");
    const script = join(import.meta.dirname, "columns.py");
    const env = { ...process.env, NODE_PATH: join(tools, "node_modules") };
    const refused = [
      ...["halffloat", "decimal256(40, 2)", "decimal256(76, 2)", "fixed_size_binary[4]"],
      ...["time32[ms]", "timestamp[s]", "timestamp[ms]", "null"],
      ...["s", "ms", "ns"].flatMap((unit) =>
        ["UTC", "Europe/Amsterdam"].map((zone) => `timestamp[${unit}, tz=${zone}]`),
      ),
    ];
    const input = JSON.stringify(refused);
    const options = { cwd: folder.path(""), env, encoding: "utf8", input } as const;
    const printed = execFileSync(python, [script, process.execPath, COMMAND], options);
    expect(JSON.parse(printed)).toEqual({ refused, kept: 38, changed: [] });
  });

  it("with names that differ only in case is refused, with columns that can be kept", async () => {
    await query(`COPY (SELECT 52.376514 AS lat, 4.908543 AS lon, 7 AS xat) TO ${parquet("cases")}`);
    const convert = "encode cases.parquet -o cases-coded.parquet --quiet --force";
    expect(mapcoded(convert)).toBe("");
    // DuckDB writes no such names. The new one is as long as the old one, so the file stays valid.
    const bytes = readFileSync(folder.path("cases.parquet"), "latin1");
    writeFileSync(folder.path("cases.parquet"), bytes.replaceAll("xat", "LAT"), "latin1");
    const refusal = mapcoded(convert);
    expect(refusal).toContain("The column 'LAT_1' has another name in the file: DuckDB renames");
    const [, columns = ""] = /--columns '(.*)'/.exec(refusal) ?? [];
    expect(mapcoded(`${convert} --columns ${columns}`)).toBe("");
    expect(await query(`SELECT mapcode FROM ${parquet("cases-coded")}`)).toEqual(['["49.4V"]']);
  });

  it("keeps the metadata of GeoParquet as long as the output has its primary column", async () => {
    const geo = `{"version": "1.1.0", "primary_column": "shape", "columns": {"shape": {"encoding": "WKB", "geometry_types": []}}}`;
    const select = "SELECT 1 AS id, 52.376514 AS lat, 4.908543 AS lon, 'x'::BLOB AS shape";
    await query(`COPY (${select}) TO ${parquet("geo")} (KV_METADATA {geo: '${geo}'})`);
    const keysAfter = (columns: string) => {
      expect(mapcoded(`encode geo.parquet -o geo-coded.parquet -q -f ${columns}`)).toBe("");
      return query(`SELECT decode(key) FROM parquet_kv_metadata(${parquet("geo-coded")})`);
    };
    expect(await keysAfter("--limit 1")).toEqual(['["geo"]']);
    expect(await keysAfter("--columns mapcode,shape")).toEqual(['["geo"]']);
    expect(await keysAfter("--columns id,mapcode")).toEqual([]);
    expect(await keysAfter("--columns mapcode,shape\tas\tgeom")).toEqual([]);
  });

  it("with binary geometries alone is refused, and says what reads it", async () => {
    const select = "SELECT 1 AS id, '\\x01\\x01\\x00\\x00\\x00'::BLOB AS geometry";
    await query(`COPY (${select}) TO ${parquet("wkb")}`);
    expect(mapcoded("encode wkb.parquet -o wkb-coded.parquet")).toContain(
      'mapcoded.encode(geopandas.read_parquet("wkb.parquet"))',
    );
    expect(existsSync(folder.path("wkb-coded.parquet"))).toBe(false);
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
    const used = `Warning: few.parquet: The input has 'mapcode' already. The results are in 'territory_2', 'mapcode_2', 'international_2'.\n`;
    expect(mapcoded("encode few.parquet -o coded-few.parquet -q")).toBe(used);
    expect(
      await query(`SELECT id, mapcode, mapcode_2, left(error, 20) FROM ${parquet("coded-few")}`),
    ).toEqual([
      '[1,"old","49.4V",null]',
      '[2,"old",null,"The latitude \'95\' is"]',
      '[3,"old",null,"The row has no latit"]',
      '[4,"old",null,"The latitude (column"]',
      '[5,"old",null,null]',
    ]);
    const options = "-q --limit 1 -p 2 --territory-column iso";
    expect(mapcoded(`encode few.parquet -o one.parquet ${options}`)).toBe(used);
    const one = await query(`SELECT mapcode_2, territory_2 FROM ${parquet("one")}`);
    expect(one).toEqual(['["49.4V-K2","NLD"]']);
    const others = "lat::DECIMAL(9, 6) AS lat, 'a\"b' AS other, lon::VARCHAR AS lon";
    await query(`COPY (SELECT ${others} FROM ${parquet("few")} LIMIT 1) TO ${parquet("others")}`);
    expect(mapcoded("encode others.parquet -o coded-others.parquet -q")).toBe("");
    const coded = await query(`SELECT lat, other, mapcode FROM ${parquet("coded-others")}`);
    expect(coded).toEqual(['["52.376514","a\\"b","49.4V"]']);
    expect(mapcoded("decode few-codes.parquet -o few-points.parquet -q")).toBe("");
    const select = "latitude, round(longitude, 5), left(error, 14)";
    expect(await query(`SELECT ${select} FROM ${parquet("few-points")}`)).toEqual([
      "[52.37651400000124,4.90854,null]",
      '[null,null,"The row has no"]',
      '[null,null,"The mapcode \'x"]',
      "[0.999994,2.00002,null]",
    ]);
    const include = "encode few.parquet -o more.parquet -q --include names,offset,rectangle";
    expect(mapcoded(`${include} --limit 1`)).toContain("'mapcode' already");
    const more =
      "mapcode_2, territory_name_2, country_name_2, offset_meters_2 < 10, south_2 < lat, lon < east_2";
    expect(await query(`SELECT ${more}, error FROM ${parquet("more")}`)).toEqual([
      '["49.4V","Netherlands","Netherlands",true,true,true,null]',
    ]);
    await query(`COPY (SELECT unnest(['49.4V', 'x']) AS mapcode) TO ${parquet("alone")}`);
    const near = "decode alone.parquet -o near.parquet -q --near 52.3,4.9 --include rectangle";
    expect(mapcoded(near)).toBe("");
    const bounds = "latitude, latitude > south, longitude < east, error IS NULL";
    expect(await query(`SELECT ${bounds} FROM ${parquet("near")}`)).toEqual([
      "[52.37651400000124,true,true,true]",
      "[null,null,null,false]",
    ]);
    expect(mapcoded("encode few.parquet -o coded-few.parquet")).toContain("already exists");
    const problem = mapcoded("encode few-codes.parquet -o new.parquet");
    expect(problem).toMatch(/^2: The file 'few-codes\.parquet': /);
    expect(existsSync(folder.path("new.parquet"))).toBe(false);
    expect(readdirSync(folder.path("")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
