/** Requests as the clients of other people send them, in the files of test/cases. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type HttpReply, onBothTransports, type RequestOptions } from "./both-transports.ts";

const LOCAL = '{"mapcode":"49.4V","territory":"NLD"}';

onBothTransports("requests of other people's clients", {}, (send) => {
  /** Sends the requests of a file, in order. @param etag the value of the variable in it */
  async function sendAll(name: string, etag = ""): Promise<HttpReply[]> {
    const text = readFileSync(`test/cases/${name}`, "utf8");
    const requests = text.replaceAll("{{base}}", "").replaceAll("{{etag}}", etag);
    const replies: HttpReply[] = [];
    for (const part of requests.split(/^###.*\n/m).slice(1)) {
      const [head = "", body] = part.trimEnd().split("\n\n");
      const [line = "", ...lines] = head.split("\n");
      const [method, target = ""] = line.split(" ");
      const headers = Object.fromEntries(lines.map((one) => one.split(/: (.*)/)));
      const options = { method, headers, ...(body && { body: `${body}\n` }) } as RequestOptions;
      replies.push(await send(target, options));
    }
    return replies;
  }

  it("may send a list once for each item, or with brackets after its name", async () => {
    const offset = await send("/codes/52.37,4.9/local?include=offset");
    const both = await send("/codes/52.37,4.9/local?include=offset,territory");
    const inXml = await send("/xml/codes/52.37,4.9/international?include=offset,territory");
    const [json, xml, other] = await sendAll("include-twice.http");
    const [one, two] = await sendAll("include-brackets.http");
    const texts = [json, xml, one, two].map((reply) => reply?.text);
    expect(texts).toEqual([both.text, inXml.text, offset.text, both.text]);
    expect(other?.text).toContain("The parameter precision occurs twice.");
  });

  it("get a description of servers once, and of the items of each array, for generators", async () => {
    const [reply] = await sendAll("openapi.http");
    const arrays: object[] = [];
    const document = JSON.parse(reply?.text ?? "", (_, value) => {
      if (value?.type === "array") arrays.push(value);
      return value;
    });
    expect(document.servers).toHaveLength(3);
    expect(JSON.stringify(document.paths)).not.toContain('"servers"');
    expect(arrays.length).toBeGreaterThan(10);
    for (const array of arrays) expect(array).toHaveProperty("items");
  });

  it("may send a table as plain text", async () => {
    const [reply] = await sendAll("text-plain.http");
    expect(reply?.status).toBe(200);
    expect(reply?.text).toMatch(/QS\.P4[\s\S]*LP1\.XYQ/);
  });

  it("are told what converts XML", async () => {
    const [reply] = await sendAll("gpx.http");
    expect(reply).toMatchObject({ status: 400, text: expect.stringMatching(/gpsbabel|ogr2ogr/) });
  });

  it("are told that a list ends early", async () => {
    const [reply] = await sendAll("truncated.http");
    expect(reply?.status).toBe(400);
  });

  it("are warned of pairs whose order is open, and may say it", async () => {
    const [open, said] = await sendAll("open-pair.http");
    expect(open?.status).toBe(200);
    expect(open?.headers["mapcoded-warnings"]).toContain("lonFirst");
    expect(said).toMatchObject({ status: 200, text: expect.stringContaining("NLD,QS.P4") });
    expect(said?.headers["mapcoded-warnings"]).toBeUndefined();
  });

  it("of other origins may send a token, and see what they need", async () => {
    const [preflight, reply] = await sendAll("cors.http");
    const listOf = (value: unknown) => `${value}`.split(/, */).sort();
    expect(preflight?.status).toBe(204);
    expect(listOf(preflight?.headers["access-control-allow-headers"])).toEqual(
      expect.arrayContaining(["*", "Authorization"]),
    );
    expect(listOf(reply?.headers["access-control-expose-headers"])).toEqual(
      expect.arrayContaining(["ETag", "Retry-After"]),
    );
  });

  it("get what they ask for", async () => {
    const etag = `${(await send("/alphabets")).headers.etag}`;
    const whole = await send("/codes/52.376514,4.908543");
    const replies = await sendAll("requests.http", etag);
    const [comma, head, slash, browser, known, trackers, form, table] = replies;
    expect(comma?.text).toBe(LOCAL);
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head?.headers["content-length"]).toBe(whole.headers["content-length"]);
    expect(slash?.text).toBe('{"latDeg":52.37651400000124,"lonDeg":4.908543375}');
    expect(browser?.headers["content-type"]).toBe("application/xml;charset=UTF-8");
    expect(known).toMatchObject({ status: 304, text: "" });
    expect(trackers?.text).toBe(LOCAL);
    expect(form).toMatchObject({ status: 415, text: expect.stringContaining("text/csv") });
    expect(table?.text).toContain("52.09073,5.12142,NLD,QS.P4,VHXHS.QQC3,");
  });
});
