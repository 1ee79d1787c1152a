import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PUBLIC_TYPES, publicTypes } from "../../scripts/public-types.ts";

it("The types that users see are those in the repository; npm run public-types writes them anew", () => {
  expect(publicTypes()).toBe(readFileSync(PUBLIC_TYPES, "utf8"));
});
