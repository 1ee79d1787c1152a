/**
 * The shapes of JSON rows. Nearly all rows of an input have the same members in the same order, so that everything
 * that follows from their names is found once for each such order, by the functions of the general path. A tree of
 * names, which grows with the rows, leads from one member to the next, and from the last one to the shape.
 */
import { NO_BYTES } from "../chunks.ts";
import type { RowTemplate } from "./templates.ts";

export const NO_SLOT = -1;

/** What the rows with one order of members have in common. A slot is the index of a range of the row's bytes. */
export interface ReadShape {
  /** Texts that rows must have in some slots. */
  readonly required: readonly RequiredText[];
}

/** The shape of rows that are converted. */
export interface RowShape extends ReadShape {
  /** The slots of the values to convert, in the order of FAST_ROLES. A value that rows lack has NO_SLOT. */
  readonly first: number;
  readonly second: number;
  readonly territory: number;
  readonly country: number;
  /** The names of the members that hold the first two, for messages; empty where the rows of all shapes have the same. */
  readonly names: string;
  /** The template of rows that are converted. */
  readonly template: RowTemplate;
  /** The template of rows that fail. */
  readonly failed: RowTemplate;
  /** The template of rows that fail and have results beside their error. */
  readonly incomplete: RowTemplate;
}

export interface RequiredText {
  readonly slot: number;
  readonly text: Uint8Array;
}

/** What may follow a member besides another one. */
export const OPEN = 0;
export const CLOSE = 1;
export const END = 2;
/** A position of two or three coordinates. */
export const TWO_COORDINATES = 3;
export const THREE_COORDINATES = 4;
export type ShapeEvent =
  | typeof OPEN
  | typeof CLOSE
  | typeof END
  | typeof TWO_COORDINATES
  | typeof THREE_COORDINATES;

/** How the reader follows the value of a member. */
export type MemberKind = "value" | "object" | "position";

/** A place in rows: a member, or an event between members. */
export class ShapeNode<Shape = unknown> {
  readonly parent: ShapeNode<Shape> | undefined;
  readonly event: ShapeEvent | undefined;
  /** The name of a member as rows have it, with its quotes. */
  readonly key: Uint8Array;
  readonly name: string;
  readonly kind: MemberKind;
  /** The first slot that the place fills. */
  readonly slot: number;
  /** The first member that was seen behind this place; the others are its siblings. */
  child: ShapeNode<Shape> | undefined;
  sibling: ShapeNode<Shape> | undefined;
  /** What follows by events. */
  readonly events: (ShapeNode<Shape> | undefined)[] = [];
  /** At the end of a row, its shape; null if the general path converts such rows. */
  shape: Shape | null | undefined;

  constructor(
    place: Pick<ShapeNode<Shape>, "parent" | "event" | "slot"> &
      Partial<Pick<ShapeNode<Shape>, "key" | "name" | "kind">>,
  ) {
    this.parent = place.parent;
    this.event = place.event;
    this.slot = place.slot;
    this.key = place.key ?? NO_BYTES;
    this.name = place.name ?? "";
    this.kind = place.kind ?? "value";
  }
}
