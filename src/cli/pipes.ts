/** Standard input and output without the event loop: streams would take 6 of the 100 ms of `mapcoded encode 1 2`. */
import { readSync, writeSync } from "node:fs";
import { accessError, systemCodeOf } from "./messages.ts";

const [STDIN, STDOUT] = [0, 1];
const RETRY_MS = 1;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Retries a call while a pipe is empty or full, if its other side has made it non-blocking. */
function whenReady(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (systemCodeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
}

/** @returns the number of bytes read; 0 at the end */
export function readInput(space: Uint8Array): number {
  try {
    return whenReady(() => readSync(STDIN, space));
  } catch (error) {
    // Windows reports the end of a pipe as an error.
    if (systemCodeOf(error) === "EOF") return 0;
    throw accessError("Standard input", "read", error);
  }
}

export function writeOutput(bytes: Uint8Array): void {
  try {
    for (let from = 0; from < bytes.length; ) {
      from += whenReady(() => writeSync(STDOUT, bytes, from));
    }
  } catch (error) {
    throw accessError("Standard output", "written", error);
  }
}

/** Writes the result of a single conversion, help or the version. */
export function writeResult(text: string): void {
  // A Windows console accepts UTF-8 only from the stream.
  if (process.platform === "win32") process.stdout.write(text);
  else writeOutput(Buffer.from(text));
}
