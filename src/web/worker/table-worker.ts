/**
 * The worker that converts tables. It is separate from the worker of the page, which keeps answering meanwhile, and
 * starts with the first table. To end a conversion, the page ends this worker.
 */
import "../../loaders/embedded.ts";
import { convertTable, failedRows } from "../tables/conversion.ts";
import type {
  TableReply,
  TableRequest,
  TableResult,
  TableTask,
  TaskRequest,
} from "../tables/messages.ts";
import { previewTable } from "../tables/reading.ts";
import { loadBorders } from "./borders.ts";

declare const self: DedicatedWorkerGlobalScope;

/** More messages would only cost time: people see no more. */
const PROGRESS_EVERY_MS = 80;

function reply(message: TableReply, transferred: Transferable[] = []): void {
  self.postMessage(message, transferred);
}

/** Converts an input, and tells how far it is. */
async function convert(request: TableRequest): Promise<TableResult> {
  let toldMs = performance.now();
  if (request.reading.operation === "encode") await loadBorders();
  return convertTable(request, (share, rows) => {
    if (performance.now() - toldMs < PROGRESS_EVERY_MS) return;
    toldMs = performance.now();
    reply({ kind: "progress", share, rows });
  });
}

async function run({ name, request }: TableTask): Promise<void> {
  try {
    if (name === "preview") {
      reply({ kind: "done", result: await previewTable(request as TaskRequest<"preview">) });
    } else if (name === "failedRows") {
      await loadBorders();
      reply({ kind: "done", result: await failedRows(request as TaskRequest<"failedRows">) });
    } else {
      const result = await convert(request as TaskRequest<"convert">);
      reply({ kind: "done", result }, [result.points.buffer]);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: "failed", message });
  }
}

self.addEventListener("message", ({ data }: MessageEvent<TableTask>) => void run(data));
