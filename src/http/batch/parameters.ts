/** The parameters of batch requests: the options of batches, and a few more. */
import { DECLARED_OPTIONS } from "../../batch/batch-options.ts";
import type { OptionDeclaration } from "../../batch/options/declaration.ts";
import { OPERATION_INCLUDES, type Operation } from "../../batch/options/operations.ts";
import { invalidValue } from "../errors.ts";
import {
  alphabetParameter,
  CONTEXT,
  COUNTRY,
  COUNTRY_OF_CODES,
  flagParameter,
  includeParameter,
  integerParameter,
  MAX_INT32,
  type Parameter,
  PRECISION,
  queryParameter,
  TERRITORY,
} from "../parameters.ts";

function includeColumns(operation: Operation): Parameter {
  const includes = OPERATION_INCLUDES[operation];
  const description = `adds columns: any of ${includes.join(", ")}, separated by commas`;
  return includeParameter(includes, description, "rectangle");
}

const ALPHABET = alphabetParameter("writes the codes in this alphabet");

/** Options that conversions of one point or code have as well, as the parameters that these have. */
const SHARED_PARAMETERS: Readonly<Record<Operation, Readonly<Record<string, Parameter>>>> = {
  encode: {
    territory: TERRITORY,
    country: COUNTRY,
    alphabet: ALPHABET,
    precision: PRECISION,
    include: includeColumns("encode"),
  },
  decode: { territory: CONTEXT, country: COUNTRY_OF_CODES, include: includeColumns("decode") },
};

/** A parameter with a text that the batch checks; undefined when absent. */
function textParameter(
  name: string,
  { parameter, expected = "", parse = (text) => text }: OptionDeclaration,
): Parameter {
  const schema = { type: "string", examples: [parameter?.example] };
  const parseText = (text: string) => {
    const value = parse(text);
    if (value === undefined) throw invalidValue(name, text, expected);
    return value;
  };
  return queryParameter(name, parameter?.help ?? "", schema, parseText, undefined);
}

/** A parameter whose value is a text of a list. */
function choiceParameter<const Name extends string, Choice>(
  name: Name,
  { parameter, choices = [], default: absent }: OptionDeclaration<Choice>,
): Parameter<Name, Choice> {
  const schema = { type: "string", enum: choices, default: absent };
  const parse = (text: string) => {
    // The declared choices are all values of the option.
    if (choices.includes(text)) return text as Choice;
    throw invalidValue(name, text, `one of ${choices.join(", ")}`);
  };
  return queryParameter(name, parameter?.help ?? "", schema, parse, absent);
}

function plainParameter(name: string, declared: OptionDeclaration, help: string): Parameter {
  if (declared.type === "boolean") return flagParameter(name, help, declared.default === true);
  if (declared.choices) return choiceParameter(name, declared);
  if (declared.type !== "number") return textParameter(name, declared);
  const { min = 0, max = MAX_INT32 } = declared;
  const largest = Math.min(max, MAX_INT32);
  return integerParameter(name, help, min, largest, Number(declared.default));
}

/** The parameter of an option; undefined if it has none. */
function optionParameter(name: string, declared: OptionDeclaration): Parameter | undefined {
  const { parameter, expected, excludes } = declared;
  if (parameter === undefined) return undefined;
  return {
    ...plainParameter(name, declared, parameter.help),
    ...(expected !== undefined && { expected }),
    ...(excludes !== undefined && { excludes }),
  };
}

function parametersOf(operation: Operation): readonly Parameter[] {
  return DECLARED_OPTIONS.flatMap(([name, declared]) => {
    if ((declared.operation ?? operation) !== operation) return [];
    return SHARED_PARAMETERS[operation][name] ?? optionParameter(name, declared) ?? [];
  });
}

/** The parameters of each operation, in the order in which they are checked. */
export const BATCH_PARAMETERS: Readonly<Record<Operation, readonly Parameter[]>> = {
  encode: parametersOf("encode"),
  decode: parametersOf("decode"),
};

/** Parameters of one operation that requests of the other one are checked for, so that the plan rejects them there. */
export const PARAMETERS_OF_ONE_OPERATION: readonly Parameter[] = DECLARED_OPTIONS.flatMap(
  ([name, declared]) => {
    const isRejected = declared.operation !== undefined && declared.expected !== undefined;
    return (isRejected && optionParameter(name, declared)) || [];
  },
);
