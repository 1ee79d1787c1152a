/**
 * Batches of Parquet files. DuckDB writes the columns that hold points or codes to a csv file, a batch converts that,
 * and DuckDB puts the results beside the columns of the input, whose values and types it keeps.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LayoutColumn } from "../../batch/columns/layout.ts";
import { resultNames } from "../../batch/options/conversion.ts";
import { NoAnswerError, systemCodeOf } from "../command-errors.ts";
import type { BatchContext, BatchRequest } from "./batch.ts";
import { putInPlace } from "./checkpoint.ts";
import { describeBatch } from "./dry-run.ts";
import { describePath } from "./file-names.ts";
import { withInputs } from "./inputs.ts";
import { lockOutput, resolveLinks } from "./lock.ts";
import { checkNew } from "./output.ts";
import { runBatch } from "./run.ts";
import type { BatchSummary } from "./summary.ts";

/** What is used of a connection of `@duckdb/node-api`. */
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  /** Ends a statement that runs. */
  interrupt(): void;
  closeSync(): void;
}

interface DuckDB {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<DuckDBInstance>;
  };
}

interface DuckDBInstance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

/** Users install the package: its engine takes more than 60 MB. */
const PACKAGE = "@duckdb/node-api";

/** The results that are texts; the others are numbers. */
const TEXT_RESULTS: readonly string[] = ["territory", "mapcode", "international", "error"];

/** So many rows are enough for a dry run. */
const SAMPLED_ROWS = 6000;

function loadDuckDB(): DuckDB {
  try {
    return createRequire(import.meta.url)(PACKAGE);
  } catch (error) {
    if (systemCodeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new NoAnswerError(
      `Parquet needs the package ${PACKAGE}, which is not installed. Install it beside mapcoded-cli: npm install --global ${PACKAGE}.`,
    );
  }
}

/** A name of SQL. */
function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text of SQL. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A path in SQL. DuckDB reads `*`, `?` and `[` in it as patterns. */
function pathOf(path: string): string {
  return literal(path.replace(/[*?[]/g, "[$&]"));
}

/** A Parquet file as a table of SQL. */
function tableOf(path: string): string {
  return `read_parquet(${pathOf(path)})`;
}

/** The error of a statement, without the statement. */
function errorOf(path: string, action: "read" | "written", error: unknown): NoAnswerError {
  const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return new NoAnswerError(
    `${describePath(path)} cannot be ${action} as Parquet: ${reason.replace(/\.$/, "")}.`,
  );
}

/** A Parquet file that is converted, and the folder of the files that are made on the way. */
class ParquetInput {
  readonly #path: string;
  readonly #folder: string;
  readonly #connection: Connection;
  /** The names of its columns. */
  readonly columns: readonly string[];

  private constructor(path: string, folder: string, connection: Connection, columns: string[]) {
    this.#path = path;
    this.#folder = folder;
    this.#connection = connection;
    this.columns = columns;
  }

  static async open(path: string, folder: string, connection: Connection): Promise<ParquetInput> {
    const description = `DESCRIBE SELECT * FROM ${tableOf(path)}`;
    const rows = await rowsOf(connection, description, path);
    const columns = rows.map(([name]) => String(name));
    return new ParquetInput(path, folder, connection, columns);
  }

  fileNamed(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * Writes a csv file with all columns.
   * @param isUsed whether the values of a column are written; the others are empty
   * @returns its path
   */
  async writeCsv(
    name: string,
    limit: number,
    isUsed: (column: number) => boolean,
  ): Promise<string> {
    const path = this.fileNamed(name);
    // Null as the only value of a row would make an empty line, which is no row.
    const isOnly = this.columns.length === 1;
    const selected = this.columns.map((column, index) => {
      const own = identifier(column);
      if (!isUsed(index)) return `NULL AS ${own}`;
      return isOnly ? `coalesce(${own}::VARCHAR, '') AS ${own}` : own;
    });
    const copy = `COPY (${this.#rows(selected.join(), limit)}) TO ${literal(path)} (FORMAT csv, HEADER)`;
    await this.#connection.run(copy).catch((error) => {
      throw errorOf(this.#path, "read", error);
    });
    return path;
  }

  /** A query of the first rows. DuckDB keeps all rows in memory where there is a limit. */
  #rows(selected: string, limit: number): string {
    const all = `SELECT ${selected} FROM ${tableOf(this.#path)}`;
    return limit === Number.POSITIVE_INFINITY ? all : `${all} LIMIT ${limit}`;
  }

  /** The number of its rows. */
  async countRows(): Promise<number> {
    const [[count]] = await rowsOf(
      this.#connection,
      `SELECT count(*) FROM ${tableOf(this.#path)}`,
      this.#path,
    );
    return Number(count);
  }

  /**
   * Writes the columns of the output: from this file, and from a csv file of results.
   * @param results the csv file, its columns, and how many rows of the input it has
   */
  async writeParquet(
    output: string,
    layout: readonly LayoutColumn[],
    results: { readonly path: string; readonly names: readonly string[]; readonly limit: number },
    named: string,
  ): Promise<void> {
    const types = results.names.map((name, index) => {
      return `c${index}: '${TEXT_RESULTS.includes(name) ? "VARCHAR" : "DOUBLE"}'`;
    });
    const csv = `read_csv(${literal(results.path)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', nullstr = '', columns = {${types}})`;
    const selected = layout.map(({ name, isResult, index }) => {
      const source = isResult ? `r.c${index}` : `p.${identifier(this.columns[index])}`;
      return `${source} AS ${identifier(name)}`;
    });
    const copy = `COPY (SELECT ${selected} FROM (${this.#rows("*", results.limit)}) AS p POSITIONAL JOIN ${csv} AS r) TO ${literal(output)} (FORMAT parquet, COMPRESSION ${await this.#codec()})`;
    await this.#connection.run(copy).catch((error) => {
      throw errorOf(named, "written", error);
    });
  }

  /** The codec of the output: the codec of the input, if DuckDB writes it. */
  async #codec(): Promise<string> {
    const query = `SELECT compression FROM parquet_metadata(${pathOf(this.#path)}) LIMIT 1`;
    const [[codec = "SNAPPY"] = []] = await rowsOf(this.#connection, query, this.#path);
    const written = ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4_RAW"];
    return written.includes(String(codec)) ? String(codec) : "SNAPPY";
  }
}

async function rowsOf(connection: Connection, sql: string, path: string): Promise<unknown[][]> {
  try {
    return (await connection.runAndReadAll(sql)).getRows();
  } catch (error) {
    throw errorOf(path, "read", error);
  }
}

/** Opens a Parquet file and a folder beside the output, and removes the folder in the end. */
async function withInput<Result>(
  { inputs: [{ path }], output, threads }: BatchRequest,
  stop: AbortSignal | undefined,
  use: (input: ParquetInput) => Promise<Result>,
): Promise<Result> {
  const { DuckDBInstance } = loadDuckDB();
  const beside = output.path === undefined ? tmpdir() : dirname(await resolveLinks(output.path));
  const folder = await mkdtemp(join(beside, ".mapcoded-parquet-"));
  try {
    const instance = await DuckDBInstance.create(":memory:", {
      threads: String(threads),
      temp_directory: folder,
      autoinstall_known_extensions: "false",
    });
    const connection = await instance.connect();
    const interrupt = () => connection.interrupt();
    stop?.addEventListener("abort", interrupt);
    try {
      return await use(await ParquetInput.open(path, folder, connection));
    } catch (error) {
      throw stop?.aborted ? stop.reason : error;
    } finally {
      stop?.removeEventListener("abort", interrupt);
      connection.closeSync();
      instance.closeSync();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The request with the csv file in the place of the Parquet file, whose path messages name. */
function withCsv(request: BatchRequest, file: string): BatchRequest {
  const [{ path }] = request.inputs;
  return { ...request, inputs: [{ path, format: "csv", file }] };
}

/** Converts into a new Parquet file, which takes the place of the output when it is complete. */
async function convertToParquet(
  input: ParquetInput,
  request: BatchRequest,
  context: BatchContext,
  outputPath: string,
): Promise<BatchSummary> {
  const { maxRows = Number.POSITIVE_INFINITY } = request;
  // The header tells which columns are used.
  const header = await input.writeCsv("header.csv", 0, () => true);
  const plan = await withInputs(withCsv(request, header), async ([input]) => input.plan);
  const used = new Set(Object.values(plan.indexes));
  const csv = await input.writeCsv("input.csv", maxRows, (column) => used.has(column));
  const results = input.fileNamed("results.csv");
  const summary = await runBatch(
    {
      ...withCsv(request, csv),
      options: { ...request.options, onlyResults: true, columns: undefined, replace: false },
      output: { ...request.output, path: results, isForced: true },
    },
    context,
  );
  context.stop.throwIfAborted();
  const { rows } = summary.counts;
  if (rows !== Math.min(maxRows, await input.countRows())) {
    throw new NoAnswerError(
      `${describePath(request.inputs[0].path)} has changed while it was read. Convert it again.`,
    );
  }
  const { columns, added } = plan;
  const whole = [
    ...columns.map((name, index) => ({ name, isResult: false, index, source: name })),
    ...added.map((name, index) => ({ name, isResult: true, index, source: name })),
  ];
  const names = [...resultNames(plan.options), "error"];
  const output = input.fileNamed("output.parquet");
  await input.writeParquet(
    output,
    plan.layout ?? whole,
    { path: results, names, limit: maxRows },
    outputPath,
  );
  await putInPlace(output, await resolveLinks(outputPath));
  return summary;
}

/**
 * Converts a Parquet file into a Parquet file, or into a format of text.
 * @throws as runBatch; NoAnswerError when the package of DuckDB is missing, or a file is not Parquet
 */
export async function runParquetBatch(
  request: BatchRequest,
  context: BatchContext,
): Promise<BatchSummary> {
  const startMs = Date.now();
  const { path } = request.output;
  const summary = await withInput(request, context.stop, async (input) => {
    if (!request.parquet?.isOutput || path === undefined) {
      const { maxRows = Number.POSITIVE_INFINITY } = request;
      const csv = await input.writeCsv("input.csv", maxRows, () => true);
      return runBatch(withCsv(request, csv), context);
    }
    await checkFile(path);
    const lock = await lockOutput(path);
    try {
      await checkNew(path, await resolveLinks(path), request.output);
      return await convertToParquet(input, request, context, path);
    } finally {
      await lock.release();
    }
  });
  return { ...summary, elapsedMs: Date.now() - startMs };
}

/** @throws NoAnswerError when the path is something that a file must not replace */
async function checkFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats || stats.isFile()) return;
  throw new NoAnswerError(`The output '${path}' is not a file, as Parquet needs. Name a file.`);
}

/** As describeBatch, by the first rows of a Parquet file. */
export async function describeParquetBatch(request: BatchRequest): Promise<string> {
  // Nothing is written beside the output.
  const elsewhere = { ...request, output: { ...request.output, path: undefined } };
  return withInput(elsewhere, undefined, async (input) => {
    const csv = await input.writeCsv("input.csv", SAMPLED_ROWS, () => true);
    return describeBatch(withCsv(request, csv));
  });
}
