// @ts-check
/**
 * `npm start`: builds unless dist is current, then serves. One process does both, as a second start of Node
 * and of a shell takes 0.1 s.
 */
import { pathToFileURL } from "node:url";
import { buildIfStale } from "./build-if-stale.js";
import { COMMAND } from "./freshness.js";

const exitCode = buildIfStale();
if (exitCode === 0) {
  process.argv.splice(2, 0, "serve");
  await import(pathToFileURL(COMMAND).href);
} else {
  process.exitCode = exitCode;
}
