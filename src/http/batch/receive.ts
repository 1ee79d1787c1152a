/** A batch from its body to its reply: each is complete in memory before the next step, so that every error has a status. */
import { haveAllFailed, noRowError } from "../../batch/chunks.ts";
import type { Warning } from "../../batch/sentences.ts";
import { BatchSession } from "../../batch/session.ts";
import { bodyError, errorFor, HttpError, tooLarge } from "../errors.ts";
import type { Headers, OperationName, Reply, Request } from "../requests.ts";
import type { ReplyTools } from "../router.ts";
import { Blocks } from "./memory.ts";
import { readHead, toHttpError, unknownParameters } from "./request.ts";

/** Counted for a batch that waits for its body. */
const WAITING_BYTES = 8 * 1024;
/** Counted for a batch that is converted, besides its bytes: its session, its decompressor. 100 of them took 130 kB each. */
const SESSION_BYTES = 256 * 1024;
const DECOMPRESSED_BYTES = 64 * 1024;
/** Converted in one step, while others wait: 40 rows of csv of 1 µs each, or 0.15 ms each if unknown names get suggestions. */
const STEP_BYTES = 1024;

/** After a longer output of a step, others have a turn: all names of a wide header may follow two bytes of a row. */
const LONG_OUTPUT_BYTES = 1 << 18;

/** After each of these intervals, a body must have as many more bytes, or be complete. */
const CHECK_SECONDS = 8;
const MIN_BYTES_PER_CHECK = CHECK_SECONDS * 16 * 1024;
const MAX_BODY_SECONDS = 120;

/** Decompresses a body. @throws HttpError if it is malformed */
async function* decompressed(body: Blocks): AsyncGenerator<Uint8Array> {
  // Loaded for the first body that is compressed: it takes 0.3 MB.
  const { createGunzip } = process.getBuiltinModule("node:zlib");
  const gunzip = createGunzip({ chunkSize: DECOMPRESSED_BYTES });
  const feed = async () => {
    for (const part of body.take()) await new Promise((taken) => gunzip.write(part, taken));
    gunzip.end();
  };
  void feed();
  try {
    yield* gunzip;
  } catch {
    const expected = "a complete body in gzip";
    const message = `The body is broken or cut off. Send ${expected}, or leave out Content-Encoding.`;
    throw new HttpError("malformed-request", message, { parameter: "body", expected });
  }
}

/** Resolves in a turn of the event loop that no other batch has: a request waits for one step, however many batches there are. */
let lastTurn: Promise<unknown> = Promise.resolve();
function turn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
}

const MAX_WARNING_BYTES = 2048;

/** The header of warnings: a JSON list of texts in ASCII. If it would be too long, a number counts the other warnings. */
function warningHeaders(warnings: readonly Warning[]): Headers {
  if (warnings.length === 0) return [];
  const shown: (string | number)[] = [];
  // The number has room, too.
  let length = `[${warnings.length}]`.length;
  for (const { message } of warnings) {
    const text = JSON.stringify(message).replace(/[\x7f-\uffff]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
    length += `,${text}`.length;
    if (length > MAX_WARNING_BYTES) break;
    shown.push(text);
  }
  const others = warnings.length - shown.length;
  if (others > 0) shown.push(others);
  return [["Mapcoded-Warnings", `[${shown.join(",")}]`]];
}

/** A batch with a valid head. Memory is taken as bytes arrive: clients that announce bodies and send none would have it all. */
export class Batch {
  readonly operation: OperationName;
  /** Sends the reply. Called at most once, possibly before the end of the body: 408, 413 or 503. */
  onReply: (reply: Reply) => void = () => {};
  /** Called at the end, with the reply unless the client left before all of it was sent. */
  onClose: (sent?: Reply) => void = () => {};
  readonly #tools: ReplyTools;
  readonly #head: ReturnType<typeof readHead>;
  readonly #body = new Blocks();
  readonly #output = new Blocks();
  readonly #timer: NodeJS.Timeout;
  #kib = 0;
  #received = 0;
  #isOpen = true;
  #sent: Reply | undefined;

  /** @throws HttpError for the first error in the head of its request */
  constructor(tools: ReplyTools, request: Request, operation: OperationName) {
    this.operation = operation;
    this.#tools = tools;
    this.#head = readHead(request, operation, tools.options.batchBytes);
    tools.memory.check(SESSION_BYTES + this.#head.bodyBytes);
    let checked = 0;
    let seconds = 0;
    this.#timer = setInterval(() => {
      seconds += CHECK_SECONDS;
      const isSlow = this.#received - checked < MIN_BYTES_PER_CHECK;
      checked = this.#received;
      if (!isSlow && seconds < MAX_BODY_SECONDS) return;
      const rate = `at least ${MIN_BYTES_PER_CHECK} bytes in ${CHECK_SECONDS} seconds`;
      const expected = `${rate}, and all of it within ${MAX_BODY_SECONDS} seconds`;
      this.#fail(bodyError("request-timeout", "The body arrives too slowly.", expected));
    }, CHECK_SECONDS * 1000);
  }

  /** @param bytes are copied; after the reply, they are discarded */
  add(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    const { memory, options } = this.#tools;
    this.#received += bytes.length;
    try {
      if (this.#received > options.batchBytes) throw tooLarge("body", options.batchBytes);
      const bodyBytes = this.#body.capacityFor(bytes.length);
      this.#kib = memory.reserve(this.#kib, WAITING_BYTES + bodyBytes);
      this.#body.add(bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The body is complete. Resolves after the reply. */
  async finish(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isOpen) return;
    const { options, proposed, query, replyType } = this.#head;
    const session = new BatchSession(options, {}, {}, proposed);
    try {
      await this.#convert(session);
      if (!this.#isOpen) return;
      if (haveAllFailed(session.counts)) throw noRowError(session.counts);
      const type = `${replyType(session.plan?.options.to)};charset=UTF-8`;
      const all = [...unknownParameters(query, options.operation), ...session.warnings];
      const more = [...this.#tools.headers.ofBatch, ...warningHeaders(all)];
      this.#reply({
        status: 200,
        headers: [["Content-Type", type], ...more],
        body: this.#output.parts(),
        operation: this.operation,
      });
    } catch (error) {
      // Rows that all fail are the reason for a reply that is too large, too.
      const isLarge = error instanceof HttpError && error.body.status === 413;
      const areRowsWrong = isLarge && haveAllFailed(session.counts);
      this.#fail(areRowsWrong ? noRowError(session.counts) : error);
    }
  }

  /** @param isSent whether the reply has left; if not, the client has */
  close(isSent = false): void {
    this.#free();
    this.onClose(isSent ? this.#sent : undefined);
  }

  /** Gives the memory back. What arrives later is discarded. */
  #free(): void {
    this.#isOpen = false;
    clearInterval(this.#timer);
    this.#body.clear();
    this.#output.clear();
    this.#tools.memory.release(this.#kib);
    this.#kib = 0;
  }

  #reply(reply: Reply): void {
    this.#sent = reply;
    this.onReply(reply);
  }

  #fail(error: unknown): void {
    if (!this.#isOpen) return;
    this.#free();
    const httpError = errorFor(toHttpError(error, this.#head.query), this.#tools.log);
    this.#reply(this.#tools.headers.errorReply(httpError, "json", false, this.operation));
  }

  /** Converts in steps, with the turns of others between them, until the client has left. */
  async #convert(session: BatchSession): Promise<void> {
    const { memory, options } = this.#tools;
    const body = this.#body;
    const output = this.#output;
    const reserve = (more = 0) => {
      const held = body.capacity + output.capacityFor(more) + session.heldBytes;
      this.#kib = memory.reserve(this.#kib, SESSION_BYTES + held);
    };
    const keep = async (converted: Iterable<Uint8Array>) => {
      let written = 0;
      for (const bytes of converted) {
        if (written > LONG_OUTPUT_BYTES) await turn();
        if (!this.#isOpen) return;
        written += bytes.length;
        reserve(bytes.length);
        output.add(bytes);
      }
      reserve();
    };
    let length = 0;
    reserve();
    for await (const part of this.#head.isGzip ? decompressed(body) : body.take()) {
      if (length + part.length > options.batchBytes) throw tooLarge("body", options.batchBytes);
      for (let at = 0; at < part.length; at += STEP_BYTES) {
        if (length > 0) await turn();
        if (!this.#isOpen) return;
        const step = part.subarray(at, at + STEP_BYTES);
        length += step.length;
        await keep(session.push(step));
      }
    }
    if (this.#isOpen) await keep(session.end());
  }
}
