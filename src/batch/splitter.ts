/** Cuts the bytes of an input into chunks of complete rows, whatever sizes they arrive in. */
import { type Chunk, copied, joined, NOTHING, type Splitter, tooLong } from "./chunks.ts";
import { createElementSplitter } from "./element-splitter.ts";
import { delimiterOf } from "./options.ts";
import type { BatchPlan } from "./plan.ts";
import { MAX_ROW_BYTES } from "./preamble.ts";
import { findRowEnd, LINE_FEED, NO_END, QUOTE } from "./rows/scan.ts";

export interface SplitterSettings {
  /** Longer rows are refused, and never kept in memory; MAX_ROW_BYTES unless given. */
  readonly maxRowBytes?: number;
}

/**
 * Rows end with a line feed. A quote that is never closed takes only its own line with it: when
 * the row has become too long, or the input ends, that line goes out as a chunk of its own, and the
 * next line is taken for the next row.
 */
class LineSplitter implements Splitter {
  private readonly maxRowBytes: number;
  /** -1 for formats whose quotes hide nothing. */
  private readonly delimiter: number;
  private headerBytes: number;
  private rest: Uint8Array = NOTHING;
  /** In a row that is too long, up to its line end. */
  private isSkipping = false;
  private chunks: Chunk[] = [];

  constructor(plan: BatchPlan, maxRowBytes: number) {
    this.maxRowBytes = maxRowBytes;
    this.delimiter = delimiterOf(plan.options.from)?.charCodeAt(0) ?? -1;
    this.headerBytes = plan.headerBytes;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const passed = Math.min(this.headerBytes, bytes.length);
    this.headerBytes -= passed;
    let from = passed;
    if (this.isSkipping) {
      const lineFeed = bytes.indexOf(LINE_FEED, from);
      this.isSkipping = lineFeed < 0;
      from = this.isSkipping ? bytes.length : lineFeed + 1;
    }
    return this.split(joined(this.rest, bytes.subarray(from)), false);
  }

  end(): readonly Chunk[] {
    return this.split(this.rest, true);
  }

  private split(bytes: Uint8Array, isLast: boolean): readonly Chunk[] {
    this.chunks = [];
    const hidesNothing = this.delimiter < 0 || !bytes.includes(QUOTE);
    let end: number;
    if (hidesNothing && bytes.length <= this.maxRowBytes) {
      end = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
      this.add(bytes, 0, end);
    } else {
      end = this.walk(bytes, isLast);
    }
    this.rest = copied(bytes, end);
    return this.chunks;
  }

  private add(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.chunks.push({ bytes: bytes.subarray(from, to) });
  }

  private endOfRow(bytes: Uint8Array, from: number): number {
    const part = bytes.subarray(0, Math.min(bytes.length, from + this.maxRowBytes + 1));
    if (this.delimiter >= 0) return findRowEnd(part, from, this.delimiter);
    const lineFeed = part.indexOf(LINE_FEED, from);
    return lineFeed < 0 ? NO_END : lineFeed;
  }

  /** @returns where the row begins that has not ended yet */
  private walk(bytes: Uint8Array, isLast: boolean): number {
    let start = 0;
    let row = 0;
    while (row < bytes.length) {
      const end = this.endOfRow(bytes, row);
      const isTooLong = bytes.length - row > this.maxRowBytes;
      const lineFeed = end < 0 ? bytes.indexOf(LINE_FEED, row) : end;
      if (end >= 0) {
        row = end + 1;
      } else if (!isTooLong && (!isLast || lineFeed < 0)) {
        if (isLast) row = bytes.length;
        break;
      } else {
        this.add(bytes, start, row);
        row = this.cutLine(bytes, row, lineFeed);
        start = row;
      }
    }
    this.add(bytes, start, row);
    return row;
  }

  /** Takes the first line of a row that does not end, or refuses the line. @returns where it ends */
  private cutLine(bytes: Uint8Array, row: number, lineFeed: number): number {
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    if (lineFeed >= 0 && lineFeed - row <= this.maxRowBytes) {
      this.add(bytes, row, end);
    } else {
      const message = tooLong(bytes.subarray(row), this.maxRowBytes);
      this.chunks.push({ bytes: NOTHING, fault: { message, lines: 1 } });
      this.isSkipping = lineFeed < 0;
    }
    return end;
  }
}

/** A splitter for one input. */
export function createSplitter(
  plan: BatchPlan,
  { maxRowBytes = MAX_ROW_BYTES }: SplitterSettings = {},
): Splitter {
  if (plan.options.from === "json") return createElementSplitter(plan, maxRowBytes);
  return new LineSplitter(plan, maxRowBytes);
}
