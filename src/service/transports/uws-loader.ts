/** Loads the binary of uWebSockets.js. docs/operations.md has its source. */
import { createRequire } from "node:module";
import { MAX_HEAD_BYTES } from "./transport.ts";

const require = createRequire(import.meta.url);

/** The names in package.json, the newest release first. The other one is for older versions of Node and of glibc. */
const RELEASES = ["uWebSockets.js", "uWebSockets.js-20.51"];

/** Tries both releases; throws why neither loads. */
export function loadUws(): typeof import("uWebSockets.js") {
  // Binaries read this variable when they are loaded; its default is 4 kB.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${MAX_HEAD_BYTES}`;
  const reasons: string[] = [];
  for (const release of RELEASES) {
    try {
      return require(release);
    } catch (error) {
      reasons.push(`${release}: ${(error as Error).message.replace(/\s+/g, " ").trim()}`);
    }
  }
  throw new Error(reasons.join("; "));
}
