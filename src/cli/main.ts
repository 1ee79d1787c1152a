#!/usr/bin/env node
/** The entry of the program. Its dynamic import lets a broken installation print one line. */

try {
  const { run } = await import("./program.ts");
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // The import loads the tables, and they may be missing.
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MAPCODED_TABLES")) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}
