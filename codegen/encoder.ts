/** Writes the symbols and bits of the compact form; src/tables/compact/coder.ts reads them. */
import {
  CONTEXT_BITS,
  COUNT_BITS,
  type Coder,
  type Column,
  GUESS_SYMBOLS,
  LENGTH_BITS,
  MAX_CODE_BITS,
  PART_BYTES_BITS,
  PARTS_BITS,
  SIZE_BITS,
  SIZE_SHIFT,
  SYMBOL_BITS,
} from "../src/tables/compact/coder.ts";

/** The code of a context: its symbols from short codes to long ones, and how many have each length. */
interface Code {
  readonly symbols: readonly number[];
  /** From length 1 on; empty if there is only one symbol, whose code has no bits. */
  readonly counts: readonly number[];
  readonly bitsOf: ReadonlyMap<number, readonly [count: number, value: number]>;
}

/** A symbol in its context, or plain bits. */
type Step = { context: number; symbol: number } | { count: number; value: number };

/** Collects all that is coded, because a code depends on how often its symbols are used. */
export class Encoder implements Coder {
  /** The steps of each part: of its columns and what is between them. */
  readonly #parts: Step[][][] = [];

  part(index: number): void {
    if (index !== this.#parts.length) throw new RangeError(`Part ${index} follows another one.`);
    this.#parts.push([]);
  }

  #add(steps: Step[]): void {
    const part = this.#parts.at(-1);
    if (part === undefined) throw new RangeError("No part has begun.");
    part.push(steps);
  }

  number(context: number, value: number): number {
    this.#add(stepsOf(context, value));
    return value;
  }

  text(bytes: Uint8Array): void {
    this.#add(
      Array.from(bytes, (symbol, index) => ({ context: index > 0 ? bytes[index - 1] : 0, symbol })),
    );
  }

  column(context: number, kinds: Uint16Array): Column {
    const steps: Step[] = [];
    this.#add(steps);
    return {
      number(index, value, base) {
        steps.push(...stepsOf(context + kinds[index], value - base));
        return value;
      },
      guessed(index, value, base, ...guesses) {
        const guess = guesses.indexOf(value);
        if (guess < 0) return this.number(index, value, base);
        steps.push({ context: context + kinds[index], symbol: GUESS_SYMBOLS[guess] });
        return value;
      },
    };
  }

  /** All bytes. */
  finish(): Uint8Array {
    const usesByContext = new Map<number, Map<number, number>>();
    for (const step of this.#parts.flat(2)) {
      if (!("symbol" in step)) continue;
      const uses = usesByContext.get(step.context) ?? new Map<number, number>();
      usesByContext.set(step.context, uses.set(step.symbol, (uses.get(step.symbol) ?? 0) + 1));
    }
    const codes = new Map(
      [...usesByContext]
        .sort(([one], [other]) => one - other)
        .map(([context, uses]) => [context, codeOf(uses)] as const),
    );
    const bits = new BitWriter();
    writeCodes(bits, codes);
    const parts = this.#parts.map((columns) => partBytes(columns.flat(), codes));
    bits.write(PARTS_BITS, parts.length);
    for (const { length } of parts) bits.write(PART_BYTES_BITS, length);
    return Uint8Array.from([...bits.bytes(), ...parts.flatMap((part) => [...part]), ...READ_AHEAD]);
  }
}

/** The bytes of the steps of a part. */
function partBytes(steps: readonly Step[], codes: ReadonlyMap<number, Code>): Uint8Array {
  const bits = new BitWriter();
  for (const step of steps) {
    if ("symbol" in step)
      bits.write(...(codes.get(step.context)?.bitsOf.get(step.symbol) ?? [0, 0]));
    else bits.write(step.count, step.value);
  }
  return bits.bytes();
}

/** A number, in its context. */
function stepsOf(context: number, value: number): Step[] {
  const symbol = symbolOf(value);
  const count = symbol >> 1;
  if (count === 0) return [{ context, symbol }];
  return [
    { context, symbol },
    { count, value: Math.abs(value) + 1 - 2 ** count },
  ];
}

/** The symbol of a number, see GUESS_SYMBOLS. */
function symbolOf(value: number): number {
  const length = 31 - Math.clz32(Math.abs(value) + 1);
  return 2 * length + (value < 0 ? 1 : 0);
}

/** Bytes that a decoder may look at after the one with the last bit. */
const READ_AHEAD = [0, 0];

class BitWriter {
  readonly #bits: number[] = [];

  write(count: number, value: number): void {
    if (value >= 2 ** count) throw new RangeError(`${value} takes more than ${count} bits.`);
    for (let shift = count - 1; shift >= 0; shift--) this.#bits.push((value >> shift) & 1);
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries()) bytes[index >> 3] |= bit << (7 - (index & 7));
    return bytes;
  }
}

/** Writes the codes of contexts, in rising order. */
function writeCodes(bits: BitWriter, codes: ReadonlyMap<number, Code>): void {
  let size = 0;
  for (const { counts } of codes.values()) size += 1 << counts.length;
  bits.write(SIZE_BITS, Math.ceil(size / (1 << SIZE_SHIFT)));
  bits.write(CONTEXT_BITS, codes.size);
  let last = -1;
  for (const [context, code] of codes) {
    bits.write(CONTEXT_BITS, context - last);
    writeCode(bits, code);
    last = context;
  }
}

function writeCode(bits: BitWriter, { symbols, counts }: Code): void {
  bits.write(LENGTH_BITS, counts.length);
  for (const count of counts) bits.write(COUNT_BITS, count);
  for (const symbol of symbols) bits.write(SYMBOL_BITS, symbol);
}

/** The canonical Huffman code of symbols that are used so often. */
function codeOf(uses: ReadonlyMap<number, number>): Code {
  const lengths = lengthsOf(uses);
  const symbols = [...uses.keys()].sort(
    (one, other) => (lengths.get(one) ?? 0) - (lengths.get(other) ?? 0) || one - other,
  );
  const counts = new Array<number>(Math.max(...lengths.values())).fill(0);
  const bitsOf = new Map<number, readonly [number, number]>();
  let value = 0;
  let last = 0;
  for (const symbol of symbols) {
    const length = lengths.get(symbol) ?? 0;
    if (length === 0) continue;
    value <<= length - last;
    last = length;
    bitsOf.set(symbol, [length, value++]);
    counts[length - 1]++;
  }
  return { symbols, counts, bitsOf };
}

/** The length of each symbol's code. */
function lengthsOf(uses: ReadonlyMap<number, number>): Map<number, number> {
  const lengths = new Map([...uses.keys()].map((symbol) => [symbol, 0]));
  let trees = [...uses].map(([symbol, count]) => ({ symbols: [symbol], count }));
  while (trees.length > 1) {
    trees.sort((one, other) => one.count - other.count || one.symbols[0] - other.symbols[0]);
    const symbols = [...trees[0].symbols, ...trees[1].symbols];
    for (const symbol of symbols) lengths.set(symbol, (lengths.get(symbol) ?? 0) + 1);
    trees = [{ symbols, count: trees[0].count + trees[1].count }, ...trees.slice(2)];
  }
  if (Math.max(...lengths.values()) <= MAX_CODE_BITS) return lengths;
  // Rare symbols get shorter codes if they seem less rare.
  return lengthsOf(new Map([...uses].map(([symbol, count]) => [symbol, Math.ceil(count / 2)])));
}
