/**
 * `npm run test:slowhttp`: slowhttptest attacks each transport with slow headers, slow bodies, slow reads and ranges at
 * the same time. Other clients must get right replies in time meanwhile, and the connections must end afterwards.
 * `--seconds N` is the time for each transport.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { Agent, request } from "undici";
import type { RunningService } from "../../cli/command.ts";
import { openFiles } from "../../support/linux-processes.ts";
import { testService } from "../service-suite.ts";

/** Connections of each attack. */
const CONNECTIONS = 250;
/** What slowhttptest waits for a reply at most. */
const MAX_REPLY_SECONDS = 5;
/** Our own clients share the processor with the attackers. */
const MAX_OWN_REPLY_SECONDS = 20;
/** Idle connections and stalled batches end within this time. */
const CLEARED_SECONDS = 30;
const CLIENTS = 4;

interface Attack {
  readonly args: string;
  readonly target: string;
  /** Connections that have to be open, or closed by the service, at the same time. With fewer, it would prove little. */
  readonly minConnections: number;
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  "slow headers": {
    args: "-H -i 2 -x 24",
    target: "/codes/52.376514,4.908543",
    minConnections: CONNECTIONS,
  },
  // Those beyond --batch-requests get status 503 and are not counted.
  "slow bodies": {
    args: "-B -t POST -f text/plain -s 65536 -i 2",
    target: "/batch/codes",
    minConnections: 90,
  },
  "slow reads": {
    args: "-X -k 3 -n 1 -z 32 -w 1 -y 512",
    target: "/territories",
    minConnections: CONNECTIONS,
  },
  // The service ignores ranges, and slowhttptest ends its connections as soon as it sees that.
  ranges: { args: "-R -a 5 -b 3000", target: "/territories", minConnections: 0 },
};

/** @returns what slowhttptest found wrong */
async function attack(name: string, address: string, seconds: number): Promise<string[]> {
  const { args, target, minConnections } = ATTACKS[name];
  const common = `-c ${CONNECTIONS} -r ${CONNECTIONS} -l ${seconds} -p ${MAX_REPLY_SECONDS}`;
  const all = [...args.split(" "), ...common.split(" "), "-u", address + target];
  const child = spawn("slowhttptest", all, { cwd: tmpdir() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const [code] = await once(child, "close");
  const text = stripVTControlCharacters(output);
  const found = Array.from(text.matchAll(/service available:\s*(YES|NO)/g), ([, word]) => word);
  const counts = Array.from(text.matchAll(/(?:connected|closed):\s*(\d+)/g), ([, n]) => Number(n));
  const most = Math.max(...counts);
  console.log(`${name}: ${most} connections open or closed, available: ${found.join(" ")}`);
  const problems: string[] = [];
  if (code !== 0) problems.push(`${name}: slowhttptest ended with ${code}: ${text.slice(-1000)}`);
  if (found.length === 0 || found.includes("NO")) problems.push(`${name}: not available`);
  if (!(most >= minConnections)) problems.push(`${name}: ${most} connections`);
  return problems;
}

const REPLY = '{"latDeg":52.37651400000124,"lonDeg":4.908543375}';

interface ClientResult {
  replies: number;
  slowestMs: number;
  readonly problems: string[];
}

/** Sends requests until the end, each on a connection of its own. */
async function client(address: string, isOver: () => boolean, result: ClientResult): Promise<void> {
  while (!isOver()) {
    const startedMs = performance.now();
    const dispatcher = new Agent({ pipelining: 0 });
    try {
      const { statusCode, body } = await request(`${address}/coords/NLD%2049.4V`, { dispatcher });
      const text = await body.text();
      if (statusCode !== 200 || text !== REPLY) result.problems.push(`${statusCode} ${text}`);
    } catch (error) {
      result.problems.push(String(error));
    }
    await dispatcher.destroy();
    result.replies++;
    result.slowestMs = Math.max(result.slowestMs, performance.now() - startedMs);
    await pause(20);
  }
}

/** @returns what is wrong */
async function run(
  service: RunningService,
  transport: string,
  seconds: number,
): Promise<readonly string[]> {
  const { pid = 0 } = service.child;
  const filesAtStart = openFiles(pid);
  const result: ClientResult = { replies: 0, slowestMs: 0, problems: [] };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, () =>
    client(service.address, () => isOver, result),
  );
  console.log(`\n${transport}, ${seconds} s`);
  const names = Object.keys(ATTACKS);
  const found = await Promise.all(names.map((name) => attack(name, service.address, seconds)));
  isOver = true;
  await Promise.all(clients);
  console.log(`${result.replies} replies, the slowest after ${Math.round(result.slowestMs)} ms`);
  const problems = [...found.flat(), ...result.problems];
  if (result.slowestMs > MAX_OWN_REPLY_SECONDS * 1000) problems.push("replies are late");
  for (let waits = 0; openFiles(pid) > filesAtStart && waits < CLEARED_SECONDS; waits++) {
    await pause(1000);
  }
  const filesAtEnd = openFiles(pid);
  if (filesAtEnd > filesAtStart) problems.push(`${filesAtEnd - filesAtStart} files stay open`);
  return problems;
}

const { values } = parseArgs({ options: { seconds: { type: "string", default: "30" } } });
await testService({
  tests: Object.keys(ATTACKS).length,
  test: (service, transport) => run(service, transport, Number(values.seconds)),
});
