/** `/map/tiles/{z}/{x}/{y}`: the tiles of the service's own file, under the map page. */
import type { Reply, Request } from "../requests.ts";
import { dynamicResource, resourceReply } from "../resources.ts";
import { MAX_TILE_ZOOM, type TileFile } from "./tile-file.ts";

/** A reply with a header and no body. */
export function bareReply(status: Reply["status"], header: string, value: string): Reply {
  return { status, headers: [[header, value]], body: "", operation: "map" };
}

/**
 * Creates the function that replies with a tile.
 * @returns a function of a path below `/map/`, which returns undefined if that is the path of no tile
 */
export function createTileReplies(
  { contentType, extension, read }: TileFile,
  cacheControl: string,
): (path: string, request: Request) => Promise<Reply> | undefined {
  const options = {
    operation: "map",
    cacheControl,
    doesVary: false,
    headers: [["X-Content-Type-Options", "nosniff"]],
  } as const;

  async function reply(zoom: number, x: number, y: number, ifNoneMatch: string): Promise<Reply> {
    const tile = await read(zoom, x, y);
    // Not 404: a file without a tile of the sea is complete, and browsers write each 404 to their consoles.
    if (!tile) return bareReply(204, "Cache-Control", cacheControl);
    return resourceReply(
      dynamicResource(contentType, tile),
      { header: (name) => (name === "if-none-match" ? ifNoneMatch : "") },
      options,
    );
  }

  return (path, request) => {
    const match = /^tiles\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})(\.\w+)$/.exec(path);
    if (match?.[4] !== extension) return undefined;
    const [zoom, x, y] = match.slice(1, 4).map(Number);
    if (zoom > MAX_TILE_ZOOM || Math.max(x, y) >= 2 ** zoom) return undefined;
    // Now, as the request is not valid after the call.
    return reply(zoom, x, y, request.header("if-none-match"));
  };
}
