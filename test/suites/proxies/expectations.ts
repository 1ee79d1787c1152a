/** What has to pass through a proxy unchanged. */
import { request } from "undici";
import { expect } from "vitest";
import { POINT, REPLY_ROW } from "../../service/batch-client.ts";

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
  const reply = await request(address + path, { method: "POST", headers, body: row.repeat(rows) });
  const text = await reply.body.text();
  expect([reply.statusCode, text.length]).toEqual([200, rows * replyRow.length]);
  expect(text === replyRow.repeat(rows)).toBe(true);
}

export async function expectPlainReplies(address: string): Promise<void> {
  for (let count = 0; count < 50; count++) {
    const { statusCode, body } = await request(`${address}/coords/NLD%2049.4V?client=${count}`);
    const text = await body.text();
    expect([statusCode, text]).toEqual([200, '{"latDeg":52.37651400000124,"lonDeg":4.908543375}']);
  }
  const missing = await request(`${address}/coords/NLD%2FZZZZ.ZZZZ`);
  expect(missing.statusCode).toBe(400);
  expect(await missing.body.json()).toMatchObject({ value: "NLD/ZZZZ.ZZZZ" });
  const head = await request(`${address}/codes/1,2`, { method: "HEAD" });
  await head.body.dump();
  expect([head.statusCode, head.headers["content-length"]]).toEqual([200, "80"]);
}
