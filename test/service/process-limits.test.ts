import { describe, expect, it } from "vitest";
import { connectionsFor } from "../../src/service/process-limits.ts";

describe("the connections that a limit of open files allows", () => {
  it.each([
    ["a small one: a quarter stays free", 64, 24, 24],
    ["the usual one of a shell", 1024, 24, 936],
    ["a large one: no more than 64 stay free", 1_048_576, 30, 1_048_482],
    ["one that is nearly used up", 20, 19, 1],
  ])("are counted with %s", (_, max, open, connections) => {
    expect(connectionsFor(1, max, open)).toBe(connections);
  });

  it("are shared among threads", () => {
    expect(connectionsFor(4, 1024, 24)).toBe(234);
  });
});
