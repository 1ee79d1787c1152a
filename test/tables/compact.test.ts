/** The compact form of the tables: it leads to the same arrays as the table file, or to an error. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Encoder } from "../../codegen/encoder.ts";
import { type Coder, codeNumber, Decoder } from "../../src/tables/compact/coder.ts";
import { COMPACT_HEADER_BYTES, readCompact } from "../../src/tables/compact/compact-file.ts";
import { deriveAll } from "../../src/tables/derive/derive.ts";
import { setUnderivedLeaf } from "../../src/tables/derive/leaves.ts";
import { SpatialIndex } from "../../src/tables/derive/spatial-index.ts";
import { LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../../src/tables/format.ts";
import { LENGTHS } from "../../src/tables/layout/lengths.ts";
import { SECTION_NAMES, viewSections } from "../../src/tables/layout/sections.ts";
import {
  LEAF_END,
  NODE_SPLIT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
} from "../../src/tables/layout/spatial-index.ts";

const GENERATED = new URL("../../src/generated/", import.meta.url);

function readGenerated(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, GENERATED)));
}

describe("the compact form", () => {
  const compact = readGenerated("tables-compact.bin");
  const { texts, published } = readCompact(compact.subarray(COMPACT_HEADER_BYTES), LENGTHS);
  const derived = { ...texts, ...deriveAll(published) };
  const sections = viewSections(readGenerated("tables.bin").buffer);

  it.each(SECTION_NAMES)("leads to the same %s as the table file", (name) => {
    const bytesOf = ({ buffer, byteOffset, byteLength }: (typeof sections)[typeof name]) =>
      Buffer.from(buffer, byteOffset, byteLength);
    expect(derived[name].constructor).toBe(sections[name].constructor);
    expect(Buffer.compare(bytesOf(derived[name]), bytesOf(sections[name]))).toBe(0);
  });

  it("leads to the same index in the opposite order of cells, without more room", () => {
    const nodes = new Int32Array(LENGTHS.nodes);
    const leaves = new Uint16Array(LENGTHS.leaves);
    setUnderivedLeaf(leaves);
    const index = new SpatialIndex(published, nodes, leaves);
    for (let root = ROOT_ROWS * ROOT_COLUMNS - 1; root >= 0; root--) {
      const south = Math.floor(root / ROOT_COLUMNS) * 2 ** ROOT_SHIFT - LAT_LIMIT_MICRO_DEG;
      const west = (root % ROOT_COLUMNS) * 2 ** ROOT_SHIFT - LON_LIMIT_MICRO_DEG;
      expect(index.deriveAt(south, west)).toBe(true);
    }
    expect([index.nodesEnd, index.leavesEnd]).toEqual([LENGTHS.nodes, LENGTHS.leaves]);
    /** Where the same cell is in both indexes: entries below a pair that is known are the same. */
    const known = new Map<number, number>();
    const mismatches: string[] = [];
    const compare = (entry: number, expected: number): void => {
      if (known.has(entry)) {
        if (known.get(entry) !== expected) mismatches.push(`${entry} ${expected}`);
        return;
      }
      known.set(entry, expected);
      if (entry >= 0) {
        const leafEnd = leaves.indexOf(LEAF_END, entry);
        const leaf = leaves.subarray(entry, leafEnd + 1);
        const other = sections.leaves.subarray(expected, expected + leaf.length);
        if (Buffer.compare(Buffer.from(leaf), Buffer.from(other)) !== 0) mismatches.push(`${leaf}`);
        return;
      }
      for (let cell = 0; cell < NODE_SPLIT * NODE_SPLIT; cell++) {
        compare(nodes[-1 - entry + cell], sections.nodes[-1 - expected + cell]);
      }
    };
    for (let root = 0; root < ROOT_ROWS * ROOT_COLUMNS; root++)
      compare(nodes[root], sections.nodes[root]);
    expect(mismatches).toEqual([]);
  });

  it("takes less than 150 kB, without any compression by a server", () => {
    expect(compact.length).toBeLessThan(150_000);
  });
});

describe("the coder", () => {
  /** Codes values in the contexts that belong to them; a decoder is given zeros. */
  function codeAll(coder: Coder, values: readonly (readonly [context: number, value: number])[]) {
    return values.map(([context, value]) => codeNumber(coder, 1000 * context, value));
  }

  it("reads the numbers that were written, in any order and context", () => {
    const limit = 2 ** 31 - 2;
    const value = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -limit, max: limit }),
      fc.constantFrom(-limit, limit, 2 ** 30, -(2 ** 30), 2 ** 24 - 1),
    );
    const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), value), { maxLength: 300 });
    fc.assert(
      fc.property(values, (written) => {
        const encoder = new Encoder();
        codeAll(encoder, written);
        const unknown = written.map(([context]) => [context, 0] as const);
        const read = codeAll(new Decoder(encoder.finish()), unknown);
        expect(read).toEqual(written.map(([, one]) => one));
      }),
    );
  });

  it("writes what repeats in few bytes", () => {
    const encoder = new Encoder();
    codeAll(
      encoder,
      Array.from({ length: 10_000 }, () => [0, 23] as const),
    );
    expect(encoder.finish().length).toBeLessThan(6000);
  });
});
