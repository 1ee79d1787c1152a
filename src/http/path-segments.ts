/** The segments of a path, as sent and decoded. */
import { PERCENT, SLASH, SPACE, TILDE } from "../characters.ts";
import { decodePercent } from "./requests.ts";

/** Whether whole segments of a path begin at `from` with `beginning`. */
export function continuesWith(path: string, beginning: string, from: number): boolean {
  const end = from + beginning.length;
  // Most paths differ here already, and comparing texts takes longer.
  if (end !== path.length && path.charCodeAt(end) !== SLASH) return false;
  return path.startsWith(beginning, from);
}

/** Splits a path behind the slash at `from`; a slash at its end counts for nothing. */
export function segmentsFrom(path: string, from: number): readonly string[] {
  const to = path.endsWith("/") ? path.length - 1 : path.length;
  return from < to ? path.slice(from + 1, to).split("/") : [];
}

/** Splits a path and decodes its segments. @throws HttpError when one is encoded wrongly */
export function decodedSegments(path: string, from: number): readonly string[] {
  return segmentsFrom(path, from).map((segment) => decodePercent(segment, "path"));
}

const ENCODED_SPACE = "%20";

/**
 * Returns the last segment of a path with at most one `%20` decoded: a territory and a code.
 * @param from where the segment begins
 * @returns undefined if anything else is percent-encoded, must not be sent, or another segment follows
 */
export function plainSegment(path: string, from: number): string | undefined {
  let space = -1;
  for (let index = from; index < path.length; index++) {
    const character = path.charCodeAt(index);
    if (character <= SPACE || character > TILDE || character === SLASH) return undefined;
    if (character !== PERCENT) continue;
    if (space >= 0) return undefined;
    space = index;
  }
  if (space < 0) return from < path.length ? path.slice(from) : undefined;
  if (!path.startsWith(ENCODED_SPACE, space)) return undefined;
  return `${path.slice(from, space)} ${path.slice(space + ENCODED_SPACE.length)}`;
}
