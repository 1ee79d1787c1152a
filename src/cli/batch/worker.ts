/** A worker thread: converts the pieces that it is given, one at a time. */
import { parentPort } from "node:worker_threads";
import type { BatchPlan } from "../../batch/plan.ts";
import { release } from "./memory.ts";
import {
  type AnswerSettings,
  type ConvertChunks,
  createPieceConverter,
  type PackedPiece,
  type PieceAnswer,
  unpackPiece,
} from "./pieces.ts";

export interface ToThread {
  /** When it is another one than that of the piece before. */
  readonly plan?: BatchPlan;
  readonly settings: AnswerSettings;
  readonly piece: PackedPiece;
}

export type FromThread = PieceAnswer;

/** In memory of its own, so that it can be given away; small buffers share theirs. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

const port = parentPort;
if (port) {
  let convert: ConvertChunks | undefined;
  port.on("message", ({ plan, settings, piece }: ToThread) => {
    if (plan) convert = createPieceConverter(plan, settings);
    const answer = (convert as ConvertChunks)(unpackPiece(piece));
    const bytes = owned(answer.bytes);
    release(piece.bytes);
    port.postMessage({ ...answer, bytes } satisfies FromThread, [bytes.buffer]);
  });
}
