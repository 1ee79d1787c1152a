import { describe, expect, it } from "vitest";
import { reply } from "../../src/http/router.ts";
import type { Request } from "../../src/http/transport.ts";

/** Answers a GET of a path below the prefix, without any socket. */
function get(target: string, parts: Partial<Request> = {}) {
  const [path = "", query = ""] = `/mapcode${target}`.split("?");
  const faults: unknown[] = [];
  const answer = reply({ method: "GET", path, query, ...parts }, (error) => faults.push(error));
  expect(faults).toEqual([]);
  return answer;
}

function refusal(target: string) {
  const { status, body } = get(target);
  const parsed = JSON.parse(body) as Record<string, unknown>;
  expect(parsed.status).toBe(status);
  return parsed;
}

const AMSTERDAM_CODES =
  '{"mapcode":"49.4V","territory":"NLD"},{"mapcode":"G9.VWG","territory":"NLD"},' +
  '{"mapcode":"DL6.H9L","territory":"NLD"},{"mapcode":"P25Z.N3Z","territory":"NLD"}';

describe("the codes of a point", () => {
  it("are the local, the international and all mapcodes, in this order", () => {
    const { status, body } = get("/codes/52.376514,4.908543");
    expect(status).toBe(200);
    expect(body).toBe(
      '{"local":{"mapcode":"49.4V","territory":"NLD"},"international":{"mapcode":"VHXGB.1J9J"},' +
        `"mapcodes":[${AMSTERDAM_CODES},{"mapcode":"VHXGB.1J9J"}]}`,
    );
  });

  it("have no local code where codes of several territories meet", () => {
    const { body } = get("/codes/39.730846,-79.954163");
    expect(Object.keys(JSON.parse(body))).toEqual(["international", "mapcodes"]);
  });

  it("have no local code at sea", () => {
    expect(get("/codes/0,-30").body).toBe(
      '{"international":{"mapcode":"HDX7Y.F0MG"},"mapcodes":[{"mapcode":"HDX7Y.F0MG"}]}',
    );
  });

  it("are cut to a territory, while the international one stays", () => {
    expect(get("/codes/52.5,6.99?territory=deu").body).toBe(
      '{"local":{"mapcode":"618.GD4","territory":"DEU"},"international":{"mapcode":"VJ2ZM.3FPB"},' +
        '"mapcodes":[{"mapcode":"618.GD4","territory":"DEU"},' +
        '{"mapcode":"2MLM.LR7","territory":"DEU"}]}',
    );
  });

  it("of AAA are never local", () => {
    expect(get("/codes/52.5,6.99?territory=AAA").body).toBe(
      '{"international":{"mapcode":"VJ2ZM.3FPB"},"mapcodes":[{"mapcode":"VJ2ZM.3FPB"}]}',
    );
  });

  it("are cut to a country and its parts", () => {
    const { mapcodes } = JSON.parse(get("/codes/39.730846,-79.954163?country=us").body);
    const territories = mapcodes.map(({ territory }: { territory: string }) => territory);
    expect(territories).toEqual(["US-WV", "US-PA", "US-PA", "US-PA", "USA"]);
  });

  it("are an empty list where a territory has none", () => {
    expect(get("/codes/0,-30?territory=NLD").body).toBe(
      '{"international":{"mapcode":"HDX7Y.F0MG"},"mapcodes":[]}',
    );
  });

  it("come with extra digits, offset, territory, alphabet and rectangle when asked for", () => {
    const query = "precision=2&include=offset,TERRITORY,,alphabet,rectangle&alphabet=greek";
    const { international } = JSON.parse(get(`/codes/52.376514,4.908543?${query}`).body);
    expect(JSON.stringify(international)).toBe(
      '{"mapcode":"VHXGB.1J9J-RD","mapcodeInAlphabet":"ΦΗ9ΓΒ.21Π39-ΨΔ","territory":"AAA",' +
        '"territoryInAlphabet":"ΑΑΑ","offsetMeters":0.061285,"rectangle":{' +
        '"southWest":{"latDeg":52.376483,"lonDeg":4.908505},' +
        '"northEast":{"latDeg":52.376525,"lonDeg":4.908566},' +
        '"center":{"latDeg":52.376504,"lonDeg":4.908535499999999}}}',
    );
  });

  it("leave out an alphabet's text that equals the Roman one unless it is asked for", () => {
    const plain = JSON.parse(get("/codes/52.376514,4.908543?alphabet=roman").body);
    expect(plain.local).toEqual({ mapcode: "49.4V", territory: "NLD" });
    const full = JSON.parse(get("/codes/52.376514,4.908543?include=alphabet").body);
    expect(full.local).toEqual({
      mapcode: "49.4V",
      mapcodeInAlphabet: "49.4V",
      territory: "NLD",
      territoryInAlphabet: "NLD",
    });
  });

  it("limit latitudes to the poles and wrap longitudes", () => {
    expect(get("/codes/91,0").body).toBe(get("/codes/90,0").body);
    expect(get("/codes/1,370").body).toBe(get("/codes/1,10").body);
  });

  it("are found behind an encoded comma, a trailing slash and exponents", () => {
    expect(get("/codes/52.376514%2C4.908543/").body).toBe(get("/codes/52.376514,4.908543").body);
    expect(get("/codes/+5.2e1,.5").body).toBe(get("/codes/52,0.5").body);
  });
});

describe("the coordinate of a mapcode", () => {
  it("is found for a code with its territory and for one in its context", () => {
    const expected = '{"latDeg":52.37651400000124,"lonDeg":4.908543375}';
    expect(get("/coords/NLD%2049.4V").body).toBe(expected);
    expect(get("/coords/49.4V?context=Netherlands").body).toBe(expected);
    expect(get("/coords/nld%2049.4v?context=USA").body).toBe(expected);
  });

  it("comes with the rectangle when asked for", () => {
    expect(get("/coords/VHXGB.1J9J?include=rectangle").body).toBe(
      '{"latDeg":52.376504,"lonDeg":4.908535499999999,"rectangle":{' +
        '"southWest":{"latDeg":52.376483,"lonDeg":4.908505},' +
        '"northEast":{"latDeg":52.376525,"lonDeg":4.908566},' +
        '"center":{"latDeg":52.376504,"lonDeg":4.908535499999999}}}',
    );
  });

  it("is read in other alphabets", () => {
    expect(get(`/coords/${encodeURIComponent("ΦΗ9ΓΒ.21Π39")}`).body).toBe(
      get("/coords/VHXGB.1J9J").body,
    );
  });
});

describe("a refusal", () => {
  it("names parameter, value and what was expected", () => {
    expect(get("/codes/1,2?precision=9").body).toBe(
      '{"status":400,"error":"invalid-parameter",' +
        '"message":"The precision \'9\' is not an integer from 0 to 8.",' +
        '"parameter":"precision","value":"9","expected":"an integer from 0 to 8"}',
    );
  });

  it.each([
    ["/codes/x,2", 400, "lat"],
    ["/codes/1,", 400, "lon"],
    ["/codes/1,NaN", 400, "lon"],
    ["/codes/0x10,1", 400, "lat"],
    ["/codes/1e999,1", 400, "lat"],
    ["/codes/1,2,3", 400, "lat,lon"],
    ["/codes/1,2?precision=", 400, "precision"],
    ["/codes/1,2?precision=1.5", 400, "precision"],
    ["/codes/1,2?precision=-1", 400, "precision"],
    ["/codes/1,2?territory=", 400, "territory"],
    ["/codes/1,2?territory=Atlantis", 400, "territory"],
    ["/codes/1,2?country=Netherlands", 400, "country"],
    ["/codes/1,2?alphabet=elvish", 400, "alphabet"],
    ["/codes/1,2?include=offset,all", 400, "include"],
    ["/codes/1,2?context=NLD", 400, "context"],
    ["/codes/1,2?precision=1&precision=1", 400, "precision"],
    ["/codes/1,2?territory=NLD&country=NL", 409, "country"],
    ["/codes", 403, "lat,lon"],
    ["/codes/", 403, "lat,lon"],
    ["/codes/1", 403, "lon"],
    ["/coords", 403, "code"],
    ["/coords/nonsense", 400, "code"],
    ["/coords/NLD%20ZZZZ.ZZZZ", 404, "code"],
    ["/coords/49.4V?territory=NLD", 400, "territory"],
    ["/coords/49.4V?context=Atlantis", 400, "context"],
    ["/coords/49.4V?include=everything", 400, "include"],
    ["/frogs", 404, "path"],
    ["/codes/1,2/3/4", 404, "path"],
    ["/constructor/1", 404, "path"],
  ])("of %s has status %i and is about %s", (target, status, parameter) => {
    expect(refusal(target)).toMatchObject({ status, parameter });
  });

  it.each([
    ["/codes/%zz"],
    ["/coords/%C0%AF"],
    ["/codes/1,2?territory=%"],
  ])("of the wrongly encoded %s is a 400 as well", (target) => {
    expect(refusal(target)).toMatchObject({ status: 400, error: "malformed-request" });
  });

  it("quotes no more than 100 characters of what was sent", () => {
    const { value } = refusal(`/coords/${"x".repeat(1500)}`);
    expect(value).toBe("x".repeat(100));
  });

  it("tells which methods are allowed", () => {
    const { status, headers } = get("/codes/1,2", { method: "DELETE" });
    expect(status).toBe(405);
    expect(headers).toContainEqual(["Allow", "GET, HEAD, OPTIONS"]);
  });

  it("of an overlong URL is a 414", () => {
    expect(refusal(`/coords/${"x".repeat(2000)}`)).toMatchObject({ status: 414 });
    expect(refusal(`/codes/1,2?client=${"x".repeat(2000)}`)).toMatchObject({ status: 414 });
  });

  it("ignores parameters it does not know", () => {
    expect(get("/codes/1,2?client=web&allowLog=true").status).toBe(200);
  });

  it("of a fault of ours is a 500 that tells nothing of it, and the fault is reported", () => {
    const faults: unknown[] = [];
    const broken = { method: "GET", path: "/mapcode/codes/1,2", query: null as unknown as string };
    const { status, body } = reply(broken, (error) => faults.push(error));
    expect(status).toBe(500);
    const { error, message } = JSON.parse(body);
    expect(error).toBe("internal-error");
    const [reference = "none"] = /[0-9a-f-]{36}/.exec(message) ?? [];
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${reference}: TypeError`))]);
  });
});
