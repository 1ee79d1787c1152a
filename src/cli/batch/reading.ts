/** The inputs of a batch as one sequence of pieces. */
import type { Chunk } from "../../batch/chunks.ts";
import { createSplitter } from "../../batch/session.ts";
import { blocksOf } from "./blocks.ts";
import type { PlannedInput } from "./inputs.ts";
import { isOwner, release } from "./memory.ts";
import type { Piece } from "./pieces.ts";
import { createInputHash } from "./resume.ts";
import type { Source } from "./source.ts";

/** A piece and its place. */
export interface ReadPiece extends Piece {
  /** Place of its input in the list of inputs. */
  readonly input: number;
  /** How many pieces there are with this one. */
  readonly pieces: number;
  /** What its chunks are views of, to be given back when it has been answered. */
  readonly memory: ReadonlySet<ArrayBufferLike>;
  /** Hash of all that has been read with it; empty unless hashes are wanted. */
  readonly inputHash: string;
}

export interface ReadingSettings {
  readonly inputs: readonly PlannedInput[];
  /** Whether the output is to be resumed one day. */
  readonly isHashed: boolean;
  /** Whether what has arrived goes on when the input pauses; the pieces then depend on it. */
  readonly isLive: boolean;
}

/**
 * The memory of chunks; that of their block is given back at once when they are views of a copy, as
 * the splitter keeps no view either.
 */
function memoryOf(block: Uint8Array, chunks: readonly Chunk[]): ReadonlySet<ArrayBufferLike> {
  const memory = new Set(chunks.map(({ bytes }) => bytes.buffer));
  if (!memory.has(block.buffer)) release(block);
  else if (!isOwner(block)) memory.delete(block.buffer);
  return memory;
}

/** Reads the inputs one after the other. */
export class Reader {
  readonly #settings: ReadingSettings;
  #source: Source | undefined;
  #passedBytes = 0;
  #isClosed = false;

  constructor(settings: ReadingSettings) {
    this.#settings = settings;
  }

  /** Bytes of all inputs together, as stored; undefined when nobody knows. */
  get totalBytes(): number | undefined {
    let total = 0;
    for (const { sizeBytes } of this.#settings.inputs) {
      if (sizeBytes === undefined) return undefined;
      total += sizeBytes;
    }
    return total;
  }

  /** How many of these have been read. */
  readBytes(): number {
    return this.#passedBytes + (this.#source?.readBytes() ?? 0);
  }

  /** Ends the reading, also when it waits for what does not come. */
  close(): void {
    this.#isClosed = true;
    this.#source?.close();
  }

  async *pieces(): AsyncGenerator<ReadPiece> {
    const { inputs, isHashed } = this.#settings;
    const hash = isHashed ? createInputHash() : undefined;
    let pieces = 0;
    for (const [input, { plan }] of inputs.entries()) {
      // Where one input ends and the next begins is part of what was read.
      hash?.update(`\n${input}\n`);
      for await (const { block, chunks } of this.#chunksOf(inputs[input] as PlannedInput)) {
        hash?.update(block);
        const memory = memoryOf(block, chunks);
        if (chunks.length === 0) continue;
        pieces++;
        yield { plan, chunks, memory, input, pieces, inputHash: hash?.copy().digest("hex") ?? "" };
      }
    }
  }

  async *#chunksOf({ plan, open, isFile }: PlannedInput) {
    if (this.#isClosed) return;
    const source = await open();
    this.#source = source;
    const splitter = createSplitter(plan);
    const isLive = this.#settings.isLive && !isFile;
    for await (const block of blocksOf(source.bytes, isLive)) {
      yield { block, chunks: splitter.push(block) };
    }
    yield { block: new Uint8Array(0), chunks: splitter.end() as readonly Chunk[] };
    this.#passedBytes += source.readBytes();
    this.#source = undefined;
    source.close();
  }
}
