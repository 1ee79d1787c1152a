/** The query of a batch request as the options of its batch. */
import type { Operation } from "../../batch/conversion.ts";
import { BatchError } from "../../batch/errors.ts";
import { type BatchOptions, DEFAULT_BATCH_OPTIONS } from "../../batch/options.ts";
import { planBatch } from "../../batch/plan.ts";
import { type ErrorDetail, HttpError } from "../http-error.ts";
import type { Query } from "../messages.ts";
import { DECODE_PARAMETERS, ENCODE_PARAMETERS } from "../operations/batch.ts";
import {
  CODE_COLUMN,
  LAT_COLUMN,
  LON_COLUMN,
  parseParameters,
  TERRITORY_COLUMN,
} from "../parameters.ts";
import { BATCH_TYPES, type BatchType } from "./media.ts";

const COLUMNS = [LAT_COLUMN, LON_COLUMN, CODE_COLUMN, TERRITORY_COLUMN] as const;

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Leaves out members that are undefined. */
function present<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Members>;
}

function encodeOptions(query: Query) {
  const { include, ...values } = parseParameters(ENCODE_PARAMETERS, query);
  return { ...present(values), include: [...include] };
}

function decodeOptions(query: Query) {
  const { include, context, ...values } = parseParameters(DECODE_PARAMETERS, query);
  return { ...present({ ...values, territory: context }), include: [...include] };
}

/** @throws HttpError for a parameter that is wrong by itself or together with the others */
export function batchOptions(
  operation: Operation,
  query: Query,
  bodyType: BatchType,
  replyType: BatchType,
): BatchOptions {
  const options: BatchOptions = {
    ...DEFAULT_BATCH_OPTIONS,
    operation,
    from: BATCH_TYPES[bodyType],
    to: BATCH_TYPES[replyType],
    ...(operation === "encode" ? encodeOptions(query) : decodeOptions(query)),
    // Columns of the opposite operation as well, so that the plan rejects them.
    ...present(parseParameters(COLUMNS, query)),
  };
  // The plan of an empty input can only fail because of the options.
  asHttpErrors(query, () => planBatch(new Uint8Array(0), options));
  return options;
}

function detailOf({ option }: BatchError, query: Query): ErrorDetail | undefined {
  const column = COLUMNS.find(({ name }) => name === option);
  if (column === undefined) return undefined;
  const expected = "the name of a column or member, or the number of a column from 1";
  return { parameter: column.name, ...present({ value: query.get(column.name) }), expected };
}

/**
 * Runs a step of a batch.
 * @throws HttpError in place of a BatchError
 */
export function asHttpErrors<Result>(query: Query, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    throw new HttpError("invalid-parameter", error.message, detailOf(error, query));
  }
}
