/** How much one batch request may ask for. */

export interface BatchLimits {
  /** Of the body; of one that comes compressed, what it holds. */
  readonly maxBodyBytes: number;
  /** A longer row fails alone; a longer first row ends the batch, because it is read before any other. */
  readonly maxRowBytes: number;
  readonly maxRows: number;
  /** From the head of the request to the end of the answer. */
  readonly maxSeconds: number;
}

export const DEFAULT_BATCH_LIMITS: BatchLimits = {
  maxBodyBytes: 64 * 1024 * 1024,
  maxRowBytes: 64 * 1024,
  maxRows: 1_000_000,
  maxSeconds: 60,
};
