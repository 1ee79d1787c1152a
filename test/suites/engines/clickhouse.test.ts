/** ClickHouse, as chdb: the functions of deploy/clickhouse, and the table function `executable`. */
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, expect, it } from "vitest";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { encode, encodeInternational } from "../../../src/index.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import * as engine from "./engine.ts";

const folder = createFolder();
const points = engine.manyPoints();
const local = points.map((point) => engine.localText(point, "\\N"));

/** Returns the rows of a query. @throws Error with the message of ClickHouse */
let query: (sql: string) => readonly string[];

beforeAll(() => {
  const tools = engine.installTools();
  const root = folder.path("");
  const scripts = folder.path("data/user_scripts");
  mkdirSync(scripts, { recursive: true });
  const paths = { "/etc/clickhouse-server": root, "/var/lib/clickhouse/user_scripts": scripts };
  Object.assign(process.env, engine.install("ClickHouse", root, paths));
  chmodSync(folder.write("data/user_scripts/absent", "#!/bin/sh\nexec mapcodedd\n"), 0o755);
  folder.write(
    "config.xml",
    `<clickhouse>
  <user_defined_executable_functions_config>${root}/*_function.xml</user_defined_executable_functions_config>
  <user_scripts_path>${scripts}/</user_scripts_path>
</clickhouse>`,
  );
  // ClickHouse reads its configuration from the working directory.
  process.chdir(root);
  const { Session } = createRequire(`${tools}/package.json`)("chdb");
  const session = new Session(folder.path("data"));
  query = (sql) => engine.linesOf(session.query(sql, "TSV"));
  folder.write("points.tsv", engine.linesOfPoints(points));
  // The first setting reads numbers to the nearest double, the second one keeps the order of rows.
  query(`CREATE TABLE points ENGINE = Memory AS SELECT lat, lon FROM
    file('points.tsv', TabSeparated, 'lat Float64, lon Float64') SETTINGS precise_float_parsing = 1, max_threads = 1`);
  return () => session.close();
});

it("functions give all mapcodes of the vectors, with digits, and the international ones", () => {
  const { length } = engine.VECTOR_POINTS;
  const select =
    "mapcodeInternational(lat, lon), mapcodes(lat, lon), mapcodeWithin(lat, lon, NULL, 8)";
  const rows = query(`SELECT ${select} FROM points LIMIT ${length} SETTINGS max_threads = 1`);
  engine.expectRows(rows, engine.VECTOR_POINTS, (point) => {
    const { latDeg, lonDeg } = point;
    const all = encodeByBorders(latDeg, lonDeg).map((mapcode) => `'${mapcode}'`);
    const longest = engine.localText(point, "\\N", { precision: 8 });
    return [encodeInternational(latDeg, lonDeg).code, `[${all}]`, longest].join("\t");
  });
});

it("functions give the points of all vectors", () => {
  const codes = engine.vectorCodes();
  folder.write("codes.tsv", engine.linesOfCodes(codes));
  const table = "file('codes.tsv', TabSeparated, 'code String, context String')";
  const rows = query(`SELECT mapcodeToPointWithin(code, context) FROM ${table}`);
  engine.expectRows(rows, codes, ({ point }) => {
    return point ? `(${point.latDeg},${point.lonDeg})` : "(NULL,NULL)";
  });
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
])("%s is %s", (call, expected) => {
  expect(query(`SELECT ${call}`)).toEqual([expected]);
});

it("functions are deterministic: for an index, a sorting key and the query cache", () => {
  query(`CREATE TABLE indexed (lat Float64, lon Float64, INDEX code mapcode(lat, lon) TYPE bloom_filter)
    ENGINE = MergeTree ORDER BY assumeNotNull(mapcodeInternational(lat, lon))`);
  query("INSERT INTO indexed VALUES (52.376514, 4.908543), (0, -30)");
  const select = "SELECT lat FROM indexed WHERE mapcode(lat, lon) = 'NLD 49.4V'";
  expect(query(select)).toEqual(["52.376514"]);
  expect(query(`${select} SETTINGS use_query_cache = 1`)).toEqual(["52.376514"]);
});

const WITHOUT = "without mapcoded";

it.each([
  [WITHOUT, "SELECT toString(lat + lon) FROM points SETTINGS max_threads = 1"],
  ["function mapcode", "SELECT mapcode(lat, lon) FROM points SETTINGS max_threads = 1"],
  [
    "table function executable",
    "SELECT * FROM executable('mapcoded udf encode --args lat,lon --returns local', TabSeparated, 'code Nullable(String)', (SELECT lat, lon FROM points SETTINGS max_threads = 1), SETTINGS check_exit_code = 1, stderr_reaction = 'throw')",
  ],
])("a million points, with all vectors, have the mapcodes of the library: %s", async (name, select) => {
  rmSync(folder.path("output.tsv"), { force: true });
  const output = "FUNCTION file('output.tsv', TabSeparated, 'code Nullable(String)')";
  await engine.timed(`ClickHouse: ${name}`, points.length, () =>
    query(`INSERT INTO ${output} ${select}`),
  );
  if (name === WITHOUT) return;
  engine.expectRows(engine.linesOf(folder.read("output.tsv")), local);
});

it("the examples of the document run, and a command that cannot start is an error", () => {
  const examples = engine.sqlExamples("ClickHouse");
  const amsterdam = "(52.37651400000124,4.908543375)";
  const sydney = engine.localText({ latDeg: -33.8568, lonDeg: 151.2153 }, "");
  expect(examples.flatMap(query)).toEqual([
    `NLD 49.4V\tVHXGB.1J9J\t${amsterdam}\t${amsterdam}`,
    ...["1\tNLD 49.4V", "2\t\\N", `3\t${sydney}`],
    "NLD 49.4V",
  ]);
  const example = examples.find((sql) => sql.includes("executable(")) ?? "";
  const failing = example.replace("mapcoded udf", "absent udf");
  expect(() => query(failing)).toThrow(/stderr|Broken pipe|return code/);
});

it("a killed process of a pool and a canceled query are followed by right answers", () => {
  const select = "SELECT mapcode(52.376514, 4.908543)";
  const members = engine.processesOf(folder.path(""), " udf ");
  expect(members).not.toEqual([]);
  for (const pid of members) process.kill(pid, "SIGKILL");
  // A query that meets a dead process may fail; later ones must not.
  for (let tries = 0; tries <= members.length; tries++) {
    try {
      query(select);
    } catch {}
  }
  expect(query(select)).toEqual(["NLD 49.4V"]);
  const endless =
    "SELECT count(mapcode(number % 90, number % 180)) FROM numbers(1000000000) SETTINGS max_execution_time = 2";
  expect(() => query(endless)).toThrow("TIMEOUT_EXCEEDED");
  expect(query(select)).toEqual(["NLD 49.4V"]);
});
