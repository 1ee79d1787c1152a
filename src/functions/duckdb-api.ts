/**
 * What is used of `@duckdb/node-api`, as types. Users bring the package: its engine takes more than 60 MB, and only
 * the module that a connection is of can register functions for it.
 */

export interface InputVector {
  /** @returns null for NULL */
  getItem(row: number): unknown;
}

export interface OutputVector {
  setItem(row: number, value: unknown): void;
  flush(): void;
}

interface DataChunk {
  readonly rowCount: number;
  getColumnVector(index: number): InputVector;
}

export interface FunctionInfo {
  setError(message: string): void;
}

/** A scalar function as `DuckDBScalarFunction.create` takes it. */
export interface ScalarFunctionSettings {
  readonly name: string;
  readonly parameterTypes: readonly unknown[];
  readonly returnType: unknown;
  readonly specialHandling: boolean;
  mainFunction(info: FunctionInfo, input: DataChunk, output: OutputVector): void;
}

/** The module `@duckdb/node-api`. Its own types are not compared with these, so that its versions may differ. */
export interface DuckDB {
  readonly DuckDBScalarFunction: { create(settings: ScalarFunctionSettings): unknown };
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
