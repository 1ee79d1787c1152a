import { descriptions } from "../tables/tables.ts";

/** Version of the published tables that the engine was built from. */
export function dataVersion(): string {
  return descriptions().dataVersion;
}
