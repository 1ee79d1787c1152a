/** The parameters of a batch request as options of its batch. */
import { BatchError } from "../../batch/errors.ts";
import {
  type BatchOptions,
  DEFAULT_BATCH_OPTIONS,
  INCLUDES,
  type Operation,
} from "../../batch/options.ts";
import { planBatch } from "../../batch/plan.ts";
import { type ErrorDetail, HttpError } from "../http-error.ts";
import {
  alphabetParameter,
  areaParameters,
  includeParameter,
  precisionParameter,
  refuseOther,
  switchParameter,
  territoryParameter,
} from "../parameters.ts";
import type { Query } from "../query.ts";
import { BATCH_TYPES, type BatchType } from "./media.ts";

const COLUMNS = ["latColumn", "lonColumn", "codeColumn", "territoryColumn"] as const;

/** What is added to answers of each operation. */
export const BATCH_INCLUDES = {
  encode: INCLUDES,
  decode: INCLUDES.filter((name) => name !== "offset"),
} as const satisfies Readonly<Record<Operation, readonly string[]>>;

/** Without the members that have no value. */
function given<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<Members>;
}

function encodingOptions(query: Query) {
  refuseOther(query, "context", "territory");
  return {
    ...given({ ...areaParameters(query), alphabet: alphabetParameter(query) }),
    precision: precisionParameter(query),
    all: switchParameter(query, "all", false),
  };
}

function decodingOptions(query: Query) {
  refuseOther(query, "territory", "context");
  return given({ territory: territoryParameter(query, "context") });
}

/** @throws HttpError for a parameter that is wrong by itself or does not go with the others */
export function batchOptions(
  operation: Operation,
  query: Query,
  bodyType: BatchType,
  answerType: BatchType,
): BatchOptions {
  const columns = COLUMNS.map((name) => [name, query.get(name)] as const);
  const options = {
    ...DEFAULT_BATCH_OPTIONS,
    operation,
    from: BATCH_TYPES[bodyType],
    to: BATCH_TYPES[answerType],
    ...(operation === "encode" ? encodingOptions(query) : decodingOptions(query)),
    include: [...includeParameter(query, BATCH_INCLUDES[operation])],
    header: switchParameter(query, "header", true),
    ...given(Object.fromEntries(columns)),
  } as BatchOptions;
  // Of an input that is still to come, only the options can be wrong.
  refusing(query, () => planBatch(new Uint8Array(0), options));
  return options;
}

const WHAT_IS_EXPECTED = "the name of a column or member, or the number of a column from 1";

function detailOf({ option }: BatchError, query: Query): ErrorDetail | undefined {
  const column = COLUMNS.find((name) => name === option);
  if (column === undefined) return undefined;
  const value = query.get(column);
  return {
    parameter: column,
    ...(value === undefined ? {} : { value }),
    expected: WHAT_IS_EXPECTED,
  };
}

/** @throws HttpError in place of a BatchError */
export function refusing<Result>(query: Query, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    throw new HttpError("invalid-parameter", error.message, detailOf(error, query));
  }
}
