/**
 * What a text means as a territory (format 8).
 */
import { prepareText } from "./alphabets.ts";
import { TERRITORY_CODES, territoryOf } from "./tables.ts";

/** The territories that a name may be looked up within. */
const PARENTS: readonly string[] = ["USA", "IND", "CAN", "AUS", "MEX", "BRA", "RUS", "CHN", "ATA"];

/** Why a text got no answer. */
export interface OracleRefusal {
  refusal: "malformed" | "unknown-mapcode" | "unknown-territory" | "illegal-argument";
}

function prepareName(name: string): string {
  return prepareText(name).text.replaceAll("_", "-");
}

/** All meanings of a name as the table lists it, best first. */
function meaningsOf(name: string): string[] {
  return TERRITORY_CODES.filter((one) => one.code === name)
    .sort((a, b) => a.rank - b.rank)
    .map((one) => one.territory);
}

/** The meaning of a name, without any context; undefined when it has none (format 8). */
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

/** The meaning of a name within a parent, and nothing else (format 8). */
export function meaningWithin(name: string, parent: string): string | undefined {
  return meaningsOf(prepareName(name)).find((one) => territoryOf(one).parent === parent);
}

/** The public look-up: without a parent the best meaning, else the one within it (format 8). */
export function lookUp(name: string, parent: string | undefined): string | OracleRefusal {
  if (parent !== undefined && !PARENTS.includes(parent)) return { refusal: "illegal-argument" };
  const meaning = parent === undefined ? meaningOf(name) : meaningWithin(name, parent);
  return meaning ?? { refusal: "unknown-territory" };
}

/**
 * A territory that stands in front of a code: the context's country is asked first, because
 * a short code usually means the place near by, and then the world.
 */
export function meaningInMapcode(name: string, context: string | undefined): string | undefined {
  if (context === undefined) return meaningOf(name);
  const country = territoryOf(context).parent || context;
  return meaningWithin(name, country) ?? meaningOf(name);
}
