/** The border file and its identifiers: codegen rejects a file that breaks a rule of the look-up. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packBorders } from "../../codegen/borders/pack-borders.ts";
import { type BorderArea, readBorders } from "../../codegen/borders/read-borders.ts";
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

const isOf = (name: string) => (area: BorderArea) => area.identifier === name;
/** A cell on the border of the Netherlands and Belgium, the only filled cell of the file below. */
const cell = borders.cells.find(({ areas }) => areas.some(isOf("NL")) && areas.some(isOf("BE")));
const areas = cell?.areas ?? [];
const known = identifiers.filter(({ territory }) => territory >= 0);
const emptyAreas = [...new Map(known.map((row) => [row.territory, row.identifier])).values()].map(
  (identifier) => ({ identifier, outerRings: [], innerRings: [] }),
);
const square = [0, 0, 60_000, 0, 60_000, 60_000, 0, 60_000];

it.each<[message: string, areas: readonly BorderArea[]]>([
  ["enclose other areas than its rings, expected", [...areas, ...areas.filter(isOf("NL"))]],
  [
    "expected rings that do not cross themselves",
    [{ identifier: "NL", outerRings: [[...square, ...square]], innerRings: [] }],
  ],
  // More than bits of a number.
  ["a cell of 32 territories, expected at most 31", emptyAreas.slice(0, 32)],
])("a cell is refused: %s", (message, areas) => {
  const cells = borders.cells.map((one) => ({
    whole: [],
    areas: [],
    ...(one === cell && { ...cell, areas }),
  }));
  expect(messageOf(() => packBorders({ ...borders, cells }, tables))).toContain(message);
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
