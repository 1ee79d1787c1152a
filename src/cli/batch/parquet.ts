/** Batches from Parquet to Parquet: one statement of DuckDB, which keeps the values and types of all columns. */
import { rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { type BatchOptionName, DEFAULT_BATCH_OPTIONS } from "../../batch/options/options.ts";
import type { Operation, Role } from "../../batch/options/roles.ts";
import { planBatch } from "../../batch/plan.ts";
import { quotedField } from "../../batch/text.ts";
import { type Connection, type DuckDB, registerRows } from "../../functions/duckdb.ts";
import { NoAnswerError, systemCodeOf, UsageError } from "../command-errors.ts";
import { type BatchFlags, batchOptionsOf } from "../convert/request.ts";
import { describePath, isParquetName } from "./files.ts";
import { withPath } from "./input.ts";
import { checkNew, newFileBeside, putInPlace } from "./output.ts";
import { type BatchSummary, totalsOf } from "./report.ts";

interface Session extends Connection {
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  /** Ends a statement that runs. */
  interrupt(): void;
}

type Settings = Readonly<Record<string, string>>;

interface Package extends DuckDB {
  readonly DuckDBInstance: {
    create(path: string, settings: Settings): Promise<{ connect(): Promise<Session> }>;
  };
}

/** Users install the package: its engine takes more than 60 MB. */
const PACKAGE = "@duckdb/node-api";

/** What goes with Parquet; all else is about text, or makes other columns. */
const FLAGS: readonly (keyof BatchFlags)[] = [
  ...(["latColumn", "lonColumn", "territoryColumn", "codeColumn", "precision"] as const),
  ...(["territory", "country", "context", "local", "limit", "workers"] as const),
  ...(["output", "force", "quiet", "failOnErrors"] as const),
];

/** The codecs that DuckDB writes. */
const CODECS = ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4_RAW"];

function loadDuckDB(): Package {
  try {
    return createRequire(import.meta.url)(PACKAGE);
  } catch (error) {
    if (systemCodeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new NoAnswerError(
      `Parquet needs the package ${PACKAGE}, which is not installed. Install it beside mapcoded-cli: npm install --global ${PACKAGE}.`,
    );
  }
}

/** @returns the output @throws UsageError, NoAnswerError when options or other files do not go with Parquet */
async function checkFlags([path, other]: readonly string[], flags: BatchFlags): Promise<string> {
  const { output = "" } = flags;
  if (other !== undefined) {
    throw new UsageError(`Parquet is converted file by file. Convert '${path}' on its own.`);
  }
  if (!isParquetName(output)) {
    throw new UsageError(
      `Parquet goes to Parquet only: --output FILE.parquet. For text: duckdb -csv -c "FROM '${path}'" | mapcoded encode --from csv.`,
    );
  }
  for (const [name, value] of Object.entries(flags)) {
    const isDefault = value === DEFAULT_BATCH_OPTIONS[name as BatchOptionName];
    if (isDefault || FLAGS.some((known) => known === name)) continue;
    throw new UsageError(`The option ${name} does not go with Parquet. Omit it.`);
  }
  if ((await stat(output).catch(() => undefined))?.isFile() === false) {
    throw new UsageError(`The output '${output}' is not a file, as Parquet needs. Name a file.`);
  }
  await checkNew(output, flags.force ?? false, "already");
  return output;
}

/** A name in SQL. */
function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A path in SQL. */
function literal(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}

/** A file as DuckDB reads it: `*`, `?` and `[` would be patterns. */
function patternOf(path: string): string {
  return literal(path.replace(/[*?[]/g, "[$&]"));
}

/** Finds the columns to read and the names of the results, as csv with the same columns does. */
function planOf(path: string, columns: readonly string[], operation: Operation, flags: BatchFlags) {
  const header = `${columns.map((name) => quotedField(name, ",")).join()}\n`;
  const options = batchOptionsOf(operation, { ...flags, from: "csv", to: "csv" });
  try {
    return planBatch(Buffer.from(header), options);
  } catch (error) {
    throw withPath(error, path);
  }
}

/** The query for the rows of the output. @param input the table to read */
function queryFor(input: string, { added, columns, indexes, options }: BatchPlan): string {
  const isEncoding = options.operation === "encode";
  const column = (role: Role) => {
    const index = indexes[role];
    const type = role === "latitude" || role === "longitude" ? "DOUBLE" : "VARCHAR";
    return index === undefined ? [] : [`TRY_CAST(${identifier(columns[index])} AS ${type})`];
  };
  // A row without a local mapcode has the international one.
  const codes = [...column("mapcode"), ...column("international")];
  const args = isEncoding
    ? [...column("latitude"), ...column("longitude"), ...column("territory")]
    : [`coalesce(${codes})`, ...column("territory")];
  // Longer than all columns, so that none has this name.
  const results = "r".repeat(1 + Math.max(...columns.map((name) => name.length)));
  const values = added.map((name, index) => {
    const value = `nullif(p.${results}[${index + 1}], '')`;
    const isNumber = !isEncoding && index < 2;
    return `${isNumber ? `CAST(${value} AS DOUBLE)` : value} AS ${identifier(name)}`;
  });
  return `SELECT p.* EXCLUDE (${results}), ${values} FROM (SELECT *, string_split(mapcoded_row(${args}), chr(9)) AS ${results} FROM ${input}) AS p`;
}

/** @throws as convertParquet */
async function convert(
  session: Session,
  duckdb: DuckDB,
  operation: Operation,
  path: string,
  output: string,
  flags: BatchFlags,
): Promise<Pick<BatchSummary, "rows" | "converted" | "failed">> {
  let problem = `${describePath(path)} cannot be read`;
  const rowsOf = async (sql: string) => {
    const reader = await session.runAndReadAll(sql).catch((error: unknown) => {
      // The statement follows its error.
      const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      throw new NoAnswerError(`${problem} as Parquet: ${reason.replace(/\.$/, "")}.`);
    });
    return reader.getRows();
  };
  const file = patternOf(path);
  const described = await rowsOf(`DESCRIBE SELECT * FROM read_parquet(${file})`);
  const [[found] = []] = await rowsOf(`SELECT compression FROM parquet_metadata(${file}) LIMIT 1`);
  const codec = CODECS.find((name) => name === found) ?? "SNAPPY";
  const columns = described.map(([name]) => String(name));
  const plan = planOf(path, columns, operation, flags);
  registerRows(session, duckdb, operation, plan.options);
  const limit = flags.limit === undefined ? "" : ` LIMIT ${flags.limit}`;
  const query = queryFor(`read_parquet(${file})${limit}`, plan);
  problem = `${describePath(output)} cannot be written`;
  const { target, temporary } = await newFileBeside(output);
  try {
    await rowsOf(`COPY (${query}) TO ${literal(temporary)} (FORMAT parquet, COMPRESSION ${codec})`);
    const count = `count(*), count(${identifier(plan.added[plan.added.length - 1])})`;
    const [counts] = await rowsOf(`SELECT ${count} FROM read_parquet(${patternOf(temporary)})`);
    const [rows, failed] = counts.map(Number);
    await putInPlace(temporary, target, output, flags.force ?? false);
    return { rows, failed, converted: rows - failed };
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Converts a Parquet file into another one.
 * @throws as runBatch; NoAnswerError when the package of DuckDB is missing, or a file is not Parquet
 */
export async function convertParquet(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  stop: AbortSignal,
): Promise<BatchSummary> {
  const startMs = Date.now();
  const output = await checkFlags(paths, flags);
  const duckdb = loadDuckDB();
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    threads: String(flags.workers ?? availableParallelism()),
    autoinstall_known_extensions: "false",
  });
  const session = await instance.connect();
  stop.addEventListener("abort", () => session.interrupt());
  try {
    const counts = await convert(session, duckdb, operation, paths[0], output, flags);
    const localRule = operation === "encode" ? (flags.local ?? "borders") : undefined;
    const elapsedMs = Date.now() - startMs;
    return { ...totalsOf(new Map()), ...counts, elapsedMs, localRule, rejectsPath: undefined };
  } finally {
    stop.throwIfAborted();
  }
}
