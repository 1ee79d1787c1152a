/** The files that codegen makes of the sections; see layout/sections.ts. */
import { createHash } from "node:crypto";
import {
  aligned,
  HEADER_BYTES,
  LAYOUT_VERSION,
  MAGIC,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
  type Sections,
} from "../src/tables/layout/sections.ts";

export interface SectionSize {
  readonly name: SectionName;
  readonly type: string;
  readonly length: number;
  readonly bytes: number;
}

export function sectionSizes(sections: Sections): SectionSize[] {
  return SECTION_NAMES.map((name) => ({
    name,
    type: SECTIONS[name].name,
    length: sections[name].length,
    bytes: sections[name].byteLength,
  }));
}

/** What identifies the contents of the arrays: the first 31 bits of their hash. */
export function fingerprintOf(sections: Sections): number {
  const hash = createHash("sha256");
  for (const name of SECTION_NAMES) {
    const { buffer, byteOffset, byteLength } = sections[name];
    hash.update(`${name} ${byteLength}\n`).update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest().readInt32LE() & 0x7fffffff;
}

/** How many elements each array has. */
export function lengthsOf(sections: Sections): Record<SectionName, number> {
  const lengths = SECTION_NAMES.map((name) => [name, sections[name].length]);
  return Object.fromEntries(lengths) as Record<SectionName, number>;
}

/** The bytes of the table file, which are the same on every machine. */
export function tableFile(sections: Sections): Uint8Array {
  const sizes = sectionSizes(sections);
  const bodyBytes = sizes.reduce((sum, { bytes }) => sum + aligned(bytes), 0);
  const file = new Uint8Array(HEADER_BYTES + bodyBytes);
  const view = new DataView(file.buffer);
  const header = [MAGIC, LAYOUT_VERSION, fingerprintOf(sections)];
  for (const [word, value] of header.entries()) view.setInt32(4 * word, value, true);
  let offset = HEADER_BYTES;
  for (const { name, bytes } of sizes) {
    const { buffer, byteOffset } = sections[name];
    file.set(new Uint8Array(buffer, byteOffset, bytes), offset);
    offset += aligned(bytes);
  }
  return file;
}

/** The source of layout/lengths.ts, as the formatter of this repository would write it. */
export function lengthsSource(sections: Sections): string {
  const lengths = sectionSizes(sections).map(({ name, length }) => `  ${name}: ${length},\n`);
  return `/**
 * Written by \`npm run codegen\`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** How many elements each array has. */
export const LENGTHS = {
${lengths.join("")}} as const;

/** Identifies the contents of the arrays: see HEADER in sections.ts. */
export const FINGERPRINT = ${fingerprintOf(sections)};
`;
}
