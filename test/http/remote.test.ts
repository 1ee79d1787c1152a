import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decode, encode, encodeInternational } from "../../src/index.ts";
import { type HttpReply, onBothTransports, type Send } from "./both-transports.ts";

const TOKEN = "correct-horse";

type Headers = Readonly<Record<string, string>>;

function post(
  send: Send,
  target: string,
  body: string | Uint8Array,
  headers: Headers = {},
): Promise<HttpReply> {
  const all = { "content-type": "application/json", ...headers };
  return send(`/remote${target}`, { method: "POST", headers: all, body });
}

/** The request that the documentation of BigQuery shows, for a function of points. */
function bigQueryRequest(calls: unknown, userDefinedContext: object = {}): string {
  return JSON.stringify({
    requestId: "124ab1c",
    caller:
      "//bigquery.googleapis.com/projects/myproject/jobs/myproject:US.bquxjob_5b4c112c_17961fafeaf",
    sessionUser: "test-user@test-company.com",
    userDefinedContext,
    calls,
  });
}

/** The request that the documentation of Redshift shows, for a function of points. */
function redshiftRequest(rows: unknown, numRecords: number): string {
  return JSON.stringify({
    request_id: "23FF1F97-F28A-44AA-AB67-266ED976BF40",
    cluster: "arn:aws:redshift:xxxx",
    user: "adminuser",
    database: "db1",
    external_function: "public.foo",
    query_id: 5678234,
    num_records: numRecords,
    arguments: rows,
  });
}

/** The headers that the documentation of Snowflake names. */
const SNOWFLAKE_HEADERS = {
  "sf-external-function-format": "json",
  "sf-external-function-format-version": "1.0",
  "sf-external-function-current-query-id": "01b02bdf-0001-7b58",
  "sf-external-function-query-batch-id": "01b02bdf-0001-7b58:1:1:0:0",
};

const POINT = [52.376514, 4.908543];

onBothTransports("remote functions", {}, (send) => {
  async function replies(calls: unknown, context: object): Promise<unknown> {
    const { status, text } = await post(send, "/bigquery", bigQueryRequest(calls, context));
    expect(status).toBe(200);
    return JSON.parse(text).replies;
  }

  it("answer BigQuery by one value for each call, in order", async () => {
    const calls = [POINT, [null, 4], ["abc", "9007199254740993", null, null], [0, -30]];
    expect(await replies(calls, {})).toEqual(["NLD 49.4V", null, null, null]);
    const all = await replies([POINT], { returns: "all" });
    const mapcodes = encode(52.376514, 4.908543).map((code) => `${code.territory} ${code.code}`);
    expect(JSON.parse((all as string[])[0])).toEqual(mapcodes);
  });

  it("take numbers that BigQuery sends as texts, and arguments of their own", async () => {
    const calls = [
      ["52.376514", "4.908543", "NLD", 2],
      [...POINT, "", "8"],
      [...POINT, "NLD", 9],
    ];
    const [two, eight, none] = (await replies(calls, {})) as (string | null)[];
    expect(two).toBe("NLD 49.4V-K2");
    expect(eight).toMatch(/^NLD 49\.4V-.{8}$/);
    expect(none).toBeNull();
  });

  it("prefer the settings of the body to those of the query, also after the calls", async () => {
    const body = `{"calls":[[${POINT}]],"userDefinedContext":{"returns":"international"}}`;
    const { text } = await post(send, "/bigquery?returns=all&precision=1", body);
    const [expected] = [encodeInternational(52.376514, 4.908543, { precision: 1 })];
    expect(JSON.parse(text)).toEqual({ replies: [expected.code] });
  });

  it("choose local mapcodes by borders, or the shortest on demand", async () => {
    const shenzhen = [[22.543, 114.058]];
    expect(await replies(shenzhen, {})).toEqual(["CN-GD QFJ.PZ6"]);
    expect(await replies(shenzhen, { local: "shortest" })).toEqual(["HKG C1V.6K"]);
  });

  it("say why a row has no result, on demand", async () => {
    const context = { returns: "lat,lon", withErrors: "true", context: "NLD" };
    const rows = (await replies(
      [["49.4V"], ["49.4V", "moon"], ["49.4V", "NLD", 1], [null]],
      context,
    )) as string[];
    const { latDeg: lat, lonDeg: lon } = decode("NLD 49.4V");
    const [good, unknown, long, empty] = rows.map((row) => JSON.parse(row));
    expect(good).toEqual({ result: { lat, lon }, error: null });
    expect(unknown.result).toBeNull();
    expect(unknown.error).toContain("'moon'");
    expect(long.error).toBe("The row has 3 arguments. Pass at most 2: code, context.");
    expect(empty).toEqual({ result: null, error: null });
  });

  it("answer Snowflake with its row numbers and a checksum", async () => {
    const body = JSON.stringify({
      data: [
        [0, ...POINT],
        [7, "x", 1],
        [2, 0, -30],
      ],
    });
    const reply = await post(send, "/snowflake?returns=json", body, SNOWFLAKE_HEADERS);
    const { data } = JSON.parse(reply.text);
    expect(data.map(([number]: [number]) => number)).toEqual([0, 7, 2]);
    expect(data[0][1]).toMatchObject({ territory: "NLD", mapcode: "49.4V" });
    expect(data[1][1]).toBeNull();
    expect(data[2][1]).toMatchObject({ international: expect.any(String) });
    const md5 = createHash("md5").update(reply.bytes).digest("base64");
    expect(reply.headers["content-md5"]).toBe(md5);
  });

  it("take a compressed body of Snowflake", async () => {
    const body = gzipSync(JSON.stringify({ data: [[0, ...POINT]] }));
    const { text } = await post(send, "/snowflake", body, { "content-encoding": "gzip" });
    expect(text).toBe('{"data":[[0,"NLD 49.4V"]]}');
  });

  it("answer Redshift, whose rows may be null", async () => {
    const body = redshiftRequest([[1, 2], [3, null], null, [4, 6]], 4);
    const { text } = await post(send, "/redshift?returns=international", body);
    const expected = [encodeInternational(1, 2), null, null, encodeInternational(4, 6)];
    const results = expected.map((code) => code?.code ?? null);
    expect(JSON.parse(text)).toEqual({ success: true, num_records: 4, results });
    const decoded = await post(send, "/redshift?returns=lat,lon", '{"arguments":["NLD 49.4V"]}');
    const { latDeg: lat, lonDeg: lon } = decode("NLD 49.4V");
    expect(JSON.parse(JSON.parse(decoded.text).results[0])).toEqual({ lat, lon });
  });

  it.each([
    ["/bigquery", "calls", { replies: [] }],
    ["/snowflake", "data", { data: [] }],
    ["/redshift", "arguments", { success: true, results: [], num_records: 0 }],
  ])("answer a block without rows: %s", async (target, name, expected) => {
    const { text } = await post(send, target, `{"${name}": [ ] }`);
    expect(JSON.parse(text)).toEqual(expected);
  });

  it("give the same bytes for a request that is sent again", async () => {
    const body = bigQueryRequest([POINT, ["x", 1], [0, -30]], { returns: "all" });
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(() => post(send, "/bigquery", body)),
    );
    for (const { text } of others) expect(text).toBe(first.text);
  });

  it.each([
    ["an empty body", ""],
    ["no object", "[]"],
    ["no rows", '{"requestId":"1"}'],
    ["rows that are no array", '{"calls":{"a":1}}'],
    ["a row that is none", '{"calls":[[1,2],3]}'],
    ["rows twice", '{"calls":[],"calls":[]}'],
    ["a missing end", '{"calls":[[1,2]]'],
    ["a row that is cut off", '{"calls":[[1,2'],
    ["a comma too much", '{"calls":[[1,2],]}'],
    ["a comma first", '{"calls":[,[1,2]]}'],
    ["a comma at the end", '{"calls":[],}'],
    ["something after the object", '{"calls":[]}{}'],
    ["a wrong bracket", '{"calls":[[1,2]}}'],
    ["a broken text", '{"calls":[["\\x"]]}'],
    ["settings that are no object", '{"calls":[],"userDefinedContext":3}'],
  ])("reject a body with %s as BigQuery expects it", async (_, body) => {
    const { status, text } = await post(send, "/bigquery", body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ errorMessage: expect.stringMatching(/\.$/) });
  });

  it("reject what else cannot be answered, each as its engine expects it", async () => {
    const wrong = await post(send, "/redshift", redshiftRequest([POINT], 2));
    expect(wrong.status).toBe(400);
    expect(JSON.parse(wrong.text)).toEqual({
      success: false,
      error_msg: "The num_records '2' is not 1, the number of rows.",
    });
    const unnumbered = await post(send, "/snowflake", '{"data":[["x",1,2]]}');
    expect(JSON.parse(unnumbered.text)).toMatchObject({ status: 400, error: "malformed-request" });
    const cut = await post(send, "/snowflake", '{"data":[[0,1,');
    expect(JSON.parse(cut.text)).toMatchObject({
      status: 400,
      message:
        "The body is malformed. Send an object in JSON whose member data is an array of rows.",
    });
    const setting = await post(send, "/bigquery", bigQueryRequest([], { returns: "frogs" }));
    expect(setting.status).toBe(400);
    expect(JSON.parse(setting.text).errorMessage).toContain("'frogs'");
    expect((await post(send, "/bigquery", "{}", { "content-type": "text/csv" })).status).toBe(415);
    expect((await send("/remote/bigquery")).status).toBe(405);
    expect((await send("/remote/oracle", { method: "POST" })).status).toBe(404);
  });
});

onBothTransports("remote functions with a token", { remoteToken: TOKEN }, (send) => {
  const body = bigQueryRequest([POINT]);

  it("refuse requests without the right one", async () => {
    for (const authorization of ["", "Bearer wrong", `Basic ${TOKEN}`]) {
      for (const target of ["/bigquery", "/snowflake", "/redshift"]) {
        const { status, headers } = await post(send, target, body, { authorization });
        expect({ authorization, target, status }).toEqual({ authorization, target, status: 401 });
        expect(headers["www-authenticate"]).toBe("Bearer");
      }
    }
    const { status } = await post(send, "/bigquery", bigQueryRequest([POINT], { token: "x" }));
    expect(status).toBe(401);
  });

  it("take it as a header, as a header of Snowflake's, and in BigQuery's settings", async () => {
    const bearer = await post(send, "/redshift", redshiftRequest([POINT], 1), {
      authorization: `Bearer ${TOKEN}`,
    });
    expect(bearer.status).toBe(200);
    const snowflake = await post(send, "/snowflake", '{"data":[]}', { "sf-custom-token": TOKEN });
    expect(snowflake.status).toBe(200);
    const settings = await post(send, "/bigquery", bigQueryRequest([POINT], { token: TOKEN }));
    expect(JSON.parse(settings.text)).toEqual({ replies: ["NLD 49.4V"] });
  });
});

onBothTransports("remote functions that need more memory", { batchMemory: 600_000 }, (send) => {
  it("are refused with a status after which each engine tries again", async () => {
    const rows = Array.from({ length: 5_000 }, (_, row) => [row, ...POINT]);
    const block = JSON.stringify({ data: rows });
    // The bodies fit, but not together.
    const all = await Promise.all([1, 2, 3, 4].map(() => post(send, "/snowflake", block)));
    expect(all.map(({ status }) => status)).toContain(200);
    for (const { status, headers } of all) {
      if (status === 200) continue;
      expect(status).toBe(429);
      expect(headers["retry-after"]).toBe("1");
    }
  });

  it("count the reply that they hold", async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => [row, ...POINT]);
    const body = JSON.stringify({ data: rows });
    const { status, text } = await post(send, "/snowflake?returns=json", body);
    expect(status).toBe(413);
    expect(JSON.parse(text).message).toContain("Send fewer rows in each request.");
    // All memory was given back.
    expect((await post(send, "/snowflake", body)).status).toBe(200);
  });
});

describe("limits", () => {
  onBothTransports("of remote functions", { batchRows: 2, batchRowBytes: 50 }, (send) => {
    it("are those of batches", async () => {
      const many = await post(send, "/bigquery", bigQueryRequest([POINT, POINT, POINT]));
      expect(many.status).toBe(413);
      const long = await post(send, "/snowflake", `{"data":[[0,"${"x".repeat(60)}"`);
      expect(long.status).toBe(413);
    });
  });
});
