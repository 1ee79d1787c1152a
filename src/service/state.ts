/** What the threads of a service have in common. */
import type { ServiceOptions } from "./options.ts";
import type { TransportName } from "./transports/transport.ts";

/** What is the same in all threads of a service: plain data. */
export interface ServiceState {
  readonly options: ServiceOptions;
  readonly transport: TransportName;
  readonly startedAtMs: number;
}

/** What a thread is started with. */
export interface ThreadData extends ServiceState {
  /** From 1. */
  readonly thread: number;
  readonly counters: SharedArrayBuffer;
  readonly tables: SharedArrayBuffer;
}
