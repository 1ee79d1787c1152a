/** ClickHouse: the functions of deploy/clickhouse, and the table function `executable`, in the engine of chdb. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect, it } from "vitest";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { encode, encodeInternational } from "../../../src/index.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import {
  blocksOf,
  expectRows,
  installCommand,
  installTools,
  linesOf,
  linesOfPoints,
  localText,
  MANY,
  manyPoints,
  pointOf,
  processesOf,
  sqlExamples,
  TOOLS,
  timed,
  vectorCodes,
  vectorPoints,
} from "./engine.ts";

const folder = createFolder();

/** Numbers are read to the nearest double only with the first setting, rows in their order only with the second. */
const EXACT = "SETTINGS precise_float_parsing = 1, max_threads = 1";
const POINTS = `file('points.tsv', TabSeparated, 'lat Float64, lon Float64') ${EXACT}`;

/** @throws Error with the message of ClickHouse */
let query: (sql: string) => Promise<string>;

beforeAll(async () => {
  installTools();
  const root = folder.path("");
  const env = installCommand(root);
  const scripts = folder.path("data/user_scripts");
  mkdirSync(scripts, { recursive: true });
  const [example = ""] = blocksOf("ClickHouse", "sh");
  const install = example
    .replace(/^npm install.*$/m, "")
    .replace("/etc/clickhouse-server", root)
    .replace("/var/lib/clickhouse/user_scripts", scripts);
  execFileSync("sh", ["-euc", install], { env });
  chmodSync(folder.write("data/user_scripts/absent", "#!/bin/sh\nexec mapcodedd\n"), 0o755);
  folder.write(
    "config.xml",
    `<clickhouse>
  <user_defined_executable_functions_config>${root}/*_function.xml</user_defined_executable_functions_config>
  <user_scripts_path>${scripts}/</user_scripts_path>
</clickhouse>`,
  );
  const session = join(import.meta.dirname, "clickhouse-session.js");
  const child = spawn(process.execPath, [session, TOOLS, folder.path("data")], {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  query = async (sql) => {
    child.stdin.write(`${JSON.stringify(sql)}\n`);
    const { value, done } = await replies.next();
    if (done) throw new Error("ClickHouse has ended.");
    const { text, error } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return text;
  };
  return async () => {
    child.stdin.end();
    const killed = setTimeout(() => child.kill("SIGKILL"), 5000);
    if (child.exitCode === null) await once(child, "close");
    clearTimeout(killed);
  };
});

/** A text as TabSeparated has it. */
function escaped(text: string): string {
  const escapes: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\\": "\\\\" };
  return text.replace(/[\t\n\\]/g, (character) => escapes[character]);
}

it("functions give the mapcodes of all vectors", async () => {
  const points = vectorPoints();
  folder.write("points.tsv", linesOfPoints(points));
  const text =
    await query(`SELECT mapcode(lat, lon), mapcodeInternational(lat, lon), mapcodes(lat, lon),
    mapcodeWithin(lat, lon, NULL, 8) FROM ${POINTS}`);
  const expected = points.map((point) => {
    const { latDeg, lonDeg } = point;
    const all = encodeByBorders(latDeg, lonDeg).map((mapcode) => `'${mapcode}'`);
    const longest = localText(point, "\\N", { precision: 8 });
    const international = encodeInternational(latDeg, lonDeg).code;
    return [localText(point, "\\N"), international, `[${all}]`, longest].join("\t");
  });
  expectRows(linesOf(text), expected);
});

it("functions give the points of all vectors", async () => {
  const codes = vectorCodes();
  const rows = codes.map(({ code, context }) => `${escaped(code)}\t${escaped(context)}\n`);
  folder.write("codes.tsv", rows.join(""));
  const table = "file('codes.tsv', TabSeparated, 'code String, context String')";
  const text = await query(`SELECT mapcodeToPointWithin(code, context) FROM ${table}`);
  const expected = codes.map(({ code, context }) => {
    const { latDeg, lonDeg } = pointOf(code, context) ?? { latDeg: "NULL", lonDeg: "NULL" };
    return `(${latDeg},${lonDeg})`;
  });
  expectRows(linesOf(text), expected);
});

const PRECISE = `${encode(52.376514, 4.908543, { precision: 2 })[0]}`;
const within = (precision: string) => `mapcodeWithin(52.376514, 4.908543, NULL, ${precision})`;

it.each([
  ["mapcode(NULL, 4.9)", "\\N"],
  ["mapcode(nan, 1)", "\\N"],
  ["mapcodes(52.4, NULL)", "[]"],
  ["mapcodeToPointWithin(NULL, 'NLD')", "(NULL,NULL)"],
  ["mapcodeToPoint('NLD 49.4V')", "(52.37651400000124,4.908543375)"],
  [within("2"), PRECISE],
  [within("toUInt64(2)"), PRECISE],
  [within("NULL"), "NLD 49.4V"],
  ...["9", "256", "-1", "2.5"].map((precision) => [within(precision), "\\N"]),
])("%s is %s", async (call, expected) => {
  expect(linesOf(await query(`SELECT ${call}`))).toEqual([expected]);
});

it("functions are deterministic: for an index, a sorting key and the query cache", async () => {
  await query(`CREATE TABLE indexed (lat Float64, lon Float64, INDEX code mapcode(lat, lon) TYPE bloom_filter)
    ENGINE = MergeTree ORDER BY assumeNotNull(mapcodeInternational(lat, lon))`);
  await query("INSERT INTO indexed VALUES (52.376514, 4.908543), (0, -30)");
  const select = "SELECT lat FROM indexed WHERE mapcode(lat, lon) = 'NLD 49.4V'";
  expect(await query(select)).toBe("52.376514\n");
  expect(await query(`${select} SETTINGS use_query_cache = 1`)).toBe("52.376514\n");
});

it("a million points have the mapcodes of the library", async () => {
  const points = manyPoints();
  const expected = points.map((point) => localText(point, "\\N"));
  folder.write("points.tsv", linesOfPoints(points));
  await query(`CREATE TABLE points ENGINE = Memory AS SELECT lat, lon FROM ${POINTS}`);
  const without = "toString(lat + lon)";
  for (const [name, select] of [
    ["without mapcoded", `SELECT ${without} FROM points SETTINGS max_threads = 1`],
    ["function mapcode", "SELECT mapcode(lat, lon) FROM points SETTINGS max_threads = 1"],
    [
      "table function executable",
      "SELECT * FROM executable('mapcoded udf encode --args lat,lon --returns local', TabSeparated, 'code Nullable(String)', (SELECT lat, lon FROM points SETTINGS max_threads = 1), SETTINGS check_exit_code = 1, stderr_reaction = 'throw')",
    ],
  ]) {
    rmSync(folder.path("output.tsv"), { force: true });
    const output = "FUNCTION file('output.tsv', TabSeparated, 'code Nullable(String)')";
    await timed(`ClickHouse: ${name}`, MANY, () => query(`INSERT INTO ${output} ${select}`));
    const rows = linesOf(folder.read("output.tsv"));
    if (!select.includes(without)) expectRows(rows, expected);
  }
});

it("the examples of the document run, and a command that cannot start is an error", async () => {
  const examples = sqlExamples("ClickHouse");
  const replies: string[] = [];
  for (const example of examples) replies.push(await query(example));
  const amsterdam = "(52.37651400000124,4.908543375)";
  const sydney = localText({ latDeg: -33.8568, lonDeg: 151.2153 }, "");
  expect(replies.filter(Boolean)).toEqual([
    `NLD 49.4V\tVHXGB.1J9J\t${amsterdam}\t${amsterdam}\n`,
    `1\tNLD 49.4V\n2\t\\N\n3\t${sydney}\n`,
    "NLD 49.4V\n",
  ]);
  const example = examples.find((sql) => sql.includes("executable(")) ?? "";
  await expect(query(example.replace("mapcoded udf", "absent udf"))).rejects.toThrow(
    /stderr|Broken pipe|return code/,
  );
});

it("a killed process of a pool and a canceled query are followed by right answers", async () => {
  const select = "SELECT mapcode(52.376514, 4.908543)";
  const members = processesOf(folder.path(""), " udf ");
  expect(members).not.toEqual([]);
  for (const pid of members) process.kill(pid, "SIGKILL");
  // The query that meets a dead process may fail; those after it must not.
  for (let tries = 0; tries <= members.length; tries++) await query(select).catch(() => "");
  expect(await query(select)).toBe("NLD 49.4V\n");
  const endless =
    "SELECT count(mapcode(number % 90, number % 180)) FROM numbers(1000000000) SETTINGS max_execution_time = 2";
  await expect(query(endless)).rejects.toThrow("TIMEOUT_EXCEEDED");
  expect(await query(select)).toBe("NLD 49.4V\n");
});
