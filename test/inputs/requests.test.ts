/** Files of other people over HTTP. */
import { extname } from "node:path";
import { Client } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceOfGroup } from "../http/both-transports.ts";
import type { RightCase } from "./cases/case.ts";
import { bytesOf, CASES, titleOf, wordsOf } from "./cases/index.ts";
import { expectRight, type Outcome, rowTexts } from "./check.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".json": "application/json",
  ".ndjson": "application/x-ndjson",
  ".geojson": "application/geo+json",
  ".geojsonl": "application/geo+x-ndjson",
};

const parameterName = (option: string) =>
  option.replace(/^--(?:no-)?/, "").replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The name of an option in messages; the format of a body is its media type. */
const nameInMessages = (option: string) => (option === "--from" ? "" : parameterName(option));

/** The parameters of options, and the format of `--from`. */
function parametersOf(options: string) {
  const parameters = new URLSearchParams();
  const words = wordsOf(options);
  for (const [at, word] of words.entries()) {
    if (!word.startsWith("--")) continue;
    const next = words[at + 1] ?? "--";
    const value = next.startsWith("--") ? String(!word.startsWith("--no-")) : next;
    parameters.append(parameterName(word), value);
  }
  const from = parameters.get("from");
  parameters.delete("from");
  return { query: parameters.toString(), from };
}

/** All texts of a JSON value. */
function textsIn(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return Object.values(value).map(textsIn).join("\n");
  return String(value);
}

describe("a request", () => {
  const service = serviceOfGroup({});
  let client: Client;
  beforeAll(() => {
    client = new Client(new URL(service().address).origin);
  });
  afterAll(() => client.close());

  /** Posts a case. A reply with status 422 has the errors of rows instead of rows. */
  async function post(rightCase: RightCase, more: string): Promise<Outcome> {
    const { decode, file, options = "", rows = [] } = rightCase;
    const { query, from } = parametersOf(`${options} ${more}`);
    const type = MEDIA_TYPES[from === null ? extname(file) : `.${from}`] ?? "text/plain";
    const { pathname } = new URL(service().address);
    const { statusCode, headers, body } = await client.request({
      method: "POST",
      path: `${pathname}/batch/${decode ? "coords" : "codes"}?${query}`,
      headers: { "content-type": type, accept: "application/x-ndjson" },
      body: bytesOf(rightCase),
    });
    const text = await body.text();
    if (statusCode === 200) {
      const warnings = textsIn(JSON.parse(`${headers["mapcoded-warnings"] ?? '""'}`));
      const found = rowTexts(text, decode);
      expect(found.some((row) => !row.startsWith("fails: "))).toBe(true);
      return { isStopped: false, rows: found, message: "", warnings };
    }
    const message = textsIn(JSON.parse(text));
    if (statusCode === 422) {
      const failed = rows.map(() => `fails: ${message}`);
      return { isStopped: false, rows: failed, message, warnings: "" };
    }
    expect(statusCode, message).toBe(400);
    return { isStopped: true, rows: [], message, warnings: "" };
  }

  for (const rightCase of CASES) {
    it(titleOf(rightCase), () =>
      expectRight(rightCase, (more) => post(rightCase, more), nameInMessages),
    );
  }
});
