/** The option --map-tiles: a file of images, which the service sends under the map page. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { ServiceError } from "../../src/service/start-errors.ts";
import { attributionOf, openTileFile } from "../../src/service/tile-file.ts";
import { pmtilesFile, type TestHead, type TestTile } from "../support/pmtiles.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { onBothTransports, startService } from "./both-transports.ts";

const folder = createFolder();
const { write } = folder;

/** All tiles of zooms 0 to 3 but one. The service does not look into them, so each may be a text that names it. */
const MISSING = { zoom: 3, x: 6, y: 5 };
const TILES: readonly TestTile[] = Array.from({ length: 4 }, (_, zoom) =>
  Array.from({ length: 4 ** zoom }, (_, index) => {
    const x = index % 2 ** zoom;
    const y = Math.floor(index / 2 ** zoom);
    return { zoom, x, y, data: Buffer.from(`tile ${zoom}/${x}/${y}`) };
  }),
)
  .flat()
  .filter(({ zoom, x, y }) => !(zoom === MISSING.zoom && x === MISSING.x && y === MISSING.y));

const METADATA = JSON.stringify({
  attribution:
    '<a href="https://example.org/copyright" target="_blank">&copy; Somebody &amp; others</a>',
});
const FILE = write(
  "map.pmtiles",
  pmtilesFile(TILES, { metadata: METADATA, bounds: [-180, -60, 170.5, 80] }),
);

onBothTransports("a service with a file of tiles", { mapTiles: FILE }, (send) => {
  it("sends each of its tiles as an image, also when they are requested together", async () => {
    const replies = await Promise.all(
      TILES.map(({ zoom, x, y }) => send(`/map/tiles/${zoom}/${x}/${y}.png`)),
    );
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      TILES.map(({ data }) => [200, `${data}`]),
    );
  });

  it("lets clients keep tiles, and ask whether they are current", async () => {
    const { headers } = await send("/map/tiles/2/1/3.png", {
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-length": "10",
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    const etag = `${headers.etag}`;
    const again = await send("/map/tiles/2/1/3.png", { headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
    const other = await send("/map/tiles/2/1/2.png", { headers: { "if-none-match": etag } });
    expect(other.status).toBe(200);
  });

  it("answers HEAD with the length, OPTIONS and other methods as all paths do", async () => {
    const head = await send("/map/tiles/2/1/3.png", { method: "HEAD" });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "10"]);
    expect((await send("/map/tiles/2/1/3.png", { method: "OPTIONS" })).status).toBe(204);
    expect((await send("/map/tiles/2/1/3.png", { method: "POST", body: "a" })).status).toBe(405);
  });

  it("answers a request with a body", async () => {
    const { status, text } = await send("/map/tiles/2/1/3.png", { method: "GET", body: "body" });
    expect([status, text]).toEqual([200, "tile 2/1/3"]);
  });

  it.each([
    "GET",
    "HEAD",
  ] as const)("has no content for %s of a tile that the file lacks", async (method) => {
    for (const path of ["/map/tiles/3/6/5.png", "/map/tiles/9/1/1.png"]) {
      const { status, text, headers } = await send(path, { method });
      expect([status, text, headers["cache-control"]]).toEqual([204, "", "public, max-age=3600"]);
    }
  });

  it.each([
    "2/4/0.png",
    "2/0/4.png",
    "27/0/0.png",
    "2/1/3.jpg",
    "2/1/3",
    "2/-1/3.png",
    "02a/1/3.png",
  ])("has no path tiles/%s", async (path) => {
    expect((await send(`/map/tiles/${path}`)).status).toBe(404);
  });

  it("tells the page the address of its tiles, where there are any, and what the file says of its source", async () => {
    const { text, headers } = await send("/map/");
    expect(text).toContain('<meta name="tiles-url" content="tiles/{z}/{x}/{y}.png">');
    expect(text).toContain('content="© Somebody &amp; others https://example.org/copyright"');
    const [, extent = ""] = /name="tiles-extent" content="([^"]+)"/.exec(text) ?? [];
    expect(JSON.parse(extent.replaceAll("&quot;", '"'))).toEqual({
      minZoom: 0,
      maxZoom: 3,
      westDeg: -180,
      southDeg: -60,
      eastDeg: 170.5,
      northDeg: 80,
    });
    expect(headers["content-security-policy"]).toContain("img-src 'self';");
  });
});

const changing = write("changing.pmtiles", pmtilesFile(TILES));

onBothTransports("a service whose file of tiles changes", { mapTiles: changing }, (send) => {
  it("sends what is in it now, fails while it is broken, and goes on", async () => {
    writeFileSync(changing, pmtilesFile(TILES));
    expect((await send("/map/tiles/2/1/3.png")).text).toBe("tile 2/1/3");
    const changed = TILES.map((tile) => ({ ...tile, data: Buffer.from(`new and ${tile.data}`) }));
    writeFileSync(changing, pmtilesFile(changed));
    expect((await send("/map/tiles/2/1/3.png")).text).toBe("new and tile 2/1/3");
    for (const broken of ["", "no tiles", pmtilesFile(changed).subarray(0, 200)]) {
      writeFileSync(changing, broken);
      const replies = await Promise.all(
        [0, 1, 2, 3].map((x) =>
          send(`/map/tiles/2/${x}/3.png`, { headers: { accept: "image/*" } }),
        ),
      );
      for (const { status, headers, text } of replies) {
        expect([status, headers["cache-control"]]).toEqual([500, "no-store"]);
        expect(text).toMatch(/^\{"status":500,"error":"internal-error"/);
      }
    }
    writeFileSync(changing, pmtilesFile(changed));
    expect((await send("/map/tiles/2/1/3.png")).text).toBe("new and tile 2/1/3");
  });
});

onBothTransports("a service without a file of tiles", {}, (send) => {
  it("has no tiles", async () => {
    expect((await send("/map/tiles/0/0/0.png")).status).toBe(404);
  });
});

describe("a file of tiles that cannot be used", () => {
  const whole = pmtilesFile(TILES);
  const withHead = (name: string, head: TestHead) => write(name, pmtilesFile(TILES, head));

  it.each([
    [folder.path("missing.pmtiles"), "missing.pmtiles' cannot be read (ENOENT)."],
    [folder.path(""), "' is not a PMTiles file (EISDIR"],
    [write("empty.pmtiles", Buffer.of()), "empty.pmtiles' is not a PMTiles file ("],
    [write("text.pmtiles", Buffer.from("tiles")), "text.pmtiles' is not a PMTiles file ("],
    [write("head.pmtiles", whole.subarray(0, 100)), "head.pmtiles' is not a PMTiles file ("],
    [
      write("cut.pmtiles", whole.subarray(0, -9)),
      `has ${whole.length - 9} bytes, and should have ${whole.length}.`,
    ],
    [withHead("old.pmtiles", { version: 2 }), "old.pmtiles' is of version 2. Expected version 3."],
    [withHead("mvt.pmtiles", { tileType: 1 }), "has vector tiles. The map page needs images: PNG,"],
    [
      withHead("avif.pmtiles", { tileType: 5 }),
      "has tiles of type Avif. The map page needs images",
    ],
    [withHead("br.pmtiles", { tileCompression: 3 }), "has images that are compressed once more."],
    [withHead("zooms.pmtiles", { minZoom: 4, maxZoom: 3 }), "has zooms from 4 to 3. Expected"],
    [withHead("deep.pmtiles", { maxZoom: 27 }), "has zooms from 0 to 27. Expected"],
    [
      withHead("bounds.pmtiles", { bounds: [5, 50, 5, 51] }),
      "has bounds from 50,5 to 51,5. Expected",
    ],
    [withHead("metadata.pmtiles", { metadata: "{" }), "The metadata of '"],
  ])("stops the start: %s", async (mapTiles, message) => {
    const opened = openTileFile(mapTiles, "");
    await expect(opened).rejects.toThrow(ServiceError);
    await expect(opened).rejects.toThrow(message);
    await expect(startService({ mapTiles })).rejects.toThrow(message);
  });

  it("may not stand beside an address of tiles", async () => {
    await expect(openTileFile(FILE, "/{z}/{x}/{y}")).rejects.toThrow(
      "Both --map-tiles and --tiles-url name tiles. Use one of them.",
    );
  });
});

describe("the source that a file names", () => {
  it.each([
    [undefined, ""],
    [{}, ""],
    [{ attribution: 17 }, ""],
    [{ attribution: " © A\n B " }, "© A B"],
    [{ attribution: "© A, <a href='http://a.example/?b'>B</a>" }, "© A, B http://a.example/?b"],
    [{ attribution: '<a href="javascript:alert(1)">C</a>' }, "C"],
  ])("%j is %s", (metadata, expected) => {
    expect(attributionOf(metadata)).toBe(expected);
  });
});
