/** A file of tiles, as the service gives it to the map page. */

/** A file of images, each of which shows a square of the map. */
export interface TileFile {
  /** The type of all images: `image/png`. */
  readonly contentType: string;
  /** What follows the place of a tile in its path: `.png`. */
  readonly extension: string;
  /** What the file says of its source; an address at its end is its link. Empty if it says nothing. */
  readonly attribution: string;
  readonly extent: TileExtent;
  /**
   * Reads a tile.
   * @param zoom 0 to 26; the map is 2 to the power of zoom tiles wide
   * @param x the column, from the west
   * @param y the row, from the north
   * @returns undefined if the file has none there
   * @throws Error if the file cannot be read any more
   */
  read(zoom: number, x: number, y: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Where a file has tiles: the page asks for no others, and reads this by the same type in src/web/map/tiles.ts. */
export interface TileExtent {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly westDeg: number;
  readonly southDeg: number;
  readonly eastDeg: number;
  readonly northDeg: number;
}

/** The greatest zoom of files of tiles. */
export const MAX_TILE_ZOOM = 26;

/** The address of the tiles, relative to the page: proxies may have another prefix. */
export function tilesPath({ extension }: TileFile): string {
  return `tiles/{z}/{x}/{y}${extension}`;
}
