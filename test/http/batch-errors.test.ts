import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { CSV, JSON_ARRAY, PLAIN, post } from "./batch-requests.ts";
import { type HttpReply, onBothTransports } from "./both-transports.ts";

const MAX_ROW = 65_536;

interface ErrorReply {
  readonly status: number;
  readonly error: string;
  readonly parameter?: string;
}

onBothTransports("the error reply to a batch request", {}, (send) => {
  async function errorReply(reply: Promise<HttpReply>): Promise<ErrorReply> {
    const { status, headers, text } = await reply;
    expect(headers["content-type"]).toBe("application/json;charset=UTF-8");
    const { error, parameter } = JSON.parse(text);
    expect(JSON.parse(text).status).toBe(status);
    return { status, error, ...(parameter ? { parameter } : {}) };
  }

  it.each([
    ["/codes?precision=9", "precision"],
    ["/codes?precision=x", "precision"],
    ["/codes?territory=Atlantis", "territory"],
    ["/codes?country=XX", "country"],
    ["/codes?alphabet=elvish", "alphabet"],
    ["/codes?include=territory", "include"],
    ["/codes?context=NLD", "context"],
    ["/codes?all=yes", "all"],
    ["/codes?header=1", "header"],
    ["/codes?all=true&all=true", "all"],
    ["/codes?codeColumn=x", "codeColumn"],
    ["/codes?latColumn=north", "latColumn"],
    ["/codes?delimiter=ab", "delimiter"],
    ["/codes?encoding=elvish", "encoding"],
    ["/codes?skip=-1", "skip"],
    ["/codes?comment=a+b", "comment"],
    ["/codes?columns=,", "columns"],
    ["/codes?columns=id,id", "columns"],
    ["/codes?onlyResults=1", "onlyResults"],
    ["/codes?replace=1", "replace"],
    ["/codes?typedNumbers=1", "typedNumbers"],
    ["/codes?internationalColumn=x", "internationalColumn"],
    ["/coords?context=Atlantis", "context"],
    ["/coords?territory=NLD", "territory"],
    ["/coords?country=Netherlands", "country"],
    ["/coords?include=offset", "include"],
    ["/coords?latColumn=lat", "latColumn"],
  ])("to %s names the parameter %s", async (target, parameter) => {
    const body = "lat,lon,mapcode\n1,2,x\n";
    expect(await errorReply(post(send, target, CSV, body))).toEqual({
      status: 400,
      error: "invalid-parameter",
      parameter,
    });
  });

  it.each([
    ["/codes?territory=NLD&country=NL", "country"],
    ["/coords?context=NLD&country=NL", "country"],
    ["/codes?columns=lat&onlyResults=true", "onlyResults"],
  ])("names parameters that exclude each other in %s", async (target, parameter) => {
    expect(await errorReply(post(send, target, CSV, ""))).toEqual({
      status: 409,
      error: "conflicting-parameters",
      parameter,
    });
  });

  it.each([
    ["text/html", {}, "Content-Type"],
    ["", {}, "Content-Type"],
    ["csv", {}, "Content-Type"],
    ["text/csv;charset=elvish", {}, "charset"],
    ["text/csv", { "content-encoding": "br" }, "Content-Encoding"],
    ["text/csv", { "content-encoding": "gzip, gzip" }, "Content-Encoding"],
  ])("rejects the Content-Type %j with the headers %j", async (type, headers, parameter) => {
    expect(await errorReply(post(send, "/codes", type, "lat,lon\n", headers))).toEqual({
      status: 415,
      error: "unsupported-media-type",
      parameter,
    });
  });

  it("lists the columns if none has a known name", async () => {
    const { status, text } = await post(send, "/codes", CSV, "name,north,east\nx,1,2\n");
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 400,
      body: {
        status: 400,
        error: "invalid-parameter",
        message:
          "No latitude column in: name, north, east. Name it lat, latitude, latdeg or y, or use the option latColumn. For a column of both coordinates, use the option coordinatesColumn.",
        parameter: "latColumn",
        expected: "column with the latitude, by name or number",
      },
    });
  });

  it("rejects a body that is not in the declared format", async () => {
    const reply = post(send, "/codes", JSON_ARRAY, "lat,lon\n1,2\n");
    expect(await errorReply(reply)).toEqual({ status: 400, error: "invalid-parameter" });
  });

  it("rejects a first row that is too long, while other long rows fail by themselves", async () => {
    const long = `lat,lon,${"x".repeat(MAX_ROW)}\n1,2,\n`;
    expect(await errorReply(post(send, "/codes", CSV, long))).toEqual({
      status: 413,
      error: "content-too-large",
      parameter: "first row",
    });
    const { status, text } = await post(
      send,
      "/codes",
      PLAIN,
      `1,2\n${"x".repeat(MAX_ROW + 1)}\n1,2\n`,
    );
    expect(status).toBe(200);
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/The row 'x+\.\.\.' is longer than 65536 bytes\.$/);
    expect(lines[2]).toBe(lines[0]);
  });

  it("rejects a body with a quote that does not close", async () => {
    const body = `note,lat,lon\nx,1,2\n"${"a line\n".repeat(20_000)}",1,2\n`;
    const reply = post(send, "/codes", CSV, body);
    expect(JSON.parse((await reply).text).message).toContain(
      "line 3 does not close within 65,536 bytes.",
    );
    expect(await errorReply(reply)).toMatchObject({ status: 400, error: "invalid-parameter" });
  });

  it.each([
    ["/codes", "lat,lon\n151,-33\n144,-37\n", "Are latitude and longitude swapped?"],
    ["/coords", "mapcode\nNLD X\n", "The first row fails. Line 2: The mapcode 'NLD X' is not"],
  ])("replies with 422 if no row of %s can be converted", async (target, body, message) => {
    const reply = post(send, target, CSV, body);
    expect(JSON.parse((await reply).text).message).toContain(message);
    expect(await errorReply(reply)).toMatchObject({ status: 422, error: "no-row-converted" });
  });

  it("rejects a body that is not complete gzip", async () => {
    for (const body of ["lat,lon\n1,2\n", gzipSync("lat,lon\n1,2\n").subarray(0, -4)]) {
      const reply = post(send, "/codes", CSV, body, { "content-encoding": "gzip" });
      expect((await reply).text).toContain("The body is broken or cut off");
    }
  });

  it("lists the allowed methods for any method but POST", async () => {
    for (const target of ["/batch/codes", "/batch/coords", "/batch/codes/"]) {
      for (const method of ["GET", "HEAD", "DELETE"] as const) {
        const { status, headers, text } = await send(target, { method });
        expect([status, headers.allow]).toEqual([405, "POST, OPTIONS"]);
        if (method !== "HEAD") expect(text).toContain("Use POST or OPTIONS.");
      }
      const { status, headers, text } = await send(target, { method: "OPTIONS" });
      expect({ status, text }).toEqual({ status: 204, text: "" });
      expect(headers).toMatchObject({
        allow: "POST, OPTIONS",
        "access-control-allow-methods": "POST, OPTIONS",
        "access-control-allow-headers": "*, Authorization",
        "access-control-allow-origin": "*",
      });
    }
  });

  it("has status 404 where there is no batch operation", async () => {
    for (const target of ["", "/", "/codes/1,2", "/territories"]) {
      expect((await post(send, target, CSV, "lat,lon\n")).status).toBe(404);
    }
    const body = "lat,lon\n1,2\n";
    for (const format of ["/xml", "/json"]) {
      const headers = { "content-type": CSV };
      const { status } = await send(`${format}/batch/codes`, { method: "POST", headers, body });
      expect(status).toBe(404);
    }
  });
});

onBothTransports("limits of batch requests", { batchBytes: 10_000 }, (send) => {
  it("have status 413, by the length that is declared or by what arrives", async () => {
    const { status, text } = await post(send, "/codes", PLAIN, " ".repeat(10_001));
    const message = "The body has 10001 bytes. Send at most 10000 bytes.";
    expect([status, JSON.parse(text).message]).toEqual([413, message]);
    expect((await post(send, "/codes", PLAIN, "1,2\n".repeat(2_500))).status).toBe(200);
  });

  it("count bytes after decompression", async () => {
    const headers = { "content-encoding": "gzip" };
    const small = gzipSync(Buffer.alloc(1_000_000, " "));
    expect(small.length).toBeLessThan(10_000);
    const falseLength = Buffer.from(small);
    falseLength.writeUInt32LE(10, falseLength.length - 4);
    for (const bomb of [small, falseLength, Buffer.concat([small, gzipSync("1,2\n")])]) {
      expect(JSON.parse((await post(send, "/codes", PLAIN, bomb, headers)).text)).toMatchObject({
        status: 413,
        value: "more than 10000 bytes",
      });
    }
  });
});
