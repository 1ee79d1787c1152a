/**
 * Makes the map page: a folder of files for the service or any static host. `npm run build:site` makes dist/web, or
 * another folder with `-- --output FOLDER`. Like `mapcoded serve`, it has `--tiles-url` and `--tiles-attribution` for
 * map tiles. The next build of the package removes dist/web.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, extname, join, parse, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Command, InvalidArgumentError } from "commander";
import { build, type OutputChunk } from "rolldown";
import { renderPage, type TileSource, tilesUrlProblem } from "../src/http/map/page.ts";
import * as routes from "../src/http/map/routes.ts";
import { BORDERS, ROOT, SOURCES } from "./paths.js";
import { page } from "./rolldown.config.ts";
import { townFiles } from "./towns.ts";

/** Fills a temporary folder, and then replaces the former one. An error leaves the former one. */
export async function makeFolder(path: string, fill: (folder: string) => Promise<unknown>) {
  fs.mkdirSync(dirname(path), { recursive: true });
  const folder = fs.mkdtempSync(join(dirname(path), ".build-"));
  const former = `${folder}-former`;
  try {
    fs.chmodSync(folder, 0o755);
    await fill(folder);
    if (fs.existsSync(path)) fs.renameSync(path, former);
    fs.renameSync(folder, path);
  } finally {
    for (const one of [folder, former]) fs.rmSync(one, { recursive: true, force: true });
  }
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css;charset=UTF-8",
  ".html": "text/html;charset=UTF-8",
  ".js": "text/javascript;charset=UTF-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain;charset=UTF-8",
};

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 10);
}

/** Writes a file with the hash of its contents in its name. @returns its path in the site */
function writeAsset(folder: string, file: string, content: string | Uint8Array): string {
  const { name, ext } = parse(file);
  const path = `assets/${name}-${hashOf(content)}${ext}`;
  fs.writeFileSync(join(folder, path), content);
  return path;
}

/** The licenses of mapcoded, of the bundled packages, and of the maps. */
function licenses(chunks: readonly OutputChunk[]): string {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  const packages = modules.flatMap(
    (id) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [],
  );
  const own = ["NOTICE", "LICENSE"].map((name) => fs.readFileSync(join(ROOT, name), "utf8"));
  const others = Array.from(new Set([...packages, "world-atlas"]), (name) => {
    const files = ["LICENSE", "LICENSE.md"].map((file) => join(ROOT, "node_modules", name, file));
    return `${name}\n\n${fs.readFileSync(files.find(fs.existsSync) ?? "", "utf8")}`;
  });
  return [...own, ...others].join(`\n${"-".repeat(80)}\n\n`);
}

/** Writes the assets of the page. @returns index.html with their paths, without the operator's settings */
function writePage(folder: string, chunks: readonly OutputChunk[]): string {
  const fileOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.fileName ?? "";
  const atlas = (name: string) => join(ROOT, "node_modules/world-atlas", name);
  const copy = (path: string) => writeAsset(folder, basename(path), fs.readFileSync(path));
  const towns = Object.entries(townFiles()).map(([name, text]) => {
    return [name, writeAsset(folder, `${name}.txt`, text)];
  });
  const assets: Readonly<Record<string, string>> = {
    main: fileOf("main"),
    worker: fileOf("worker"),
    style: copy(join(SOURCES, "web/style.css")),
    borders: copy(join(SOURCES, BORDERS)),
    ...Object.fromEntries(towns),
    coarse: copy(atlas("countries-110m.json")),
    fine: copy(atlas("countries-50m.json")),
  };
  // The chunk of the library. The loop adds its imports.
  const preloads = new Set([fileOf("page")]);
  for (const path of preloads) {
    const { imports = [] } = chunks.find(({ fileName }) => fileName === path) ?? {};
    for (const one of imports) if (one !== assets.main) preloads.add(one);
  }
  const links = Array.from(preloads, (path) => `<link rel="modulepreload" href="${path}">`);
  return fs
    .readFileSync(join(SOURCES, "web", routes.PAGE_FILE), "utf8")
    .replace("<!--preloads-->", links.join("\n"))
    .replace(/%(\w+)%/g, (_, name: string) => assets[name]);
}

/** Writes the compressed forms of a file. @returns its entry in the list of files */
function compress(folder: string, path: string): routes.SiteFile {
  const plain = fs.readFileSync(join(folder, path));
  const contentType = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
  // PNG is compressed already.
  const isCompressible = extname(path) !== ".png";
  if (isCompressible) {
    const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
    fs.writeFileSync(
      join(folder, path + routes.SUFFIXES.br),
      brotliCompressSync(plain, { params }),
    );
    fs.writeFileSync(join(folder, path + routes.SUFFIXES.gzip), gzipSync(plain, { level: 9 }));
  }
  return { path, contentType, hash: hashOf(plain), isCompressible };
}

/**
 * Builds the site.
 * @param folder an empty folder
 * @param tiles map tiles of a static site. Without them, the page is a template that the service fills with its options
 * @throws Error of rolldown if it cannot parse or resolve a module
 */
export async function buildSite(folder: string, tiles?: TileSource): Promise<void> {
  const { output } = await build(page(folder));
  const chunks = output.filter((one) => one.type === "chunk");
  const template = writePage(folder, chunks);
  const write = (path: string, content: string | Uint8Array) =>
    fs.writeFileSync(join(folder, path), content);
  write("icon.svg", fs.readFileSync(join(SOURCES, "web/icon.svg")));
  write("licenses.txt", licenses(chunks));
  write(routes.PAGE_FILE, tiles ? renderPage(template, tiles, false) : template);
  // The help page of the service shows it.
  if (!tiles) write(routes.PICTURE_FILE, fs.readFileSync(join(ROOT, "docs/map.png")));
  const paths = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => extname(path) !== "").sort();
  const list = files.map((path) => compress(folder, path));
  if (!tiles) write(routes.SITE_LIST, JSON.stringify(list));
}

function checkedUrl(url: string): string {
  const problem = tilesUrlProblem(url);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return url;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { output, ...tiles } = new Command("npm run build:site --")
    .option("--output <folder>", "where to write the page", join(ROOT, "dist/web"))
    .option("--tiles-url <url>", "map tiles, as for mapcoded serve", checkedUrl, "")
    .option("--tiles-attribution <text>", "the source of the tiles", "")
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(2 * exitCode))
    .parse()
    .opts<TileSource & { output: string }>();
  await makeFolder(resolve(output), (folder) => buildSite(folder, tiles));
  console.log(`The map page is in ${resolve(output)}.`);
}
