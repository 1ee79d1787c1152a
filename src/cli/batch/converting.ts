/** Where pieces are converted: here as long as there are few, by threads when there are many. */
import type { BatchPlan } from "../../batch/plan.ts";
import {
  type ConvertChunks,
  createPieceConverter,
  type Piece,
  type PieceAnswer,
} from "./pieces.ts";
import { createPool, type Pool, type PoolSettings } from "./pool.ts";

/**
 * Less than this is converted sooner than threads have loaded the tables. As soon as there is more,
 * all is theirs: what is converted here has to be compiled here as well, which costs a tenth of a
 * second.
 */
const FEW_BYTES = 1 << 21;

/** Each thread has one piece in work and one that waits for it. */
const PIECES_A_THREAD = 2;

export interface Converting {
  /** How many pieces may be in work or wait. */
  readonly maxAtOnce: number;
  convert(piece: Piece): Promise<PieceAnswer>;
  stop(): Promise<void>;
}

/**
 * @param settings with one thread, this one is it
 * @param expectedBytes how long the inputs are, as far as that is known
 */
export function createConverting(settings: PoolSettings, expectedBytes: number): Converting {
  const isAlone = settings.threads === 1;
  let pool: Pool | undefined;
  let seenBytes = expectedBytes;
  let plan: BatchPlan | undefined;
  let convertHere: ConvertChunks | undefined;

  function here(piece: Piece): PieceAnswer {
    if (plan !== piece.plan || !convertHere) {
      convertHere = createPieceConverter(piece.plan, settings.answers);
    }
    plan = piece.plan;
    return convertHere(piece.chunks);
  }

  return {
    maxAtOnce: isAlone ? 1 : settings.threads * PIECES_A_THREAD,
    async convert(piece) {
      for (const { bytes } of piece.chunks) seenBytes += bytes.length;
      if (isAlone || seenBytes <= FEW_BYTES) return here(piece);
      pool ??= createPool(settings);
      return pool.convert(piece);
    },
    async stop() {
      await pool?.stop();
    },
  };
}
