/** Starting server processes for measuring, on a core of their own where that can be had. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { request } from "undici";

export const HOST = "127.0.0.1";

/** Arguments of Node that start the service as it is built. */
export const SERVICE = ["dist/cli/main.js", "serve", "--log-level", "error", "--port", "PORT"];

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** From starting the process to its first answer. */
  readonly msToFirstAnswer: number;
}

export function hasCommand(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

/** In front of a command: keeps it to one core. */
export function pinnedToCore(core: number): string[] {
  return hasCommand("taskset") ? ["taskset", "-c", `${core}`] : [];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
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

const LONGEST_START_MS = 10_000;
/** Asking more often would take time from the process that is to start. */
const POLL_MS = 5;

/**
 * @param wrapper a command in front, or none
 * @param args of Node, in which PORT stands for the port
 * @param path that is asked for to find out whether it answers
 */
export async function startServer(
  wrapper: readonly string[],
  args: readonly string[],
  path: string,
): Promise<ServerProcess> {
  const port = await freePort();
  const filled = args.map((arg) => (arg === "PORT" ? `${port}` : arg));
  const [command = "", ...others] = [...wrapper, process.execPath, ...filled];
  const beganMs = performance.now();
  const child = spawn(command, others, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://${HOST}:${port}${path}`;
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null || performance.now() - beganMs > LONGEST_START_MS) {
      child.kill();
      throw new Error(`\`${args.join(" ")}\` does not answer at ${url}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { child, port, msToFirstAnswer: performance.now() - beganMs };
}

export async function stopServer({ child }: ServerProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
