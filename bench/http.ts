/**
 * `npm run bench:http`: compares requests per second and CPU time per request of the service on uWebSockets.js with a
 * bare server that sends a constant body of the same size. Servers run on one core, wrk on another.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
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
  const { statusCode, body } = await request(url);
  const { byteLength } = await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`GET ${url} gives status ${statusCode}.`);
  return byteLength;
}

/** Measures a server under a load: the turn with the least CPU time, and the mean length of a reply. */
async function measure(args: readonly string[], targets: readonly string[], bytes: number) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = spawn("taskset", ["-c", "0", process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: `${port}`, BYTES: `${bytes}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isAnswering = () => bytesOf(`${address}${targets[0]}`).catch(() => 0);
  await until(
    async () => (await isAnswering()) > 0,
    () => `${args.join(" ")} does not answer.`,
  );
  const sizes = await Promise.all(targets.slice(0, 500).map((target) => bytesOf(address + target)));
  const wrk = `-c 1 wrk -t1 -c64 -d${SECONDS}s -s ${SCRIPT} ${address}`.split(" ");
  const turn = () => {
    const before = cpuSecondsOf(server.pid ?? 0);
    const env = { ...process.env, TARGETS };
    const out = execFileSync("taskset", wrk, { encoding: "utf8", env });
    const [, ...numbers] = /RESULT (\d+) (\d+) (\d+)/.exec(out) ?? [];
    const [requests, microseconds, failed] = numbers.map(Number);
    if (failed !== 0) throw new Error(`Requests fail:\n${out}`);
    const cpuUs = ((cpuSecondsOf(server.pid ?? 0) - before) / requests) * 1e6;
    return { perSecond: (requests / microseconds) * 1e6, cpuUs };
  };
  turn();
  const turns = Array.from({ length: TURNS }, turn);
  server.kill();
  await once(server, "exit");
  const [least] = turns.toSorted((one, other) => one.cpuUs - other.cpuUs);
  return { ...least, bytes: Math.round(sizes.reduce((sum, size) => sum + size) / sizes.length) };
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
console.log("| requests | requests/s | CPU µs each | bare requests/s | bare CPU µs |");
console.log("| --- | --- | --- | --- | --- |");
for (const [name, targets] of loads) {
  writeFileSync(TARGETS, targets.join("\n"));
  const service = await measure([COMMAND, "serve", "--transport", "uws"], targets, 0);
  const bareArgs = ["--input-type=module", "--eval", BARE_SERVER];
  const bare = await measure(bareArgs, targets, service.bytes);
  const cells = [service, bare].flatMap(({ perSecond, cpuUs }) => {
    return [perSecond.toFixed(0), cpuUs.toFixed(1)];
  });
  console.log(`| ${[name, ...cells].join(" | ")} |`);
}
rmSync(folder, { recursive: true });
