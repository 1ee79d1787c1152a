/**
 * Batches from Parquet to Parquet: one statement of DuckDB. Columns keep their values and types. A column of a type that
 * DuckDB lacks is an error.
 */
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import type { Option } from "commander";
import { quotedField } from "../../batch/byte-texts.ts";
import { addCounts, type CountedRows, NO_ROWS } from "../../batch/chunks.ts";
import { Converter } from "../../batch/converter.ts";
import { makePlan } from "../../batch/input/plan.ts";
import { MAX_SAMPLE_ROWS } from "../../batch/input/sample.ts";
import type { InputPlan, LayoutColumn } from "../../batch/input-plan.ts";
import { COLUMN_OPTIONS, type Operation, resultNamesOf } from "../../batch/options/roles.ts";
import { tableColumns } from "../../batch/output/layout.ts";
import { TEXT_RESULTS } from "../../batch/rows/results.ts";
import { warningsOf } from "../../batch/warnings.ts";
import { utf8Bytes, utf8Text } from "../../characters.ts";
import { type Connection, type DuckDB, registerFunction } from "../../functions/duckdb.ts";
import { quoted } from "../../messages.ts";
import { printLine, RunError, systemCodeOf, UsageError } from "../messages.ts";
import { batchOptionsOf } from "../option-parsers.ts";
import { describePath, displayName, isParquetName } from "./files.ts";
import { type BatchFlags, withPath } from "./input.ts";
import { openFile } from "./output.ts";
import { columnTypes, literal, metadataOf } from "./parquet-schema.ts";
import { createWarner, type InputCounts } from "./report.ts";

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

/** The options for Parquet; all others concern texts, or are not supported yet. */
const FLAGS: readonly string[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...["lonFirst", "precision", "territory", "country", "context", "near", "local", "include"],
  ...["columns", "limit", "workers", "output", "force", "quiet", "failOnErrors"],
];

/** The codecs that DuckDB writes. */
const CODECS = ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4_RAW"];

function loadDuckDB(): Package {
  try {
    return createRequire(import.meta.url)(PACKAGE);
  } catch (error) {
    if (systemCodeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new RunError(
      `Parquet needs the package ${PACKAGE}, which is not installed. Install it beside mapcoded-cli: npm install --global ${PACKAGE}.`,
    );
  }
}

/** Refuses options that do not suit Parquet. @returns the output */
function checkFlags(
  operation: Operation,
  [path, other]: readonly string[],
  { output = "" }: BatchFlags,
  given: readonly Option[],
): string {
  if (other !== undefined) {
    throw new UsageError(`Parquet is converted file by file. Convert '${path}' on its own.`);
  }
  if (!isParquetName(output)) {
    throw new UsageError(
      `Parquet is converted to Parquet only: use --output FILE.parquet. For text: duckdb -csv -c "FROM '${path}'" | mapcoded ${operation} --from csv.`,
    );
  }
  const unusable = given.find((option) => !FLAGS.includes(option.attributeName()));
  if (!unusable) return output;
  throw new UsageError(`The option ${unusable.long} cannot be used with Parquet. Omit it.`);
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** Escapes `*`, `?` and `[` in a path: DuckDB reads them as patterns. */
const patternOf = (path: string) => literal(path.replace(/[*?[]/g, "[$&]"));

/**
 * Registers `mapcoded_row`. It takes the columns in use, and returns the results with tabs between them.
 * @returns the call of the function, in SQL, and a function for the counts of its rows so far
 */
function registerRows(session: Session, duckdb: DuckDB, plan: InputPlan, types: readonly string[]) {
  const layout = tableColumns(plan).filter(({ isResult }) => isResult);
  const converter = new Converter({ ...plan, layout });
  const { DOUBLE, VARCHAR } = duckdb;
  const used = [...new Set(Object.values(plan.indexes))].sort((a, b) => a - b);
  // Numbers arrive in half the time of texts. Numbers of other types would be rounded.
  const parameterTypes = used.map((index) => (types[index] === "DOUBLE" ? DOUBLE : VARCHAR));
  // Unused columns stay empty.
  const fields: unknown[] = plan.columns.map(() => "");
  // Without `volatile`, equal rows would share one call.
  const declared = { name: "mapcoded_row", returnType: VARCHAR, volatile: true, parameterTypes };
  let counts = NO_ROWS;
  registerFunction(session, duckdb, declared, (count, vectors) => {
    let rows = "";
    for (let row = 0; row < count; row++) {
      for (const [at, vector] of vectors.entries()) {
        const value = vector.getItem(row);
        // NULL becomes "", as an empty line is not a row.
        fields[used[at]] =
          typeof value === "number" ? value : `"${value?.replaceAll('"', '""') ?? ""}"`;
      }
      rows += `${fields.join()}\n`;
    }
    let results = "";
    for (const part of converter.convert([{ bytes: utf8Bytes(rows) }])) {
      counts = addCounts(counts, part);
      results += utf8Text(part.bytes);
    }
    return results.slice(0, -1).split("\n");
  });
  const values = used.map((index, at) => {
    return `CAST(${identifier(plan.columns[index])} AS ${parameterTypes[at]})`;
  });
  // Threads of DuckDB take rows in any order: a failure has no place in the file.
  const countsSoFar = () => ({ ...counts, failures: [] });
  return { call: `mapcoded_row(${values})`, countsSoFar };
}

/** Plans a file as csv, by the names of its columns and its first rows. @param isWhole whether no rows follow */
function planRows(
  path: string,
  rows: readonly (readonly unknown[])[],
  isWhole: boolean,
  operation: Operation,
  flags: BatchFlags,
): InputPlan {
  const lines = rows.map((row) => row.map((cell) => quotedField(String(cell ?? ""), ",")).join());
  const options = batchOptionsOf(operation, { ...flags, from: "csv", to: "tsv", delimiter: "," });
  try {
    const bytes = utf8Bytes(`${lines.join("\n")}\n`);
    // One row may be longer than a sample: then it is all that is known.
    return makePlan(bytes, options, { isWhole, isPausing: true }) ?? makePlan(bytes, options);
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Whether a column has results that are numbers. The error follows all results. */
function isNumber(plan: InputPlan, { isResult, index }: LayoutColumn): boolean {
  const results = resultNamesOf(plan.options);
  return isResult && index < results.length && !TEXT_RESULTS.includes(results[index]);
}

/** The query for the rows of the output. */
function queryFor(input: string, plan: InputPlan, call: string): string {
  // Longer than every column name, so no column has it.
  const results = "r".repeat(1 + Math.max(...plan.columns.map((name) => name.length)));
  let resultCount = 0;
  const values = tableColumns(plan).map((column) => {
    const { isResult, name, source } = column;
    if (!isResult) return `p.${identifier(source)} AS ${identifier(name)}`;
    const result = `nullif(p.${results}[${++resultCount}], '')`;
    return `CAST(${result} AS ${isNumber(plan, column) ? "DOUBLE" : "VARCHAR"}) AS ${identifier(name)}`;
  });
  return `SELECT ${values} FROM (SELECT *, string_split(${call}, chr(9)) AS ${results} FROM ${input}) AS p`;
}

/** Checks that the output has the types of the input. */
function checkTypes(
  layout: readonly LayoutColumn[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  const isKept = ({ isResult, name, source }: LayoutColumn) =>
    isResult || before.get(source) === after.get(name);
  const changed = layout.find((column) => !isKept(column));
  if (!changed) return;
  const { name, source } = changed;
  const others = layout.filter(isKept).map((column) => {
    const from = column.isResult ? column.name : column.source;
    const shown = /[",]|\sas\s/i.test(from) ? identifier(from) : from;
    return column.name === from ? shown : `${shown} as ${identifier(column.name)}`;
  });
  const columns = others.join().replaceAll("'", "'\\''");
  const type = before.get(source);
  const problem =
    type === undefined
      ? "has another name in the file: DuckDB renames columns without a name, and those whose names differ only in case"
      : `has the type ${type}, which DuckDB would write as ${after.get(name)}`;
  throw new RunError(
    `The column ${quoted(source)} ${problem}. Omit this column: --columns '${columns}'.`,
  );
}

/** Refuses a column of binary geometries, as in GeoParquet. */
function checkIsNotBinary(
  path: string,
  { columns, indexes }: InputPlan,
  types: readonly string[],
): void {
  const { coordinates = -1 } = indexes;
  if (!/^(?:BLOB|GEOMETRY)/.test(types[coordinates] ?? "")) return;
  throw new RunError(
    `${describePath(path)}: The column ${quoted(columns[coordinates])} holds binary geometries, which only the package of Python reads: mapcoded.encode(geopandas.read_parquet(${JSON.stringify(path)})).`,
  );
}

/** Opens DuckDB in memory. @returns its module, a connection, and a function that runs a statement */
async function openDuckDB(threads: number, stop: AbortSignal) {
  const duckdb = loadDuckDB();
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    threads: String(threads),
    autoinstall_known_extensions: "false",
  });
  const session = await instance.connect();
  stop.addEventListener("abort", () => session.interrupt());
  const run = async (sql: string, problem: string) => {
    const reader = await session.runAndReadAll(sql).catch((error: unknown) => {
      stop.throwIfAborted();
      // The statement follows the first line.
      const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      throw new RunError(`${problem}: ${reason.replace(/\.$/, "")}.`);
    });
    return reader.getRows();
  };
  // The bytes and the metadata of GeoParquet stay as they are.
  const settings = "LOAD parquet; SET enable_geoparquet_conversion = false";
  await run(settings, "DuckDB cannot be used");
  return { duckdb, session, run };
}

/** Converts a Parquet file into another one. */
export async function convertParquet(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  { signal: stop }: AbortController,
  given: readonly Option[],
): Promise<readonly InputCounts[]> {
  const [path] = paths;
  const output = checkFlags(operation, paths, flags, given);
  const { duckdb, session, run } = await openDuckDB(flags.workers ?? availableParallelism(), stop);
  const read = (sql: string) => run(sql, `${describePath(path)} cannot be read as Parquet`);
  const write = (sql: string) => run(sql, `${describePath(output)} cannot be written as Parquet`);
  const file = patternOf(path);
  const described = await read(`DESCRIBE SELECT * FROM read_parquet(${file})`);
  const [names, types] = [0, 1].map((cell) => described.map((row) => String(row[cell])));
  const texts = names.map((name) => `CAST(${identifier(name)} AS VARCHAR)`);
  const sample = await read(`SELECT ${texts} FROM read_parquet(${file}) LIMIT ${MAX_SAMPLE_ROWS}`);
  const isWhole = sample.length < MAX_SAMPLE_ROWS;
  const plan = planRows(path, [names, ...sample], isWhole, operation, flags);
  checkIsNotBinary(path, plan, types);
  const printWarnings = createWarner();
  const warn = (counts: CountedRows) => {
    // Other warnings advise options that only texts have.
    const warnings = warningsOf(plan, counts).filter(({ option }) => {
      return option === undefined || FLAGS.includes(option);
    });
    printWarnings([{ path, warnings }]);
  };
  if (!flags.quiet) printLine(`${displayName(path)}: ${plan.notice?.replace(/^csv/, "Parquet")}`);
  warn(NO_ROWS);
  const layout = tableColumns(plan);
  const codecs = `SELECT compression FROM parquet_metadata(${file}) LIMIT 1`;
  const [[found] = []] = await read(codecs);
  const codec = CODECS.find((name) => name === found) ?? "SNAPPY";
  const arrowColumns = layout.map((column) => {
    const { index, isResult, name } = column;
    return isResult ? { name, isNumber: isNumber(plan, column) } : index;
  });
  const kept = layout.flatMap(({ isResult, name, source }) => {
    return !isResult && name === source ? name : [];
  });
  const metadata = await metadataOf(read, file, arrowColumns, kept);

  const { call, countsSoFar } = registerRows(session, duckdb, plan, types);
  const sink = await openFile(output, flags.force ?? false);
  const copyRows = (limit: string) => {
    const query = queryFor(`read_parquet(${file})${limit}`, plan, call);
    const options = `FORMAT parquet, COMPRESSION ${codec}, USE_TMP_FILE false${metadata}`;
    return write(`COPY (${query}) TO ${literal(sink.temporary)} (${options})`);
  };
  try {
    // Without rows, the output shows the types that it would have.
    await copyRows(" LIMIT 0");
    const before = await columnTypes(read, file);
    checkTypes(layout, before, await columnTypes(write, patternOf(sink.temporary)));
    await copyRows(flags.limit === undefined ? "" : ` LIMIT ${flags.limit}`);
    stop.throwIfAborted();
    await sink.finish();
    const counts = countsSoFar();
    warn(counts);
    return [{ ...counts, path }];
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
