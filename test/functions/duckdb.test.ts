/** Wrong arguments for the functions of DuckDB. `npm run test:engines` runs these in DuckDB itself. */
import { describe, expect, it } from "vitest";
import { registerMapcodes } from "../../src/functions/duckdb.ts";

/** Enough of `@duckdb/node-api` for the checks of arguments, which come before it is used. */
const CONNECTION = { registerScalarFunction: () => {} };
const MODULE = { LIST: () => {}, STRUCT: () => {} };

/** Calls registerMapcodes as JavaScript can, with arguments of any type. */
function register(...args: readonly unknown[]): void {
  Reflect.apply(registerMapcodes, undefined, args);
}

describe("registering functions of DuckDB", () => {
  it.each([
    [[], "The connection is undefined, not a DuckDBConnection of @duckdb/node-api."],
    [[{}, MODULE], "The connection is an object, not a DuckDBConnection of @duckdb/node-api."],
    [
      [CONNECTION],
      'The argument for duckdb is undefined, not the module of `import * as duckdb from "@duckdb/node-api"`.',
    ],
    [[CONNECTION, null], "The argument for duckdb is null, not the module"],
    [[CONNECTION, MODULE, "throw"], "The argument for options is 'throw', not an object"],
    [[CONNECTION, MODULE, { error: "throw" }], "Did you mean errors?"],
    [[CONNECTION, MODULE, { errors: "nul" }], "The option errors 'nul' is not 'null' or 'throw'."],
    [
      [CONNECTION, MODULE, { local: "nearest" }],
      "The option local 'nearest' is not 'borders' or 'shortest'.",
    ],
  ])("says which argument is wrong: %j", (args, message) => {
    expect(() => register(...args)).toThrow(message);
  });
});
