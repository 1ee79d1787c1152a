/** The contents of generated files: arrays (see src/tables/typed-arrays.ts), and modules with lengths and names. */
import { createHash } from "node:crypto";
import {
  ALIGNMENT_BYTES,
  type ArraysOf,
  type ArrayTypes,
  aligned,
} from "../src/tables/typed-arrays.ts";
import type { Tables } from "./read.ts";

/** The arrays of any file, by name. */
type Arrays = ArraysOf<ArrayTypes>;

function bytesOf({ buffer, byteOffset, byteLength }: Arrays[string]): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Identifies the contents of the arrays: 31 bits of a hash of names, lengths and contents. */
function fingerprintOf(arrays: Arrays, types: ArrayTypes): number {
  const hash = createHash("sha256");
  for (const name of Object.keys(types)) {
    hash.update(`${name} ${arrays[name].byteLength}\n`).update(bytesOf(arrays[name]));
  }
  return hash.digest().readInt32LE() & 0x7fffffff;
}

/** The bytes of a file of arrays, the same on every machine. */
export function arrayFile(arrays: Arrays, types: ArrayTypes): Uint8Array {
  const head = Buffer.alloc(ALIGNMENT_BYTES);
  head.writeInt32LE(fingerprintOf(arrays, types));
  const parts = Object.keys(types).map((name) => {
    return Buffer.concat([bytesOf(arrays[name])], aligned(arrays[name].byteLength));
  });
  return Buffer.concat([head, ...parts]);
}

/** The source of the module with the lengths of arrays, formatted as by Biome. */
export function lengthsSource(arrays: Arrays, types: ArrayTypes): string {
  const lengths = Object.keys(types).map((name) => `  ${name}: ${arrays[name].length},\n`);
  return `/**
 * Written by \`npm run codegen\`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** The number of elements of each array. */
export const LENGTHS = {
${lengths.join("")}} as const;

/** Identifies the contents of the arrays: see src/tables/typed-arrays.ts. */
export const FINGERPRINT = ${fingerprintOf(arrays, types)};
`;
}

/** A union of strings, one a line. */
function unionOf(name: string, texts: readonly string[]): string {
  return `export type ${name} =\n${texts.map((text) => `  | ${JSON.stringify(text)}`).join("\n")};\n`;
}

/** The source of generated/name-types.ts: the names in the tables as types, so that editors complete them. */
export function nameTypesSource({ territories, alphabets }: Tables): string {
  const codes = territories.map(({ alphaCode }) => alphaCode);
  return `/** Written by \`npm run codegen\` from data/territories.csv and data/alphabets.csv: do not edit. */

/** The alpha code of a territory, as all results contain it: \`NLD\`, \`US-IN\`; \`AAA\` is the whole Earth. */
${unionOf("TerritoryCode", codes)}
/** The name of an alphabet, as all results contain it. */
${unionOf("AlphabetName", alphabets)}`;
}

/** The source of a module with one constant text. */
export function textSource(name: string, text: string): string {
  // Double quotes are frequent in the compact tables.
  const escaped = text.replaceAll(/[\\']/g, "\\$&");
  return `/** Written by \`npm run codegen\`. */
export const ${name}: string =
  '${escaped}';
`;
}
