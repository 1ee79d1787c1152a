/**
 * Writes lines to standard output without waiting for its reader. A reader that stops, such as a log
 * collector that hangs, costs lines of the log, and nothing else.
 *
 * docs/decisions.md compares this file with pino's own destinations.
 */
import { writeSync } from "node:fs";

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

const NEWLINE = 0x0a;

/** A UTF-16 code unit becomes at most three bytes of UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

type LineEncoding = "utf8" | "latin1";

/** Writes bytes to where the log goes. @returns how many of them; throws if none can be written now */
export type WriteBytes = (bytes: Buffer, start: number, length: number) => number;

export class LogWriter {
  readonly #writeBytes: WriteBytes;
  /** Not filled with zeros, so that the system provides its memory only when it is used. */
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #timer: NodeJS.Timeout;
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
    if (this.#add(line, "utf8", BUFFER_BYTES) && !this.#isBlocked) this.flush();
  }

  /**
   * Writes a line together with others, at the latest after FLUSH_MS.
   * @param line with its newline
   * @param encoding `latin1` if the line is known to be ASCII, which is copied in less time
   */
  append(line: string, encoding: LineEncoding = "utf8"): void {
    if (!this.#add(line, encoding, BUFFER_BYTES - RESERVED_BYTES) || this.#isBlocked) return;
    if (this.#end - this.#start >= WRITE_BYTES) this.#writeFullBatches();
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

  /** Copies a line into the buffer. @returns false if it is lost, as it does not fit below `limit` */
  #add(line: string, encoding: LineEncoding, limit: number): boolean {
    if (this.#end + line.length * MAX_BYTES_PER_UNIT > BUFFER_BYTES) this.#moveToStart();
    const room = limit - this.#end;
    const isTooLong = line.length * MAX_BYTES_PER_UNIT > room && Buffer.byteLength(line) > room;
    if (isTooLong) {
      this.#lostLines++;
      this.#unreportedLines++;
      return false;
    }
    this.#end += this.#buffer.write(line, this.#end, encoding);
    return true;
  }

  #moveToStart(): void {
    if (this.#start === 0) return;
    this.#buffer.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
  }

  /** Leaves lines that do not fill a batch. */
  #writeFullBatches(): void {
    this.#isBlocked = !this.#tryWriting(WRITE_BYTES);
  }

  /** Writes batches of whole lines while at least `minBytes` wait. @returns false if nobody reads */
  #tryWriting(minBytes: number): boolean {
    try {
      while (this.#end - this.#start >= minBytes) {
        const length = this.#batchBytes();
        this.#start += this.#writeBytes(this.#buffer, this.#start, length);
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
  #batchBytes(): number {
    const waiting = this.#end - this.#start;
    if (waiting <= WRITE_BYTES) return waiting;
    const last = this.#buffer.lastIndexOf(NEWLINE, this.#start + WRITE_BYTES - 1);
    if (last >= this.#start) return last + 1 - this.#start;
    const next = this.#buffer.indexOf(NEWLINE, this.#start + WRITE_BYTES);
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
