/**
 * Joins the chunks of a body, the last of which may be incomplete.
 * @returns the text so far, and what follows the last chunk; undefined before its end
 * @throws Error if anything else is between the chunks
 */
export function readChunks(bytes: string): { text: string; rest?: string } {
  let text = "";
  let rest = bytes;
  for (;;) {
    const [head, size] = /^(?:([\da-f]{1,8})\r\n|[\da-f]{0,8}\r?$)/i.exec(rest) ?? [];
    if (head === undefined) throw new Error(`Not the size of a chunk: ${rest.slice(0, 40)}`);
    if (size === undefined) return { text };
    const length = Number.parseInt(size, 16);
    const after = rest.slice(head.length + length, head.length + length + 2);
    text += rest.slice(head.length, head.length + length);
    rest = rest.slice(head.length + length + 2);
    if (!"\r\n".startsWith(after)) throw new Error(`Not the end of a chunk: ${after}`);
    if (after.length < 2) return { text };
    if (length === 0) return { text, rest };
  }
}
