/**
 * The schema of Arrow in Parquet files: it has what types of Parquet lack, such as durations, time zones, dictionaries
 * and large strings. pyarrow, pandas and polars write it, and read columns by it. DuckDB leaves it out. It is a message
 * of Arrow's IPC format (Schema.fbs) in base64.
 *
 * References of FlatBuffers point forward: the new tables stand in front of the old bytes, and refer to these.
 */
import { utf8Bytes } from "../../characters.ts";

/** A column of an output: the index of an input's field, or a new column of texts or doubles. */
export type ArrowColumn = number | { readonly name: string; readonly isNumber: boolean };

/** The start of a message, before the number of its bytes. Old files lack it. */
const CONTINUATION = 0xffffffff;
const VERSION_5 = 4;
const SCHEMA = 1;
const FLOATING_POINT = 3;
const TEXT = 5;
const DOUBLE = 2;

/** Two 16-bit numbers in one word. */
const halves = (low: number, high = 0) => low | (high << 16);

// A table begins with the distance to its layout: the sizes of layout and table, and the position of each field.
const MESSAGE_LAYOUT = [halves(12, 20), halves(16, 18), halves(4, 8)];
const SCHEMA_LAYOUT = [halves(10, 12), halves(0, 4), halves(8)];
/** Readers refuse a table with a reference to nothing. */
const SCHEMA_WITHOUT_METADATA_LAYOUT = [halves(8, 12), halves(0, 4)];
const FIELD_LAYOUT = [halves(16, 20), halves(4, 16), halves(17, 8), halves(0, 12)];
const TEXT_LAYOUT = [halves(4, 4)];
const DOUBLE_LAYOUT = [halves(6, 8), halves(4)];

/** The position of a table, vector or text in a field of a table; 0 if the table lacks it. */
function referredBy(view: DataView, table: number, field: number): number {
  const layout = table - view.getInt32(table, true);
  const entry = 4 + 2 * field;
  const at = entry < view.getUint16(layout, true) ? view.getUint16(layout + entry, true) : 0;
  return at === 0 ? 0 : table + at + view.getUint32(table + at, true);
}

/**
 * The schema of an output.
 * @param schema of the input, in base64
 */
export function arrowSchemaOf(schema: string, columns: readonly ArrowColumn[]): string {
  const message = Buffer.from(schema, "base64");
  const old = message.subarray(message.readUInt32LE(0) === CONTINUATION ? 8 : 4);
  const view = new DataView(old.buffer, old.byteOffset, old.length);
  const oldSchema = referredBy(view, view.getUint32(0, true), 2);
  const oldFields = referredBy(view, oldSchema, 1);
  const oldMetadata = referredBy(view, oldSchema, 2);

  const words: number[] = [];
  const add = (...more: readonly number[]) => words.push(...more) - more.length;
  const addTable = (layout: readonly number[], ...fields: readonly number[]) => {
    const from = add(...layout);
    // The length of a message's body has 8 bytes, and stands at a multiple of them.
    if (words.length % 2 === 1) add(0);
    return add(4 * (words.length - from), ...fields);
  };
  const refer = (from: number, to: number) => {
    words[from] = 4 * (to - from);
  };
  const addText = (text: string) => {
    const bytes = utf8Bytes(text);
    const ended = Buffer.alloc((Math.floor(bytes.length / 4) + 1) * 4);
    ended.set(bytes);
    const at = add(bytes.length);
    for (let index = 0; index < ended.length; index += 4) add(ended.readInt32LE(index));
    return at;
  };

  add(0, 0);
  refer(0, addTable(MESSAGE_LAYOUT, 0, 0, 0, halves(VERSION_5, SCHEMA)));
  const header = words.length - 4;
  const schemaLayout = oldMetadata > 0 ? SCHEMA_LAYOUT : SCHEMA_WITHOUT_METADATA_LAYOUT;
  const newSchema = addTable(schemaLayout, 0, 0);
  refer(header, newSchema);
  const fields = add(columns.length, ...columns.map(() => 0));
  refer(newSchema + 1, fields);
  for (const [index, column] of columns.entries()) {
    if (typeof column === "number") continue;
    const kind = column.isNumber ? FLOATING_POINT : TEXT;
    const field = addTable(FIELD_LAYOUT, 0, 0, 0, halves(1 | (kind << 8)));
    refer(fields + 1 + index, field);
    refer(field + 1, addText(column.name));
    refer(field + 2, column.isNumber ? addTable(DOUBLE_LAYOUT, DOUBLE) : addTable(TEXT_LAYOUT));
    refer(field + 3, add(0));
  }
  if (words.length % 2 === 1) add(0);
  const referOld = (from: number, position: number) => {
    words[from] = 4 * (words.length - from) + position;
  };
  if (oldMetadata > 0) referOld(newSchema + 2, oldMetadata);
  for (const [index, column] of columns.entries()) {
    if (typeof column !== "number") continue;
    const entry = oldFields + 4 + 4 * column;
    referOld(fields + 1 + index, entry + view.getUint32(entry, true));
  }
  const size = 4 * words.length + old.length;
  const start = Uint32Array.from([CONTINUATION, size, ...words]);
  return Buffer.concat([Buffer.from(start.buffer), old]).toString("base64");
}
