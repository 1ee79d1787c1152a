/** Heads of replies as uWebSockets.js writes them. */
import { STATUS_CODES } from "node:http";
import type { Headers } from "../../http/messages.ts";

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status]}`;
    statusLines.set(status, line);
  }
  return line;
}

/** A name and a value that bring the other headers along. */
type HeaderBlock = readonly [name: string, value: string];

const headerBlocks = new WeakMap<Headers, HeaderBlock>();

/**
 * All headers in one, since each call into the binary takes 0.1 microseconds. None of them has
 * anything in it that was sent.
 */
function headerBlock(headers: Headers): HeaderBlock | undefined {
  let block = headerBlocks.get(headers);
  const [first, ...others] = block ? [] : headers;
  if (first) {
    const lines = others.map(([name, value]) => `${name}: ${value}`);
    block = [first[0], [first[1], ...lines].join("\r\n")];
    headerBlocks.set(headers, block);
  }
  return block;
}

interface Writing {
  writeStatus(line: string): unknown;
  writeHeader(name: string, value: string): unknown;
}

export function writeHead(response: Writing, status: number, headers: Headers): void {
  // Which is what it writes unless told otherwise.
  if (status !== 200) response.writeStatus(statusLine(status));
  const block = headerBlock(headers);
  if (block) response.writeHeader(block[0], block[1]);
}
