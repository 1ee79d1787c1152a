/** Parquet files on the command line, which DuckDB reads and writes: values, types and order are compared by DuckDB. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { COMMAND_DIST } from "../../../scripts/paths.js";
import { type EngineCheck, expectRows, timed } from "./engine.ts";
import { TOOLS } from "./engine-command.ts";
import { localText, MANY, manyPoints } from "./engine-points.ts";

const PROGRAM = join(COMMAND_DIST, "cli/main.js");

/** A connection, and a folder with points.csv, whose points are these of manyPoints. */
interface Files {
  readonly folder: string;
  query(sql: string): Promise<readonly string[]>;
}

/** Runs the command where the package of DuckDB is installed. @returns standard output, or the error and its code */
function run(folder: string, args: readonly string[]): string {
  const env = { ...process.env, NODE_PATH: join(TOOLS, "node_modules") };
  const options = { cwd: folder, env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], options);
  return status === 0 ? stdout : `${status}: ${stderr}`;
}

function expectText(name: string, text: string, expected: string): void {
  expectRows(name, text.split("\n"), expected.split("\n"));
}

/** Columns of other types than points have, which a file of text would lose. */
const OTHER_COLUMNS = `
  i AS id, [i, NULL] AS list, {'a': i, 'b': 'x,"' || i} AS struct, i::DECIMAL(18, 3) AS price,
  TIMESTAMP '2020-01-01' + to_microseconds(i) AS time, ('b' || i)::BLOB AS bytes, i % 2 = 0 AS even,
  CASE WHEN i % 3 = 0 THEN NULL ELSE 'line' || chr(10) || 'end' END AS "odd ""name"", with [brackets]"`;

export async function checkManyInFiles({ query, folder }: Files): Promise<EngineCheck> {
  const points = manyPoints();
  // Joined by their number, which is the place of the row.
  const select = `SELECT p.lat, p.lon, ${OTHER_COLUMNS} FROM read_csv('${folder}/points.csv', columns = {lat: 'DOUBLE', lon: 'DOUBLE'}) p POSITIONAL JOIN (SELECT i FROM range(${MANY}) t(i))`;
  await query(`COPY (${select}) TO '${folder}/[many].parquet' (FORMAT parquet, COMPRESSION zstd)`);
  const args = ["encode", "[many].parquet", "-o", "many-coded.parquet", "--quiet"];
  const [text, cost] = await timed(async () => run(folder, args));
  expectText("standard output", text, "");
  const coded = `'${folder}/many-coded.parquet'`;
  const rows = await query(`SELECT concat_ws(' ', territory, mapcode) FROM ${coded}`);
  const code = (text: string) => JSON.stringify([text.replace(/^AAA /, "")]);
  expectRows(
    "codes",
    rows,
    points.map((point) => code(localText(point, ""))),
  );
  const input = `read_parquet('${folder}/[[]many].parquet')`;
  const results = "territory, mapcode, international, error";
  const describe = (from: string) => query(`SELECT * FROM (DESCRIBE SELECT * FROM ${from})`);
  expectRows(
    "types",
    await describe(`(SELECT * EXCLUDE (${results}) FROM ${coded})`),
    await describe(input),
  );
  const kept = `SELECT * EXCLUDE (${results}) FROM ${coded}`;
  const differences = `SELECT count(*) FROM ((FROM ${input}) EXCEPT ALL (${kept}))`;
  expectRows("differences", await query(differences), ['["0"]']);
  const moved = `SELECT count(*) FROM ${coded} c POSITIONAL JOIN range(${MANY}) r(i) WHERE c.id <> r.i`;
  expectRows("rows in another place", await query(moved), ['["0"]']);
  const codec = await query(`SELECT DISTINCT compression FROM parquet_metadata(${coded})`);
  expectRows("codec", codec, ['["ZSTD"]']);
  return { name: "Parquet files on the command line", rows: MANY, ...cost };
}

export async function checkRowsInFiles({ query, folder }: Files): Promise<EngineCheck> {
  const parquet = (name: string) => `'${folder}/${name}.parquet'`;
  const convert = (line: string) => expectText(line, run(folder, line.split(" ")), "");
  const values = "(1, 52.376514, 4.908543), (2, 95, 4), (3, NULL, 1), (4, 'nan', 1), (5, 1e-7, 1)";
  await query(
    `COPY (SELECT id, lat::DOUBLE AS lat, lon::DOUBLE AS lon, 'NLD' AS iso, 'old' AS mapcode FROM (VALUES ${values}) t(id, lat, lon)) TO ${parquet("few")}`,
  );
  convert("encode few.parquet -o few-coded.parquet -q");
  expectRows(
    "rows that fail",
    await query(`SELECT id, mapcode, mapcode_2, left(error, 20) FROM ${parquet("few-coded")}`),
    [
      '[1,"old","49.4V",null]',
      '[2,"old",null,"The latitude \'95\' is"]',
      '[3,"old",null,"The row has no latit"]',
      '[4,"old",null,"The latitude NaN is "]',
      '[5,"old",null,null]',
    ],
  );
  convert("encode few.parquet -o one.parquet -q --limit 1 -p 2 --territory-column iso");
  expectRows("options", await query(`SELECT mapcode_2, territory_2 FROM ${parquet("one")}`), [
    '["49.4V-K2","NLD"]',
  ]);
  const codes = "unnest(['NLD 49.4V', NULL, 'x', NULL]) AS mapcode";
  const international = "unnest([NULL, NULL, NULL, 'HHNFC.7V5X']) AS international";
  await query(`COPY (SELECT ${codes}, ${international}) TO ${parquet("few-codes")}`);
  convert("decode few-codes.parquet -o few-points.parquet -q");
  expectRows(
    "decoding",
    await query(
      `SELECT latitude, round(longitude, 5), left(error, 14) FROM ${parquet("few-points")}`,
    ),
    [
      "[52.37651400000124,4.90854,null]",
      '[null,null,"The row has no"]',
      '[null,null,"The mapcode \'x"]',
      "[0.999994,2.00002,null]",
    ],
  );
  for (const [line, expected] of [
    [
      "encode few-points.parquet -o few-coded.parquet",
      "1: The file 'few-coded.parquet' already exists.",
    ],
    ["encode few-codes.parquet -o new.parquet", "2: The file 'few-codes.parquet': "],
    ["encode points.csv --from parquet", "2: error"],
  ]) {
    const found = run(folder, line.split(" "));
    if (!found.startsWith(expected)) throw new Error(`${line}: ${found}`);
  }
  if (existsSync(join(folder, "new.parquet"))) throw new Error("A file is left of a failed batch.");
  const left = readdirSync(folder).filter((name) => name.endsWith(".tmp"));
  expectRows("files that are left", left, []);
  return { name: "Parquet files: rows that fail, options, decoding, errors", rows: 10 };
}
