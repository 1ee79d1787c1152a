/** Requests as the clients of other people send them, in the files of test/cases. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  type HttpReply,
  onBothTransports,
  type RequestOptions,
  type Send,
} from "./both-transports.ts";

/** Sends the requests of a file, in order. @param values of the variables in it */
async function sendAll(
  send: Send,
  name: string,
  values: Readonly<Record<string, string>> = {},
): Promise<HttpReply[]> {
  const text = readFileSync(`test/cases/${name}`, "utf8").replace(
    /\{\{(\w+)\}\}/g,
    (_, variable) => (variable === "base" ? "" : values[variable]),
  );
  const replies: HttpReply[] = [];
  for (const part of text.split(/^###.*\n/m).slice(1)) {
    const [head = "", body] = part.trimEnd().split("\n\n");
    const [line = "", ...lines] = head.split("\n");
    const [method, target = ""] = line.split(" ");
    const headers = Object.fromEntries(lines.map((one) => one.split(/: (.*)/)));
    const options = { method, headers, ...(body && { body: `${body}\n` }) } as RequestOptions;
    replies.push(await send(target, options));
  }
  return replies;
}

const LOCAL = '{"mapcode":"49.4V","territory":"NLD"}';

onBothTransports("a list in a query", {}, (send) => {
  it("may be sent once for each item", async () => {
    const [json, xml, other] = await sendAll(send, "include-twice.http");
    const once = await send("/codes/52.37,4.9/local?include=offset,territory");
    expect(json).toMatchObject({ status: 200, text: once.text });
    const inXml = await send("/xml/codes/52.37,4.9/international?include=offset,territory");
    expect(xml).toMatchObject({ status: 200, text: inXml.text });
    expect(other?.status).toBe(400);
    expect(other?.text).toContain("The parameter precision occurs twice.");
  });

  it("may have brackets behind its name", async () => {
    const [one, two] = await sendAll(send, "include-brackets.http");
    expect(one?.text).toBe((await send("/codes/52.37,4.9/local?include=offset")).text);
    const both = await send("/codes/52.37,4.9/local?include=offset,territory");
    expect(two).toMatchObject({ status: 200, text: both.text });
  });

  it("is checked item by item, however it is sent", async () => {
    const { status, text } = await send("/codes/52.37,4.9?include=offset&include[]=all");
    expect({ status, ...JSON.parse(text) }).toMatchObject({
      status: 400,
      parameter: "include",
      value: "all",
    });
  });
});

onBothTransports("the numbers of a point", {}, (send) => {
  it("may have blanks around them", async () => {
    const { text } = await send("/codes/52.376514,4.908543");
    for (const point of ["52.376514,%204.908543", "%2052.376514%20,4.908543%20%20"]) {
      expect(await send(`/codes/${point}`)).toMatchObject({ status: 200, text });
    }
    expect((await send("/codes/52.376514,4.%20908543")).status).toBe(400);
    expect((await send("/codes/52.376514,%09%204.908543")).status).toBe(400);
  });
});

onBothTransports("pages of other origins", {}, (send) => {
  it("may send a token, and read ETag and Retry-After", async () => {
    const [preflight, got] = await sendAll(send, "cors.http");
    expect(preflight?.status).toBe(204);
    expect(`${preflight?.headers["access-control-allow-headers"]}`.split(", ")).toEqual([
      "*",
      "Authorization",
    ]);
    expect(`${got?.headers["access-control-expose-headers"]}`.split(", ")).toEqual([
      "ETag",
      "Retry-After",
    ]);
  });
});

onBothTransports("the OpenAPI document", {}, (send) => {
  it("names servers once, and the items of each array, as generators of clients need it", async () => {
    const [reply] = await sendAll(send, "openapi.http");
    const document = JSON.parse(reply?.text ?? "");
    expect(document.servers).toHaveLength(3);
    expect(JSON.stringify(document.paths)).not.toContain('"servers"');
    const arrays: object[] = [];
    JSON.parse(reply?.text ?? "", (_, value) => {
      if (value?.type === "array") arrays.push(value);
      return value;
    });
    expect(arrays.length).toBeGreaterThan(10);
    for (const array of arrays) expect(array).toHaveProperty("items");
  });
});

onBothTransports("requests of all kinds of clients", {}, (send) => {
  it("may send a table as plain text", async () => {
    const [reply] = await sendAll(send, "text-plain.http");
    expect(reply?.status).toBe(200);
    expect(reply?.text).toContain("QS.P4");
    expect(reply?.text).toContain("LP1.XYQ");
  });

  it("get what they ask for", async () => {
    const etag = `${(await send("/alphabets")).headers.etag}`;
    const replies = await sendAll(send, "requests.http", { etag });
    const [comma, head, slash, browser, known, trackers, form, table] = replies;
    const whole = await send("/codes/52.376514,4.908543");
    expect(comma?.text).toBe(LOCAL);
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head?.headers["content-length"]).toBe(whole.headers["content-length"]);
    expect(slash?.text).toBe('{"latDeg":52.37651400000124,"lonDeg":4.908543375}');
    expect(browser?.headers["content-type"]).toBe("application/xml;charset=UTF-8");
    expect(known?.status).toBe(304);
    expect(trackers?.text).toBe(LOCAL);
    expect(form?.status).toBe(415);
    expect(form?.text).toContain("text/csv");
    expect(table?.text).toContain("52.09073,5.12142,NLD,QS.P4,VHXHS.QQC3,");
  });
});
