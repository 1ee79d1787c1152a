/**
 * `npm run bench:http`: requests a second and CPU time of a request, of the service on uWebSockets.js and of a bare server
 * that sends a constant body of the same size. Servers run on one core, wrk on another.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { COMMAND, ROOT } from "../scripts/paths.js";
import { freePort } from "../test/support/free-port.ts";
import { until } from "../test/support/until.ts";
import { cityPoints } from "./points.ts";

const POINTS = 5_000;
const SECONDS = 3;
const TURNS = 3;

/** Requests the targets of a file in turn, and prints how many there were, in how many microseconds, and how many failed. */
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

async function startServer(
  args: readonly string[],
  port: number,
  bytes = 0,
): Promise<ChildProcess> {
  const env = { ...process.env, PORT: `${port}`, BYTES: `${bytes}` };
  const command = ["-c", "0", process.execPath, ...args];
  const child = spawn("taskset", command, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isAnswering = () =>
    bytesOf(port, "/mapcode/status").then(
      () => true,
      () => false,
    );
  await until(isAnswering, () => `${args.join(" ")} does not answer.`);
  return child;
}

/** The arguments with a port in place of its word. */
function withPort(args: readonly string[], port: number): string[] {
  return args.map((arg) => (arg === "PORT" ? `${port}` : arg));
}

/** The length of a reply. @throws Error if it is not one with the status 200 */
async function bytesOf(port: number, target: string): Promise<number> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}${target}`);
  const { byteLength } = await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`GET ${target} gives status ${statusCode}.`);
  return byteLength;
}

/** The CPU time that a process has taken. Linux counts in hundredths of a second. */
function cpuSeconds({ pid }: ChildProcess): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .split(") ")[1]
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** One turn of wrk. @throws Error if a request fails */
function load(
  server: ChildProcess,
  port: number,
  folder: string,
): readonly [perSecond: number, cpuUs: number] {
  const before = cpuSeconds(server);
  const wrk = `-c 1 wrk -t1 -c64 -d${SECONDS}s -s ${folder}/load.lua http://127.0.0.1:${port}`;
  const env = { ...process.env, TARGETS: `${folder}/targets.txt` };
  const out = execFileSync("taskset", wrk.split(" "), { encoding: "utf8", env });
  const [requests, microseconds, failed] = (/RESULT (.*)/.exec(out)?.[1] ?? "")
    .split(" ")
    .map(Number);
  if (failed !== 0) throw new Error(`Requests fail:\n${out}`);
  return [(requests / microseconds) * 1e6, ((cpuSeconds(server) - before) / requests) * 1e6];
}

/** The least CPU time of several turns, with the requests of that turn. */
async function measure(args: readonly string[], folder: string, bytes: number) {
  const port = await freePort();
  const server = await startServer(withPort(args, port), port, bytes);
  load(server, port, folder);
  const turns = Array.from({ length: TURNS }, () => load(server, port, folder));
  server.kill();
  await once(server, "exit");
  return turns.toSorted(([, one], [, other]) => one - other)[0];
}

const { encode } = await import(join(ROOT, "dist/index.js"));
const points = cityPoints(POINTS, 3);
const codes = Array.from({ length: POINTS }, (_, at) => {
  return `/mapcode/codes/${points[2 * at].toFixed(6)},${points[2 * at + 1].toFixed(6)}`;
});
const coords = Array.from({ length: POINTS }, (_, at) => {
  const [{ territory, code }] = encode(points[2 * at], points[2 * at + 1]);
  return `/mapcode/coords/${territory}%20${code}`;
});
const LOADS: Readonly<Record<string, readonly string[]>> = {
  "/codes": codes,
  "/codes?precision=4": codes.map((target) => `${target}?precision=4`),
  "/codes?include=offset,territory": codes.map((target) => `${target}?include=offset,territory`),
  "/codes?alphabet=GREEK": codes.map((target) => `${target}?alphabet=GREEK`),
  "/coords": coords,
};

const folder = mkdtempSync(join(tmpdir(), "mapcoded-load-"));
const SERVICE = [COMMAND, "serve", "--port", "PORT", "--transport", "uws"];
const BARE = ["--input-type=module", "--eval", BARE_SERVER];
writeFileSync(join(folder, "load.lua"), WRK_SCRIPT);
console.log(
  "| requests | requests/s | CPU µs each | bare requests/s | bare CPU µs |\n| --- | --- | --- | --- | --- |",
);
const port = await freePort();
const checked = await startServer(withPort(SERVICE, port), port);
for (const [name, targets] of Object.entries(LOADS)) {
  writeFileSync(join(folder, "targets.txt"), targets.join("\n"));
  const sizes = await Promise.all(targets.slice(0, 500).map((target) => bytesOf(port, target)));
  const bytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const [perSecond, cpuUs] = await measure(SERVICE, folder, bytes);
  const [bare, bareUs] = await measure(BARE, folder, bytes);
  const cells = [perSecond.toFixed(0), cpuUs.toFixed(1), bare.toFixed(0), bareUs.toFixed(1)];
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
checked.kill();
rmSync(folder, { recursive: true });
