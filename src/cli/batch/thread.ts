/** What a worker thread does: it converts tasks one at a time. */
import "../../loaders/disk.ts";
import "../../loaders/disk-borders.ts";
import type { MessagePort } from "node:worker_threads";
import type { Chunk } from "../../batch/chunks.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import {
  type ConvertTask,
  createTaskConverter,
  releaseBuffer,
  type TaskResult,
  type TaskSettings,
  transferable,
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
  readonly chunks: readonly Chunk[];
}

/** Converts the tasks that arrive at a port, until the thread is ended. */
export function convertTasks(port: MessagePort): void {
  let convert: ConvertTask | undefined;
  port.on("message", ({ plan, settings, chunks }: ThreadRequest) => {
    if (plan) convert = createTaskConverter(plan, settings);
    if (!convert) throw new Error("The first task has no plan.");
    const result = convert(chunks);
    const bytes = transferable(result.bytes);
    for (const { bytes: input } of chunks) releaseBuffer(input.buffer);
    const transferred = [bytes.buffer];
    if (result.rejects) transferred.push(transferable(result.rejects.bytes).buffer);
    port.postMessage({ ...result, bytes } satisfies TaskResult, transferred);
  });
}
