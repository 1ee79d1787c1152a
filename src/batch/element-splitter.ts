/** Cuts the bytes of a JSON array into chunks of elements, with the commas that stand between them. */
import { type Chunk, copied, joined, NOTHING, type Splitter, tooLong } from "./chunks.ts";
import type { BatchPlan } from "./plan.ts";
import { countLines, createElementScan, findElementEnd, isJsonSpace } from "./rows/scan.ts";

const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;

function firstText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isJsonSpace(bytes[at])) at++;
  return at;
}

class ElementSplitter implements Splitter {
  private readonly maxRowBytes: number;
  private headerBytes: number;
  private rest: Uint8Array = NOTHING;
  private readonly scan = createElementScan();
  private isOpen = false;
  /** Whether something behind the array was complained about: the rest is not read. */
  private isLost = false;
  /** The complaint about an element that is too long, up to its end. */
  private complaint: string | undefined;
  private lines = 0;
  private chunks: Chunk[] = [];

  constructor({ headerBytes }: BatchPlan, maxRowBytes: number) {
    this.maxRowBytes = maxRowBytes;
    this.headerBytes = headerBytes;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    this.chunks = [];
    const passed = Math.min(this.headerBytes, bytes.length);
    this.headerBytes -= passed;
    if (bytes.subarray(0, passed).includes(OPENING_BRACKET)) this.isOpen = true;
    const own = bytes.subarray(passed);
    if (this.isOpen) this.walk(joined(this.rest, own));
    else this.refuseTrailing(own, 0);
    return this.chunks;
  }

  end(): readonly Chunk[] {
    this.chunks = [];
    if (!this.isOpen) return this.chunks;
    if (this.complaint !== undefined) this.endLong(NOTHING);
    else this.add(this.rest, 0, this.rest.length);
    this.refuse("The JSON array has no ']' at its end.", 0);
    return this.chunks;
  }

  private refuse(message: string, lines: number): void {
    this.chunks.push({ bytes: NOTHING, fault: { message, lines } });
  }

  /** White space may follow an array. */
  private refuseTrailing(bytes: Uint8Array, from: number): void {
    const at = firstText(bytes, from);
    if (this.isLost || at === bytes.length) return;
    this.isLost = true;
    this.refuse("More than white space stands behind the end of the JSON array.", 0);
  }

  /** Scans what was not scanned, which is all behind the rest. */
  private walk(bytes: Uint8Array): void {
    let from = this.rest.length;
    let chunk = 0;
    let element = 0;
    while (this.isOpen) {
      const end = findElementEnd(bytes, from, this.scan);
      const isLong = (end < 0 ? bytes.length : end) - element > this.maxRowBytes;
      if (isLong && this.complaint === undefined) {
        this.add(bytes, chunk, element - 1);
        this.complaint = tooLong(bytes.subarray(element), this.maxRowBytes);
        chunk = element;
      }
      if (end < 0) break;
      from = end + 1;
      if (this.complaint !== undefined) {
        this.endLong(bytes.subarray(element, end));
        chunk = from;
      }
      element = from;
      this.isOpen = bytes[end] !== CLOSING_BRACKET;
    }
    this.keep(bytes, chunk, element);
    if (!this.isOpen) this.refuseTrailing(bytes, element);
  }

  /** Sends the elements off that have ended, and keeps the one that has not. */
  private keep(bytes: Uint8Array, chunk: number, element: number): void {
    if (this.complaint === undefined) {
      this.add(bytes, chunk, element - 1);
      this.rest = this.isOpen ? copied(bytes, element) : NOTHING;
    } else {
      this.lines += countLines(bytes, element, bytes.length);
      this.rest = NOTHING;
    }
  }

  private endLong(last: Uint8Array): void {
    this.refuse(this.complaint as string, this.lines + countLines(last, 0, last.length));
    this.complaint = undefined;
    this.lines = 0;
  }

  private add(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.chunks.push({ bytes: bytes.subarray(from, to) });
  }
}

export function createElementSplitter(plan: BatchPlan, maxRowBytes: number): Splitter {
  return new ElementSplitter(plan, maxRowBytes);
}
