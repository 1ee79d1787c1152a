/** DuckDB: the functions of mapcoded-cli/duckdb, and Parquet to Parquet. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { COMMAND_DIST } from "../../../scripts/paths.js";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { type EngineCheck, engineOf, expectRows, pointOf, timed } from "./engine.ts";
import { TOOLS } from "./engine-command.ts";
import { localText, MANY, manyPoints, vectorCodes, vectorPoints } from "./engine-points.ts";
import { blocksOf, sqlExamples } from "./examples.ts";
import { checkManyInFiles, checkRowsInFiles } from "./parquet-files.ts";

/** The entry as it is published: bundled, it is faster than the sources. */
const ENTRY = new URL("../../../packages/cli/dist/duckdb/index.js", import.meta.url);

/** A connection with our functions. */
interface Database {
  /** The folder of the files that queries name. */
  readonly folder: string;
  /** The rows of a query as texts of JSON. */
  query(sql: string): Promise<readonly string[]>;
}

async function connect(folder: string): Promise<Database> {
  const duckdb = createRequire(join(TOOLS, "package.json"))("@duckdb/node-api");
  const connection = await (await duckdb.DuckDBInstance.create()).connect();
  const { registerMapcodes } = await import(ENTRY.href);
  registerMapcodes(connection, duckdb);
  await connection.run(`SET file_search_path = '${folder}'`);
  return {
    folder,
    async query(sql) {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowsJson().map((row: unknown) => JSON.stringify(row));
    },
  };
}

/** A text as a literal of SQL. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function structOf(code: string, context: string): object | null {
  const point = pointOf(code, context);
  return point === undefined ? null : { lat: point.latDeg, lon: point.lonDeg };
}

async function checkVectors({ query }: Database): Promise<EngineCheck> {
  const points = vectorPoints();
  const values = points.map(({ latDeg, lonDeg }) => `(${latDeg}::DOUBLE, ${lonDeg}::DOUBLE)`);
  const select = `SELECT mapcode(lat, lon), mapcodes(lat, lon, NULL, 8) FROM (VALUES ${values}) AS t(lat, lon)`;
  const expected = points.map((point) => {
    const all = encodeByBorders(point.latDeg, point.lonDeg, { precision: 8 }).map(String);
    return JSON.stringify([localText(point, "") || null, all]);
  });
  expectRows("mapcode and mapcodes", await query(select), expected);
  return { name: "all vectors of encoding, two functions", rows: 2 * points.length };
}

async function checkCodes({ query }: Database): Promise<EngineCheck> {
  const odd = ["", "\t", "it's", "a\\b", "49.4V\n", '"', "東京"].map((code) => ({
    code,
    context: code,
  }));
  const codes = [...vectorCodes(), ...odd];
  const values = codes.map(({ code, context }) => `(${literal(code)}, ${literal(context)})`);
  const select = `SELECT mapcode_to_point(code, context) FROM (VALUES ${values}) AS t(code, context)`;
  const expected = codes.map(({ code, context }) => JSON.stringify([structOf(code, context)]));
  expectRows("mapcode_to_point", await query(select), expected);
  return { name: "all vectors of decoding; tabs and quotes", rows: codes.length };
}

async function checkNulls({ query }: Database): Promise<EngineCheck> {
  const rows = await query(
    "SELECT mapcode(NULL, 1), mapcode('nan'::DOUBLE, 1), mapcodes(1, NULL), mapcode_to_point(NULL), mapcode_to_point('x')",
  );
  expectRows("NULL", rows, ["[null,null,null,null,null]"]);
  return { name: "NULL and NaN", rows: 5 };
}

/** Runs the examples of the documents: from points.parquet to coded.parquet. */
async function checkParquet({ query, folder }: Database): Promise<EngineCheck[]> {
  const points = manyPoints();
  writeFileSync(
    join(folder, "points.csv"),
    points.map((p) => `${p.latDeg},${p.lonDeg}\n`).join(""),
  );
  const columns = "columns = {lat: 'DOUBLE', lon: 'DOUBLE'}";
  const input = join(folder, "points.parquet");
  const output = join(folder, "coded.parquet");
  await query(`COPY (SELECT * FROM read_csv('${folder}/points.csv', ${columns})) TO '${input}'`);
  const [statement = "", ...others] = sqlExamples("DuckDB");
  const inFolder = (sql: string) => sql.replace(/'(\w+\.parquet)'/g, `'${folder}/$1'`);
  const [, without] = await timed(() => {
    return query(`COPY (SELECT * FROM '${input}') TO '${join(folder, "copied.parquet")}'`);
  });
  const [, cost] = await timed(() => query(inFolder(statement)));
  const rows = await query(`SELECT mapcode FROM '${output}'`);
  const expected = points.map((point) => JSON.stringify([localText(point, "") || null]));
  expectRows("Parquet", rows, expected);
  for (const other of others) await query(inFolder(other));
  return [
    { name: "without mapcoded", rows: MANY, ...without },
    { name: "Parquet to Parquet, and the other examples", rows: MANY, ...cost },
  ];
}

/** Installs both packages in an empty folder as the document says, in one command and in either order, and runs its program. */
function checkInstalled({ folder }: Database): EngineCheck {
  const [install = ""] = blocksOf("DuckDB", "sh");
  const [program = ""] = blocksOf("DuckDB", "ts");
  const npm = (cwd: string, args: readonly string[]) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: "pipe" }).trim();
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const packed = join(folder, npm(join(COMMAND_DIST, ".."), pack));
  // The packed file in the place of the published package.
  const names = install.trim().replace("npm install ", "").replace("mapcoded-cli", packed);
  const packages = names.split(" ");
  const orders = [
    [packages],
    packages.map((name) => [name]),
    packages.toReversed().map((name) => [name]),
  ];
  for (const [index, commands] of orders.entries()) {
    const project = join(folder, `project-${index}`);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    for (const added of commands) {
      npm(project, ["install", "--prefer-offline", "--no-audit", "--no-fund", ...added]);
    }
    const query =
      "const reader = await connection.runAndReadAll('SELECT mapcode(52.376514, 4.908543)');";
    const print = "console.log(String(reader.getRows()));";
    writeFileSync(join(project, "program.mjs"), `${program}${query}\n${print}\n`);
    const output = execFileSync(process.execPath, ["program.mjs"], {
      cwd: project,
      encoding: "utf8",
    });
    expectRows(`installed as ${commands.join(" then ")}`, [output.trim()], ["NLD 49.4V"]);
  }
  return { name: "installed in an empty folder, in each order", rows: orders.length };
}

export const duckDB = engineOf({
  name: "DuckDB",
  open: connect,
  checks: [
    checkVectors,
    checkCodes,
    checkNulls,
    checkParquet,
    checkManyInFiles,
    checkRowsInFiles,
    checkInstalled,
  ],
  async version({ query }) {
    const [version = ""] = await query("SELECT version()");
    return version.replace(/[[\]"]/g, "");
  },
});
