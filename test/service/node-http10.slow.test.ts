/** Clients of HTTP/1.0, which only the transport on node:http answers. */
import { describe, expect, it } from "vitest";
import { serviceOfGroup } from "../http/both-transports.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import { POINT, REPLY_ROW } from "./batch-client.ts";

const MAX_ROWS = 3_000;

describe("a batch request in HTTP/1.0", () => {
  const service = serviceOfGroup({ transport: "node", batchRows: MAX_ROWS });

  /** Sends a batch. @returns the body of the reply, and the error with which the connection ends, if it does */
  async function convert(rows: number, query: string) {
    const points = POINT.repeat(rows);
    const head = [
      `POST /mapcode/batch/codes${query} HTTP/1.0`,
      "Content-Type: text/plain",
      `Content-Length: ${points.length}`,
    ];
    const connection = new RawConnection(
      portOf(service()),
      `${head.join("\r\n")}\r\n\r\n${points}`,
    );
    await connection.closed;
    const { received, error } = connection;
    return { body: received.split("\r\n\r\n")[1] ?? "", error };
  }

  it.each([
    "",
    "?stream=true",
  ])("gets a reply that ends in order if it is whole (%s)", async (query) => {
    const { body, error } = await convert(MAX_ROWS, query);
    expect(body).toBe(REPLY_ROW.repeat(MAX_ROWS));
    expect(error).toBe("");
  });

  it.each([
    "",
    "?stream=true",
  ])("gets a reply whose connection is reset if it is cut (%s)", async (query) => {
    const { body, error } = await convert(2 * MAX_ROWS, query);
    expect(body.startsWith(REPLY_ROW.repeat(MAX_ROWS))).toBe(true);
    expect(body).toContain(`The body has more than ${MAX_ROWS} rows.`);
    expect(error).toContain("ECONNRESET");
  });
});
