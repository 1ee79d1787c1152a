/** What a result was measured on: without it, numbers mean nothing. */
import { availableParallelism, cpus, loadavg } from "node:os";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
  /** Processes that ran or waited in the minute before; other work makes results worse. */
  readonly loadBefore: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: loadavg()[0] ?? 0,
  };
}

/** How this run can be repeated. */
export function ownCommand(): string {
  const given = process.argv.slice(2).map((word) => (/\s/.test(word) ? `"${word}"` : word));
  return ["npm run bench", ...(given.length > 0 ? ["--", ...given] : [])].join(" ");
}
