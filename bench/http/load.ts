/** Loading a server by `wrk` (Debian's package of that name). */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOST, pinnedToCore } from "./processes.ts";

export interface Load {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 64;

/** Asks for the targets of a file in turn; tells what came of it in one line. */
const SCRIPT = `
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

/** A file of targets for wrk, and the script that reads it. */
export interface Targets {
  readonly script: string;
  readonly file: string;
}

export function writeTargets(targets: readonly string[]): Targets {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-load-"));
  const script = join(folder, "load.lua");
  const file = join(folder, "targets.txt");
  writeFileSync(script, SCRIPT);
  writeFileSync(file, targets.join("\n"));
  return { script, file };
}

/**
 * @param core that the load comes from; any unless given
 * @throws Error when any request is not answered with a status below 400
 */
export function loadServer(
  port: number,
  { script, file }: Targets,
  seconds: number,
  core?: number,
): Load {
  const options = ["-t", "1", "-c", `${CONNECTIONS}`, "-d", `${seconds}s`, "-s", script];
  const [command = "", ...args] = [
    ...(core === undefined ? [] : pinnedToCore(core)),
    "wrk",
    ...options,
    `http://${HOST}:${port}`,
  ];
  const out = execFileSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, TARGETS: file },
  });
  const found = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(out)?.slice(1).map(Number);
  const [requests = 0, microseconds = 1, p99Microseconds = 0, failed = -1] = found ?? [];
  if (failed !== 0) throw new Error(`${failed} requests failed:\n${out}`);
  return { requestsPerSecond: (requests / microseconds) * 1e6, p99Ms: p99Microseconds / 1000 };
}
