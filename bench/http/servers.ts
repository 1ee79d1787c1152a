/** Starts server processes, on a core of their own where possible, and loads them with `wrk`. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { ROOT } from "../../scripts/freshness.js";
import { freePort } from "../../test/support/free-port.ts";
import { until } from "../../test/support/until.ts";

export const HOST = "127.0.0.1";

/** Arguments of Node that start the built service. PROGRAM stands for the program, PORT for the port. */
export const SERVICE = ["PROGRAM", "serve", "--log-level", "error", "--port", "PORT"];

/** The built program of a checkout. Earlier commits have one package, whose dist contains it. */
export function programOf(folder: string): string {
  const program = join(folder, "packages/cli/dist/cli/main.js");
  return existsSync(program) ? program : join(folder, "dist/cli/main.js");
}

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

export interface StartOptions {
  /** The core that the process is kept to, where `taskset` is installed. Any core unless given. */
  readonly core?: number;
  /** The checkout whose files are run; this one unless given. */
  readonly folder?: string;
  /** Whether costOf can be called for the server. */
  readonly reportsUsage?: boolean;
}

/** Loaded into a server: replies to a message with the CPU time that the process has used. */
const REPORT_USAGE = `data:text/javascript,${encodeURIComponent(
  "if(process.send){process.on('message',(m)=>{if(m==='usage')process.send(process.cpuUsage())});" +
    "process.channel.unref()}",
)}`;

export function hasCommand(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

/** What goes in front of a command to keep it to one core; nothing where it cannot be kept. */
function tasksetCommand(core: number | undefined): string[] {
  return core !== undefined && hasCommand("taskset") ? ["taskset", "-c", `${core}`] : [];
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const { body } = await request(url);
    await body.dump();
    return true;
  } catch {
    return false;
  }
}

/**
 * @param args of Node, in which PROGRAM stands for the built program and PORT for the port
 * @throws Error when the server ends, or does not answer
 */
export async function startServer(
  args: readonly string[],
  { core, folder = ROOT, reportsUsage = false }: StartOptions = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const hook = reportsUsage ? ["--import", REPORT_USAGE] : [];
  const stands: Readonly<Record<string, string>> = { PORT: `${port}`, PROGRAM: programOf(folder) };
  const nodeArgs = [...hook, ...args.map((arg) => stands[arg] ?? arg)];
  const [command, ...others] = [...tasksetCommand(core), process.execPath, ...nodeArgs];
  const child = spawn(command, others, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", reportsUsage ? "ipc" : "ignore"],
  });
  const url = `http://${HOST}:${port}/mapcode/status`;
  const silence = () => `\`${args.join(" ")}\` does not answer at ${url}.`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(silence());
    return isAnswering(url);
  }, silence).catch((error) => {
    child.kill();
    throw error;
  });
  return { child, port };
}

export async function stopServer({ child }: ServerProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

async function cpuMicroseconds({ child }: ServerProcess): Promise<number> {
  const reported = once(child, "message");
  child.send("usage");
  const [{ user, system }] = await reported;
  return user + system;
}

/** The result of a load, and the user and system time that it cost a server, started with `reportsUsage`. */
export async function costOf<Result>(
  server: ServerProcess,
  load: () => Result | Promise<Result>,
): Promise<readonly [result: Result, microseconds: number]> {
  const before = await cpuMicroseconds(server);
  const result = await load();
  return [result, (await cpuMicroseconds(server)) - before];
}

export interface Load {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 64;

/** Requests the targets of a file in turn and prints the result on one line. */
const WRK_SCRIPT = `
local targets = {}
for line in io.lines(os.getenv("TARGETS")) do targets[#targets + 1] = line end
local last = 0
function request()
  last = last % #targets + 1
  return wrk.format("GET", targets[last])
end
function done(summary, latency, requests)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format("RESULT %d %d %d %d\\n",
    summary.requests, summary.duration, latency:percentile(99), failed))
end
`;

/** A file of request targets for wrk, and the script that reads it. */
export interface Targets {
  readonly script: string;
  readonly file: string;
}

export function writeTargets(targets: readonly string[]): Targets {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-load-"));
  const script = join(folder, "load.lua");
  const file = join(folder, "targets.txt");
  writeFileSync(script, WRK_SCRIPT);
  writeFileSync(file, targets.join("\n"));
  return { script, file };
}

/**
 * Loads a server with `wrk`.
 * @param core that wrk is kept to
 * @throws Error unless every reply has a status below 400
 */
export function loadServer(
  port: number,
  { script, file }: Targets,
  seconds: number,
  core: number,
): Load {
  const options = ["-t", "1", "-c", `${CONNECTIONS}`, "-d", `${seconds}s`, "-s", script];
  const url = `http://${HOST}:${port}`;
  const [command, ...args] = [...tasksetCommand(core), "wrk", ...options, url];
  const env = { ...process.env, TARGETS: file };
  const out = execFileSync(command, args, { encoding: "utf8", env });
  const numbers = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(out)?.slice(1).map(Number);
  if (numbers === undefined) throw new Error(`wrk prints no result:\n${out}`);
  const [requests, microseconds, p99Microseconds, failed] = numbers;
  if (failed > 0) throw new Error(`${failed} requests failed:\n${out}`);
  return {
    requests,
    requestsPerSecond: (requests / microseconds) * 1e6,
    p99Ms: p99Microseconds / 1000,
  };
}
