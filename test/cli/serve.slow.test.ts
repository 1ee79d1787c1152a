import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { TRANSPORTS } from "../../src/service/transports/transport.ts";
import { ask, processesOfTests } from "../service/running-services.ts";
import { isAvailable, PREFERRED } from "../support/transports.ts";
import { run } from "./command.ts";
import { failureOf, itRefuses, mapcoded, words } from "./command-lines.ts";

const FLAGS = words`port host tls-cert tls-key prefix dialect borders transport workers cors tiles-url tiles-attribution
  access-log log-format stop-after drain-seconds ops-port batch-bytes batch-memory`;

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
    expect(output()).toContain(`Help: ${address}/`);
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
      MAPCODED_STOP_AFTER: "1",
      MAPCODED_WORKERS: "1",
    });
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    const { headers } = await ask(`${address}/version`);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    await says('"target":"/version"');
    const lines = JSON.parse(`[${output().trim().replaceAll("\n", ",")}]`);
    expect(lines[0]).toMatchObject({ level: "info", transport: "node", workers: 1, address });
    expect(lines.at(-1)).toMatchObject({ method: "GET", target: "/version", status: 200 });
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
    "serve --prefix a/b": "Expected one segment of letters, digits and -._~, or none (/).",
    "serve --prefix ..": "Expected one segment",
    "serve --dialect public": "Allowed choices are spec, hosted.",
    "serve --transport h2": "Allowed choices are auto, uws, node.",
    "serve --workers 0": "Expected auto or an integer from 1 to 256.",
    "serve --access-log yes": "Allowed choices are off, combined, json.",
    "serve --log-format xml": "Allowed choices are text, json.",
    "serve --stop-after soon": "Expected an integer from 0 to 3600.",
    "serve --batch-bytes 0": "Expected an integer from 1 to",
    "serve --batch-memory many": "Expected an integer from 1048576 to",
    "serve now": "too many arguments for 'serve'",
  });

  it("rejects wrong values of environment variables", async () => {
    const failed = await failureOf(run(["serve"], { PORT: "http" }));
    expect(failed).toMatch(/^2: .*value 'http' from env 'PORT' is invalid/);
  });

  it("lists its options, defaults and variables in its help", async () => {
    const { code, out } = await mapcoded`serve --help`;
    expect(code).toBe(0);
    for (const flag of FLAGS) expect(out).toContain(`--${flag} `);
    const text = out.replace(/\s+/g, " ");
    expect(text).toContain("port of the service, 0 for any free one (default: 8080, env: PORT)");
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
      `1: Cannot listen on 127.0.0.1, port ${port}: the port is in use or not permitted, or the address is not one of this machine. Choose another (--port, --ops-port, --host).`,
    );
  });
});
