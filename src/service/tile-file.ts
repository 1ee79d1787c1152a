/**
 * The option --map-tiles: images in a PMTiles file of version 3, under the map page. Only who has such a file installs
 * the library that reads it.
 */
import { type FileHandle, open } from "node:fs/promises";
import type { Header, Source } from "pmtiles";
import { MAX_TILE_ZOOM, type TileFile } from "../http/map/tile-file.ts";
import { loadPackage, ServiceError, unreadable } from "./start-errors.ts";

type Library = typeof import("pmtiles");

const HEAD_BYTES = 16_384;

/**
 * Returns the bytes of a file as the library asks for them. A file that is written anew while the service runs gets
 * another tag, and the library then forgets the old directories.
 */
function sourceOf(file: FileHandle, path: string, { EtagMismatch }: Library): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length, _signal, expectedTag) {
      const { size, mtimeMs } = await file.stat();
      const etag = `${size}-${mtimeMs}`;
      if (expectedTag !== undefined && expectedTag !== etag) {
        throw new EtagMismatch(`${path} has changed.`);
      }
      // The library reads the head in one piece, which may be longer than the file.
      const isHead = offset === 0 && length === HEAD_BYTES;
      const bytes = new Uint8Array(Math.min(length, Math.max(size - offset, 0)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      if (bytesRead < (isHead ? bytes.length : length)) {
        throw new Error(`${path} ends before byte ${offset + length}.`);
      }
      return { data: bytes.buffer, etag };
    },
  };
}

/** Returns the kind of the tiles. @throws ServiceError if they are not images that browsers of the page show */
function imageOf(
  { tileType }: Header,
  path: string,
  { TileType }: Library,
): Pick<TileFile, "contentType" | "extension"> {
  switch (tileType) {
    case TileType.Png:
      return { contentType: "image/png", extension: ".png" };
    case TileType.Jpeg:
      return { contentType: "image/jpeg", extension: ".jpg" };
    case TileType.Webp:
      return { contentType: "image/webp", extension: ".webp" };
  }
  const isVector = tileType === TileType.Mvt || tileType === TileType.Mlt;
  const kind = isVector ? "vector tiles" : `tiles of type ${TileType[tileType] ?? tileType}`;
  throw new ServiceError(`'${path}' has ${kind}. The map page needs images: PNG, JPEG or WebP.`);
}

/** Why the head of a file cannot be right, as the rest of a sentence; undefined if it can. @param size of the file */
function headProblem(header: Header, size: number, { Compression }: Library): string | undefined {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat, tileCompression } = header;
  const { tileDataOffset, tileDataLength = 0 } = header;
  if (header.specVersion !== 3) return `is of version ${header.specVersion}. Expected version 3.`;
  if (minZoom > maxZoom || maxZoom > MAX_TILE_ZOOM) {
    return `has zooms from ${minZoom} to ${maxZoom}. Expected a range within 0 to ${MAX_TILE_ZOOM}.`;
  }
  if (!(minLon < maxLon && minLat < maxLat && minLon >= -180 && maxLon <= 180)) {
    return `has bounds from ${minLat},${minLon} to ${maxLat},${maxLon}. Expected its south-western and north-eastern corner.`;
  }
  if (tileCompression === Compression.Brotli || tileCompression === Compression.Zstd) {
    return "has images that are compressed once more. Write it without compression of tiles.";
  }
  if (tileDataOffset + tileDataLength > size) {
    return `has ${size} bytes, and should have ${tileDataOffset + tileDataLength}. Copy it again.`;
  }
  return undefined;
}

/**
 * The text of a source: tools write HTML into it.
 * @param metadata what a file says of itself
 * @returns the text without elements, and the address of its first link at the end; empty if it says nothing
 */
export function attributionOf(metadata: unknown): string {
  const { attribution = "" } = (metadata ?? {}) as { readonly attribution?: unknown };
  if (typeof attribution !== "string") return "";
  const [, url = ""] = /href\s*=\s*["']?(https?:[^"'\s>]+)/i.exec(attribution) ?? [];
  const text = attribution
    .replace(/<[^>]*>/g, "")
    .replace(/&copy;/g, "©")
    .replace(/&amp;/g, "&");
  return `${text} ${url}`.replace(/\s+/g, " ").trim();
}

/** Opens tiles in a file that is open. @throws ServiceError if it is no PMTiles file with images */
async function tilesIn(file: FileHandle, path: string, library: Library): Promise<TileFile> {
  // The other cache of the library keeps failures, and its promises can be rejected where nobody waits for them.
  const cache = new library.ResolvedValueCache();
  const tiles = new library.PMTiles(sourceOf(file, path, library), cache);
  const { size } = await file.stat();
  let header: Header;
  let metadata: unknown;
  try {
    header = await tiles.getHeader();
  } catch (error) {
    throw new ServiceError(`'${path}' is not a PMTiles file (${(error as Error).message}).`);
  }
  const problem = headProblem(header, size, library);
  if (problem !== undefined) throw new ServiceError(`'${path}' ${problem}`);
  const image = imageOf(header, path, library);
  try {
    metadata = await tiles.getMetadata();
  } catch (error) {
    throw new ServiceError(
      `The metadata of '${path}' cannot be read (${(error as Error).message}).`,
    );
  }
  return {
    ...image,
    attribution: attributionOf(metadata),
    extent: {
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      westDeg: header.minLon,
      southDeg: header.minLat,
      eastDeg: header.maxLon,
      northDeg: header.maxLat,
    },
    async read(zoom, x, y) {
      const tile = await tiles.getZxy(zoom, x, y);
      return tile && new Uint8Array(tile.data);
    },
    close: () => file.close(),
  };
}

/**
 * Opens a file of tiles. It stays open: a file that takes its place is read after the next start.
 * @param path empty for no file
 * @param tilesUrl the address of other tiles; empty for none
 * @returns undefined for no file
 * @throws ServiceError if there are other tiles, the file or what reads it is missing, or it has no images
 */
export async function openTileFile(path: string, tilesUrl: string): Promise<TileFile | undefined> {
  if (path === "") return undefined;
  if (tilesUrl !== "") {
    throw new ServiceError("Both --map-tiles and --tiles-url name tiles. Use one of them.");
  }
  const tiles = `The tiles in '${path}'`;
  const library = await loadPackage(() => import("pmtiles"), tiles, "pmtiles", 4);
  const file = await open(path).catch((error) => {
    throw unreadable(`The tiles '${path}'`, error);
  });
  try {
    return await tilesIn(file, path, library);
  } catch (error) {
    await file.close();
    throw error;
  }
}
