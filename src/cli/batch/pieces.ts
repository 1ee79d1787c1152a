/** Pieces of an input, and their answers: what goes to threads and comes back. */
import type { Chunk, Converted, Fault, Refusal } from "../../batch/chunks.ts";
import { createConverter } from "../../batch/converter.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import { createRowCounts } from "../../batch/row-counts.ts";
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

export interface PieceAnswer {
  /** Complete rows, compressed for themselves when that is wanted; none when no row has an answer. */
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly answered: number;
  readonly refused: number;
  readonly lines: number;
  readonly firstRefusal?: Refusal;
}

/** The chunks of a piece in memory of their own, which can be given away. */
export interface PackedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each chunk ends; it begins where the one before it ends. */
  readonly ends: readonly { readonly at: number; readonly fault?: Fault }[];
}

export function packPiece({ chunks }: Piece): PackedPiece {
  const length = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const packed = new Uint8Array(length);
  let at = 0;
  const ends = chunks.map(({ bytes, fault }) => {
    packed.set(bytes, at);
    at += bytes.length;
    return fault ? { at, fault } : { at };
  });
  return { bytes: packed, ends };
}

export function unpackPiece({ bytes, ends }: PackedPiece): readonly Chunk[] {
  let from = 0;
  return ends.map(({ at, fault }) => {
    const own = bytes.subarray(from, at);
    from = at;
    return fault ? { bytes: own, fault } : { bytes: own };
  });
}

function joinedAnswers(parts: readonly Uint8Array[], between: Uint8Array): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  return Buffer.concat(parts.flatMap((part, place) => (place > 0 ? [between, part] : [part])));
}

export type ConvertChunks = (chunks: readonly Chunk[]) => PieceAnswer;

/** Converts the pieces of one input, in any order. */
export function createPieceConverter(plan: BatchPlan, settings: AnswerSettings): ConvertChunks {
  const { isStrict, compression } = settings;
  const converter = createConverter(plan);

  return (chunks) => {
    const parts: Uint8Array[] = [];
    const tally = createRowCounts({ ...plan, headerLines: 0 });
    let lines = 0;
    for (const chunk of chunks) {
      const converted: Converted = converter.convert(chunk);
      tally.add(converted);
      lines += converted.lines;
      const end = isStrict ? converted.bytesBeforeRefusal : converted.bytes.length;
      // A copy: the converter uses its memory again.
      if (end > 0) parts.push(converted.bytes.slice(0, end));
      if (isStrict && converted.firstRefusal) break;
    }
    const { rows, answered, refused, firstRefusal } = tally;
    const bytes = joinedAnswers(parts, plan.between);
    return {
      bytes: bytes.length > 0 ? compress(bytes, compression) : bytes,
      rows,
      answered,
      refused,
      lines,
      ...(firstRefusal ? { firstRefusal } : {}),
    };
  };
}
