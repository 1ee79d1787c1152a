/** What the primary process and its workers tell each other. */
import type { Delta } from "../metrics/counters.ts";
import type { ProcessGauges } from "../metrics/gauges.ts";
import type { Snapshot } from "../metrics/history.ts";
import type { ServiceOptions } from "../options.ts";

export type ToWorker =
  | {
      readonly kind: "start";
      readonly options: ServiceOptions;
      readonly port: number;
      readonly startedAtMs: number;
      readonly counted: Snapshot;
    }
  /** What another process has counted, and what it is like; no gauges when it is gone. */
  | {
      readonly kind: "other";
      readonly pid: number;
      readonly delta: Delta;
      readonly gauges?: ProcessGauges;
    }
  | { readonly kind: "stop" };

export type ToPrimary =
  /** It can be told to start; what is sent earlier, before its modules are loaded, is lost. */
  | { readonly kind: "loaded" }
  /** It listens. */
  | { readonly kind: "ready"; readonly transport: string; readonly reason?: string }
  /** It cannot listen. */
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "counted"; readonly delta: Delta; readonly gauges: ProcessGauges };
