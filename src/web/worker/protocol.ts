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

export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The side of the page: calls methods of a worker. */
export class WorkerClient<Table extends MethodTable<Table>> {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => this.#settle(data));
    worker.addEventListener("error", ({ message }) => this.#fail(message));
  }

  /**
   * Calls a method.
   * @throws Error with the message of what the method has thrown
   */
  call<Name extends keyof Table>(
    name: Name,
    ...parameters: Parameters<Table[Name]>
  ): Promise<Awaited<ReturnType<Table[Name]>>> {
    this.#lastId++;
    const request: WorkerRequest<Name> = { id: this.#lastId, name, parameters };
    this.#worker.postMessage(request);
    return new Promise((resolve, reject) => {
      const settle = (result: unknown) => resolve(result as Awaited<ReturnType<Table[Name]>>);
      this.#pending.set(request.id, { resolve: settle, reject });
    });
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ("error" in reply) pending?.reject(new Error(reply.error));
    else pending?.resolve(reply.result);
  }

  /** The worker does not start or has a mistake. */
  #fail(message: string): void {
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }
}

/** The side of the worker: runs a method and makes a reply of what it returns or throws. */
export async function runMethod<Table extends MethodTable<Table>>(
  methods: Table,
  { id, name, parameters }: WorkerRequest<keyof Table>,
): Promise<WorkerReply> {
  try {
    return { id, result: await methods[name](...parameters) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
