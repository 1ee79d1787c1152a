/** The compact form of the tables, which derives arrays on demand. Codegen proves that they are those of the table file. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NumberWriter } from "../../codegen/compact.ts";
import { EMBEDDED_TABLES } from "../../src/generated/embedded-tables.ts";
import { openArrays } from "../../src/tables/arrays.ts";
import { NumberReader, readCompact } from "../../src/tables/compact/compact-form.ts";
import { indexDeriver } from "../../src/tables/compact/load.ts";
import { startDerivation } from "../../src/tables/derive/records.ts";
import { LENGTHS } from "../../src/tables/layout/lengths.ts";
import { TABLE_FILE } from "../../src/tables/layout/sections.ts";
import { alphaCodeOf } from "../../src/text/territories.ts";

describe("the compact form", () => {
  it("derives only the territories that are near", () => {
    const read: number[] = [];
    const { table, texts } = readCompact(new TextEncoder().encode(EMBEDDED_TABLES), LENGTHS);
    const observed = {
      ...table,
      rowsOf(territory: number) {
        read.push(territory);
        return table.rowsOf(territory);
      },
    };
    const { arrays } = openArrays(TABLE_FILE);
    arrays.firstRecords.set(texts.firstRecords);
    arrays.parents.set(texts.parents);
    const deriveAt = indexDeriver(arrays, startDerivation(observed, arrays));
    expect(deriveAt(52_376_514, 4_908_543)).toBe(true);
    const amsterdam = read.map(alphaCodeOf);
    expect(amsterdam).toContain("NLD");
    expect(amsterdam.length).toBeLessThan(20);
    read.length = 0;
    expect(deriveAt(52_376_514, 4_908_543)).toBe(false);
    expect(read).toEqual([]);
  });

  it("consists of characters that modules and pages hold as they are", () => {
    expect(EMBEDDED_TABLES).toMatch(/^[ -~]*$/);
    expect(EMBEDDED_TABLES).not.toMatch(/[<\\]/);
  });
});

describe("numbers as text", () => {
  const count = fc.oneof(
    fc.nat(100),
    fc.nat(100_000),
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.constantFrom(27, 28, 28 * 65 - 1, 28 * 65, 2 ** 31, 2 ** 32 - 1),
  );
  const integer = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -30, max: 30 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.constantFrom(-(2 ** 31), 2 ** 31 - 1),
  );
  const text = fc.stringMatching(/^[ !#-;=-[\]-~]*$/);

  it("are read as they were written, one after another", () => {
    const parts = fc.array(fc.tuple(count, fc.array(integer), text));
    fc.assert(
      fc.property(parts, (written) => {
        const writer = new NumberWriter();
        for (const [number, column, characters] of written) {
          writer.count(number);
          writer.column(column);
          writer.text(characters);
        }
        const all = writer.end();
        // No character needs an escape.
        expect(all).toMatch(/^[ !#-;=-[\]-~]*$/);
        const reader = new NumberReader(new TextEncoder().encode(all));
        const read = written.map(([, column]) => [
          reader.count(),
          [...reader.column(column.length)],
          new TextDecoder().decode(reader.text()),
        ]);
        expect(read).toEqual(written);
      }),
    );
  });
});
