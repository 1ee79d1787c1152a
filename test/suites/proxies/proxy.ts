/** Runs real proxies on loopback with the configurations of deploy/. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, beforeAll } from "vitest";
import type { RunningService } from "../../cli/command.ts";
import { HOST } from "../../http/both-transports.ts";
import { freePort } from "../../support/free-port.ts";
import { portOf } from "../../support/raw-connection.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** How a proxy is started: its file in deploy/, a whole configuration of it, and the arguments. */
interface Launch {
  readonly file: string;
  configure(part: string, folder: string): string;
  args(config: string, folder: string): readonly string[];
}

const LAUNCHES: Readonly<Record<"nginx" | "haproxy" | "caddy", Launch>> = {
  nginx: {
    file: "nginx.conf",
    configure: (part, folder) =>
      `${process.getuid?.() === 0 ? "user root;" : ""} pid ${folder}/pid; error_log ${folder}/error.log;
      events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      ${["fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      ${part} }`,
    args: (config, folder) => ["-p", folder, "-c", config, "-g", "daemon off;"],
  },
  haproxy: {
    file: "haproxy.cfg",
    configure: (part) => part,
    args: (config) => ["-db", "-f", config],
  },
  caddy: {
    file: "Caddyfile",
    configure: (part, folder) =>
      `{\n\tadmin off\n\tstorage file_system ${folder}\n\tdefault_bind ${HOST}\n}\n${part}`,
    args: (config) => ["run", "--config", config, "--adapter", "caddyfile"],
  },
};
export const PROXIES = Object.keys(LAUNCHES) as readonly (keyof typeof LAUNCHES)[];

/** Whether the tests of a proxy are skipped, as it is not installed. With CI=true, they fail instead. */
export function isSkipped(name: string): boolean {
  return process.env.CI !== "true" && spawnSync("which", [name], { env }).status !== 0;
}

/** Returns a published configuration with the ports of this test. */
function localized(published: string, servicePort: number, port: number): string {
  return (
    published
      .replace(/(listen |bind )(\*:)?80\b/, `$1${HOST}:${port}`)
      .replaceAll("127.0.0.1:8080", `${HOST}:${servicePort}`)
      // All programs of a machine share these names.
      .replaceAll("abns@mapcoded-upgrade", `abns@mapcoded-upgrade-${port}`)
      // A name would make Caddy ask for a certificate.
      .replace(/^maps\.example\.com \{$/m, `http://${HOST}:${port} {`)
  );
}

/** Starts a proxy before the tests of a group, and stops it after them. @returns the address of the service behind it */
export function proxyOfGroup(name: keyof typeof LAUNCHES, service: () => RunningService) {
  const folder = temporaryFolder();
  let child: ChildProcess;
  let address = "";
  beforeAll(async () => {
    const { file, configure, args } = LAUNCHES[name];
    // Proxies that are started by root read their configuration as another user.
    chmodSync(folder, 0o777);
    const port = await freePort();
    const published = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");
    const config = join(folder, file);
    writeFileSync(config, configure(localized(published, portOf(service()), port), folder));
    child = spawn(name, args(config, folder), { env, stdio: ["ignore", "ignore", "inherit"] });
    address = `http://${HOST}:${port}/mapcode`;
    await until(async () => {
      const reply = await request(`${address}/status`).catch(() => undefined);
      await reply?.body.dump();
      return reply?.statusCode === 200;
    });
  });
  afterAll(async () => {
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
  });
  return () => ({ address });
}
