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

/** Options that conversions of one point or code have as well, as the parameters that these have. */
const SHARED_PARAMETERS: Readonly<Record<Operation, Readonly<Record<string, Parameter>>>> = {
  encode: {
    territory: TERRITORY,
    country: COUNTRY,
    alphabet: alphabetParameter("writes the codes in this alphabet"),
    precision: PRECISION,
    include: includeColumns("encode"),
  },
  decode: { territory: CONTEXT, country: COUNTRY_OF_CODES, include: includeColumns("decode") },
};

/** The parameter of a text, which may be one of a list; undefined when absent, unless it has a default. */
function textParameter(name: string, help: string, declared: OptionDeclaration): Parameter {
  const { parameter, choices, default: absent, expected = "", parse = (text) => text } = declared;
  const schema = choices
    ? { type: "string", enum: choices, default: absent }
    : { type: "string", examples: [parameter?.example] };
  const parseText = (text: string) => {
    const value = choices && !choices.includes(text) ? undefined : parse(text);
    if (value !== undefined) return value;
    throw invalidValue(name, text, choices ? `one of ${choices.join(", ")}` : expected);
  };
  return queryParameter(name, help, schema, parseText, choices && absent);
}

/** The parameter of an option; undefined if it has none. */
function optionParameter(name: string, declared: OptionDeclaration): Parameter | undefined {
  const { parameter, expected, excludes, type, min = 0, max = MAX_INT32 } = declared;
  if (parameter === undefined) return undefined;
  const { help } = parameter;
  const ofType = {
    boolean: () => flagParameter(name, help, declared.default === true),
    number: () =>
      integerParameter(name, help, min, Math.min(max, MAX_INT32), Number(declared.default)),
    string: () => textParameter(name, help, declared),
    array: () => textParameter(name, help, declared),
  };
  return {
    ...ofType[type](),
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
