/** What has arrived of a body in chunks. */
export interface Chunks {
  readonly text: string;
  /** What follows the last chunk; undefined before its end. */
  readonly rest?: string;
}

/**
 * Joins the chunks of a body, the last of which may be incomplete.
 * @throws Error if anything else is between the chunks
 */
export function readChunks(bytes: string): Chunks {
  let text = "";
  for (let at = 0; ; ) {
    const line = bytes.indexOf("\r\n", at);
    const size = bytes.slice(at, line < 0 ? undefined : line);
    const sizes = line < 0 ? /^[\da-f]{0,8}\r?$/i : /^[\da-f]{1,8}$/i;
    if (!sizes.test(size))
      throw new Error(`Not the size of a chunk: ${JSON.stringify(size.slice(0, 40))}`);
    if (line < 0) return { text };
    const length = Number.parseInt(size, 16);
    const end = line + 2 + length;
    text += bytes.slice(line + 2, end);
    const after = bytes.slice(end, end + 2);
    if (!"\r\n".startsWith(after)) throw new Error(`Not the end of a chunk: ${after}`);
    if (after.length < 2) return { text };
    if (length === 0) return { text, rest: bytes.slice(end + 2) };
    at = end + 2;
  }
}
