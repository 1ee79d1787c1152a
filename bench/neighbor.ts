/**
 * A loaded neighbor: a process that streams memory on another core, as other tenants of a machine do. It takes bandwidth
 * and shared cache from what is measured, and no CPU time where there is a second core.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { tasksetCommand } from "./http/servers.ts";

/** Adds up 256 MB of doubles, more than any cache holds, until it is ended. Its parent's end ends it, too. */
const STREAM = `
process.on("disconnect", () => process.exit());
const numbers = new Float64Array(1 << 25).fill(1);
let sum = 0;
function stream() {
  for (let index = 0; index < numbers.length; index++) { sum += numbers[index]; numbers[index] = sum; }
  setImmediate(stream);
}
process.send("ready");
stream();
`;

/** Runs work beside a loaded neighbor on the last core. */
export async function besideNeighbor<Result>(work: () => Result): Promise<Result> {
  const node = [process.execPath, "--input-type=module", "--eval", STREAM];
  const [command, ...args] = [...tasksetCommand(availableParallelism() - 1), ...node];
  const neighbor: ChildProcess = spawn(command, args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(neighbor, "message");
  try {
    return work();
  } finally {
    const ended = once(neighbor, "exit");
    neighbor.kill();
    await ended;
  }
}
