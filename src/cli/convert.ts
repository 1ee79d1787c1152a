/** `mapcoded encode` and `mapcoded decode` of one point or mapcode: its answer as lines of text. */
import { decode, type EncodeOptions, encode } from "../index.ts";
import { parseDegrees } from "../internal.ts";

/** A conversion that was asked for rightly but has no answer. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

/** The command was not used as its help says. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Takes the point of `encode -33.9,151.2` apart: as one word, the option parser would take it for
 * an option.
 */
export function splitPoint(args: readonly string[]): readonly string[] {
  if (args[0] !== "encode") return args;
  return args.flatMap((arg) => {
    const parts = arg.split(/, */);
    const isPoint = parts.length === 2 && parts.every((part) => parseDegrees(part) !== undefined);
    return isPoint ? parts : [arg];
  });
}

/** One line for each mapcode, its territory in front. */
export function encodeLines(latDeg: number, lonDeg: number, options: EncodeOptions): string {
  const mapcodes = encode(latDeg, lonDeg, options);
  if (mapcodes.length === 0) {
    const area = options.territory ?? options.country;
    throw new NoAnswerError(`The point ${latDeg} ${lonDeg} has no mapcode in ${area}.`);
  }
  return mapcodes.map(({ territory, code }) => `${territory} ${code}\n`).join("");
}

/** One line with latitude and longitude. */
export function decodeLine(text: string, context: string | undefined): string {
  const { latDeg, lonDeg } = decode(text, { context });
  return `${latDeg} ${lonDeg}\n`;
}
