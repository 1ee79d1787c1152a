/** Reads JSON rows for the fast path: the ranges of their values, and the shape that they share with other rows. */
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { afterJsonSpace, isText, startsWith } from "../formats/scan.ts";
import { viewOf } from "../text.ts";
import { afterScalar, afterString, afterValue, NO_VALUE } from "./json-scan.ts";
import type { RowEnd } from "./row-ends.ts";
import { patternOf, type RowPattern } from "./row-pattern.ts";
import type { RowReader } from "./row-reader.ts";
import {
  CLOSE,
  END,
  type MemberKind,
  OPEN,
  type ReadShape,
  type RequiredText,
  type ShapeEvent,
  ShapeNode,
  THREE_COORDINATES,
  TWO_COORDINATES,
} from "./shapes.ts";

/** Members in the tree. Inputs whose rows share no names would fill the memory with them. */
const MAX_MEMBERS = 1000;

/** Members that may follow one place. Each row is compared with all of them in the worst case. */
const MAX_SIBLINGS = 16;

const MAX_NAME_BYTES = 200;

/** A pattern that matches fewer rows took more time than it saved. */
const MIN_MATCHES = 8;

/** The maximum number of rows that are read without another pattern, if none matches. */
const MAX_PAUSE = 1024;

/** A member fills at most its own slot, and those of an object or of a position. */
const SLOTS_PER_MEMBER = 4;

/** Where a name stands: in the row itself, or in the member of a feature with this name. */
export type Level = "row" | "geometry" | "properties";

function kindOf(name: string, level: Level): MemberKind {
  if (level === "row" && (name === "geometry" || name === "properties")) return "object";
  return level === "geometry" && name === "coordinates" ? "position" : "value";
}

const decoder = new TextDecoder();

export class JsonReader<Shape extends ReadShape> implements RowReader<Shape> {
  readonly starts = new Int32Array(SLOTS_PER_MEMBER * (MAX_MEMBERS + 1));
  readonly ends = new Int32Array(SLOTS_PER_MEMBER * (MAX_MEMBERS + 1));
  next = 0;
  private readonly rowEnd: RowEnd;
  private readonly areFeatures: boolean;
  private readonly shapeOf: (end: ShapeNode) => Shape | undefined;
  private readonly root = new ShapeNode<Shape>({ parent: undefined, event: OPEN, slot: 0 });
  private members = 0;
  /** The last place in the row, and the next slot to fill. */
  private node = this.root;
  private slot = 0;
  /** The pattern that rows are compared with first; the number of rows that it matched. */
  private pattern: RowPattern<Shape> | undefined;
  private matches = 0;
  /** How many rows that do not match are read until there is another pattern, and how many are left. */
  private pause = 1;
  private remaining = 1;

  /** @param shapeOf finds the shape of the rows that end at a place of the tree */
  constructor(
    rowEnd: RowEnd,
    areFeatures: boolean,
    shapeOf: (end: ShapeNode) => Shape | undefined,
  ) {
    this.rowEnd = rowEnd;
    this.areFeatures = areFeatures;
    this.shapeOf = shapeOf;
  }

  read(bytes: Uint8Array, from: number): Shape | undefined {
    const pattern = this.pattern;
    const next = pattern === undefined ? -1 : pattern.match(bytes, viewOf(bytes), from, this);
    if (pattern === undefined || next < 0) return this.readOther(bytes, from);
    this.matches++;
    this.next = next;
    return pattern.shape;
  }

  /** Reads a row that does not match the pattern. */
  private readOther(bytes: Uint8Array, from: number): Shape | undefined {
    const shape = this.readMemberwise(bytes, from);
    if (shape === undefined || !this.hasRequired(bytes, shape.required)) return undefined;
    // What follows other rows decides where they end.
    if (bytes[this.next - 1] !== this.rowEnd.terminator) return shape;
    this.remaining--;
    if (this.remaining === 0) this.learn(shape, bytes, from);
    return shape;
  }

  /** Makes the pattern of the row that was read. */
  private learn(shape: Shape, bytes: Uint8Array, from: number): void {
    this.pause = this.matches < MIN_MATCHES ? Math.min(2 * this.pause, MAX_PAUSE) : 1;
    this.remaining = this.pause;
    this.matches = 0;
    const { node: end, next } = this;
    this.pattern = patternOf({ shape, end, bytes, from, next, ranges: this });
  }

  private hasRequired(bytes: Uint8Array, required: readonly RequiredText[]): boolean {
    for (let index = 0; index < required.length; index++) {
      const { slot, text } = required[index];
      if (!isText(bytes, this.starts[slot], this.ends[slot], text)) return false;
    }
    return true;
  }

  private readMemberwise(bytes: Uint8Array, from: number): Shape | undefined {
    const start = this.rowEnd.findStart(bytes, from);
    if (bytes[start] !== OPENING_BRACE) return undefined;
    this.node = this.root;
    this.slot = 0;
    const end = this.readMembers(bytes, start, "row");
    if (end < 0) return undefined;
    this.next = this.rowEnd.findNext(bytes, from, end);
    if (this.next < 0) return undefined;
    this.follow(END);
    const node = this.node;
    if (node.shape === undefined) node.shape = this.shapeOf(node) ?? null;
    return node.shape ?? undefined;
  }

  /** @returns the position after the object that begins at `from` */
  private readMembers(bytes: Uint8Array, from: number, level: Level): number {
    const inner = this.slot++;
    this.starts[inner] = from + 1;
    this.ends[inner] = from + 1;
    let at = afterJsonSpace(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    for (;;) {
      at = this.readMember(bytes, at, level);
      if (at < 0) return NO_VALUE;
      this.ends[inner] = at;
      at = afterJsonSpace(bytes, at);
      if (bytes[at] === CLOSING_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return NO_VALUE;
      at = afterJsonSpace(bytes, at + 1);
    }
  }

  /** @returns the position after the value of the member that begins at `from` */
  private readMember(bytes: Uint8Array, from: number, level: Level): number {
    const member = this.findMember(bytes, from) ?? this.addMember(bytes, from, level);
    if (member === undefined) return NO_VALUE;
    this.node = member;
    const colon = afterJsonSpace(bytes, from + member.key.length);
    if (bytes[colon] !== COLON) return NO_VALUE;
    const start = afterJsonSpace(bytes, colon + 1);
    const slot = this.slot++;
    const end =
      member.kind === "value" ? afterValue(bytes, start) : this.readInner(bytes, start, member);
    this.starts[slot] = start;
    this.ends[slot] = end;
    return end;
  }

  private findMember(bytes: Uint8Array, from: number): ShapeNode<Shape> | undefined {
    let member = this.node.child;
    while (member !== undefined && !startsWith(bytes, from, member.key)) member = member.sibling;
    return member;
  }

  /** Adds the member that begins at `from`; undefined if it has no name, or there are too many. */
  private addMember(bytes: Uint8Array, from: number, level: Level): ShapeNode<Shape> | undefined {
    let siblings = 0;
    for (let other = this.node.child; other !== undefined; other = other.sibling) siblings++;
    if (siblings === MAX_SIBLINGS || this.members === MAX_MEMBERS) return undefined;
    const end = bytes[from] === QUOTE ? afterString(bytes, from) : NO_VALUE;
    if (end < 0 || end - from > MAX_NAME_BYTES) return undefined;
    const key = bytes.slice(from, end);
    const name = String(JSON.parse(decoder.decode(key)));
    const kind = this.areFeatures ? kindOf(name, level) : "value";
    const member = new ShapeNode<Shape>({
      parent: this.node,
      event: undefined,
      slot: this.slot,
      key,
      name,
      kind,
    });
    member.sibling = this.node.child;
    this.node.child = member;
    this.members++;
    return member;
  }

  /** Reads the value of a member whose own members or numbers have slots. */
  private readInner(bytes: Uint8Array, from: number, { kind, name }: ShapeNode): number {
    if (kind === "position") return this.readPosition(bytes, from);
    if (bytes[from] !== OPENING_BRACE) return afterValue(bytes, from);
    this.follow(OPEN);
    const end = this.readMembers(bytes, from, name === "geometry" ? "geometry" : "properties");
    this.follow(CLOSE);
    return end;
  }

  /** Reads an array of two or three numbers, strings or words; any other value has no slots but its own. */
  private readPosition(bytes: Uint8Array, from: number): number {
    let count = 0;
    let at = from;
    if (bytes[from] === OPENING_BRACKET) {
      do {
        const start = afterJsonSpace(bytes, at + 1);
        const end = afterScalar(bytes, start);
        if (end < 0) return afterValue(bytes, from);
        this.starts[this.slot + count] = start;
        this.ends[this.slot + count] = end;
        count++;
        at = afterJsonSpace(bytes, end);
      } while (bytes[at] === COMMA && count < 3);
    }
    if (count < 2 || bytes[at] !== CLOSING_BRACKET) return afterValue(bytes, from);
    this.follow(count === 2 ? TWO_COORDINATES : THREE_COORDINATES);
    this.slot += count;
    return at + 1;
  }

  private follow(event: ShapeEvent): void {
    const parent = this.node;
    let node = parent.events[event];
    if (node === undefined) {
      node = new ShapeNode<Shape>({ parent, event, slot: this.slot });
      parent.events[event] = node;
    }
    this.node = node;
  }
}
