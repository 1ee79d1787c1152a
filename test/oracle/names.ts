/** Names of territories (format 8). */
import { prepareText } from "./alphabets.ts";
import { TERRITORY_CODES, territoryOf } from "./tables.ts";

/** The parents for look-ups of names. */
const PARENTS: readonly string[] = ["USA", "IND", "CAN", "AUS", "MEX", "BRA", "RUS", "CHN", "ATA"];

/** The reason why a text has no answer. */
export interface OracleError {
  error: "malformed" | "unknown-mapcode" | "unknown-territory" | "illegal-argument";
}

function prepareName(name: string): string {
  return prepareText(name).text.replaceAll("_", "-");
}

/** All meanings of a name in the table, best first. */
function meaningsOf(name: string): string[] {
  return TERRITORY_CODES.filter((one) => one.code === name)
    .sort((a, b) => a.rank - b.rank)
    .map((one) => one.territory);
}

/** The meaning of a name without context, or undefined (format 8). */
export function meaningOf(name: string): string | undefined {
  const prepared = prepareName(name);
  const [best] = meaningsOf(prepared);
  if (best !== undefined) return best;
  const cut = Math.max(prepared.lastIndexOf("-"), prepared.lastIndexOf(" "));
  if (cut < 0) return undefined;
  const parent = meaningOf(prepared.slice(0, cut));
  const part = meaningOf(prepared.slice(cut + 1));
  if (parent === undefined || part === undefined) return undefined;
  return territoryOf(part).parent === parent ? part : undefined;
}

/** The meaning of a name within a parent only (format 8). */
export function meaningWithin(name: string, parent: string): string | undefined {
  return meaningsOf(prepareName(name)).find((one) => territoryOf(one).parent === parent);
}

/** The public look-up: the best meaning, or with a parent the meaning within it (format 8). */
export function lookUp(name: string, parent: string | undefined): string | OracleError {
  if (parent !== undefined && !PARENTS.includes(parent)) return { error: "illegal-argument" };
  const meaning = parent === undefined ? meaningOf(name) : meaningWithin(name, parent);
  return meaning ?? { error: "unknown-territory" };
}

/**
 * The territory in front of a code. The country of the context is searched before the world,
 * because a short name most often means a place nearby.
 */
export function meaningInMapcode(name: string, context: string | undefined): string | undefined {
  if (context === undefined) return meaningOf(name);
  const country = territoryOf(context).parent || context;
  return meaningWithin(name, country) ?? meaningOf(name);
}
