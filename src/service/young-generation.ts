/** Keeps the memory of a serving process small: nearly all that requests allocate is garbage at once. */
import { setFlagsFromString } from "node:v8";

/** The options of Node by which operators choose the size of the young generation themselves. */
const OWN_CHOICE = /--(?:min|max)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth[-_]factor/;

/**
 * Keeps the young generation of V8's heap at its size of the start, 1 or 2 MB twice. It would grow to 16 MB twice with
 * the garbage of requests, without making any request faster: bench/NOTES.md has the figures. V8 reads this flag whenever
 * it would grow the generation. Node has an option for its maximum, but only for a process that is yet to start.
 */
export function keepYoungGenerationSmall(): void {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  if (!options.some((option) => OWN_CHOICE.test(option))) {
    setFlagsFromString("--semi-space-growth-factor=1");
  }
}
