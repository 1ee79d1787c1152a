/** What the suite runs in. */

/** What the suite gives; see suite.js. */
export interface Report {
  readonly vectors: number;
  readonly failures: readonly string[];
}

export interface Runtime {
  readonly name: string;
  /** How the library is loaded: by import, by require, or with embedded tables. */
  readonly entry: string;
  run(): Report | Promise<Report>;
}

/** A check of the package that needs no vectors. */
export interface Check {
  readonly name: string;
  /** What is looked at. */
  readonly entry: string;
  /** @throws when the check fails, with what the tool has said */
  run(): void | Promise<void>;
}
