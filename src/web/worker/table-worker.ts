/**
 * The worker that converts tables. It is separate from the worker of the page, which keeps answering meanwhile, and
 * starts with the first table. To end a conversion, the page ends this worker.
 */
import "../../loaders/embedded.ts";
import { serveMethods, tellProgress } from "../protocol.ts";
import { convertTable, failedRows } from "../tables/conversion.ts";
import type { TableMethods } from "../tables/messages.ts";
import { previewTable } from "../tables/reading.ts";
import { loadBorders } from "./borders.ts";

/** More messages would only cost time: people see no more. */
const PROGRESS_EVERY_MS = 80;

serveMethods<TableMethods>({
  preview: previewTable,
  async convert(request) {
    let toldMs = performance.now();
    if (request.reading.operation === "encode") await loadBorders();
    return convertTable(request, (share, rows) => {
      if (performance.now() - toldMs < PROGRESS_EVERY_MS) return;
      toldMs = performance.now();
      tellProgress(share, rows);
    });
  },
  async failedRows(request) {
    await loadBorders();
    return failedRows(request);
  },
});
