/**
 * The shapes of JSON rows. Nearly all rows of an input have the same members in the same order, so that everything
 * that follows from their names is found once for each such order, by the functions of the general path. A tree of
 * names, which grows with the rows, leads from one member to the next, and from the last one to the shape.
 */
import type { RowTemplate } from "./templates.ts";

export const NO_SLOT = -1;

/** What the rows with one order of members have in common. A slot is the index of a range of the row's bytes. */
export interface RowShape {
  /** The slots of the values to convert, in the order of ROLES; NO_SLOT for those that the rows lack. */
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** Texts that rows must have in some slots. */
  readonly required: readonly RequiredText[];
  /** The template of the rows that are converted, and that of the rows that fail. */
  readonly template: RowTemplate;
  readonly failed: RowTemplate;
}

export interface RequiredText {
  readonly slot: number;
  readonly text: Uint8Array;
}

/** What may follow a member besides another one. */
export const OPEN = 0;
export const CLOSE = 1;
export const END = 2;
/** A position of two or three numbers. */
export const TWO_NUMBERS = 3;
export const THREE_NUMBERS = 4;
export type ShapeEvent =
  | typeof OPEN
  | typeof CLOSE
  | typeof END
  | typeof TWO_NUMBERS
  | typeof THREE_NUMBERS;

/** How the reader follows the value of a member. */
export type MemberKind = "value" | "object" | "position";

const NO_BYTES = new Uint8Array(0);

/** A place in rows: a member, or an event between members. */
export class ShapeNode {
  readonly parent: ShapeNode | undefined;
  readonly event: ShapeEvent | undefined;
  /** The name of a member as rows have it, with its quotes. */
  readonly key: Uint8Array;
  readonly name: string;
  readonly kind: MemberKind;
  /** The first slot that the place fills. */
  readonly slot: number;
  /** The first member that was seen behind this place; the others are its siblings. */
  child: ShapeNode | undefined;
  sibling: ShapeNode | undefined;
  /** What follows by events. */
  readonly events: (ShapeNode | undefined)[] = [];
  /** At the end of a row, its shape; null if the general path converts such rows. */
  shape: RowShape | null | undefined;

  constructor(
    place: Pick<ShapeNode, "parent" | "event" | "slot"> &
      Partial<Pick<ShapeNode, "key" | "name" | "kind">>,
  ) {
    this.parent = place.parent;
    this.event = place.event;
    this.slot = place.slot;
    this.key = place.key ?? NO_BYTES;
    this.name = place.name ?? "";
    this.kind = place.kind ?? "value";
  }
}
