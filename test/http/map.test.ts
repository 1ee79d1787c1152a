import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, renderPage, tilesUrlProblem } from "../../src/http/map/page.ts";
import { onBothTransports } from "./both-transports.ts";

/** The paths of the page's own files in its text. */
function assetsIn(page: string): string[] {
  return Array.from(page.matchAll(/(?:src|href)="([^":]+)"/g), ([, path]) => path);
}

onBothTransports("the map page", {}, (send) => {
  it("is at /map/, where /map leads", async () => {
    const { status, headers } = await send("/map");
    expect([status, headers.location]).toEqual([308, "map/"]);
    const page = await send("/map/");
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html;charset=UTF-8");
    expect(page.text).toContain("<title>Mapcode map</title>");
  });

  it("is linked from the help", async () => {
    expect((await send("/")).text).toContain('<a href="/mapcode/map/">');
  });

  it("is shown by the help in a picture", async () => {
    const help = await send("/");
    const [, path = ""] =
      /<img src="\/mapcode(\/map\/[^"]+)" alt="[^"]{20,}"/.exec(help.text) ?? [];
    const picture = await send(path);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(picture.bytes.length).toBeGreaterThan(10_000);
  });

  it("sends all files that it names, with their types, and compressed as clients ask", async () => {
    const { text } = await send("/map/");
    const assets = assetsIn(text);
    expect(assets.length).toBeGreaterThan(4);
    for (const path of [...assets, "licenses.txt"]) {
      const plain = await send(`/map/${path}`);
      expect([path, plain.status]).toEqual([path, 200]);
      expect(plain.headers["content-type"]).toMatch(
        /^(text\/(css|javascript|plain);charset=UTF-8|application\/json|image\/(png|svg\+xml))$/,
      );
      if (path.endsWith(".png")) continue;
      const br = await send(`/map/${path}`, { headers: { "accept-encoding": "gzip, br" } });
      expect(br.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
      const gzip = await send(`/map/${path}`, { headers: { "accept-encoding": "gzip" } });
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it("lets clients keep files whose names tell their contents, and ask for the others", async () => {
    const { text } = await send("/map/");
    const main = assetsIn(text).find((path) => path.startsWith("assets/main")) ?? "";
    expect((await send(`/map/${main}`)).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
    const page = await send("/map/");
    expect(page.headers["cache-control"]).toBe("no-cache");
    const etag = `${page.headers.etag}`;
    const again = await send("/map/", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("has a strict policy for its content, on every file", async () => {
    const { headers } = await send("/map/");
    const policy = `${headers["content-security-policy"]}`;
    expect(policy).toBe(contentSecurityPolicy({ url: "", attribution: "" }, true));
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect((await send("/map/licenses.txt")).headers["content-security-policy"]).toBe(policy);
  });

  it("answers HEAD, OPTIONS and other methods as all paths do", async () => {
    expect((await send("/map/", { method: "HEAD" })).text).toBe("");
    const options = await send("/map/", { method: "OPTIONS" });
    expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect((await send("/map/", { method: "DELETE" })).status).toBe(405);
  });

  it("leads links by code to the page, which says what is wrong with a damaged one", async () => {
    for (const code of ["NLD/49.4V", "US-IN/HH.GC-K2", "NLD/49.", "%CE%9D%CE%9B%CE%94/49.4V"]) {
      const { status, headers } = await send(`/map/${code}`);
      expect([status, headers.location]).toEqual([308, `../#${code}`]);
    }
  });

  it.each([
    "/map/nothing",
    "/map/NLD/49.4V/17",
    "/map/assets/49.4V",
    "/map/..%2fservice/worker.js",
    "/map/assets/",
    "/map/index.html",
    "/map/site.json",
    "/maps",
  ])("has no file %s", async (path) => {
    const { status, text } = await send(path);
    expect([status, text]).toEqual([404, expect.stringContaining("unknown-path")]);
  });
});

onBothTransports(
  "the map page with tiles",
  { tilesUrl: "https://tiles.example.org/{z}/{x}/{y}.png", tilesAttribution: 'Maps "&" more' },
  (send) => {
    it("allows images of their server and names its address and source", async () => {
      const { headers, text } = await send("/map/");
      expect(headers["content-security-policy"]).toContain(
        "img-src 'self' https://tiles.example.org;",
      );
      expect(text).toContain(
        '<meta name="tiles-url" content="https://tiles.example.org/{z}/{x}/{y}.png">',
      );
      expect(text).toContain(
        '<meta name="tiles-attribution" content="Maps &quot;&amp;&quot; more">',
      );
    });
  },
);

describe("the page for static hosts", () => {
  it("has its policy in an element", () => {
    const page = renderPage("<head>\n<!--settings-->\n", { url: "", attribution: "" }, false);
    expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src /);
    expect(page).not.toContain("frame-ancestors");
  });
});

describe("addresses of tiles", () => {
  it.each([
    "https://a.example/{z}/{x}/{y}.png",
    "/tiles/{z}/{x}/{y}",
    "http://h:8/{x}-{y}-{z}?k=1",
    "https://a.example/{z}/{x}/{y}{r}.png",
  ])("can be %s", (url) => {
    expect(tilesUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ["https://a.example/{z}/{x}.png", "has no {y}"],
    ["ftp://a.example/{z}/{x}/{y}", "is neither an http or https address"],
    ["//a.example/{z}/{x}/{y}", "is neither an http or https address"],
    [
      "https://{s}.example/{z}/{x}/{y}",
      "has placeholders other than {z}, {x}, {y} and {r} in its path",
    ],
    ["https://a.example/{z}/{x}/{y}{q}.png", "has placeholders other than"],
  ])("cannot be %s", (url, problem) => {
    expect(tilesUrlProblem(url)).toContain(problem);
  });
});
