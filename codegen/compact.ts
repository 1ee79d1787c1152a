/** Writes the compact form of the tables, and proves that the same arrays come out of it. */

import { columnsOf } from "../src/tables/compact/columns.ts";
import {
  COMPACT_HEADER_BYTES,
  type CompactTables,
  codeCommon,
  codeDescriptions,
  codeTerritory,
  compactHeader,
  readCompact,
} from "../src/tables/compact/compact-file.ts";
import { FormCoder } from "../src/tables/compact/form.ts";
import { publishedOf } from "../src/tables/derive/boundaries.ts";
import { deriveAll } from "../src/tables/derive/derive.ts";
import { condense } from "../src/tables/derive/descriptions.ts";
import { SECTION_NAMES, type Sections } from "../src/tables/layout/sections.ts";
import { fingerprintOf, lengthsOf } from "./emit.ts";
import { Encoder } from "./encoder.ts";
import { TableError } from "./errors.ts";
import type { BoundaryRow } from "./read.ts";

/** The bytes of the compact file, which are the same on every machine. */
export function compactFile(boundaries: readonly BoundaryRow[], sections: Sections): Uint8Array {
  const encoder = new Encoder();
  const form = new FormCoder(encoder);
  const { outlines, rowsOf } = publishedOf(boundaries, sections.parents, sections.firstRecords);
  const counts = Uint16Array.from(outlines, (_, territory) => rowsOf(territory).length - 1);
  codeCommon(form, sections, counts, columnsOf(outlines));
  codeDescriptions(form, condense(sections.descriptions));
  for (const [territory, outline] of outlines.entries()) {
    codeTerritory(form, outline, columnsOf(rowsOf(territory).slice(0, -1)));
  }
  const coded = encoder.finish();
  const file = new Uint8Array(COMPACT_HEADER_BYTES + coded.length);
  file.set(coded, COMPACT_HEADER_BYTES);
  const view = new DataView(file.buffer);
  const header = compactHeader(fingerprintOf(sections), coded);
  for (const [word, value] of header.entries()) view.setInt32(4 * word, value, true);
  return file;
}

/** @throws TableError if an array that the compact file gives differs from that of the table file */
export function checkCompact(file: Uint8Array, sections: Sections): void {
  const coded = file.subarray(COMPACT_HEADER_BYTES);
  const derived = deriveCompact(readCompact(coded, lengthsOf(sections)));
  for (const name of SECTION_NAMES) {
    if (!isSame(derived[name], sections[name])) {
      throw new TableError(`The compact form does not lead to the array ${name}`);
    }
  }
}

/** All arrays of a compact file. */
export function deriveCompact({ published, texts, readDescriptions }: CompactTables): Sections {
  return { ...texts, ...deriveAll(published), descriptions: readDescriptions() };
}

function isSame(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** The source of a module that contains a compact file as text, for the entry with embedded tables. */
export function embeddedSource(file: Uint8Array): string {
  return `/** Written by \`npm run codegen\`: the compact tables in base64. */
export const EMBEDDED_TABLES: string =
  "${Buffer.from(file).toString("base64")}";
`;
}
