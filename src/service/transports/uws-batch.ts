/** Batch requests on uWebSockets.js. */
import type { Headers, Reply } from "../../http/messages.ts";
import type { Inlet, Wire } from "../batch/wire.ts";
import type { Traffic } from "./transport.ts";
import type { Response } from "./uws.ts";
import { writeHead } from "./uws-head.ts";

/**
 * How often uWebSockets.js is told that a connection is still wanted: it ends those that were idle,
 * or slower than 16 kB a second, for some ten seconds. Batch requests have a limit of their own.
 */
const KEEP_EVERY_MS = 4_000;

/** How long a connection without room waits for its first flush. */
const FIRST_FLUSH_MS = 20;
/** How fast a client reads at least, as far as that is not known: it limits what piles up for it. */
const MIN_BYTES_PER_MS = 64;

/** Refuses a request whose body is not read: the connection ends. */
export function refuseBatch(response: Response, { status, headers, body }: Reply): void {
  response.cork(() => {
    writeHead(response, status, headers);
    response.end(body, true);
  });
}

/**
 * A response that is written piece by piece; it is not valid any more once it has ended.
 *
 * Of a connection that is paused, uWebSockets.js does not tell that it has become writable, nor that
 * it has gone; and a write that finds no room ends the pause, as does hearing data while there is none.
 * Hence a connection that is paused and has no room is paused again after each of these, and flushed by a
 * timer. That its client has gone is noticed when the time of the request is over. To hear it now and
 * then would tell sooner, but brings all that the system holds for it at once, up to 33 MB.
 */
class UwsWire implements Wire {
  readonly #response: Response;
  readonly #isStopping: () => boolean;
  readonly #drained: () => void;
  readonly #over: () => void;
  readonly #keeping: NodeJS.Timeout;
  #flushing: NodeJS.Timeout | undefined;
  #pausing: NodeJS.Immediate | undefined;
  #flushMs = FIRST_FLUSH_MS;
  #isPaused = false;
  #isBlocked = false;
  #hasBody = false;

  /**
   * @param drained called when there may be room again
   * @param over called once, when the response has ended or the client has gone
   */
  constructor(
    response: Response,
    isStopping: () => boolean,
    drained: () => void,
    over: () => void,
  ) {
    this.#response = response;
    this.#isStopping = isStopping;
    this.#drained = drained;
    this.#over = over;
    this.#keeping = setInterval(() => {
      response.resume();
      if (this.#isPaused) response.pause();
    }, KEEP_EVERY_MS);
  }

  /** Bytes of the body have come. */
  heard(isLast: boolean): void {
    this.#hasBody = isLast;
    if (this.#isPaused) this.#pauseSoon();
  }

  /** There is room again. */
  writable(): void {
    clearTimeout(this.#flushing);
    this.#isBlocked = false;
    this.#drained();
  }

  release(): void {
    // What still comes of the body must not pause what is not valid any more.
    this.#isPaused = false;
    clearInterval(this.#keeping);
    clearTimeout(this.#flushing);
    clearImmediate(this.#pausing);
    this.#over();
  }

  pause(): void {
    this.#isPaused = true;
    this.#response.pause();
    if (!this.#isBlocked) return;
    this.#pauseSoon();
    this.#flushLater();
  }

  resume(): void {
    clearTimeout(this.#flushing);
    this.#isPaused = false;
    this.#response.resume();
  }

  reply({ status, headers, body }: Reply): void {
    this.#beforeEnd();
    this.#response.cork(() => {
      writeHead(this.#response, status, headers);
      this.#response.end(body, this.#isClosing());
    });
  }

  begin(status: number, headers: Headers): void {
    this.#response.cork(() => {
      writeHead(this.#response, status, headers);
      if (this.#isStopping()) this.#response.writeHeader("Connection", "close");
    });
  }

  write(bytes: Uint8Array): boolean {
    this.#response.cork(() => {
      this.#isBlocked = !this.#response.write(bytes);
    });
    if (!this.#isBlocked) {
      this.#flushMs = FIRST_FLUSH_MS;
      return true;
    }
    const longestMs = Math.max(bytes.length / MIN_BYTES_PER_MS, FIRST_FLUSH_MS);
    this.#flushMs = Math.min(this.#flushMs * 4, longestMs);
    if (this.#isPaused) {
      this.#response.pause();
      this.#flushLater();
    }
    return false;
  }

  end(): void {
    this.#beforeEnd();
    this.#response.cork(() => {
      this.#response.end(undefined, this.#isClosing());
    });
  }

  /** Pauses when all that is being heard has been. */
  #pauseSoon(): void {
    clearImmediate(this.#pausing);
    this.#pausing = setImmediate(() => {
      if (this.#isPaused) this.#response.pause();
    });
  }

  /** Whether there is room is not told: the next write tells. */
  #flushLater(): void {
    clearTimeout(this.#flushing);
    this.#flushing = setTimeout(() => {
      this.#response.cork(() => {});
      this.#response.pause();
      this.writable();
    }, this.#flushMs);
  }

  #isClosing(): boolean {
    return !this.#hasBody || this.#isStopping();
  }

  /** The last moment at which the response is valid for sure. */
  #beforeEnd(): void {
    // Else the rest of the body is never read, nor that the client has gone.
    if (this.#isPaused) this.#response.resume();
    this.release();
  }
}

/**
 * Answers a batch request.
 * @param start makes what the body is moved into
 */
export function answerBatch(
  response: Response,
  start: (wire: Wire) => Inlet,
  traffic: Traffic,
  isStopping: () => boolean,
): void {
  traffic.flushing++;
  const wire = new UwsWire(
    response,
    isStopping,
    () => inlet.drained(),
    () => {
      traffic.flushing--;
    },
  );
  const inlet = start(wire);
  response.onAborted(() => {
    wire.release();
    inlet.gone();
  });
  response.onWritable(() => {
    wire.writable();
    return true;
  });
  response.onData((chunk, isLast) => {
    // The memory is only valid now.
    const bytes = new Uint8Array(chunk.slice(0));
    wire.heard(isLast);
    if (bytes.length > 0) inlet.data(bytes);
    if (isLast) inlet.ended();
  });
}
