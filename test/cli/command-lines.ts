/** Command lines in shell form, inputs for them, and their output. */
import { expect, it } from "vitest";
import type { Ended } from "../inputs/program.ts";
import { run } from "./command.ts";

type Value = string | number | readonly string[];

/** The words of a command line. A lone value is one word; a list of values is several. */
export function words(texts: TemplateStringsArray, ...values: readonly Value[]): string[] {
  const marked = texts.map((text, at) => text + (at < values.length ? `⟨${at}⟩` : "")).join("");
  return marked.split(/\s+/).flatMap((word) => {
    const [, at] = /^⟨(\d+)⟩$/.exec(word) ?? [];
    const value = values[Number(at)];
    if (Array.isArray(value)) return value;
    if (value !== undefined) return String(value);
    return word === "" ? [] : word.replace(/⟨(\d+)⟩/g, (_, index) => String(values[index]));
  });
}

/** Runs a command line within this process, which takes a hundredth of the time. */
export async function mapcodedHere(texts: TemplateStringsArray, ...values: readonly Value[]) {
  return runHere(words(texts, ...values));
}

/** The same with these bytes as standard input. */
export function pipedHere(input: string | Uint8Array) {
  return (texts: TemplateStringsArray, ...values: readonly Value[]) => {
    return runHere(words(texts, ...values), Buffer.from(input));
  };
}

async function runHere(args: readonly string[], input?: Uint8Array) {
  // Other tests do without the program.
  const program = await import("../inputs/program.ts");
  return program.runHere(args, input);
}

/** Runs the built command to its end: mapcoded`encode 52.376514 4.908543`. */
export function mapcoded(texts: TemplateStringsArray, ...values: readonly Value[]) {
  return run(words(texts, ...values));
}

/** The same with these bytes as standard input: piped("1 2\n")`encode --quiet`. */
export function piped(input: string | Uint8Array) {
  return (texts: TemplateStringsArray, ...values: readonly Value[]) => {
    return run(words(texts, ...values), {}, input);
  };
}

/** The exit code and the message of a failed command, as in `1: There is ...`. Expects no other output. */
export async function failureOf(ended: Promise<Ended>): Promise<string> {
  const { code, out, err } = await ended;
  expect([out, err.at(-1)]).toEqual(["", "\n"]);
  return `${code}: ${err.slice(0, -1)}`;
}

/** The output of a successful command. Expects no messages. */
export async function outputOf(ended: Promise<Ended>): Promise<string> {
  const { code, out, err } = await ended;
  expect([code, err]).toEqual([0, ""]);
  return out;
}

/** Tests each command line of a table within this process. Words may be in double quotes. */
function itRuns(
  title: string,
  table: Readonly<Record<string, string>>,
  check: (ended: Promise<Ended>, expected: string) => Promise<void>,
): void {
  it.each(Object.entries(table))(`${title}: %s`, async (line, expected) => {
    const args = Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, inQuotes = word]) => inQuotes);
    await check(runHere(args), expected);
  });
}

/** Tests command lines that succeed. @param outputs the whole output of each */
export function itPrints(title: string, outputs: Readonly<Record<string, string>>): void {
  itRuns(title, outputs, async (ended, expected) => expect(await outputOf(ended)).toBe(expected));
}

/** Tests command lines that fail. @param failures the whole failure of each */
export function itFails(title: string, failures: Readonly<Record<string, string>>): void {
  itRuns(title, failures, async (ended, expected) => expect(await failureOf(ended)).toBe(expected));
}

/** Tests command lines that exit with 2. @param messages a part of the message of each */
export function itRefuses(title: string, messages: Readonly<Record<string, string>>): void {
  itRuns(title, messages, async (ended, message) => {
    const said = await failureOf(ended);
    expect([said.slice(0, 3), said]).toEqual(["2: ", expect.stringContaining(message)]);
  });
}

/** Replaces the rate, as it depends on the machine. */
export function withoutRate(text: string): string {
  return text.replace(/\d+ rows\/s/g, "N rows/s");
}

/** Plain lines of points; the same count gives the same points. */
export function pointLines(count: number): string {
  return Array.from({ length: count }, (_, at) => {
    // Steps that add up to a full circle only after many rows.
    const lat = ((at * 37.123457) % 180) - 90;
    const lon = ((at * 101.654321) % 360) - 180;
    return `${lat.toFixed(6)} ${lon.toFixed(6)}\n`;
  }).join("");
}
