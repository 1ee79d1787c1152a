/** Builds the map page: a folder of files for any static host, which the service serves as well. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { renderPage, type TileSource } from "../src/http/map/page.ts";
import {
  PAGE_FILE,
  PICTURE_FILE,
  SITE_LIST,
  type SiteFile,
  SUFFIXES,
} from "../src/http/map/site.ts";
import { BORDERS, IN_PAGE, SOURCES } from "./freshness.js";
import { townsFile } from "./towns.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css;charset=UTF-8",
  ".html": "text/html;charset=UTF-8",
  ".js": "text/javascript;charset=UTF-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain;charset=UTF-8",
};

const HASH_CHARS = 10;

/** The picture of the page, in the folder of the repository. */
const PICTURE_SOURCE = "docs/map.png";

const requireFrom = createRequire(import.meta.url);

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, HASH_CHARS);
}

/** A folder that is being filled. */
class SiteFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, "assets"), { recursive: true });
  }

  write(path: string, content: string | Uint8Array): void {
    writeFileSync(join(this.folder, path), content);
  }

  /** Writes a file whose name tells its contents. @returns its path */
  writeAsset(name: string, extension: string, content: string | Uint8Array): string {
    const path = `assets/${name}-${hashOf(content)}${extension}`;
    this.write(path, content);
    return path;
  }

  /** The paths of all files, sorted. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(this.folder, path)).isFile())
      .sort();
  }
}

/** Bundles a script into one file. @param values replace identifiers of the script */
async function bundleScript(
  module: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const build = await rolldown({
    input: module,
    platform: "browser",
    transform: { target: "es2022", define },
    // The loader of the tables and the start of the page have effects; no other module needs to stay.
    treeshake: { moduleSideEffects: [{ test: /\/(?:loaders|web)\//, sideEffects: true }] },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  for (const module of output[0].moduleIds) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
    if (name === undefined || IN_PAGE.includes(name)) continue;
    throw new Error(`${name} is in the map page, whose licenses.txt lacks it. Add it to IN_PAGE.`);
  }
  return output[0].code;
}

/** The licenses of everything that the page contains. */
function licenses(root: string): string {
  const own = ["NOTICE", "LICENSE"].map((name) => readFileSync(join(root, name), "utf8"));
  const others = IN_PAGE.map((name) => {
    const text = readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8");
    return `${name}\n\n${text}`;
  });
  return [...own, ...others].join(`\n${"-".repeat(80)}\n\n`);
}

/** Writes scripts, styles and maps. @returns the paths that index.html names */
async function writeAssets(
  site: SiteFolder,
  web: string,
): Promise<Readonly<Record<string, string>>> {
  const atlas = (scale: string) => readFileSync(requireFrom.resolve(`world-atlas/${scale}.json`));
  const borders = site.writeAsset("borders", ".bin", readFileSync(join(SOURCES, BORDERS)));
  const towns = site.writeAsset("towns", ".json", townsFile());
  const values = { BORDERS_FILE: basename(borders), TOWNS_FILE: basename(towns) };
  const worker = await bundleScript(join(web, "worker/worker.ts"), values);
  const tableWorker = await bundleScript(join(web, "worker/table-worker.ts"), values);
  const assets = {
    worker: site.writeAsset("worker", ".js", worker),
    tableWorker: site.writeAsset("table-worker", ".js", tableWorker),
    coarseMap: site.writeAsset("countries-110m", ".json", atlas("countries-110m")),
    fineMap: site.writeAsset("countries-50m", ".json", atlas("countries-50m")),
  };
  const main = await bundleScript(join(web, "main.ts"), { WEB_ASSETS: assets });
  return {
    ...assets,
    main: site.writeAsset("main", ".js", main),
    style: site.writeAsset("style", ".css", readFileSync(join(web, "style.css"))),
  };
}

/** Writes the compressed forms of a file. @returns whether it has any: PNG is compressed already */
function compress(site: SiteFolder, path: string): boolean {
  if (extname(path) === ".png") return false;
  const plain = readFileSync(join(site.folder, path));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  site.write(path + SUFFIXES.br, brotliCompressSync(plain, { params }));
  site.write(path + SUFFIXES.gzip, gzipSync(plain, { level: 9 }));
  return true;
}

/** Writes compressed forms beside the files. @returns the list of the files */
function compressAll(site: SiteFolder): SiteFile[] {
  return site.files().map((path) => ({
    path,
    contentType: CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
    hash: hashOf(readFileSync(join(site.folder, path))),
    isCompressed: compress(site, path),
  }));
}

/** What a site is built with. */
export interface SiteOptions {
  /** Tiles of a site for static hosts. Without them, the page is a template, which the service fills with its options. */
  readonly tiles?: TileSource;
}

/**
 * Builds the site.
 *
 * @param root the folder of the repository
 * @param folder an empty folder, or one that does not exist
 * @throws {Error} of rolldown when a module cannot be parsed or resolved
 */
export async function buildSite(
  root: string,
  folder: string,
  { tiles }: SiteOptions = {},
): Promise<void> {
  const web = join(root, "src/web");
  const site = new SiteFolder(folder);
  const assets = await writeAssets(site, web);
  site.write("icon.svg", readFileSync(join(web, "icon.svg")));
  site.write("licenses.txt", licenses(root));
  const template = readFileSync(join(web, PAGE_FILE), "utf8").replace(
    /%(\w+)%/g,
    (_, name: string) => assets[name],
  );
  site.write(PAGE_FILE, tiles ? renderPage(template, tiles, false) : template);
  // The help page of the service shows it; a static site has no such page.
  if (!tiles) site.write(PICTURE_FILE, readFileSync(join(root, PICTURE_SOURCE)));
  const files = compressAll(site);
  if (!tiles) site.write(SITE_LIST, JSON.stringify(files));
}
