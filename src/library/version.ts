/** The version of the tables. */
import { descriptions } from "../tables/tables.ts";

/**
 * The version of the published tables that this package contains.
 * @example
 * ```ts
 * dataVersion(); // "2.3.0"
 * ```
 */
export function dataVersion(): string {
  return descriptions().dataVersion;
}
