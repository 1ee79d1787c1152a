/** PostgreSQL: the functions of deploy/postgresql, COPY and file_fdw with programs, and PostGIS, in Debian's server. */
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { encode, encodeInternational } from "../../../src/index.ts";
import { until } from "../../support/until.ts";
import {
  type EngineCheck,
  engineOf,
  expectRows,
  pointOf,
  processesOf,
  timed,
  withoutCpu,
} from "./engine.ts";
import {
  localText,
  MANY,
  manyPoints,
  tabSeparated,
  vectorCodes,
  vectorPoints,
} from "./engine-points.ts";
import { blocksOf, sqlExamples } from "./examples.ts";
import { LOADER, NULL, PLAIN, PostgreSQL, SHARED, SUPERUSER } from "./postgresql-server.ts";

/** How many points are converted one by one, which takes 0.1 to 0.3 ms each. */
const FEW = 20_000;

/** A text as COPY reads it. */
function copyText(text: string): string {
  const escapes: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };
  return text.replace(/[\t\n\r\\]/g, (character) => escapes[character]);
}

function pointText(code: string, context: string): string {
  const { latDeg, lonDeg } = pointOf(code, context) ?? { latDeg: NULL, lonDeg: NULL };
  return `${latDeg}\t${lonDeg}`;
}

/** The same number in the words of PostgreSQL and JavaScript: 1e-05 and 0.00001. */
function normalized(row: string): string {
  const fields = row.split("\t");
  return fields.map((text) => (text === NULL ? text : `${Number(text)}`)).join("\t");
}

function loadPoints(server: PostgreSQL, table: string, text: string): void {
  server.write(`${table}.tsv`, text);
  const sql = `CREATE TABLE ${table} (id serial, lat float8, lon float8);
    COPY ${table} (lat, lon) FROM '${server.folder}/${table}.tsv'; GRANT SELECT ON ${table} TO PUBLIC;`;
  server.query(sql, SUPERUSER);
}

async function checkVectors(server: PostgreSQL): Promise<EngineCheck> {
  const points = vectorPoints();
  loadPoints(server, "vectors", tabSeparated(points));
  const [rows, cost] = await timed(async () =>
    server.query(`SELECT mapcode(lat, lon), mapcode_international(lat, lon),
      array_to_string(mapcodes(lat, lon, NULL, 8), ',') FROM vectors ORDER BY id;`),
  );
  const expected = points.map((point) => {
    const { latDeg, lonDeg } = point;
    const all = encodeByBorders(latDeg, lonDeg, { precision: 8 });
    return `${localText(point, NULL)}\t${encodeInternational(latDeg, lonDeg).code}\t${all}`;
  });
  expectRows("functions", rows, expected);
  return { name: "all vectors of encoding, three functions", rows: 3 * points.length, ...cost };
}

function checkCodes(server: PostgreSQL): EngineCheck {
  const odd = ["\t", "it's", "a\\b", "49.4V\n", '"', "\\N", "\\", "\\t", "東京", "{a,b}"];
  const codes = [...vectorCodes(), ...odd.map((code) => ({ code, context: code }))];
  const lines = codes.map(({ code, context }) => `${copyText(code)}\t${copyText(context)}\n`);
  server.write("codes.tsv", lines.join(""));
  const sql = `CREATE TABLE codes (id serial, code text, context text);
    COPY codes (code, context) FROM '${server.folder}/codes.tsv'; GRANT SELECT ON codes TO PUBLIC;`;
  server.query(sql, SUPERUSER);
  const expected = codes.map(({ code, context }) => pointText(code, context));
  const byFunction = server.query(
    "SELECT lat, lon FROM codes, mapcode_to_point(code, context) ORDER BY id;",
  );
  expectRows("mapcode_to_point", byFunction.map(normalized), expected);
  server.write("decoded.tsv", "");
  const copy = `COPY (SELECT code, context FROM codes ORDER BY id) TO PROGRAM
    'mapcoded udf decode --args code,context --returns lat,lon > ${server.folder}/decoded.tsv'`;
  server.query(copy, LOADER);
  expectRows("COPY TO PROGRAM", server.read("decoded.tsv"), expected);
  const name = "all vectors of decoding, tabs and backslashes, by function and COPY";
  return { name, rows: 2 * codes.length };
}

function checkNulls(server: PostgreSQL): EngineCheck {
  const rows = server.query(`SELECT mapcode(NULL, 4.9), mapcode(52.4, NULL), mapcode('nan', 1),
    mapcode(52.376514, 4.908543, extra_digits => 2), mapcode(52.376514, 4.908543, 'nowhere'),
    mapcodes(NULL, 1), mapcode_to_point(NULL), mapcode_international('infinity', 1),
    mapcode_array('{52.376514,NULL,0}', '{4.908543,1,-30}'), mapcode_array('{}', '{}');`);
  const [precise] = encode(52.376514, 4.908543, { precision: 2 });
  expectRows("NULL", rows, [
    `\\N\t\\N\t\\N\t${precise}\t\\N\t\\N\t(,)\t\\N\t{"NLD 49.4V",NULL,NULL}\t{}`,
  ]);
  return { name: "NULL, NaN and infinity", rows: 10 };
}

/** A command that adds mapcodes to points.csv, as a text within a literal of SQL. */
function encodeFile({ folder }: PostgreSQL): string {
  return `mapcoded encode ${folder}/points.csv --quiet`;
}

async function checkMany(server: PostgreSQL): Promise<EngineCheck[]> {
  const points = manyPoints();
  loadPoints(server, "points", tabSeparated(points));
  server.write("points.csv", `lat,lon\n${tabSeparated(points).replaceAll("\t", ",")}`);
  const expected = points.map((point) => localText(point, NULL));
  server.write("codes_of_points.tsv", "");
  const program = "mapcoded udf encode --args lat,lon --returns local";
  const columns =
    "lat float8, lon float8, territory text, code text, international text, error text";
  const codes = "SELECT territory || ' ' || code AS mapcode";
  const ways: readonly (readonly [name: string, sql: string, result: string])[] = [
    [
      "COPY TO PROGRAM",
      `COPY (SELECT lat, lon FROM points ORDER BY id) TO PROGRAM '${program} > ${server.folder}/codes_of_points.tsv';`,
      "",
    ],
    [
      "COPY FROM PROGRAM",
      `CREATE TABLE copied (id serial, ${columns});
       COPY copied (lat, lon, territory, code, international, error) FROM PROGRAM '${encodeFile(server)}' (FORMAT csv, HEADER);`,
      `${codes} FROM copied ORDER BY id;`,
    ],
    [
      "file_fdw",
      `CREATE FOREIGN TABLE by_program (${columns}) SERVER programs OPTIONS (program '${encodeFile(server)}', format 'csv', header 'true');
       CREATE TABLE fetched AS SELECT row_number() OVER () AS id, * FROM by_program;`,
      `${codes} FROM fetched ORDER BY id;`,
    ],
    [
      "mapcode_array, 10,000 points at once",
      `CREATE TABLE in_blocks AS SELECT unnest(ids) AS id, unnest(mapcode_array(lats, lons)) AS mapcode FROM
       (SELECT array_agg(id) AS ids, array_agg(lat) AS lats, array_agg(lon) AS lons FROM points GROUP BY id / 10000) AS blocks;`,
      "SELECT mapcode FROM in_blocks ORDER BY id;",
    ],
    [
      "mapcode, point by point",
      `CREATE TABLE by_point AS SELECT id, mapcode(lat, lon) AS mapcode FROM points WHERE id <= ${FEW};`,
      "SELECT mapcode FROM by_point ORDER BY id;",
    ],
  ];
  const copy = `COPY (SELECT lat, lon FROM points ORDER BY id) TO '${server.folder}/copied.tsv';`;
  const [, without] = await timed(async () => server.query(copy, SUPERUSER));
  const checks: EngineCheck[] = [
    { name: "COPY to a file, without mapcoded", rows: MANY, ...without },
  ];
  for (const [name, sql, result] of ways) {
    const [, cost] = await timed(async () => server.query(sql, LOADER));
    const rows = result === "" ? server.read("codes_of_points.tsv") : server.query(result, LOADER);
    const count = sql.includes("by_point") ? FEW : MANY;
    expectRows(name, rows, expected.slice(0, count));
    checks.push({ name, rows: count, ...cost });
  }
  return checks.map(withoutCpu);
}

/** The processes of functions that sessions have started. */
function functionProcesses({ folder }: PostgreSQL): readonly number[] {
  return processesOf(folder, " udf encode --args lat,lon,territory,precision --returns local");
}

/** Debian's pg_ctlcluster starts servers without the folders where npm installs commands: processes know these, too. */
function expectPath(pid: number): void {
  const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const path = variables.find((variable) => variable.startsWith("PATH="));
  if (path?.endsWith(":/usr/local/bin:/usr/bin:/bin")) return;
  throw new Error(`A process of the server has ${path}.`);
}

/** What a program of COPY writes is taken as a whole, or not at all. */
function checkBrokenPrograms(server: PostgreSQL): EngineCheck {
  const program = encodeFile(server);
  const broken = [
    ["misspelt", program.replace("mapcoded", "mapcodedd"), /command not found/],
    // The last row may be cut off.
    ["killed", `timeout -s KILL 0.5 ${program}`, /exited with exit code 137|missing data/],
  ] as const;
  for (const [name, command, reason] of broken) {
    const sql = `COPY copied (lat, lon, territory, code, international, error) FROM PROGRAM '${command}' (FORMAT csv, HEADER);`;
    expectError(name, () => server.query(sql, LOADER), reason);
  }
  expectRows("LIMIT", server.query("SELECT count(*) FROM copied;", LOADER), [`${MANY}`]);
  const few = "SELECT count(*) FROM (SELECT FROM by_program LIMIT 3) AS few;";
  expectRows("LIMIT", server.query(few, LOADER), ["3"]);
  return { name: "a program that is killed or misspelt is an error", rows: broken.length };
}

/** @throws Error unless a call fails with such a message */
function expectError(name: string, call: () => unknown, pattern: RegExp): void {
  let message = "no error";
  try {
    call();
  } catch (error) {
    message = `${error}`;
  }
  if (!pattern.test(message)) throw new Error(`${name}: ${pattern} is not in ${message}`);
}

/** Extensions of the same version are updated by the script that makes them, in a database of its own. */
function checkUpdate(server: PostgreSQL): EngineCheck {
  const extensions = join(server.folder, SHARED, "extension");
  const control = readFileSync(join(extensions, "mapcoded.control"), "utf8");
  const [, version = ""] = /default_version = '(.*)'/.exec(control) ?? [];
  const script = join(extensions, `mapcoded--${version}.sql`);
  for (const name of ["mapcoded--0.0.1.sql", `mapcoded--0.0.1--${version}.sql`]) {
    cpSync(script, join(extensions, name));
  }
  server.query("CREATE DATABASE updated;", SUPERUSER);
  const update = `\\connect updated postgres
    CREATE EXTENSION mapcoded VERSION '0.0.1' CASCADE; ALTER EXTENSION mapcoded UPDATE;
    SELECT extversion FROM pg_extension WHERE extname = 'mapcoded'; SELECT mapcode(52.376514, 4.908543);
    DROP EXTENSION mapcoded; SELECT count(*) FROM pg_proc WHERE proname LIKE 'mapcode%';`;
  expectRows("update", server.query(update, SUPERUSER), [version, "NLD 49.4V", "0"]);
  return { name: "the extension updated and dropped", rows: 3 };
}

/** A killed process is replaced; a canceled query and the next one in the same session do not mix their answers. */
async function checkFailures(server: PostgreSQL): Promise<EngineCheck> {
  const session = server.session();
  let output = "";
  session.stdout.on("data", (bytes) => {
    output += bytes;
  });
  let errors = "";
  session.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  const ask = async (sql: string, mark: string) => {
    session.stdin.write(`${sql}\n\\echo ${mark}\n`);
    await until(
      () => output.includes(`${mark}\n`),
      () => `No ${mark} after ${sql} in:\n${output}`,
    );
  };
  const select = "SELECT mapcode(52.376514, 4.908543);";
  await ask(select, "first");
  const [pid, ...others] = functionProcesses(server);
  if (pid === undefined || others.length > 0) throw new Error(`Processes: ${pid} ${others}`);
  process.kill(pid, "SIGKILL");
  await until(
    () => functionProcesses(server).length === 0,
    () => "A killed process runs.",
  );
  await ask(select, "second");
  const slow = "SELECT count(mapcode(i % 90, i % 180)) FROM generate_series(1, 100000000) AS i;";
  await ask(`SET statement_timeout = 500; ${slow} SET statement_timeout = 0;`, "third");
  await ask(`${select} SELECT mapcode(0, -30) IS NULL;`, "fourth");
  const [hanging] = functionProcesses(server);
  expectPath(hanging);
  process.kill(hanging, "SIGSTOP");
  await ask(`SET statement_timeout = 500; ${select} SET statement_timeout = 0; ${select}`, "fifth");
  session.stdin.end();
  await once(session, "close");
  await until(
    () => functionProcesses(server).length === 0,
    () => "A process outlives its session.",
  );
  expectRows("failures", output.trim().split("\n"), [
    ..."NLD 49.4V,first,NLD 49.4V,second,third,NLD 49.4V,t,fourth,NLD 49.4V,fifth".split(","),
  ]);
  const timeouts = errors.match(/canceling statement due to statement timeout/g) ?? [];
  if (timeouts.length !== 2) throw new Error(`Not two statements timed out: ${errors}`);
  return { name: "a process killed or hanging, a query canceled, a session ended", rows: 5 };
}

function checkGeometry(server: PostgreSQL): EngineCheck {
  const rows = server.query(
    `SELECT mapcode(ST_SetSRID(ST_MakePoint(lon, lat), 4326)) FROM vectors ORDER BY id;`,
  );
  const points = vectorPoints();
  expectRows(
    "geometry",
    rows,
    points.map((point) => localText(point, NULL)),
  );
  const codes = server.query(
    "SELECT ST_Y(point), ST_X(point) FROM codes, mapcode_to_geometry(code, context) AS point ORDER BY id LIMIT 5000;",
  );
  const expected = vectorCodes().slice(0, 5000);
  expectRows(
    "mapcode_to_geometry",
    codes.slice(0, expected.length).map(normalized),
    expected.map(({ code, context }) => pointText(code, context)),
  );
  return { name: "geometry of PostGIS in and out", rows: rows.length + expected.length };
}

/** The statements of docs/engines.md, in a folder that has the points they read. */
function checkExamples(server: PostgreSQL): EngineCheck {
  server.write("points.csv", "id,lat,lon\n1,52.376514,4.908543\n2,0,-30\n");
  server.query("DROP TABLE points CASCADE;", SUPERUSER);
  const statements = sqlExamples("PostgreSQL").map((sql) =>
    sql.replaceAll("/srv/places", server.folder),
  );
  const rows = server.query(statements.map((sql) => `${sql};\n`).join(""), LOADER);
  const amsterdam = "52.37651400000124\t4.908543375";
  expectRows("examples", rows, [
    `NLD 49.4V\tVHXGB.1J9J\t${amsterdam}`,
    `${encode(52.376514, 4.908543, { precision: 2 })[0]}`,
    "1\tNLD 49.4V",
    "2\t\\N",
    "1\tNLD 49.4V",
    "2\t\\N",
    "NLD 49.4V\tPOINT(4.908543375 52.37651400000124)",
    "2\tHDX7Y.F0MG",
    "1\tNLD 49.4V",
  ]);
  return { name: "examples of the documents", rows: rows.length };
}

export const postgreSQL = engineOf({
  name: "PostgreSQL",
  open: (folder) => new PostgreSQL(folder),
  start(server) {
    server.start();
    server.query(`CREATE ROLE ${PLAIN} LOGIN; CREATE ROLE ${LOADER} LOGIN;`, SUPERUSER);
    server.query(`GRANT CREATE ON SCHEMA public TO ${PLAIN}, ${LOADER};`, SUPERUSER);
    server.query(blocksOf("PostgreSQL", "sql as superuser").join(""), SUPERUSER);
  },
  checks: [
    checkVectors,
    checkCodes,
    checkNulls,
    checkGeometry,
    checkMany,
    checkBrokenPrograms,
    checkFailures,
    checkUpdate,
    checkExamples,
  ],
  version(server) {
    const version = "current_setting('server_version') || ', PostGIS ' || postgis_lib_version()";
    return server.query(`SELECT ${version};`)[0] ?? "";
  },
  stop: (server) => server.stop(),
});
