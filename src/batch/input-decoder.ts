/** Decodes the bytes of an input to UTF-8, which is all that formats read. */
import { utf8Bytes } from "../platform.ts";
import { concat, copyFrom, NO_BYTES } from "./chunks.ts";
import { BatchError } from "./errors.ts";
import { encodingProblem } from "./options/checks.ts";

/** The byte order marks that tell an encoding (WHATWG Encoding, 6). */
const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/**
 * The name of an encoding that TextDecoder knows, in lower case.
 * @throws BatchError if it knows none of this name
 */
function encodingNamed(name: string): string {
  const message = encodingProblem(name);
  if (message !== undefined) throw new BatchError(message, "encoding");
  return new TextDecoder(name).encoding;
}

/** The encoding that a byte order mark names; undefined if there is none, `more` if it takes more bytes to know. */
function markedEncoding(bytes: Uint8Array): string | undefined {
  for (const mark of MARKS) {
    const isSame = mark.bytes.every((byte, at) => at >= bytes.length || bytes[at] === byte);
    if (isSame) return bytes.length >= mark.bytes.length ? mark.encoding : "more";
  }
  return undefined;
}

/** Decodes one input. A byte order mark says more about it than the option. */
export class InputDecoder {
  readonly #requested: string | undefined;
  #encoding: string | undefined;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #start: Uint8Array = NO_BYTES;

  /**
   * @param encoding a name that TextDecoder knows; UTF-8 without it
   * @throws BatchError if the encoding is unknown
   */
  constructor(encoding: string | undefined) {
    this.#requested = encoding === undefined ? undefined : encodingNamed(encoding);
  }

  /** The encoding of the input, once its first bytes are known. */
  get encoding(): string {
    return this.#encoding ?? "utf-8";
  }

  /**
   * @param bytes the next bytes of the input
   * @returns the next bytes in UTF-8: the same bytes if the input is UTF-8
   */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#encoding === undefined) return this.#begin(concat(this.#start, bytes), false);
    return this.#decode(bytes, false);
  }

  /** Ends the input. @returns its last bytes in UTF-8 */
  end(): Uint8Array {
    if (this.#encoding === undefined) return this.#begin(this.#start, true);
    return this.#decode(NO_BYTES, true);
  }

  #begin(bytes: Uint8Array, isLast: boolean): Uint8Array {
    const marked = markedEncoding(bytes);
    if (marked === "more" && !isLast) {
      this.#start = copyFrom(bytes, 0);
      return NO_BYTES;
    }
    this.#start = NO_BYTES;
    this.#encoding = (marked === "more" ? undefined : marked) ?? this.#requested ?? "utf-8";
    // UTF-8 is not decoded: rows with other bytes keep these, with an error.
    if (this.#encoding !== "utf-8") this.#decoder = new TextDecoder(this.#encoding);
    return this.#decode(bytes, isLast);
  }

  #decode(bytes: Uint8Array, isLast: boolean): Uint8Array {
    if (!this.#decoder) return bytes;
    const text = this.#decoder.decode(bytes, { stream: !isLast });
    return text === "" ? NO_BYTES : utf8Bytes(text);
  }
}
