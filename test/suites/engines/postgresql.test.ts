/** PostgreSQL: the functions of deploy/postgresql, COPY and file_fdw with programs, and PostGIS, in Debian's server. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeByBorders } from "../../../src/borders/index.ts";
import { encode, encodeInternational } from "../../../src/index.ts";
import { listenTo } from "../../cli/command.ts";
import { resultOr } from "../../support/errors.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import * as engine from "./engine.ts";

const folder = createFolder();
const root = folder.path("");
// The server, too, reads and writes files of this test.
process.umask(0);

const PROGRAMS = "/usr/lib/postgresql/15/bin";
const SHARED = "/usr/share/postgresql/15";
// The server and its programs are copies of Debian's. They look for extensions in a folder relative to their own, so
// the test installs none in the system.
const [programs, shared] = [PROGRAMS, SHARED].map((path) => folder.path(path));
let env: Record<string, string>;

/** A role that may only make tables, one that may also run programs and read files, and the superuser. */
type Role = "plain" | "loader" | "postgres";

const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"]));
// The server refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
const optionsOf = (role: Role) => ({ ...user, cwd: root, env: { ...env, PGUSER: role } });

/** Runs a program as the user of the server. @throws Error with its standard error */
function run(program: string, args: readonly string[], input = "", role: Role = "postgres") {
  const options = { input, maxBuffer: 1 << 29, stdio: "pipe" } as const;
  return execFileSync(program, args, { ...optionsOf(role), ...options }).toString();
}

const PSQL = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"];

/** The rows of statements: columns separated by tabs, `\N` for NULL. */
function query(sql: string, role: Role = "plain"): readonly string[] {
  const form = ["--field-separator=\t", "--pset=null=\\N", "--set=ON_ERROR_STOP=1", "--file=-"];
  return engine.linesOf(run("psql", [...PSQL, ...form], sql, role));
}

/** Makes a table from rows with columns separated by tabs. */
function load(table: string, [one, other]: readonly string[], type: string, rows: string): void {
  const path = folder.write(`${table}.tsv`, rows);
  query(
    `CREATE TABLE ${table} (id serial, ${one} ${type}, ${other} ${type});
     COPY ${table} (${one}, ${other}) FROM '${path}'; GRANT SELECT ON ${table} TO PUBLIC;`,
    "postgres",
  );
}

const codes = engine.vectorCodes();
const points = engine.manyPoints();
const local = points.map((point) => engine.localText(point, "\\N"));

beforeAll(async () => {
  if (user) chownSync(root, user.uid, user.gid);
  cpSync(PROGRAMS, programs, { recursive: true });
  cpSync(SHARED, shared, { recursive: true });
  symlinkSync(join(PROGRAMS, "../lib"), join(programs, "../lib"));
  const { PATH, ...others } = engine.install("PostgreSQL", root, { [SHARED]: shared });
  const connection = { PGHOST: root, PGDATABASE: "postgres", LC_ALL: "C.UTF-8" };
  env = { ...others, ...connection, PATH: [programs, PATH].join(delimiter) };
  const data = folder.path("data");
  run("initdb", ["--auth=trust", "--username=postgres", "--encoding=UTF8", data]);
  const settings = ["-k", root, "-c", "listen_addresses=", "-c", "fsync=off"];
  const options = { ...optionsOf("postgres"), stdio: "ignore" } as const;
  const server = spawn("postgres", ["-D", data, ...settings], options);
  await until(() => resultOr(0, Error, () => query("SELECT 1;", "postgres").length) === 1);
  query(
    "CREATE ROLE plain LOGIN; CREATE ROLE loader LOGIN; GRANT CREATE ON SCHEMA public TO plain, loader;",
    "postgres",
  );
  query(engine.blocksOf("PostgreSQL", "sql as superuser").join(""), "postgres");
  load("points", ["lat", "lon"], "float8", engine.linesOfPoints(points));
  load("codes", ["code", "context"], "text", engine.linesOfCodes(codes));
  return async () => {
    // A fast shutdown: ends all sessions at once.
    server.kill("SIGINT");
    await once(server, "exit");
  };
});

describe("functions", () => {
  it("give all mapcodes of the vectors, with digits, the international ones, and mapcodes of geometry", () => {
    // PostgreSQL would read a table of this size in parallel. These functions must not allow it.
    const rows =
      query(`SELECT mapcode_international(lat, lon), array_to_string(mapcodes(lat, lon, NULL, 8), ','),
      mapcode(ST_SetSRID(ST_MakePoint(lon, lat), 4326)) FROM points WHERE id <= ${engine.VECTOR_POINTS.length} ORDER BY id;`);
    engine.expectRows(rows, engine.VECTOR_POINTS, (point) => {
      const { latDeg, lonDeg } = point;
      const all = encodeByBorders(latDeg, lonDeg, { precision: 8 });
      const international = encodeInternational(latDeg, lonDeg).code;
      return [international, all, engine.localText(point, "\\N")].join("\t");
    });
  });

  it("give the points of all vectors, also as geometry and by COPY", () => {
    // PostgreSQL and JavaScript write the same number differently: 1e-05 and 0.00001.
    const normalized = (row: string) =>
      row.replace(/[^\t]+/g, (text) => (text === "\\N" ? text : String(Number(text))));
    const expectPoints = (rows: readonly string[]) =>
      engine.expectRows(rows.map(normalized), codes, ({ point }) => {
        return point ? `${point.latDeg}\t${point.lonDeg}` : "\\N\t\\N";
      });
    expectPoints(query("SELECT lat, lon FROM codes, mapcode_to_point(code, context) ORDER BY id;"));
    const geometry = "FROM codes, mapcode_to_geometry(code, context) AS point ORDER BY id;";
    expectPoints(query(`SELECT ST_Y(point), ST_X(point) ${geometry}`));
    expectPoints(
      query(`SELECT unnest(lats), unnest(lons) FROM
        (SELECT context, array_agg(code ORDER BY id) AS codes, min(id) AS first FROM
          (SELECT *, sum(CASE WHEN context = previous THEN 0 ELSE 1 END) OVER (ORDER BY id) AS block FROM
            (SELECT *, lag(context) OVER (ORDER BY id) AS previous FROM codes) AS c) AS d GROUP BY block, context) AS e,
        mapcode_to_points(codes, context) ORDER BY first;`),
    );
    const path = folder.write("decoded.tsv", "");
    query(
      `COPY (SELECT code, context FROM codes ORDER BY id) TO PROGRAM 'mapcoded udf decode --args code,context --returns lat,lon > ${path}'`,
      "loader",
    );
    expectPoints(engine.linesOf(folder.read("decoded.tsv")));
  });

  it("take geography as geometry, and give NULL for lines and empty points", () => {
    const point = "ST_SetSRID(ST_MakePoint(4.908543, 52.376514), 4326)";
    const line = "ST_SetSRID(ST_MakeLine(ST_MakePoint(4, 52), ST_MakePoint(5, 52)), 4326)";
    const rows =
      query(`SELECT mapcode(${point}::geography), mapcode(ST_Transform(${point}, 3857)), mapcode(${line}),
      mapcode(${line}::geography), mapcode('POINT EMPTY'::geometry), mapcode(NULL::geography);`);
    expect(rows).toEqual(["NLD 49.4V\tNLD 49.4V\t\\N\t\\N\t\\N\t\\N"]);
  });

  it("give NULL for NULL, NaN and infinity", () => {
    const rows = query(`SELECT mapcode(NULL, 4.9), mapcode(52.4, NULL), mapcode('nan', 1),
      mapcode(52.376514, 4.908543, extra_digits => 2), mapcode(52.376514, 4.908543, 'nowhere'),
      mapcodes(NULL, 1), mapcode_to_point(NULL), mapcode_international('infinity', 1),
      mapcode_array('{52.376514,NULL,0}', '{4.908543,1,-30}'), mapcode_array('{}', '{}'),
      mapcode_to_points('{NLD 49.4V,NULL,x}'), mapcode_to_points('{}'), mapcode_to_points(NULL);`);
    const [precise] = encode(52.376514, 4.908543, { precision: 2 });
    expect(rows).toEqual([
      `\\N\t\\N\t\\N\t${precise}\t\\N\t\\N\t(,)\t\\N\t{"NLD 49.4V",NULL,NULL}\t{}\t("{52.37651400000124,NULL,NULL}","{4.908543375,NULL,NULL}")\t({},{})\t(,)`,
    ]);
  });
});

/** A command that adds mapcodes to points.csv, as a text within a literal of SQL. */
const encodeFile = `mapcoded encode ${folder.path("points.csv")} --quiet`;
const COLUMNS = "lat float8, lon float8, territory text, code text, international text, error text";
const COPY = "COPY copied (lat, lon, territory, code, international, error) FROM PROGRAM";
const toCodes = folder.path("codes_of_points.tsv");
/** The number of points converted one by one. */
const FEW = 20_000;

/** Ways to convert many points: the statement, and the query for their mapcodes. */
const WAYS: readonly (readonly [name: string, sql: string, mapcodes: string])[] = [
  [
    "COPY TO PROGRAM",
    `COPY (SELECT lat, lon FROM points ORDER BY id) TO PROGRAM 'mapcoded udf encode --args lat,lon --returns local > ${toCodes}';`,
    `CREATE TABLE answers (id serial, mapcode text); COPY answers (mapcode) FROM '${toCodes}'; SELECT mapcode FROM answers ORDER BY id;`,
  ],
  [
    "COPY FROM PROGRAM",
    `CREATE TABLE copied (id serial, ${COLUMNS}); ${COPY} '${encodeFile}' (FORMAT csv, HEADER);`,
    "SELECT territory || ' ' || code FROM copied ORDER BY id;",
  ],
  [
    "file_fdw",
    `CREATE FOREIGN TABLE by_program (${COLUMNS}) SERVER programs OPTIONS (program '${encodeFile}', format 'csv', header 'true');
     CREATE TABLE fetched AS SELECT row_number() OVER () AS id, * FROM by_program;`,
    "SELECT territory || ' ' || code FROM fetched ORDER BY id;",
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

describe("a million points, with all vectors", () => {
  folder.write("points.csv", `lat,lon\n${engine.linesOfPoints(points, ",")}`);
  folder.write("codes_of_points.tsv", "");

  it.each(WAYS)("have the mapcodes of the library: %s", async (name, sql, mapcodes) => {
    const count = name.includes("point by point") ? FEW : points.length;
    await engine.timed(`PostgreSQL: ${name}`, count, () => query(sql, "loader"));
    engine.expectRows(query(mapcodes, "loader"), local.slice(0, count));
  });

  it.each([
    [encodeFile.replace("mapcoded", "mapcodedd"), /command not found/],
    // The last row may be truncated.
    [`timeout -s KILL 0.5 ${encodeFile}`, /exited with exit code 137|missing data/],
  ])("are taken as a whole, or not at all: %s", (program, reason) => {
    expect(() => query(`${COPY} '${program}' (FORMAT csv, HEADER);`, "loader")).toThrow(reason);
    expect(query("SELECT count(*) FROM copied;", "loader")).toEqual([`${points.length}`]);
  });

  it("may be read in part", () => {
    const few = "SELECT count(*) FROM (SELECT FROM by_program LIMIT 3) AS few;";
    expect(query(few, "loader")).toEqual(["3"]);
  });
});

it("a killed, hanging or canceled process is replaced, and ends with its session", async () => {
  const session = spawn("psql", PSQL, optionsOf("plain"));
  const said = listenTo(session);
  const ask = (sql: string, mark: string) => {
    session.stdin.write(`${sql}\n\\echo ${mark}\n`);
    return until(() => said.out.includes(`${mark}\n`));
  };
  const args = " udf encode --args lat,lon,territory,precision --returns local";
  const processes = () => engine.processesOf(root, args);
  const select = "SELECT mapcode(52.376514, 4.908543);";
  const limited = (sql: string) => `SET statement_timeout = 500; ${sql} SET statement_timeout = 0;`;
  await ask(select, "first");
  expect(processes()).toHaveLength(1);
  // A process that ends before it answers.
  const [killed] = processes();
  process.kill(killed, "SIGSTOP");
  const answered = ask(select, "second");
  await setTimeout(300);
  process.kill(killed, "SIGKILL");
  await answered;
  const slow = "SELECT count(mapcode(i % 90, i % 180)) FROM generate_series(1, 100000000) AS i;";
  await ask(limited(slow), "third");
  await ask(`${select} SELECT mapcode(0, -30) IS NULL;`, "fourth");
  const [hanging] = processes();
  // Debian's pg_ctlcluster starts servers without npm's folders in the PATH. The functions add them for processes.
  expect(readFileSync(`/proc/${hanging}/environ`, "utf8")).toMatch(
    /\0PATH=[^\0]*:\/usr\/local\/bin:\/usr\/bin:\/bin\0/,
  );
  process.kill(hanging, "SIGSTOP");
  await ask(`${limited(select)} ${select}`, "fifth");
  session.stdin.end();
  await once(session, "close");
  await until(() => processes().length === 0);
  const expected = "NLD 49.4V,first,NLD 49.4V,second,third,NLD 49.4V,t,fourth,NLD 49.4V,fifth";
  expect(engine.linesOf(said.out)).toEqual(expected.split(","));
  expect(said.err.match(/canceling statement due to statement timeout/g)).toHaveLength(2);
});

it("the script that makes the extension updates it, and it can be dropped", () => {
  const extensions = join(shared, "extension");
  const control = readFileSync(join(extensions, "mapcoded.control"), "utf8");
  const [, version = ""] = /default_version = '(.*)'/.exec(control) ?? [];
  for (const name of ["0.0.1", `0.0.1--${version}`]) {
    cpSync(join(extensions, `mapcoded--${version}.sql`), join(extensions, `mapcoded--${name}.sql`));
  }
  query("CREATE DATABASE updated;", "postgres");
  const update = `\\connect updated postgres
    CREATE EXTENSION mapcoded VERSION '0.0.1' CASCADE; ALTER EXTENSION mapcoded UPDATE;
    SELECT extversion FROM pg_extension WHERE extname = 'mapcoded'; SELECT mapcode(52.376514, 4.908543);
    DROP EXTENSION mapcoded; SELECT count(*) FROM pg_proc WHERE proname LIKE 'mapcode%';`;
  expect(query(update, "postgres")).toEqual([version, "NLD 49.4V", "0"]);
});

it("the examples of the document run", () => {
  folder.write("points.csv", "id,lat,lon\n1,52.376514,4.908543\n2,0,-30\n");
  query("DROP TABLE points CASCADE;", "postgres");
  const statements = engine
    .sqlExamples("PostgreSQL")
    .map((sql) => `${sql};\n`)
    .join("");
  expect(query(statements.replaceAll("/srv/places", root), "loader")).toEqual([
    "NLD 49.4V\tVHXGB.1J9J\t52.37651400000124\t4.908543375",
    `${encode(52.376514, 4.908543, { precision: 2 })[0]}`,
    ...["1\tNLD 49.4V", "2\t\\N", "1\tNLD 49.4V", "2\t\\N"],
    "NLD 49.4V\tPOINT(4.908543375 52.37651400000124)",
    "2\tHDX7Y.F0MG",
    "1\tNLD 49.4V",
  ]);
});
