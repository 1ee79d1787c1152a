/** The compact form of the tables derives arrays on demand. Codegen verifies that they equal the table file. */
import { expect, it } from "vitest";
import { EMBEDDED_TABLES } from "../../src/generated/embedded-tables.ts";
import { readCompact } from "../../src/tables/compact/compact-form.ts";
import { indexDeriver } from "../../src/tables/compact/load.ts";
import { startDerivation } from "../../src/tables/derive/records.ts";
import { TABLE_FILE } from "../../src/tables/layout/sections.ts";
import { openArrays } from "../../src/tables/typed-arrays.ts";
import { alphaCodeOf } from "../../src/text/territories.ts";

it("the compact form derives only the territories that are near", () => {
  const read: number[] = [];
  const form = readCompact(JSON.parse(EMBEDDED_TABLES));
  const { table } = form;
  const observed = {
    ...table,
    rowsOf(territory: number) {
      read.push(territory);
      return table.rowsOf(territory);
    },
  };
  const { arrays } = openArrays(TABLE_FILE);
  arrays.firstRecords.set(form.arrays.firstRecords);
  arrays.parents.set(form.arrays.parents);
  const deriveAt = indexDeriver(arrays, startDerivation(observed, arrays));
  expect(deriveAt(52_376_514, 4_908_543)).toBe(true);
  const amsterdam = read.map(alphaCodeOf);
  expect(amsterdam).toContain("NLD");
  expect(amsterdam.length).toBeLessThan(20);
  read.length = 0;
  expect(deriveAt(52_376_514, 4_908_543)).toBe(false);
  expect(read).toEqual([]);
});

it("it needs no escapes in modules and pages", () => {
  expect(EMBEDDED_TABLES).toMatch(/^[ -~]*$/);
  expect(EMBEDDED_TABLES).not.toMatch(/[<\\]/);
});
