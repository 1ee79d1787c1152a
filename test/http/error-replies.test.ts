import { expect, it } from "vitest";
import { onBothTransports, type Send } from "./both-transports.ts";

async function errorReply(send: Send, target: string) {
  const { status, text } = await send(target);
  const parsed = JSON.parse(text) as Record<string, unknown>;
  expect(parsed.status).toBe(status);
  return parsed;
}

onBothTransports("an error reply", {}, (send) => {
  it("names the parameter, its value and what is expected", async () => {
    expect((await send("/codes/1,2?precision=9")).text).toBe(
      '{"status":400,"error":"invalid-parameter",' +
        '"message":"The precision \'9\' is not an integer from 0 to 8.",' +
        '"parameter":"precision","value":"9","expected":"an integer from 0 to 8"}',
    );
  });

  it("has the same members in XML", async () => {
    expect((await send("/xml/codes/1,2?precision=9")).text).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><error><status>400</status>' +
        "<error>invalid-parameter</error><message>The precision '9' is not an integer from 0 to 8." +
        "</message><parameter>precision</parameter><value>9</value>" +
        "<expected>an integer from 0 to 8</expected></error>",
    );
  });

  it.each([
    ["/codes/x,2", 400, "lat"],
    ["/codes/52,%20", 400, "lon"],
    ["/codes/Infinity,1", 400, "lat"],
    ["/codes/1e999,1", 400, "lat"],
    ["/codes/1,2,3", 400, "lat,lon"],
    ["/codes/1,2/all", 400, "filter"],
    ["/codes/1,2?precision=", 400, "precision"],
    ["/codes/1,2?precision=-1", 400, "precision"],
    ["/codes/1,2?territory=", 400, "territory"],
    ["/codes/1,2?territory=Atlantis", 400, "territory"],
    ["/codes/1,2?country=US-IN", 400, "country"],
    ["/codes/1,2?alphabet=elvish", 400, "alphabet"],
    ["/codes/1,2?include=offset,all", 400, "include"],
    ["/codes/1,2?context=NLD", 400, "context"],
    ["/codes/1,2?precision=1&precision=1", 400, "precision"],
    ["/codes/1,2?unknown=1&unknown=1", 400, "unknown"],
    ["/codes/1,2?territory=NLD&country=NL", 409, "country"],
    ["/codes/0,-30/local", 404, "lat,lon"],
    ["/codes/52,5/local?territory=AAA", 404, "lat,lon"],
    ["/codes", 403, "lat,lon"],
    ["/codes/", 403, "lat,lon"],
    ["/codes/52", 404, "lat,lon"],
    ["/codes/,5", 404, "lat,lon"],
    ["/codes/52/5", 404, "lat,lon"],
    ["/codes/52/local", 404, "lat,lon"],
    ["/codes//local", 404, "lat,lon"],
    ["/codes/../../etc/passwd", 404, "path"],
    ["/coords/NLD%20US%2049.4V", 400, "code"],
    ["/coords/%0949.4V", 400, "path"],
    ["/coords/%00", 400, "path"],
    ["/coords/49.4V?context=NLD%0A", 400, "query"],
    ["/codes/1,2?client=%00", 400, "query"],
    ["/coords", 403, "code"],
    ["/coords/", 403, "code"],
    ["/coords/nonsense", 400, "code"],
    ["/coords/NLD%2F49.4V", 400, "code"],
    ["/coords/NLD%20ZZZZ.ZZZZ", 404, "code"],
    ["/coords/49.4V", 404, "code"],
    ["/coords/49.4V?territory=NLD", 400, "territory"],
    ["/coords/49.4V?context=Atlantis", 400, "context"],
    ["/coords/49.4V?include=everything", 400, "include"],
    ["/territories?count=-1", 400, "count"],
    ["/territories?count=2147483648", 400, "count"],
    ["/territories?offset=1.0", 400, "offset"],
    ["/territories?offset=-2147483649", 400, "offset"],
    ["/territories/Atlantis", 400, "territory"],
    ["/territories/IN?context=NLD", 400, "context"],
    ["/alphabets/elvish", 400, "alphabet"],
    ["/frogs", 404, "path"],
    ["/Codes/1,2", 404, "path"],
    ["/codes/1,2/local/4", 404, "path"],
    ["/version/x", 404, "path"],
    ["/constructor/1", 404, "path"],
    ["/__proto__", 404, "path"],
    ["/json/", 404, "path"],
    ["/json/openapi.json", 404, "path"],
    ["//codes/1,2", 404, "path"],
  ])("to %s has status %i and names the parameter %s", async (target, status, parameter) => {
    const body = await errorReply(send, target);
    expect(body).toMatchObject({ status, parameter });
    expect(body.expected).toBeTruthy();
    if (status !== 403) expect(decodeURIComponent(`/mapcode${target}`)).toContain(`${body.value}`);
    if (!target.startsWith("/xml") && !target.startsWith("/json")) {
      const { status: inXml, text } = await send(`/xml${target}`);
      expect(inXml).toBe(status);
      expect(text).toContain(`<parameter>${parameter}</parameter>`);
    }
  });

  it.each([
    "/xml",
    "/xml/",
    "/xml/json/codes/1,2",
    "/xml/openapi.json",
    "/xml/help",
  ])("to %s is XML", async (target) => {
    const { status, headers, text } = await send(target);
    expect(status).toBe(404);
    expect(headers["content-type"]).toBe("application/xml;charset=UTF-8");
    expect(text).toContain("<error>unknown-path</error>");
  });

  it("says in a whole sentence that a path or a query contains a control character", async () => {
    const { message } = await errorReply(send, "/coords/%0949.4V");
    expect(message).toBe(
      "The path contains a control character. Send text without control characters.",
    );
  });

  it("names the right parameter when a client confuses territory and context", async () => {
    expect((await errorReply(send, "/codes/1,2?context=NLD")).message).toBe(
      "There is no parameter context here. Use territory instead.",
    );
    expect((await errorReply(send, "/coords/49.4V?territory=NLD")).message).toBe(
      "There is no parameter territory here. Use context instead.",
    );
  });

  it("says what was expected at an unknown path, and speaks of mapcodes", async () => {
    expect((await errorReply(send, "/codes/52")).message).toBe(
      "There is nothing at this path. Use /codes/{lat},{lon}.",
    );
    for (const target of [
      "/coords",
      "/coords/nonsense",
      "/coords/NLD%20ZZZZ.ZZZZ",
      "/coords/49.4V",
    ]) {
      expect((await errorReply(send, target)).message).toContain("mapcode");
    }
    expect((await errorReply(send, "/territories/in?context=NLD")).expected).toBe(
      "one of USA, IND, CAN, AUS, MEX, BRA, RUS, CHN, ATA",
    );
  });

  it("names the missing parameter", async () => {
    expect((await send("/codes")).text).toBe(
      '{"status":403,"error":"missing-parameter","message":"Missing lat,lon: expected ' +
        '/codes/{lat},{lon}.","parameter":"lat,lon","expected":"/codes/{lat},{lon}"}',
    );
    expect((await send("/xml/coords")).text).toContain(
      "<message>Missing mapcode: expected /coords/{code}.</message>",
    );
  });

  it("to paths outside the prefix has status 404", async () => {
    for (const target of ["/", "/mapcodex/codes/1,2", "/mapcod", "/codes/1,2"]) {
      expect((await send(target, { isWhole: true })).status).toBe(404);
    }
  });

  it.each([
    ["/codes/%zz"],
    ["/coords/%C0%AF"],
    ["/coords/%"],
    ["/coords/%4"],
    ["/coords/%F0%9F"],
    ["/territories/%ED%A0%80"],
    ["/codes/1,2?territory=%"],
    ["/status?%FF=1"],
  ])("to the wrongly encoded %s has status 400", async (target) => {
    expect(await errorReply(send, target)).toMatchObject({
      status: 400,
      error: "malformed-request",
      expected: "UTF-8 in percent-encoding",
    });
  });

  it("shows that a plus is a space in queries only", async () => {
    expect((await send("/coords/NLD+49.4V")).status).toBe(400);
    expect((await send("/codes/52,5?territory=The+Netherlands")).status).toBe(400);
    expect((await send("/codes/52,5?territory=Isle+of+Man")).status).toBe(200);
    expect((await send("/codes/52,5?territory=NLD&precision=+1")).status).toBe(400);
  });

  it("quotes at most 100 characters and never splits a surrogate pair", async () => {
    const { value } = await errorReply(send, `/coords/${"x".repeat(1500)}`);
    expect(value).toBe("x".repeat(100));
    const pairs = await errorReply(send, `/coords/x${encodeURIComponent("𝒳".repeat(60))}`);
    expect(pairs.value).toBe(`x${"𝒳".repeat(49)}`);
  });

  it("escapes the quoted value for its format", async () => {
    const sent = "<script>&\"'\r\n\0\u{1F600}</script>";
    const target = `/coords/${encodeURIComponent(sent)}`;
    const { headers, text } = await send(target);
    expect(headers["content-type"]).toBe("application/json;charset=UTF-8");
    expect(JSON.parse(text).value).toBe(sent);
    expect((await send(`/xml${target}`)).text).toContain(
      `<value>&lt;script&gt;&amp;"'\r\n\uFFFD\u{1F600}&lt;/script&gt;</value>`,
    );
  });

  it("never copies text from the request into a header", async () => {
    const sent = encodeURIComponent("x\r\nSet-Cookie: a=b");
    for (const target of [`/coords/${sent}`, `/codes/1,2?${sent}=1&territory=${sent}`]) {
      const { headers } = await send(target);
      expect(headers["set-cookie"]).toBeUndefined();
      expect(JSON.stringify(headers)).not.toContain("Cookie");
    }
  });

  it("to another method lists the allowed methods", async () => {
    for (const method of ["POST", "DELETE"] as const) {
      const { status, headers, text } = await send("/codes/1,2", { method });
      expect(status).toBe(405);
      expect(headers.allow).toBe("GET, HEAD, OPTIONS");
      expect(JSON.parse(text)).toMatchObject({ error: "method-not-allowed", parameter: "method" });
    }
  });

  it("to an overlong URL has status 414", async () => {
    for (const target of [`/coords/${"x".repeat(2000)}`, `/codes/1,2?client=${"x".repeat(9000)}`]) {
      expect(await errorReply(send, target)).toMatchObject({ status: 414, error: "uri-too-long" });
    }
  });
});

onBothTransports("unknown and empty parameters", {}, (send) => {
  it.each([
    ["/codes/1,2?client=web&allowLog=true"],
    ["/codes/1,2?include="],
    ["/codes/1,2?include=,,offset,,"],
    ["/codes/1,2?"],
    ["/codes/1,2?&&"],
    ["/territories?count=2147483647&offset=1"],
    ["/territories?count=%2B1"],
    ["/coords/VHXGB.1J9J?context=NLD"],
  ])("are ignored: %s", async (target) => {
    expect((await send(target)).status).toBe(200);
  });
});
