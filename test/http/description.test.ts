/** The OpenAPI document and the help page, compared with the service. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { describedPaths } from "../../src/http/operations.ts";
import { OPERATION_NAMES } from "../../src/http/requests.ts";
import { createCounters } from "../../src/service/metrics/counters.ts";
import { metricsReport } from "../../src/service/metrics/reports.ts";
import { createPost, createSend, DEFAULTS, INTERFACES, type Send } from "./route-at-once.ts";

type Content = Record<string, { schema: { $ref?: string } }>;
type Responses = Record<string, { $ref?: string; content?: Content }>;
type Described = {
  parameters: { name: string; schema: { minimum?: number; maximum?: number } }[];
  requestBody?: { content: Content };
  responses: Responses;
};
interface OpenApi {
  paths: Record<string, { get?: Described; post?: Described }>;
  components: { schemas: object; responses: Responses };
}

/** Requests with replies of all kinds, besides the examples. */
const MORE = `
/codes/52.5,6.99?include=offset,territory,alphabet,rectangle&alphabet=arabic&precision=8
/codes/39.730846,-79.954163 /codes/0,-30 /codes/0,-30?territory=NLD /codes/0,-30/mapcodes?territory=NLD /codes/x,1
/coords/49.4V?near=52.3,4.9 /xml/coords/49.4V?near=52.3,4.9 /coords/49.4V?near=1,2&context=NLD
/codes/39.7684,-86.1581?include=names /codes /codes/1,2?territory=NLD&country=NL /codes/0,-30/local /coords/NLD%20ZZZZ.ZZZZ /coords/frogs
/coords/${"x".repeat(3000)} /territories/Atlantis /territories?count=-1 /territories?count=0 /alphabets/elvish`;

/** Turns a path of the document into a pattern for targets. */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.]/g, "\\$&").replace(/\{\w+\}/g, "[^/,?]*");
  return new RegExp(`^(/xml|/json)?${escaped}$`);
}

const counters = createCounters(1);
counters.count("codes", 200, 5);
const metrics = () => JSON.stringify(metricsReport(counters));

describe.each(INTERFACES)("the $dialect dialect, borders: $borders", (rules) => {
  const { dialect, borders } = rules;
  const options = { ...DEFAULTS, ...rules };
  const operations = describedPaths(options);
  const send = createSend(options, { metrics });
  const post = createPost(options);
  const document = JSON.parse(send("/openapi.json").text) as OpenApi;
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: "interface", ...document });

  /** Checks that a reply has one of the described types, and in JSON the described shape. */
  function check(target: string, reply: ReturnType<Send>, method: "get" | "post" = "get"): void {
    const { status, headers, text } = reply;
    const [requested = ""] = target.split("?");
    const paths = Object.keys(document.paths).filter((path) => patternOf(path).test(requested));
    // The longest one: `/codes/{lat},{lon}/local` matches before `/codes/{lat},{lon}`.
    paths.sort((one, other) => other.length - one.length);
    const [path = "/codes/{lat},{lon}"] = paths;
    const response = document.paths[path]?.[method]?.responses[status] ?? {};
    const name = response.$ref?.split("/").at(-1) ?? "";
    const { content } = document.components.responses[name] ?? response;
    expect({ target, isEmpty: text === "" }).toEqual({ target, isEmpty: content === undefined });
    if (!content) return;
    const type = `${headers["content-type"]}`.replace(";charset=UTF-8", "");
    expect(Object.keys(content)).toContain(type);
    const reference = content[type]?.schema.$ref;
    if (type !== "application/json" || reference === undefined) return;
    const validate = ajv.getSchema(`interface${reference}`);
    const isValid = validate?.(JSON.parse(text));
    expect({ target, errors: isValid ? [] : validate?.errors }).toEqual({ target, errors: [] });
  }

  it("is a valid OpenAPI document", async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it("marks batches as extensions, and describes JSON first, by its structure, others as texts", () => {
    const types = {
      "application/json": { schema: { type: "array" } },
      "application/geo+json": { schema: { type: "object" } },
      "text/csv": { schema: { type: "string" } },
    };
    for (const path of ["/batch/codes", "/batch/coords"]) {
      const { post } = document.paths[path] ?? {};
      expect(post).toMatchObject({ "x-extension": true, requestBody: { content: types } });
      expect(Object.keys(post?.requestBody?.content ?? {})[0]).toBe("application/json");
      expect(post?.responses[200]?.content).toMatchObject(types);
    }
  });

  it("describes errors of bodies and of the memory for batches for batches alone", () => {
    const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
      const statuses = Object.values(methods).flatMap(({ responses }) => Object.keys(responses));
      return ["408", "413", "415", "422", "503"].every((status) => statuses.includes(status))
        ? [path]
        : statuses.filter((status) => /^(?:408|413|415|422|503)$/.test(status));
    });
    expect(paths).toEqual(["/batch/codes", "/batch/coords"]);
  });

  it.each([
    ["/codes/{lat},{lon}", "lat lon territory country precision alphabet include"],
    ["/codes/{lat},{lon}/local", "lat lon territory country precision alphabet include"],
    ["/codes/{lat},{lon}/territories", "lat lon"],
    ["/coords/{code}", dialect === "spec" ? "code context near include" : "code context include"],
    ["/territories", "offset count"],
    ["/territories/{territory}", "territory context"],
    ["/alphabets", "offset count"],
    ["/alphabets/{alphabet}", "alphabet"],
    ["/version", ""],
  ])("describes the parameters of %s: %s", (path, names) => {
    const hasPath = borders || !path.endsWith("}/territories");
    const found = document.paths[path]?.get?.parameters.map(({ name }) => name);
    expect(found?.join(" ")).toBe(hasPath ? names : undefined);
  });

  it.each([
    ["/codes/{lat},{lon}", "lat", "/codes/#,5", -90, 90],
    ["/codes/{lat},{lon}", "precision", "/codes/1,5?precision=#", 0, 8],
    ["/territories", "offset", "/territories?offset=#", -(2 ** 31), 2 ** 31 - 1],
    ["/territories", "count", "/territories?count=#", 0, 2 ** 31 - 1],
  ])("describes on %s the bounds of %s", (path, parameter, target, minimum, maximum) => {
    const parameters = document.paths[path]?.get?.parameters ?? [];
    const schema = parameters.find(({ name }) => name === parameter)?.schema;
    const values = [minimum - 1, minimum, maximum, maximum + 1];
    const statuses = values.map((value) => send(target.replace("#", `${value}`)).status);
    // A value beyond a pole counts as the pole.
    const hasNone = dialect === "spec" && parameter === "lat";
    expect(statuses).toEqual(hasNone ? [200, 200, 200, 200] : [400, 200, 200, 400]);
    expect([schema?.minimum, schema?.maximum].filter(Number.isFinite)).toEqual(
      hasNone ? [] : [minimum, maximum],
    );
  });

  it("describes every operation that metrics count", () => {
    const described = new Set(operations.map(({ name }) => name));
    // The map page and what watches the service are no operations of the interface.
    const others = ["health", "map", "other"];
    expect([...described, ...others].toSorted()).toEqual([...OPERATION_NAMES].toSorted());
  });

  it("describes the reply to every example, and every example succeeds", async () => {
    for (const { path, examples, batches } of operations) {
      expect(examples.length + batches.length).toBeGreaterThan(0);
      for (const example of examples) {
        const reply = send(example);
        expect(example.split("?")[0]).toMatch(patternOf(path));
        expect({ example, status: reply.status }).toEqual({ example, status: 200 });
        check(example, reply);
      }
      for (const { target, type, body, reply: expected } of batches) {
        const headers = { "content-type": type };
        const reply = await post(target, { headers, body });
        expect({ target, text: reply.text }).toEqual({ target, text: expected });
        check(target, reply, "post");
      }
    }
  });

  it.each([
    ["text/csv", "lat\n1\n", 400],
    ["text/html", "", 415],
    ["text/csv", `"${"x".repeat(70_000)}`, 413],
    ["text/plain", "x\n", 422],
  ])("describes error replies to batches: %s %#", async (type, body, status) => {
    for (const target of ["/batch/codes", "/batch/coords"]) {
      const reply = await post(target, { headers: { "content-type": type }, body });
      expect({ target, status: reply.status }).toEqual({ target, status });
      check(target, reply, "post");
    }
  });

  it.each(MORE.trim().split(/\s/))("describes the reply to %s", (target) => {
    check(target, send(target));
    check(target, send(`/xml${target}`));
  });

  it("allows no members that it does not describe", () => {
    const { text } = send("/version");
    const validate = ajv.getSchema("interface#/components/schemas/Version");
    expect(validate?.({ ...JSON.parse(text), more: 1 })).toBe(false);
    expect(validate?.({})).toBe(false);
  });
});

describe("the help page", () => {
  const send = createSend();

  it("has working links, among them all examples", () => {
    const text = send("/").text.replaceAll("&amp;", "&");
    const links = Array.from(text.matchAll(/href="([^"]*)"/g), ([, link]) => link);
    for (const { examples } of describedPaths(DEFAULTS)) {
      for (const example of examples) expect(links).toContain(`/mapcode${example}`);
    }
    for (const link of links) {
      const { status } = send(link, { isWhole: true });
      // One link shows an error reply.
      expect({ link, status }).toEqual({ link, status: link.endsWith("/codes/91,x") ? 400 : 200 });
    }
  });

  it("describes parameters with their ranges, and shows a batch with its reply", () => {
    const { text } = send("/");
    for (const name of ["precision", "territory", "country", "alphabet", "include", "latColumn"]) {
      expect(text).toContain(`<dt><code>${name}</code></dt>`);
    }
    const parts =
      "(0 to 8, default 0) | ROMAN, GREEK | Latitude comes before | POST /mapcode/batch/codes | An extension: the public service does not have it. | Amsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,";
    for (const part of parts.split(" | ")) expect(text).toContain(part);
  });
});
