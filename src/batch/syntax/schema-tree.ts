/**
 * The schemas of JSON rows, as a tree of their keys. Rows with the same keys in the same order take the same path from
 * the root, at whose end their schema is. A program writes the same text around the values of all rows of an input, so
 * that rows jump from value to value if they have the text of a row before.
 */
import { LINE_FEED } from "../../characters.ts";
import { utf8Text } from "../../platform.ts";
import { NO_BYTES } from "../chunks.ts";
import type { Row, RowSchema } from "../rows/row.ts";
import { isText, skipped } from "../scan.ts";

// What a node is, besides a key.
export const KEY = 0;
/** An object begins whose keys have slots, or ends. */
export const OPEN = 1;
export const CLOSE = 2;
/** A position of two coordinates; of three or more, of which the first three have slots. */
export const TWO_COORDINATES = 3;
export const THREE_COORDINATES = 4;
/** A value whose text decides the schema of its row. */
export const FIXED_TEXT = 5;

/** How many slots a node of each kind has. */
const SLOT_COUNTS = [1, 1, 0, 2, 3, 0];

/** Returned instead of a position: the bytes have another text. */
export const NO_MATCH = -1;

/** Nodes that follow the same one. Another one takes the place of the oldest. */
const MAX_SIBLINGS = 100;

const WORD_BYTES = 4;
const BITS_PER_BYTE = 8;

/** The text between two values of a row, compared four bytes at a time. */
export class Jump {
  readonly target: SchemaNode;
  /** The text, padded to whole words. */
  private readonly words: Int32Array;
  private readonly length: number;
  /** How many bits of the last word are not part of the text. */
  private readonly unusedBits: number;
  /** The slots that begin or end within the text, as for `mark`: three numbers for each. */
  private readonly marks: Int32Array;
  private readonly hasLineFeed: boolean;

  /** @param text at least one byte, as JSON has between two values */
  constructor(target: SchemaNode, text: Uint8Array, marks: Int32Array) {
    const padded = new Uint8Array(text.length + WORD_BYTES);
    padded.set(text);
    const view = new DataView(padded.buffer);
    const count = Math.ceil(text.length / WORD_BYTES);
    this.target = target;
    this.words = Int32Array.from({ length: count }, (_, word) => view.getInt32(WORD_BYTES * word));
    this.length = text.length;
    this.unusedBits = BITS_PER_BYTE * (WORD_BYTES * count - text.length);
    this.marks = marks;
    this.hasLineFeed = text.includes(LINE_FEED);
  }

  /** The position after the text, or NO_MATCH; so also if the bytes end within the text's words. */
  end(view: DataView, from: number, row: Row): number {
    const words = this.words;
    const last = words.length - 1;
    const lastFrom = from + WORD_BYTES * last;
    if (lastFrom + WORD_BYTES > view.byteLength) return NO_MATCH;
    for (let word = 0, at = from; word < last; word++, at += WORD_BYTES) {
      if (view.getInt32(at) !== words[word]) return NO_MATCH;
    }
    const difference = view.getInt32(lastFrom) ^ words[last];
    if (difference >>> this.unusedBits !== 0) return NO_MATCH;
    if (this.hasLineFeed) skipped.lineFeed = from;
    const marks = this.marks;
    for (let index = 0; index < marks.length; index += 3) {
      const places = marks[index] === 0 ? row.starts : row.ends;
      places[marks[index + 1]] = from + marks[index + 2];
    }
    return from + this.length;
  }
}

export class SchemaNode {
  readonly kind: number;
  readonly parent: SchemaNode | undefined;
  /** The innermost object that is open behind the node; how many are. */
  readonly object: SchemaNode | undefined;
  readonly depth: number;
  /** The first slot of its value; slots follow from the path. */
  readonly slot: number;
  /** The first slot of the next node. */
  readonly nextSlot: number;
  /** The key with its quotes, or the value. */
  private readonly bytes: Uint8Array;
  private readonly children: SchemaNode[] = [];
  private added = 0;
  /** Of a key, how its value is read. */
  rule = 0;
  /** To the next value of the first row that came here. */
  jump: Jump | undefined;
  /** The schema of rows that end here, once there has been one. */
  schema: RowSchema | undefined;

  constructor(parent?: SchemaNode, kind = KEY, bytes: Uint8Array = NO_BYTES) {
    this.parent = parent;
    this.kind = kind;
    this.bytes = bytes;
    if (kind === OPEN) this.object = this;
    else this.object = kind === CLOSE ? parent?.object?.parent?.object : parent?.object;
    this.depth = kind === OPEN ? 1 + (parent?.depth ?? 0) : (this.object?.depth ?? 0);
    // The whole row has the first slot.
    this.slot = parent ? parent.nextSlot : 0;
    this.nextSlot = this.slot + SLOT_COUNTS[kind];
  }

  /** Whether a row ends here. */
  get isEnd(): boolean {
    return this.depth === 0 && this.kind === CLOSE;
  }

  /** The node of a kind and text that follows this one; undefined if no row had it. */
  find(kind: number, bytes: Uint8Array, from: number, to: number): SchemaNode | undefined {
    const { children } = this;
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (child.kind === kind && isText(bytes, from, to, child.bytes)) return child;
    }
    return undefined;
  }

  /** Adds a node that follows this one. */
  add(kind: number, bytes: Uint8Array): SchemaNode {
    const child = new SchemaNode(this, kind, bytes);
    this.children[this.added++ % MAX_SIBLINGS] = child;
    return child;
  }

  /** The key as JSON, or the value. */
  get text(): string {
    return utf8Text(this.bytes, 0, this.bytes.length);
  }

  /** The nodes from the first one of the row to this one. */
  path(): readonly SchemaNode[] {
    const nodes: SchemaNode[] = [];
    for (let node: SchemaNode = this; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }
}
