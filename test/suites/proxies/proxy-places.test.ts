/** Proxies whose service listens on a Unix socket, or with TLS on both sides. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterEach, expect, it } from "vitest";
import type { TlsFiles } from "../../../src/service/tls.ts";
import { HAS_OPENSSL, makeCertificate } from "../../service/certificates.ts";
import { processOfGroup, statusOf } from "../../service/running-services.ts";
import { portOf } from "../../support/raw-connection.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { describeTransports } from "../../support/transports.ts";
import { BATCHES, expectConverted, expectPlainReplies } from "./expectations.ts";
import { isSkipped, type ProxyName, type RunningProxy, type Upstream, withProxy } from "./proxy.ts";

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

function expectPassed(name: ProxyName, upstream: Upstream): Promise<void> {
  return withProxy(name, upstream, async ({ address }) => {
    await statusOf(`${address}/codes/1,2?by=${name}`);
    await expectPlainReplies(address);
    await expectConverted(address, BATCH);
  });
}

const folder = temporaryFolder();

describeTransports("a proxy in front of the Unix socket of %s", (transport) => {
  const path = join(folder, `${transport}.sock`);
  const place = ["--socket", path, "--trust-proxy", "unix", "--access-log"];
  const service = processOfGroup(() => ["--transport", transport, ...place]);

  for (const name of NAMES) {
    it.skipIf(isSkipped(name))(
      `${name} passes requests and batches, and tells the address of the client`,
      async () => {
        await expectPassed(name, { kind: "unix", path });
        await service().says(new RegExp(`codes/1,2\\?by=${name}" 200 .* from 127\\.0\\.0\\.1,`));
      },
    );
  }
});

describeTransports("a proxy with TLS on both sides in front of %s", (transport) => {
  let certificate: TlsFiles;
  const service = processOfGroup(() => {
    certificate = makeCertificate(folder, transport);
    const place = ["--tls-cert", certificate.cert, "--tls-key", certificate.key];
    return ["--transport", transport, ...place];
  });
  const upstreamWith = (trusted: TlsFiles): Upstream => {
    return { kind: "tls", port: portOf(service()), certificate: trusted };
  };

  for (const name of NAMES) {
    it.skipIf(isSkipped(name) || !HAS_OPENSSL)(`${name} passes requests and batches`, async () => {
      trust(certificate.cert);
      await expectPassed(name, upstreamWith(certificate));
    });

    it.skipIf(isSkipped(name) || !HAS_OPENSSL)(
      `${name} sends nothing to a service with another certificate`,
      async () => {
        const other = makeCertificate(folder, `other-${transport}-${name}`);
        trust(other.cert);
        const isFailure = (status: number) => status === 502 || status === 503;
        const expectFailure = async ({ address }: RunningProxy) => {
          expect(await statusOf(`${address}/codes/1,2`)).toSatisfy(isFailure);
        };
        await withProxy(name, upstreamWith(other), expectFailure, { isReady: isFailure });
      },
    );
  }
});
