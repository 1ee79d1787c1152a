/** What has to pass through a proxy unchanged. */
import { expect } from "vitest";
import { POINT, REPLY_ROW } from "../../service/batch-client.ts";
import { ask } from "../../service/running-services.ts";

const CODE = "NLD 49.4V\n";
const DECODED_ROW = "NLD 49.4V\t52.37651400000124\t4.908543375\n";

/** Batches of 1, 9 and 19 MB. */
export const BATCHES = [
  ["/batch/codes", 50_000, POINT, REPLY_ROW],
  ["/batch/coords", 900_000, CODE, DECODED_ROW],
  ["/batch/codes", 1_000_000, POINT, REPLY_ROW],
] as const;
/** A batch of 60 MB. */
export const LARGE_BATCH = ["/batch/coords", 6_000_000, CODE, DECODED_ROW] as const;
type Batch = (typeof BATCHES)[number] | typeof LARGE_BATCH;

export async function expectConverted(
  address: string,
  [path, rows, row, replyRow]: Batch,
): Promise<void> {
  const headers = { "content-type": "text/plain" };
  const body = row.repeat(rows);
  const { status, text } = await ask(address + path, { method: "POST", headers, body });
  expect([status, text.length]).toEqual([200, rows * replyRow.length]);
  expect(text === replyRow.repeat(rows)).toBe(true);
}

export async function expectPlainReplies(address: string): Promise<void> {
  for (let count = 0; count < 50; count++) {
    const { status, text } = await ask(`${address}/coords/NLD%2049.4V?client=${count}`);
    expect([status, text]).toEqual([200, '{"latDeg":52.37651400000124,"lonDeg":4.908543375}']);
  }
  const missing = await ask(`${address}/coords/NLD%2FZZZZ.ZZZZ`);
  expect(missing.status).toBe(400);
  expect(JSON.parse(missing.text)).toMatchObject({ value: "NLD/ZZZZ.ZZZZ" });
  const head = await ask(`${address}/codes/1,2`, { method: "HEAD" });
  expect([head.status, head.headers["content-length"]]).toEqual([200, "80"]);
}
