import { describe, expect, it } from "vitest";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/options.ts";
import { planBatch } from "../../../src/batch/plan.ts";
import { MemberNames } from "../../../src/cli/batch/member-names.ts";

const FIRST = '{"lat":1,"lon":2}\n';

/** Names of results in an input that arrives in parts of a size. */
async function areIn(input: string, size: number): Promise<boolean> {
  const options = { ...DEFAULT_BATCH_OPTIONS, from: "ndjson", to: "ndjson" } as const;
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < input.length; at += size) yield Buffer.from(input.slice(at, at + size));
  }
  return new MemberNames(planBatch(Buffer.from(FIRST), options)).areIn(parts());
}

describe("names of results in an input", () => {
  it.each([1, 3, 7, 20, 1000])("are found in parts of %i bytes", async (size) => {
    const last = '{"lat":1,"lon":2,"international_2":3}\n';
    expect(await areIn(FIRST.repeat(3) + last, size)).toBe(true);
    expect(await areIn(FIRST.repeat(4), size)).toBe(false);
  });
});
