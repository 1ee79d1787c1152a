/** Builds the map page: a folder of files for any static host, which the service serves as well. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type OutputChunk } from "rolldown";
import { renderPage, type TileSource } from "../src/http/map/page.ts";
import {
  PAGE_FILE,
  PICTURE_FILE,
  SITE_LIST,
  type SiteFile,
  SUFFIXES,
} from "../src/http/map/site.ts";
import { BORDERS, SOURCES } from "./paths.js";
import { IN_PAGE, page } from "./rolldown.config.ts";
import { townFiles } from "./towns.ts";

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

/** Writes a file whose name tells its contents. @returns its path in the site */
function writeAsset(folder: string, file: string, content: string | Uint8Array): string {
  const extension = extname(file);
  const path = `assets/${file.slice(0, -extension.length)}-${hashOf(content)}${extension}`;
  writeFileSync(join(folder, path), content);
  return path;
}

/** @throws Error if the scripts contain a package whose license the site lacks */
function checkLicenses(chunks: readonly OutputChunk[]): void {
  for (const module of chunks.flatMap(({ moduleIds }) => moduleIds)) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
    if (name === undefined || IN_PAGE.includes(name)) continue;
    throw new Error(`${name} is in the map page, whose licenses.txt lacks it. Add it to IN_PAGE.`);
  }
}

/** The licenses of everything that the page contains. */
function licenses(root: string): string {
  const own = ["NOTICE", "LICENSE"].map((name) => readFileSync(join(root, name), "utf8"));
  const others = IN_PAGE.map((name) => {
    const files = ["LICENSE", "LICENSE.md"].map((file) => join(root, "node_modules", name, file));
    return `${name}\n\n${readFileSync(files.find(existsSync) ?? "", "utf8")}`;
  });
  return [...own, ...others].join(`\n${"-".repeat(80)}\n\n`);
}

/** A chunk and all that it imports. */
function withImports(chunk: OutputChunk, all: readonly OutputChunk[]): OutputChunk[] {
  const imported = all.filter(({ fileName }) => chunk.imports.includes(fileName));
  return [chunk, ...imported.flatMap((one) => withImports(one, all))];
}

/** Writes scripts, styles and data. @returns index.html with their names, without the operator's settings */
async function writeAssets(folder: string): Promise<string> {
  const { output } = await build(page(folder));
  const chunks = output.filter((one) => one.type === "chunk");
  checkLicenses(chunks);
  const chunkOf = (name: string) => {
    const found = chunks.find((chunk) => chunk.name === name);
    if (!found) throw new Error(`The bundler has made no chunk ${name}.`);
    return found;
  };
  const atlas = (name: string) => readFileSync(requireFrom.resolve(`world-atlas/${name}.json`));
  const towns = townFiles();
  const assets: Readonly<Record<string, string>> = {
    main: chunkOf("main").fileName,
    worker: chunkOf("worker").fileName,
    style: writeAsset(folder, "style.css", readFileSync(join(SOURCES, "web/style.css"))),
    borders: writeAsset(folder, "borders.bin", readFileSync(join(SOURCES, BORDERS))),
    towns: writeAsset(folder, "towns.json", towns.towns),
    names: writeAsset(folder, "town-names.txt", towns.names),
    scripts: writeAsset(folder, "town-scripts.txt", towns.scripts),
    coarse: writeAsset(folder, "countries-110m.json", atlas("countries-110m")),
    fine: writeAsset(folder, "countries-50m.json", atlas("countries-50m")),
  };
  const behindPaint = new Set(withImports(chunkOf("engine"), chunks).map((one) => one.fileName));
  behindPaint.delete(assets.main);
  const preloads = [...behindPaint].map((path) => `<link rel="modulepreload" href="${path}">`);
  return readFileSync(join(SOURCES, "web", PAGE_FILE), "utf8")
    .replace("<!--preloads-->", preloads.join("\n"))
    .replace(/%(\w+)%/g, (_, name: string) => assets[name]);
}

/** Writes the compressed forms of a file. @returns what the list of files says of it */
function compress(folder: string, path: string): SiteFile {
  const plain = readFileSync(join(folder, path));
  const contentType = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
  // PNG is compressed already.
  const isCompressible = extname(path) !== ".png";
  if (isCompressible) {
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    writeFileSync(join(folder, path + SUFFIXES.br), brotliCompressSync(plain, { params }));
    writeFileSync(join(folder, path + SUFFIXES.gzip), gzipSync(plain, { level: 9 }));
  }
  return { path, contentType, hash: hashOf(plain), isCompressible };
}

/**
 * Builds the site.
 * @param root the folder of the repository
 * @param folder an empty folder, or one that does not exist
 * @param tiles those of a site for static hosts. Without them, the page is a template, which the service fills with its
 *   options
 * @throws Error of rolldown when a module cannot be parsed or resolved
 */
export async function buildSite(root: string, folder: string, tiles?: TileSource): Promise<void> {
  mkdirSync(join(folder, "assets"), { recursive: true });
  const template = await writeAssets(folder);
  const write = (path: string, content: string | Uint8Array) =>
    writeFileSync(join(folder, path), content);
  write("icon.svg", readFileSync(join(SOURCES, "web/icon.svg")));
  write("licenses.txt", licenses(root));
  write(PAGE_FILE, tiles ? renderPage(template, tiles, false) : template);
  // The help page of the service shows it; a static site has no such page.
  if (!tiles) write(PICTURE_FILE, readFileSync(join(root, PICTURE_SOURCE)));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, "/").length))
    .sort();
  const list = files.map((path) => compress(folder, path));
  if (!tiles) write(SITE_LIST, JSON.stringify(list));
}
