/** The parameters of batch requests: the options of batches, and a few more. */
import { includesOf } from "../../batch/options/checks.ts";
import {
  DECLARED_OPTIONS,
  type Operation,
  type OptionDeclaration,
} from "../../batch/options/options.ts";
import {
  alphabetParameter,
  CONTEXT,
  COUNTRY,
  COUNTRY_OF_CODES,
  includeParameter,
  MAX_INT32,
  type Parameter,
  type ParameterSchema,
  PRECISION,
  TERRITORY,
} from "../parameters.ts";

function includeColumns(operation: Operation): Parameter {
  const includes = includesOf(operation);
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

/** The parameter of an option, which the batch checks; undefined if it has none. */
function optionParameter(name: string, declared: OptionDeclaration): Parameter | undefined {
  const { choices, default: absent, example, excludes, help, hidden, parse, type } = declared;
  if (hidden !== undefined) return undefined;
  const schemas: Readonly<Record<OptionDeclaration["type"], ParameterSchema>> = {
    boolean: { type: "boolean", default: absent },
    number: { type: "integer", minimum: 0, maximum: MAX_INT32, default: absent },
    string: choices
      ? { type: "string", enum: choices, default: absent }
      : { type: "string", examples: [example] },
    array: { type: "string", examples: [example] },
  };
  return {
    name,
    description: help,
    schema: schemas[type],
    expected: help,
    ...(excludes !== undefined && { excludes }),
    ...(parse && { find: parse }),
  };
}

function parametersOf(operation: Operation): readonly Parameter[] {
  return DECLARED_OPTIONS.flatMap(([name, declared]) => {
    if ((declared.only ?? operation) !== operation) return [];
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
    const isRejected = declared.only !== undefined && declared.group === "Columns";
    return (isRejected && optionParameter(name, declared)) || [];
  },
);
