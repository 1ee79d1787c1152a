/** Tables of mapcodes, and the places that they are decoded to. */
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { BatchSession } from "../../src/batch/session.ts";
import { decode, encodeShortest, parseMapcode } from "../../src/index.ts";

/** The mapcodes of the places that a table is decoded to, or errors; and the warnings. */
export function decoded(table: string, options: Partial<ResolvedBatchOptions>) {
  const session = new BatchSession({ operation: "decode", from: "csv", to: "ndjson", ...options });
  const parts = [...session.push(Buffer.from(table)), ...session.end()];
  const rows = Buffer.concat(parts).toString().trimEnd().split("\n");
  const places = rows.map((row) => {
    const { latitude, longitude, error } = JSON.parse(row);
    return error ?? `${encodeShortest(latitude, longitude)}`;
  });
  return { places, warnings: session.warnings.map(({ message }) => message) };
}

/** A short code that stands for a place in the territory. */
export function codeIn(territory: string): string {
  const code = [
    ...["49.4V", "0.00", "BC.DF", "B0.00", "BC0.0F", "BCD.FGH", "BC0.00F", "BCDF.GHJK"],
  ].find((each) => parseMapcode(`${territory} ${each}`).status === "valid");
  return code ?? "VHXGB.1J9J";
}

export function pointOf(context: string, code: string): [latDeg: number, lonDeg: number] {
  const { latDeg, lonDeg } = decode(code, { context });
  return [latDeg, lonDeg];
}
