/** Worker threads that share the pieces of a batch among them. */
import { Worker } from "node:worker_threads";
import type { BatchPlan } from "../../batch/plan.ts";
import { WORKER_FILE } from "../worker-file.ts";
import { BatchRunError } from "./errors.ts";
import { type AnswerSettings, type Piece, type PieceAnswer, packPiece } from "./pieces.ts";
import type { FromThread, ToThread } from "./worker.ts";

/** A piece is given to so many threads when those that had it die. */
const MAX_TRIES = 2;

export interface PoolSettings {
  /** How many threads there are at most; each is started when there is work for it. */
  readonly threads: number;
  readonly answers: AnswerSettings;
  /** Tells of a thread that has died, in one line. */
  readonly note: (line: string) => void;
  /** For tests. */
  readonly startThread?: () => Worker;
}

export interface Pool {
  /** Rejects with a BatchRunError when two threads have died of the piece. */
  convert(piece: Piece): Promise<PieceAnswer>;
  stop(): Promise<void>;
}

interface Task {
  readonly piece: Piece;
  readonly resolve: (answer: PieceAnswer) => void;
  readonly reject: (error: Error) => void;
  tries: number;
}

interface Hand {
  readonly thread: Worker;
  plan: BatchPlan | undefined;
  task: Task | undefined;
}

class ThreadPool implements Pool {
  readonly #settings: PoolSettings;
  readonly #hands = new Set<Hand>();
  readonly #waiting: Task[] = [];
  #isStopping = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  convert(piece: Piece): Promise<PieceAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ piece, resolve, reject, tries: 0 });
      this.#assign();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(Array.from(this.#hands, ({ thread }) => thread.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const hand = this.#freeHand();
      if (!hand) return;
      this.#give(hand, this.#waiting.shift() as Task);
    }
  }

  #freeHand(): Hand | undefined {
    for (const hand of this.#hands) if (!hand.task) return hand;
    return this.#hands.size < this.#settings.threads ? this.#start() : undefined;
  }

  #start(): Hand {
    const thread = this.#settings.startThread?.() ?? new Worker(WORKER_FILE);
    const hand: Hand = { thread, plan: undefined, task: undefined };
    let reason = "it ended by itself";
    this.#hands.add(hand);
    thread.on("message", (answer: FromThread) => {
      const { task } = hand;
      hand.task = undefined;
      task?.resolve(answer);
      this.#assign();
    });
    thread.on("error", (error: Error) => {
      reason = error.message;
    });
    thread.once("exit", () => this.#bury(hand, reason));
    return hand;
  }

  #give(hand: Hand, task: Task): void {
    const { piece } = task;
    task.tries++;
    hand.task = task;
    // What was read stays here, in case that the thread dies.
    const packed = packPiece(piece);
    const message: ToThread = {
      settings: this.#settings.answers,
      piece: packed,
      ...(hand.plan === piece.plan ? {} : { plan: piece.plan }),
    };
    hand.plan = piece.plan;
    hand.thread.postMessage(message, [packed.bytes.buffer]);
  }

  #bury(hand: Hand, reason: string): void {
    this.#hands.delete(hand);
    const { task } = hand;
    if (this.#isStopping || !task) return;
    if (task.tries < MAX_TRIES) {
      this.#settings.note(
        `A worker thread has died (${reason}); another converts its rows once more.`,
      );
      this.#waiting.unshift(task);
    } else {
      const message = `${MAX_TRIES} worker threads have died of the same rows (${reason}).`;
      task.reject(new BatchRunError(message));
    }
    this.#assign();
  }
}

export function createPool(settings: PoolSettings): Pool {
  return new ThreadPool(settings);
}
