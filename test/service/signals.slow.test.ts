/** Signals that do not end a service: SIGHUP reads the certificate again, SIGUSR1 is without effect. */
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { beforeAll, describe, expect, it } from "vitest";
import type { RunningService } from "../cli/command.ts";
import { HAS_OPENSSL, makeCertificate } from "../support/certificates.ts";
import { portOf } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";
import { expectHealthy, processesOfTests } from "./running-services.ts";

const startServing = processesOfTests();
const folder = temporaryFolder();
const fileOf = (name: string) => join(folder, name);
const [CERT, KEY] = [fileOf("used.pem"), fileOf("used-key.pem")];

/** A connection, after its handshake. */
async function connectTo(service: RunningService) {
  const socket = connect({ port: portOf(service), host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  return socket;
}

const nameOf = (socket: Awaited<ReturnType<typeof connectTo>>) =>
  socket.getPeerCertificate().subject.CN;

/** The name in the certificate of a new connection. */
async function certificateOf(service: RunningService): Promise<unknown> {
  const socket = await connectTo(service);
  const name = nameOf(socket);
  socket.destroy();
  return name;
}

/** The name in the certificates of so many new connections: threads may share a port. */
async function certificatesOf(service: RunningService, count = 24) {
  const names = Array.from({ length: count }, () => certificateOf(service));
  return [...new Set(await Promise.all(names))];
}

/** Puts a certificate and a key where the service reads them. */
function install(certificate: string, key = certificate): void {
  copyFileSync(fileOf(`${certificate}.pem`), CERT);
  copyFileSync(fileOf(`${key}-key.pem`), KEY);
}

describeTransports("a service on %s", (transport) => {
  const counts = transport === "uws" ? [1, 2] : [1];

  it("ignores SIGHUP without TLS, and opens no inspector on SIGUSR1", async () => {
    const service = await startServing(["--transport", transport]);
    for (const signal of ["SIGHUP", "SIGUSR1"] as const) service.child.kill(signal);
    for (let asked = 0; asked < 10; asked++) await expectHealthy(service);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
    expect(service.output()).not.toMatch(/Debugger|certificate|ERROR/);
  });

  describe.skipIf(!HAS_OPENSSL)("with TLS", () => {
    beforeAll(() => {
      for (const name of ["first", "second", "third"]) {
        makeCertificate(name, fileOf(`${name}.pem`), fileOf(`${name}-key.pem`));
      }
    });

    it.each(
      counts,
    )("and %i workers uses a new certificate after SIGHUP, keeps open connections, and keeps the old one if the new one is broken", async (workers) => {
      install("first");
      const args = ["--transport", transport, "--workers", `${workers}`];
      const service = await startServing([...args, "--tls-cert", CERT, "--tls-key", KEY]);
      expect(await certificatesOf(service)).toEqual(["first"]);
      const open = await connectTo(service);

      install("second");
      expect(await certificatesOf(service)).toEqual(["first"]);
      service.child.kill("SIGHUP");
      await service.says(`INFO: New connections use the certificate that is now in ${CERT}`);
      // Other threads read it a moment later.
      await expect.poll(() => certificatesOf(service)).toEqual(["second"]);

      install("third", "first");
      service.child.kill("SIGHUP");
      await service.says(/ERROR: The certificate .* The old one stays in use\./);
      expect(await certificatesOf(service)).toEqual(["second"]);

      open.write("GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n");
      const [reply] = await once(open, "data");
      expect([nameOf(open), `${reply}`]).toEqual(["first", expect.stringContaining("HHNFC.7V5X")]);
      open.destroy();
      expect(await service.stop("SIGTERM")).toEqual([0, null]);
    });
  });
});
