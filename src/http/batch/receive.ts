/**
 * A batch from the first byte of its body to its reply. The whole body arrives before the first row is converted, and the
 * reply leaves when it is complete, so that every error has a status. Both are in memory until then.
 */
import { haveAllFailed, noRowError } from "../../batch/chunks.ts";
import type { Warning } from "../../batch/sentences.ts";
import { BatchSession } from "../../batch/session.ts";
import { bodyError, errorFor, HttpError, tooLarge } from "../errors.ts";
import type { ReplyHeaders } from "../replies.ts";
import type { AcceptedBatch, Headers, OperationName, Request } from "../requests.ts";
import type { ReplyTools } from "../tools.ts";
import { Blocks } from "./memory.ts";
import { knownError, readHead } from "./request.ts";

/** Counted for a batch that waits for its body. */
const WAITING_BYTES = 8 * 1024;
/** Counted for a batch that is converted, besides its bytes: its session, its decompressor. 100 of them took 130 kB each. */
const SESSION_BYTES = 256 * 1024;
const DECOMPRESSED_BYTES = 64 * 1024;
/**
 * Bytes converted in one step, while other requests wait: usually 40 rows of csv, of a microsecond each. With a suggestion
 * for an unknown name, a row takes 0.15 ms.
 */
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
    const send = `${expected}, or leave out Content-Encoding`;
    throw bodyError("malformed-request", "The body is broken or cut off.", send, { expected });
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
  const texts = warnings.map(({ message }) =>
    JSON.stringify(message).replace(/[\x7f-\uffff]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    }),
  );
  for (let shown = texts.length; ; shown--) {
    const rest = texts.length - shown;
    const value = `[${[...texts.slice(0, shown), ...(rest > 0 ? [rest] : [])].join(",")}]`;
    if (value.length <= MAX_WARNING_BYTES) return [["Mapcoded-Warnings", value]];
  }
}

/**
 * Reads the head of a batch. Memory is taken as bytes arrive, not as they are announced: clients that announce a body
 * and do not send it would have all of it.
 * @throws HttpError for the first error in the head of its request
 */
export function acceptBatch(
  { log, options: { batchBytes }, memory }: ReplyTools,
  request: Request,
  operation: OperationName,
  headers: ReplyHeaders,
): AcceptedBatch {
  const head = readHead(request, operation, batchBytes);
  memory.check(SESSION_BYTES + head.bodyBytes);
  return {
    operation,
    read(answer) {
      const body = new Blocks(memory);
      const output = new Blocks(memory);
      let session: BatchSession | undefined;
      /** The memory that is taken. */
      let kib = 0;
      let received = 0;
      let isOpen = true;

      /** Gives the memory back. What arrives later is discarded. */
      function close(): void {
        isOpen = false;
        clearInterval(timer);
        body.clear();
        output.clear();
        memory.release(kib);
        kib = 0;
      }

      function fail(error: unknown): void {
        if (!isOpen) return;
        close();
        // Rows that all fail are the reason for a reply that is too large, too.
        const isLarge = error instanceof HttpError && error.body.status === 413;
        const counts = isLarge ? session?.counts : undefined;
        const reason = counts && haveAllFailed(counts) ? noRowError(counts) : error;
        const known = errorFor(knownError(reason, head.query), log);
        answer(headers.errorReply(known, "json", false, operation));
      }

      /** Converts in steps, with the turns of others between them, until the client has left. */
      async function convert(): Promise<void> {
        const reserve = (more: number) => {
          const held = body.capacity + output.capacityFor(more) + (session?.heldBytes ?? 0);
          kib = memory.reserve(kib, SESSION_BYTES + held);
        };
        const keep = async (converted: Iterable<Uint8Array>) => {
          let written = 0;
          for (const bytes of converted) {
            if (written > LONG_OUTPUT_BYTES) await turn();
            if (!isOpen) return;
            written += bytes.length;
            reserve(bytes.length);
            output.add(bytes);
          }
          reserve(0);
        };
        let bytes = 0;
        reserve(0);
        session = new BatchSession(head.options, {}, {}, head.proposed);
        for await (const part of head.isGzip ? decompressed(body) : body.take()) {
          if (bytes + part.length > batchBytes) throw tooLarge("body", batchBytes);
          for (let at = 0; at < part.length; at += STEP_BYTES) {
            if (bytes > 0) await turn();
            if (!isOpen) return;
            const step = part.subarray(at, at + STEP_BYTES);
            bytes += step.length;
            await keep(session.push(step));
          }
        }
        if (isOpen) await keep(session.end());
      }

      let checked = 0;
      let seconds = 0;
      const timer = setInterval(() => {
        seconds += CHECK_SECONDS;
        if (seconds < MAX_BODY_SECONDS && received - checked >= MIN_BYTES_PER_CHECK) {
          checked = received;
          return;
        }
        const rate = `at least ${MIN_BYTES_PER_CHECK} bytes in ${CHECK_SECONDS} seconds`;
        const expected = `${rate}, and all of it within ${MAX_BODY_SECONDS} seconds`;
        fail(bodyError("request-timeout", "The body arrives too slowly.", expected));
      }, CHECK_SECONDS * 1000);

      return {
        close,
        add(bytes) {
          if (!isOpen) return;
          received += bytes.length;
          try {
            if (received > batchBytes) throw tooLarge("body", batchBytes);
            kib = memory.reserve(kib, WAITING_BYTES + body.capacityFor(bytes.length));
            body.add(bytes);
          } catch (error) {
            fail(error);
          }
        },
        async finish() {
          clearInterval(timer);
          if (!isOpen) return;
          try {
            await convert();
            if (!isOpen) return;
            if (session && haveAllFailed(session.counts)) throw noRowError(session.counts);
            const type = head.replyType(session?.plan?.options.to);
            const warnings = warningHeaders([...head.warnings, ...(session?.warnings ?? [])]);
            answer({
              status: 200,
              headers: [["Content-Type", `${type};charset=UTF-8`], ...headers.ofBatch, ...warnings],
              body: output.parts(),
              operation,
            });
          } catch (error) {
            fail(error);
          }
        },
      };
    },
  };
}
