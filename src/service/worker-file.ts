/** The program of a worker, as it is built. */
import { fileURLToPath } from "node:url";

// From here and not from where it is used: this module is as deep in src as chunks are in dist, see
// codegen/bundle.ts.
export const WORKER_FILE = fileURLToPath(new URL("../service/workers/worker.js", import.meta.url));
