// First, as other modules need tables when they are imported. Those of setupFiles are in modules of other files.
import "../../src/loaders/disk.ts";
import { afterAll, expect, it, vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { DEFAULT_INTERFACE_OPTIONS } from "../../src/http/options.ts";
import { onBothTransports } from "./both-transports.ts";
import { routerAtOnce } from "./route-at-once.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const { version } = packageJson;

const engine = vi.hoisted(() => {
  // Test files share modules: those that an earlier file imported call the decoder that is not broken.
  vi.resetModules();
  return { isBroken: false };
});
afterAll(() => {
  vi.resetModules();
});

vi.mock(import("../../src/index.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const decode: typeof original.decode = (code, options) => {
    const { latDeg, lonDeg } = original.decode(code, options);
    return { latDeg: engine.isBroken ? latDeg + 1e-9 : latDeg, lonDeg };
  };
  return { ...original, decode };
});

onBothTransports("the service", {}, (send) => {
  it("reports the versions of the software, the interface and the tables", async () => {
    expect((await send("/version")).text).toBe(
      `{"version":"${version}","apiVersion":"2.4.7.1","dataVersion":"2.3.0"}`,
    );
    expect((await send("/xml/version/")).text).toBe(
      `${XML}<version><version>${version}</version><apiVersion>2.4.7.1</apiVersion>` +
        "<dataVersion>2.3.0</dataVersion></version>",
    );
  });

  it("reports that it is healthy", async () => {
    const { status, text } = await send("/status");
    expect({ status, text }).toEqual({ status: 200, text: '{"status":"OK"}' });
    expect((await send("/xml/status")).text).toBe(`${XML}<status><status>OK</status></status>`);
  });

  it("reports status 500 when it converts a known point wrongly", async () => {
    engine.isBroken = true;
    try {
      const { status, text } = await send("/status");
      expect(status).toBe(500);
      expect(JSON.parse(text)).toMatchObject({ status: 500, error: "internal-error" });
      expect((await send("/xml/status")).text).toContain("<error>internal-error</error>");
    } finally {
      engine.isBroken = false;
    }
  });

  it("counts requests by operation and status, with their latencies", async () => {
    const before = JSON.parse((await send("/metrics")).text).requests.sinceStart.operations;
    await send("/codes/1,2");
    await send("/codes/1,2", { method: "HEAD" });
    await send("/codes/1,x");
    await send("/nowhere");
    const { requests, service, process } = JSON.parse((await send("/metrics")).text);
    const { codes, other, metrics } = requests.sinceStart.operations;
    expect(before.codes).toBeUndefined();
    expect(codes.total).toBe(3);
    expect(codes.byStatusClass).toEqual({ "2xx": 2, "3xx": 0, "4xx": 1, "5xx": 0 });
    expect(other.byStatusClass).toEqual({ "2xx": 0, "3xx": 0, "4xx": 1, "5xx": 0 });
    expect(metrics.total).toBe(1);
    const { p50, p90, p99, max } = codes.latencyMicroseconds;
    expect(p50).toBeGreaterThan(0);
    expect([p50, p90, p99, max]).toEqual([p50, p90, p99, max].toSorted((a, b) => a - b));
    expect(requests.lastMinute).toEqual(requests.sinceStart);
    expect(requests.lastHour).toEqual(requests.sinceStart);
    expect(requests.lastDay).toEqual(requests.sinceStart);
    expect(service).toMatchObject({ name: "mapcoded", version, workers: 1 });
    expect(Date.parse(service.startedAt)).toBeLessThanOrEqual(Date.now());
    expect(process.rssBytes).toBeGreaterThan(process.heapUsedBytes);
  });

  it("reports metrics in JSON whatever Accept says", async () => {
    const { headers } = await send("/metrics", { headers: { accept: "application/xml" } });
    expect(headers["content-type"]).toBe("application/json;charset=UTF-8");
    expect((await send("/xml/metrics")).status).toBe(404);
    expect((await send("/json/metrics")).status).toBe(404);
  });
});

onBothTransports("the service in the hosted dialect", { dialect: "hosted" }, (send) => {
  it("reports the version of the software only", async () => {
    expect((await send("/version")).text).toBe(`{"version":"${version}"}`);
    expect((await send("/xml/version")).text).toBe(
      `${XML}<version><version>${version}</version></version>`,
    );
  });

  it("reports its health by the status alone", async () => {
    const { status, text } = await send("/status");
    expect({ status, text }).toEqual({ status: 200, text: "" });
    expect((await send("/xml/status")).text).toBe("");
  });
});

it("replies to an internal error with a reference to the log, which has the stack", () => {
  const logged: string[] = [];
  const metrics = () => {
    throw new RangeError("the secret of the error");
  };
  const route = routerAtOnce({ ...DEFAULT_INTERFACE_OPTIONS, metrics });
  const request = { method: "GET", path: "/mapcode/metrics", query: "", header: () => "" };
  const { status, body } = route(request, (text) => logged.push(text));
  expect(status).toBe(500);
  expect(body).not.toContain("secret");
  const [reference = "none"] = /[0-9a-f-]{36}/.exec(`${body}`) ?? [];
  expect(logged).toEqual([expect.stringMatching(`^${reference}: RangeError: the secret`)]);
});
