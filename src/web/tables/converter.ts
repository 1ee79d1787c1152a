/** The side of the page: starts the worker of tables when it is needed, and ends it to end a conversion. */
import { startTableWorker } from "../scripts.ts";
import type { TableReply, TableRequest, TableResult } from "./messages.ts";

interface Conversion {
  resolve(result: TableResult | undefined): void;
  reject(error: Error): void;
  onProgress(share: number, rows: number): void;
}

export class TableConverter {
  #worker: Worker | undefined;
  #conversion: Conversion | undefined;

  /**
   * Converts an input, after ending another conversion.
   * @returns undefined if it has been canceled
   * @throws Error with the message of the error that has ended it
   */
  convert(
    request: TableRequest,
    onProgress: Conversion["onProgress"],
  ): Promise<TableResult | undefined> {
    this.cancel();
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
    return new Promise((resolve, reject) => {
      this.#conversion = { resolve, reject, onProgress };
    });
  }

  cancel(): void {
    if (!this.#conversion) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#conversion.resolve(undefined);
    this.#conversion = undefined;
  }

  #start(): Worker {
    const worker = startTableWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<TableReply>) => this.#take(data));
    worker.addEventListener("error", ({ message }) => {
      this.#take({ kind: "failed", message: message || "The converter cannot be loaded." });
      this.#worker = undefined;
    });
    return worker;
  }

  #take(reply: TableReply): void {
    const conversion = this.#conversion;
    if (reply.kind === "progress") {
      conversion?.onProgress(reply.share, reply.rows);
      return;
    }
    this.#conversion = undefined;
    if (reply.kind === "done") conversion?.resolve(reply.result);
    else conversion?.reject(new Error(reply.message));
  }
}
