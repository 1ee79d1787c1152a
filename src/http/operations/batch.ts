/** The declarations of `POST /batch/codes` and `POST /batch/coords`; http/batch/ replies to them. */

import { FORMATS } from "../../batch/formats/index.ts";
import { BATCH_PARAMETERS } from "../parameters/batch-parameters.ts";
import type { BatchOperation } from "./operation.ts";

/** `text/csv (table with commas)` and so on, for each format. */
const FORMAT_SUMMARIES = FORMATS.map(
  ({ mediaTypes: [type], summary }) => `${type} (${summary})`,
).join(", ");

/** Describes what all batch operations have in common, in plain text. */
const BATCH_DESCRIPTION =
  "An extension: the public service does not have it. Content-Type names the format of the body: " +
  `${FORMAT_SUMMARIES}. Tables have a header unless the parameter header is false. The reply has the ` +
  "rows in the same order, each with its result added, in the format of the body or in the one that " +
  "Accept names. A row that cannot be converted gets an error and does not stop the others; if the " +
  "first 1,000 rows or all rows of a shorter body fail, the reply is an error with status 422.";

const COMMON = {
  method: "post",
  description: BATCH_DESCRIPTION,
  mediaTypes: FORMATS.flatMap(({ mediaTypes }) => mediaTypes),
  otherStatuses: [409, 413, 415, 422],
} as const;

export const BATCH_OPERATIONS: readonly BatchOperation[] = [
  {
    name: "batch-codes",
    ...COMMON,
    conversion: "encode",
    path: "/batch/codes",
    summary: "The local and the international mapcode of many points, or all their mapcodes",
    parameters: BATCH_PARAMETERS.encode,
    examples: [
      {
        target: "/batch/codes",
        contentType: "application/json",
        body: '[{"lat":52.376514,"lon":4.908543}]',
        reply:
          '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
      },
      {
        target: "/batch/codes?precision=2",
        contentType: "text/csv",
        body: "name,lat,lon\nAmsterdam,52.376514,4.908543\n",
        reply:
          "name,lat,lon,territory,mapcode,international,error\n" +
          "Amsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
      },
    ],
  },
  {
    name: "batch-coords",
    ...COMMON,
    conversion: "decode",
    path: "/batch/coords",
    summary: "The points of many mapcodes",
    parameters: BATCH_PARAMETERS.decode,
    examples: [
      {
        target: "/batch/coords",
        contentType: "text/plain",
        body: "NLD 49.4V\n",
        reply: "NLD 49.4V\t52.37651400000124\t4.908543375\n",
      },
      {
        target: "/batch/coords?context=NLD",
        contentType: "application/x-ndjson",
        body: '{"code":"49.4V"}\n',
        reply: '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
      },
    ],
  },
];
