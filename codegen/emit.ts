/** The files that codegen makes: of arrays (see src/tables/array-file.ts), and modules of their lengths and of names. */
import { createHash } from "node:crypto";
import {
  type ArrayFormat,
  type ArraysOf,
  type ArrayTypes,
  aligned,
  HEADER_BYTES,
} from "../src/tables/array-file.ts";
import type { Tables } from "./read.ts";

/** What codegen knows of a file before it has its arrays. */
export type FileType<Types> = Pick<ArrayFormat<Types>, "magic" | "layoutVersion" | "types">;

export interface SectionSize {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly bytes: number;
}

/** The sizes of arrays in file order. */
export function sectionSizes<Types extends ArrayTypes>(
  sections: ArraysOf<Types>,
  { types }: Pick<FileType<Types>, "types">,
): SectionSize[] {
  return Object.entries(types).map(([name, type]) => ({
    name,
    type: type.name,
    length: sections[name].length,
    bytes: sections[name].byteLength,
  }));
}

/** What identifies the contents of the arrays: the first 31 bits of their hash. */
export function fingerprintOf<Types extends ArrayTypes>(
  sections: ArraysOf<Types>,
  { types }: Pick<FileType<Types>, "types">,
): number {
  const hash = createHash("sha256");
  for (const name of Object.keys(types)) {
    const { buffer, byteOffset, byteLength } = sections[name];
    hash.update(`${name} ${byteLength}\n`).update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest().readInt32LE() & 0x7fffffff;
}

/** How many elements each array has. */
export function lengthsOf<Types extends ArrayTypes>(
  sections: ArraysOf<Types>,
): Record<keyof Types, number> {
  const lengths = Object.entries(sections).map(([name, { length }]) => [name, length]);
  return Object.fromEntries(lengths) as Record<keyof Types, number>;
}

/** The bytes of a file of arrays, which are the same on every machine. */
export function arrayFile<Types extends ArrayTypes>(
  sections: ArraysOf<Types>,
  type: FileType<Types>,
): Uint8Array {
  const sizes = sectionSizes(sections, type);
  const bodyBytes = sizes.reduce((sum, { bytes }) => sum + aligned(bytes), 0);
  const file = new Uint8Array(HEADER_BYTES + bodyBytes);
  const view = new DataView(file.buffer);
  const header = [type.magic, type.layoutVersion, fingerprintOf(sections, type)];
  for (const [word, value] of header.entries()) view.setInt32(4 * word, value, true);
  let offset = HEADER_BYTES;
  for (const { name, bytes } of sizes) {
    const { buffer, byteOffset } = sections[name];
    file.set(new Uint8Array(buffer, byteOffset, bytes), offset);
    offset += aligned(bytes);
  }
  return file;
}

/** The source of the module that has the lengths of arrays, as the formatter of this repository would write it. */
export function lengthsSource<Types extends ArrayTypes>(
  sections: ArraysOf<Types>,
  type: FileType<Types>,
): string {
  const lengths = sectionSizes(sections, type).map(({ name, length }) => `  ${name}: ${length},\n`);
  return `/**
 * Written by \`npm run codegen\`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** How many elements each array has. */
export const LENGTHS = {
${lengths.join("")}} as const;

/** Identifies the contents of the arrays: see src/tables/array-file.ts. */
export const FINGERPRINT = ${fingerprintOf(sections, type)};
`;
}

/** A union of strings, one a line. */
function unionOf(name: string, texts: readonly string[]): string {
  return `export type ${name} =\n${texts.map((text) => `  | ${JSON.stringify(text)}`).join("\n")};\n`;
}

/** The source of generated/names.ts: the names in the tables as types, so that editors complete them. */
export function nameTypesSource({ territories, alphabets }: Tables): string {
  const codes = territories.map(({ alphaCode }) => alphaCode);
  const names = alphabets.map(({ name }) => name);
  return `/** Written by \`npm run codegen\` from data/territories.csv and data/alphabets.csv: do not edit. */

/** The alpha code of a territory, as all results contain it: \`NLD\`, \`US-IN\`; \`AAA\` is the whole Earth. */
${unionOf("TerritoryCode", codes)}
/** The name of an alphabet, as all results contain it. */
${unionOf("AlphabetName", names)}`;
}
