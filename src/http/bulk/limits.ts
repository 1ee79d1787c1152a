/** How much one bulk request may ask for. */

export interface BulkLimits {
  /** Of the body; of one that comes compressed, what it holds. */
  readonly mostBodyBytes: number;
  /** Longer rows are refused, each for itself; but the first one has to be read before any. */
  readonly mostRowBytes: number;
  readonly mostRows: number;
  /** From the head of the request to the end of the answer. */
  readonly mostSeconds: number;
}

export const DEFAULT_BULK_LIMITS: BulkLimits = {
  mostBodyBytes: 64 * 1024 * 1024,
  mostRowBytes: 64 * 1024,
  mostRows: 1_000_000,
  mostSeconds: 60,
};
