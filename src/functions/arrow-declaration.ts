/** How a block says which function is to convert it: a text of JSON, such as `{"returns":"local","args":["lat","lon"]}`. */
import { LOCAL_RULES } from "../borders/choice.ts";
import {
  InvalidOptionError,
  MapcodeError,
  type MapcodeErrorCode,
  resolveEncodeBatchOptions,
} from "../index.ts";
import { isObject } from "../internal.ts";
import { ArrowAnswers } from "./arrow-answers.ts";
import { createFunction } from "./function.ts";
import {
  type ArgumentName,
  createSignature,
  DEFAULT_SETTINGS,
  type FunctionSettings,
  type FunctionSignature,
  isReturnName,
  type MapcodeFunction,
  RULES,
} from "./signature.ts";

/** A function that converts blocks. */
export interface BlockFunction {
  readonly signature: FunctionSignature;
  readonly converted: MapcodeFunction;
  readonly answers: ArrowAnswers;
}

/** Why there is no such function. */
export interface Refusal {
  readonly code: MapcodeErrorCode;
  readonly message: string;
}

type Members = Readonly<Record<string, unknown>>;

function isArgument(name: unknown, names: readonly ArgumentName[]): name is ArgumentName {
  return names.some((known) => known === name);
}

/** @throws InvalidOptionError if there is no such function */
function signatureOf({ returns, args }: Members): FunctionSignature {
  const given: readonly unknown[] = Array.isArray(args) ? args : [];
  const operation = given.includes("code") ? "decode" : "encode";
  const rules = RULES[operation];
  if (typeof returns !== "string" || !isReturnName(returns) || !rules.returns[returns]) {
    const expected = Object.keys(rules.returns).join(" | ");
    throw new InvalidOptionError("option returns", returns, `one of ${expected}`);
  }
  const known = given.filter((name) => isArgument(name, rules.arguments));
  const needed = rules.arguments.slice(0, rules.requiredCount);
  const isComplete = needed.every((name) => known.includes(name));
  if (isComplete && new Set(known).size === given.length) {
    return createSignature(operation, returns, known);
  }
  const expected = `a list of ${rules.arguments.join(", ")}`;
  throw new InvalidOptionError("option args", args, expected);
}

/** @throws MapcodeError if a setting has no such value @throws TypeError if a name is not a string */
function settingsOf(members: Members): FunctionSettings {
  const { precision, local, clamp, context, territory = context, country } = members;
  // It checks precision, territory and country, of whatever type they are.
  resolveEncodeBatchOptions({ codes: "all", precision, territory, country } as object);
  const given = { precision, local, clamp, territory, country };
  const settings = Object.entries(given).filter(([, value]) => value !== undefined);
  if (local !== undefined && !Object.hasOwn(LOCAL_RULES, `${local}`)) {
    throw new InvalidOptionError("option local", local, "'borders' or 'shortest'");
  }
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(settings) };
}

function membersOf(declaration: string): Members {
  const members: unknown = JSON.parse(declaration);
  return isObject(members) ? { ...members } : {};
}

/** Creates the function of a declaration. */
export function declaredFunction(declaration: string): BlockFunction | Refusal {
  try {
    const members = membersOf(declaration);
    const signature = signatureOf(members);
    const converted = createFunction(signature, settingsOf(members));
    const withErrors = members.withErrors === true || signature.returns === "error";
    const answers = new ArrowAnswers(converted, signature, withErrors);
    return { signature, converted, answers };
  } catch (error) {
    const code = error instanceof MapcodeError ? error.code : "invalid-option";
    return { code, message: error instanceof Error ? error.message : `${error}` };
  }
}
