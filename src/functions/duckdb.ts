/**
 * `mapcoded-cli/duckdb`: functions of DuckDB for mapcodes, by its package `@duckdb/node-api`. Each call converts a
 * vector of up to 2,048 rows.
 *
 * @module
 */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import type { Operation } from "../batch/options/conversion.ts";
import type { LocalRuleName } from "../borders/choice.ts";
import { MapcodeError } from "../index.ts";
import { checkOptions, wrongType } from "../internal.ts";
import { valueProblem } from "../library/errors.ts";
import { createFunction } from "./function.ts";
import {
  type AnswerValue,
  type ArgumentName,
  checkLocalRule,
  createSignature,
  DEFAULT_FUNCTION_OPTIONS,
  type MapcodeFunction,
  type ReturnName,
  RULES,
} from "./signature.ts";

// What is used of `@duckdb/node-api`. Users bring the package: its engine takes more than 60 MB, and only the module
// that a connection is of can register functions for it.

interface InputVector {
  /** @returns null for NULL */
  getItem(row: number): unknown;
}

interface OutputVector {
  setItem(row: number, value: unknown): void;
  flush(): void;
}

interface DataChunk {
  readonly rowCount: number;
  getColumnVector(index: number): InputVector;
}

interface FunctionInfo {
  setError(message: string): void;
}

/** A scalar function as `DuckDBScalarFunction.create` takes it. */
interface ScalarFunctionOptions {
  readonly name: string;
  readonly parameterTypes: readonly unknown[];
  readonly returnType: unknown;
  readonly specialHandling: boolean;
  mainFunction(info: FunctionInfo, input: DataChunk, output: OutputVector): void;
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

// Functions

/** Options of registerMapcodes. */
export interface DuckDBOptions {
  /** What a row gives that cannot be converted: NULL (the default), or an error that ends the query. */
  readonly errors?: "null" | "throw";
  /**
   * How the local mapcode of a point is chosen: `borders` (the default), of the territory that the point is in; or
   * `shortest`.
   */
  readonly local?: LocalRuleName;
}

const OPTIONS = ["errors", "local"];

/** A function of DuckDB. */
interface Declaration {
  readonly name: string;
  readonly operation: Operation;
  readonly returns: ReturnName;
  readonly returnType: unknown;
  /** The result of a row, from its values; without values where a point has no mapcode in its territory. */
  resultOf(values: readonly AnswerValue[]): unknown;
}

function declarationsOf(duckdb: DuckDB): readonly Declaration[] {
  const { DOUBLE, LIST, STRUCT, VARCHAR, listValue, structValue } = duckdb;
  const errors = { returns: "error", returnType: VARCHAR, resultOf: () => null } as const;
  return [
    {
      name: "mapcode",
      operation: "encode",
      returns: "local",
      returnType: VARCHAR,
      resultOf: ([code = null]) => code,
    },
    {
      name: "mapcodes",
      operation: "encode",
      returns: "all",
      returnType: LIST(VARCHAR),
      resultOf: ([codes = []]) => listValue(codes),
    },
    {
      name: "mapcode_to_point",
      operation: "decode",
      returns: "lat,lon",
      returnType: STRUCT({ lat: DOUBLE, lon: DOUBLE }),
      resultOf: ([lat, lon]) => structValue({ lat, lon }),
    },
    { name: "mapcode_error", operation: "encode", ...errors },
    { name: "mapcode_to_point_error", operation: "decode", ...errors },
  ];
}

function typesOf({ DOUBLE, INTEGER, VARCHAR }: DuckDB): Readonly<Record<ArgumentName, unknown>> {
  return {
    lat: DOUBLE,
    lon: DOUBLE,
    territory: VARCHAR,
    precision: INTEGER,
    code: VARCHAR,
    context: VARCHAR,
  };
}

/** Converts the rows of a vector. @throws Error if a row fails and is to end the query */
function convertVector(
  converted: MapcodeFunction,
  { returns, resultOf }: Declaration,
  inputs: readonly InputVector[],
  output: OutputVector,
  rowCount: number,
  throws: boolean,
): void {
  for (let row = 0; row < rowCount; row++) {
    for (let index = 0; index < inputs.length; index++) {
      converted.set(index, inputs[index].getItem(row));
    }
    if (converted.convert()) {
      output.setItem(row, returns === "error" ? null : resultOf(converted.values()));
      continue;
    }
    const problem = converted.problem();
    if (returns === "error") output.setItem(row, problem?.message ?? null);
    else if (problem?.code === "no-mapcode") output.setItem(row, resultOf([]));
    else if (problem && throws) throw new Error(problem.message);
    else output.setItem(row, null);
  }
  output.flush();
}

/** Whether a value, of whatever type, has a member that is a function or a class. */
function hasFunction(value: object | null | undefined, name: string): boolean {
  return typeof Object(value)[name] === "function";
}

/** @throws TypeError @throws MapcodeError as registerMapcodes says */
function checkArguments(connection: Connection, duckdb: DuckDB, options: DuckDBOptions): void {
  if (!hasFunction(connection, "registerScalarFunction")) {
    throw wrongType("connection", connection, "a DuckDBConnection of @duckdb/node-api");
  }
  if (!hasFunction(duckdb, "LIST")) {
    const expected = 'the module of `import * as duckdb from "@duckdb/node-api"`';
    throw wrongType("argument for duckdb", duckdb, expected);
  }
  checkOptions(options, OPTIONS);
  const { errors = "null", local = DEFAULT_FUNCTION_OPTIONS.local } = options;
  if (errors !== "null" && errors !== "throw") {
    throw new MapcodeError(
      valueProblem("invalid-option", "option errors", errors, "'null' or 'throw'"),
    );
  }
  checkLocalRule(local);
}

/**
 * Registers functions for the database of a connection:
 *
 * - `mapcode(lat, lon [, territory [, precision]])`: the local mapcode with its territory, a VARCHAR; NULL where no
 *   territory has one
 * - `mapcodes(lat, lon [, territory [, precision]])`: all mapcodes, a VARCHAR[]
 * - `mapcode_to_point(code [, context])`: a STRUCT(lat DOUBLE, lon DOUBLE)
 * - `mapcode_error` and `mapcode_to_point_error`, with the same arguments: why a row has no result, a VARCHAR
 *
 * A NULL latitude, longitude or code gives NULL. A NULL territory, precision or context counts as not given.
 * @param connection of `@duckdb/node-api`
 * @param duckdb the module `@duckdb/node-api` that the connection is of
 * @param options what rows give that cannot be converted, and how local mapcodes are chosen
 * @throws TypeError if an argument is not what `@duckdb/node-api` has
 * @throws MapcodeError if the option `errors` or `local` has another value, or an option is unknown
 */
export function registerMapcodes(
  connection: Connection,
  duckdb: DuckDB,
  options: DuckDBOptions = {},
): void {
  checkArguments(connection, duckdb, options);
  const throws = options.errors === "throw";
  const resolved = { ...DEFAULT_FUNCTION_OPTIONS, ...(options.local && { local: options.local }) };
  const types = typesOf(duckdb);
  for (const declaration of declarationsOf(duckdb)) {
    const { name, operation, returns, returnType } = declaration;
    const { args } = createSignature(operation, returns);
    for (let count = RULES[operation].requiredCount; count <= args.length; count++) {
      const signature = createSignature(operation, returns, args.slice(0, count));
      const converted = createFunction(signature, resolved);
      const parameterTypes = signature.args.map((argument) => types[argument]);
      const created = duckdb.DuckDBScalarFunction.create({
        name,
        parameterTypes,
        returnType,
        // Otherwise, any NULL argument would give NULL.
        specialHandling: true,
        mainFunction(info: FunctionInfo, input, output) {
          const inputs = parameterTypes.map((_, index) => input.getColumnVector(index));
          try {
            convertVector(converted, declaration, inputs, output, input.rowCount, throws);
          } catch (error) {
            info.setError(error instanceof Error ? error.message : String(error));
          }
        },
      });
      connection.registerScalarFunction(created);
    }
  }
}
