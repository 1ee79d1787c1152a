/**
 * `mapcoded-cli/duckdb`: functions of DuckDB for mapcodes, by its package `@duckdb/node-api`. Each call converts a
 * vector of up to 2,048 rows.
 *
 * @module
 */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import {
  createRowDecoder,
  createRowEncoder,
  DECODE_ARGUMENTS,
  ENCODE_ARGUMENTS,
  type EncodeArgument,
  type EncodeReturn,
  type RowDecoder,
  type RowEncoder,
} from "./conversions.ts";
import type { RowConverter } from "./rows.ts";

// The used parts of `@duckdb/node-api`. Users bring the package: its engine takes more than 60 MB, and only the module
// of a connection can register functions for it.

/** The values of an argument in the rows of a vector. */
export interface ColumnVector {
  getItem(row: number): string | number | null;
}

type DataChunk = { readonly rowCount: number; getColumnVector(index: number): ColumnVector };
type OutputVector = { setItem(row: number, value: unknown): void; flush(): void };

/** The module `@duckdb/node-api`. Its own types are not compared with these, so that its versions may differ. */
export interface DuckDB extends Readonly<Record<"DOUBLE" | "INTEGER" | "VARCHAR", unknown>> {
  readonly DuckDBScalarFunction: { create(options: Readonly<Record<string, unknown>>): unknown };
  LIST(type: unknown): unknown;
  STRUCT(types: Readonly<Record<string, unknown>>): unknown;
  listValue(items: unknown): unknown;
  structValue(members: Readonly<Record<string, unknown>>): unknown;
}

/** A `DuckDBConnection`. */
export interface Connection {
  registerScalarFunction(created: unknown): void;
}

/** Registers a function. @param declared as DuckDB declares it @param convert returns the results of a vector */
export function registerFunction(
  connection: Connection,
  { DuckDBScalarFunction }: DuckDB,
  declared: { readonly parameterTypes: readonly unknown[]; readonly [option: string]: unknown },
  convert: (rowCount: number, columns: readonly ColumnVector[]) => readonly unknown[],
): void {
  const mainFunction = (_: unknown, input: DataChunk, output: OutputVector) => {
    const columns = declared.parameterTypes.map((_, index) => input.getColumnVector(index));
    const results = convert(input.rowCount, columns);
    for (let at = 0; at < results.length; at++) output.setItem(at, results[at]);
    output.flush();
  };
  // Without special handling, any NULL argument would give NULL.
  const options = { ...declared, specialHandling: true, mainFunction };
  connection.registerScalarFunction(DuckDBScalarFunction.create(options));
}

/**
 * Registers functions for the database of a connection:
 *
 * - `mapcode(lat, lon [, territory [, precision]])`: the local mapcode with its territory, a VARCHAR; NULL where no
 *   territory has one
 * - `mapcode_international(lat, lon [, precision])`: the international mapcode, a VARCHAR
 * - `mapcodes(lat, lon [, territory [, precision]])`: all mapcodes, a VARCHAR[]
 * - `mapcode_to_point(code [, context])`: a STRUCT(lat DOUBLE, lon DOUBLE)
 *
 * Rows that cannot be converted give NULL. A NULL territory, precision or context counts as missing.
 * @param connection of `@duckdb/node-api`
 * @param duckdb the module `@duckdb/node-api` of the connection
 * @throws TypeError if one of them is missing
 */
export function registerMapcodes(connection: Connection, duckdb: DuckDB): void {
  if (!duckdb?.DuckDBScalarFunction || !connection?.registerScalarFunction) {
    throw new TypeError(
      'registerMapcodes takes a connection and the module of DuckDB: registerMapcodes(connection, await import("@duckdb/node-api")).',
    );
  }
  const { DOUBLE, INTEGER, LIST, STRUCT, VARCHAR, listValue, structValue } = duckdb;

  /** Registers a function for each number of arguments from `required` on. @param resultOf the value of a converted row */
  function register<Row extends RowConverter>(
    name: string,
    returnType: unknown,
    types: readonly unknown[],
    required: number,
    create: (argumentCount: number) => Row,
    resultOf: (row: Row) => unknown,
  ): void {
    for (let count = required; count <= types.length; count++) {
      const row = create(count);
      const declared = { name, returnType, parameterTypes: types.slice(0, count) };
      registerFunction(connection, duckdb, declared, (rowCount, columns) =>
        Array.from({ length: rowCount }, (_, at) => {
          for (const [index, column] of columns.entries()) row.setValue(index, column.getItem(at));
          return row.convert() ? resultOf(row) : null;
        }),
      );
    }
  }

  const points = [DOUBLE, DOUBLE, VARCHAR, INTEGER];
  const encoding =
    (returns: EncodeReturn, args: readonly EncodeArgument[] = ENCODE_ARGUMENTS) =>
    (count: number) =>
      createRowEncoder(args.slice(0, count), returns, {});
  const single = (row: RowEncoder) => row.texts()[0];
  register("mapcode", VARCHAR, points, 2, encoding("local"), single);
  const international = encoding("international", ["lat", "lon", "precision"]);
  const types = [DOUBLE, DOUBLE, INTEGER];
  register("mapcode_international", VARCHAR, types, 2, international, single);
  const list = (row: RowEncoder) => listValue(row.texts());
  register("mapcodes", LIST(VARCHAR), points, 2, encoding("all"), list);
  const pointType = STRUCT({ lat: DOUBLE, lon: DOUBLE });
  const decoding = (count: number) => createRowDecoder(DECODE_ARGUMENTS.slice(0, count), false, {});
  const point = ({ degrees: [lat, lon] }: RowDecoder) => structValue({ lat, lon });
  register("mapcode_to_point", pointType, [VARCHAR, VARCHAR], 1, decoding, point);
}
