/** The border file and its identifiers: codegen rejects a file that breaks a rule of the look-up. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packBorders } from "../../codegen/borders/pack-borders.ts";
import { type BorderCell, readBorders } from "../../codegen/borders/read-borders.ts";
import { readTables, TableError } from "../../codegen/read.ts";
import { thrownBy } from "../support/errors.ts";

const DATA = new URL("../../data/", import.meta.url);
const FILE = new Uint8Array(readFileSync(new URL("borders/boundaries60x30.ser", DATA)));
const borders = readBorders(FILE);
const tables = readTables(DATA);
const { identifiers } = tables;

const messageOf = (call: () => unknown) => thrownBy(TableError, call).message;

it("a border file ends with its last cell", () => {
  const longer = new Uint8Array([...FILE, 7]);
  expect(messageOf(() => readBorders(longer))).toContain("1 bytes follow");
});

it("a cell has at most 31 territories, the bits of a number", () => {
  const known = identifiers.filter(({ territory }) => territory >= 0);
  const names = [...new Map(known.map((row) => [row.territory, row.identifier])).values()];
  const areas = names.map((identifier) => ({ identifier, outerRings: [], innerRings: [] }));
  const cellsWith = (count: number) => {
    const empty = borders.cells.map(() => ({
      whole: [],
      areas: [] as BorderCell["areas"][number][],
    }));
    return empty.with(0, { whole: [], areas: areas.slice(0, count) });
  };
  const packed = (count: number) => packBorders({ ...borders, cells: cellsWith(count) }, tables);
  expect(packed(31).cellWords).toHaveLength(borders.cells.length);
  expect(messageOf(() => packed(32))).toContain("a cell of 32 territories, expected at most 31");
});

it.each([
  [
    `${identifiers[3].fileLine}: identifier is 'QQ', expected one of the file`,
    identifiers.with(3, { ...identifiers[3], identifier: "QQ" }),
  ],
  ["borders/identifiers.csv: ZW are missing, expected all identifiers", identifiers.slice(0, -1)],
])("a table of identifiers is refused: %s", (message, identifiers) => {
  expect(messageOf(() => packBorders(borders, { ...tables, identifiers }))).toBe(message);
});
