/** Writes the symbols and bits of the compact form; src/tables/compact/coder.ts reads them. */
import {
  COUNT_BITS,
  type Coder,
  LENGTH_BITS,
  MAX_CODE_BITS,
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
  readonly #steps: Step[] = [];

  symbol(context: number, symbol: number): number {
    this.#steps.push({ context, symbol });
    return symbol;
  }

  plainBits(count: number, value: number): number {
    this.#steps.push({ count, value });
    return value;
  }

  /** All bytes. */
  finish(): Uint8Array {
    const usesByContext = new Map<number, Map<number, number>>();
    for (const step of this.#steps) {
      if (!("symbol" in step)) continue;
      const uses = usesByContext.get(step.context) ?? new Map<number, number>();
      usesByContext.set(step.context, uses.set(step.symbol, (uses.get(step.symbol) ?? 0) + 1));
    }
    const codes = new Map<number, Code>();
    const bits = new BitWriter();
    for (const step of this.#steps) {
      if (!("symbol" in step)) {
        bits.write(step.count, step.value);
        continue;
      }
      let code = codes.get(step.context);
      if (code === undefined) {
        code = codeOf(usesByContext.get(step.context) ?? new Map());
        codes.set(step.context, code);
        writeCode(bits, code);
      }
      bits.write(...(code.bitsOf.get(step.symbol) ?? [0, 0]));
    }
    return bits.bytes();
  }
}

class BitWriter {
  readonly #bits: number[] = [];

  write(count: number, value: number): void {
    for (let shift = count - 1; shift >= 0; shift--) this.#bits.push((value >> shift) & 1);
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries()) bytes[index >> 3] |= bit << (7 - (index & 7));
    return bytes;
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
