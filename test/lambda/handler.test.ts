import { describe, expect, it } from "vitest";
import { decode, encodeInternational } from "../../src/index.ts";
import { createHandler, handler } from "../../src/lambda/handler.ts";

/** The event that the documentation of Redshift shows. */
const EVENT = {
  request_id: "23FF1F97-F28A-44AA-AB67-266ED976BF40",
  cluster: "arn:aws:redshift:xxxx",
  user: "adminuser",
  database: "db1",
  external_function: "public.foo",
  query_id: 5678234,
  num_records: 4,
  arguments: [[1, 2], [3, null], null, [4, 6]],
};

describe("the handler of Lambda", () => {
  it("answers the documented event by as many results, in order", async () => {
    const reply = await createHandler("returns=international")(EVENT);
    const results = [encodeInternational(1, 2).code, null, null, encodeInternational(4, 6).code];
    expect(JSON.parse(reply)).toEqual({ success: true, num_records: 4, results });
  });

  it("returns points as texts of JSON", async () => {
    const decodeCodes = createHandler("returns=lat,lon&context=NLD");
    const reply = await decodeCodes({ arguments: [["49.4V"], "49.4V", ["frogs"]] });
    const { latDeg: lat, lonDeg: lon } = decode("NLD 49.4V");
    const point = JSON.stringify({ lat, lon });
    expect(JSON.parse(reply).results).toEqual([point, point, null]);
  });

  it("returns local mapcodes if nothing says otherwise, the same for the same event", async () => {
    const event = { num_records: 1, arguments: [[52.376514, 4.908543]] };
    const replies = await Promise.all([handler(event), handler(event)]);
    const expected = '{"success":true,"results":["NLD 49.4V"],"num_records":1}';
    expect(replies).toEqual([expected, expected]);
  });

  it.each([
    undefined,
    {},
    { arguments: 1 },
    { arguments: [], num_records: 1 },
  ])("fails the block as Redshift expects it: %j", async (event) => {
    expect(JSON.parse(await handler(event))).toEqual({
      success: false,
      error_msg: expect.stringContaining("not one of Redshift"),
    });
  });

  it("is not created with wrong settings", () => {
    expect(() => createHandler("returns=frogs")).toThrow("'frogs'");
    expect(() => createHandler(undefined as unknown as string)).toThrow(
      new TypeError("The argument for settings is undefined, not a string."),
    );
  });
});
