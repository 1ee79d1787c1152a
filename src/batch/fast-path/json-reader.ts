/** Reads JSON rows for the fast path: the ranges of their values, and the shape that they share with other rows. */
import {
  afterJsonSpace,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
} from "../formats/scan.ts";
import { afterNumber, afterString, afterValue, NO_VALUE } from "./json-scan.ts";
import type { RowEnd } from "./row-ends.ts";
import type { RowReader } from "./row-reader.ts";
import {
  CLOSE,
  END,
  type MemberKind,
  OPEN,
  type RowShape,
  type ShapeEvent,
  ShapeNode,
  THREE_NUMBERS,
  TWO_NUMBERS,
} from "./shapes.ts";

/** Members in the tree. Inputs whose rows share no names would fill the memory with them. */
const MAX_MEMBERS = 1000;

/** Members that may follow one place. Each row is compared with all of them in the worst case. */
const MAX_SIBLINGS = 16;

const MAX_NAME_BYTES = 200;

/** A member fills at most its own slot, and those of an object or of a position. */
const SLOTS_PER_MEMBER = 4;

const QUOTE = 34;

/** Where a name stands: in the row itself, or in the member of a feature with this name. */
export type Level = "row" | "geometry" | "properties";

function kindOf(name: string, level: Level): MemberKind {
  if (level === "row" && (name === "geometry" || name === "properties")) return "object";
  return level === "geometry" && name === "coordinates" ? "position" : "value";
}

function isAt(bytes: Uint8Array, at: number, key: Uint8Array): boolean {
  for (let index = 0; index < key.length; index++) {
    if (bytes[at + index] !== key[index]) return false;
  }
  return true;
}

const decoder = new TextDecoder();

export class JsonReader implements RowReader {
  readonly starts = new Int32Array(SLOTS_PER_MEMBER * (MAX_MEMBERS + 1));
  readonly ends = new Int32Array(SLOTS_PER_MEMBER * (MAX_MEMBERS + 1));
  next = 0;
  private readonly rowEnd: RowEnd;
  private readonly areFeatures: boolean;
  private readonly shapeOf: (end: ShapeNode) => RowShape | undefined;
  private readonly root = new ShapeNode({ parent: undefined, event: OPEN, slot: 0 });
  private members = 0;
  /** The last place in the row, and the next slot to fill. */
  private node = this.root;
  private slot = 0;

  /** @param shapeOf finds the shape of the rows that end at a place of the tree */
  constructor(
    rowEnd: RowEnd,
    areFeatures: boolean,
    shapeOf: (end: ShapeNode) => RowShape | undefined,
  ) {
    this.rowEnd = rowEnd;
    this.areFeatures = areFeatures;
    this.shapeOf = shapeOf;
  }

  read(bytes: Uint8Array, from: number): RowShape | undefined {
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

  private findMember(bytes: Uint8Array, from: number): ShapeNode | undefined {
    let member = this.node.child;
    while (member !== undefined && !isAt(bytes, from, member.key)) member = member.sibling;
    return member;
  }

  /** Adds the member that begins at `from`; undefined if it has no name, or there are too many. */
  private addMember(bytes: Uint8Array, from: number, level: Level): ShapeNode | undefined {
    let siblings = 0;
    for (let other = this.node.child; other !== undefined; other = other.sibling) siblings++;
    if (siblings === MAX_SIBLINGS || this.members === MAX_MEMBERS) return undefined;
    const end = bytes[from] === QUOTE ? afterString(bytes, from) : NO_VALUE;
    if (end < 0 || end - from > MAX_NAME_BYTES) return undefined;
    const key = bytes.slice(from, end);
    const name = String(JSON.parse(decoder.decode(key)));
    const kind = this.areFeatures ? kindOf(name, level) : "value";
    const member = new ShapeNode({
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

  /** Reads an array of two or three numbers; any other value has no slots but its own. */
  private readPosition(bytes: Uint8Array, from: number): number {
    let count = 0;
    let at = from;
    if (bytes[from] === OPENING_BRACKET) {
      do {
        const start = afterJsonSpace(bytes, at + 1);
        const end = afterNumber(bytes, start);
        if (end < 0) return afterValue(bytes, from);
        this.starts[this.slot + count] = start;
        this.ends[this.slot + count] = end;
        count++;
        at = afterJsonSpace(bytes, end);
      } while (bytes[at] === COMMA && count < 3);
    }
    if (count < 2 || bytes[at] !== CLOSING_BRACKET) return afterValue(bytes, from);
    this.follow(count === 2 ? TWO_NUMBERS : THREE_NUMBERS);
    this.slot += count;
    return at + 1;
  }

  private follow(event: ShapeEvent): void {
    const parent = this.node;
    let node = parent.events[event];
    if (node === undefined) {
      node = new ShapeNode({ parent, event, slot: this.slot });
      parent.events[event] = node;
    }
    this.node = node;
  }
}
