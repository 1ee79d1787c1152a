/** Writes small PMTiles files of version 3, without compression, as the specification of the format describes them. */

export interface TestTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Fields of the head that tests choose; the numbers are those of the format. */
export interface TestHead {
  readonly version?: number;
  /** 1 for vector tiles, 2 for PNG, 3 for JPEG, 4 for WebP. */
  readonly tileType?: number;
  /** 1 for none, 2 for gzip, 3 for Brotli. */
  readonly tileCompression?: number;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  /** West, south, east and north in degrees. */
  readonly bounds?: readonly [number, number, number, number];
  readonly metadata?: string;
}

const HEAD_BYTES = 127;

/** The number of a tile on the Hilbert curve through its zoom, behind all tiles of lower zooms. */
function tileId({ zoom, x, y }: TestTile): number {
  let id = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** zoom / 2; side >= 1; side /= 2) {
    const isEast = column >= side;
    const isSouth = row >= side;
    id += side * side * (isEast ? (isSouth ? 2 : 3) : isSouth ? 1 : 0);
    column -= isEast ? side : 0;
    row -= isSouth ? side : 0;
    if (!isSouth) {
      [column, row] = isEast ? [side - 1 - row, side - 1 - column] : [row, column];
    }
  }
  return id;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** A directory with one entry for each tile. */
function directory(tiles: readonly TestTile[]): Buffer {
  const ids = tiles.map(tileId);
  return Buffer.from([
    ...varint(tiles.length),
    ...ids.flatMap((id, index) => varint(id - (ids[index - 1] ?? 0))),
    ...ids.flatMap(() => varint(1)),
    ...tiles.flatMap(({ data }) => varint(data.length)),
    // 0 for a tile behind the one before; the first one begins at 0, which is written as 1.
    ...tiles.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
  ]);
}

/** Returns a file with tiles. */
export function pmtilesFile(unordered: readonly TestTile[], head: TestHead = {}): Buffer {
  const tiles = [...unordered].sort((one, other) => tileId(one) - tileId(other));
  const zooms = tiles.map(({ zoom }) => zoom);
  const { version = 3, tileType = 2, tileCompression = 1, metadata = "{}" } = head;
  const { bounds = [-180, -85, 180, 85] } = head;
  const { minZoom = Math.min(...zooms), maxZoom = Math.max(...zooms) } = head;
  const root = directory(tiles);
  const text = Buffer.from(metadata);
  const data = Buffer.concat(tiles.map((tile) => tile.data));
  const bytes = Buffer.alloc(HEAD_BYTES);
  bytes.write("PMTiles");
  bytes.writeUInt8(version, 7);
  let offset = HEAD_BYTES;
  // Offset and length of root directory, metadata, leaf directories and tiles.
  [root.length, text.length, 0, data.length].forEach((length, index) => {
    bytes.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    bytes.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  });
  for (const at of [72, 80, 88]) bytes.writeBigUInt64LE(BigInt(tiles.length), at);
  bytes.set([1, 1, tileCompression, tileType, minZoom, maxZoom], 96);
  bounds.forEach((degrees, index) => {
    bytes.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  });
  return Buffer.concat([bytes, root, text, data]);
}
