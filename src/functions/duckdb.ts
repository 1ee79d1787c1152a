/**
 * `mapcoded-cli/duckdb`: functions of DuckDB for mapcodes, by its package `@duckdb/node-api`. Each call converts a
 * vector of up to 2,048 rows.
 *
 * @module
 */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import type { Operation } from "../batch/options/roles.ts";
import { DECODE_ARGUMENTS, decodeFunction } from "./decode.ts";
import { ENCODE_ARGUMENTS, type EncodeReturn, encodeFunction } from "./encode.ts";
import type { FunctionOptions, RowFunction } from "./rows.ts";

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

/** Converts rows, and gives their results as values of DuckDB. */
type Conversion = [row: RowFunction, resultOf: (isConverted: boolean) => unknown];

/** Registers a function for each number of arguments from `requiredCount` on. */
function register(
  connection: Connection,
  { DuckDBScalarFunction }: DuckDB,
  result: { readonly name: string; readonly returnType: unknown; readonly volatile?: boolean },
  types: readonly unknown[],
  requiredCount: number,
  create: (argumentCount: number) => Conversion,
): void {
  for (let count = requiredCount; count <= types.length; count++) {
    const [row, resultOf] = create(count);
    const parameterTypes = types.slice(0, count);
    const mainFunction = (_: unknown, input: DataChunk, output: OutputVector) => {
      const columns = parameterTypes.map((_, index) => input.getColumnVector(index));
      // A call of the engine, which takes a tenth of the time if it is made for each row.
      const { rowCount } = input;
      for (let at = 0; at < rowCount; at++) {
        for (let index = 0; index < count; index++) row.setValue(index, columns[index].getItem(at));
        output.setItem(at, resultOf(row.convert()));
      }
      output.flush();
    };
    // Without special handling, any NULL argument would give NULL.
    const options = { ...result, parameterTypes, specialHandling: true, mainFunction };
    connection.registerScalarFunction(DuckDBScalarFunction.create(options));
  }
}

const encoding = (count: number, returns: EncodeReturn, options: FunctionOptions = {}) =>
  encodeFunction(ENCODE_ARGUMENTS.slice(0, count), returns, options);
const decoding = (count: number, options: FunctionOptions = {}) =>
  decodeFunction(DECODE_ARGUMENTS.slice(0, count), false, options);

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
  const local = { name: "mapcode", returnType: VARCHAR };
  register(connection, duckdb, local, types, 2, (count) => {
    const row = encoding(count, "local");
    return [row, (isConverted) => (isConverted ? (row.texts()[0] ?? null) : null)];
  });
  const all = { name: "mapcodes", returnType: LIST(VARCHAR) };
  register(connection, duckdb, all, types, 2, (count) => {
    const row = encoding(count, "all");
    return [row, (isConverted) => (isConverted ? listValue(row.texts()) : null)];
  });
  const point = { name: "mapcode_to_point", returnType: STRUCT({ lat: DOUBLE, lon: DOUBLE }) };
  register(connection, duckdb, point, [VARCHAR, VARCHAR], 1, (count) => {
    const row = decoding(count);
    const pointOf = ([lat, lon]: Float64Array) => structValue({ lat, lon });
    return [row, (isConverted) => (isConverted ? pointOf(row.degrees) : null)];
  });
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
  const result = { name: "mapcoded_row", returnType: VARCHAR, volatile: true };
  register(connection, duckdb, result, types, types.length - 1, (count) => {
    const row = isEncoding ? encoding(count, "local", options) : decoding(count, options);
    const noResults = isEncoding ? "\t\t\t" : "\t\t";
    const errorOf = () => noResults + row.error().replace(/[\t\n\r]/g, " ");
    return [row, (isConverted) => (isConverted ? `${row.members().join("\t")}\t` : errorOf())];
  });
}
