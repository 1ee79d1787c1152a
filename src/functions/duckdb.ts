/**
 * `mapcoded-cli/duckdb`: functions of DuckDB for mapcodes, by its package `@duckdb/node-api`. Each call converts a
 * vector of up to 2,048 rows.
 *
 * @module
 */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import type { Operation } from "../batch/options/options.ts";
import { DECODE_ARGUMENTS, DecodeFunction } from "./decode.ts";
import { ENCODE_ARGUMENTS, EncodeFunction } from "./encode.ts";
import type { FunctionOptions } from "./rows.ts";

// What is used of `@duckdb/node-api`. Users bring the package: its engine takes more than 60 MB, and only the module
// that a connection is of can register functions for it.

interface DataChunk {
  readonly rowCount: number;
  /** Items are null for NULL. */
  getColumnVector(index: number): { getItem(row: number): unknown };
}

interface ScalarFunctionOptions {
  readonly name: string;
  readonly parameterTypes: readonly unknown[];
  readonly returnType: unknown;
  readonly specialHandling: boolean;
  readonly volatile?: boolean;
  mainFunction(
    info: unknown,
    input: DataChunk,
    output: { setItem(row: number, value: unknown): void; flush(): void },
  ): void;
}

/** The module `@duckdb/node-api`. Its own types are not compared with these, so that its versions may differ. */
export interface DuckDB {
  readonly DuckDBScalarFunction: { create(options: ScalarFunctionOptions): unknown };
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

/** Sets an argument to a value of DuckDB. */
function setValue(converted: EncodeFunction | DecodeFunction, index: number, value: unknown): void {
  if (value === null) converted.setNull(index);
  else if (typeof value === "number") converted.setNumber(index, value);
  else converted.setText(index, String(value));
}

/** Registers a function for each number of arguments from `requiredCount` on. */
function register<Converted extends EncodeFunction | DecodeFunction>(
  connection: Connection,
  { DuckDBScalarFunction }: DuckDB,
  declared: {
    readonly name: string;
    readonly types: readonly unknown[];
    readonly requiredCount: number;
    readonly returnType: unknown;
    readonly isVolatile?: boolean;
    create(argumentCount: number): Converted;
    /** The result of a row. @param isConverted whether it has one */
    resultOf(converted: Converted, isConverted: boolean): unknown;
  },
): void {
  const { name, types, requiredCount, returnType, isVolatile = false, create, resultOf } = declared;
  for (let count = requiredCount; count <= types.length; count++) {
    const converted = create(count);
    const created = DuckDBScalarFunction.create({
      name,
      parameterTypes: types.slice(0, count),
      returnType,
      // Otherwise, any NULL argument would give NULL.
      specialHandling: true,
      volatile: isVolatile,
      mainFunction(_, input, output) {
        const inputs = types.slice(0, count).map((_, index) => input.getColumnVector(index));
        for (let row = 0; row < input.rowCount; row++) {
          for (let index = 0; index < count; index++) {
            setValue(converted, index, inputs[index].getItem(row));
          }
          output.setItem(row, resultOf(converted, converted.convert()));
        }
        output.flush();
      },
    });
    connection.registerScalarFunction(created);
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
  const encoding = { types: [DOUBLE, DOUBLE, VARCHAR, INTEGER], requiredCount: 2 };
  const encodeBy = (returns: "local" | "all") => (count: number) => {
    return new EncodeFunction(ENCODE_ARGUMENTS.slice(0, count), returns, {});
  };
  register(connection, duckdb, {
    ...encoding,
    name: "mapcode",
    returnType: VARCHAR,
    create: encodeBy("local"),
    resultOf: (converted, isConverted) => (isConverted ? (converted.texts()[0] ?? null) : null),
  });
  register(connection, duckdb, {
    ...encoding,
    name: "mapcodes",
    returnType: LIST(VARCHAR),
    create: encodeBy("all"),
    resultOf: (converted, isConverted) => (isConverted ? listValue(converted.texts()) : null),
  });
  register(connection, duckdb, {
    name: "mapcode_to_point",
    types: [VARCHAR, VARCHAR],
    requiredCount: 1,
    returnType: STRUCT({ lat: DOUBLE, lon: DOUBLE }),
    create: (count) => new DecodeFunction(DECODE_ARGUMENTS.slice(0, count), false, {}),
    resultOf({ degrees: [lat, lon] }, isConverted) {
      return isConverted ? structValue({ lat, lon }) : null;
    },
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
  const empty = isEncoding ? "\t\t\t" : "\t\t";
  register<EncodeFunction | DecodeFunction>(connection, duckdb, {
    name: "mapcoded_row",
    types: isEncoding ? [DOUBLE, DOUBLE, VARCHAR] : [VARCHAR, VARCHAR],
    requiredCount: isEncoding ? 2 : 1,
    returnType: VARCHAR,
    isVolatile: true,
    create: (count) =>
      isEncoding
        ? new EncodeFunction(ENCODE_ARGUMENTS.slice(0, count), "local", options)
        : new DecodeFunction(DECODE_ARGUMENTS.slice(0, count), false, options),
    resultOf(converted, isConverted) {
      if (isConverted) return `${converted.members().join("\t")}\t`;
      return empty + converted.error().replace(/[\t\n\r]/g, " ");
    },
  });
}
