#!/usr/bin/env node
/** The command; all that can fail is loaded here, so that it fails with one line. */

try {
  const { run } = await import("./run.ts");
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // The tables are read when the engine is loaded.
  if (!(error instanceof Error) || error.name !== "TablesError") throw error;
  console.error(error.message);
  process.exitCode = 1;
}
