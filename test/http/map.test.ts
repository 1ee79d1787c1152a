import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, renderPage, tilesUrlProblem } from "../../src/http/map/page.ts";
import { createSend, DEFAULTS } from "./route-at-once.ts";

const send = createSend();

/** The paths of the page's own files in its text. */
function assetsIn(page: string): string[] {
  return Array.from(page.matchAll(/(?:src|href)="([^":#]+)"/g), ([, path]) => path);
}

describe("the map page", () => {
  it("is at /map/, where /map leads", () => {
    expect(send("/map")).toMatchObject({ status: 308, headers: { location: "map/" } });
    const { status, headers, text } = send("/map/");
    expect([status, headers["content-type"]]).toEqual([200, "text/html;charset=UTF-8"]);
    expect(text).toContain("<title>Mapcode map</title>");
  });

  it("is linked from the help, and shown by it in a picture", () => {
    const { text } = send("/");
    expect(text).toContain('<a href="/mapcode/map/">');
    const [, path = ""] = /<img src="\/mapcode(\/map\/[^"]+)" alt="[^"]{20,}"/.exec(text) ?? [];
    const picture = send(path);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(picture.bytes.length).toBeGreaterThan(10_000);
  });

  it("sends all files that it names, with their types and its policy, compressed as clients ask", () => {
    const page = send("/map/");
    const policy = page.headers["content-security-policy"];
    expect(policy).toBe(contentSecurityPolicy(DEFAULTS, true));
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const assets = assetsIn(page.text);
    expect(assets.length).toBeGreaterThan(4);
    for (const path of [...assets, "licenses.txt"]) {
      const plain = send(`/map/${path}`);
      expect([path, plain.status]).toEqual([path, 200]);
      expect(plain.headers["content-type"]).toMatch(
        /^(text\/(css|javascript|plain);charset=UTF-8|application\/json|image\/(png|svg\+xml))$/,
      );
      expect(plain.headers["content-security-policy"]).toBe(policy);
      if (path.endsWith(".png")) continue;
      const br = send(`/map/${path}`, { headers: { "accept-encoding": "gzip, br" } });
      expect(br.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
      const gzip = send(`/map/${path}`, { headers: { "accept-encoding": "gzip" } });
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it("lets clients keep files whose names tell their contents, and ask for the others", () => {
    const page = send("/map/");
    const main = assetsIn(page.text).find((path) => path.startsWith("assets/main"));
    const kept = send(`/map/${main}`).headers["cache-control"];
    expect(kept).toBe("public, max-age=31536000, immutable");
    expect(page.headers["cache-control"]).toBe("no-cache");
    const again = send("/map/", { headers: { "if-none-match": page.headers.etag ?? "" } });
    expect(again).toMatchObject({ status: 304, text: "" });
  });

  it("answers OPTIONS and other methods as all paths do", () => {
    const options = send("/map/", { method: "OPTIONS" });
    expect(options).toMatchObject({ status: 204, headers: { allow: "GET, HEAD, OPTIONS" } });
    expect(send("/map/", { method: "DELETE" }).status).toBe(405);
  });

  it("leads links by code to the page, which says what is wrong with a damaged one", () => {
    for (const code of ["NLD/49.4V", "US-IN/HH.GC-K2", "NLD/49.", "%CE%9D%CE%9B%CE%94/49.4V"]) {
      const { status, headers } = send(`/map/${code}`);
      expect([status, headers.location]).toEqual([308, `../#${code}`]);
    }
  });

  it("has no other files", () => {
    const paths =
      "map/nothing map/NLD/49.4V/17 map/assets/49.4V map/..%2fservice/worker.js map/assets/ map/index.html map/site.json maps";
    for (const path of paths.split(" ")) {
      const { status, text } = send(`/${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain("unknown-path");
    }
  });

  it("allows images of the server of tiles, and names its address and source", () => {
    const url = "https://tiles.example.org/{z}/{x}/{y}.png";
    const page = createSend({ tilesUrl: url, tilesAttribution: 'Maps "&" more' })("/map/");
    const policy = page.headers["content-security-policy"];
    expect(policy).toContain("img-src 'self' https://tiles.example.org;");
    expect(page.text).toContain(`<meta name="tiles-url" content="${url}">`);
    const source = '<meta name="tiles-attribution" content="Maps &quot;&amp;&quot; more">';
    expect(page.text).toContain(source);
  });

  it("has its policy in an element for static hosts", () => {
    const page = renderPage("<head>\n<!--settings-->\n", DEFAULTS, false);
    expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src /);
    expect(page).not.toContain("frame-ancestors");
  });
});

it.each([
  ["https://a.example/{z}/{x}/{y}.png", undefined],
  ["/tiles/{z}/{x}/{y}", undefined],
  ["http://h:8/{x}-{y}-{z}?k=1", undefined],
  ["https://a.example/{z}/{x}/{y}{r}.png", undefined],
  ["https://a.example/{z}/{x}.png", "It has no {y}"],
  ["ftp://a.example/{z}/{x}/{y}", "It is neither an http or https address"],
  ["//a.example/{z}/{x}/{y}", "It is neither an http or https address"],
  ["https://{s}.example/{z}/{x}/{y}", "It has placeholders other than {z}, {x}, {y} and {r}"],
  ["https://a.example/{z}/{x}/{y}{q}.png", "It has placeholders other than"],
])("the address of tiles %s: %s", (url, problem) => {
  expect(tilesUrlProblem(url)).toEqual(problem && expect.stringContaining(problem));
});
