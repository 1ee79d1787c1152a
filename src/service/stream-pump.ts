/**
 * Moves the body of a batch request from its transport to its conversion, and the reply back. It goes
 * no faster than the client reads, and takes turns with all other batch requests.
 */
import { createGunzip } from "node:zlib";
import type { BatchExchange, BatchStep } from "../http/batch/exchange.ts";
import type { BodySink, PausableSource, ResponseChannel } from "./transports/transport.ts";

/** Bytes converted in one step: 1 ms on the fast path, about 20 ms if every row takes the general one. */
const STEP_BYTES = 16_384;

/** Bytes that may wait to be converted before their source is paused. */
const MAX_WAITING_BYTES = 65_536;

/** The status to log for a request whose client disconnected before the reply began. */
const DISCONNECTED_STATUS = 400;

/**
 * Runs the steps of batch requests, first come, first served, one in each turn of the event loop. Other
 * requests therefore wait for one step at most, however many batch requests there are.
 */
class FairQueue {
  readonly #steps: (() => void)[] = [];

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
const queue = new FairQueue();

/** How a streamed request ended. */
export interface StreamResult {
  /** The status that was sent; 400 if the client disconnected before the reply began. */
  readonly status: number;
  /** Bytes of the body that were sent. */
  readonly bytes: number;
}

class StreamPump implements BodySink {
  /** Delivers the body: the transport, or the decompressor between the transport and this pump. */
  source: PausableSource;
  readonly #exchange: BatchExchange;
  readonly #channel: ResponseChannel;
  readonly #onFinish: (result: StreamResult) => void;
  readonly #deadline: NodeJS.Timeout;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #sentBytes = 0;
  #isPaused = false;
  #isBlocked = false;
  #isScheduled = false;
  #hasBegun = false;
  #hasEnded = false;
  #isFinished = false;

  constructor(
    exchange: BatchExchange,
    channel: ResponseChannel,
    onFinish: (result: StreamResult) => void,
  ) {
    this.#exchange = exchange;
    this.#channel = channel;
    this.#onFinish = onFinish;
    this.source = channel;
    this.#deadline = setTimeout(() => {
      this.#send(exchange.expire());
    }, exchange.maxSeconds * 1000);
  }

  onData(bytes: Uint8Array): void {
    if (this.#isFinished) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#schedule();
    if (this.#isPaused || this.#waitingBytes < MAX_WAITING_BYTES) return;
    this.#isPaused = true;
    this.source.pause();
  }

  onEnd(): void {
    this.#hasEnded = true;
    this.#schedule();
  }

  onDrain(): void {
    this.#isBlocked = false;
    this.#schedule();
  }

  onDisconnect(): void {
    if (!this.#isFinished)
      this.#finish(this.#hasBegun ? this.#exchange.status : DISCONNECTED_STATUS);
  }

  /** The body cannot be decompressed. */
  onDecodeError(): void {
    if (!this.#isFinished) this.#send(this.#exchange.rejectCoding());
  }

  #schedule(): void {
    const hasWork = this.#waiting.length > 0 || this.#hasEnded;
    if (!hasWork || this.#isScheduled || this.#isBlocked || this.#isFinished) return;
    this.#isScheduled = true;
    queue.add(this.#step);
  }

  readonly #step = (): void => {
    this.#isScheduled = false;
    if (this.#isFinished || this.#isBlocked) return;
    const isLast = this.#waiting.length === 0;
    this.#send(isLast ? this.#exchange.end() : this.#exchange.push(this.#takeWaiting()));
    if (this.#isPaused && !this.#isFinished && this.#waitingBytes < MAX_WAITING_BYTES) {
      this.#isPaused = false;
      this.source.resume();
    }
    this.#schedule();
  };

  /** Removes the bytes of the next step from those that wait: small buffers, or a part of a large one. */
  #takeWaiting(): Uint8Array {
    const step: Uint8Array[] = [];
    let bytesLeft = STEP_BYTES;
    let buffers = 0;
    for (const buffer of this.#waiting) {
      step.push(buffer.subarray(0, bytesLeft));
      if (buffer.length > bytesLeft) {
        this.#waiting[buffers] = buffer.subarray(bytesLeft);
        bytesLeft = 0;
        break;
      }
      buffers++;
      bytesLeft -= buffer.length;
      if (bytesLeft === 0) break;
    }
    this.#waiting.splice(0, buffers);
    this.#waitingBytes -= STEP_BYTES - bytesLeft;
    const [first] = step;
    return first && step.length === 1 ? first : Buffer.concat(step);
  }

  #send(step: BatchStep): void {
    if ("body" in step) {
      this.#channel.reply(step);
      this.#sentBytes = Buffer.byteLength(step.body);
      this.#finish(step.status);
      return;
    }
    const { bytes, isLast } = step;
    if (!this.#hasBegun && (bytes.length > 0 || isLast)) {
      this.#hasBegun = true;
      this.#channel.begin(this.#exchange.status, this.#exchange.headers);
    }
    this.#sentBytes += bytes.length;
    if (bytes.length > 0 && !this.#channel.write(bytes)) this.#isBlocked = true;
    if (!isLast) return;
    this.#channel.end();
    this.#finish(this.#exchange.status);
  }

  #finish(status: number): void {
    this.#isFinished = true;
    this.#waiting = [];
    clearTimeout(this.#deadline);
    this.#onFinish({ status, bytes: this.#sentBytes });
  }
}

/**
 * Puts a decompressor in front of a pump. It decompresses no faster than the pump accepts. If a small
 * body decompresses to a huge one, only the bytes within the limit are ever decompressed.
 * @returns the sink for the compressed body, and a function that frees the decompressor
 */
function gunzipInto(
  pump: StreamPump,
  channel: ResponseChannel,
): { sink: BodySink; free: () => void } {
  const gunzip = createGunzip();
  gunzip.on("data", (bytes: Buffer) => pump.onData(bytes));
  gunzip.on("end", () => pump.onEnd());
  gunzip.on("error", () => pump.onDecodeError());
  let isFreed = false;
  gunzip.on("drain", () => {
    if (!isFreed) channel.resume();
  });
  pump.source = gunzip;
  const sink: BodySink = {
    onData(bytes) {
      if (!isFreed && !gunzip.write(bytes)) channel.pause();
    },
    onEnd() {
      if (!isFreed) gunzip.end();
    },
    onDrain: () => pump.onDrain(),
    onDisconnect: () => pump.onDisconnect(),
  };
  const free = () => {
    isFreed = true;
    gunzip.destroy();
  };
  return { sink, free };
}

/**
 * Starts to convert the body of a batch request.
 * @param onFinish called once, when the reply has ended or the client has disconnected
 * @returns the sink for the body as it was sent, compressed or not
 */
export function startStream(
  exchange: BatchExchange,
  channel: ResponseChannel,
  onFinish: (result: StreamResult) => void,
): BodySink {
  let free = () => {};
  const pump = new StreamPump(exchange, channel, (result) => {
    free();
    onFinish(result);
  });
  if (exchange.coding === "identity") return pump;
  const decompressed = gunzipInto(pump, channel);
  free = decompressed.free;
  return decompressed.sink;
}
