/** The entry of a worker thread, which converts tasks one at a time. */
import "../../loaders/disk.ts";
import { parentPort } from "node:worker_threads";
import type { BatchPlan } from "../../batch/plan.ts";
import {
  type ConvertTask,
  createTaskConverter,
  type PackedChunks,
  release,
  type TaskResult,
  type TaskSettings,
  transferable,
  unpackChunks,
} from "./tasks.ts";

export interface WorkerRequest {
  /** Set when it differs from that of the previous request. */
  readonly plan?: BatchPlan;
  readonly settings: TaskSettings;
  readonly packed: PackedChunks;
}

export type WorkerResponse = TaskResult;

const port = parentPort;
if (port) {
  let convert: ConvertTask | undefined;
  port.on("message", ({ plan, settings, packed }: WorkerRequest) => {
    if (plan) convert = createTaskConverter(plan, settings);
    if (!convert) throw new Error("The first task has no plan.");
    const result = convert(unpackChunks(packed));
    const bytes = transferable(result.bytes);
    release(packed.bytes);
    port.postMessage({ ...result, bytes } satisfies WorkerResponse, [bytes.buffer]);
  });
}
