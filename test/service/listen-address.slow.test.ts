import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "node:tls";
import { Client } from "undici";
import { describe, expect, it } from "vitest";
import { MAIN, run, startServing, untilServing } from "../cli/command.ts";
import { HOST } from "../http/both-transports.ts";
import { childrenOf, isAlive } from "../support/linux-processes.ts";
import { exchange, portOf } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { HAS_OPENSSL, makeCertificate } from "./certificates.ts";

const folder = temporaryFolder();

const WORKERS = [1, 2];
const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

describe.each(WORKERS)("a service with %i workers", (workers) => {
  const args = ["--workers", `${workers}`];

  it("on a Unix socket restarts after a kill, and removes the file when it stops", async () => {
    const path = join(folder, "http.sock");
    const killed = await startServing([...args, "--socket", path]);
    const formerWorkers = childrenOf(killed.child.pid ?? 0);
    await killed.stop("SIGKILL");
    // Workers end when they notice that the first process has.
    await until(() => !formerWorkers.some(isAlive));
    const service = await startServing([...args, "--socket", path]);
    expect(service.output()).toContain(`serves at http://unix:${path}:/mapcode`);
    expect(await run(["status", "--socket", path])).toMatchObject({ code: 0, out: "OK\n" });
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
    expect(existsSync(path)).toBe(false);
    expect((await run(["status", "--socket", path])).err).toContain("with the same --socket");
  });

  it("answers on a socket that systemd passes to it", async () => {
    const server = createServer().listen(0, HOST);
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    // As systemd does it: the socket is descriptor 3, and the variables name the process.
    const command = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"';
    const serve = [process.execPath, MAIN, "serve", ...args];
    // Node passes the descriptor of a server's handle, which its types do not know.
    const { _handle } = server as unknown as { _handle: { fd: number } };
    const child = spawn("sh", ["-c", command, ...serve], {
      stdio: ["ignore", "pipe", "inherit", _handle.fd],
    });
    const service = await untilServing(child);
    // This process would accept connections as well.
    server.close();
    expect(service.output()).toContain(`serves at http://${HOST}:${port}/mapcode (node, `);
    // Nothing that could be installed would help.
    expect(service.output()).not.toContain("how to install");
    expect(await exchange(port, REQUEST)).toContain("HHNFC.7V5X");
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });
});

describe.skipIf(!HAS_OPENSSL)("SIGHUP", () => {
  describeTransports("on %s", (transport) => {
    it.each(
      WORKERS,
    )("replaces the certificate of %i workers and loses no connection", async (workers) => {
      const [first, second] = ["first", "second"].map((name) => makeCertificate(folder, name));
      const cert = join(folder, "cert.pem");
      const key = join(folder, "key.pem");
      const use = (files: typeof first) => {
        cpSync(files.cert, cert);
        cpSync(files.key, key);
      };
      use(first);
      const options = ["--tls-cert", cert, "--tls-key", key, "--workers", `${workers}`];
      const service = await startServing([...options, "--transport", transport]);
      const port = portOf(service);
      const status = ["status", "--port", `${port}`, "--tls-cert", cert, "--tls-key", key];
      expect(await run(status)).toMatchObject({ code: 0, out: "OK\n" });

      /** Sends a request on a new connection. @returns the name in the certificate */
      async function ask(): Promise<string> {
        const socket = connect({ host: HOST, port, rejectUnauthorized: false });
        let received = "";
        socket.on("data", (data) => {
          received += data;
        });
        await once(socket, "secureConnect");
        const { subject } = socket.getPeerCertificate();
        socket.write(REQUEST);
        await once(socket, "close");
        expect(received).toContain("HHNFC.7V5X");
        return `${subject.CN}`;
      }

      const open = new Client(service.address.replace(/\/mapcode$/, ""), {
        connect: { rejectUnauthorized: false },
        keepAliveTimeout: 60_000,
      });
      const onOpen = async () => {
        const { statusCode, body } = await open.request({ method: "GET", path: "/mapcode/status" });
        await body.dump();
        return statusCode;
      };
      expect(await onOpen()).toBe(200);
      const names: string[] = [];
      let isOver = false;
      const clients = Array.from({ length: 4 }, async () => {
        while (!isOver) names.push(await ask());
      });
      use(second);
      service.child.kill("SIGHUP");
      // So many in a row come from all workers.
      const isReplaced = () =>
        names.length > 30 && names.slice(-30).every((name) => name === "second");
      await until(isReplaced).finally(() => {
        isOver = true;
      });
      await Promise.all(clients);
      expect(await ask()).toBe("second");
      expect(await onOpen()).toBe(200);
      await open.close();
      expect(await service.stop("SIGTERM")).toEqual([0, null]);
    });
  });
});
