/**
 * Registers `mapcode(lat, lon [, territory [, precision]])`, `mapcodes(...)` and `mapcode_to_point(code [, context])`.
 * Rows that cannot be converted give NULL.
 * @param connection a DuckDBConnection
 * @param duckdb the module `@duckdb/node-api` that the connection is of
 */
export function registerMapcodes(
  connection: { registerScalarFunction(scalarFunction: never): void },
  duckdb: object,
): void;
