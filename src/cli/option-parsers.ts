/** Parsers of option values, and the options of batches as values and as options of commander. */
import { availableParallelism } from "node:os";
import { InvalidArgumentError, Option } from "commander";
import { BatchError } from "../batch/errors.ts";
import {
  completeOptions,
  DECLARED_OPTIONS,
  type OptionDeclaration,
  type ResolvedBatchOptions,
} from "../batch/options/options.ts";
import type { Operation } from "../batch/options/roles.ts";
import { sentence, textOf } from "../batch/sentences.ts";
import { quoted } from "../messages.ts";
import type { BatchFlags } from "./batch/input.ts";
import { SURFACE } from "./messages.ts";

const MAX_WORKERS = 256;

/** @returns a parser of integers from `min` to `max` @param what the noun before the range in the message */
export function integerParser(min: number, max: number, what = "an integer") {
  return (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected ${what} from ${min} to ${max}.`);
  };
}

/** Powers of two: `64M`, `64Mi` and `64MiB` are the same. */
const SIZE = /^(\d+)(?:([kmg])(?:iB?)?)?$/i;

/** @returns a parser of numbers of bytes from `min` to `max`, with a unit or without */
export function sizeParser(min: number, max: number) {
  return (text: string): number => {
    const [, digits = "", unit = ""] = SIZE.exec(text) ?? [];
    const value = digits === "" ? -1 : Number(digits) * 1024 ** " kmg".indexOf(unit.toLowerCase());
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(
      `Expected a number of bytes from ${min} to ${max}, also with K, M or G after it, as in 64M.`,
    );
  };
}

/** Parses a number of workers; `auto` is one per processor that this process may use. */
export function parseWorkers(text: string): number {
  const parse = integerParser(1, MAX_WORKERS, "auto or an integer");
  return text === "auto" ? availableParallelism() : parse(text);
}

/** Puts the option and its value before the message of a parser. Commander would name the flag, which Python lacks. */
export function withOptionName<Value>(option: string, parse: (text: string) => Value) {
  return (text: string): Value => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const problem = sentence`The option ${{ option }} is ${quoted(text)}. ${error.message}`;
      throw new BatchError(problem, option);
    }
  };
}

function parserOf(name: string, declared: OptionDeclaration): (text: string) => unknown {
  const { max = Number.MAX_SAFE_INTEGER, min = 0, parse = String, placeholder, type } = declared;
  if (type !== "number") return parse;
  return withOptionName(name, (placeholder === "size" ? sizeParser : integerParser)(min, max));
}

/** The options of a batch, completed with defaults. */
export function batchOptionsOf(operation: Operation, flags: BatchFlags): ResolvedBatchOptions {
  const given = Object.fromEntries(DECLARED_OPTIONS.map(([name]) => [name, flags[name]]));
  const territory = flags.territory ?? flags.context;
  return completeOptions({ ...given, operation, surface: SURFACE, territory });
}

/** The command-line options for an option of batches; none if this operation has none. */
export function commandOptionsFor(
  name: string,
  declared: OptionDeclaration,
  operation: Operation,
): readonly Option[] {
  const { choices, default: value, example, group, help, hidden, only, short, type } = declared;
  if (hidden === "everywhere" || (only ?? operation) !== operation) return [];
  const isSwitch = type === "boolean";
  const flagOf = (value?: boolean) => textOf([{ option: name, value }], "command");
  const flag = flagOf(value === true ? false : undefined);
  const flags =
    (short ? `-${short}, ${flag}` : flag) + (isSwitch ? "" : ` <${declared.placeholder}>`);
  const text = value === true ? `no ${help}` : help;
  const option = new Option(flags, example ? `${text} (such as ${example})` : text);
  const options = [option];
  if (choices) option.choices(choices);
  if (!isSwitch) option.argParser(parserOf(name, declared));
  // Without a default, both answers are options.
  else if (value === undefined) options.push(new Option(flagOf(false), `the opposite of ${flag}`));
  // Some help texts name their default themselves.
  const shown = declared.placeholder === "size" ? `${Number(value) / 2 ** 20}M` : String(value);
  if (type === "number" || name === "local") option.default(value, shown);
  if (group) for (const option of options) option.helpGroup(`${group}:`);
  return options;
}
