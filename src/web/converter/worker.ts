/** The worker that converts a table while the page stays responsive. The page terminates it to stop it. */
import "../../loaders/embedded.ts";
import { loadBorders } from "../engine/borders.ts";
import { convertTable, type TableFailure, type TableResult, type TableTask } from "./conversion.ts";

/** Throttles messages: people see no more of them. */
const PROGRESS_EVERY_MS = 80;

export type TableRequest = TableTask & { readonly bordersUrl: string };

export type TableReply =
  | { readonly share: number; readonly rows: number }
  | TableFailure
  | TableResult;

addEventListener("message", async ({ data }: MessageEvent<TableRequest>) => {
  let repliedMs = performance.now();
  const onProgress = (share: number, rows: number) => {
    if (performance.now() - repliedMs < PROGRESS_EVERY_MS) return;
    repliedMs = performance.now();
    postMessage({ share, rows } satisfies TableReply);
  };
  try {
    await loadBorders(data.bordersUrl);
    const table = await convertTable(data, onProgress);
    const arrays = "output" in table ? [table.points, table.rows, table.starts] : [];
    postMessage(table satisfies TableReply, { transfer: arrays.map(({ buffer }) => buffer) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ error: message } satisfies TableReply);
  }
});
