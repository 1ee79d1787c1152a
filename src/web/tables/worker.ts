/** The worker that converts a table while the page stays responsive. The page terminates it to stop it. */
import "../../loaders/embedded.ts";
import { loadBorders } from "../engine/borders.ts";
import { convertTable, TableError } from "./conversion.ts";
import type { TableReply, TableTask } from "./task.ts";

/** Throttles messages: people see no more of them. */
const PROGRESS_EVERY_MS = 80;

function reply(message: TableReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

addEventListener("message", async ({ data }: MessageEvent<TableTask>) => {
  let repliedMs = performance.now();
  const onProgress = (share: number, rows: number) => {
    if (performance.now() - repliedMs < PROGRESS_EVERY_MS) return;
    repliedMs = performance.now();
    reply({ share, rows });
  };
  try {
    await loadBorders(data.bordersUrl);
    const result = await convertTable(data, onProgress);
    reply(result, [result.points.buffer, result.rows.buffer, result.starts.buffer]);
  } catch (error) {
    const preview = error instanceof TableError ? error.preview : undefined;
    reply({ error: error instanceof Error ? error.message : String(error), preview });
  }
});
