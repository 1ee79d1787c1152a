/** The files of the map page, which the build has compressed; each is read when it is first requested. */
import { existsSync, readFileSync } from "node:fs";
import type { Coding } from "../negotiation.ts";
import { createResource, type Resource } from "../resources.ts";

/** The list of the files, in the folder of the site. */
export const SITE_LIST = "site.json";

/** One file as the build lists it. */
export interface SiteFile {
  readonly path: string;
  readonly contentType: string;
  /** A hash of its contents. */
  readonly hash: string;
  /** Whether compressed forms are beside it, with the suffixes of {@link SUFFIXES}. */
  readonly isCompressed: boolean;
}

/** Suffixes of the files beside an uncompressed one, as other servers name them. */
export const SUFFIXES: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz", identity: "" };

/** From the chunks of a build, and from this folder of src in a clone. */
const FOLDERS = ["../web/", "../../../packages/cli/dist/web/"];

function findFolder(): URL | undefined {
  return FOLDERS.map((folder) => new URL(folder, import.meta.url)).find((folder) =>
    existsSync(new URL(SITE_LIST, folder)),
  );
}

function fileResource(folder: URL, { path, contentType, hash, isCompressed }: SiteFile): Resource {
  const description = { contentType, hash, isCompressible: isCompressed };
  return createResource(description, (coding) =>
    readFileSync(new URL(path + SUFFIXES[coding], folder)),
  );
}

/** The files of the site by path. */
export interface Site {
  /** All but the page itself, which is different for each operator. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** index.html without the settings of the operator. */
  readonly template: string;
}

export const PAGE_FILE = "index.html";

/** A picture of the page, for pages that link to it. Browsers do not keep it with the page. */
export const PICTURE_FILE = "picture.png";

/** Reads the list of the files. @returns undefined if the site has not been built */
export function readSite(): Site | undefined {
  const folder = findFolder();
  if (!folder) return undefined;
  const list = JSON.parse(readFileSync(new URL(SITE_LIST, folder), "utf8")) as SiteFile[];
  const resources = list
    .filter(({ path }) => path !== PAGE_FILE)
    .map((file) => [file.path, fileResource(folder, file)] as const);
  return {
    resources: new Map(resources),
    template: readFileSync(new URL(PAGE_FILE, folder), "utf8"),
  };
}
