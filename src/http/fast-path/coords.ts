/**
 * `/coords/{code}` as most clients ask for it: without parameters, in JSON, the code in ASCII. It
 * gives the body that operations/coords.ts gives, which answers all other requests.
 */
import { decodeInto, LAT_DEG, LON_DEG, NO_TERRITORY } from "../../index.ts";
import { decimal } from "../formats/format.ts";
import { append, appendDecimal, appendText, begin, body, bytesOf } from "./bytes.ts";

const ENCODED_SPACE = "%20";

const OPENING = bytesOf('{"latDeg":');
const BETWEEN = bytesOf(',"lonDeg":');
const CLOSING = bytesOf("}");

const degrees = new Float64Array(2);

/** Whole numbers are written in a form of their own. */
function appendDegrees(value: number): void {
  if (Number.isInteger(value)) appendText(decimal(value));
  else appendDecimal(value);
}

/** The code with its one encoded space decoded; undefined when more of it is encoded. */
function plainCode(path: string, from: number): string | undefined {
  const space = path.indexOf("%", from);
  if (space < 0) return path.slice(from);
  const next = space + ENCODED_SPACE.length;
  if (!path.startsWith(ENCODED_SPACE, space) || path.includes("%", next)) return undefined;
  return `${path.slice(from, space)} ${path.slice(next)}`;
}

/**
 * @param path as it was sent
 * @param from where the code begins in it
 * @returns the body, valid until the next one; undefined for what is not plain or has no answer
 */
export function fastCoords(path: string, from: number): Uint8Array | undefined {
  const code = plainCode(path, from);
  if (code === undefined || decodeInto(code, NO_TERRITORY, degrees) !== 0) return undefined;
  begin();
  append(OPENING, 0, OPENING.length);
  appendDegrees(degrees[LAT_DEG]);
  append(BETWEEN, 0, BETWEEN.length);
  appendDegrees(degrees[LON_DEG]);
  append(CLOSING, 0, CLOSING.length);
  return body();
}
