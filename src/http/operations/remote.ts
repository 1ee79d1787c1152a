/** The declarations of `POST /remote/...`, functions that warehouses call; http/remote/ replies to them. */
import { BIGQUERY, REDSHIFT, type RemoteEngine, SNOWFLAKE } from "../../functions/remote.ts";
import { REMOTE_PARAMETERS } from "../remote/function.ts";
import type { PostExample, PostOperation } from "./operation.ts";

/** An operation that an engine requests. */
export interface RemoteOperation extends PostOperation {
  readonly engine: RemoteEngine;
}

/** Describes what all remote functions have in common, in plain text. */
const REMOTE_DESCRIPTION =
  "An extension: the public service does not have it. A warehouse calls it with blocks of rows and gets one value " +
  "for each row, in order. A row that cannot be converted, or has a NULL, gets null. Points have the arguments " +
  "latitude, longitude, territory and precision, of which the last two may be left out (international mapcodes have " +
  "no territory); mapcodes have a code and a territory, which may be left out. Lists and objects are JSON in a text, " +
  "but for Snowflake. If the service has a token, requests need it as Authorization: Bearer.";

const MEDIA_TYPES = ["application/json"];

const COMMON = {
  method: "post",
  parameters: REMOTE_PARAMETERS,
  otherStatuses: [401, 408, 409, 413, 415],
  description: REMOTE_DESCRIPTION,
  mediaTypes: MEDIA_TYPES,
} as const;

function example(target: string, body: string, reply: string): PostExample {
  return { target, contentType: MEDIA_TYPES[0], body, reply };
}

export const REMOTE_OPERATIONS: readonly RemoteOperation[] = [
  {
    ...COMMON,
    name: "remote-bigquery",
    path: "/remote/bigquery",
    summary: "A remote function of BigQuery, whose user_defined_context may have the parameters",
    engine: BIGQUERY,
    errorSchema: { type: "object", required: ["errorMessage"] },
    examples: [
      example(
        "/remote/bigquery",
        '{"requestId":"124ab1c","userDefinedContext":{"returns":"local"},"calls":[[52.376514,4.908543],[null,1]]}',
        '{"replies":["NLD 49.4V",null]}',
      ),
    ],
  },
  {
    ...COMMON,
    name: "remote-snowflake",
    path: "/remote/snowflake",
    summary: "An external function of Snowflake",
    engine: SNOWFLAKE,
    errorSchema: { type: "object", required: ["message"] },
    examples: [
      example(
        "/remote/snowflake?returns=lat,lon",
        '{"data":[[0,"49.4V","NLD"],[1,"frogs",""]]}',
        '{"data":[[0,{"lat":52.37651400000124,"lon":4.908543375}],[1,null]]}',
      ),
    ],
  },
  {
    ...COMMON,
    name: "remote-redshift",
    path: "/remote/redshift",
    summary: "The request of a Lambda UDF of Redshift, for a function that passes it on",
    engine: REDSHIFT,
    errorSchema: { type: "object", required: ["success", "error_msg"] },
    examples: [
      example(
        "/remote/redshift?returns=international",
        '{"external_function":"public.f_mapcode","num_records":1,"arguments":[[52.376514,4.908543]]}',
        '{"success":true,"results":["VHXGB.1J9J"],"num_records":1}',
      ),
    ],
  },
];
