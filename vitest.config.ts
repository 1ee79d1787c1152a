import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/witness/**"],
    // Packing and installing take seconds, on a busy machine many.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
