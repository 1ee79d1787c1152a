/**
 * Writes lines to standard output without waiting for its reader. A reader that stops, such as a log
 * collector that hangs, costs lines of the log, and nothing else.
 *
 * docs/decisions.md compares this file with others.
 */
import { writeSync } from "node:fs";
import { LINE_FEED } from "../../characters.ts";

const STANDARD_OUTPUT = 1;

/** Lines that wait for a reader take at most this much memory. */
export const BUFFER_BYTES = 1024 * 1024;

/** The part of the buffer that only lines of `write` may use: a flood of requests leaves room for errors. */
export const RESERVED_BYTES = 64 * 1024;

/**
 * Bytes of one write. The system writes that much to a pipe as a whole or not at all, so lines of several
 * processes never mix (PIPE_BUF of Linux; other systems guarantee less).
 */
export const WRITE_BYTES = 4096;

/** Time for which appended lines may wait for more, and interval of trying again while nobody reads. */
const FLUSH_MS = 50;

/** Time that an ending process gives a slow reader. */
const EXIT_FLUSH_MS = 200;
const EXIT_POLL_MS = 10;

/** A UTF-16 code unit becomes at most three bytes of UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Writes bytes to where the log goes. @returns how many of them; throws if none can be written now */
export type WriteBytes = (bytes: Buffer, start: number, length: number) => number;

export class LogWriter {
  readonly #writeBytes: WriteBytes;
  /** Not filled with zeros, so that the system provides memory only when it is used. */
  readonly #lines = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #timer: NodeJS.Timeout;
  /** Where the lines that wait begin and end. */
  #start = 0;
  #end = 0;
  #isBlocked = false;
  #isTimed = false;
  #lostLines = 0;
  #unreportedLines = 0;
  #onLoss: (lines: number) => void = () => {};

  constructor(writeBytes: WriteBytes) {
    this.#writeBytes = writeBytes;
    this.#timer = setTimeout(() => this.#onTimer(), FLUSH_MS).unref();
  }

  /** Number of lines that were dropped because nobody read. */
  get lostLines(): number {
    return this.#lostLines;
  }

  /** Sets the function that is called when the log can be read again, with the number of lines lost since. */
  onLoss(tell: (lines: number) => void): void {
    this.#onLoss = tell;
  }

  /** Writes a line at once. @param line with its newline */
  write(line: string): void {
    if (this.#add(line, BUFFER_BYTES) && !this.#isBlocked) this.flush();
  }

  /** Writes a line together with others, at the latest after FLUSH_MS. @param line with its newline */
  append(line: string): void {
    if (!this.#add(line, BUFFER_BYTES - RESERVED_BYTES) || this.#isBlocked) return;
    if (this.#end - this.#start >= WRITE_BYTES) this.#isBlocked = !this.#tryWriting(WRITE_BYTES);
    if (this.#start < this.#end) this.#startTimer();
  }

  /** Writes what waits. @returns whether nothing waits any more */
  flush(): boolean {
    this.#isBlocked = !this.#tryWriting(1);
    if (this.#isBlocked) {
      this.#startTimer();
      return false;
    }
    if (this.#unreportedLines > 0) {
      const lines = this.#unreportedLines;
      this.#unreportedLines = 0;
      this.#onLoss(lines);
    }
    return true;
  }

  /** Writes what waits before the process ends; a slow reader gets a moment for it. */
  flushBeforeExit(): void {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (let waitedMs = 0; !this.flush() && waitedMs < EXIT_FLUSH_MS; waitedMs += EXIT_POLL_MS) {
      Atomics.wait(sleeper, 0, 0, EXIT_POLL_MS);
    }
  }

  #onTimer(): void {
    this.#isTimed = false;
    this.flush();
  }

  #startTimer(): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#timer.refresh();
  }

  /** Copies a line into the buffer, up to a limit of its bytes. @returns false if it is lost, as it does not fit */
  #add(line: string, limit: number): boolean {
    // Nearly all lines fit even if all of their characters took the most bytes.
    if (this.#end + line.length * MAX_BYTES_PER_UNIT > limit) {
      this.#moveToStart();
      if (this.#end + Buffer.byteLength(line) > limit) {
        this.#lostLines++;
        this.#unreportedLines++;
        return false;
      }
    }
    this.#end += this.#lines.write(line, this.#end);
    return true;
  }

  #moveToStart(): void {
    if (this.#start === 0) return;
    this.#lines.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
  }

  /** Writes whole lines, up to WRITE_BYTES at a time, while at least `minBytes` wait. @returns false if nobody reads */
  #tryWriting(minBytes: number): boolean {
    try {
      while (this.#end - this.#start >= minBytes) {
        const length = this.#nextWriteBytes();
        this.#start += this.#writeBytes(this.#lines, this.#start, length);
      }
    } catch {
      // A full pipe (EAGAIN), a full disk, a reader that is gone but may be restarted: all may pass.
      return false;
    }
    if (this.#start === this.#end) {
      this.#start = 0;
      this.#end = 0;
    }
    return true;
  }

  /** Returns the length of the lines that fit into one write; of one line, if it is longer. */
  #nextWriteBytes(): number {
    const waiting = this.#end - this.#start;
    if (waiting <= WRITE_BYTES) return waiting;
    const last = this.#lines.lastIndexOf(LINE_FEED, this.#start + WRITE_BYTES - 1);
    if (last >= this.#start) return last + 1 - this.#start;
    const next = this.#lines.indexOf(LINE_FEED, this.#start + WRITE_BYTES);
    return next < 0 || next >= this.#end ? waiting : next + 1 - this.#start;
  }
}

let writer: LogWriter | undefined;

/** Returns the writer of this process, which all its logs share, so that their lines stay in order. */
export function standardOutput(): LogWriter {
  if (writer) return writer;
  // Reading the property makes a pipe or socket non-blocking, also for writeSync. Its reader may go away.
  process.stdout.on("error", () => {});
  const created = new LogWriter((bytes, start, length) =>
    writeSync(STANDARD_OUTPUT, bytes, start, length),
  );
  process.on("exit", () => created.flushBeforeExit());
  writer = created;
  return created;
}
