import { STATUS_CODES } from "node:http";
import { describe, expect, it } from "vitest";
import { ERROR_STATUS, STATUS_TEXTS } from "../../src/http/errors.ts";

describe("the texts of statuses", () => {
  it("are those of node:http", () => {
    const expected = Object.keys(STATUS_TEXTS).map((status) => [status, STATUS_CODES[status]]);
    expect(Object.entries(STATUS_TEXTS)).toEqual(expected);
  });

  it("exist for all statuses of replies", () => {
    for (const status of [200, 204, 304, ...Object.values(ERROR_STATUS)]) {
      expect(STATUS_TEXTS, `${status}`).toHaveProperty(`${status}`);
    }
  });
});
