import { once } from "node:events";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { Client } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { ServiceError } from "../../src/service/start-errors.ts";
import { readTls, type TlsFiles } from "../../src/service/tls.ts";
import { createSender, HOST, serviceOfGroup, startService } from "../http/both-transports.ts";
import { exchange, portOf } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";
import { HAS_OPENSSL, makeCertificate } from "./certificates.ts";

const folder = temporaryFolder();

let first: TlsFiles;
let second: TlsFiles;
beforeAll(() => {
  if (!HAS_OPENSSL) return;
  first = makeCertificate(folder, "first");
  second = makeCertificate(folder, "second");
});

const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";

async function connected(port: number): Promise<TLSSocket> {
  const socket = connect({ host: HOST, port, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  return socket;
}

/** Sends a request on an open connection. @returns the reply to it */
async function replyOn(socket: TLSSocket): Promise<string> {
  socket.write(REQUEST);
  const [data] = await once(socket, "data");
  return `${data}`;
}

describe.skipIf(!HAS_OPENSSL)("TLS", () => {
  describeTransports("on %s", (transport) => {
    const current = { cert: join(folder, "current.pem"), key: join(folder, "current-key.pem") };
    beforeAll(() => use(first));
    const service = serviceOfGroup({ transport, tlsCert: current.cert, tlsKey: current.key });

    /** Puts a certificate into the files that the service reads. */
    function use({ cert, key }: TlsFiles): void {
      cpSync(cert, current.cert);
      cpSync(key, current.key);
    }

    async function commonName(): Promise<string> {
      const socket = await connected(portOf(service()));
      const { subject } = socket.getPeerCertificate();
      expect(await replyOn(socket)).toContain("HHNFC.7V5X");
      socket.destroy();
      return `${subject.CN}`;
    }

    it("answers requests and batches as without it", async () => {
      const origin = `https://${HOST}:${portOf(service())}`;
      expect(service().address).toBe(`${origin}/mapcode`);
      const client = new Client(origin, {
        connect: { rejectUnauthorized: false },
      });
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

    it("gets a new certificate without closing a connection", async () => {
      expect(await commonName()).toBe("first");
      const open = await connected(portOf(service()));
      use(second);
      expect(await commonName()).toBe("first");
      service().reloadTls();
      expect(await commonName()).toBe("second");
      expect(await replyOn(open)).toContain("HHNFC.7V5X");
      expect(open.getPeerCertificate().subject.CN).toBe("first");
      open.destroy();
    });

    it("keeps its certificate if the new one cannot be used", async () => {
      use(second);
      service().reloadTls();
      writeFileSync(current.cert, "no certificate");
      service().reloadTls();
      expect(await commonName()).toBe("second");
      rmSync(current.key);
      service().reloadTls();
      expect(await commonName()).toBe("second");
      use(first);
      service().reloadTls();
      expect(await commonName()).toBe("first");
    });

    it("closes the connection of a client that speaks HTTP without TLS, and answers the others", async () => {
      expect(await exchange(portOf(service()), REQUEST)).not.toContain("HTTP/");
      expect(await commonName()).toBe("first");
    });

    it("does not start with a key of another certificate", async () => {
      const start = startService({ transport, tlsCert: first.cert, tlsKey: second.key });
      await expect(start).rejects.toThrow(ServiceError);
      await expect(start).rejects.toThrow(
        `The certificate ${first.cert} cannot be used with the key ${second.key}: `,
      );
    });
  });

  it("names the file that cannot be read", () => {
    const missing = join(folder, "missing.pem");
    expect(() => readTls({ ...first, cert: missing })).toThrow(ServiceError);
    expect(() => readTls({ ...first, cert: missing })).toThrow(missing);
  });
});
