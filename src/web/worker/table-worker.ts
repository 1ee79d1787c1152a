/**
 * The worker that converts tables. It is separate from the worker of the page, which keeps answering meanwhile, and
 * starts with the first table. To end a conversion, the page ends this worker.
 */
import "../../loaders/embedded.ts";
import { convertTable } from "../tables/conversion.ts";
import type { TableReply, TableRequest } from "../tables/messages.ts";
import { findReading } from "../tables/reading.ts";
import { loadBorders } from "./borders.ts";

declare const self: DedicatedWorkerGlobalScope;

/** More messages would only cost time: people see no more. */
const PROGRESS_EVERY_MS = 80;

function reply(message: TableReply, transferred: Transferable[] = []): void {
  self.postMessage(message, transferred);
}

async function convert(request: TableRequest): Promise<void> {
  let toldMs = performance.now();
  try {
    const reading = request.reading ?? (await findReading(request.file, request.name));
    if (reading.operation === "encode") await loadBorders();
    const result = await convertTable({ ...request, reading }, (share, rows) => {
      if (performance.now() - toldMs < PROGRESS_EVERY_MS) return;
      toldMs = performance.now();
      reply({ kind: "progress", share, rows });
    });
    reply({ kind: "done", result }, [result.points.buffer]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: "failed", message });
  }
}

self.addEventListener("message", ({ data }: MessageEvent<TableRequest>) => void convert(data));
