/** The types of the columns of Parquet files, and the metadata of pandas, GeoParquet and Arrow. */
import { type ArrowColumn, arrowSchemaOf } from "./arrow-schema.ts";

/** Runs a statement of DuckDB. */
export type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** A node of the schema: a column, a group or a member of a group. */
interface SchemaNode {
  readonly name: string;
  readonly type: string | null;
  readonly length: string | null;
  /** Parquet's older name of a type, and the newer one with its parameters. */
  readonly converted: string | null;
  readonly logical: string | null;
  readonly decimal: string;
  readonly children: number;
  readonly isRepeated: boolean;
}

const NODES = `SELECT name, type, type_length, converted_type, logical_type,
  concat_ws(',', precision, scale), coalesce(num_children, 0)::INTEGER, repetition_type = 'REPEATED'
  FROM parquet_schema`;

/** The unit of a time, and whether it is in UTC. */
const TIME = /^(Time|Timestamp)Type\(isAdjustedToUTC=(\d).*?(\w+)=\w+Seconds\(\)/;

/** The type of a node. Types that all programs read alike have one name. */
function typeOf({ type, length, converted, logical, decimal }: SchemaNode): string {
  const [, kind, isUtc, unit] = TIME.exec(logical ?? "") ?? [];
  if (unit !== undefined) return `${kind.toUpperCase()}_${unit}${isUtc === "1" ? " in UTC" : ""}`;
  if (converted === "DECIMAL" || logical?.startsWith("Decimal")) return `DECIMAL(${decimal})`;
  if (converted !== null) return converted.replace(/^INT_(32|64)$/, "INT$1");
  if (logical !== null) return logical.replace(/Type\(.*/, "").toUpperCase();
  return type === null ? "STRUCT" : `${type}${length === null ? "" : `(${length})`}`;
}

/** The type of each column, by its name. Groups have the types of their members. */
export async function columnTypes(run: RunSql, file: string): Promise<ReadonlyMap<string, string>> {
  const [root, ...nodes] = (await run(`${NODES}(${file})`)).map((row): SchemaNode => {
    const [name, type, length, converted, logical, decimal] = row.map((cell) => cell as string);
    return {
      ...{ name, type, length, converted, logical, decimal },
      ...{ children: row[6] as number, isRepeated: row[7] === true },
    };
  });
  let at = 0;
  const readGroup = ({ children }: SchemaNode): string => {
    const members: string[] = [];
    for (let left = children; left > 0; left--) members.push(readType(nodes[at++]));
    return members.join(", ");
  };
  const readType = (node: SchemaNode): string => {
    if (node.children === 0) return typeOf(node);
    // The repeated group in lists and maps has no meaning, and many names.
    const members = readGroup(node);
    return node.isRepeated ? members : `${typeOf(node)}<${members}>`;
  };
  const types = new Map<string, string>();
  for (let left = root.children; left > 0; left--) {
    const node = nodes[at++];
    types.set(node.name, readType(node));
  }
  return types;
}

const ARROW = "ARROW:schema";

/**
 * The metadata of an output, as DuckDB's option KV_METADATA: of pandas and GeoParquet as it stands, the schema of Arrow
 * for the columns of the output. Other programs store a schema of all columns, which would be wrong.
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
