/** How an option of the service is declared. The functions are the types that options can have. */

/** What users give, and what it becomes. */
interface Declared {
  /** What the help says about it. */
  readonly help: string;
  /** Its value in the help: `<number>`. */
  readonly value?: string;
  /** The name of the flag if it is not the option's own in kebab case. */
  readonly flag?: string;
  /** The environment variable if it is not MAPCODED_ and the name of the flag. */
  readonly variable?: string;
  /** The default in the help if it is not the value itself. */
  readonly shownDefault?: string;
  /** The text that stands for the flag without a value. */
  readonly preset?: string;
  /** What is wrong with a text that users give, as a sentence; undefined if it is right. */
  readonly problem?: (text: string) => string | undefined;
}

/** An option. `Value` is the type of its values, with undefined if other options stand for it where it is missing. */
export interface ServiceOption<Value = unknown> extends Declared {
  readonly value: string;
  readonly default: Value;
  /** The texts that it can have, if there is a list. */
  readonly choices?: readonly string[];
  /** The least and the greatest value of an integer. */
  readonly range?: readonly [min: number, max: number];
  /** Whether it is a number of worker processes, which may be `auto`. */
  readonly countsWorkers?: boolean;
  /** Makes a value of a text without a problem. Without it, the text is the value. */
  readonly parse?: (text: string) => Value;
}

/** The types of the values of options, by name. */
export type ServiceValues<Declarations> = {
  readonly [Name in keyof Declarations]: Declarations[Name] extends ServiceOption<infer Value>
    ? Value
    : never;
};

/** More bytes or rows than any machine has. A double holds it exactly. */
const MAX_COUNT = 2 ** 40;

const MAX_STOP_SECONDS = 3_600;
const MAX_PORT = 65_535;

export function text(value: string, initial: string, declared: Declared): ServiceOption<string> {
  return { value, default: initial, ...declared };
}

/** An option whose value is a text of a list. @param initial undefined for no default */
export function choice<const Choice extends string, Initial extends Choice | undefined>(
  value: string,
  choices: readonly Choice[],
  initial: Initial,
  declared: Declared,
): ServiceOption<Choice | Initial> {
  // Commander has checked that the text is one of the choices.
  return { value, choices, default: initial, ...declared };
}

/** An option whose value is made of a text. */
export function parsed<Value>(
  value: string,
  initial: Value,
  declared: Declared & { readonly parse: (text: string) => Value },
): ServiceOption<Value> {
  return { value, default: initial, ...declared };
}

export function onOrOff(isOn: boolean, declared: Declared): ServiceOption<boolean> {
  const shownDefault = isOn ? '"on"' : '"off"';
  const parse = (given: string) => given === "on";
  const value = "<switch>";
  return { value, default: isOn, choices: ["on", "off"], parse, shownDefault, ...declared };
}

/** @param initial undefined if another option stands for it */
export function port<Initial extends number | undefined>(
  initial: Initial,
  declared: Declared,
): ServiceOption<number | Initial> {
  return { value: "<number>", default: initial, range: [0, MAX_PORT], ...declared };
}

export function seconds(initial: number, declared: Declared): ServiceOption<number> {
  return { value: "<seconds>", default: initial, range: [0, MAX_STOP_SECONDS], ...declared };
}

/** @param help begins with what is limited */
export function limit(
  help: string,
  initial: number,
  min = 1,
  max = MAX_COUNT,
): ServiceOption<number> {
  return { value: "<count>", help, default: initial, range: [min, max] };
}
