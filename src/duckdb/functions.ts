/**
 * `mapcoded-cli/duckdb`: functions of DuckDB for mapcodes, by its package `@duckdb/node-api`. Each call converts a
 * vector of up to 2,048 rows.
 *
 * @module
 */
import "../loaders/disk.ts";
import {
  type CodeList,
  codeText,
  createCodeList,
  decode,
  decodeInto,
  encode,
  encodeInto,
  encodeTerritoryInto,
  InvalidOptionError,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  MapcodeError,
  NO_CODE,
  NO_TERRITORY,
  territories,
  territoryNumber,
} from "../index.ts";
import { checkOptions, type OptionRules, wrongType } from "../internal.ts";
import type { Connection, DuckDB, FunctionInfo, InputVector, OutputVector } from "./node-api.ts";

/** Options of registerMapcodes. */
export interface DuckDBOptions {
  /** What a row gives that cannot be converted: NULL (the default), or an error that ends the query. */
  readonly errors?: "null" | "throw";
}

const OPTIONS: OptionRules = { names: ["errors"], example: '{ errors: "throw" }' };

/** A function of DuckDB: from the values of a row to its result, which is null for NULL. */
interface FunctionOfRows {
  readonly name: string;
  readonly parameterTypes: readonly unknown[];
  readonly returnType: unknown;
  /** How many of its arguments must not be NULL. */
  readonly required: number;
  convert(args: readonly unknown[]): unknown;
}

const list = createCodeList();
const degrees = new Float64Array(2);

/** The codes of territories with a space, by number. */
const prefixes = territories().map(({ alphaCode }) => `${alphaCode} `);

function mapcodeAt(codes: CodeList, index: number): string {
  return prefixes[codes.territories[index]] + codeText(codes, index);
}

const numbers = new Map<string, number>();

/**
 * The number of a territory, which rows name again and again.
 * @throws UnknownTerritoryError if no territory has this name
 */
function numberOf(name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = territoryNumber(name);
  numbers.set(name, number);
  return number;
}

function isGiven(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Fills the list with the codes of a point.
 * @throws MapcodeError as encode does
 */
function fillList([latDeg, lonDeg, territory, precision]: readonly unknown[]): void {
  const lat = Number(latDeg);
  const lon = Number(lonDeg);
  const digits = precision === null || precision === undefined ? 0 : Number(precision);
  const count = isGiven(territory)
    ? encodeTerritoryInto(lat, lon, digits, numberOf(territory), list)
    : encodeInto(lat, lon, digits, list);
  // Throws the error that a negative count stands for.
  if (count < 0) encode(lat, lon, { precision: digits });
}

function shortestOf(args: readonly unknown[]): string | null {
  fillList(args);
  const local = indexOfShortestLocal(list);
  return local === NO_CODE ? null : mapcodeAt(list, local);
}

function allOf(args: readonly unknown[]): readonly string[] {
  fillList(args);
  return Array.from({ length: list.count }, (_, index) => mapcodeAt(list, index));
}

/** @throws MapcodeError as decode does */
function pointOf([code, context]: readonly unknown[]): {
  readonly lat: number;
  readonly lon: number;
} {
  const number = isGiven(context) ? numberOf(context) : NO_TERRITORY;
  if (decodeInto(String(code), number, degrees) !== 0) {
    decode(String(code), isGiven(context) ? { context } : {});
  }
  return { lat: degrees[LAT_DEG], lon: degrees[LON_DEG] };
}

/** The functions, with one entry for each number of arguments. */
function functionsOf(duckdb: DuckDB): readonly FunctionOfRows[] {
  const { DOUBLE, INTEGER, LIST, STRUCT, VARCHAR, listValue, structValue } = duckdb;
  const encodeTypes = [DOUBLE, DOUBLE, VARCHAR, INTEGER];
  const point = STRUCT({ lat: DOUBLE, lon: DOUBLE });
  const encoders = [2, 3, 4].flatMap((count) => {
    const parameterTypes = encodeTypes.slice(0, count);
    return [
      { name: "mapcode", parameterTypes, returnType: VARCHAR, required: 2, convert: shortestOf },
      {
        name: "mapcodes",
        parameterTypes,
        returnType: LIST(VARCHAR),
        required: 2,
        convert: (args: readonly unknown[]) => listValue(allOf(args)),
      },
    ];
  });
  const decoders = [1, 2].map((count) => ({
    name: "mapcode_to_point",
    parameterTypes: [VARCHAR, VARCHAR].slice(0, count),
    returnType: point,
    required: 1,
    convert: (args: readonly unknown[]) => structValue(pointOf(args)),
  }));
  return [...encoders, ...decoders];
}

/** Converts the rows of a vector. */
function convertVector(
  { convert, required }: FunctionOfRows,
  inputs: readonly InputVector[],
  output: OutputVector,
  rowCount: number,
  throws: boolean,
): void {
  const args: unknown[] = inputs.map(() => null);
  for (let row = 0; row < rowCount; row++) {
    let isNull = false;
    for (let index = 0; index < inputs.length; index++) {
      args[index] = inputs[index].getItem(row);
      if (args[index] === null && index < required) isNull = true;
    }
    output.setItem(row, isNull ? null : resultOf(convert, args, throws));
  }
  output.flush();
}

function resultOf(
  convert: (args: readonly unknown[]) => unknown,
  args: readonly unknown[],
  throws: boolean,
): unknown {
  try {
    return convert(args);
  } catch (error) {
    if (!throws && error instanceof MapcodeError) return null;
    throw error;
  }
}

/** Whether a value, of whatever type, has a member that is a function or a class. */
function hasFunction(value: object | null | undefined, name: string): boolean {
  return typeof Object(value)[name] === "function";
}

/** @throws TypeError @throws InvalidOptionError as registerMapcodes says */
function checkArguments(connection: Connection, duckdb: DuckDB, options: DuckDBOptions): void {
  if (!hasFunction(connection, "registerScalarFunction")) {
    throw wrongType("connection", connection, "a DuckDBConnection of @duckdb/node-api");
  }
  if (!hasFunction(duckdb, "LIST")) {
    const expected = 'the module of `import * as duckdb from "@duckdb/node-api"`';
    throw wrongType("argument for duckdb", duckdb, expected);
  }
  checkOptions(options, OPTIONS);
  const { errors = "null" } = options;
  if (errors === "null" || errors === "throw") return;
  throw new InvalidOptionError("option errors", errors, "'null' or 'throw'");
}

/**
 * Registers functions for the database of a connection:
 *
 * - `mapcode(lat, lon [, territory [, precision]])`: the shortest local mapcode with its territory, a VARCHAR; NULL
 *   where no territory has one
 * - `mapcodes(lat, lon [, territory [, precision]])`: all mapcodes, a VARCHAR[]
 * - `mapcode_to_point(code [, context])`: a STRUCT(lat DOUBLE, lon DOUBLE)
 *
 * A NULL latitude, longitude or code gives NULL. A NULL territory, precision or context counts as not given.
 * @param connection of `@duckdb/node-api`
 * @param duckdb the module `@duckdb/node-api` that the connection is of
 * @param options what rows give that cannot be converted
 * @throws TypeError if an argument is not what `@duckdb/node-api` has
 * @throws InvalidOptionError if the option `errors` has another value, or an option is unknown
 */
export function registerMapcodes(
  connection: Connection,
  duckdb: DuckDB,
  options: DuckDBOptions = {},
): void {
  checkArguments(connection, duckdb, options);
  const throws = options.errors === "throw";
  for (const declared of functionsOf(duckdb)) {
    const { name, parameterTypes, returnType } = declared;
    const created = duckdb.DuckDBScalarFunction.create({
      name,
      parameterTypes,
      returnType,
      // Otherwise, any NULL argument would give NULL.
      specialHandling: true,
      mainFunction(info: FunctionInfo, input, output) {
        const inputs = parameterTypes.map((_, index) => input.getColumnVector(index));
        try {
          convertVector(declared, inputs, output, input.rowCount, throws);
        } catch (error) {
          info.setError(error instanceof Error ? error.message : String(error));
        }
      },
    });
    connection.registerScalarFunction(created);
  }
}
