/**
 * Keeps the files of the page, so that it works without network after the first visit. The cache has the version
 * of the build in its name; a new build fills a new cache and removes all but the one before, which open pages use.
 */

/** The version and the names of all files, relative to the page. The build puts them in. */
interface Files {
  readonly version: string;
  /** The page itself is `./`. */
  readonly files: readonly string[];
}

declare const WEB_FILES: Files;
declare const self: ServiceWorkerGlobalScope;

const PREFIX = "mapcoded-map-";
const CACHE = PREFIX + WEB_FILES.version;
const PAGE = "./";
/** The program of the page. Its name has a hash, so that only a page of this build contains it. */
const PROGRAM = WEB_FILES.files.find((name) => name.includes("main-")) ?? "";
/** What a link by code has behind the address of the page, as the service redirects it. */
const CODE_PATH = /^(?!assets\/)[\w%-]+\/[\w.%~-]+$/;
/** Longer waiting for the network makes nobody happy who has the page already. */
const PAGE_TIMEOUT_MS = 2_000;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(WEB_FILES.files);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // In the order in which they were made.
  await Promise.all(former.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The newest page, as the operator may have other settings now; without network the kept one. */
async function replyPage(): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(PAGE, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    if (response.ok && (await response.clone().text()).includes(PROGRAM)) {
      await cache.put(PAGE, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await cache.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** A kept file of this build, or of the one before for a page that is still open. */
async function replyFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = self.registration;
  const url = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET" || !url.startsWith(scope)) return;
  const [code] = CODE_PATH.exec(url.slice(scope.length)) ?? [];
  if (request.mode !== "navigate") event.respondWith(replyFile(request));
  else if (url === scope) event.respondWith(replyPage());
  else if (code !== undefined) event.respondWith(Response.redirect(`${scope}#${code}`));
  else event.respondWith(replyFile(request));
});
