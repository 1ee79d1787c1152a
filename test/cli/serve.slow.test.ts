import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { TRANSPORTS } from "../../src/service/transports/transport.ts";
import { ask, processesOfTests, sampleOf } from "../service/running-services.ts";
import { isAvailable, PREFERRED } from "../support/transports.ts";
import { MAIN, run } from "./command.ts";
import { failureOf, itRefuses, mapcoded, words } from "./command-lines.ts";

const FLAGS = words`port host tls-cert tls-key prefix dialect borders transport workers cors tiles-url tiles-attribution
  access-log log-format ops-port ops-host drain-time shutdown-timeout batch-bytes batch-memory`;

/** In a user namespace of its own, root lacks the right to listen on low ports, where the system has low ports. */
const MAY_LACK_RIGHTS =
  spawnSync("unshare", ["--map-root-user", "true"]).status === 0 &&
  readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "latin1") === "1024\n";

const serving = processesOfTests();

describe("mapcoded serve", () => {
  it.each([
    ["SIGINT", PREFERRED],
    ["SIGTERM", "node"],
  ] as const)("logs its start, and exits with 0 on %s, with idle connections to %s", async (signal, transport) => {
    const service = await serving(["--transport", transport]);
    const { address, output } = service;
    expect(output()).toContain(
      `INFO: mapcoded ${packageJson.version} (tables 2.3.0) serves at ${address} (${transport}, 1 worker)`,
    );
    expect(output()).toContain(`Help: ${address}/   Stop: ctrl-C`);
    const { text } = await ask(`${address}/codes/52.376514,4.908543`);
    expect(JSON.parse(text).international.mapcode).toBe("VHXGB.1J9J");
    // Requests are logged with --access-log only.
    expect(output()).not.toContain("GET");
    expect(await service.stop(signal)).toEqual([0, null]);
    expect(output()).toContain(`Stopping on ${signal}`);
  });

  it("reads its options from flags", async () => {
    const { address, output, says } = await serving(
      words`--prefix geo --dialect hosted --transport node --cors off --access-log combined`,
    );
    expect(address).toMatch(/\/geo$/);
    const { headers, text } = await ask(`${address}/coords/VHXGB.1J9J?include=rectangle`);
    const corners = Object.keys(JSON.parse(text));
    expect(corners).toEqual(["southWest", "northEast", "center"]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(output()).toContain("(node, 1 worker)");
    await says(
      /^127\.0\.0\.1 - - \[.*\] "GET \/geo\/coords\/VHXGB.1J9J\?include=rectangle HTTP\/1\.1" 200 \d+ /m,
    );
  });

  it("reads its options from the environment, which flags override", async () => {
    const { address, output, says } = await serving(["--prefix", "/"], {
      MAPCODED_PREFIX: "geo",
      MAPCODED_DIALECT: "hosted",
      MAPCODED_TRANSPORT: "node",
      MAPCODED_CORS: "off",
      MAPCODED_ACCESS_LOG: "json",
      MAPCODED_LOG_FORMAT: "json",
      MAPCODED_HOST: "localhost",
      MAPCODED_SHUTDOWN_TIMEOUT: "1",
      MAPCODED_BORDERS: "off",
      MAPCODED_WORKERS: "1",
    });
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    const { headers } = await ask(`${address}/version`);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    await says('"target":"/version"');
    const lines = JSON.parse(`[${output().trim().replaceAll("\n", ",")}]`);
    expect(lines[0]).toMatchObject({ level: "info", transport: "node", workers: 1, address });
    expect(lines.at(-1)).toMatchObject({ method: "GET", target: "/version", status: 200 });
    expect(output()).not.toContain("ctrl-C");
  });

  it("limits batch requests by flags and the environment, also in threads, and logs them", async () => {
    const env = { MAPCODED_BATCH_BYTES: "20" };
    const { address, says } = await serving(["--access-log", "combined", "--workers", "2"], env);
    for (const [rows, body] of [
      [2, "0,0\t\t\tHHHHC.X0KG\n".repeat(2)],
      [6, "Send at most 20 bytes"],
    ] as const) {
      const headers = { "content-type": "text/plain" };
      const post = { method: "POST", headers, body: "0,0\n".repeat(rows) } as const;
      expect((await ask(`${address}/batch/codes`, post)).text).toContain(body);
    }
    await says(/"POST \/mapcode\/batch\/codes HTTP\/1\.1" 200 34 /);
    await says(/"POST \/mapcode\/batch\/codes HTTP\/1\.1" 413 \d+ /);
  });

  itRefuses("rejects wrong options and names the accepted values", {
    "serve --port 70000": "Expected an integer from 0 to 65535.",
    "serve --prefix a/b": "Expected one segment of letters, digits and -._~ other than",
    "serve --prefix ..": "Expected one segment",
    "serve --prefix /metrics/": "other than livez, metrics and readyz, or none (/).",
    "serve --prefix livez": "Expected one segment",
    "serve --prefix readyz": "Expected one segment",
    "serve --dialect public": "Allowed choices are spec, hosted.",
    "serve --transport h2": "Allowed choices are auto, uws, node.",
    "serve --workers 0": "Expected auto or an integer from 1 to 256.",
    "serve --access-log yes": "Allowed choices are off, combined, json.",
    "serve --log-format xml": "Allowed choices are text, json.",
    "serve --borders yes": "Allowed choices are on, off.",
    "serve --shutdown-timeout soon": "Expected an integer from 0 to 3600.",
    "serve --batch-bytes 0": "Expected a number of bytes from 1 to",
    "serve --batch-bytes 16T": "also with K, M or G after it, as in 64M.",
    "serve --batch-bytes M": "also with K, M or G after it, as in 64M.",
    "serve --batch-memory 1023k": "Expected a number of bytes from 1048576 to",
    "serve now": "too many arguments for 'serve'",
  });

  it("rejects wrong values of environment variables, and variables that it does not have", async () => {
    const failed = await failureOf(run(["serve"], { PORT: "http" }));
    expect(failed).toMatch(/^2: .*value 'http' from env 'PORT' is invalid/);
    for (const name of ["MAPCODED_STOP_AFTER", "MAPCODED_PORT", "MAPCODED_cors", "MAPCODED_"]) {
      expect(await failureOf(run(["serve"], { [name]: "1" }))).toBe(
        `2: mapcoded serve has no environment variable ${name}. Remove it, or use one of mapcoded serve --help.`,
      );
    }
  });

  it("starts with the variables that Kubernetes sets for a service of its name, and with others' variables", async () => {
    const { address } = await serving([], {
      MAPCODED_SERVICE_HOST: "10.0.0.7",
      MAPCODED_SERVICE_PORT: "80",
      MAPCODED_SERVICE_PORT_HTTP: "80",
      MAPCODED_PORT: "tcp://10.0.0.7:80",
      MAPCODED_PORT_80_TCP: "tcp://10.0.0.7:80",
      MAPCODED_PORT_80_TCP_ADDR: "10.0.0.7",
      MAPCODED_NODE: "/usr/bin/node",
      MAPCODEDX: "1",
    });
    expect((await ask(`${address}/status`)).status).toBe(200);
  });

  it.each([
    ["1048576", 1_048_576],
    ["1024k", 1_048_576],
    ["64M", 67_108_864],
    ["64MiB", 67_108_864],
    ["2Gi", 2_147_483_648],
  ])("--batch-memory %s is %i bytes", async (size, bytes) => {
    const service = await serving(["--batch-memory", size]);
    expect(await sampleOf(service, "mapcoded_batch_memory_limit_bytes")).toBe(bytes);
  });

  it("says where operators' port is, which listens on loopback unless --ops-host says otherwise", async () => {
    const service = await serving(words`--host 0.0.0.0 --ops-port 0`);
    const [, ops] =
      /For operators: (http:\/\/127\.0\.0\.1:\d+)\/metrics/.exec(service.output()) ?? [];
    expect((await ask(`${ops}/readyz`)).text).toBe("ready\n");
    const { port } = new URL(ops);
    await expect(ask(`http://127.0.0.2:${port}/readyz`)).rejects.toThrow("ECONNREFUSED");
    const open = await serving(words`--ops-port 0 --ops-host 127.0.0.2 --log-format json`);
    const line = open
      .output()
      .split("\n")
      .find((one) => one.includes("opsAddress"));
    const { opsAddress } = JSON.parse(line ?? "");
    expect(opsAddress).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    expect((await ask(`${opsAddress}/readyz`)).text).toBe("ready\n");
  });

  it("lists its options, defaults and variables in its help", async () => {
    const { code, out } = await mapcoded`serve --help`;
    expect(code).toBe(0);
    for (const flag of FLAGS) expect(out).toContain(`--${flag} `);
    const text = out.replace(/\s+/g, " ");
    expect(text).toContain("port of the service, 0 for any free one (default: 8080, env: PORT)");
    expect(text).toContain(
      "maximum size of a batch request, decompressed (default: 16M, env: MAPCODED_BATCH_BYTES)",
    );
    expect(text).toContain(
      "certificate in PEM, for https; SIGHUP reads it again (default: none, env:",
    );
    expect(text).toContain('(choices: "on", "off", default: off, env: MAPCODED_BORDERS)');
    expect(text).not.toMatch(/default: ""|preset/);
    const groups = out.match(/^[A-Z][\w ]+:$/gm);
    const named = ["Address", "Replies", "Map page", "Threads and memory", "Logs and operation"];
    expect(groups).toEqual([...named.map((name) => `${name}:`), "Options:", "Examples:"]);
    // Every option but --help has a variable.
    const options = out.match(/^ {2}--[a-z-]+ /gm) ?? [];
    expect(options).toHaveLength(FLAGS.length);
    expect(text.match(/env: [A-Z_]+/g)).toHaveLength(options.length);
  });

  it.each([
    ...TRANSPORTS.filter(isAvailable).map((name) => [["--transport", name]]),
    [["--workers", "2"]],
  ])("with %j exits with 1 and one line if the port is in use", async (args) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const failed = await failureOf(mapcoded`serve --port ${port} ${args}`);
    taken.close();
    expect(failed).toBe(
      `1: Cannot listen on 127.0.0.1, port ${port}: another program uses the port. Choose another one (--port, --ops-port).`,
    );
  });

  it.each(
    TRANSPORTS.filter(isAvailable),
  )("on %s tells an unknown host from one of another machine", async (name) => {
    expect(
      await failureOf(mapcoded`serve --port 0 --transport ${name} --host nowhere.invalid`),
    ).toBe(
      "1: Cannot listen on nowhere.invalid, port 0: no machine has this name. Choose an address of this machine (--host, --ops-host).",
    );
    expect(await failureOf(mapcoded`serve --port 0 --transport ${name} --host 192.0.2.1`)).toBe(
      "1: Cannot listen on 192.0.2.1, port 0: the address is not one of this machine. Choose one that is, or 0.0.0.0 for all (--host, --ops-host).",
    );
  });

  it.skipIf(!MAY_LACK_RIGHTS)("says that a low port takes a permission", async () => {
    const command = [process.execPath, MAIN, "serve", "--port", "80"];
    const { status, stderr } = spawnSync("unshare", ["--map-root-user", ...command], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      1,
      "Cannot listen on 127.0.0.1, port 80: this user may not listen on the port. Choose one from 1024 on, or give the process the capability CAP_NET_BIND_SERVICE.\n",
    ]);
  });
});
