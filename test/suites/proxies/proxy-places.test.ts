/** Proxies whose service listens on a Unix socket, or with TLS on both sides. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type RunningService, startServing } from "../../cli/command.ts";
import { HAS_OPENSSL, makeCertificate } from "../../service/certificates.ts";
import { describeTransports } from "../../support/transports.ts";
import { BATCHES, expectConverted, expectPlainReplies } from "./expectations.ts";
import { isInstalled, type ProxyName, startProxy, type Upstream } from "./proxy.ts";

const NAMES: readonly ProxyName[] = ["nginx", "haproxy", "caddy"];
/** The batch of 9 MB. */
const BATCH = BATCHES[1];

const plainDispatcher = getGlobalDispatcher();
afterEach(() => setGlobalDispatcher(plainDispatcher));

/** Lets clients trust a certificate. */
function trust(certificate: string): void {
  const connect = { ca: readFileSync(certificate) };
  setGlobalDispatcher(new Agent({ connect }));
}

async function expectPassed(name: ProxyName, upstream: Upstream): Promise<void> {
  const proxy = await startProxy(name, upstream);
  try {
    await (await request(`${proxy.address}/codes/1,2?by=${name}`)).body.dump();
    await expectPlainReplies(proxy.address);
    await expectConverted(proxy.address, BATCH);
  } finally {
    await proxy.stop();
  }
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mapcoded-places-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isSkipped = (name: ProxyName) => !isInstalled(name) && process.env.CI !== "true";

describeTransports("a proxy in front of the Unix socket of %s", (transport) => {
  let service: RunningService;
  let path: string;
  beforeAll(async () => {
    path = join(folder, `${transport}.sock`);
    const place = ["--socket", path, "--trust-proxy", "unix", "--access-log"];
    service = await startServing(["--transport", transport, ...place]);
  });
  afterAll(async () => {
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });

  for (const name of NAMES) {
    it.skipIf(isSkipped(name))(
      `${name} passes requests and batches, and tells the address of the client`,
      async () => {
        await expectPassed(name, { kind: "unix", path });
        await service.says(new RegExp(`codes/1,2\\?by=${name}" 200 .* from 127\\.0\\.0\\.1,`));
      },
    );
  }
});

describeTransports("a proxy with TLS on both sides in front of %s", (transport) => {
  let service: RunningService;
  let upstream: Upstream & { kind: "tls" };
  beforeAll(async () => {
    const certificate = makeCertificate(folder, transport);
    const place = ["--tls-cert", certificate.cert, "--tls-key", certificate.key];
    service = await startServing(["--transport", transport, ...place]);
    upstream = { kind: "tls", port: Number(new URL(service.address).port), certificate };
  });
  afterAll(async () => {
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });

  for (const name of NAMES) {
    it.skipIf(isSkipped(name) || !HAS_OPENSSL)(`${name} passes requests and batches`, async () => {
      trust(upstream.certificate.cert);
      await expectPassed(name, upstream);
    });

    it.skipIf(isSkipped(name) || !HAS_OPENSSL)(
      `${name} sends nothing to a service with another certificate`,
      async () => {
        const other = makeCertificate(folder, `other-${transport}-${name}`);
        trust(other.cert);
        const isFailure = (status: number) => status === 502 || status === 503;
        const unknown = { ...upstream, certificate: other };
        const proxy = await startProxy(name, unknown, undefined, isFailure);
        const { statusCode, body } = await request(`${proxy.address}/codes/1,2`);
        await body.dump();
        await proxy.stop();
        expect(isFailure(statusCode)).toBe(true);
      },
    );
  }
});
