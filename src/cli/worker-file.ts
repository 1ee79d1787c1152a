/** The program of a worker thread, as it is built. */

// It has a file of its own because dist/chunks is as deep as this folder: see scripts/bundle.ts.
export const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);
