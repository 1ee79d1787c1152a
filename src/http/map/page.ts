/** The map page with the operator's settings, and a Content-Security-Policy for only its own files and the tiles. */
import { escapeXml } from "../xml.ts";

/** Tiles of a map server, over the land of the page's own map. */
export interface TileSource {
  /** With `{z}`, `{x}` and `{y}`; `{r}` becomes `@2x` on dense screens. May be relative. Empty for no tiles. */
  readonly tilesUrl: string;
  /** The credit for their source; an address at its end becomes its link. */
  readonly tilesAttribution: string;
}

/** The value of Content-Security-Policy. `meta` elements lack the directives that only a header may have. */
export function contentSecurityPolicy({ tilesUrl }: TileSource, isHeader: boolean): string {
  // Other addresses are relative: 'self' covers them.
  const origin = /^https?:/i.test(tilesUrl) ? ` ${new URL(tilesUrl).origin}` : "";
  const policy =
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'${origin}; ` +
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
  return isHeader ? `${policy}; frame-ancestors 'self'` : policy;
}

function meta(attribute: "name" | "http-equiv", value: string, content: string): string {
  return `<meta ${attribute}="${value}" content="${escapeXml(content).replaceAll('"', "&quot;")}">\n`;
}

/** Puts the settings into the page. @param hasHeaders whether the server sends the policy; static hosts do not */
export function renderPage(template: string, tiles: TileSource, hasHeaders: boolean): string {
  const { tilesUrl, tilesAttribution } = tiles;
  const policy = meta("http-equiv", "Content-Security-Policy", contentSecurityPolicy(tiles, false));
  const settings =
    meta("name", "tiles-url", tilesUrl) + meta("name", "tiles-attribution", tilesAttribution);
  const elements = (hasHeaders ? "" : policy) + (tilesUrl === "" ? "" : settings);
  return template.replace("<!--settings-->\n", () => elements);
}

/** The problem with an address of tiles and its remedy; undefined if it is valid, or empty. */
export function tilesUrlProblem(url: string): string | undefined {
  if (url === "") return undefined;
  const advice = "Write it like https://tiles.example.org/{z}/{x}/{y}.png.";
  const missing = ["{z}", "{x}", "{y}"].filter((part) => !url.includes(part));
  if (missing.length > 0) return `It has no ${missing.join(", ")}. ${advice}`;
  const [, origin = "", path = url] = /^(https?:\/\/[^/]*)(.*)$/i.exec(url) ?? [];
  if (/[{}]/.test(origin + path.replaceAll(/\{[zxyr]\}/g, ""))) {
    return `It has placeholders other than {z}, {x}, {y} and {r} in its path. ${advice}`;
  }
  if (origin === "" ? /^\/(?!\/)/.test(path) : URL.canParse(origin)) return undefined;
  return `It is neither an http or https address nor a path that starts with /. ${advice}`;
}
