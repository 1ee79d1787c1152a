/** What the operations share. */
import { ByteWriter, CodeWords } from "../bytes/byte-writer.ts";
import { PointCodes } from "../codec/encode.ts";
import * as Into from "../into.ts";
import type { BatchBudget } from "./batch/memory.ts";
import type { LogError } from "./errors.ts";
import type { InterfaceOptions } from "./options.ts";
import { createHeaders } from "./replies.ts";
import type { Reply, Request } from "./requests.ts";
import { createWriters } from "./write.ts";

/** What the service gives to the operations. */
export interface Surroundings {
  /** Of the batches of all threads. */
  readonly memory: BatchBudget;
  /** Returns the body of /metrics. */
  readonly metrics: () => string;
  /** Replies to requests for paths of operators, which have no prefix; undefined for all others. */
  readonly operators?: ((request: Request) => Reply | undefined) | undefined;
  readonly log: LogError;
}

/** A thread has one. One reply is written at a time: it is valid until the next one is begun. */
export function createReplyTools(options: InterfaceOptions, surroundings: Surroundings) {
  /** Room for the longest reply: 64 codes with all members in XML, of 900 bytes each. */
  const out = new ByteWriter(1 << 16);
  const pointCodes = new PointCodes("all");
  const codeWords = new CodeWords(pointCodes.list);
  const degrees = new Float64Array(Into.RECTANGLE_NUMBERS);
  return {
    ...surroundings,
    options,
    headers: createHeaders(options),
    out,
    /** The codes of a point, in the published order: the international one is the last. */
    pointCodes,
    degrees,
    ...createWriters(out, codeWords, degrees),
  };
}
export type ReplyTools = ReturnType<typeof createReplyTools>;
