/** A row as it was read, whatever its format. */
import type { Role } from "../columns.ts";

/** What is wrong with a row, and where. */
export interface Complaint {
  readonly message: string;
  readonly column?: string;
}

/** A value that is to be converted, and the column or member that it stands in. */
export interface Given {
  readonly value: unknown;
  readonly column?: string;
}

export type Asked = Readonly<Partial<Record<Role, Given>>>;

export interface Content {
  /** The row as it came, without its line end. */
  readonly text: string;
  /** Its values in the order of the plan's columns. */
  readonly fields: readonly string[];
  /** Whether the fields are those of its bytes, which can then stay as they are. */
  readonly isWhole: boolean;
  /** Text of an object with its values. */
  readonly object: string;
  readonly hasMember: (name: string) => boolean;
  readonly asked: Asked;
  /** Why it cannot be converted. */
  readonly fault?: Complaint;
  /** What of it the answer leaves out. */
  readonly loss?: Complaint;
}

/** Where a row stands in a chunk. */
export interface Extent {
  readonly from: number;
  /** Without its line end. */
  readonly to: number;
  /** Where the next one begins. */
  readonly next: number;
  /** Undefined for a last row that has none. */
  readonly lineEnd: "\n" | "\r\n" | undefined;
}

export const NO_MEMBERS = (): boolean => false;

/** The content in place of a row that could not be read at all. */
export function unread(columnCount: number, message: string): Content {
  return {
    text: "",
    fields: new Array<string>(columnCount).fill(""),
    isWhole: false,
    object: "{}",
    hasMember: NO_MEMBERS,
    asked: {},
    fault: { message },
  };
}
