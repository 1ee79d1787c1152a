import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type BatchOperation,
  describedOperations,
  type GetOperation,
} from "../../src/http/operations.ts";
import {
  type CandidateFinder,
  DEFAULT_INTERFACE_OPTIONS,
  DIALECTS,
  type Dialect,
} from "../../src/http/options.ts";
import { OPERATION_NAMES } from "../../src/http/requests.ts";
import { createCandidateFinder } from "../../src/service/borders.ts";
import { type HttpReply, onBothTransports } from "./both-transports.ts";

interface Media {
  readonly schema: { readonly $ref?: string };
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly components: {
    readonly schemas: object;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** Requests with replies of all kinds, besides the examples. */
const MORE = [
  "/codes/52.5,6.99?include=offset,territory,alphabet,rectangle&alphabet=arabic&precision=8",
  "/codes/39.730846,-79.954163",
  "/codes/0,-30",
  "/codes/0,-30?territory=NLD",
  "/codes/0,-30/mapcodes?territory=NLD",
  "/codes/x,1",
  "/codes",
  "/codes/1,2?territory=NLD&country=NL",
  "/codes/0,-30/local",
  "/coords/NLD%20ZZZZ.ZZZZ",
  "/coords/frogs",
  `/coords/${"x".repeat(3000)}`,
  "/territories/Atlantis",
  "/territories?count=-1",
  "/territories?count=0",
  "/alphabets/elvish",
];

interface Interface {
  readonly dialect: Dialect;
  /** The option of the service. */
  readonly borders: boolean;
  readonly findCandidates: CandidateFinder | undefined;
}

const WITHOUT_BORDERS = Object.values(DIALECTS).map((dialect) => interfaceOf(dialect, false));
const INTERFACES = [
  ...WITHOUT_BORDERS,
  ...Object.values(DIALECTS).map((dialect) => interfaceOf(dialect, true)),
];

function interfaceOf(dialect: Dialect, borders: boolean): Interface {
  const findCandidates = borders ? createCandidateFinder() : undefined;
  return { dialect, borders, findCandidates };
}

function operationsOf({ dialect, findCandidates }: Interface) {
  return describedOperations({ ...DEFAULT_INTERFACE_OPTIONS, dialect, findCandidates });
}

function getOperationsOf(settings: Interface): GetOperation[] {
  return operationsOf(settings).filter((operation) => operation.method === "get");
}

function postOperationsOf(settings: Interface): BatchOperation[] {
  return operationsOf(settings).filter((operation) => operation.method === "post");
}

/** Turns a path of the document into a pattern for targets. */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.]/g, "\\$&").replace(/\{\w+\}/g, "[^/,?]*");
  return new RegExp(`^(/xml|/json)?${escaped}$`);
}

describe.each(
  INTERFACES,
)("the description of the $dialect.name dialect with borders $borders", (settings) => {
  const { dialect, borders } = settings;

  it("has every operation that metrics count", () => {
    const described = new Set(operationsOf(settings).map(({ name }) => name));
    // The map page and what watches the service are no operations of the interface.
    const others = ["health", "map", "other"];
    expect([...described, ...others].toSorted()).toEqual([...OPERATION_NAMES].toSorted());
  });

  it("has examples for every operation that match its path", () => {
    for (const { path, examples } of operationsOf(settings)) {
      const targets = examples.map((one) => (typeof one === "string" ? one : one[0]));
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) expect(target.split("?")[0]).toMatch(patternOf(path));
    }
  });

  onBothTransports("compared to the service", { dialect: dialect.name, borders }, (send) => {
    let document: OpenApi;
    let ajv: Ajv2020;

    beforeAll(async () => {
      const { text } = await send("/openapi.json");
      document = JSON.parse(text) as OpenApi;
      ajv = new Ajv2020({ strict: false });
      ajv.addSchema({ $id: "interface", ...document });
    });

    /** Returns the response that the document has for a reply; throws if it has none. */
    function responseFor(target: string, status: number, method: "get" | "post"): Response {
      const [requested = ""] = target.split("?");
      const paths = Object.keys(document.paths).filter((path) => patternOf(path).test(requested));
      // The longest one: `/codes/{lat},{lon}/local` matches before `/codes/{lat},{lon}`.
      const path = paths.toSorted((one, other) => other.length - one.length)[0];
      const { responses } = document.paths[path ?? "/codes/{lat},{lon}"]?.[method] ?? {
        responses: {},
      };
      const response = responses[status];
      if (!response) throw new Error(`${target}: the document has no status ${status}`);
      const name = response.$ref?.split("/").at(-1);
      return name === undefined ? response : document.components.responses[name];
    }

    function check(target: string, reply: HttpReply, method: "get" | "post" = "get"): void {
      const { status, headers, text } = reply;
      const { content } = responseFor(target, status, method);
      if (!content) {
        expect(text).toBe("");
        return;
      }
      const type = `${headers["content-type"]}`.replace(";charset=UTF-8", "");
      expect(Object.keys(content)).toContain(type);
      if (type !== "application/json") return;
      const reference = content[type]?.schema.$ref;
      if (reference === undefined) return;
      const validate = ajv.getSchema(`interface${reference}`) as ValidateFunction;
      const isValid = validate(JSON.parse(text));
      expect({ target, errors: isValid ? [] : validate.errors }).toEqual({ target, errors: [] });
    }

    it("is a valid OpenAPI document", async () => {
      const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    });

    it("describes include as a list of its values in one parameter", () => {
      const { parameters = [] } = document.paths["/codes/{lat},{lon}"]?.get ?? {};
      expect(parameters.find(({ name }) => name === "include")).toMatchObject({
        schema: { type: "array", items: { enum: expect.arrayContaining(["offset", "rectangle"]) } },
        style: "form",
        explode: false,
      });
    });

    it("describes JSON first among the types of bodies, as generators of clients take the first one", () => {
      const { requestBody } = document.paths["/batch/codes"]?.post ?? {};
      expect(Object.keys(requestBody?.content ?? {})[0]).toBe("application/json");
    });

    it.each([
      "/batch/codes",
      "/batch/coords",
    ])("describes JSON by its structure, other formats as texts: %s", (path) => {
      const { requestBody, responses } = document.paths[path]?.post ?? {};
      const types = {
        "application/json": { schema: { type: "array" } },
        "application/geo+json": { schema: { type: "object" } },
        "text/csv": { schema: { type: "string" } },
      };
      expect(requestBody?.content).toMatchObject(types);
      expect(responses?.[200]?.content).toMatchObject(types);
    });

    it("describes the reply to every example, and every example succeeds", async () => {
      for (const { examples } of getOperationsOf(settings)) {
        for (const example of examples) {
          const reply = await send(example);
          expect({ example, status: reply.status }).toEqual({ example, status: 200 });
          check(example, reply);
        }
      }
    });

    it("describes the reply to every batch example, which equals the one shown", async () => {
      for (const { examples } of postOperationsOf(settings)) {
        for (const [target, contentType, body, reply] of examples) {
          const headers = { "content-type": contentType };
          const got = await send(target, { method: "POST", headers, body });
          expect({ target, text: got.text }).toEqual({ target, text: reply });
          check(target, got, "post");
        }
      }
    });

    it.each([
      ["text/csv", "lat\n1\n", 400],
      ["text/html", "", 415],
      ["text/csv", `"${"x".repeat(70_000)}`, 413],
    ])("describes error replies to batch requests: %s %#", async (contentType, body, status) => {
      for (const target of ["/batch/codes", "/batch/coords"]) {
        const headers = { "content-type": contentType };
        const reply = await send(target, { method: "POST", headers, body });
        expect({ target, status: reply.status }).toEqual({ target, status });
        check(target, reply, "post");
      }
    });

    it("marks operations with a body as an extension", () => {
      for (const [path, { post }] of Object.entries(document.paths)) {
        const isExtension = /^\/batch\//.test(path);
        expect(post !== undefined).toBe(isExtension);
        if (post) expect(post).toMatchObject({ "x-extension": true });
      }
    });

    it.each(MORE)("describes the reply to %s", async (target) => {
      check(target, await send(target));
      const inXml = await send(`/xml${target}`);
      check(target, inXml);
    });

    it("does not validate a reply with an undescribed member", async () => {
      const { text } = await send("/version");
      const validate = ajv.getSchema("interface#/components/schemas/Version") as ValidateFunction;
      expect(validate({ ...JSON.parse(text), more: 1 })).toBe(false);
      expect(validate({})).toBe(false);
    });
  });
});

onBothTransports("the help page", {}, (send) => {
  it("has a working link for every example", async () => {
    const { text } = await send("/");
    const links = Array.from(text.matchAll(/href="([^"]*)"/g), ([, link]) =>
      link.replaceAll("&amp;", "&"),
    );
    for (const { examples } of getOperationsOf(WITHOUT_BORDERS[0])) {
      for (const example of examples) expect(links).toContain(`/mapcode${example}`);
    }
    for (const link of links) {
      const { status } = await send(link, { isWhole: true });
      // One link shows an error reply.
      expect({ link, status }).toEqual({ link, status: link.endsWith("/codes/91,x") ? 400 : 200 });
    }
  });

  it("describes parameters with their ranges and has the examples of a first session", async () => {
    const { text } = await send("/");
    for (const expected of [
      "precision",
      "territory",
      "country",
      "alphabet",
      "include",
      "context",
    ]) {
      expect(text).toContain(`<dt><code>${expected}</code></dt>`);
    }
    expect(text).toContain("/mapcode/coords/NLD%2049.4V");
    expect(text).toContain("/mapcode/xml/territories?offset=10&amp;count=10");
    for (const expected of ["(0 to 8, default 0)", "ROMAN, GREEK", "Latitude comes before"]) {
      expect(text).toContain(expected);
    }
  });

  it("shows a batch request and its reply", async () => {
    const { text } = await send("/");
    expect(text).toContain("POST /mapcode/batch/codes");
    expect(text).toContain("An extension: the public service does not have it.");
    expect(text).toContain("<dt><code>latColumn</code></dt>");
    expect(text).toContain("Amsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,");
  });

  it("never contains text from the request", async () => {
    expect((await send("/?<script>")).text).toBe((await send("/")).text);
  });
});
