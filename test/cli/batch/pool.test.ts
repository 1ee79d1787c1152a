import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/options.ts";
import { planBatch } from "../../../src/batch/plan.ts";
import { createPieceConverter, type Piece } from "../../../src/cli/batch/pieces.ts";
import { createPool, type Pool } from "../../../src/cli/batch/pool.ts";

/** As built: threads load no TypeScript. */
const WORKER_FILE = new URL("../../../dist/cli/batch/worker.js", import.meta.url);

const plan = planBatch(new Uint8Array(0), DEFAULT_BATCH_OPTIONS);
const answers = { isStrict: false, compression: undefined } as const;

function pieceOf(text: string): Piece {
  return { plan, chunks: [{ bytes: Buffer.from(text) }] };
}

const pools: Pool[] = [];
const threads: Worker[] = [];
const notes: string[] = [];

/** @param onStart what happens to each thread, the first of which has number 1 */
function startPool(count: number, onStart: (thread: Worker, number: number) => void): Pool {
  const pool = createPool({
    threads: count,
    answers,
    note: (line) => notes.push(line),
    startThread() {
      const thread = new Worker(WORKER_FILE);
      threads.push(thread);
      onStart(thread, threads.length);
      return thread;
    },
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.stop()));
  for (const list of [pools, threads, notes]) list.length = 0;
});

const DIED = "A worker thread has died (it ended by itself); another converts its rows once more.";

describe("a pool of threads", () => {
  const texts = Array.from({ length: 12 }, (_, at) => `${at} ${at}\n`.repeat(1 + (at % 3) * 2000));
  const convert = createPieceConverter(plan, answers);
  const expected = texts.map((text) => {
    const { bytes, ...counts } = convert(pieceOf(text).chunks);
    return { ...counts, text: Buffer.from(bytes).toString() };
  });

  async function convertAll(pool: Pool) {
    const converted = await Promise.all(texts.map((text) => pool.convert(pieceOf(text))));
    return converted.map(({ bytes, ...counts }) => {
      return { ...counts, text: Buffer.from(bytes).toString() };
    });
  }

  it("answers as one thread would, and starts no more than it may", async () => {
    const pool = startPool(3, () => {});
    expect(await convertAll(pool)).toEqual(expected);
    expect(await convertAll(pool)).toEqual(expected);
    expect(threads).toHaveLength(3);
    expect(notes).toEqual([]);
  });

  it("starts a thread only when there is work for it", async () => {
    const pool = startPool(3, () => {});
    for (const text of texts) await pool.convert(pieceOf(text));
    expect(threads).toHaveLength(1);
  });

  it("converts the rows of a thread that dies by another, and says so", async () => {
    const pool = startPool(2, (thread, number) => {
      if (number === 1) void thread.terminate();
    });
    expect(await convertAll(pool)).toEqual(expected);
    expect(notes).toEqual([DIED]);
  });

  it("refuses rows of which two threads have died, and answers others", async () => {
    const pool = startPool(1, (thread, number) => {
      if (number <= 2) void thread.terminate();
    });
    const first = pool.convert(pieceOf("1 2\n"));
    const second = pool.convert(pieceOf("3 4\n"));
    await expect(first).rejects.toThrow(
      "2 worker threads have died of the same rows (it ended by itself).",
    );
    expect(notes).toEqual([DIED]);
    expect(Buffer.from((await second).bytes).toString()).toBe("3 4\t\t\tJHVGZ.JL9N\n");
  });

  it("tells why a thread has died", async () => {
    const pool = startPool(1, (thread, number) => {
      // What it cannot work with, as a mistake of ours would be.
      if (number === 1) thread.postMessage({ piece: { bytes: new Uint8Array(0), ends: [] } });
    });
    await pool.convert(pieceOf("1 2\n"));
    expect(notes).toEqual([DIED.replace("it ended by itself", "convert is not a function")]);
  });

  it("converts pieces of several plans", async () => {
    const other = planBatch(new Uint8Array(0), { ...DEFAULT_BATCH_OPTIONS, operation: "decode" });
    const pool = startPool(1, () => {});
    const code = { plan: other, chunks: [{ bytes: Buffer.from("NLD 49.4V\n") }] };
    const all = [code, pieceOf("1 2\n"), code].map((piece) => pool.convert(piece));
    const found = (await Promise.all(all)).map(({ bytes }) => Buffer.from(bytes).toString());
    const decoded = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
    expect(found).toEqual([decoded, "1 2\t\t\tHHNFC.7V5X\n", decoded]);
  });
});
