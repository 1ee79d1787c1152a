/** The encodings of inputs: a byte order mark says which, or an option, or it is UTF-8. */
import { utf8Bytes } from "../characters.ts";
import { concat, copyFrom, NO_BYTES } from "./chunks.ts";
import { BatchError } from "./errors.ts";
import { encodingProblem } from "./options/options.ts";

/** The byte order marks that tell an encoding (WHATWG Encoding, 6). */
const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** Decodes one input. A byte order mark says more about it than the option. */
export class InputDecoder {
  /** The encoding of the input, once its first bytes are known. */
  encoding: string;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** Bytes that may become a mark; undefined once the encoding is known. */
  #start: Uint8Array | undefined = NO_BYTES;

  /**
   * @param requested a name that TextDecoder knows; UTF-8 without it
   * @throws BatchError if the encoding is unknown
   */
  constructor(requested = "utf-8") {
    const problem = encodingProblem(requested);
    if (problem !== undefined) throw new BatchError(problem, "encoding");
    this.encoding = new TextDecoder(requested).encoding;
  }

  /** @param bytes the next bytes of the input @returns these in UTF-8: the same ones if they are */
  push(bytes: Uint8Array): Uint8Array {
    return this.#decode(bytes, false);
  }

  /** Ends the input. @returns its last bytes in UTF-8 */
  end(): Uint8Array {
    return this.#decode(NO_BYTES, true);
  }

  #decode(next: Uint8Array, isLast: boolean): Uint8Array {
    let bytes = next;
    if (this.#start) {
      bytes = concat(this.#start, next);
      const mark = MARKS.find((one) => {
        return one.bytes.every((byte, at) => at >= bytes.length || bytes[at] === byte);
      });
      const isWhole = mark !== undefined && bytes.length >= mark.bytes.length;
      this.#start = mark && !isWhole && !isLast ? copyFrom(bytes, 0) : undefined;
      if (this.#start) return NO_BYTES;
      if (isWhole) this.encoding = mark.encoding;
      // UTF-8 is not decoded: rows with other bytes keep these, with an error.
      if (this.encoding !== "utf-8") this.#decoder = new TextDecoder(this.encoding);
    }
    return this.#decoder ? utf8Bytes(this.#decoder.decode(bytes, { stream: !isLast })) : bytes;
  }
}
