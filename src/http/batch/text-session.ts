/** Batches of text/plain: programs send tables and JSON under that type as well, which the first bytes tell. */

import type { OwnBytes } from "../../batch/chunks.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import type { ResolvedBatchOptions } from "../../batch/options/options.ts";
import { recognizeFormat } from "../../batch/recognize.ts";
import { BatchSession } from "../../batch/session.ts";

/** A session whose format is known once its first row has arrived. */
export class TextSession {
  readonly #options: ResolvedBatchOptions;
  readonly #decoder: InputDecoder;
  /** The bytes before that, as sent and in UTF-8. */
  #sent = Buffer.alloc(0);
  #decoded = Buffer.alloc(0);
  #session: BatchSession | undefined;

  /** @param options with the format `plain`; a reply in that format has the one of the body */
  constructor(options: ResolvedBatchOptions) {
    this.#options = options;
    this.#decoder = new InputDecoder(options.encoding);
  }

  *push(bytes: Uint8Array): Generator<OwnBytes> {
    if (this.#session) yield* this.#session.push(bytes);
    else {
      this.#sent = Buffer.concat([this.#sent, bytes]);
      yield* this.#open(this.#decoder.push(bytes), false);
    }
  }

  *end(): Generator<OwnBytes> {
    if (!this.#session) yield* this.#open(this.#decoder.end(), true);
    if (this.#session) yield* this.#session.end();
  }

  *#open(decoded: Uint8Array, isEnd: boolean): Generator<OwnBytes> {
    this.#decoded = Buffer.concat([this.#decoded, decoded]);
    const from = recognizeFormat(this.#decoded, this.#options, isEnd);
    if (from === undefined) return;
    const { to } = this.#options;
    this.#session = new BatchSession({ ...this.#options, from, to: to === "plain" ? from : to });
    yield* this.#session.push(this.#sent);
  }
}
