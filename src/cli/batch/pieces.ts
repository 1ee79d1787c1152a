/** Pieces of an input, and their answers: what goes to threads and comes back. */
import { type Chunk, type ChunkError, RowCounter, type RowCounts } from "../../batch/chunks.ts";
import { createConverter } from "../../batch/converter.ts";
import { OutputFrame } from "../../batch/output.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import type { LocatedRowError } from "../../batch/rows.ts";
import { type Compression, compress } from "./compression.ts";

/** Rows that are converted at once. */
export interface Piece {
  readonly plan: BatchPlan;
  readonly chunks: readonly Chunk[];
}

export interface AnswerSettings {
  /** Answers end in front of the first row that is refused. */
  readonly isStrict: boolean;
  readonly compression: Compression | undefined;
}

export interface PieceAnswer extends RowCounts {
  /** Complete rows, compressed for themselves when that is wanted; none when no row has an answer. */
  readonly bytes: Uint8Array;
  readonly lines: number;
  readonly firstError?: LocatedRowError;
}

/** The chunks of a piece in memory of their own, which can be given away. */
export interface PackedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each chunk ends; it begins where the one before it ends. */
  readonly ends: readonly { readonly at: number; readonly error?: ChunkError }[];
}

export function packPiece({ chunks }: Piece): PackedPiece {
  const length = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const packed = new Uint8Array(length);
  let at = 0;
  const ends = chunks.map(({ bytes, error }) => {
    packed.set(bytes, at);
    at += bytes.length;
    return error ? { at, error } : { at };
  });
  return { bytes: packed, ends };
}

export function unpackPiece({ bytes, ends }: PackedPiece): readonly Chunk[] {
  let from = 0;
  return ends.map(({ at, error }) => {
    const own = bytes.subarray(from, at);
    from = at;
    return error ? { bytes: own, error } : { bytes: own };
  });
}

/** All parts as one, without a copy when only one has bytes. */
function joinedParts(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0);
  const [first] = filled;
  return filled.length === 1 && first ? first : Buffer.concat(filled);
}

export type ConvertChunks = (chunks: readonly Chunk[]) => PieceAnswer;

/** Converts the pieces of one input, in any order. */
export function createPieceConverter(plan: BatchPlan, settings: AnswerSettings): ConvertChunks {
  const { isStrict, compression } = settings;
  const converter = createConverter(plan);

  return (chunks) => {
    const parts: Uint8Array[] = [];
    const counter = new RowCounter(0);
    const frame = new OutputFrame(plan);
    for (const chunk of chunks) {
      const converted = converter.convert(chunk);
      counter.add(converted);
      const end = isStrict ? converted.bytesBeforeError : converted.bytes.length;
      // A copy: the converter uses its memory again.
      const own = converted.bytes.slice(0, end);
      if (end > 0) parts.push(frame.before(own), own);
      if (isStrict && converted.firstError) break;
    }
    const { rows, converted, failed, lines, firstError } = counter;
    const bytes = joinedParts(parts);
    return {
      bytes: bytes.length > 0 ? compress(bytes, compression) : bytes,
      rows,
      converted,
      failed,
      lines,
      ...(firstError ? { firstError } : {}),
    };
  };
}
