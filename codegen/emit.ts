/** Packs the sections into the table file that the engine loads; see layout/sections.ts. */
import {
  HEADER_WORDS,
  LAYOUT_VERSION,
  MAGIC,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
  type Sections,
} from "../src/tables/layout/sections.ts";

/** Sections start at multiples of 64 bytes, so that no record straddles two cache lines. */
const ALIGNMENT = 64;

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

/** The bytes of the file, which are the same on every machine. */
export function tableFile(sections: Sections): Uint8Array {
  const align = (offset: number) => Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
  const sizes = sectionSizes(sections);
  const headerBytes = align(HEADER_WORDS * Int32Array.BYTES_PER_ELEMENT);
  const bodyBytes = sizes.reduce((sum, { bytes }) => sum + align(bytes), 0);
  const file = new Uint8Array(headerBytes + bodyBytes);
  const header = [MAGIC, LAYOUT_VERSION];
  let offset = headerBytes;
  for (const { name, length, bytes } of sizes) {
    const { buffer, byteOffset } = sections[name];
    file.set(new Uint8Array(buffer, byteOffset, bytes), offset);
    header.push(offset, length);
    offset += align(bytes);
  }
  const view = new DataView(file.buffer);
  for (const [word, value] of header.entries()) view.setInt32(4 * word, value, true);
  return file;
}
