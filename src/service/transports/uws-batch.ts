/** Batch requests on uWebSockets.js. */
import type { HttpResponse } from "uWebSockets.js";
import { NO_BYTES } from "../../batch/chunks.ts";
import type { Status } from "../../http/errors.ts";
import type { Headers, Reply } from "../../http/requests.ts";
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
 * The most that is written as one chunk: with PROBE_BYTES, it fits into the 16 KiB that the binary corks. A longer one
 * is sent apart from its size, and if the connection has no room just then, the binary sends the size twice. On a Unix
 * socket, that broke the reply to every large batch.
 */
const MAX_WRITE_BYTES = 16_000;

/** The end of a chunk that is kept back until it is known whether there was room for the start. */
const PROBE_BYTES = 64;

/** Times until a paused connection that has no room is probed, of which each is twice the one before. */
const FIRST_PROBE_MS = 20;
const MAX_PROBE_MS = 500;

/**
 * Enables `resume` of the binary. It polls a connection for the same events as the connection that was paused last.
 * Before the first pause of a process, there are none: the connection is never read again, and nobody notices when its
 * client disconnects. The binary remembers the events of connections that have bytes to send apart from the events of
 * all others. A channel pauses its own connection before it resumes one that has bytes to send.
 * @param response of the first connection, on which nothing has been written
 */
export function enableResume(response: HttpResponse): void {
  response.pause();
  response.resume();
}

/** A batch request as the transport received it. */
interface BatchRequest {
  /** Invalid once it has ended. */
  readonly response: HttpResponse;
  /** The header Expect; empty if it was not sent. */
  readonly expectation: string;
  /** Sent with the reply; empty for none. */
  readonly requestId: string;
  readonly traffic: Traffic;
  isStopping(): boolean;
}

/** Whether the client is sending the body already, or the binary asks for it. */
function isContinued(expectation: string): boolean {
  return expectation === "" || expectation === CONTINUED_BY_BINARY;
}

/**
 * A streamed response.
 *
 * While a connection is paused, uWebSockets.js reports neither that it has become writable nor that
 * the client has disconnected. Two events end the pause: a write that finds no room, and data that
 * arrives while there is no room. After each of them the connection is paused again, and a timer
 * probes it: a write of one byte tells whether the client has taken everything before it. A disconnected
 * client is noticed as one that does not read. Resuming now and then would notice it sooner, but would
 * deliver at once all that the system has buffered for the connection, up to 33 MB.
 */
class UwsResponseChannel implements ResponseChannel {
  readonly #response: HttpResponse;
  readonly #isStopping: () => boolean;
  readonly #onDrain: () => void;
  readonly #writeHead: typeof writeHead;
  readonly #requestId: string;
  readonly #traffic: Traffic;
  readonly #keepAlive: NodeJS.Timeout;
  #probing: NodeJS.Timeout | undefined;
  #pausing: NodeJS.Immediate | undefined;
  #probeMs = FIRST_PROBE_MS;
  /** The rest of what was written last, for which there was no room. */
  #unsent: Uint8Array = NO_BYTES;
  #isPaused = false;
  #isBlocked = false;
  #isBodyComplete = false;
  /** Whether nothing behind the body is read before the reply. */
  #isHeld = false;
  #isReleased = false;
  /** Set while a cut reply waits for the rest of the body and for room. */
  #cutting: NodeJS.Timeout | undefined;

  /** @param onDrain called when there may be room again */
  constructor(request: BatchRequest, onDrain: () => void) {
    const { response, traffic } = request;
    this.#response = response;
    this.#traffic = traffic;
    this.#isStopping = () => request.isStopping();
    this.#onDrain = onDrain;
    this.#writeHead = isContinued(request.expectation) ? writeHead : writeHeadAfterContinue;
    this.#requestId = request.requestId;
    traffic.flushing++;
    this.#keepAlive = setInterval(() => {
      // Resuming begins the time limit of the connection again. The pause keeps its events, see `enableResume`.
      response.pause();
      if (!this.#isPaused && !this.#isHeld) response.resume();
    }, KEEP_ALIVE_MS);
  }

  /** Bytes of the body have been received. */
  onReceived(isLast: boolean): void {
    this.#isBodyComplete = isLast;
    if (this.#isPaused) this.#pauseSoon();
    else if (isLast) this.#hold();
    this.#closeIfCut();
  }

  /** There is room again. */
  onWritable(): void {
    // The binary leaves to this handler what it could not send before. If it stayed, a pause would record that the
    // connection need not report room.
    this.#response.cork(() => {});
    this.#sendMore(MAX_WRITE_BYTES);
  }

  /** The response has ended, or the client has disconnected. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    // The response becomes invalid: the rest of the body must not pause it.
    this.#isPaused = false;
    this.#isHeld = false;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#probing);
    clearTimeout(this.#cutting);
    clearImmediate(this.#pausing);
    this.#traffic.flushing--;
  }

  pause(): void {
    this.#isPaused = true;
    this.#response.pause();
    if (!this.#isBlocked) return;
    this.#pauseSoon();
    this.#probeLater();
  }

  resume(): void {
    clearTimeout(this.#probing);
    this.#isPaused = false;
    if (this.#isBodyComplete) this.#hold();
    else this.#response.resume();
  }

  reply(reply: Reply): void {
    this.#beforeEnd();
    if (!this.#isBodyComplete) {
      replyAfterBody(this.#response, reply, false, this.#traffic, this.#requestId, this.#writeHead);
      return;
    }
    this.#response.cork(() => {
      this.#writeHead(this.#response, reply.status, reply.headers, this.#requestId);
      this.#response.end(reply.body, this.#isStopping());
    });
  }

  begin(status: Status, headers: Headers): void {
    this.#response.cork(() => {
      this.#writeHead(this.#response, status, headers, this.#requestId);
      if (this.#isStopping()) this.#response.writeHeader("Connection", "close");
    });
  }

  write(bytes: Uint8Array): boolean {
    this.#sendAll();
    this.#unsent = bytes;
    this.#isBlocked = false;
    this.#send(MAX_WRITE_BYTES);
    if (this.#isBlocked) this.#letGo();
    if (this.#isBlocked && this.#isPaused) {
      this.#response.pause();
      this.#probeMs = FIRST_PROBE_MS;
      this.#probeLater();
    }
    return !this.#isBlocked;
  }

  end(): void {
    this.#sendAll();
    this.#beforeEnd();
    // With the flag that closes the connection, the binary would write a header between the chunks.
    this.#response.cork(() => {
      this.#response.end();
    });
  }

  cut(): void {
    this.#sendAll();
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

  /**
   * Reads nothing more until the reply ends, or finds no room. The binary would end the connection at the end of the
   * client's side, and at a further request.
   */
  #hold(): void {
    this.#isHeld = true;
    this.#response.pause();
  }

  #letGo(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#response.pause();
    this.#response.resume();
  }

  /** Pauses after the data that is being delivered now. */
  #pauseSoon(): void {
    clearImmediate(this.#pausing);
    this.#pausing = setImmediate(() => {
      if (this.#isPaused) this.#response.pause();
    });
  }

  /** Asks a paused connection whether there is room. */
  #probeLater(): void {
    clearTimeout(this.#probing);
    this.#probing = setTimeout(() => {
      this.#probeMs = Math.min(this.#probeMs * 2, MAX_PROBE_MS);
      this.#probeLater();
      this.#sendMore(1);
      if (this.#isPaused) this.#response.pause();
    }, this.#probeMs);
  }

  /** Sends the rest of what was written. If there is room for all of it, there is room for more. */
  #sendMore(firstBytes: number): void {
    this.#isBlocked = false;
    this.#send(firstBytes);
    if (this.#isBlocked) return;
    clearTimeout(this.#probing);
    this.#onDrain();
    this.#closeIfCut();
  }

  /** Sends what is unsent until there is no room for more. @param firstBytes of the first chunk at most */
  #send(firstBytes: number): void {
    let maxBytes = firstBytes;
    while (this.#unsent.length > 0 && !this.#isBlocked) {
      const start = Math.max(Math.min(this.#unsent.length - PROBE_BYTES, maxBytes), 1);
      this.#response.cork(() => {
        // The binary reports no room if it still has bytes of the writes before this one.
        this.#isBlocked = !this.#write(start);
        if (!this.#isBlocked) this.#write(PROBE_BYTES);
      });
      maxBytes = MAX_WRITE_BYTES;
    }
  }

  /** Sends all that is unsent, for which the binary finds memory. */
  #sendAll(): void {
    while (this.#unsent.length > 0) this.#response.cork(() => this.#write(MAX_WRITE_BYTES));
  }

  /** Writes a chunk of what is unsent. @returns whether there was room for it */
  #write(maxBytes: number): boolean {
    const chunk = this.#unsent.subarray(0, maxBytes);
    this.#unsent = this.#unsent.subarray(chunk.length);
    return chunk.length === 0 || this.#response.write(chunk);
  }

  /** Called at the last moment at which the response is certainly valid. */
  #beforeEnd(): void {
    // A paused connection would never read the rest of the body, nor notice that the client left.
    if (this.#isPaused) this.#response.resume();
    this.#letGo();
    this.release();
  }
}

/** Passes the body of a batch request to the sink that `start` returns, and sends the reply. */
export function streamBatch(request: BatchRequest, start: StartStream): void {
  const { response, expectation } = request;
  if (!isContinued(expectation)) writeContinue(response);
  const channel = new UwsResponseChannel(request, () => sink.onDrain());
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
