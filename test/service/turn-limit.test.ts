/** Clients that pipeline so many requests that others wait for them. */
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { createTurnCheck } from "../../src/service/transports/transport.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns a function that tells which of so many requests lose their connection, each of which takes so long. */
function createTurns(msPerRequest: number) {
  const isTooLong = createTurnCheck();
  let nowMs = 1;
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: nowMs * 1000, system: 0 }));
  return (addresses: readonly number[], count: number) =>
    Array.from({ length: count }, (_, index) => {
      nowMs += msPerRequest;
      const address = Uint8Array.of(127, 0, 0, addresses[index % addresses.length]).buffer;
      return isTooLong({ getRemoteAddress: () => address });
    }).lastIndexOf(true);
}

it("a client that pipelines requests of more than 0.3 s of the processor loses its connection", () => {
  expect(createTurns(0.2)([1], 3_000)).toBeGreaterThan(1_500);
});

it("requests that are answered sooner, of any number, lose none", () => {
  expect(createTurns(0.01)([1], 10_000)).toBe(-1);
});

it("many clients in a long turn lose none", () => {
  const others = Array.from({ length: 100 }, (_, index) => index);
  expect(createTurns(0.2)(others, 3_000)).toBe(-1);
});

it("a client with a request in each turn keeps its connection", async () => {
  const turn = createTurns(5);
  for (let count = 0; count < 200; count++) {
    expect(turn([1], 1)).toBe(-1);
    await setImmediate();
  }
});
