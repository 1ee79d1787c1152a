/** What a worker thread does: it converts tasks one at a time. */
import "../../loaders/disk.ts";
import "../../loaders/disk-borders.ts";
import type { MessagePort } from "node:worker_threads";
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

/** What the main thread gives each thread when it starts. */
export interface ThreadData {
  /** The memory of the tables. */
  readonly tables: SharedArrayBuffer;
}

/** A task as a thread gets it. The reply is its TaskResult. */
export interface ThreadRequest {
  /** Set when the previous request had another plan. */
  readonly plan?: BatchPlan;
  readonly settings: TaskSettings;
  readonly packed: PackedChunks;
}

/** Converts the tasks that arrive at a port, until the thread is ended. */
export function convertTasks(port: MessagePort): void {
  let convert: ConvertTask | undefined;
  port.on("message", ({ plan, settings, packed }: ThreadRequest) => {
    if (plan) convert = createTaskConverter(plan, settings);
    if (!convert) throw new Error("The first task has no plan.");
    const result = convert(unpackChunks(packed));
    const bytes = transferable(result.bytes);
    release(packed.bytes);
    const transferred = [bytes.buffer];
    if (result.rejects) transferred.push(transferable(result.rejects.bytes).buffer);
    port.postMessage({ ...result, bytes } satisfies TaskResult, transferred);
  });
}
