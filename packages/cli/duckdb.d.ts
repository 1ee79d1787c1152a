/** What rows give that cannot be converted: NULL (the default), or an error that ends the query. */
export interface DuckDBOptions {
  readonly errors?: "null" | "throw";
}

/**
 * Registers `mapcode(lat, lon [, territory [, precision]])`, `mapcodes(...)` and `mapcode_to_point(code [, context])`.
 * @param connection a DuckDBConnection
 * @param duckdb the module `@duckdb/node-api` that the connection is of
 */
export function registerMapcodes(
  connection: { registerScalarFunction(scalarFunction: never): void },
  duckdb: object,
  options?: DuckDBOptions,
): void;
