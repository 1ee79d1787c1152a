/** Moves a batch request from its wire through its exchange and back, no faster than the client reads. */
import type { BatchExchange, Outcome } from "../../http/batch/session.ts";
import { takeTurn } from "./turns.ts";
import type { Inlet, Source, Wire } from "./wire.ts";

/** Bytes that are converted at a time: a millisecond, or some twenty when all rows are unusual. */
const STEP_BYTES = 16_384;

/** Bytes that may wait before the source has to. */
const MAX_WAITING_BYTES = 65_536;

/** What became of a request. */
export interface Done {
  /** As it was sent; 400 for a client that went before there was an answer. */
  readonly status: number;
  readonly bytes: number;
}

const GONE_STATUS = 400;

export class Pump implements Inlet {
  /** What sends the bytes: the wire, or what decodes those of the wire. */
  source: Source;
  readonly #exchange: BatchExchange;
  readonly #wire: Wire;
  readonly #done: (done: Done) => void;
  readonly #deadline: NodeJS.Timeout;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #sentBytes = 0;
  #isPaused = false;
  #isBlocked = false;
  #isScheduled = false;
  #hasBegun = false;
  #hasEnded = false;
  #isOver = false;

  constructor(exchange: BatchExchange, wire: Wire, done: (done: Done) => void) {
    this.#exchange = exchange;
    this.#wire = wire;
    this.#done = done;
    this.source = wire;
    this.#deadline = setTimeout(() => {
      this.#send(exchange.expire());
    }, exchange.maxSeconds * 1000);
  }

  data(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#schedule();
    if (this.#isPaused || this.#waitingBytes < MAX_WAITING_BYTES) return;
    this.#isPaused = true;
    this.source.pause();
  }

  ended(): void {
    this.#hasEnded = true;
    this.#schedule();
  }

  drained(): void {
    this.#isBlocked = false;
    this.#schedule();
  }

  gone(): void {
    if (!this.#isOver) this.#finish(this.#hasBegun ? this.#exchange.status : GONE_STATUS);
  }

  /** The bytes of the body cannot be decoded. */
  broken(): void {
    if (!this.#isOver) this.#send(this.#exchange.refuseCoding());
  }

  #schedule(): void {
    const hasWork = this.#waiting.length > 0 || this.#hasEnded;
    if (!hasWork || this.#isScheduled || this.#isBlocked || this.#isOver) return;
    this.#isScheduled = true;
    takeTurn(this.#step);
  }

  readonly #step = (): void => {
    this.#isScheduled = false;
    if (this.#isOver || this.#isBlocked) return;
    const isLast = this.#waiting.length === 0;
    this.#send(isLast ? this.#exchange.end() : this.#exchange.push(this.#next()));
    if (this.#isPaused && !this.#isOver && this.#waitingBytes < MAX_WAITING_BYTES) {
      this.#isPaused = false;
      this.source.resume();
    }
    this.#schedule();
  };

  /** The bytes that come next, several small pieces of them or a part of a large one. */
  #next(): Uint8Array {
    const taken: Uint8Array[] = [];
    let left = STEP_BYTES;
    let pieces = 0;
    for (const piece of this.#waiting) {
      taken.push(piece.subarray(0, left));
      if (piece.length > left) {
        this.#waiting[pieces] = piece.subarray(left);
        left = 0;
        break;
      }
      pieces++;
      left -= piece.length;
      if (left === 0) break;
    }
    this.#waiting.splice(0, pieces);
    this.#waitingBytes -= STEP_BYTES - left;
    return taken.length === 1 ? (taken[0] as Uint8Array) : Buffer.concat(taken);
  }

  #send(outcome: Outcome): void {
    if ("body" in outcome) {
      this.#wire.reply(outcome);
      this.#sentBytes = Buffer.byteLength(outcome.body);
      this.#finish(outcome.status);
      return;
    }
    const { bytes, isLast } = outcome;
    if (!this.#hasBegun && (bytes.length > 0 || isLast)) {
      this.#hasBegun = true;
      this.#wire.begin(this.#exchange.status, this.#exchange.headers);
    }
    this.#sentBytes += bytes.length;
    if (bytes.length > 0 && !this.#wire.write(bytes)) this.#isBlocked = true;
    if (!isLast) return;
    this.#wire.end();
    this.#finish(this.#exchange.status);
  }

  #finish(status: number): void {
    this.#isOver = true;
    this.#waiting = [];
    clearTimeout(this.#deadline);
    this.#done({ status, bytes: this.#sentBytes });
  }
}
