import { gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startServing } from "../../cli/command.ts";
import { processOfGroup } from "../../service/running-services.ts";
import { describeTransports } from "../../support/transports.ts";
import { until } from "../../support/until.ts";
import {
  isSkipped,
  PROXIES,
  type ProxyName,
  type RunningProxy,
  startProxy,
  withProxy,
} from "./proxy.ts";

const COUNTED =
  /^mapcoded_http_request_duration_seconds_count\{operation="([a-z-]+)",status="(\d+)"\} (\d+)$/gm;

/** How long caches keep replies without asking again: longer than any test, and as long as a test can wait. */
const LONG_SECONDS = 600;
const SHORT_SECONDS = 2;

/** The proxies that cache, with what their configuration in deploy/ lacks for it. */
const CACHES: readonly (readonly [name: ProxyName, change: (config: string) => string])[] = [
  [
    "nginx",
    (config) =>
      config
        .replace(/^/, "proxy_cache_path cache keys_zone=mapcoded:1m;\n")
        .replace("proxy_pass ", "proxy_cache mapcoded; proxy_cache_revalidate on; proxy_pass "),
  ],
  ["varnishd", (config) => config],
  ["squid", (config) => config],
];

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Got> {
  const { statusCode, headers: received, body } = await request(url, { headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  return { status: statusCode, headers: received, bytes };
}

describeTransports("replies of the service on %s", (transport) => {
  const argsWith = (maxAgeSeconds: number) => {
    return ["--transport", transport, "--cache-control", `public, max-age=${maxAgeSeconds}`];
  };
  const service = processOfGroup(() => argsWith(LONG_SECONDS));

  /** Returns how many requests a service has answered, by operation and status. */
  async function counted({ address }: RunningService): Promise<Record<string, number>> {
    const { bytes } = await get(`${new URL(address).origin}/metrics`);
    const found = Array.from(`${bytes}`.matchAll(COUNTED));
    return Object.fromEntries(
      found.map(([, operation, status, count]) => [`${operation} ${status}`, Number(count)]),
    );
  }

  describe.each(
    CACHES.filter(([name]) => !isSkipped(name)),
  )("in the cache of %s", (name, change) => {
    let proxy: RunningProxy;
    let address: string;
    beforeAll(async () => {
      proxy = await startProxy(name, service(), { change });
      ({ address } = proxy);
    });
    afterAll(() => proxy.stop());

    it("are used again as long as they are fresh, separately by Accept", async () => {
      const before = (await counted(service()))["codes 200"] ?? 0;
      const target = `${address}/codes/52.376514,4.908543?by=${name}`;
      const json = await get(target);
      expect(`${json.bytes}`).toContain('"international":{"mapcode":"VHXGB.1J9J"}');
      const xml = await get(target, { accept: "application/xml" });
      expect(`${xml.bytes}`).toContain("<mapcode>VHXGB.1J9J</mapcode>");
      expect((await get(target)).bytes).toEqual(json.bytes);
      expect((await get(target, { accept: "application/xml" })).bytes).toEqual(xml.bytes);
      expect((await counted(service()))["codes 200"]).toBe(before + 2);
    });

    it("are not kept if they are errors", async () => {
      const before = (await counted(service()))["codes 400"] ?? 0;
      for (let time = 0; time < 2; time++) {
        expect((await get(`${address}/codes/91x,2`)).status).toBe(400);
      }
      expect((await counted(service()))["codes 400"]).toBe(before + 2);
    });

    it("are revalidated by their ETag when they are old", async () => {
      const aging = await startServing(argsWith(SHORT_SECONDS));
      const short = await startProxy(name, aging, { change });
      const revalidated = async () => (await counted(aging))["territories 304"] ?? 0;
      try {
        const target = `${short.address}/territories`;
        const first = await get(target);
        expect(first.status).toBe(200);
        const { etag } = first.headers;
        expect(etag).toBeDefined();
        expect((await get(target, { "if-none-match": `${etag}` })).status).toBe(304);
        const before = await revalidated();
        await new Promise((resolve) => setTimeout(resolve, (SHORT_SECONDS + 1) * 1000));
        const second = await get(target);
        expect([second.status, second.headers.etag]).toEqual([200, etag]);
        expect(second.bytes.equals(first.bytes)).toBe(true);
        // Varnish asks in the background after it has replied.
        await until(async () => (await revalidated()) > before);
        expect(await revalidated()).toBe(before + 1);
      } finally {
        await short.stop();
        await aging.stop("SIGTERM");
      }
    });
  });

  async function expectCompression({ address }: RunningProxy): Promise<void> {
    const direct = await get(`${service().address}/territories`);
    for (let time = 0; time < 2; time++) {
      const plain = await get(`${address}/territories`);
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.bytes.equals(direct.bytes)).toBe(true);
      const coded = await get(`${address}/territories`, { "accept-encoding": "gzip" });
      expect(coded.headers["content-encoding"]).toBe("gzip");
      expect(coded.bytes.length).toBeLessThan(direct.bytes.length / 2);
      expect(gunzipSync(coded.bytes).equals(direct.bytes)).toBe(true);
    }
  }

  for (const name of PROXIES) {
    const caching = CACHES.find(([cache]) => cache === name);
    it.skipIf(isSkipped(name))(`are compressed only for who accepts that, through ${name}`, () =>
      withProxy(name, service(), expectCompression, { change: caching?.[1] }),
    );
  }
});
