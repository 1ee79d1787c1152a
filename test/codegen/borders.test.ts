/** The border file and its identifiers: codegen rejects what the look-up cannot rely on. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packBorders } from "../../codegen/borders/pack-borders.ts";
import {
  type BorderArea,
  type BorderCell,
  readBorders,
} from "../../codegen/borders/read-borders.ts";
import { readTables } from "../../codegen/read.ts";
import { TableError } from "../../codegen/table-error.ts";
import { thrownBy } from "../support/errors.ts";

const DATA = new URL("../../data/", import.meta.url);
const FILE = new Uint8Array(readFileSync(new URL("borders/boundaries60x30.ser", DATA)));
const borders = readBorders(FILE);
const tables = readTables(DATA);

function messageOf(call: () => unknown): string {
  return thrownBy(TableError, call).message;
}

describe("a border file", () => {
  it("ends with its last cell", () => {
    const longer = new Uint8Array([...FILE, 7]);
    expect(messageOf(() => readBorders(longer))).toContain("1 bytes follow");
  });

  /** What is wrong when the cell of Amsterdam, alone, has other areas. */
  function areasError(change: (areas: readonly BorderArea[]) => readonly BorderArea[]): string {
    const cell = borders.cells.find(({ areas }) => {
      const names = areas.map(({ identifier }) => identifier);
      return names.includes("NL") && names.includes("BE");
    }) as BorderCell;
    const cells = borders.cells.map((one) => {
      return one === cell ? { ...cell, areas: change(cell.areas) } : { whole: [], areas: [] };
    });
    return messageOf(() => packBorders({ ...borders, cells }, tables));
  }

  it("has no areas of a territory that overlap", () => {
    const overlapping = areasError((areas) => {
      const country = areas.find(({ identifier }) => identifier === "NL");
      return [...areas, { ...(country as BorderArea), identifier: "NL" }];
    });
    expect(overlapping).toMatch(
      /enclose other areas than its rings, expected .* one area for each/,
    );
  });

  it("has no rings that go around anything twice", () => {
    const square = [0, 0, 60_000, 0, 60_000, 60_000, 0, 60_000];
    const twice = areasError(() => [
      { identifier: "NL", outerRings: [[...square, ...square]], innerRings: [] },
    ]);
    expect(twice).toMatch(/expected rings that do not cross themselves/);
  });
});

describe("a table of identifiers", () => {
  it.each([
    [
      "names one that the file lacks",
      tables.identifiers.with(3, { ...tables.identifiers[3], identifier: "QQ" }),
      `${tables.identifiers[3].place}: identifier is 'QQ', expected one of the file`,
    ],
    [
      "lacks one",
      tables.identifiers.slice(0, -1),
      "borders/identifiers.csv: ZW are missing, expected all identifiers",
    ],
  ])("that %s is refused", (_, identifiers, message) => {
    expect(messageOf(() => packBorders(borders, { ...tables, identifiers }))).toBe(message);
  });
});
