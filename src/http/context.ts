/** What the operations share: what the service gives them, and the reply under construction. */
import { ByteWriter, CodeWords, type PreEncoded } from "../bytes/byte-writer.ts";
import { PointCodes } from "../codec/point-codes.ts";
import * as Into from "../into.ts";
import type { BatchBudget } from "./batch/memory.ts";
import type { LogError } from "./errors.ts";
import type { InterfaceOptions } from "./options.ts";
import type { Reply, Request } from "./requests.ts";
import { decimal } from "./write.ts";

/** Views of longer replies are not kept. */
const MAX_KEPT_VIEW = 1 << 12;

/** What the service gives to the operations. */
export interface Surroundings {
  /** Of the batches of all threads. */
  readonly memory: BatchBudget;
  /** Returns the body of /metrics. */
  readonly metrics: () => object;
  /** Replies to requests for paths of operators, which have no prefix; undefined for all others. */
  readonly operators?: ((request: Request) => Reply | undefined) | undefined;
  readonly log: LogError;
}

/** A thread has one. One reply is written at a time: it is valid until the next one is begun. */
export function createContext(options: InterfaceOptions, surroundings: Surroundings) {
  /** Room for the longest reply: 64 codes with all members in XML, of 900 bytes each. */
  const out = new ByteWriter(1 << 16);
  const points = new PointCodes("all");
  const degrees = new Float64Array(Into.RECTANGLE_NUMBERS);
  /** Views of the bytes by length: new ones for each reply would be most of the garbage. Each takes some 100 bytes. */
  const views: Uint8Array[] = [];
  return {
    ...surroundings,
    options,
    out,
    /** The codes of a point, in the published order: the international one is the last. */
    points,
    words: new CodeWords(points.list),
    degrees,
    /** Writes numbers of `degrees` with the texts before, between and after them. */
    writeNumbers(texts: readonly PreEncoded[], from: number, count = texts.length - 1): void {
      for (let index = 0; index < count; index++) {
        const value = degrees[from + index];
        out.appendEncoded(texts[index]);
        if (Number.isInteger(value)) out.appendText(decimal(value));
        else out.appendDecimal(value);
      }
      out.appendEncoded(texts[count]);
    },
    /** The bytes of the reply, after all of it has been written. */
    replyBytes(): Uint8Array {
      const { length } = out;
      if (length > MAX_KEPT_VIEW) return out.written();
      // The writer has taken other bytes if it had to grow.
      if (views[length]?.buffer !== out.bytes.buffer) views[length] = out.written();
      return views[length];
    },
  };
}
export type ReplyContext = ReturnType<typeof createContext>;
