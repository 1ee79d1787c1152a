import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/witness/**/*.test.ts"], testTimeout: 600_000 },
});
