/** Turns inputs into UTF-8: from the encoding of their byte order mark, or else of an option. */
import { utf8Bytes } from "../characters.ts";
import { startsWith } from "./byte-texts.ts";
import { concat, NO_BYTES } from "./chunks.ts";

/** The byte order marks of encodings (WHATWG Encoding, 6). */
const MARKS = [
  { encoding: "utf-8", mark: Uint8Array.of(0xef, 0xbb, 0xbf) },
  { encoding: "utf-16le", mark: Uint8Array.of(0xff, 0xfe) },
  { encoding: "utf-16be", mark: Uint8Array.of(0xfe, 0xff) },
];

/** Turns the bytes of one input into UTF-8. Its byte order mark outranks the option. */
export class Transcoder {
  /** The encoding of the input, once its first bytes are known. */
  encoding: string;
  /** Undefined for UTF-8. Rows that are not UTF-8 are copied, and get an error. */
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** Bytes that may begin a mark; undefined once the encoding is known. */
  #start: Uint8Array | undefined = NO_BYTES;

  /** @param requested a name for TextDecoder; by default UTF-8 */
  constructor(requested = "utf-8") {
    this.encoding = new TextDecoder(requested).encoding;
  }

  /** @param bytes the next bytes of the input @returns these in UTF-8 without a mark; no copy if they are UTF-8 */
  push(bytes: Uint8Array, isLast = false): Uint8Array {
    const start = this.#start;
    if (!start) return this.#decode(bytes, isLast);
    const all = concat(start, bytes);
    const mayBeMark = MARKS.some(
      ({ mark }) => all.length < mark.length && startsWith(mark, 0, all),
    );
    this.#start = mayBeMark && !isLast ? new Uint8Array(all) : undefined;
    if (this.#start) return NO_BYTES;
    const known = MARKS.find(({ mark }) => startsWith(all, 0, mark));
    this.encoding = known?.encoding ?? this.encoding;
    if (this.encoding !== "utf-8") this.#decoder = new TextDecoder(this.encoding);
    return this.#decode(all.subarray(known?.mark.length ?? 0), isLast);
  }

  #decode(bytes: Uint8Array, isLast: boolean): Uint8Array {
    return this.#decoder ? utf8Bytes(this.#decoder.decode(bytes, { stream: !isLast })) : bytes;
  }
}
