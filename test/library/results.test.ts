/** What comes back from the library belongs to the caller: changing it never changes later answers. */
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { EncodeStream } from "../../src/batch/index.ts";
import { alphabets, getTerritory, territories } from "../../src/index.ts";
import { callOf, EXPORTS, goodArguments, isClass } from "../support/exports.ts";

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** All objects that can be reached from a value, by the path that leads there. */
function* objectsIn(value: unknown, path = "result"): Generator<[string, object]> {
  if (!isObject(value)) return;
  yield [path, value];
  if (ArrayBuffer.isView(value)) return;
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${path}.${name}`);
}

const functions = EXPORTS.flatMap(([name, value]) => {
  const call = callOf(value);
  return call && !isClass(value) ? [{ name, call }] : [];
});
const constants = EXPORTS.filter(([, value]) => !callOf(value));

describe("everything that comes back", () => {
  it.each(functions)("is frozen, or made anew by each call: $name", ({ name, call }) => {
    const first = new Set(Array.from(objectsIn(call(...goodArguments(name))), ([, one]) => one));
    const second = Array.from(objectsIn(call(...goodArguments(name))));
    const shared = second.filter(([, one]) => first.has(one) && !Object.isFrozen(one));
    expect(shared.map(([path]) => path)).toEqual([]);
  });

  it("is frozen if it is a constant", () => {
    const objects = constants.flatMap(([name, value]) => Array.from(objectsIn(value, name)));
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter(([, one]) => !Object.isFrozen(one)).map(([path]) => path)).toEqual([]);
  });
});

describe("the lists of territories and alphabets", () => {
  it("cannot be sorted in place, which would change what numbers mean", () => {
    expect(() => (territories() as unknown[]).sort()).toThrow(TypeError);
    expect(() => (alphabets() as string[]).reverse()).toThrow(TypeError);
    expect(() => (getTerritory("NLD").aliases as string[]).push("HOLLAND")).toThrow(TypeError);
    expect(getTerritory("NLD").alphaCode).toBe("NLD");
  });
});

describe("the counts of a stream", () => {
  const rows = "1 2\nnorth 4\n";

  it("are plain data", async () => {
    const stream = new EncodeStream();
    await buffer(new Blob([rows]).stream().pipeThrough(stream));
    const { counts } = stream;
    expect(Object.getPrototypeOf(counts)).toBe(Object.prototype);
    expect(structuredClone(counts)).toEqual({
      rows: 2,
      converted: 1,
      failed: 1,
      failedFirst: 0,
      firstError: expect.objectContaining({ row: 2, line: 2 }),
      ambiguousNames: [],
      failures: [{ rows: 1, first: expect.objectContaining({ row: 2, line: 2 }) }],
    });
  });
});
