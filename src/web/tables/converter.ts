/** The side of the page: starts the worker of tables when it is needed, and ends it to end a conversion. */
import { startTableWorker } from "../scripts.ts";
import type { TableReply, TaskName, TaskRequest, TaskResult } from "./messages.ts";

interface Conversion {
  resolve(result: TaskResult<TaskName> | undefined): void;
  reject(error: Error): void;
  onProgress(share: number, rows: number): void;
}

export class TableConverter {
  #worker: Worker | undefined;
  #conversion: Conversion | undefined;

  /**
   * Runs a task, after ending another one.
   * @returns undefined if it has been canceled
   * @throws Error with the message of the error that has ended it
   */
  async run<Name extends TaskName>(
    name: Name,
    request: TaskRequest<Name>,
    onProgress: Conversion["onProgress"] = () => {},
  ): Promise<TaskResult<Name> | undefined> {
    this.cancel();
    this.#worker ??= this.#start();
    this.#worker.postMessage({ name, request });
    const result = new Promise<TaskResult<TaskName> | undefined>((resolve, reject) => {
      this.#conversion = { resolve, reject, onProgress };
    });
    return (await result) as TaskResult<Name> | undefined;
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
