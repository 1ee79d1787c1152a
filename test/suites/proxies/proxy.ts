/** Starts the proxies with their files of deploy/. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { ROOT } from "../../../scripts/paths.js";
import { HOST } from "../../http/both-transports.ts";
import { statusOf } from "../../service/running-services.ts";
import { freePort } from "../../support/free-port.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

const NGINX = `user root; daemon off; pid {folder}/pid; error_log {folder}/log; events {} http { access_log off; {part}
client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3; uwsgi_temp_path {folder}/4;
scgi_temp_path {folder}/5; }`;
const CADDY = `{\n\tadmin off\n\tstorage file_system {folder}\n\tdefault_bind ${HOST}\n}\n{part}`;

/** The file of each proxy in deploy/, a whole configuration of it, and the arguments in front of this. */
export const PROXIES = [
  ["nginx", "nginx.conf", NGINX, "-c"],
  ["haproxy", "haproxy.cfg", "{part}", "-db -f"],
  ["caddy", "Caddyfile", CADDY, "run --adapter caddyfile --config"],
] as const;

/** With CI=true, the tests of a proxy that is not installed fail. */
const isSkipped = (name: string) =>
  process.env.CI !== "true" && spawnSync("which", [name], { env }).status !== 0;

/** Returns a published file with the ports of this test. */
function localized(published: string, [first, second]: readonly number[], port: number): string {
  return (
    published
      .replace(/(listen |bind )(\*:)?80\b/, `$1${HOST}:${port}`)
      .replaceAll("127.0.0.1:8080", `${HOST}:${first}`)
      .replaceAll("127.0.0.1:8081", `${HOST}:${second}`)
      // A name would make Caddy ask for a certificate. The site is for all names, as attacks have others.
      .replace(/^maps\.example\.com \{$/m, `http://:${port} {`)
  );
}

/**
 * Runs a proxy during the tests of a group.
 * @param ports of the two services, which may be one @returns a test that needs the proxy, and the address behind it
 */
export function proxyOfGroup(
  [name, file, frame, args]: (typeof PROXIES)[number],
  ports: () => readonly [number, number],
) {
  const folder = temporaryFolder();
  let end = async (): Promise<unknown> => undefined;
  let address = "";
  beforeAll(async () => {
    if (isSkipped(name)) return;
    // Proxies that are started by root read their configuration as another user.
    chmodSync(folder, 0o777);
    const port = await freePort();
    const published = readFileSync(join(ROOT, "deploy", file), "utf8");
    const part = localized(published, ports(), port);
    const config = join(folder, file);
    writeFileSync(
      config,
      frame.replaceAll("{folder}", folder).replace("{part}", () => part),
    );
    const all = [...args.split(" "), config];
    const child = spawn(name, all, { env, stdio: ["ignore", "ignore", "inherit"] });
    end = async () => child.kill("SIGTERM") && (await once(child, "close"));
    address = `http://${HOST}:${port}/mapcode`;
    await until(async () => (await statusOf(`${address}/status`).catch(() => 0)) === 200);
  });
  afterAll(() => end());
  return { test: it.skipIf(isSkipped(name)), address: () => address };
}
