/** `/map/`: the map page with its built and compressed files. */
import { existsSync, readFileSync } from "node:fs";
import { memoize } from "../../library/memoize.ts";
import { HttpError } from "../errors.ts";
import type { Coding } from "../negotiation.ts";
import type { InterfaceOptions } from "../options.ts";
import * as Replies from "../replies.ts";
import { checkMethod, GET_METHODS, type Headers, type Reply, type Request } from "../requests.ts";
import { contentSecurityPolicy, renderPage, type TileSource } from "./page.ts";

/** The list of the files, in the folder of the site. */
export const SITE_LIST = "site.json";
/** The page itself. It differs between operators. */
export const PAGE_FILE = "index.html";
/** A picture of the page, for pages that link to it. */
export const PICTURE_FILE = "picture.png";

/** One file as the build lists it. Compressed forms are beside it, with the suffixes of {@link SUFFIXES}. */
export type SiteFile = Replies.ResourceDescription & { readonly path: string };

/** Suffixes of the compressed files, as other servers name them. */
export const SUFFIXES: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz", identity: "" };

/** The site, from the chunks of a build and from this folder in a clone. */
const FOLDERS = ["../web/", "../../../packages/cli/dist/web/"];

/** A link by code, as sent, possibly damaged: `NLD/49.4V`. */
const CODE_PATH = /^(?!assets\/)[\w%-]+\/[\w.%~-]+$/;

/** The files by path, each read at its first request, and at "" the page; none if the site has not been built. */
function readSite(tiles: TileSource): ReadonlyMap<string, Replies.Resource> {
  const folders = FOLDERS.map((folder) => new URL(folder, import.meta.url));
  const folder = folders.find((url) => existsSync(new URL(SITE_LIST, url)));
  if (!folder) return new Map();
  const read = (path: string) => readFileSync(new URL(path, folder));
  const list: SiteFile[] = JSON.parse(`${read(SITE_LIST)}`);
  const files = list
    .filter(({ path }) => path !== PAGE_FILE)
    .map((file): [string, Replies.Resource] => {
      const body = memoize((coding: Coding) => read(file.path + SUFFIXES[coding]));
      return [file.path, { ...file, body }];
    });
  const page = renderPage(`${read(PAGE_FILE)}`, tiles, true);
  return new Map([...files, ["", Replies.staticResource("text/html;charset=UTF-8", page)]]);
}

function bareReply(status: Reply["status"], header: string, value: string): Reply {
  return { status, headers: [[header, value], Replies.NO_SNIFF], body: "", operation: "map" };
}

/** Creates the function that replies to requests below `/map`: undefined for other paths. It throws HttpError. */
export function createMapRoutes(options: InterfaceOptions) {
  const root = `${options.prefix}/map`;
  // For all files: a worker takes its policy from its own script.
  const headers: Headers = [
    ["Content-Security-Policy", contentSecurityPolicy(options, true)],
    // Servers of tiles want the site, but not the page.
    ["Referrer-Policy", "strict-origin"],
    ["Permissions-Policy", "geolocation=(self), camera=(), microphone=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
  let files: ReturnType<typeof readSite> | undefined;

  return (request: Request): Reply | undefined => {
    const { path, method } = request;
    if (path !== root && !path.startsWith(`${root}/`)) return undefined;
    checkMethod(method, GET_METHODS);
    if (method === "OPTIONS") return bareReply(204, "Allow", GET_METHODS.join(", "));
    // Relative, as proxies may have another prefix.
    if (path === root) return bareReply(308, "Location", "map/");
    const file = path.slice(root.length + 1);
    // The page reads its state from the fragment. It also shows the problem with a wrong code.
    if (CODE_PATH.test(file)) return bareReply(308, "Location", `../#${file}`);
    files ??= readSite(options);
    const resource = files.get(file);
    if (!resource) {
      const message =
        files.size > 0
          ? `The map page has no such file. It is at ${root}/.`
          : "This installation has no map page. In a clone, run `npm run build`.";
      const detail = { parameter: "path", value: path, expected: `${root}/` };
      throw new HttpError("unknown-path", message, detail);
    }
    // Names in this folder contain a hash of the contents. Browsers revalidate their copies of other files.
    const isKept = file.startsWith("assets/");
    const cacheControl = isKept ? "public, max-age=31536000, immutable" : "no-cache";
    return Replies.resourceReply(resource, request, "map", cacheControl, false, headers);
  };
}
