/** What comes back from the library belongs to the caller: changing it never changes later answers. */
import { describe, expect, it } from "vitest";
import { callOf, EXPORTS, goodArguments, isClass } from "../support/exports.ts";

/** All objects that can be reached from a value, by the path that leads there. */
function* objectsIn(value: unknown, path = "result"): Generator<[string, object]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  if (ArrayBuffer.isView(value)) return;
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${path}.${name}`);
}

const functions = EXPORTS.flatMap(([name, value]) => {
  const call = callOf(value);
  return call && !isClass(value) ? [{ name, call }] : [];
});

describe("everything that comes back", () => {
  it.each(functions)("is frozen, or made anew by each call: $name", ({ name, call }) => {
    const first = new Set(Array.from(objectsIn(call(...goodArguments(name))), ([, one]) => one));
    const second = Array.from(objectsIn(call(...goodArguments(name))));
    const shared = second.filter(([, one]) => first.has(one) && !Object.isFrozen(one));
    expect(shared.map(([path]) => path)).toEqual([]);
  });

  it("is frozen if it is a constant", () => {
    const constants = EXPORTS.filter(([, value]) => !callOf(value));
    const objects = constants.flatMap(([name, value]) => Array.from(objectsIn(value, name)));
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter(([, one]) => !Object.isFrozen(one)).map(([path]) => path)).toEqual([]);
  });
});
