/** How the rows of a schema are written, as the converter calls it. */
import type { ByteWriter } from "../../bytes.ts";
import type { Row, RowSchema } from "./row.ts";
import type { RowProblem } from "./row-errors.ts";

/** The results of a row, which a conversion has found. */
export interface ResultWriter {
  /** Whether there is a point: of the row to encode, or the decoded one. */
  readonly hasPoint: boolean;
  /** Writes a result of one of the lists as a field of a table, with its quotes if it needs them. */
  writeField(writer: ByteWriter, list: number, index: number): void;
  /** Writes all results of a list, each after a delimiter. */
  writeFields(writer: ByteWriter, list: number, delimiter: number): void;
  /** Writes a result of one of the lists as JSON. */
  writeJson(writer: ByteWriter, list: number, index: number): void;
  /** Writes all lists as an array of objects. */
  writeLists(writer: ByteWriter): void;
  /** Writes the longitude and the latitude of the point, with a comma between them. */
  writePoint(writer: ByteWriter): void;
}

/** Writes the rows of one schema. */
export interface RowTemplate {
  /**
   * @param bytes the chunk
   * @param list the number of the results to write, from 0
   * @param message why the row, or this list of its results, has an error
   */
  write(
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Row,
    results: ResultWriter,
    list: number,
    message: string | undefined,
  ): void;
}

/** The output of the rows of one schema. */
export interface RowOutput {
  /** Why such rows cannot be written with results. */
  readonly problem: RowProblem | undefined;
  /** The names that the rows have in the output, besides those of the plan. */
  readonly names: ReadonlySet<string>;
  /** Writes rows that are converted. */
  readonly converted: RowTemplate;
  /** Writes rows with an error. */
  readonly failed: RowTemplate;
}

/** Makes the output of the rows of a schema. */
export type CreateOutput = (schema: RowSchema) => RowOutput;
