/** Parsers of option values. Commander puts the name and the value of the option before their messages. */
import { availableParallelism } from "node:os";
import { InvalidArgumentError, Option } from "commander";
import type { ByOperation, OptionDeclaration } from "../batch/options/declaration.ts";
import type { Operation } from "../batch/options/operations.ts";

const MAX_WORKERS = 256;

/** @returns a parser of integers from `min` to `max` @param what is expected in front of the range */
export function integerParser(min: number, max: number, what = "an integer") {
  return (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected ${what} from ${min} to ${max}.`);
  };
}

/** Parses a number of rows. */
export const parseCount = integerParser(0, Number.MAX_SAFE_INTEGER);

/** Parses a number of workers; `auto` is one per processor that this process may use. */
export function parseWorkers(text: string): number {
  const parse = integerParser(1, MAX_WORKERS, "auto or an integer");
  return text === "auto" ? availableParallelism() : parse(text);
}

function parserOf({ type, min = 0, max = 0, ...declared }: OptionDeclaration) {
  const { choices, expected, parse = (text: string): unknown => text } = declared;
  if (type === "number") return integerParser(min, max);
  return (text: string) => {
    const value = choices && !choices.includes(text) ? undefined : parse(text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`Expected ${expected ?? `one of ${choices?.join(", ")}`}.`);
  };
}

/** A text of an operation, where both may have the same. */
function textOf(texts: ByOperation<string>, operation: Operation): string {
  return typeof texts === "string" ? texts : texts[operation];
}

/** An option of batches as the command line has it; undefined if it has none for this operation. */
export function batchOption(declared: OptionDeclaration, operation: Operation): Option | undefined {
  const { flag, group, help = "", choices, type } = declared;
  if (flag === undefined || (declared.operation ?? operation) !== operation) return undefined;
  const option = new Option(textOf(flag, operation), textOf(help, operation));
  if (choices) option.choices(choices);
  if (group) option.helpGroup(`${group}:`);
  return type === "boolean" ? option : option.argParser(parserOf(declared));
}
