/** An operation as the help page and the OpenAPI document describe it. */
import { FORMATS } from "../../batch/formats/index.ts";
import type { Parameter } from "../parameters.ts";
import type { OperationName } from "../requests.ts";

/** An example of a batch: the target after the prefix, the type of the body, the body and its reply. */
export type BatchExample = readonly [target: string, type: string, body: string, reply: string];

export interface DescribedOperation {
  readonly name: OperationName;
  /** The path after the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** The schema of the reply; `html`, `any`, `rows` or `none` if it has none. */
  readonly schema: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Targets after the prefix; each of them works. */
  readonly examples: readonly string[];
  /** The examples of a POST operation. */
  readonly batches: readonly BatchExample[];
}

export const BATCH_EXAMPLES: readonly BatchExample[] = [
  '/batch/codes | application/json | [{"lat":52.376514,"lon":4.908543}] | [\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
  "/batch/codes?precision=2 | text/csv | name,lat,lon\nAmsterdam,52.376514,4.908543\n | name,lat,lon,territory,mapcode,international,error\nAmsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
  '/batch/coords?context=NLD | application/x-ndjson | {"code":"49.4V"}\n | {"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
].map((row) => row.split(" | ") as unknown as BatchExample);

const TYPES = FORMATS.map(({ mediaTypes: [type], summary }) => `${type} (${summary})`).join(", ");

/** The common description of batches, in plain text. */
export const BATCH_DESCRIPTION =
  "An extension: the public service does not have it. Content-Type names the format of the body: " +
  `${TYPES}. Tables have a header unless the parameter header is false. The reply ` +
  "has the rows in the same order, each with its result added, in the format of the body or in the one " +
  "that Accept names. A row that cannot be converted gets an error and does not stop the others.";
