/**
 * `mapcoded-cli/lambda`: a function of AWS Lambda that Redshift calls as a UDF. It replies as `POST /remote/redshift`.
 *
 * @module
 */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import { answerBlock, REDSHIFT } from "../functions/remote.ts";
import { errorFor } from "../http/http-error.ts";
import { remoteFunctionOf } from "../http/remote/function.ts";
import { parseQuery } from "../http/requests.ts";
import { checkText } from "../internal.ts";

/** The environment variable with the settings of `handler`. */
const SETTINGS_VARIABLE = "MAPCODED_REMOTE_FUNCTION";

/** Handles the event of one block of rows. @returns the reply in JSON, as Redshift expects it */
export type RedshiftHandler = (event: unknown) => Promise<string>;

/** The rows of an event; undefined if it is not one of Redshift, or its count of rows is wrong. */
function rowsOf(event: unknown): readonly unknown[] | undefined {
  if (typeof event !== "object" || event === null || !("arguments" in event)) return undefined;
  const { arguments: rows } = event;
  if (!Array.isArray(rows)) return undefined;
  return "num_records" in event && event.num_records !== rows.length ? undefined : rows;
}

function failure(message: string): string {
  return JSON.stringify({ success: false, error_msg: message });
}

/**
 * Creates a handler for a function.
 * @param settings the parameters of `POST /remote/redshift` as a query, such as `returns=lat,lon&context=NLD`
 * @throws HttpError when a parameter is wrong
 * @throws TypeError if the settings are not a string
 */
export function createHandler(settings: string): RedshiftHandler {
  checkText("argument for settings", settings);
  const answerRows = remoteFunctionOf(REDSHIFT, parseQuery(settings));
  return async (event) => {
    const rows = rowsOf(event);
    if (rows === undefined) {
      return failure(
        "The event is not one of Redshift. It needs arguments, and as many as num_records says.",
      );
    }
    try {
      return answerBlock(REDSHIFT, answerRows, rows);
    } catch (error) {
      return failure(errorFor(error, console.error).message);
    }
  };
}

/** The handler whose settings are in the environment variable MAPCODED_REMOTE_FUNCTION; `returns=local` without it. */
export const handler: RedshiftHandler = createHandler(process.env[SETTINGS_VARIABLE] ?? "");
