/**
 * A simulated engine that sends a column to a remote function as warehouses may: blocks in any order and several at a
 * time, some of them twice, some again as their connection broke, and those again that the service has no room for.
 */
import { expect } from "vitest";
import type { HttpReply, Send } from "./both-transports.ts";

/** A block as it is sent. */
export interface Block {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SimulatedEngine {
  readonly path: string;
  /** The greatest body of a request, by the documentation. */
  readonly maxBytes: number;
  /** Makes a request of rows, which are texts of JSON. @param first the number of the first row in the column */
  request(rows: readonly string[], first: number): Block;
  /** The values in a reply, in the order of the rows. */
  values(reply: string): readonly unknown[];
}

/** What happened to the blocks. */
export interface Incidents {
  blocks: number;
  doubled: number;
  broken: number;
  rejected: number;
}

/** One more than the test lets the service take, so that some are rejected. */
const PARALLEL = 4;
const MAX_TRIES = 200;
const MAX_WAIT_MS = 100;

/** Numbers from 0 to 1, the same in each run. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Splits rows so that no request is longer than the engine makes them. @returns where each block begins */
function blockStarts(rows: readonly string[], maxBytes: number): readonly number[] {
  // Of what precedes and follows the rows, and of the number before each row.
  const others = 1000;
  const ofNumber = 10;
  const starts = [0];
  let bytes = others;
  for (const [index, row] of rows.entries()) {
    bytes += row.length + ofNumber;
    if (bytes <= maxBytes) continue;
    starts.push(index);
    bytes = others + row.length + ofNumber;
  }
  return starts;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

export class RemoteColumn {
  readonly incidents: Incidents = { blocks: 0, doubled: 0, broken: 0, rejected: 0 };
  readonly #engine: SimulatedEngine;
  readonly #send: Send;
  readonly #random = randomNumbers();

  /** @param send sends a request by a connection of its own */
  constructor(engine: SimulatedEngine, send: Send) {
    this.#engine = engine;
    this.#send = send;
  }

  /** Sends all rows. @returns their values in the order of the rows */
  async convert(rows: readonly string[]): Promise<readonly unknown[]> {
    const starts = blockStarts(rows, this.#engine.maxBytes);
    const blocks = starts.map((start, index) => ({ start, end: starts[index + 1] ?? rows.length }));
    const waiting = shuffled(blocks, this.#random);
    const values: unknown[] = Array.from({ length: rows.length });
    const work = async () => {
      for (let block = waiting.pop(); block; block = waiting.pop()) {
        const { start, end } = block;
        const answers = await this.#sendBlock(this.#engine.request(rows.slice(start, end), start));
        expect(answers).toHaveLength(end - start);
        for (const [index, answer] of answers.entries()) values[start + index] = answer;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return values;
  }

  async #sendBlock(block: Block): Promise<readonly unknown[]> {
    this.incidents.blocks++;
    const fate = this.#random();
    if (fate < 0.25) await this.#breakOff(block);
    const { text } = await this.#sendUntilTaken(block);
    if (fate > 0.75) {
      this.incidents.doubled++;
      const again = await this.#sendUntilTaken(block);
      expect(again.text === text, "a block that is sent twice has two replies").toBe(true);
    }
    return this.#engine.values(text);
  }

  /** Sends a block and closes the connection while the body is sent or the reply is awaited. */
  async #breakOff({ body, headers }: Block): Promise<void> {
    this.incidents.broken++;
    const signal = AbortSignal.timeout(Math.ceil(20 * this.#random()));
    const { path } = this.#engine;
    await this.#send(path, { method: "POST", headers, body, signal }).catch(() => undefined);
  }

  async #sendUntilTaken({ body, headers }: Block): Promise<HttpReply> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const reply = await this.#sendOnce({ body, headers });
      if (reply?.status === 200) return reply;
      this.incidents.rejected++;
      await new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS * this.#random()));
    }
    throw new Error(`The service has rejected a block ${MAX_TRIES} times.`);
  }

  /** @returns undefined if the connection broke: the service may reject a body and close before all of it was sent */
  async #sendOnce({ body, headers }: Block): Promise<HttpReply | undefined> {
    let reply: HttpReply;
    try {
      reply = await this.#send(this.#engine.path, { method: "POST", headers, body });
    } catch (error) {
      expect(error).toHaveProperty(
        "code",
        expect.stringMatching(/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/),
      );
      return undefined;
    }
    if (reply.status !== 200) {
      expect([429, 503]).toContain(reply.status);
      // An engine waits as long as this says, the test less.
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    }
    return reply;
  }
}
