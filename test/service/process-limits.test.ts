import { expect, it } from "vitest";
import { connectionsFor } from "../../src/service/process-limits.ts";

it.each([
  ["a small one: a quarter stays free", 1, 64, 24, 24],
  ["the usual one of a shell", 1, 1024, 24, 936],
  ["a large one: no more than 64 stay free", 1, 1_048_576, 30, 1_048_482],
  ["one that is nearly used up", 1, 20, 19, 1],
  ["one that threads share", 4, 1024, 24, 234],
])("a limit of open files allows connections: %s", (_, threads, max, open, connections) => {
  expect(connectionsFor(threads, max, open)).toBe(connections);
});
