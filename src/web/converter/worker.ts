/** The worker that converts a table while the page stays responsive. The page terminates it to stop it. */
import "../../loaders/embedded.ts";
import { loadBorders } from "../engine/borders.ts";
import { convertTable, type TableFailure, type TableResult, type TableTask } from "./conversion.ts";

export type TableRequest = TableTask & { readonly bordersUrl: string };

/** The share of the bytes that are converted, or the result. */
export type TableReply = { readonly share: number } | TableFailure | TableResult;

addEventListener("message", async ({ data }: MessageEvent<TableRequest>) => {
  const reply = (message: TableReply) => postMessage(message);
  try {
    await loadBorders(data.bordersUrl);
    reply(await convertTable(data, (share) => reply({ share })));
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : `${error}` });
  }
});
