/** Batches from Parquet to Parquet: one statement of DuckDB. It keeps the values and types of all columns. */
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { NO_ROWS } from "../../batch/chunks.ts";
import { Converter } from "../../batch/converter.ts";
import { type BatchOptionName, DEFAULT_BATCH_OPTIONS } from "../../batch/options/options.ts";
import { COLUMN_OPTIONS, type Operation } from "../../batch/options/roles.ts";
import { planBatch } from "../../batch/plan.ts";
import { optionWords } from "../../batch/sentences.ts";
import { quotedField } from "../../batch/text.ts";
import { utf8Bytes, utf8Text } from "../../characters.ts";
import { type Connection, type DuckDB, registerFunction } from "../../functions/duckdb.ts";
import { NoAnswerError, systemCodeOf, UsageError } from "../messages.ts";
import { describePath, isParquetName } from "./files.ts";
import { type BatchFlags, batchOptionsOf, commandError, withPath } from "./input.ts";
import { openFile } from "./output.ts";
import type { InputCounts } from "./report.ts";

interface Session extends Connection {
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  /** Ends the running statement. */
  interrupt(): void;
}

interface Package extends DuckDB {
  readonly DuckDBInstance: {
    create(path: string, settings: object): Promise<{ connect(): Promise<Session> }>;
  };
}

/** Users install this package themselves, as its engine takes more than 60 MB. */
const PACKAGE = "@duckdb/node-api";

/** The options for Parquet; all others concern text, or change the columns. */
const FLAGS: readonly string[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...["precision", "territory", "country", "context", "local"],
  ...["limit", "workers", "output", "force", "quiet", "failOnErrors"],
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

/** @returns the output @throws UsageError when options or the other file do not suit Parquet */
function checkFlags([path, other]: readonly string[], flags: BatchFlags): string {
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
    if (FLAGS.includes(name) || value === DEFAULT_BATCH_OPTIONS[name as BatchOptionName]) continue;
    throw new UsageError(
      `The option --${optionWords(name, "-")} cannot be used with Parquet. Omit it.`,
    );
  }
  return output;
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (path: string) => `'${path.replaceAll("'", "''")}'`;
/** Escapes `*`, `?` and `[` in a path: DuckDB reads them as patterns. */
const patternOf = (path: string) => literal(path.replace(/[*?[]/g, "[$&]"));

/**
 * Registers `mapcoded_row`, from the columns in use to the results and the error, separated by tabs.
 * @param types the types of all columns
 * @returns the call of the function, in SQL
 */
function registerRows(
  session: Session,
  duckdb: DuckDB,
  plan: BatchPlan,
  types: readonly string[],
): string {
  const converter = new Converter(plan);
  const { DOUBLE, VARCHAR } = duckdb;
  const used = [...new Set(Object.values(plan.indexes))].sort((a, b) => a - b);
  // Numbers arrive in half the time of texts. Numbers of other types would be rounded.
  const parameterTypes = used.map((index) => (types[index] === "DOUBLE" ? DOUBLE : VARCHAR));
  // The delimiters before each value; unused columns stay empty.
  const commas = used.map((index, at) => ",".repeat(at === 0 ? index : index - used[at - 1]));
  // Without `volatile`, equal rows would share one call.
  const declared = { name: "mapcoded_row", returnType: VARCHAR, volatile: true, parameterTypes };
  registerFunction(session, duckdb, declared, (count, vectors) => {
    let rows = "";
    for (let row = 0; row < count; row++) {
      for (const [at, vector] of vectors.entries()) {
        const value = vector.getItem(row);
        // NULL becomes "", as an empty line is no row.
        const field = typeof value === "number" ? value : `"${value?.replaceAll('"', '""') ?? ""}"`;
        rows += commas[at] + field;
      }
      rows += "\n";
    }
    const { bytes } = converter.convert({ bytes: utf8Bytes(rows) });
    return utf8Text(bytes, 0, bytes.length - 1).split("\n");
  });
  const values = used.map((index, at) => {
    return `CAST(${identifier(plan.columns[index])} AS ${parameterTypes[at]})`;
  });
  return `mapcoded_row(${values})`;
}

/** The columns of a file, found and named as in csv, and the names of the results. @throws BatchError as planBatch */
function planOf(path: string, columns: readonly string[], operation: Operation, flags: BatchFlags) {
  const header = utf8Bytes(`${columns.map((name) => quotedField(name, ",")).join()}\n`);
  const options = batchOptionsOf(operation, { ...flags, from: "csv", to: "tsv", delimiter: "," });
  try {
    const { added } = planBatch(header, options);
    return { plan: planBatch(header, { ...options, onlyResults: true }), added };
  } catch (error) {
    throw commandError(withPath(error, path), options.surface);
  }
}

/**
 * The query for the rows of the output.
 * @param input the table to read
 * @param call the call of the function, from registerRows
 */
function queryFor(input: string, { plan, added }: ReturnType<typeof planOf>, call: string): string {
  // Longer than every column name, so no column has it.
  const results = "r".repeat(1 + Math.max(...plan.columns.map((name) => name.length)));
  const values = added.map((name, index) => {
    const value = `nullif(p.${results}[${index + 1}], '')`;
    const isNumber = plan.options.operation === "decode" && index < 2;
    return `${isNumber ? `CAST(${value} AS DOUBLE)` : value} AS ${identifier(name)}`;
  });
  return `SELECT p.* EXCLUDE (${results}), ${values} FROM (SELECT *, string_split(${call}, chr(9)) AS ${results} FROM ${input}) AS p`;
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
): Promise<readonly InputCounts[]> {
  const [path] = paths;
  const output = checkFlags(paths, flags);
  const duckdb = loadDuckDB();
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    threads: String(flags.workers ?? availableParallelism()),
    autoinstall_known_extensions: "false",
  });
  const session = await instance.connect();
  stop.addEventListener("abort", () => session.interrupt());
  const rowsOf = async (sql: string, problem: string) => {
    const reader = await session.runAndReadAll(sql).catch((error: unknown) => {
      stop.throwIfAborted();
      // The statement follows the first line.
      const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      throw new NoAnswerError(`${problem} as Parquet: ${reason.replace(/\.$/, "")}.`);
    });
    return reader.getRows();
  };
  const unread = `${describePath(path)} cannot be read`;
  const unwritten = `${describePath(output)} cannot be written`;
  const file = patternOf(path);
  const described = await rowsOf(`DESCRIBE SELECT * FROM read_parquet(${file})`, unread);
  const codecs = `SELECT compression FROM parquet_metadata(${file}) LIMIT 1`;
  const [[found] = []] = await rowsOf(codecs, unread);
  const codec = CODECS.find((name) => name === found) ?? "SNAPPY";
  const [names, types] = [0, 1].map((cell) => described.map((row) => String(row[cell])));
  const planned = planOf(path, names, operation, flags);
  const call = registerRows(session, duckdb, planned.plan, types);
  const limit = flags.limit === undefined ? "" : ` LIMIT ${flags.limit}`;
  const query = queryFor(`read_parquet(${file})${limit}`, planned, call);
  const sink = await openFile(output, flags.force ?? false);
  const to = `${literal(sink.temporary)} (FORMAT parquet, COMPRESSION ${codec}, USE_TMP_FILE false)`;
  try {
    await rowsOf(`COPY (${query}) TO ${to}`, unwritten);
    const errors = identifier(planned.added[planned.added.length - 1]);
    const counting = `SELECT count(*), count(${errors}) FROM read_parquet(${patternOf(sink.temporary)})`;
    const [rows, failed] = (await rowsOf(counting, unwritten))[0].map(Number);
    stop.throwIfAborted();
    await sink.finish();
    return [{ ...NO_ROWS, path, rows, failed, converted: rows - failed }];
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
