export interface DuckDBOptions {
  /** What a row gives that cannot be converted: NULL (the default), or an error that ends the query. */
  readonly errors?: "null" | "throw";
  /**
   * How the local mapcode of a point is chosen: `borders` (the default), of the territory that the point is in; or
   * `shortest`.
   */
  readonly local?: "borders" | "shortest";
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
