import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localText, MANY, manyPoints } from "../suites/engines/engine-points.ts";
import { PREFERRED } from "../support/transports.ts";
import { createSender, type Send, serviceOfGroup } from "./both-transports.ts";
import { RemoteColumn, type SimulatedEngine } from "./remote-engine.ts";

const JSON_TYPE = { "content-type": "application/json" };

const MIB = 1024 * 1024;

/** Requests have at most 10 MB. */
const BIGQUERY: SimulatedEngine = {
  path: "/remote/bigquery",
  maxBytes: 10 * MIB,
  request: (rows, first) => ({
    body: `{"requestId":"${first}","caller":"//bigquery","sessionUser":"user@example.com","calls":[${rows}]}`,
    headers: JSON_TYPE,
  }),
  values: (reply) => JSON.parse(reply).replies,
};

/** Rows have numbers from 0 in each request, which replies must have; MAX_BATCH_ROWS of our example is 10,000. */
const SNOWFLAKE: SimulatedEngine = {
  path: "/remote/snowflake",
  maxBytes: 400_000,
  request: (rows, first) => {
    const numbered = rows.map((row, index) => row.replace("[", `[${index},`));
    const id = `01b02bdf-0001-7b58:1:1:0:${first}`;
    const headers = { ...JSON_TYPE, "sf-external-function-query-batch-id": id };
    return { body: `{"data":[${numbered}]}`, headers };
  },
  values(reply) {
    const { data }: { data: readonly (readonly [number, unknown])[] } = JSON.parse(reply);
    expect(data.every(([number], index) => number === index)).toBe(true);
    return data.map(([, value]) => value);
  },
};

/** Requests have at most 5 MB (MAX_BATCH_SIZE). */
const REDSHIFT: SimulatedEngine = {
  path: "/remote/redshift",
  maxBytes: 5 * MIB,
  request: (rows, first) => ({
    body: `{"request_id":"${first}","num_records":${rows.length},"arguments":[${rows}]}`,
    headers: JSON_TYPE,
  }),
  values(reply) {
    const { success, results, num_records: count } = JSON.parse(reply);
    expect(success).toBe(true);
    expect(count).toBe(results.length);
    return results;
  },
};

const ENGINES = { BigQuery: BIGQUERY, Snowflake: SNOWFLAKE, Redshift: REDSHIFT };

/** The number of a row that has no point, and of one whose latitude is not a number. */
const WITHOUT_POINT = 1;
const NOT_A_NUMBER = MANY - 2;

describe("a million rows of an engine that reorders, doubles and retries", () => {
  const points = manyPoints();
  const rows = points.map(({ latDeg, lonDeg }) => `[${latDeg},${lonDeg}]`);
  rows[WITHOUT_POINT] = "[null,null]";
  rows[NOT_A_NUMBER] = '["north",1]';
  const expected = points.map((point) => localText(point, "") || null);
  expected[WITHOUT_POINT] = null;
  expected[NOT_A_NUMBER] = null;
  // Less than the engine sends at a time, so that some are rejected. On a busy machine, a request may take minutes.
  const limits = { batchRequests: 3, batchSeconds: 3600 };
  const service = serviceOfGroup({ transport: PREFERRED, ...limits });
  let connections: Pool;
  let send: Send;

  beforeAll(() => {
    const { origin, pathname } = new URL(service().address);
    // A connection for each request: one that is broken off must not end others.
    connections = new Pool(origin, { pipelining: 1 });
    send = createSender(connections, pathname === "/" ? "" : pathname);
  });
  afterAll(() => connections.destroy());

  it.each(Object.entries(ENGINES))("gives %s one right answer for each row", async (_, engine) => {
    const column = new RemoteColumn(engine, send);
    const values = await column.convert(rows);
    const wrong = values.findIndex((value, index) => value !== expected[index]);
    expect(wrong, `row ${wrong} is ${values[wrong]}, not ${expected[wrong]}`).toBe(-1);
    expect(values).toHaveLength(MANY);
    const { blocks, doubled, broken, rejected } = column.incidents;
    expect(blocks).toBeGreaterThanOrEqual(3);
    expect(broken + doubled).toBeGreaterThan(0);
    if (blocks > 10) expect(Math.min(broken, doubled, rejected)).toBeGreaterThan(0);
  });
});
