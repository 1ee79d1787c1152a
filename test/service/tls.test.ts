import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { connect } from "node:tls";
import { Client } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { createSender, HOST, serviceOfGroup, startService } from "../http/both-transports.ts";
import { exchange, portOf } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";

const folder = temporaryFolder();
const filesOf = (name: string) => {
  return { tlsCert: join(folder, `${name}.pem`), tlsKey: join(folder, `${name}-key.pem`) };
};
const first = filesOf("first");

/** Makes a certificate for localhost, signed by its own key, with openssl, as operators do. */
function makeCertificate(name: string): void {
  const { tlsCert, tlsKey } = filesOf(name);
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2".split(" ");
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const args = ["req", "-x509", ...key, "-keyout", tlsKey, "-out", tlsCert, ...subject];
  execFileSync("openssl", args, { stdio: "pipe" });
}

/** With CI=true, tests fail without it. */
const HAS_OPENSSL = process.env.CI === "true" || spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!HAS_OPENSSL)("TLS", () => {
  beforeAll(() => ["first", "second"].forEach(makeCertificate));

  describeTransports("on %s", (transport) => {
    const service = serviceOfGroup({ transport, ...first });

    it("answers requests and batches as without it", async () => {
      const origin = `https://${HOST}:${portOf(service())}`;
      expect(service().address).toBe(`${origin}/mapcode`);
      const client = new Client(origin, { connect: { rejectUnauthorized: false } });
      const send = createSender(client, "/mapcode");
      const { status, text } = await send("/coords/NLD%2049.4V");
      expect([status, text]).toEqual([200, '{"latDeg":52.37651400000124,"lonDeg":4.908543375}']);
      const rows = 50_000;
      const headers = { "content-type": "text/plain" };
      const batch = { method: "POST", headers, body: "NLD 49.4V\n".repeat(rows) } as const;
      const reply = await send("/batch/coords", batch);
      expect(reply.status).toBe(200);
      expect(reply.text === "NLD 49.4V\t52.37651400000124\t4.908543375\n".repeat(rows)).toBe(true);
      await client.close();
    });

    it("closes the connection of a client that speaks HTTP without TLS, and answers the others", async () => {
      const request = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";
      expect(await exchange(portOf(service()), request)).not.toContain("HTTP/");
      const socket = connect({ host: HOST, port: portOf(service()), rejectUnauthorized: false });
      await once(socket, "secureConnect");
      expect(socket.getPeerCertificate().subject.CN).toBe("first");
      socket.destroy();
    });

    it.each([
      ["a key of another certificate", first.tlsCert, filesOf("second").tlsKey],
      ["a file that is missing", join(folder, "missing.pem"), first.tlsKey],
    ])("does not start with %s", async (_, tlsCert, tlsKey) => {
      const message = `The certificate ${tlsCert} cannot be used with the key ${tlsKey}: `;
      const error = expect.objectContaining({ name: "ServiceError" });
      const start = startService({ transport, tlsCert, tlsKey });
      await expect(start).rejects.toEqual(error);
      await expect(start).rejects.toThrow(message);
    });
  });
});
