import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "undici";
import { describe, expect, it } from "vitest";
import { baseAddress, listenAddressOf } from "../../src/service/listen-address.ts";
import { DEFAULT_OPTIONS } from "../../src/service/options.ts";
import { ServiceError } from "../../src/service/start-errors.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";
import { servicesOfTests, statusOf as statusAt } from "./running-services.ts";

const folder = temporaryFolder();

const start = servicesOfTests();

/** Asks the service behind a client whether it is healthy. */
async function statusOf(client: Client): Promise<number> {
  const status = await statusAt("http://localhost/mapcode/status", { dispatcher: client });
  await client.close();
  return status;
}

const behind = (socketPath: string) => new Client("http://localhost", { connect: { socketPath } });

/** Leaves the file of a socket behind, as a process that is killed does. */
function leaveSocket(path: string): void {
  const program = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  expect(() => execFileSync(process.execPath, ["-e", program])).toThrow();
  expect(lstatSync(path).isSocket()).toBe(true);
}

describeTransports("a Unix socket on %s", (transport) => {
  const path = join(folder, `${transport}.sock`);

  it("answers with the permissions of the option, and is gone when the service has stopped", async () => {
    const service = await start({ transport, socket: path, socketMode: 0o640 });
    expect(service.address).toBe(`http://unix:${path}:/mapcode`);
    expect(lstatSync(path).mode & 0o777).toBe(0o640);
    expect(await statusOf(behind(path))).toBe(200);
    await service.stop();
    expect(existsSync(path)).toBe(false);
  });

  it("replaces the file that a killed service has left", async () => {
    leaveSocket(path);
    await start({ transport, socket: path });
    expect(lstatSync(path).mode & 0o777).toBe(0o660);
    expect(await statusOf(behind(path))).toBe(200);
  });

  it("is not taken from a service that listens", async () => {
    await start({ transport, socket: path });
    await expect(start({ transport, socket: path })).rejects.toThrow(
      new ServiceError(
        `Cannot listen on the socket ${path}: another process listens there. Stop it, or choose another --socket.`,
      ),
    );
    expect(await statusOf(behind(path))).toBe(200);
  });

  it("does not replace other files", async () => {
    const other = join(folder, "notes.txt");
    writeFileSync(other, "notes");
    await expect(start({ transport, socket: other })).rejects.toThrow(
      `Cannot listen on the socket ${other}: another file is there. Remove it, or choose another --socket.`,
    );
    expect(readFileSync(other, "utf8")).toBe("notes");
  });

  it.each([
    join(folder, "missing", "x.sock"),
    join(folder, "x".repeat(120)),
  ])("cannot be at %s", async (impossible) => {
    const started = start({ transport, socket: impossible });
    await expect(started).rejects.toThrow(ServiceError);
    await expect(started).rejects.toThrow(`Cannot listen on the socket ${impossible}`);
  });

  it("stays if another service has put its own there", async () => {
    const service = await start({ transport, socket: path });
    rmSync(path);
    await start({ transport, socket: path });
    await service.stop();
    // node:http removes the file by its path, which its documentation says.
    if (transport === "uws") expect(await statusOf(behind(path))).toBe(200);
  });
});

describeTransports("--host :: on %s", (transport) => {
  it("answers on IPv6 and on IPv4", async () => {
    const { address } = await start({ transport, host: "::" });
    expect(address).toMatch(/^http:\/\/\[::\]:\d+\/mapcode$/);
    const { port } = new URL(address);
    for (const host of ["[::1]", "127.0.0.1"]) {
      expect(await statusOf(new Client(`http://${host}:${port}`))).toBe(200);
    }
  });
});

describe("the listen address of a service", () => {
  const socket = "/run/mapcoded/http.sock";

  it("is host and port, or the socket instead", () => {
    expect(listenAddressOf(DEFAULT_OPTIONS, {})).toEqual({
      kind: "port",
      host: "127.0.0.1",
      port: 8080,
    });
    const listenAddress = listenAddressOf({ ...DEFAULT_OPTIONS, socket }, {});
    expect(listenAddress).toEqual({ kind: "file", path: socket, mode: 0o660 });
    expect(baseAddress(listenAddress, "/mapcode")).toBe(
      "http://unix:/run/mapcoded/http.sock:/mapcode",
    );
    expect(baseAddress(listenAddress, "", true)).toBe("https://unix:/run/mapcoded/http.sock:");
  });

  it("is the socket that systemd passes to this process, and not one that it passed to another", () => {
    const activated = { LISTEN_PID: "12", LISTEN_FDS: "1" };
    const options = { ...DEFAULT_OPTIONS, socket };
    expect(listenAddressOf(options, activated, 12)).toEqual({ kind: "inherited", descriptor: 3 });
    expect(listenAddressOf(options, activated, 13).kind).toBe("file");
    expect(listenAddressOf(options, { ...activated, LISTEN_FDS: "0" }, 12).kind).toBe("file");
    expect(() => listenAddressOf(options, { ...activated, LISTEN_FDS: "2" }, 12)).toThrow(
      new ServiceError(
        "systemd passes 2 sockets, and the service takes one. Leave one ListenStream in the socket unit.",
      ),
    );
  });
});
