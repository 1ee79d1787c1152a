/** How requests and replies travel between a page and a worker. */

/** A method of the worker that takes plain data, and returns plain data or a promise of it. */
// biome-ignore lint/suspicious/noExplicitAny: any is the only type that all lists of parameters extend.
type Method = (...parameters: any[]) => unknown;

/** Methods by name, as an interface declares them. */
export type MethodTable<Table> = { readonly [Name in keyof Table]: Method };

export interface WorkerRequest<Name> {
  readonly id: number;
  readonly name: Name;
  readonly parameters: readonly unknown[];
}

/** What a method returns or throws, or how far the one that runs is: the share that is done, and the rows. */
export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly share: number; readonly rows: number };

type OnProgress = (share: number, rows: number) => void;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The side of the page: calls methods of a worker, which starts with the first call. */
export class WorkerClient<Table extends MethodTable<Table>> {
  readonly #start: () => Worker;
  readonly #onProgress: OnProgress;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(start: () => Worker, onProgress: OnProgress = () => {}) {
    this.#start = start;
    this.#onProgress = onProgress;
  }

  /**
   * Calls a method.
   * @throws Error if the method throws, with the same message
   */
  call<Name extends keyof Table>(
    name: Name,
    ...parameters: Parameters<Table[Name]>
  ): Promise<Awaited<ReturnType<Table[Name]>>> {
    this.#lastId++;
    const request: WorkerRequest<Name> = { id: this.#lastId, name, parameters };
    this.#worker ??= this.#listenTo(this.#start());
    this.#worker.postMessage(request);
    return new Promise((resolve, reject) => {
      const settle = (result: unknown) => resolve(result as Awaited<ReturnType<Table[Name]>>);
      this.#pending.set(request.id, { resolve: settle, reject });
    });
  }

  /** Ends what the worker does, if anything, and the worker with it. The next call starts another one. */
  end(message = "This has been stopped."): void {
    if (this.#pending.size === 0) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }

  #listenTo(worker: Worker): Worker {
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => this.#settle(data));
    // The worker does not start or has a mistake.
    worker.addEventListener("error", ({ message }) =>
      this.end(message || "A part of the page cannot be loaded."),
    );
    return worker;
  }

  #settle(reply: WorkerReply): void {
    if ("share" in reply) {
      this.#onProgress(reply.share, reply.rows);
      return;
    }
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ("error" in reply) pending?.reject(new Error(reply.error));
    else pending?.resolve(reply.result);
  }
}

/** The side of the worker. */
function reply(message: WorkerReply): void {
  postMessage(message);
}

/** Tells the page how far the method is that runs. */
export const tellProgress: OnProgress = (share, rows) => reply({ share, rows });

/** Runs the methods that the page calls. */
export function serveMethods<Table extends MethodTable<Table>>(methods: Table): void {
  addEventListener("message", async ({ data }: MessageEvent<WorkerRequest<keyof Table>>) => {
    const { id, name, parameters } = data;
    try {
      reply({ id, result: await methods[name](...parameters) });
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
