/** Converts the chunks of a batch: from bytes to bytes. */
import { isUtf8 } from "node:buffer";
import { type Answer, type AnswerRow, answerer } from "./answers.ts";
import type { Chunk, Converted, Refusal } from "./chunks.ts";
import { createFastPath, type FastPath } from "./fast-path/fast-path.ts";
import { Output } from "./output.ts";
import type { BatchPlan } from "./plan.ts";
import { extentFinder, type FindExtent } from "./rows/extent.ts";
import { type ReadRow, rowReader } from "./rows/read.ts";
import { type Complaint, type Content, type Extent, unread } from "./rows/row.ts";
import { countLines } from "./rows/scan.ts";
import { rowWriter, type WriteRow } from "./write.ts";

export interface Converter {
  /**
   * Converts the rows of one chunk. Chunks of an input may be converted in any order, by
   * different converters of one plan; their answers go out in the order of the input.
   */
  convert(chunk: Chunk): Converted;
}

const NO_ANSWER: Answer = { lists: [] };
const NOWHERE: Extent = { from: 0, to: 0, next: 0, lineEnd: undefined };

class BatchConverter implements Converter {
  private readonly plan: BatchPlan;
  private readonly findExtent: FindExtent;
  private readonly readRow: ReadRow;
  private readonly answerRow: AnswerRow;
  private readonly writeRow: WriteRow;
  private readonly fastPath: FastPath | undefined;
  private readonly output = new Output();
  private rows = 0;
  private refused = 0;
  private blank = 0;
  private firstRefusal: Refusal | undefined;
  private bytesBeforeRefusal = 0;

  constructor(plan: BatchPlan, fastPath: FastPath | undefined) {
    this.fastPath = fastPath;
    this.plan = plan;
    this.findExtent = extentFinder(plan.options.from);
    this.readRow = rowReader(plan);
    this.answerRow = answerer(plan.options);
    this.writeRow = rowWriter(plan);
  }

  convert({ bytes, fault }: Chunk): Converted {
    this.output.end = 0;
    this.rows = 0;
    this.refused = 0;
    this.blank = 0;
    this.firstRefusal = undefined;
    if (fault) this.writeFault(fault.message);
    else this.convertRows(bytes);
    const rows = this.rows;
    const refused = this.refused;
    const firstRefusal = this.firstRefusal as Refusal | undefined;
    return {
      bytes: this.output.written(),
      rows,
      answered: rows - refused - this.blank,
      refused,
      lines: fault ? fault.lines : countLines(bytes, 0, bytes.length),
      ...(firstRefusal ? { firstRefusal } : {}),
      bytesBeforeRefusal: firstRefusal ? this.bytesBeforeRefusal : this.output.end,
    };
  }

  private convertRows(bytes: Uint8Array): void {
    const isText = isUtf8(bytes);
    const fastPath = isText ? this.fastPath : undefined;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    while (at < buffer.length) {
      const next = fastPath ? fastPath.convert(buffer, at, this.output) : -1;
      if (next >= 0) this.rows++;
      at = next >= 0 ? next : this.convertRow(buffer, at, isText);
    }
  }

  /** @returns where the next row begins */
  private convertRow(bytes: Buffer, from: number, isText: boolean): number {
    const extent = this.findExtent(bytes, from);
    const text = bytes.toString("utf8", extent.from, extent.to);
    const isPlain = this.plan.options.from === "plain";
    const isBlank = isPlain || this.isValues() ? text.trim() === "" : text === "";
    if (isBlank) {
      if (isPlain) this.writeBlank(bytes, extent);
      return extent.next;
    }
    this.rows++;
    const content = this.readRow(text, isText || isUtf8(bytes.subarray(extent.from, extent.to)));
    const answer = content.fault ? NO_ANSWER : this.answerRow(content.asked);
    const complaint = content.fault ?? answer.complaint ?? content.loss;
    if (complaint) this.refuse(complaint, bytes, extent);
    this.writeRow(this.output, content, answer, bytes, extent);
    return extent.next;
  }

  private isValues(): boolean {
    const { from } = this.plan.options;
    return from === "ndjson" || from === "json";
  }

  /** An empty line stays one where lines become lines, so that their numbers agree. */
  private writeBlank(bytes: Uint8Array, { from, next, lineEnd }: Extent): void {
    this.rows++;
    this.blank++;
    if (this.plan.options.to !== "plain") return;
    this.output.append(bytes, from, next);
    if (lineEnd === undefined) this.output.appendText("\n");
  }

  private writeFault(message: string): void {
    const content: Content = unread(this.plan.columns.length, message);
    this.rows++;
    this.refuse({ message }, new Uint8Array(0), NOWHERE);
    this.writeRow(this.output, content, NO_ANSWER, new Uint8Array(0), NOWHERE);
  }

  private refuse(complaint: Complaint, bytes: Uint8Array, { from }: Extent): void {
    this.refused++;
    if (this.firstRefusal) return;
    // The answer of the row has not been written yet.
    this.bytesBeforeRefusal = this.output.end;
    this.firstRefusal = { row: this.rows, line: 1 + countLines(bytes, 0, from), ...complaint };
  }
}

/**
 * A converter for chunks of an input.
 * @param plan of that input; a structured clone does as well
 */
export function createConverter(plan: BatchPlan): Converter {
  return new BatchConverter(plan, createFastPath(plan));
}

/** As createConverter, without the fastPath way: all rows are converted as the unusual ones are. */
export function createGeneralConverter(plan: BatchPlan): Converter {
  return new BatchConverter(plan, undefined);
}
