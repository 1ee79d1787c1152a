/**
 * The compact form of the tables: the boundary records as they are published, and the texts. All other arrays are derived when
 * it is loaded. The transport compresses it: see codegen/README.md.
 */
import { utf8Text } from "../../characters.ts";
import { boundaryTableOf } from "../derive/boundaries.ts";
import { deriveShortNames, territoryCodeBytes } from "../derive/names.ts";
import { SECTIONS, type Sections } from "../layout/sections.ts";
import { addUp, addUpRows, COLUMN_NAMES, type Columns, rowOf } from "./columns.ts";
import { NumberReader } from "./numbers.ts";

/** The arrays that the form contains as they are. Most rise evenly: each is a column of differences of differences. */
export const NUMBER_SECTIONS = [
  "firstRecords",
  "parents",
  "nameStarts",
  "candidateStarts",
  "candidateTerritories",
  "alphabetLetters",
  "readableUnits",
  "readableRoman",
  "readableAlphabet",
] as const;

/** Separates the codes of territories. */
export const CODE_END = " ";

type NumberSections = Pick<Sections, (typeof NUMBER_SECTIONS)[number]>;

/** The number of elements of each array. */
export type Lengths = Readonly<Record<keyof Sections, number>>;

/** The boundary records of the compact form, in UTF-8, and all arrays that are not derived from them. */
export function readCompact(content: Uint8Array, lengths: Lengths) {
  const reader = new NumberReader(content);
  const numbers = Object.fromEntries(
    NUMBER_SECTIONS.map((name) => {
      const column = reader.column(lengths[name]);
      addUp(column);
      addUp(column);
      const Section: new (values: Int32Array) => ArrayBufferView = SECTIONS[name];
      return [name, new Section(column)];
    }),
  ) as NumberSections;
  const territoryCodes = territoryCodeBytes(utf8Text(reader.text()).split(CODE_END));
  const names = { ...numbers, nameChars: reader.text() };
  const descriptions = reader.text();
  const rows = numbers.firstRecords[lengths.parents];
  const columns = Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, reader.column(rows)]),
  ) as unknown as Columns;
  addUpRows(columns);
  return {
    table: boundaryTableOf(numbers.parents, numbers.firstRecords, (row, territory) =>
      rowOf(columns, row, territory),
    ),
    texts: { ...names, shortNames: deriveShortNames(names), territoryCodes, descriptions },
  };
}
