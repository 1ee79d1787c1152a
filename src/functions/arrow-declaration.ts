/** How a block says which function is to convert it: a text of JSON, such as `{"returns":"local","args":["lat","lon"]}`. */
import { MapcodeError } from "../index.ts";
import { isObject } from "../internal.ts";
import { checkPrecision } from "../library/options.ts";
import { type FilterNames, territoryFilter } from "../library/point-codes.ts";
import { ArrowAnswers } from "./arrow-answers.ts";
import { createFunction } from "./function.ts";
import {
  checkLocalRule,
  createSignature,
  DEFAULT_FUNCTION_OPTIONS,
  type FunctionProblem,
  type FunctionSignature,
  type MapcodeFunction,
  type ResolvedFunctionOptions,
  readArguments,
  readReturns,
} from "./signature.ts";

/** A function that converts blocks. */
export interface BlockFunction {
  readonly signature: FunctionSignature;
  readonly converted: MapcodeFunction;
  readonly answers: ArrowAnswers;
}

type Members = Readonly<Record<string, unknown>>;

/** @throws MapcodeError if there is no such function */
function signatureOf({ returns, args }: Members): FunctionSignature {
  const given: readonly unknown[] = Array.isArray(args) ? args : [];
  const operation = given.includes("code") ? "decode" : "encode";
  return createSignature(
    operation,
    readReturns(operation, returns),
    readArguments(operation, given),
  );
}

/** @throws MapcodeError if a setting has no such value @throws TypeError if a name is not a string */
function optionsOf(members: Members): ResolvedFunctionOptions {
  const { precision, local, context, territory = context, country } = members;
  // These check values of whatever type.
  if (precision !== undefined) checkPrecision(precision as number);
  territoryFilter({ territory, country } as FilterNames);
  if (local !== undefined) checkLocalRule(local);
  const given = { precision, local, territory, country };
  const options = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_FUNCTION_OPTIONS, ...Object.fromEntries(options) };
}

function membersOf(declaration: string): Members {
  const members: unknown = JSON.parse(declaration);
  return isObject(members) ? { ...members } : {};
}

/** Creates the function of a declaration. */
export function declaredFunction(declaration: string): BlockFunction | FunctionProblem {
  try {
    const members = membersOf(declaration);
    const signature = signatureOf(members);
    const converted = createFunction(signature, optionsOf(members));
    const withErrors = members.withErrors === true || signature.returns === "error";
    const answers = new ArrowAnswers(converted, signature, withErrors);
    return { signature, converted, answers };
  } catch (error) {
    const code = error instanceof MapcodeError ? error.code : "invalid-option";
    return { code, message: error instanceof Error ? error.message : `${error}` };
  }
}
