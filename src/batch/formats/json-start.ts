/** The first rows of JSON. */
import { utf8Text } from "../../platform.ts";
import type { InputStart } from "../format-plan.ts";
import { createElementScan, findElementEnd } from "../syntax/element-splitter.ts";
import { JSON_VALUES } from "../syntax/json-sequence.ts";
import { nextLine } from "../syntax/line-splitter.ts";

/** The start of values that follow each other, of which the first one begins at `from`. */
export function startOfValues(
  bytes: Uint8Array,
  from: number,
  isLast: boolean,
): InputStart | undefined {
  const next = JSON_VALUES.findNext(bytes, from, isLast);
  if (next < 0 && !isLast) return undefined;
  const line = next < 0 ? nextLine(bytes, from) : next;
  const firstRow = utf8Text(bytes, from, line < 0 ? bytes.length : line).trimEnd();
  return { bytes: from, firstRow, isSequence: true };
}

/** The start of the elements of an array, of which the first one begins at `from`. */
export function startOfElements(
  bytes: Uint8Array,
  from: number,
  isLast: boolean,
): (InputStart & { readonly firstRow: string }) | undefined {
  const end = findElementEnd(bytes, from, createElementScan());
  if (end < 0 && !isLast) return undefined;
  return { bytes: from, firstRow: utf8Text(bytes, from, end < 0 ? bytes.length : end) };
}
