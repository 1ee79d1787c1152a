/** Parsers of the values that only options of the service have. */
import { InvalidArgumentError } from "commander";
import { TILES_URL_ADVICE, tilesUrlProblem } from "../../http/map/page.ts";
import { isRange } from "../../service/trusted-proxies.ts";

/** Parses the permissions of a file: `660` lets owner and group read and write. */
export function parseFileMode(text: string): number {
  if (/^0?[0-7]{3}$/.test(text)) return Number.parseInt(text, 8);
  throw new InvalidArgumentError("Expected three octal digits, such as 660.");
}

/** Parses a path prefix. @returns `/geo` for `geo`, `/geo` or `/geo/`; empty for `/` */
export function parsePrefix(text: string): string {
  const segment = text.replace(/^\/|\/$/g, "");
  if (/^[\w.~-]*$/.test(segment) && segment !== "." && segment !== "..") {
    return segment === "" ? "" : `/${segment}`;
  }
  throw new InvalidArgumentError("Expected one segment of letters, digits and -._~, or none (/).");
}

/** Parses the address of map tiles; empty for none. */
export function parseTilesUrl(text: string): string {
  const problem = text === "" ? undefined : tilesUrlProblem(text);
  if (problem === undefined) return text;
  throw new InvalidArgumentError(`It ${problem}. ${TILES_URL_ADVICE}`);
}

/** Parses the value of an HTTP header. */
export function parseHeaderValue(text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError("Expected a header value of printable ASCII characters.");
}

/** Parses the comma-separated ranges of `--trust-proxy`; empty for none. */
export function parseRanges(text: string): readonly string[] {
  const ranges = text.split(",").map((range) => range.trim());
  const wrong = ranges.find((range) => range !== "" && !isRange(range));
  if (wrong === undefined) return ranges.filter((range) => range !== "");
  throw new InvalidArgumentError(
    `'${wrong}' is not a range. Expected addresses, such as 10.0.0.0/8 or ::1, or names, such as loopback.`,
  );
}
