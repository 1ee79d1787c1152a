/** An operation as the help page and the OpenAPI document describe it. */
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import type { Parameter } from "../parameters.ts";
import type { OperationName } from "../requests.ts";

/** An example of a batch, with its target after the prefix and the type of its body. */
export interface BatchExample {
  readonly target: string;
  readonly type: string;
  readonly body: string;
  readonly reply: string;
}

/** A path of an operation. */
export interface DescribedPath {
  /** After the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** The schema of the reply; `html`, `any`, `rows` or `none` if it has none. */
  readonly schema: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  /** Targets after the prefix, each of which works: by default the path. */
  readonly examples?: readonly string[];
}

export interface DescribedOperation extends Required<DescribedPath> {
  readonly name: OperationName;
  readonly parameters: readonly Parameter[];
  /** The examples of a POST operation. */
  readonly batches: readonly BatchExample[];
}

// biome-ignore format: a table
export const BATCH_EXAMPLES: readonly BatchExample[] = [
  { target: "/batch/codes", type: "application/json", body: '[{"lat":52.376514,"lon":4.908543}]', reply: '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n' },
  { target: "/batch/codes?precision=2", type: "text/csv", body: "name,lat,lon\nAmsterdam,52.376514,4.908543\n", reply: "name,lat,lon,territory,mapcode,international,error\nAmsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n" },
  { target: "/batch/coords?context=NLD", type: "application/x-ndjson", body: '{"code":"49.4V"}\n', reply: '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n' },
];

const TYPES = Object.values(FORMAT_FACTS)
  .map(({ mediaTypes: [type], summary }) => `${type} (${summary})`)
  .join(", ");

/** The common description of batches, in plain text. */
export const BATCH_DESCRIPTION =
  "An extension: the public service does not have it. Content-Type names the format of the body: " +
  `${TYPES}. Tables have a header unless the parameter header is false. The reply ` +
  "has the rows in the same order, each with its result added, in the format of the body or in the one " +
  "that Accept names. A row that cannot be converted gets an error and does not stop the others.";
