/** Batch requests on uWebSockets.js. */
import type { HttpResponse } from "uWebSockets.js";
import type { Headers, Reply } from "../../http/messages.ts";
import type { ResponseChannel, StartStream, Traffic } from "./transport.ts";
import { writeHead } from "./uws-response.ts";

/**
 * Interval of keeping a connection alive. uWebSockets.js ends connections that are idle, or slower than
 * 16 kB a second, after about ten seconds; batch requests have another time limit.
 */
const KEEP_ALIVE_MS = 4_000;

/** Time until the first flush of a connection that has no room. */
const FIRST_FLUSH_MS = 20;
/** Assumed minimum speed of a client until its speed is known; limits how much is buffered for it. */
const MIN_BYTES_PER_MS = 64;

/** Replies to a request without reading its body, and closes the connection. */
export function replyEarly(response: HttpResponse, { status, headers, body }: Reply): void {
  response.cork(() => {
    writeHead(response, status, headers);
    response.end(body, true);
  });
}

/**
 * A streamed response; it is invalid once it has ended.
 *
 * While a connection is paused, uWebSockets.js reports neither that it has become writable nor that
 * the client has disconnected. Two events end the pause: a write that finds no room, and data that
 * arrives while there is no room. After each of them the connection is paused again, and a timer
 * flushes it. The service notices a disconnected client at the time limit of its request. Resuming now
 * and then would notice it sooner, but would deliver at once all that the system has buffered for the
 * connection, up to 33 MB.
 */
class UwsResponseChannel implements ResponseChannel {
  readonly #response: HttpResponse;
  readonly #isStopping: () => boolean;
  readonly #onDrain: () => void;
  readonly #onRelease: () => void;
  readonly #keepAlive: NodeJS.Timeout;
  #flushing: NodeJS.Timeout | undefined;
  #pausing: NodeJS.Immediate | undefined;
  #flushMs = FIRST_FLUSH_MS;
  #isPaused = false;
  #isBlocked = false;
  #isBodyComplete = false;

  /**
   * @param onDrain called when there may be room again
   * @param onRelease called once, when the response has ended or the client has disconnected
   */
  constructor(
    response: HttpResponse,
    isStopping: () => boolean,
    onDrain: () => void,
    onRelease: () => void,
  ) {
    this.#response = response;
    this.#isStopping = isStopping;
    this.#onDrain = onDrain;
    this.#onRelease = onRelease;
    this.#keepAlive = setInterval(() => {
      response.resume();
      if (this.#isPaused) response.pause();
    }, KEEP_ALIVE_MS);
  }

  /** Bytes of the body have been received. */
  onReceived(isLast: boolean): void {
    this.#isBodyComplete = isLast;
    if (this.#isPaused) this.#pauseSoon();
  }

  /** There is room again. */
  onWritable(): void {
    clearTimeout(this.#flushing);
    this.#isBlocked = false;
    this.#onDrain();
  }

  release(): void {
    // The response becomes invalid: the rest of the body must not pause it.
    this.#isPaused = false;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#flushing);
    clearImmediate(this.#pausing);
    this.#onRelease();
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
    const maxFlushMs = Math.max(bytes.length / MIN_BYTES_PER_MS, FIRST_FLUSH_MS);
    this.#flushMs = Math.min(this.#flushMs * 4, maxFlushMs);
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

  /** Pauses after the data that is being delivered now. */
  #pauseSoon(): void {
    clearImmediate(this.#pausing);
    this.#pausing = setImmediate(() => {
      if (this.#isPaused) this.#response.pause();
    });
  }

  /** Flushes without knowing whether there is room: the next write reports it. */
  #flushLater(): void {
    clearTimeout(this.#flushing);
    this.#flushing = setTimeout(() => {
      this.#response.cork(() => {});
      this.#response.pause();
      this.onWritable();
    }, this.#flushMs);
  }

  #isClosing(): boolean {
    return !this.#isBodyComplete || this.#isStopping();
  }

  /** Called at the last moment at which the response is certainly valid. */
  #beforeEnd(): void {
    // A paused connection would never read the rest of the body, nor notice that the client left.
    if (this.#isPaused) this.#response.resume();
    this.release();
  }
}

/** Passes the body of a batch request to the sink that `start` returns, and sends the reply. */
export function streamBatch(
  response: HttpResponse,
  start: StartStream,
  traffic: Traffic,
  isStopping: () => boolean,
): void {
  traffic.flushing++;
  const channel = new UwsResponseChannel(
    response,
    isStopping,
    () => sink.onDrain(),
    () => {
      traffic.flushing--;
    },
  );
  const sink = start(channel);
  response.onAborted(() => {
    channel.release();
    sink.onDisconnect();
  });
  response.onWritable(() => {
    channel.onWritable();
    return true;
  });
  response.onData((chunk, isLast) => {
    // Copy the chunk, whose memory is valid during this call only.
    const bytes = new Uint8Array(chunk.slice(0));
    channel.onReceived(isLast);
    if (bytes.length > 0) sink.onData(bytes);
    if (isLast) sink.onEnd();
  });
}
