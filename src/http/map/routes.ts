/** `/map/`: the page of the map with its files. */
import { HttpError } from "../errors.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";
import { checkMethod, checkRequest, type Headers, type Reply, type Request } from "../requests.ts";
import { type Resource, resourceReply, staticResource } from "../resources.ts";
import { contentSecurityPolicy, renderPage, type TileSource } from "./page.ts";
import { readSite, type Site } from "./site.ts";

/** The first segment after the prefix. */
const MAP_SEGMENT = "map";

/** A link by code, as sent: `NLD/49.4V`, or one that is damaged. */
const CODE_PATH = /^(?!assets\/)[\w%-]+\/[\w.%~-]+$/;

const MAP_METHODS = ["GET", "HEAD", "OPTIONS"] as const;

/** Their names contain a hash of their contents. */
const UNCHANGING = /^assets\//;
const KEPT_FOREVER = "public, max-age=31536000, immutable";
/** Browsers ask whether their copy is current. */
const ASKED_FOR = "no-cache";

/** The headers of all files: workers take their policy from their own script. */
function createSecurityHeaders(tiles: TileSource): Headers {
  return [
    ["Content-Security-Policy", contentSecurityPolicy(tiles, true)],
    ["X-Content-Type-Options", "nosniff"],
    // Servers of tiles want to know the site, but not the page.
    ["Referrer-Policy", "strict-origin"],
    ["Permissions-Policy", "geolocation=(self), camera=(), microphone=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
}

/** A reply with a header and no body. */
function bareReply(status: Reply["status"], header: string, value: string): Reply {
  return { status, headers: [[header, value]], body: "", operation: "map" };
}

export interface MapRoutes {
  /**
   * Replies to a request below `/map`.
   * @returns undefined for all other paths
   * @throws HttpError
   */
  reply(request: Request): Reply | undefined;
}

/** Creates the routes. Nothing is read before the first request. */
export function createMapRoutes(options: ResolvedInterfaceOptions): MapRoutes {
  const { prefix, tiles } = options;
  const root = `${prefix}/${MAP_SEGMENT}`;
  const security = createSecurityHeaders(tiles);
  let site: Site | undefined;
  let page: Resource | undefined;

  function findResource(path: string): Resource | undefined {
    site ??= readSite();
    if (!site) return undefined;
    if (path !== "") return site.resources.get(path);
    page ??= staticResource("text/html;charset=UTF-8", renderPage(site.template, tiles, true));
    return page;
  }

  return {
    reply(request) {
      const { path, method } = request;
      if (path !== root && !path.startsWith(`${root}/`)) return undefined;
      checkRequest(request);
      checkMethod(method, MAP_METHODS);
      if (method === "OPTIONS") return bareReply(204, "Allow", MAP_METHODS.join(", "));
      // Relative, as proxies may have another prefix.
      if (path === root) return bareReply(308, "Location", `${MAP_SEGMENT}/`);
      const file = path.slice(root.length + 1);
      // In the fragment, as the page keeps what it shows; the page tells what is wrong with a code.
      if (CODE_PATH.test(file)) return bareReply(308, "Location", `../#${file}`);
      const resource = findResource(file);
      if (resource) {
        return resourceReply(resource, request, {
          operation: "map",
          cacheControl: UNCHANGING.test(file) ? KEPT_FOREVER : ASKED_FOR,
          doesVary: false,
          headers: security,
        });
      }
      const message = site
        ? `The map page has no such file. It is at ${root}/.`
        : "This installation has no map page. In a clone, run `npm run build`.";
      const detail = { parameter: "path", value: path, expected: `${root}/` };
      throw new HttpError("unknown-path", message, detail);
    },
  };
}
