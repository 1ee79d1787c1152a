/** Waiting for the rest of a body that is discarded: most clients read a reply only after they have sent all. */

/** Time that a client has for the next bytes, and time for all of them. nginx waits as long in all. */
const STEP_MS = 2_000;
const MAX_STEPS = 15;

/** A client that sends less in one step hardly sends a large body, and would keep its connection open for long. */
const MIN_STEP_BYTES = 65_536;

/** Waits for the end of a body while it arrives fast. */
export class Linger {
  readonly #onOver: () => void;
  readonly #timer: NodeJS.Timeout;
  #steps = 0;
  #stepBytes = 0;
  #isOver = false;

  /** @param onOver called once, when waiting is over; not if `stop` is called before */
  constructor(onOver: () => void) {
    this.#onOver = onOver;
    this.#timer = setInterval(() => this.#onStep(), STEP_MS);
  }

  /** More of the body has arrived. */
  receive(bytes: number): void {
    this.#stepBytes += bytes;
  }

  /** The body has ended. */
  end(): void {
    if (this.#isOver) return;
    this.stop();
    this.#onOver();
  }

  stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #onStep(): void {
    this.#steps++;
    if (this.#stepBytes < MIN_STEP_BYTES || this.#steps === MAX_STEPS) this.end();
    this.#stepBytes = 0;
  }
}
