/**
 * The schema of Arrow in Parquet files: it has what types of Parquet lack, such as durations, time zones, dictionaries
 * and large strings. pyarrow, pandas and polars write it, and read columns by it. DuckDB leaves it out. It is a message
 * of Arrow's IPC format (Schema.fbs) in base64.
 *
 * References of FlatBuffers point forward: a new head refers to the old bytes, and to new fields after them.
 */

/** A column of an output: the index of an input's field, or a new column of texts or doubles. */
export type ArrowColumn = number | { readonly name: string; readonly isNumber: boolean };

/** The start of a message, before the number of its bytes. Old files lack it. */
const CONTINUATION = -1;
const VERSION_5 = 4;
const SCHEMA = 1;
const FLOATING_POINT = 3;
const TEXT = 5;
const DOUBLE = 2;

/** Two 16-bit numbers in one word. */
const halves = (low: number, high = 0) => low | (high << 16);

// A table begins with the distance to its layout: the sizes of layout and table, and the position of each field.

/** The message, and its schema with references to fields and metadata. The length of the body has 8 bytes. */
const HEAD = [
  ...[24, 0, halves(12, 20), halves(16, 18), halves(4, 8), 0],
  ...[16, 28, 0, 0, halves(VERSION_5, SCHEMA)],
  ...[halves(10, 12), halves(0, 4), halves(8)],
  ...[12, 12, 4],
];
const METADATA = HEAD.length - 1;

/** The bytes before the table of a field. */
const FIELD_LAYOUT = [halves(16, 20), halves(4, 16), halves(17, 8), halves(0, 12)];
/** No children, and the type: a text is a table without fields, so its readers ignore the size of numbers. */
const FIELD_TYPE = [0, halves(6, 8), halves(4), 8, DOUBLE];

function bytesOf(words: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(words).buffer);
}

function newField({ name, isNumber }: Exclude<ArrowColumn, number>): Uint8Array {
  const kind = isNumber ? FLOATING_POINT : TEXT;
  const table = [16, 36, 24, 8, halves(1 | (kind << 8))];
  const length = Buffer.byteLength(name);
  const text = Buffer.alloc(4 * (Math.floor(length / 4) + 1), name);
  text.fill(0, length);
  return Buffer.concat([bytesOf([...FIELD_LAYOUT, ...table, ...FIELD_TYPE, length]), text]);
}

/** The position of a table, vector or text in a field of a table; 0 if the table lacks it. */
function referredBy(bytes: Buffer, table: number, field: number): number {
  const layout = table - bytes.readInt32LE(table);
  const entry = 4 + 2 * field;
  const at = entry < bytes.readUInt16LE(layout) ? bytes.readUInt16LE(layout + entry) : 0;
  return at === 0 ? 0 : table + at + bytes.readUInt32LE(table + at);
}

/** The schema of an output. */
export function arrowSchemaOf(schema: string, columns: readonly ArrowColumn[]): string {
  const message = Buffer.from(schema, "base64");
  const old = message.subarray(message.readInt32LE(0) === CONTINUATION ? 8 : 4);
  const oldSchema = referredBy(old, old.readUInt32LE(0), 2);
  const oldFields = referredBy(old, oldSchema, 1);
  const oldMetadata = referredBy(old, oldSchema, 2);

  // Metadata are empty unless the old ones are referred to.
  const head = [...HEAD, 0, columns.length];
  const oldFrom = 4 * (head.length + columns.length);
  if (oldMetadata > 0) head[METADATA] = oldFrom + oldMetadata - 4 * METADATA;
  const parts: Uint8Array[] = [old];
  let end = oldFrom + old.length;
  const references = columns.map((column, index) => {
    const from = 4 * (head.length + index);
    if (typeof column === "number") {
      const entry = oldFields + 4 + 4 * column;
      return oldFrom + entry + old.readUInt32LE(entry) - from;
    }
    const field = newField(column);
    const table = end + 4 * FIELD_LAYOUT.length;
    parts.push(field);
    end += field.length;
    return table - from;
  });
  const start = bytesOf([CONTINUATION, end, ...head, ...references]);
  return Buffer.concat([start, ...parts]).toString("base64");
}
