/** The two operations of batches, and the extra values that each can add. */

/** What a batch does with its rows. */
export type Operation = "encode" | "decode";

export const OPERATIONS: readonly Operation[] = ["encode", "decode"];

/**
 * Extra values that results can have.
 */
export const INCLUDES = Object.freeze(["offset", "rectangle"] as const);
/** An extra value that results can have. */
export type Include = (typeof INCLUDES)[number];

/** The extra values of each operation: only an encoded point has an offset. */
export const OPERATION_INCLUDES: Readonly<Record<Operation, readonly Include[]>> = {
  encode: INCLUDES,
  decode: ["rectangle"],
};
