/**
 * `npm run test:soak`: clients of all kinds load two workers on each transport, one of which is killed every minute.
 * Every reply must be right, memory flat after the warm-up, and file descriptors must come back. `--seconds N` is
 * the time for each transport, `--transport` chooses one.
 */
import { parseArgs } from "node:util";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import "../../../src/loaders/disk.ts";
import type { RunningService } from "../../cli/command.ts";
import { memoryCourse } from "../../support/memory-course.ts";
import { testService } from "../service-suite.ts";
import { Soak } from "./soak.ts";

const WORKERS = 2;
/** How much a process may grow after its warm-up, and in a run that is too short for the whole of it. */
const MAX_GROWTH_MB = 20;
const MAX_SHORT_GROWTH_MB = 40;
const KILL_SECONDS = 60;
/** Of a short run, in which several workers have to be killed as well. */
const SHORT_KILL_SECONDS = 20;
/** A fifth of a full run, and half of a short one. */
const WARM_UP_SECONDS = 120;

/** Logs the memory of the processes. @returns what is wrong with it */
function judgeMemory(soak: Soak, primary: number, seconds: number): string[] {
  const problems: string[] = [];
  const warmUpSeconds = Math.min(WARM_UP_SECONDS, seconds / 2);
  const maxGrowthMB = seconds > 2 * WARM_UP_SECONDS ? MAX_GROWTH_MB : MAX_SHORT_GROWTH_MB;
  const [, oldestWorker] = soak.processes;
  for (const [pid, samples] of soak.samples) {
    const { windowsMB, growthMB } = memoryCourse(samples, warmUpSeconds);
    const name = pid === primary ? "primary" : `worker ${pid}`;
    const windows = windowsMB.map(Math.round).join(" ");
    const growth = Number.isNaN(growthMB)
      ? "did not outlive the warm-up"
      : `grew by ${growthMB.toFixed(1)} MB after the warm-up`;
    console.log(`${name}: ${windows} MB; ${growth} of ${warmUpSeconds} s`);
    if (pid !== primary && pid !== oldestWorker) continue;
    if (!(growthMB <= maxGrowthMB)) problems.push(`${name} grew by ${growthMB.toFixed(1)} MB`);
  }
  return problems;
}

/** @returns what is wrong */
async function run(
  service: RunningService,
  transport: string,
  seconds: number,
): Promise<readonly string[]> {
  const soak = new Soak(service, seconds);
  const filesAtStart = soak.openFiles;
  const killSeconds = Math.min(KILL_SECONDS, Math.max(SHORT_KILL_SECONDS, seconds / 10));
  await soak.run(killSeconds);
  await getGlobalDispatcher().destroy();
  setGlobalDispatcher(new Agent());
  const filesAtEnd = await soak.filesAtRest(filesAtStart);

  console.log(`\n${transport}, ${seconds} s, ${soak.kills} workers killed`);
  console.table(soak.tallies);
  const { problems } = soak;
  problems.push(...judgeMemory(soak, service.child.pid ?? 0, seconds));
  console.log(`Open files of a worker: ${filesAtStart} at the start, ${filesAtEnd} at the end.`);
  if (filesAtEnd > filesAtStart) problems.push("open files do not come back");
  if (soak.kills === 0) problems.push("no worker was killed");
  if (Object.values(soak.tallies).some(({ right }) => right === 0)) problems.push("an idle client");
  return problems;
}

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "600" }, transport: { type: "string" } },
});
await testService({
  args: ["--workers", `${WORKERS}`],
  only: values.transport,
  test: (service, transport) => run(service, transport, Number(values.seconds)),
});
// A request that never ends would keep the process alive.
process.exit();
