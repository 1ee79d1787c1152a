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

/** Trusted Types, which TypeScript's types of the DOM do not have yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

const SERVICE_WORKER = "service-worker.js";
const SCRIPTS: readonly string[] = [ASSETS.worker, ASSETS.tableWorker, SERVICE_WORKER];

/** The only script addresses that the policy of the page lets through. */
function checkScript(url: string): string {
  if (SCRIPTS.includes(url)) return url;
  throw new TypeError(`${url} is not a script of this page.`);
}

const policy = window.trustedTypes?.createPolicy("mapcoded", { createScriptURL: checkScript });
const trusted = (url: string): string => policy?.createScriptURL(url) ?? checkScript(url);

/** Starts the worker that has the library, or the one that converts tables. */
export function startWorker(name: "worker" | "tableWorker"): Worker {
  return new Worker(trusted(ASSETS[name]), { type: "module" });
}

/** Keeps the page for use without network. */
export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(trusted(SERVICE_WORKER));
  } catch {
    // Browsers in private mode and pages without HTTPS have no service workers.
  }
}
