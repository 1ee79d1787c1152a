/**
 * `npm run bench:http [-- FOLDER]`: compares requests per second and CPU time per request of the service on
 * uWebSockets.js with a bare server that sends a constant body of the same size, and with the service of another clone,
 * which is built in FOLDER. Servers run on one core and are measured by turns; wrk runs on another core.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { COMMAND, ROOT } from "../scripts/paths.js";
import { freePort } from "../test/support/free-port.ts";
import { cpuSecondsOf } from "../test/support/linux-processes.ts";
import { until } from "../test/support/until.ts";
import { cityPoints } from "./points.ts";

const POINTS = 5_000;
const SECONDS = 3;
const TURNS = 3;

/** Requests the targets of a file in turn. Prints the number of requests, the time in µs, and the failures. */
const WRK_SCRIPT = `
local targets, last = {}, 0
for line in io.lines(os.getenv("TARGETS")) do targets[#targets + 1] = line end
function request()
  last = last % #targets + 1
  return wrk.format("GET", targets[last])
end
function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration, failed))
end`;

const BARE_SERVER = `import { App } from "uWebSockets.js";
App().any("/*", (response) => {
  response.writeHeader("Content-Type", "application/json;charset=UTF-8").end("x".repeat(+process.env.BYTES));
}).listen("127.0.0.1", +process.env.PORT, () => {});`;

/** The length of a reply in bytes. @throws Error for a status other than 200 */
async function bytesOf(url: string): Promise<number> {
  const reply = await fetch(url);
  if (reply.status !== 200) throw new Error(`GET ${url} gives status ${reply.status}.`);
  return (await reply.arrayBuffer()).byteLength;
}

/** Starts a server, and waits for its reply to a target. It ends with this process, however that ends. */
async function startServer(args: readonly string[], target: string, bytes = 0) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const command = ["--pdeathsig", "TERM", "taskset", "-c", "0", process.execPath, ...args];
  const server = spawn("setpriv", command, {
    cwd: ROOT,
    env: { ...process.env, PORT: `${port}`, BYTES: `${bytes}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until(async () => (await bytesOf(address + target).catch(() => 0)) > 0);
  const stop = async () => {
    server.kill();
    await once(server, "exit");
  };
  return { address, pid: server.pid ?? 0, stop };
}
type Server = Awaited<ReturnType<typeof startServer>>;

/** Measures a server under the load of the file of targets. */
function measure({ address, pid }: Server) {
  const before = cpuSecondsOf(pid);
  const wrk = `-c 1 wrk -t1 -c64 -d${SECONDS}s -s ${SCRIPT} ${address}`.split(" ");
  const env = { ...process.env, TARGETS };
  const out = execFileSync("taskset", wrk, { encoding: "utf8", env });
  const [, ...numbers] = /RESULT (\d+) (\d+) (\d+)/.exec(out) ?? [];
  const [requests, microseconds, failed] = numbers.map(Number);
  if (failed !== 0) throw new Error(`Requests fail:\n${out}`);
  const cpuUs = ((cpuSecondsOf(pid) - before) / requests) * 1e6;
  return { perSecond: (requests / microseconds) * 1e6, cpuUs };
}

const { encode } = await import(join(ROOT, "dist/index.js"));
const points = cityPoints(POINTS, 3);
const codes: string[] = [];
const coords: string[] = [];
for (let at = 0; at < points.length; at += 2) {
  codes.push(`/mapcode/codes/${points[at].toFixed(6)},${points[at + 1].toFixed(6)}`);
  const [{ territory, code }] = encode(points[at], points[at + 1]);
  coords.push(`/mapcode/coords/${territory}%20${code}`);
}
const queries = ["", "?precision=4", "?include=offset,territory", "?alphabet=GREEK"];
const loads = [
  ...queries.map((query) => [`/codes${query}`, codes.map((target) => target + query)] as const),
  ["/coords", coords] as const,
];

const folder = mkdtempSync(join(tmpdir(), "mapcoded-load-"));
const [SCRIPT, TARGETS] = [join(folder, "load.lua"), join(folder, "targets.txt")];
writeFileSync(SCRIPT, WRK_SCRIPT);
const [, , other] = process.argv;
const commands = [COMMAND, ...(other === undefined ? [] : [join(other, relative(ROOT, COMMAND))])];
const names = ["service", "other"].slice(0, commands.length).concat("bare");
const ratioNames = names.slice(1).map((name) => `CPU to ${name}`);
const head = ["requests", ...names.flatMap((name) => [`${name}/s`, "CPU µs"]), ...ratioNames];
console.log(`| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}`);
for (const [name, targets] of loads) {
  writeFileSync(TARGETS, targets.join("\n"));
  const start = (command: string) =>
    startServer([command, "serve", "--transport", "uws"], targets[0]);
  const services = await Promise.all(commands.map(start));
  const samples = targets.slice(0, 500).map((target) => bytesOf(services[0].address + target));
  const sum = (await Promise.all(samples)).reduce((before, size) => before + size);
  const bareServer = ["--input-type=module", "--eval", BARE_SERVER];
  const bare = await startServer(bareServer, targets[0], Math.round(sum / samples.length));
  const servers = [...services, bare];
  for (const server of servers) measure(server);
  const turns = Array.from({ length: TURNS }, () => servers.map(measure));
  await Promise.all(servers.map(({ stop }) => stop()));
  /** Of each server the turn with the least CPU time. */
  const least = servers.map((_, at) => {
    const [first] = turns.map((turn) => turn[at]).toSorted((one, other) => one.cpuUs - other.cpuUs);
    return first;
  });
  const cells = least.flatMap(({ perSecond, cpuUs }) => [perSecond.toFixed(0), cpuUs.toFixed(1)]);
  const ratios = least.slice(1).map(({ cpuUs }) => (least[0].cpuUs / cpuUs).toFixed(2));
  console.log(`| ${[name, ...cells, ...ratios].join(" | ")} |`);
}
rmSync(folder, { recursive: true });
