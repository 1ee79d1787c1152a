/** Runs real proxies on loopback with the configurations of deploy/. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { HOST } from "../http/both-transports.ts";

export const PROXIES = ["nginx", "haproxy", "apache2", "varnishd", "squid", "caddy"] as const;
export type ProxyName = (typeof PROXIES)[number];

export interface RunningProxy {
  /** The base address of the service behind the proxy. */
  readonly address: string;
  stop(): Promise<void>;
}

/** What a proxy is started with. */
interface Launch {
  /** The file in deploy/. */
  readonly file: string;
  /** Makes a whole configuration of the file, which is a part of one. */
  configure(part: string, folder: string): string;
  args(config: string, folder: string, port: number): readonly string[];
}

const APACHE_MODULES = ["mpm_event", "authz_core", "proxy", "proxy_http"];

const LAUNCHES: Readonly<Record<ProxyName, Launch>> = {
  nginx: {
    file: "nginx.conf",
    configure: (part, folder) =>
      [
        process.getuid?.() === 0 ? "user root;" : "",
        `pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;`,
        `events {} http { access_log off;`,
        ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
          (name) => `${name}_temp_path ${folder}/${name};`,
        ),
        `${part} }`,
      ].join("\n"),
    args: (config, folder) => ["-p", folder, "-c", config, "-g", "daemon off;"],
  },
  haproxy: {
    file: "haproxy.cfg",
    configure: (part) => part,
    args: (config) => ["-db", "-f", config],
  },
  apache2: {
    file: "apache.conf",
    configure: (part, folder) =>
      [
        `ServerRoot ${folder}`,
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/error.log`,
        `DefaultRuntimeDir ${folder}`,
        "ServerName localhost",
        ...APACHE_MODULES.map(
          (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
        ),
        process.getuid?.() === 0 ? "User www-data\nGroup www-data" : "",
        part.replace(/<VirtualHost \*:(\d+)>/, `Listen ${HOST}:$1\n$&`),
      ].join("\n"),
    args: (config, folder) => ["-d", folder, "-f", config, "-DFOREGROUND"],
  },
  varnishd: {
    file: "varnish.vcl",
    configure: (part) => part,
    args: (config, folder, port) => [
      ...["-F", "-a", `${HOST}:${port}`, "-f", config, "-n", `${folder}/varnish`],
      ...["-s", "malloc,64m", "-p", "backend_idle_timeout=5"],
    ],
  },
  squid: {
    file: "squid.conf",
    configure: (part, folder) =>
      [
        `pid_filename ${folder}/pid`,
        `cache_log ${folder}/cache.log`,
        `coredump_dir ${folder}`,
        ...["access_log none", "netdb_filename none", "pinger_enable off", "shutdown_lifetime 0"],
        part,
      ].join("\n"),
    // The name keeps several instances apart.
    args: (config, _, port) => ["-N", "-n", `mapcoded${port}`, "-f", config],
  },
  caddy: {
    file: "Caddyfile",
    configure: (part, folder) => `{\n\tadmin off\n\tstorage file_system ${folder}\n}\n${part}`,
    args: (config) => ["run", "--config", config, "--adapter", "caddyfile"],
  },
};

export function isInstalled(name: ProxyName): boolean {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  return spawnSync("which", [name], { env }).status === 0;
}

/** Returns a port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function untilReady(
  address: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  for (let waits = 0; ; waits++) {
    const reply = await request(`${address}/status`).catch(() => undefined);
    await reply?.body.dump();
    if (reply?.statusCode === 200) return;
    if (waits > 100 || child.exitCode !== null) throw new Error(`No proxy:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Starts a proxy in front of a service.
 * @param change changes the configuration of deploy/
 */
export async function startProxy(
  name: ProxyName,
  servicePort: number,
  change: (config: string) => string = (config) => config,
): Promise<RunningProxy> {
  const { file, configure, args } = LAUNCHES[name];
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-proxy-"));
  // Proxies that are started by root read their configuration as another user, and Squid writes its log as one.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const published = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");
  const local = published
    .replaceAll("127.0.0.1:8080", `${HOST}:${servicePort}`)
    .replace('"8080"', `"${servicePort}"`)
    .replace("127.0.0.1 parent 8080", `${HOST} parent ${servicePort}`)
    .replace(/(listen |bind |http_port )(\*:)?80\b/, `$1${HOST}:${port}`)
    .replace("<VirtualHost *:80>", `<VirtualHost *:${port}>`)
    // A name would make Caddy ask for a certificate.
    .replace(/^maps\.example\.com \{$/m, `http://${HOST}:${port} {`);
  const config = join(folder, file);
  writeFileSync(config, configure(change(local), folder));
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const child = spawn(name, args(config, folder, port), { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const closed = once(child, "close");
  const address = `http://${HOST}:${port}/mapcode`;
  const stop = async () => {
    child.kill("SIGTERM");
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(address, child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}
