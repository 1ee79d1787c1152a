/** The body of a reply as bytes in one buffer that all replies share. */

/** More than a reply with all codes of a point takes. */
const ROOM_BYTES = 1 << 14;

const buffer = new Uint8Array(ROOM_BYTES);
let end = 0;

export function begin(): void {
  end = 0;
}

/** Appends bytes; as there are few, a loop is faster than `set` with a view of them. */
export function append(bytes: Uint8Array, from: number, to: number): void {
  let at = end;
  for (let next = from; next < to; next++) buffer[at++] = bytes[next] as number;
  end = at;
}

/** The body, valid until the next one is begun. */
export function body(): Uint8Array {
  return buffer.subarray(0, end);
}
