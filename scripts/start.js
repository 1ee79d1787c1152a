// @ts-check
/**
 * `npm start`: builds unless dist is current, then serves. One process does both, as a second start of Node
 * and of a shell takes 0.1 s.
 */
import { buildIfStale } from "./build-if-stale.js";

const exitCode = buildIfStale();
if (exitCode === 0) {
  process.argv.splice(2, 0, "serve");
  await import(new URL("../dist/cli/main.js", import.meta.url).href);
} else {
  process.exitCode = exitCode;
}
