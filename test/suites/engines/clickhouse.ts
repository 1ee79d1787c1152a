/** ClickHouse: the functions of deploy/clickhouse, and the table function `executable`, in the engine of chdb. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { encode, encodeInternational } from "../../../src/index.ts";
import { type EngineCheck, engineOf, expectRows, pointOf, processesOf, timed } from "./engine.ts";
import { installCommand, npmVariables, TOOLS } from "./engine-command.ts";
import {
  localText,
  MANY,
  manyPoints,
  tabSeparated,
  vectorCodes,
  vectorPoints,
} from "./engine-points.ts";
import { blocksOf, sqlExamples } from "./examples.ts";

const SESSION = fileURLToPath(new URL("clickhouse-session.js", import.meta.url));

/** Numbers are read to the nearest double only with the first setting, rows in their order only with the second. */
const EXACT = "SETTINGS precise_float_parsing = 1, max_threads = 1";

/** A running ClickHouse. */
interface ClickHouse {
  readonly folder: string;
  readonly process: ChildProcess;
  /** @throws Error with the message of ClickHouse */
  query(sql: string): Promise<string>;
}

/** Fills a folder with the configuration, the scripts and the command, as the document says. */
function prepare(folder: string): void {
  const path = `${installCommand(folder)}${delimiter}${process.env.PATH}`;
  const scripts = join(folder, "data/user_scripts");
  mkdirSync(scripts, { recursive: true });
  const [example = ""] = blocksOf("ClickHouse", "sh");
  const inFolder = example
    .replace(/^npm install.*$/m, "")
    .replace("/etc/clickhouse-server", folder)
    .replace("/var/lib/clickhouse/user_scripts", scripts);
  execFileSync("sh", ["-euc", inFolder], {
    env: { ...process.env, ...npmVariables(folder), PATH: path },
  });
  writeFileSync(join(scripts, "absent"), "#!/bin/sh\nexec mapcodedd\n");
  chmodSync(join(scripts, "absent"), 0o755);
  const config = `<clickhouse>
  <user_defined_executable_functions_config>${folder}/*_function.xml</user_defined_executable_functions_config>
  <user_scripts_path>${folder}/data/user_scripts/</user_scripts_path>
</clickhouse>`;
  writeFileSync(join(folder, "config.xml"), config);
}

function open(folder: string): ClickHouse {
  prepare(folder);
  const path = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, [SESSION, TOOLS, join(folder, "data")], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    folder,
    process: child,
    async query(sql) {
      child.stdin.write(`${JSON.stringify(sql)}\n`);
      const { value, done } = await replies.next();
      if (done) throw new Error("ClickHouse has ended.");
      const { text, error } = JSON.parse(value);
      if (error !== undefined) throw new Error(error);
      return text;
    },
  };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

/** A string as ClickHouse writes it in TabSeparated. */
function escaped(text: string): string {
  const escapes: Record<string, string> = {
    "\t": "\\t",
    "\n": "\\n",
    "\r": "\\r",
    "\\": "\\\\",
    "'": "\\'",
  };
  return text.replace(/[\t\n\r\\']/g, (character) => escapes[character]);
}

/** The point of a mapcode as a tuple. */
function tupleText(code: string, context: string): string {
  const { latDeg, lonDeg } = pointOf(code, context) ?? { latDeg: "NULL", lonDeg: "NULL" };
  return `(${latDeg},${lonDeg})`;
}

const POINTS = "file('points.tsv', TabSeparated, 'lat Float64, lon Float64')";

async function checkVectors({ query, folder }: ClickHouse): Promise<EngineCheck> {
  const points = vectorPoints();
  writeFileSync(join(folder, "points.tsv"), tabSeparated(points));
  const select = `SELECT mapcode(lat, lon), mapcodeInternational(lat, lon), mapcodes(lat, lon),
    mapcodeWithin(lat, lon, NULL, 8) FROM ${POINTS} ${EXACT}`;
  const [text, cost] = await timed(() => query(select));
  const expected = points.map((point) => {
    const { latDeg, lonDeg } = point;
    const all = encodeByBorders(latDeg, lonDeg).map((mapcode) => `'${mapcode}'`);
    const longest = localText(point, "\\N", { precision: 8 });
    const international = encodeInternational(latDeg, lonDeg).code;
    return [localText(point, "\\N"), international, `[${all}]`, longest].join("\t");
  });
  expectRows("mapcode and others", linesOf(text), expected);
  return { name: "all vectors of encoding, four functions", rows: 4 * points.length, ...cost };
}

async function checkCodes({ query, folder }: ClickHouse): Promise<EngineCheck> {
  const odd = ["", "\t", "it's", "a\\b", "49.4V\n", '"', "NLD 49.4V'", "\\N", "東京"];
  const codes = [...vectorCodes(), ...odd.map((code) => ({ code, context: code }))];
  const rows = codes.map(({ code, context }) => `${escaped(code)}\t${escaped(context)}\n`);
  writeFileSync(join(folder, "codes.tsv"), rows.join(""));
  const table = "file('codes.tsv', TabSeparated, 'code String, context String')";
  const [text, cost] = await timed(() =>
    query(`SELECT mapcodeToPointWithin(code, context) FROM ${table}`),
  );
  const expected = codes.map(({ code, context }) => tupleText(code, context));
  expectRows("mapcodeToPointWithin", linesOf(text), expected);
  return { name: "all vectors of decoding; tabs and quotes", rows: codes.length, ...cost };
}

async function checkNulls({ query }: ClickHouse): Promise<EngineCheck> {
  const text =
    await query(`SELECT mapcode(NULL, 4.9), mapcodes(52.4, NULL), mapcodeToPointWithin(NULL, 'NLD'),
    mapcode(nan, 1), mapcodeInternational(52.376514, 4.908543), mapcodeToPoint('NLD 49.4V')`);
  const expected = "\\N\t[]\t(NULL,NULL)\t\\N\tVHXGB.1J9J\t(52.37651400000124,4.908543375)";
  expectRows("NULL", linesOf(text), [expected]);
  const precisions = [2, 9, 256, -1, 2.5, "toUInt64(2)", "NULL"];
  const calls = precisions.map((precision) => {
    return `mapcodeWithin(52.376514, 4.908543, NULL, ${precision})`;
  });
  const precise = `${encode(52.376514, 4.908543, { precision: 2 })[0]}`;
  const codes = [precise, "\\N", "\\N", "\\N", "\\N", precise, "NLD 49.4V"];
  expectRows("precision", linesOf(await query(`SELECT ${calls}`)), [codes.join("\t")]);
  return { name: "NULL, NaN and numbers that are no precision", rows: 6 + codes.length };
}

/** Only deterministic functions are allowed in indexes and in the query cache. */
async function checkDeterministic({ query }: ClickHouse): Promise<EngineCheck> {
  await query(`CREATE TABLE indexed (lat Float64, lon Float64, INDEX code mapcode(lat, lon) TYPE bloom_filter)
    ENGINE = MergeTree ORDER BY assumeNotNull(mapcodeInternational(lat, lon))`);
  await query("INSERT INTO indexed VALUES (52.376514, 4.908543), (0, -30)");
  const select = "SELECT lat FROM indexed WHERE mapcode(lat, lon) = 'NLD 49.4V'";
  for (const settings of ["", " SETTINGS use_query_cache = 1"]) {
    expectRows("indexed", linesOf(await query(select + settings)), ["52.376514"]);
  }
  return { name: "an index, a sorting key and the query cache", rows: 2 };
}

/** A command that cannot start is an error, with the settings of the document. */
async function checkAbsent({ query }: ClickHouse): Promise<EngineCheck> {
  const example = sqlExamples("ClickHouse").find((sql) => sql.includes("executable(")) ?? "";
  const absent = example.replace("mapcoded udf", "absent udf");
  const message = await query(absent).catch((error) => `${error.message}`);
  if (absent === example || !/stderr|Broken pipe|return code/.test(message)) {
    throw new Error(`A command that cannot start gives ${message}`);
  }
  return { name: "a command that cannot start is an error", rows: 1 };
}

/** A statement that only reads and writes rows, to compare with. */
const WITHOUT = "without mapcoded";

async function checkMany({ query, folder }: ClickHouse): Promise<EngineCheck[]> {
  const points = manyPoints();
  const expected = points.map((point) => localText(point, "\\N"));
  writeFileSync(join(folder, "points.tsv"), tabSeparated(points));
  await query(`CREATE TABLE points ENGINE = Memory AS SELECT lat, lon FROM ${POINTS} ${EXACT}`);
  const outputs = [
    [WITHOUT, "SELECT toString(lat + lon) FROM points SETTINGS max_threads = 1"],
    ["function mapcode", "SELECT mapcode(lat, lon) FROM points SETTINGS max_threads = 1"],
    [
      "table function executable",
      "SELECT * FROM executable('mapcoded udf encode --args lat,lon --returns local', TabSeparated, 'code Nullable(String)', (SELECT lat, lon FROM points SETTINGS max_threads = 1), SETTINGS check_exit_code = 1, stderr_reaction = 'throw')",
    ],
  ];
  const checks: EngineCheck[] = [];
  for (const [name, select] of outputs) {
    const output = join(folder, "output.tsv");
    rmSync(output, { force: true });
    const [, cost] = await timed(() => {
      return query(
        `INSERT INTO FUNCTION file('output.tsv', TabSeparated, 'code Nullable(String)') ${select}`,
      );
    });
    const rows = linesOf(readFileSync(output, "utf8"));
    if (name !== WITHOUT) expectRows(name, rows, expected);
    checks.push({ name, rows: MANY, ...cost });
  }
  return checks;
}

/** The statements of docs/engines.md. */
async function checkExamples({ query }: ClickHouse): Promise<EngineCheck> {
  const statements = sqlExamples("ClickHouse");
  const replies: string[] = [];
  for (const statement of statements) replies.push(await query(statement));
  const amsterdam = "(52.37651400000124,4.908543375)";
  const sydney = localText({ latDeg: -33.8568, lonDeg: 151.2153 }, "");
  const expected = [
    `NLD 49.4V\tVHXGB.1J9J\t${amsterdam}\t${amsterdam}`,
    `1\tNLD 49.4V\n2\t\\N\n3\t${sydney}`,
    "NLD 49.4V",
  ];
  expectRows(
    "examples",
    replies.map((reply) => reply.trim()).filter((reply) => reply !== ""),
    expected,
  );
  return { name: "examples of the documents, with a materialized view", rows: expected.length };
}

async function checkFailures({ folder, query }: ClickHouse): Promise<EngineCheck[]> {
  const select = "SELECT mapcode(52.376514, 4.908543)";
  const members = processesOf(folder, " udf ");
  if (members.length === 0) throw new Error("No process of a pool was found.");
  for (const pid of members) process.kill(pid, "SIGKILL");
  // The query that meets a dead process may fail; those after it must not.
  for (let tries = 0; tries <= members.length; tries++) await query(select).catch(() => "");
  expectRows("after a kill", linesOf(await query(select)), ["NLD 49.4V"]);
  const endless =
    "SELECT count(mapcode(number % 90, number % 180)) FROM numbers(1000000000) SETTINGS max_execution_time = 2";
  const [message, cost] = await timed(() => query(endless).catch((error) => `${error.message}`));
  if (!/TIMEOUT_EXCEEDED/.test(message) || cost.seconds > 20)
    throw new Error(`Not canceled: ${message}`);
  expectRows("after a canceled query", linesOf(await query(select)), ["NLD 49.4V"]);
  return [
    { name: "a process of the pool killed", rows: 1 },
    { name: "a query canceled by its time limit", rows: 1 },
  ];
}

export const clickHouse = engineOf({
  name: "ClickHouse",
  open,
  checks: [
    checkVectors,
    checkCodes,
    checkNulls,
    checkMany,
    checkExamples,
    checkDeterministic,
    checkAbsent,
    checkFailures,
  ],
  version: async ({ query }) => (await query("SELECT version()")).trim(),
  async stop({ process: child }) {
    child.stdin?.end();
    const killed = setTimeout(() => child.kill("SIGKILL"), 5000);
    if (child.exitCode === null) await once(child, "close");
    clearTimeout(killed);
  },
});
