/** Batch requests on uWebSockets.js. */
import type { HttpResponse } from "uWebSockets.js";
import type { Headers, Reply } from "../../http/messages.ts";
import { LINGER_MS, type ResponseChannel, type StartStream, type Traffic } from "./transport.ts";
import {
  replyAfterBody,
  writeContinue,
  writeHead,
  writeHeadAfterContinue,
} from "./uws-response.ts";

/**
 * Interval of keeping a connection alive. uWebSockets.js ends connections that are idle, or slower than
 * 16 kB a second, after about ten seconds; batch requests have another time limit.
 */
const KEEP_ALIVE_MS = 4_000;

/** The header Expect for which the binary asks for the body by itself. */
const CONTINUED_BY_BINARY = "100-continue";

/**
 * The most that is written as one chunk: it fits into the 16 KiB that the binary corks. A longer one is sent apart from
 * its size, and if the connection has no room just then, the binary sends the size twice. On a Unix socket, that broke
 * the reply to every large batch.
 */
const MAX_WRITE_BYTES = 16_000;

/** Time until the first flush of a connection that has no room. */
const FIRST_FLUSH_MS = 20;
/** Assumed minimum speed of a client until its speed is known; limits how much is buffered for it. */
const MIN_BYTES_PER_MS = 64;

/**
 * Enables `resume` of the binary. It polls a connection for the same events as the connection that was paused last. Before
 * the first pause of a process, there are none: the connection is never read again, and its client cannot be noticed to
 * disconnect. The binary remembers the events of connections that have bytes to send apart from those of all others. A
 * channel pauses its own connection before it resumes one that has bytes to send.
 * @param response of the first connection, on which nothing has been written
 */
export function enableResume(response: HttpResponse): void {
  response.pause();
  response.resume();
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
  readonly #writeHead: typeof writeHead;
  readonly #requestId: string;
  readonly #traffic: Traffic;
  readonly #keepAlive: NodeJS.Timeout;
  #flushing: NodeJS.Timeout | undefined;
  #pausing: NodeJS.Immediate | undefined;
  #flushMs = FIRST_FLUSH_MS;
  #isPaused = false;
  #isBlocked = false;
  #isBodyComplete = false;
  #isReleased = false;
  /** Set while a cut reply waits for the rest of the body and for room. */
  #cutting: NodeJS.Timeout | undefined;

  /**
   * @param onDrain called when there may be room again
   * @param requestId sent with the reply; empty for none
   * @param head writes the status line and the headers
   */
  constructor(
    response: HttpResponse,
    traffic: Traffic,
    isStopping: () => boolean,
    onDrain: () => void,
    requestId: string,
    head: typeof writeHead,
  ) {
    this.#response = response;
    this.#traffic = traffic;
    this.#isStopping = isStopping;
    this.#onDrain = onDrain;
    this.#writeHead = head;
    this.#requestId = requestId;
    traffic.flushing++;
    this.#keepAlive = setInterval(() => {
      // Resuming begins the time limit of the connection again. The pause keeps its events, see `enableResume`.
      response.pause();
      if (!this.#isPaused) response.resume();
    }, KEEP_ALIVE_MS);
  }

  /** Bytes of the body have been received. */
  onReceived(isLast: boolean): void {
    this.#isBodyComplete = isLast;
    if (this.#isPaused) this.#pauseSoon();
    this.#closeIfCut();
  }

  /** There is room again. */
  onWritable(): void {
    // The binary leaves to this handler what it could not send before. If it stayed, a pause would record that the
    // connection need not report room.
    this.#flush();
    this.#onFlushed();
  }

  /** What the binary could not send has been sent, as far as there was room. */
  #onFlushed(): void {
    clearTimeout(this.#flushing);
    this.#isBlocked = false;
    this.#onDrain();
    this.#closeIfCut();
  }

  /** The response has ended, or the client has disconnected. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    // The response becomes invalid: the rest of the body must not pause it.
    this.#isPaused = false;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#flushing);
    clearTimeout(this.#cutting);
    clearImmediate(this.#pausing);
    this.#traffic.flushing--;
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

  reply(reply: Reply): void {
    this.#beforeEnd();
    if (!this.#isBodyComplete) {
      replyAfterBody(this.#response, reply, this.#traffic, this.#requestId, this.#writeHead);
      return;
    }
    this.#response.cork(() => {
      this.#writeHead(this.#response, reply.status, reply.headers, this.#requestId);
      this.#response.end(reply.body, this.#isStopping());
    });
  }

  begin(status: number, headers: Headers): void {
    this.#response.cork(() => {
      this.#writeHead(this.#response, status, headers, this.#requestId);
      if (this.#isStopping()) this.#response.writeHeader("Connection", "close");
    });
  }

  write(bytes: Uint8Array): boolean {
    for (let start = 0; start < bytes.length; start += MAX_WRITE_BYTES) {
      const piece = bytes.subarray(start, start + MAX_WRITE_BYTES);
      this.#response.cork(() => {
        this.#isBlocked = !this.#response.write(piece);
      });
    }
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
    // With the flag that closes the connection, the binary would write a header between the chunks.
    this.#response.cork(() => {
      this.#response.end();
    });
  }

  cut(): void {
    if (this.#isPaused) this.resume();
    this.#cutting = setTimeout(() => this.drop(), LINGER_MS);
    this.#closeIfCut();
  }

  drop(): void {
    this.release();
    this.#response.close();
  }

  /** Bytes that arrive after the connection is closed would make the system discard what the client has not read. */
  #closeIfCut(): void {
    if (this.#isReleased || this.#cutting === undefined) return;
    if (this.#isBodyComplete && !this.#isBlocked) this.drop();
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
      this.#flush();
      this.#response.pause();
      this.#onFlushed();
    }, this.#flushMs);
  }

  #flush(): void {
    this.#response.cork(() => {});
  }

  /** Called at the last moment at which the response is certainly valid. */
  #beforeEnd(): void {
    // A paused connection would never read the rest of the body, nor notice that the client left.
    if (this.#isPaused) this.#response.resume();
    this.release();
  }
}

/**
 * Passes the body of a batch request to the sink that `start` returns, and sends the reply.
 * @param expectation the header Expect; empty if it was not sent
 * @param requestId sent with the reply; empty for none
 */
export function streamBatch(
  response: HttpResponse,
  expectation: string,
  requestId: string,
  start: StartStream,
  traffic: Traffic,
  isStopping: () => boolean,
): void {
  const isContinued = expectation === "" || expectation === CONTINUED_BY_BINARY;
  if (!isContinued) writeContinue(response);
  const head = isContinued ? writeHead : writeHeadAfterContinue;
  const onDrain = () => sink.onDrain();
  const channel = new UwsResponseChannel(response, traffic, isStopping, onDrain, requestId, head);
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
    channel.onReceived(isLast);
    if (chunk.byteLength > 0) sink.onData(new Uint8Array(chunk));
    if (isLast) sink.onEnd();
  });
}
