/** `/map/`: the page of the map with its files. */
import { HttpError } from "../errors.ts";
import type { ResolvedInterfaceOptions } from "../options.ts";
import { checkMethod, checkRequest, type Headers, type Reply, type Request } from "../requests.ts";
import { type Resource, resourceReply, staticResource } from "../resources.ts";
import { contentSecurityPolicy, renderPage } from "./page.ts";
import { PAGE_FILE, readSite } from "./site.ts";

/** A link by code, as sent: `NLD/49.4V`, or one that is damaged. */
const CODE_PATH = /^(?!assets\/)[\w%-]+\/[\w.%~-]+$/;

const HTML = "text/html;charset=UTF-8";
const METHODS = ["GET", "HEAD", "OPTIONS"] as const;

/** A reply with a header and no body. */
function bareReply(status: Reply["status"], header: string, value: string): Reply {
  return { status, headers: [[header, value]], body: "", operation: "map" };
}

/**
 * Creates the function that replies to requests below `/map`. Nothing is read before the first of them.
 * @returns a function that returns undefined for all other paths, and throws HttpError
 */
export function createMapRoutes({ prefix, tiles }: ResolvedInterfaceOptions) {
  const root = `${prefix}/map`;
  // For all files, as workers take their policy from their own script.
  const headers: Headers = [
    ["Content-Security-Policy", contentSecurityPolicy(tiles, true)],
    ["X-Content-Type-Options", "nosniff"],
    // Servers of tiles want to know the site, but not the page.
    ["Referrer-Policy", "strict-origin"],
    ["Permissions-Policy", "geolocation=(self), camera=(), microphone=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
  let files: Map<string, Resource> | undefined;

  /** The files of the site, with the page for this operator in place of its template. */
  function readFiles(): Map<string, Resource> {
    const { [PAGE_FILE]: template, ...others } = Object.fromEntries(readSite());
    if (!template) return new Map();
    const page = renderPage(`${Buffer.from(template.body("identity"))}`, tiles, true);
    return new Map([...Object.entries(others), ["", staticResource(HTML, page)]]);
  }

  return (request: Request): Reply | undefined => {
    const { path, method } = request;
    if (path !== root && !path.startsWith(`${root}/`)) return undefined;
    checkRequest(request);
    checkMethod(method, METHODS);
    if (method === "OPTIONS") return bareReply(204, "Allow", METHODS.join(", "));
    // Relative, as proxies may have another prefix.
    if (path === root) return bareReply(308, "Location", "map/");
    const file = path.slice(root.length + 1);
    // In the fragment, as the page keeps what it shows; the page tells what is wrong with a code.
    if (CODE_PATH.test(file)) return bareReply(308, "Location", `../#${file}`);
    files ??= readFiles();
    const resource = files.get(file);
    if (!resource) {
      const message =
        files.size > 0
          ? `The map page has no such file. It is at ${root}/.`
          : "This installation has no map page. In a clone, run `npm run build`.";
      const detail = { parameter: "path", value: path, expected: `${root}/` };
      throw new HttpError("unknown-path", message, detail);
    }
    // Names in this folder contain a hash of the contents; of others, browsers ask whether their copy is current.
    const isKept = file.startsWith("assets/");
    const cacheControl = isKept ? "public, max-age=31536000, immutable" : "no-cache";
    return resourceReply(resource, request, "map", cacheControl, false, headers);
  };
}
