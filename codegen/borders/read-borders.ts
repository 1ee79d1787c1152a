/** Reads the file of borders. data/manifest.json pins it; data/borders/README.md describes its format. */
import { CELL_COLUMNS, CELL_ROWS } from "../../src/borders/layout.ts";
import { check } from "../read.ts";

/** The points of a closed line within a cell: x, then y of each. The last point joins the first. */
export type Ring = readonly number[];

export const BORDER_SOURCE = "borders/boundaries60x30.ser";

/** The version, before the sizes. */
const VERSION_BYTES = 2;

/**
 * Reads the size of each identifier, and the cells row by row, from the north-west corner to the east.
 * Where several identifiers contain a point, the smallest comes first.
 * @throws TableError for a raster of another size, or bytes after it
 */
export function readBorders(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = VERSION_BYTES;
  // Numbers are big-endian.
  const skip = (count: number) => {
    at += count;
    return at - count;
  };
  const u8 = () => view.getUint8(skip(1));
  const u16 = () => view.getUint16(skip(2));
  const u32 = () => view.getUint32(skip(4));
  const text = () => {
    const length = u16();
    const start = skip(length);
    return new TextDecoder().decode(bytes.subarray(start, start + length));
  };
  const list = <Item>(length: number, item: () => Item): readonly Item[] =>
    Array.from({ length }, item);
  const rings = () => list(u8(), () => list(2 * u32(), u16));
  const area = () => ({ identifier: text(), outerRings: rings(), innerRings: rings() });

  const sizes = new Map(list(u32(), () => [text(), view.getFloat64(skip(8))] as const));
  const columns = u32();
  const count = u32();
  const isRaster = columns === CELL_COLUMNS && count === CELL_COLUMNS * CELL_ROWS;
  check(isRaster, BORDER_SOURCE, `${count} cells in rows of ${columns} are another raster`);
  // Identifiers that cover all of a cell, and areas within it: points within more outer than inner rings of an identifier.
  const cells = list(count, () => ({ whole: list(u8(), text), areas: list(u8(), area) }));
  check(at === bytes.length, BORDER_SOURCE, `${bytes.length - at} bytes follow`);
  return { sizes, cells };
}

export type Borders = ReturnType<typeof readBorders>;
export type BorderCell = Borders["cells"][number];
