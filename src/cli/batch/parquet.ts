/** Batches from Parquet to Parquet: one statement of DuckDB, which keeps the values and types of all columns. */
import { rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import {
  type BatchOptionName,
  DEFAULT_BATCH_OPTIONS,
  type Operation,
} from "../../batch/options/options.ts";
import type { Role } from "../../batch/options/roles.ts";
import { type BatchPlan, planBatch } from "../../batch/plan.ts";
import { quotedField } from "../../batch/text.ts";
import { type Connection, type DuckDB, registerRows } from "../../functions/duckdb.ts";
import { NoAnswerError, systemCodeOf, UsageError } from "../command-errors.ts";
import { type BatchFlags, batchOptionsOf } from "../convert/request.ts";
import type { BatchContext } from "./convert.ts";
import { describePath, isParquetName } from "./files.ts";
import { withPath } from "./input.ts";
import { checkNew, newFileBeside, putInPlace } from "./output.ts";
import type { BatchSummary } from "./report.ts";

interface Session extends Connection {
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  /** Ends a statement that runs. */
  interrupt(): void;
  closeSync(): void;
}

interface Package extends DuckDB {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Session>; closeSync(): void }>;
  };
}

/** Users install the package: its engine takes more than 60 MB. */
const PACKAGE = "@duckdb/node-api";

/** What goes with Parquet besides what is about the run; all else is about text, or makes other columns. */
const OPTIONS: readonly BatchOptionName[] = [
  "latColumn",
  "lonColumn",
  "territoryColumn",
  "codeColumn",
  "precision",
  "territory",
  "country",
  "local",
];
const RUN_FLAGS = ["output", "context", "limit", "workers", "force", "quiet", "failOnErrors"];

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

/** @returns the output @throws UsageError when options or other files do not go with Parquet */
function checkFlags(paths: readonly string[], flags: BatchFlags): string {
  const { output } = flags;
  if (paths.length > 1) {
    throw new UsageError(`Parquet is converted file by file. Convert '${paths[0]}' on its own.`);
  }
  if (output === undefined || !isParquetName(output)) {
    throw new UsageError(
      `Parquet goes to Parquet only: --output FILE.parquet. For text: duckdb -csv -c "FROM '${paths[0]}'" | mapcoded encode --from csv.`,
    );
  }
  for (const [name, value] of Object.entries(flags)) {
    const isDefault = value === DEFAULT_BATCH_OPTIONS[name as BatchOptionName];
    if (isDefault || RUN_FLAGS.includes(name) || OPTIONS.some((known) => known === name)) continue;
    throw new UsageError(`The option ${name} does not go with Parquet. Omit it.`);
  }
  return output;
}

/** A name of SQL. */
function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A path in SQL. @param isRead whether DuckDB reads `*`, `?` and `[` in it as patterns */
function literal(path: string, isRead: boolean): string {
  return `'${(isRead ? path.replace(/[*?[]/g, "[$&]") : path).replaceAll("'", "''")}'`;
}

/** The rows of a statement. @throws NoAnswerError with the error of the statement, without the statement */
async function rowsOf(session: Session, sql: string, name: string): Promise<unknown[][]> {
  try {
    return (await session.runAndReadAll(sql)).getRows();
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new NoAnswerError(`${name} as Parquet: ${reason.replace(/\.$/, "")}.`);
  }
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

/** The statement that makes the output. @param input the table to read */
function copyStatement(
  input: string,
  { added, columns, indexes, options }: BatchPlan,
  limit: number | undefined,
): string {
  const isEncoding = options.operation === "encode";
  const roles: readonly Role[] = isEncoding
    ? ["latitude", "longitude", "territory"]
    : ["mapcode", "territory"];
  const args = roles.flatMap((role) => {
    // A row without a local mapcode has the international one.
    const used = [role, ...(role === "mapcode" ? (["international"] as const) : [])];
    const type = role === "latitude" || role === "longitude" ? "DOUBLE" : "VARCHAR";
    const values = used.flatMap((name) => {
      const index = indexes[name];
      return index === undefined ? [] : `TRY_CAST(${identifier(columns[index])} AS ${type})`;
    });
    return values.length > 1 ? `coalesce(${values})` : values;
  });
  // Longer than all columns, so that none has this name.
  const results = "r".repeat(1 + Math.max(...columns.map((name) => name.length)));
  const values = added.map((name, index) => {
    const value = `nullif(p.${results}[${index + 1}], '')`;
    const isNumber = !isEncoding && index < 2;
    return `${isNumber ? `CAST(${value} AS DOUBLE)` : value} AS ${identifier(name)}`;
  });
  const rows = limit === undefined ? "" : ` LIMIT ${limit}`;
  return `SELECT p.* EXCLUDE (${results}), ${values} FROM (SELECT *, string_split(mapcoded_row(${args}), chr(9)) AS ${results} FROM ${input}${rows}) AS p`;
}

async function convert(
  session: Session,
  duckdb: DuckDB,
  operation: Operation,
  path: string,
  output: string,
  flags: BatchFlags,
): Promise<Pick<BatchSummary, "rows" | "converted" | "failed">> {
  const unread = `${describePath(path)} cannot be read`;
  const unwritten = `${describePath(output)} cannot be written`;
  const input = `read_parquet(${literal(path, true)})`;
  const described = await rowsOf(session, `DESCRIBE SELECT * FROM ${input}`, unread);
  const columns = described.map(([name]) => String(name));
  const plan = planOf(path, columns, operation, flags);
  const { precision, territory, country, local } = plan.options;
  registerRows(session, duckdb, operation, { precision, territory, country, local });
  const metadata = `SELECT compression FROM parquet_metadata(${literal(path, true)}) LIMIT 1`;
  const [[found] = []] = await rowsOf(session, metadata, unread);
  const codec = CODECS.find((name) => name === found) ?? "SNAPPY";
  const { target, temporary } = await newFileBeside(output);
  const written = literal(temporary, false);
  try {
    const select = copyStatement(input, plan, flags.limit);
    const copy = `COPY (${select}) TO ${written} (FORMAT parquet, COMPRESSION ${codec})`;
    await rowsOf(session, copy, unwritten);
    const error = identifier(plan.added[plan.added.length - 1]);
    const count = `SELECT count(*), count(${error}) FROM read_parquet(${literal(temporary, true)})`;
    const [[rows, failed]] = await rowsOf(session, count, unwritten);
    await putInPlace(temporary, target, output, flags.force ?? false);
    return { rows: Number(rows), failed: Number(failed), converted: Number(rows) - Number(failed) };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
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
  { stop }: BatchContext,
): Promise<BatchSummary> {
  const startMs = Date.now();
  const [path] = paths;
  const output = checkFlags(paths, flags);
  const stats = await stat(output).catch(() => undefined);
  if (stats && !stats.isFile()) {
    throw new UsageError(`The output '${output}' is not a file, as Parquet needs. Name a file.`);
  }
  await checkNew(output, flags.force ?? false, "already");
  const duckdb = loadDuckDB();
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    threads: String(flags.workers ?? availableParallelism()),
    autoinstall_known_extensions: "false",
  });
  const session = await instance.connect();
  const interrupt = () => session.interrupt();
  stop.addEventListener("abort", interrupt);
  try {
    const counts = await convert(session, duckdb, operation, path, output, flags);
    stop.throwIfAborted();
    const localRule = operation === "encode" ? (flags.local ?? "borders") : undefined;
    const elapsedMs = Date.now() - startMs;
    const nothing = { failures: [], ambiguousNames: [], hopeless: [], rejectsPath: undefined };
    return { ...counts, ...nothing, elapsedMs, localRule };
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  } finally {
    stop.removeEventListener("abort", interrupt);
    session.closeSync();
    instance.closeSync();
  }
}
