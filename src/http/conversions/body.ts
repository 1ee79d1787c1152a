/** The body under construction. All replies of /codes and /coords share one buffer, so that requests allocate none. */
import { ByteWriter } from "../../bytes.ts";

/** Room for the longest reply: 64 codes, each with all members, in XML. One such code has 900 bytes at most. */
const BUFFER_BYTES = 1 << 16;

/** Nothing reserves room in it. Whoever begins a body sets its length to 0; the one before is invalid from then on. */
export const body = new ByteWriter(BUFFER_BYTES);

/** Writes a number so that it reads back to the same double. Whole numbers keep one decimal. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  // Very large and very small numbers have an exponent and need no decimal.
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}

/** Appends a number to the body as `decimal` writes it. */
export function appendDecimal(value: number): void {
  if (Number.isInteger(value)) body.appendText(decimal(value));
  else body.appendDecimal(value);
}

/** Longer bodies are rare, and each kept view takes some 100 bytes. */
const MAX_CACHED_VIEW = 1 << 12;

/** Views of the buffer by length. A new view for each reply would be most of the garbage. */
const views: Uint8Array[] = [];

/** Returns the bytes of the body, which are valid until the next one is begun. */
export function bodyBytes(): Uint8Array {
  const { length } = body;
  if (length > MAX_CACHED_VIEW) return body.written();
  let view: Uint8Array | undefined = views[length];
  if (view === undefined) {
    view = body.written();
    views[length] = view;
  }
  return view;
}
