/**
 * How an option of batches is declared: its type, default and check, and how users give it. The functions are the
 * types that options can have.
 */
import { shown } from "../../messages.ts";
import type { Operation } from "./operations.ts";

/** A value, or one for each operation. */
export type ByOperation<Value> = Value | Readonly<Record<Operation, Value>>;

/** The groups of options in the help of the command line, behind the most used ones. */
type OptionGroup = "Mapcodes" | "Input" | "Columns" | "Output" | "Errors" | "Run";

/** An option as a parameter of requests. */
interface ParameterText {
  /** Half a sentence for the help page and the OpenAPI document. */
  readonly help: string;
  readonly example?: string;
}

interface Declared<Value> {
  /** The only operation that it applies to; both without it. */
  readonly operation?: Operation;
  /** The option of the command line, as its help shows it: `--skip <lines>`. Its name is the name of the option in kebab case. */
  readonly flag?: ByOperation<string>;
  /** What the help of the command line says about it. */
  readonly help?: ByOperation<string>;
  /** Where its help stands; among the first options without it. */
  readonly group?: OptionGroup | undefined;
  /** Undefined if requests have no such parameter, or src/http/parameters.ts declares it for all conversions. */
  readonly parameter?: ParameterText;
  /** What its text is, to be read after "is not", where `parse` or `check` may reject one. */
  readonly expected?: string;
  /** The option that must not be given together with this one. */
  readonly excludes?: string;
  /** Makes a value of the text that users give; undefined if it is none. Without it, the text is the value. */
  readonly parse?: (text: string) => Value | undefined;
  /** What is wrong with a value of the right type, as a sentence; undefined if it is right. */
  readonly check?: (value: NonNullable<Value>, operation: Operation) => string | undefined;
}

/** An option. `Value` is the type of its values, with undefined if it has no default. */
export interface OptionDeclaration<Value = unknown> extends Declared<Value> {
  /** The type of its values. */
  readonly type: "string" | "boolean" | "number" | "array";
  readonly default: Value;
  /** The texts that it can have, if there is a list. */
  readonly choices?: readonly string[];
  /** The range of a number. */
  readonly min?: number;
  readonly max?: number;
}

/** An option whose value is a text; undefined without it. */
export function text(declared: Declared<string>): OptionDeclaration<string | undefined> {
  return { type: "string", default: undefined, ...declared };
}

/** An option whose value is a text of a list. */
export function choice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  declared: Declared<Choice> & { readonly default: Choice },
): OptionDeclaration<Choice> {
  const check = (value: Choice) => checkOneOf(name, value, choices);
  return { type: "string", choices, check, ...declared };
}

/** An option that is on or off; off by default. */
export function boolean(
  declared: Declared<boolean> & { readonly default?: boolean },
): OptionDeclaration<boolean> {
  return { type: "boolean", default: false, ...declared };
}

/** An option whose value is an integer from `min` to `max`. */
export function integer(
  name: string,
  declared: Declared<number> & {
    readonly default: number;
    readonly min: number;
    readonly max?: number;
  },
): OptionDeclaration<number> {
  const { min, max = Number.MAX_SAFE_INTEGER } = declared;
  const check = (value: number) => {
    if (Number.isSafeInteger(value) && value >= min && value <= max) return undefined;
    return `The option ${name} ${value} is not an integer of at least ${min}.`;
  };
  return { type: "number", max, check, ...declared };
}

/** An option whose value is a list. */
export function list<Value extends readonly unknown[] | undefined>(
  declared: Declared<Value> & { readonly default: Value },
): OptionDeclaration<Value> {
  return { type: "array", ...declared };
}

/** The message for a value that is not one of a list; undefined if it is. */
export function checkOneOf(
  name: string,
  value: string,
  known: readonly string[],
): string | undefined {
  if (known.includes(value)) return undefined;
  return `The option ${name} ${shown(value)} is not one of ${known.join(", ")}.`;
}

/** The types of the values of options, by name. */
export type OptionValues<Declarations> = {
  readonly [Name in keyof Declarations]: Declarations[Name] extends OptionDeclaration<infer Value>
    ? Value
    : never;
};

/** The same as users give them. */
export type GivenValues<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };
