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

function reply(message: TableReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

addEventListener("message", async ({ data }: MessageEvent<TableRequest>) => {
  let repliedMs = performance.now();
  const onProgress = (share: number, rows: number) => {
    if (performance.now() - repliedMs < PROGRESS_EVERY_MS) return;
    repliedMs = performance.now();
    reply({ share, rows });
  };
  try {
    await loadBorders(data.bordersUrl);
    const table = await convertTable(data, onProgress);
    const arrays = "output" in table ? [table.points, table.rows, table.starts] : [];
    reply(
      table,
      arrays.map(({ buffer }) => buffer),
    );
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
