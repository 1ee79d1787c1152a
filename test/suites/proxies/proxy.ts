/** Runs real proxies on loopback with the configurations of deploy/. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import type { TlsFiles } from "../../../src/service/tls.ts";
import type { RunningService } from "../../cli/command.ts";
import { HOST } from "../../http/both-transports.ts";
import { freePort } from "../../support/free-port.ts";
import { portOf } from "../../support/raw-connection.ts";
import { until } from "../../support/until.ts";

export const PROXIES = ["nginx", "haproxy", "apache2", "varnishd", "squid", "caddy"] as const;
export type ProxyName = (typeof PROXIES)[number];

export interface RunningProxy {
  /** The base address of the service behind the proxy. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Where the service listens. */
export type Upstream =
  | { readonly kind: "port"; readonly port: number }
  | { readonly kind: "unix"; readonly path: string }
  /** Two services. */
  | { readonly kind: "two"; readonly ports: readonly [number, number] }
  /** With TLS between client and proxy as well, by the same certificate. */
  | { readonly kind: "tls"; readonly port: number; readonly certificate: TlsFiles };

/** What a proxy is started with. */
interface Launch {
  /** The files in deploy/. */
  readonly files: { readonly port: string } & Partial<Record<Upstream["kind"], string>>;
  /** Makes a whole configuration of the file, which is a part of one. */
  configure(part: string, folder: string): string;
  args(config: string, folder: string, port: number): readonly string[];
}

const APACHE_MODULES = ["mpm_event", "authz_core", "proxy", "proxy_http"];

const LAUNCHES: Readonly<Record<ProxyName, Launch>> = {
  nginx: {
    files: {
      port: "nginx.conf",
      unix: "nginx-unix.conf",
      tls: "nginx-tls.conf",
      two: "nginx-two.conf",
    },
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
    files: {
      port: "haproxy.cfg",
      unix: "haproxy-unix.cfg",
      tls: "haproxy-tls.cfg",
      two: "haproxy-two.cfg",
    },
    configure: (part) => part,
    args: (config) => ["-db", "-f", config],
  },
  apache2: {
    files: { port: "apache.conf" },
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
    files: { port: "varnish.vcl" },
    configure: (part) => part,
    args: (config, folder, port) => [
      ...["-F", "-a", `${HOST}:${port}`, "-f", config, "-n", `${folder}/varnish`],
      ...["-s", "malloc,64m", "-p", "backend_idle_timeout=5"],
    ],
  },
  squid: {
    files: { port: "squid.conf" },
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
    files: { port: "Caddyfile", unix: "Caddyfile-unix", tls: "Caddyfile-tls" },
    configure: (part, folder) => {
      const options = ["admin off", `storage file_system ${folder}`, `default_bind ${HOST}`];
      // It would listen on port 80 to redirect.
      options.push("auto_https disable_redirects");
      return `{\n\t${options.join("\n\t")}\n}\n${part}`;
    },
    args: (config) => ["run", "--config", config, "--adapter", "caddyfile"],
  },
};

/** Whether the tests of a proxy are skipped, as it is not installed. With CI=true, they fail instead. */
export function isSkipped(name: ProxyName): boolean {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  return process.env.CI !== "true" && spawnSync("which", [name], { env }).status !== 0;
}

function untilReady(
  address: string,
  isReady: (status: number) => boolean,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const missing = () => `No proxy:\n${output()}`;
  return until(async () => {
    const reply = await request(`${address}/status`).catch(() => undefined);
    await reply?.body.dump();
    if (reply && isReady(reply.statusCode)) return true;
    if (child.exitCode !== null) throw new Error(missing());
    return false;
  }, missing);
}

/** Returns a published configuration with the places of this test. @param port where the proxy listens */
function localized(published: string, upstream: Upstream, port: number, folder: string): string {
  const text = published
    .replace(/(listen |bind |http_port )(\*:)?(?:80|443)\b/, `$1${HOST}:${port}`)
    .replace("<VirtualHost *:80>", `<VirtualHost *:${port}>`)
    // All programs of a machine share these names.
    .replaceAll("abns@mapcoded-upgrade", `abns@mapcoded-upgrade-${port}`);
  if (upstream.kind === "two") {
    const [first, second] = upstream.ports;
    return text.replace(":8080", `:${first}`).replace(":8081", `:${second}`);
  }
  if (upstream.kind === "unix") {
    return withSite(text, `http://${HOST}:${port} {`).replaceAll(SOCKET, upstream.path);
  }
  const onPort = text
    .replaceAll("127.0.0.1:8080", `${HOST}:${upstream.port}`)
    .replace('"8080"', `"${upstream.port}"`)
    .replace("127.0.0.1 parent 8080", `${HOST} parent ${upstream.port}`);
  if (upstream.kind === "port") return withSite(onPort, `http://${HOST}:${port} {`);
  const { cert, key } = upstream.certificate;
  // HAProxy reads certificate and key from one file.
  const both = join(folder, "certificate-and-key.pem");
  writeFileSync(both, readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
  return withSite(onPort, `https://${HOST}:${port} {\n\ttls ${cert} ${key}`)
    .replace(/\/etc\/\w+\/mapcoded-ca\.pem/, cert)
    .replace("/etc/nginx/maps.example.com.pem", cert)
    .replace("/etc/nginx/maps.example.com-key.pem", key)
    .replace("/etc/haproxy/maps.example.com.pem", both);
}

/** The socket of the service in deploy/. */
const SOCKET = "/run/mapcoded/http.sock";

/** Replaces the site of Caddy: a name would make it ask for a certificate. */
function withSite(config: string, site: string): string {
  return config.replace(/^maps\.example\.com \{$/m, site);
}

/** Another process may take the port that was free before the proxy listens on it. */
const MAX_STARTS = 3;

interface ProxyOptions {
  /** Changes the configuration of deploy/. */
  readonly change?: ((config: string) => string) | undefined;
  /** Whether the proxy is ready when it replies with this status. */
  readonly isReady?: (status: number) => boolean;
}

/** Runs a check with a proxy in front of a service. */
export async function withProxy(
  name: ProxyName,
  service: RunningService | Upstream,
  check: (proxy: RunningProxy) => Promise<void>,
  options: ProxyOptions = {},
): Promise<void> {
  const proxy = await startProxy(name, service, options);
  try {
    await check(proxy);
  } finally {
    await proxy.stop();
  }
}

/** Starts a proxy in front of a service. @param service one that listens on a port, or where it listens */
export async function startProxy(
  name: ProxyName,
  service: RunningService | Upstream,
  { change = (config) => config, isReady = (status) => status === 200 }: ProxyOptions = {},
): Promise<RunningProxy> {
  const upstream: Upstream = "kind" in service ? service : { kind: "port", port: portOf(service) };
  for (let starts = 1; ; starts++) {
    try {
      return await startOnFreePort(name, upstream, change, isReady);
    } catch (error) {
      if (starts === MAX_STARTS) throw error;
    }
  }
}

async function startOnFreePort(
  name: ProxyName,
  upstream: Upstream,
  change: (config: string) => string,
  isReady: (status: number) => boolean,
): Promise<RunningProxy> {
  const { files, configure, args } = LAUNCHES[name];
  const file = files[upstream.kind];
  if (file === undefined) throw new Error(`deploy/ has no ${name} for ${upstream.kind}.`);
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-proxy-"));
  // Proxies that are started by root read their configuration as another user, and Squid writes its log as one.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const published = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");
  const config = join(folder, file);
  writeFileSync(config, configure(change(localized(published, upstream, port, folder)), folder));
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const child = spawn(name, args(config, folder, port), { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const closed = once(child, "close");
  const scheme = upstream.kind === "tls" ? "https" : "http";
  const address = `${scheme}://${HOST}:${port}/mapcode`;
  const stop = async () => {
    child.kill("SIGTERM");
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(address, isReady, child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}
