/**
 * `npm run sizes`: what a browser transfers of the library, by what is imported. Prints the table and writes it into
 * docs/library.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { virtualModules } from "./bundle/plugins.ts";
import { COMPACT_TABLES, LIBRARY_DIST, ROOT } from "./freshness.js";

/** The sizes of one row of the table. */
export interface Size {
  readonly name: string;
  readonly rawKb: number;
  readonly gzipKb: number;
  readonly brotliKb: number;
}

/** What users import, as the source of a module. */
const IMPORTS = {
  "`distanceMeters`": 'export { distanceMeters } from "mapcoded";',
  "`encode` and `decode`": 'export { decode, encode } from "mapcoded";',
  "everything of `mapcoded`": 'export * from "mapcoded";',
  "`EncodeStream` of `mapcoded/batch`": 'export { EncodeStream } from "mapcoded/batch";',
  "`encodeLocal` of `mapcoded/borders`": 'export { encodeLocal } from "mapcoded/borders";',
  "`encode`, `decode` and `init` of `mapcoded/init`, without tables":
    'export { decode, encode, init } from "mapcoded/init";',
};

/** A file that does not exist. It would be in the repository, so that its imports of `mapcoded` lead to this package. */
const ENTRY = join(ROOT, "sizes-entry.js");

/** The code that a bundler makes for browsers. */
async function bundled(source: string): Promise<Buffer> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: "browser",
    plugins: [virtualModules(new Map([[ENTRY, source]]))],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  if (output.length !== 1) throw new Error("The bundle is not one file.");
  return Buffer.from(output[0].code);
}

const inKb = (bytes: Uint8Array) => Math.round(bytes.length / 1000);

function sizeOf(name: string, bytes: Uint8Array): Size {
  const gzipKb = inKb(gzipSync(bytes, { level: 9 }));
  return { name, rawKb: inKb(bytes), gzipKb, brotliKb: inKb(brotliCompressSync(bytes)) };
}

/** The sizes of the built library, in the order of the table. */
export async function librarySizes(): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const [name, source] of Object.entries(IMPORTS)) {
    sizes.push(sizeOf(name, await bundled(source)));
  }
  const tables = readFileSync(join(LIBRARY_DIST, COMPACT_TABLES));
  return [...sizes, sizeOf("the file `mapcoded/tables-compact.bin`", tables)];
}

const HEAD = "| imported | kB | gzip | brotli |\n| --- | --- | --- | --- |\n";

/** A table in Markdown. */
function sizeTable(sizes: readonly Size[]): string {
  const rows = sizes.map(
    ({ name, rawKb, gzipKb, brotliKb }) => `| ${name} | ${rawKb} | ${gzipKb} | ${brotliKb} |\n`,
  );
  return HEAD + rows.join("");
}

/** The document that shows the table, between marks. */
export const SIZES_DOCUMENT = join(ROOT, "docs/library.md");
const SIZES = /(?<=<!-- sizes -->\n)[\s\S]*?(?=<!-- end of sizes -->)/;

/** The sizes that a document shows. */
export function shownSizes(document: string): Size[] {
  const [table = ""] = SIZES.exec(document) ?? [];
  const rows = table.matchAll(/^\| (.*?) \| (\d+) \| (\d+) \| (\d+) \|$/gm);
  return Array.from(rows, ([, name = "", rawKb, gzipKb, brotliKb]) => {
    return { name, rawKb: Number(rawKb), gzipKb: Number(gzipKb), brotliKb: Number(brotliKb) };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const table = sizeTable(await librarySizes());
  writeFileSync(SIZES_DOCUMENT, readFileSync(SIZES_DOCUMENT, "utf8").replace(SIZES, table));
  console.log(table);
}
