/**
 * `mapcoded-cli/duckdb`: functions of DuckDB for mapcodes, by its package `@duckdb/node-api`. Each call converts a
 * vector of up to 2,048 rows.
 *
 * @module
 */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import type { Operation } from "../batch/options/roles.ts";
import { DECODE_ARGUMENTS, DecodeFunction } from "./decode.ts";
import { ENCODE_ARGUMENTS, EncodeFunction } from "./encode.ts";
import type { FunctionOptions } from "./rows.ts";

// What is used of `@duckdb/node-api`. Users bring the package: its engine takes more than 60 MB, and only the module
// that a connection is of can register functions for it.

interface DataChunk {
  readonly rowCount: number;
  /** Items are null for NULL. */
  getColumnVector(index: number): { getItem(row: number): string | number | null };
}

interface OutputVector {
  setItem(row: number, value: unknown): void;
  flush(): void;
}

/** The module `@duckdb/node-api`. Its own types are not compared with these, so that its versions may differ. */
export interface DuckDB {
  readonly DuckDBScalarFunction: { create(options: Readonly<Record<string, unknown>>): unknown };
  readonly DOUBLE: unknown;
  readonly INTEGER: unknown;
  readonly VARCHAR: unknown;
  LIST(type: unknown): unknown;
  STRUCT(types: Readonly<Record<string, unknown>>): unknown;
  listValue(items: unknown): unknown;
  structValue(members: Readonly<Record<string, unknown>>): unknown;
}

/** A `DuckDBConnection`. */
export interface Connection {
  registerScalarFunction(created: unknown): void;
}

/** Registers a function for each number of arguments from `requiredCount` on. */
function register<Converted extends EncodeFunction | DecodeFunction>(
  connection: Connection,
  { DuckDBScalarFunction }: DuckDB,
  [name, types, requiredCount]: readonly [string, readonly unknown[], number],
  result: { readonly returnType: unknown; readonly volatile: boolean },
  create: (argumentCount: number) => Converted,
  resultOf: (converted: Converted, isConverted: boolean) => unknown,
): void {
  for (let count = requiredCount; count <= types.length; count++) {
    const converted = create(count);
    const parameterTypes = types.slice(0, count);
    const mainFunction = (_: unknown, input: DataChunk, output: OutputVector) => {
      const columns = parameterTypes.map((_, index) => input.getColumnVector(index));
      // A call of the engine, which takes a tenth of the time if it is made for each row.
      const { rowCount } = input;
      for (let row = 0; row < rowCount; row++) {
        for (let index = 0; index < count; index++) {
          converted.setValue(index, columns[index].getItem(row));
        }
        output.setItem(row, resultOf(converted, converted.convert()));
      }
      output.flush();
    };
    // Without special handling, any NULL argument would give NULL.
    const options = { name, parameterTypes, ...result, specialHandling: true, mainFunction };
    connection.registerScalarFunction(DuckDBScalarFunction.create(options));
  }
}

/**
 * Registers functions for the database of a connection:
 *
 * - `mapcode(lat, lon [, territory [, precision]])`: the local mapcode with its territory, a VARCHAR; NULL where no
 *   territory has one
 * - `mapcodes(lat, lon [, territory [, precision]])`: all mapcodes, a VARCHAR[]
 * - `mapcode_to_point(code [, context])`: a STRUCT(lat DOUBLE, lon DOUBLE)
 *
 * Rows that cannot be converted give NULL. A NULL territory, precision or context counts as not given.
 * @param connection of `@duckdb/node-api`
 * @param duckdb the module `@duckdb/node-api` that the connection is of
 */
export function registerMapcodes(connection: Connection, duckdb: DuckDB): void {
  const { DOUBLE, INTEGER, LIST, STRUCT, VARCHAR, listValue, structValue } = duckdb;
  const types = [DOUBLE, DOUBLE, VARCHAR, INTEGER];
  const resultIn = (returnType: unknown) => ({ returnType, volatile: false });
  const encoding = (returns: "local" | "all") => (count: number) =>
    new EncodeFunction(ENCODE_ARGUMENTS.slice(0, count), returns, {});
  register(
    connection,
    duckdb,
    ["mapcode", types, 2],
    resultIn(VARCHAR),
    encoding("local"),
    (row, isConverted) => (isConverted ? (row.texts()[0] ?? null) : null),
  );
  register(
    connection,
    duckdb,
    ["mapcodes", types, 2],
    resultIn(LIST(VARCHAR)),
    encoding("all"),
    (row, isConverted) => (isConverted ? listValue(row.texts()) : null),
  );
  register(
    connection,
    duckdb,
    ["mapcode_to_point", [VARCHAR, VARCHAR], 1],
    resultIn(STRUCT({ lat: DOUBLE, lon: DOUBLE })),
    (count) => new DecodeFunction(DECODE_ARGUMENTS.slice(0, count), false, {}),
    ({ degrees: [lat, lon] }, isConverted) => (isConverted ? structValue({ lat, lon }) : null),
  );
}

/**
 * Registers `mapcoded_row(lat, lon [, territory])` or `mapcoded_row(code [, context])`: the results of a row of a batch,
 * and its error, as one text with tabs. It is volatile, so that it is called for each row.
 */
export function registerRows(
  connection: Connection,
  duckdb: DuckDB,
  operation: Operation,
  options: FunctionOptions,
): void {
  const { DOUBLE, VARCHAR } = duckdb;
  const isEncoding = operation === "encode";
  const types = isEncoding ? [DOUBLE, DOUBLE, VARCHAR] : [VARCHAR, VARCHAR];
  register<EncodeFunction | DecodeFunction>(
    connection,
    duckdb,
    ["mapcoded_row", types, types.length - 1],
    { returnType: VARCHAR, volatile: true },
    (count) =>
      isEncoding
        ? new EncodeFunction(ENCODE_ARGUMENTS.slice(0, count), "local", options)
        : new DecodeFunction(DECODE_ARGUMENTS.slice(0, count), false, options),
    (row, isConverted) => {
      if (isConverted) return `${row.members().join("\t")}\t`;
      return (isEncoding ? "\t\t\t" : "\t\t") + row.error().replace(/[\t\n\r]/g, " ");
    },
  );
}
