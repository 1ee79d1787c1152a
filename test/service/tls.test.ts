import { once } from "node:events";
import { join } from "node:path";
import { connect } from "node:tls";
import { Client } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { ServiceError } from "../../src/service/start-errors.ts";
import { readTls } from "../../src/service/tls.ts";
import { createSender, HOST, serviceOfGroup, startService } from "../http/both-transports.ts";
import { exchange, portOf } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";
import { HAS_OPENSSL, makeCertificate, type TlsFiles } from "./certificates.ts";

const folder = temporaryFolder();
const first = { tlsCert: join(folder, "first.pem"), tlsKey: join(folder, "first-key.pem") };
let second: TlsFiles;
beforeAll(() => {
  if (!HAS_OPENSSL) return;
  makeCertificate(folder, "first");
  second = makeCertificate(folder, "second");
});

describe.skipIf(!HAS_OPENSSL)("TLS", () => {
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

    it("does not start with a key of another certificate", async () => {
      const tls = { tlsCert: first.tlsCert, tlsKey: second.tlsKey };
      const start = startService({ transport, ...tls });
      await expect(start).rejects.toThrow(ServiceError);
      await expect(start).rejects.toThrow(
        `The certificate ${tls.tlsCert} cannot be used with the key ${tls.tlsKey}: `,
      );
    });
  });

  it("names the file that cannot be read", () => {
    const tlsCert = join(folder, "missing.pem");
    expect(() => readTls(tlsCert, first.tlsKey)).toThrow(ServiceError);
    expect(() => readTls(tlsCert, first.tlsKey)).toThrow(tlsCert);
  });
});
