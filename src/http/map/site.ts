/** The files of the map page, which the build has compressed; each is read when it is first requested. */
import { existsSync, readFileSync } from "node:fs";
import { memoize } from "../../library/memoize.ts";
import type { Coding } from "../negotiation.ts";
import type { Resource, ResourceDescription } from "../resources.ts";

/** The list of the files, in the folder of the site. */
export const SITE_LIST = "site.json";
/** The page itself, which is different for each operator. */
export const PAGE_FILE = "index.html";
/** A picture of the page, for pages that link to it. */
export const PICTURE_FILE = "picture.png";

/** One file as the build lists it. Compressed forms are beside it, with the suffixes of {@link SUFFIXES}. */
export interface SiteFile extends ResourceDescription {
  readonly path: string;
}

/** Suffixes of the files beside an uncompressed one, as other servers name them. */
export const SUFFIXES: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz", identity: "" };

/** From the chunks of a build, and from this folder of src in a clone. */
const FOLDERS = ["../web/", "../../../packages/cli/dist/web/"];

/** The files of the site by path; none if it has not been built. */
export function readSite(): ReadonlyMap<string, Resource> {
  const folders = FOLDERS.map((folder) => new URL(folder, import.meta.url));
  const folder = folders.find((one) => existsSync(new URL(SITE_LIST, one)));
  if (!folder) return new Map();
  const list = JSON.parse(readFileSync(new URL(SITE_LIST, folder), "utf8")) as SiteFile[];
  const read = (path: string) => readFileSync(new URL(path, folder));
  return new Map(
    list.map((file) => {
      const body = memoize((coding: Coding) => read(file.path + SUFFIXES[coding]));
      return [file.path, { ...file, body }];
    }),
  );
}
