/** The types of the columns of Parquet files, and the metadata of pandas, GeoParquet and Arrow. */
import { parsed } from "../../batch/syntax/json-value.ts";
import { type ArrowColumn, arrowSchemaOf } from "./arrow-schema.ts";

/** Runs a statement of DuckDB. */
type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** What tells a type, which has an older and a newer name. */
type TypeFacts = readonly [
  type: string | null,
  length: string | null,
  oldName: string | null,
  newName: string | null,
  decimal: string,
];
/** A column, a group or a member of a group. */
type SchemaNode = readonly [name: string, children: number, isRepeated: boolean, ...TypeFacts];
const NODE = `name, coalesce(num_children, 0)::INTEGER, repetition_type = 'REPEATED',
  type, type_length, converted_type, logical_type, concat_ws(',', precision, scale)`;

/** The unit of a time, and whether it is in UTC. */
const TIME = /^(Time|Timestamp)Type\(isAdjustedToUTC=(\d).*?(\w+)=\w+Seconds\(\)/;

/** The type of a node. Types that differ only in their older and newer names are the same. */
function typeOf([type, length, oldName, newName, decimal]: TypeFacts): string {
  const [, kind, isUtc, unit] = TIME.exec(newName ?? "") ?? [];
  if (unit !== undefined) return `${kind.toUpperCase()}_${unit}${isUtc === "1" ? " in UTC" : ""}`;
  if (oldName === "DECIMAL" || newName?.startsWith("Decimal")) return `DECIMAL(${decimal})`;
  if (oldName !== null) return oldName.replace(/^INT_(32|64)$/, "INT$1");
  if (newName !== null) return newName.replace(/Type\(.*/, "").toUpperCase();
  return type === null ? "STRUCT" : `${type}${length === null ? "" : `(${length})`}`;
}

/** The type of each column, by its name. Groups have the types of their members. */
export async function columnTypes(run: RunSql, file: string): Promise<ReadonlyMap<string, string>> {
  const rows = await run(`SELECT ${NODE} FROM parquet_schema(${file})`);
  const [root, ...nodes] = rows as unknown as readonly SchemaNode[];
  const following = nodes.values();
  /** The next nodes, each with its type. */
  const readNodes = (count: number): readonly (readonly [name: string, type: string])[] =>
    Array.from({ length: count }, () => {
      const [name, children, isRepeated, ...facts] = following.next().value as SchemaNode;
      const types = readNodes(children).map(([, type]) => type);
      if (types.length === 0) return [name, typeOf(facts)];
      // The repeated group in lists and maps has no meaning, and many names.
      return [name, isRepeated ? types.join(", ") : `${typeOf(facts)}<${types.join(", ")}>`];
    });
  return new Map(readNodes(root[1]));
}

/** A text in SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const ARROW = "ARROW:schema";

/**
 * DuckDB's option with the metadata of an output. That of pandas and GeoParquet is copied; the schema of Arrow is made
 * again, as it lists all columns. Readers of GeoParquet refuse a file without its primary column.
 * @param kept the names of columns that the output takes from the input as they are
 */
export async function metadataOf(
  run: RunSql,
  file: string,
  columns: readonly ArrowColumn[],
  kept: readonly string[],
): Promise<string> {
  const keys = [ARROW, "pandas", "geo"];
  const values = keys.map((key) => `any_value(decode(value)) FILTER (key = '${key}'::BLOB)`);
  const [found] = await run(`SELECT ${values} FROM parquet_kv_metadata(${file})`);
  const members = keys.flatMap((key, index) => {
    const value = found[index];
    if (typeof value !== "string") return [];
    if (key === "geo" && !kept.includes(Object(parsed(value)).primary_column)) return [];
    return [`"${key}": ${literal(key === ARROW ? arrowSchemaOf(value, columns) : value)}`];
  });
  return members.length === 0 ? "" : `, KV_METADATA {${members}}`;
}
