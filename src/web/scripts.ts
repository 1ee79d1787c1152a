/** The scripts and files that the page loads. The build puts their names in. */

/** Names relative to the page, with a hash of their contents. */
interface Assets {
  readonly worker: string;
  readonly tableWorker: string;
  readonly coarseMap: string;
  readonly fineMap: string;
}

declare const WEB_ASSETS: Assets;

export const ASSETS: Assets = WEB_ASSETS;

/** Starts the worker that has the library, or the one that converts tables. */
export function startWorker(name: "worker" | "tableWorker"): Worker {
  return new Worker(ASSETS[name], { type: "module" });
}
