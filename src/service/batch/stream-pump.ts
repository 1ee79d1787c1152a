/**
 * Moves the body of a batch request from its transport to its conversion, and the reply back.
 *
 * Most clients and proxies read a reply only after they have sent the whole body. The body is therefore
 * held in memory until it has ended, and then converted, no faster than the client reads. The body is
 * held and not the reply, because it is smaller (a fifth for mapcodes), and most clients tell its length
 * before they send it. A request with the parameter `stream` is converted while its body arrives.
 */
import { brokenCoding, stalled, tooLarge, tooLong, tooSlow } from "../../http/batch/body-errors.ts";
import type { BatchExchange, BatchStep } from "../../http/batch/exchange.ts";
import type { HttpError } from "../../http/errors.ts";
import type { CountedName } from "../metrics/metric-table.ts";
import type { BodySink, ResponseChannel } from "../transports/transport.ts";
import type { BatchShare } from "./batch-memory.ts";
import { BodyQueue, type BodySource } from "./body-queue.ts";
import { exceedsDecompressed, GunzipSource } from "./gunzip-source.ts";

/** Bytes converted in one step, while other requests wait: 600 rows of csv, at about 0.6 microseconds each. */
const MAX_STEP_BYTES = 16_384;
const MIN_STEP_BYTES = 512;

/** Intended maximum of the output of one step, which waits in memory for a client that does not read. */
const MAX_OUTPUT_BYTES = 65_536;

/** Bytes of a streamed body that may wait to be converted before the client is paused. */
const MAX_WAITING_BYTES = 65_536;

/**
 * How often the clients of batch requests are judged. If the process itself stood still for longer, that counts as one
 * interval.
 */
const JUDGE_MS = 1_000;

/**
 * A client that stops sending a held body or stops reading for this time loses its request, and the memory goes to
 * others.
 */
const STALL_SECONDS = 20;

/** Time that a body gets in addition to the time at its minimum rate: a phone may lose its network for a while. */
const GRACE_SECONDS = 20;

/** The status to log for a request whose client disconnected before the reply began. */
const DISCONNECTED_STATUS = 400;

/** How a batch request ended. */
export interface StreamResult {
  /** The status that was sent; 400 if the client disconnected before the reply began. */
  readonly status: number;
  /** Bytes of the body that were sent. */
  readonly bytes: number;
  /** Whether the client disconnected before the end of the reply. */
  readonly isAborted: boolean;
  /** Why the service ended it for lack of time, if it did. */
  readonly timeout: Timeout | undefined;
}

type Timeout = Extract<
  CountedName,
  "stalledBodies" | "slowBodies" | "unreadReplies" | "expiredBatches"
>;

/**
 * Returns the bytes a second that a body must have. A body of known length must be able to arrive in time: otherwise a
 * few clients could reserve all memory for large bodies, and send little of them.
 */
function minRateOf({ minBodyRate, bodyBytes, maxSeconds }: BatchExchange): number {
  const seconds = maxSeconds - GRACE_SECONDS;
  if (minBodyRate === 0 || seconds <= 0) return minBodyRate;
  return Math.max(minBodyRate, Math.ceil(bodyBytes / seconds));
}

/**
 * Runs the steps of batch requests, first come, first served, one in each turn of the event loop. Other
 * requests therefore wait for one step at most, however many batch requests there are.
 */
class FairQueue {
  readonly #steps: (() => void)[] = [];

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  add(step: () => void): void {
    this.#steps.push(step);
    if (this.#steps.length === 1) setImmediate(this.#runNext);
  }

  readonly #runNext = (): void => {
    const step = this.#steps.shift();
    if (this.#steps.length > 0) setImmediate(this.#runNext);
    step?.();
  };
}

/** The steps of all batch requests of this process. */
const fairQueue = new FairQueue();

class StreamPump implements BodySink {
  readonly #exchange: BatchExchange;
  readonly #channel: ResponseChannel;
  readonly #share: BatchShare;
  readonly #onFinish: (result: StreamResult) => void;
  readonly #queue: BodyQueue;
  readonly #source: BodySource;
  readonly #deadline: NodeJS.Timeout;
  readonly #judging: NodeJS.Timeout;
  readonly #minRate: number;
  #stepBytes = MAX_STEP_BYTES;
  #receivedBytes = 0;
  /** Seconds since the client has sent or read something. */
  #idleSeconds = 0;
  /** Seconds in which nothing but the client kept the body from arriving. */
  #awaitedSeconds = 0;
  #timeout: Timeout | undefined;
  #sentBytes = 0;
  #isPaused = false;
  #isBlocked = false;
  #isScheduled = false;
  #hasBegun = false;
  #isFinished = false;

  constructor(
    exchange: BatchExchange,
    channel: ResponseChannel,
    share: BatchShare,
    onFinish: (result: StreamResult) => void,
  ) {
    this.#exchange = exchange;
    this.#channel = channel;
    this.#share = share;
    this.#onFinish = onFinish;
    this.#queue = new BodyQueue(share.memory);
    this.#source =
      exchange.coding === "identity"
        ? this.#queue
        : new GunzipSource(
            this.#queue,
            () => this.#schedule(),
            () => this.#end(() => exchange.reject(brokenCoding())),
          );
    this.#minRate = minRateOf(exchange);
    this.#deadline = setTimeout(() => {
      this.#timeOut("expiredBatches", tooLong(exchange.maxSeconds));
    }, exchange.maxSeconds * 1000);
    this.#judging = setInterval(this.#judge, JUDGE_MS);
  }

  onData(bytes: Uint8Array): void {
    if (this.#isFinished) return;
    // A client that sends more and reads nothing would keep its place.
    if (!this.#isBlocked) this.#idleSeconds = 0;
    if (!this.#cover(bytes.length)) return;
    this.#queue.add(bytes);
    this.#receivedBytes += bytes.length;
    if (this.#exchange.isStreamed) this.#convertArrived();
    else if (this.#receivedBytes > this.#exchange.maxBytes) {
      this.#rejectLength();
    }
  }

  onEnd(): void {
    if (this.#isFinished) return;
    this.#queue.isEnded = true;
    const { coding, isStreamed, maxBytes } = this.#exchange;
    const check = coding === "gzip" && !isStreamed && exceedsDecompressed(this.#queue, maxBytes);
    if (check) check.then(this.#onChecked);
    else this.#onChecked(false);
  }

  /** Begins the conversion of a held body, or ends the conversion of a streamed one, unless it is known to be too large. */
  readonly #onChecked = (isTooLarge: boolean): void => {
    if (this.#isFinished) return;
    if (isTooLarge) {
      this.#rejectLength();
      return;
    }
    this.#source.onQueued();
    if (this.#isShort) this.#convertAtOnce();
    else this.#schedule();
  };

  onDrain(): void {
    this.#isBlocked = false;
    if (this.#isFinished) return;
    this.#idleSeconds = 0;
    this.#schedule();
  }

  onDisconnect(): void {
    if (!this.#isFinished) this.#finish(this.#statusSoFar(), true);
  }

  /** Memory for what is held of the body and of the reply. */
  get #heldBytes(): number {
    return this.#queue.availableBytes;
  }

  /** Makes room for more bytes. @returns false if there is none, after the reply that says so */
  #cover(bytes: number): boolean {
    const shortage = this.#share.cover(this.#heldBytes + bytes);
    if (shortage === undefined) return true;
    this.#send(this.#exchange.rejectShortage(shortage, this.#share.memory.maxBodyBytes));
    return false;
  }

  #statusSoFar(): number {
    return this.#hasBegun ? this.#exchange.status : DISCONNECTED_STATUS;
  }

  /** Converts what has arrived of a streamed body, and pauses a client that sends faster. */
  #convertArrived(): void {
    this.#source.onQueued();
    this.#schedule();
    if (this.#isPaused || this.#queue.availableBytes < MAX_WAITING_BYTES) return;
    this.#isPaused = true;
    this.#channel.pause();
  }

  get #hasWork(): boolean {
    return this.#source.availableBytes > 0 || this.#source.isAtEnd;
  }

  #schedule(): void {
    if (!this.#hasWork || this.#isScheduled || this.#isBlocked || this.#isFinished) return;
    if (!this.#exchange.isStreamed && !this.#queue.isEnded) return;
    this.#isScheduled = true;
    fairQueue.add(this.#step);
  }

  /** Whether a held body takes one step, if no other batch request waits for its turn. */
  get #isShort(): boolean {
    const { coding, isStreamed } = this.#exchange;
    const isPlain = coding === "identity" && !isStreamed;
    return isPlain && this.#queue.availableBytes <= MAX_STEP_BYTES && fairQueue.isEmpty;
  }

  /**
   * Converts a short body while its last bytes are being received. Later, the transport may have closed the connection:
   * because the client has ended its side, or has sent the next request in the same packet.
   */
  #convertAtOnce(): void {
    while (this.#hasWork && !this.#isBlocked && !this.#isFinished) this.#convert();
  }

  readonly #step = (): void => {
    this.#isScheduled = false;
    if (this.#isFinished || this.#isBlocked) return;
    this.#convert();
    this.#schedule();
  };

  /** Converts the next bytes, or what follows the last ones. */
  #convert(): void {
    const isLast = this.#source.isAtEnd;
    const step = isLast
      ? this.#exchange.end()
      : this.#exchange.push(this.#source.take(this.#stepBytes));
    this.#send(step);
    if (this.#isFinished || !this.#cover(0)) return;
    this.#share.shrink(this.#heldBytes);
    if (this.#isPaused && this.#queue.availableBytes < MAX_WAITING_BYTES) {
      this.#isPaused = false;
      this.#channel.resume();
    }
  }

  /** Ends the reply with the step that `create` returns, if any. */
  #end(create: () => BatchStep | undefined): void {
    if (this.#isFinished) return;
    const step = create();
    if (step) this.#send(step);
  }

  #send(step: BatchStep): void {
    if ("body" in step) {
      this.#channel.reply(step);
      this.#sentBytes = Buffer.byteLength(step.body);
      this.#finish(step.status);
      return;
    }
    const { bytes, isLast, isCut } = step;
    if (!this.#hasBegun && (bytes.length > 0 || isLast)) {
      this.#hasBegun = true;
      this.#channel.begin(this.#exchange.status, this.#exchange.headers);
    }
    this.#sentBytes += bytes.length;
    if (bytes.length > 0) {
      this.#isBlocked = !this.#channel.write(bytes);
      this.#adaptStep(bytes.length);
    }
    if (!isLast) return;
    if (isCut) this.#channel.cut();
    else this.#channel.end();
    this.#finish(this.#exchange.status);
  }

  /** Takes smaller steps where rows grow, as with all mapcodes of each point. */
  #adaptStep(outputBytes: number): void {
    if (outputBytes > MAX_OUTPUT_BYTES) {
      this.#stepBytes = Math.max(this.#stepBytes >> 1, MIN_STEP_BYTES);
    }
  }

  /** Ends a request whose client does not read, or does not send. A request that waits for its turn goes on. */
  readonly #judge = (): void => {
    this.#idleSeconds += JUDGE_MS / 1000;
    if (this.#isBlocked) this.#judgeReader();
    else if (!this.#queue.isEnded && !this.#isPaused) this.#judgeSender();
  };

  #judgeReader(): void {
    if (this.#idleSeconds < STALL_SECONDS) return;
    this.#timeout = "unreadReplies";
    this.#finish(this.#statusSoFar());
    this.#channel.drop();
  }

  /** A streamed body may stop for a while, within its rate. */
  #judgeSender(): void {
    this.#awaitedSeconds += JUDGE_MS / 1000;
    const rate = this.#minRate;
    if (this.#idleSeconds >= STALL_SECONDS && !this.#exchange.isStreamed) {
      this.#timeOut("stalledBodies", stalled(STALL_SECONDS));
    } else if ((this.#awaitedSeconds - GRACE_SECONDS) * rate > this.#receivedBytes) {
      this.#timeOut("slowBodies", tooSlow(rate));
    }
  }

  /** Ends the request because a body that is not converted yet is too large. */
  #rejectLength(): void {
    const { maxBytes } = this.#exchange;
    this.#end(() => this.#exchange.reject(tooLarge("body", maxBytes, "bytes")));
  }

  /** Ends a request that takes too long. */
  #timeOut(timeout: Timeout, error: HttpError): void {
    this.#timeout = timeout;
    this.#end(() => this.#exchange.reject(error));
  }

  #finish(status: number, isAborted = false): void {
    this.#isFinished = true;
    clearTimeout(this.#deadline);
    clearInterval(this.#judging);
    this.#source.close();
    this.#queue.close();
    this.#share.release();
    const bytes = this.#sentBytes;
    this.#onFinish({ status, bytes, isAborted, timeout: this.#timeout });
  }
}

/**
 * Starts to convert the body of a batch request.
 * @param share the memory of the request, which is released when it has ended
 * @param onFinish called once, when the reply has ended or the client has disconnected
 * @returns the sink for the body as it was sent, compressed or not
 */
export function startStream(
  exchange: BatchExchange,
  channel: ResponseChannel,
  share: BatchShare,
  onFinish: (result: StreamResult) => void,
): BodySink {
  return new StreamPump(exchange, channel, share, onFinish);
}
