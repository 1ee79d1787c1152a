/** The types of the columns of Parquet files, and the metadata of pandas, GeoParquet and Arrow. */
import { type ArrowColumn, arrowSchemaOf } from "./arrow-schema.ts";

/** Runs a statement of DuckDB. */
export type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** A node of the schema: a column, a group or a member of a group. Parquet has an older and a newer name of a type. */
type SchemaNode = readonly [
  ...[name: string, type: string | null, length: string | null, oldName: string | null],
  ...[newName: string | null, decimal: string, children: number, isRepeated: boolean],
];

const NODES = `SELECT name, type, type_length, converted_type, logical_type,
  concat_ws(',', precision, scale), coalesce(num_children, 0)::INTEGER, repetition_type = 'REPEATED'
  FROM parquet_schema`;

/** The unit of a time, and whether it is in UTC. */
const TIME = /^(Time|Timestamp)Type\(isAdjustedToUTC=(\d).*?(\w+)=\w+Seconds\(\)/;

/** The type of a node. Types that differ only in their older and newer names are the same. */
function typeOf([, type, length, oldName, newName, decimal]: SchemaNode): string {
  const [, kind, isUtc, unit] = TIME.exec(newName ?? "") ?? [];
  if (unit !== undefined) return `${kind.toUpperCase()}_${unit}${isUtc === "1" ? " in UTC" : ""}`;
  if (oldName === "DECIMAL" || newName?.startsWith("Decimal")) return `DECIMAL(${decimal})`;
  if (oldName !== null) return oldName.replace(/^INT_(32|64)$/, "INT$1");
  if (newName !== null) return newName.replace(/Type\(.*/, "").toUpperCase();
  return type === null ? "STRUCT" : `${type}${length === null ? "" : `(${length})`}`;
}

/** The type of each column, by its name. Groups have the types of their members. */
export async function columnTypes(run: RunSql, file: string): Promise<ReadonlyMap<string, string>> {
  const nodes = (await run(`${NODES}(${file})`)).values();
  const readNodes = (count: number): readonly (readonly [name: string, type: string])[] =>
    Array.from({ length: count }, () => readNode(nodes.next().value as unknown as SchemaNode));
  const readNode = (node: SchemaNode) => {
    const [name, , , , , , children, isRepeated] = node;
    const members = readNodes(children).map(([, type]) => type);
    if (members.length === 0) return [name, typeOf(node)] as const;
    // The repeated group in lists and maps has no meaning, and many names.
    return [
      name,
      isRepeated ? members.join(", ") : `${typeOf(node)}<${members.join(", ")}>`,
    ] as const;
  };
  const [, , , , , , columns] = nodes.next().value as unknown as SchemaNode;
  return new Map(readNodes(columns));
}

const ARROW = "ARROW:schema";

/**
 * DuckDB's option with the metadata of an output. That of pandas and GeoParquet is copied; the schema of Arrow is made
 * again, as it lists all columns.
 */
export async function metadataOf(
  run: RunSql,
  file: string,
  columns: readonly ArrowColumn[],
  literal: (text: string) => string,
): Promise<string> {
  const keys = [ARROW, "pandas", "geo"];
  const values = keys.map((key) => `any_value(decode(value)) FILTER (key = '${key}'::BLOB)`);
  const [found] = await run(`SELECT ${values} FROM parquet_kv_metadata(${file})`);
  const members = keys.flatMap((key, index) => {
    const value = found[index];
    if (typeof value !== "string") return [];
    return [`"${key}": ${literal(key === ARROW ? arrowSchemaOf(value, columns) : value)}`];
  });
  return members.length === 0 ? "" : `, KV_METADATA {${members}}`;
}
