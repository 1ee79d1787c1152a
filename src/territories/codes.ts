/** Alpha codes of territories, and which of them names are looked up within. */
import { asciiText } from "../digits/digits.ts";
import { TERRITORY_CODE_BYTES } from "../tables/layout/names.ts";
import { TERRITORY_COUNT, territoryCodes } from "../tables/tables.ts";

/**
 * The territories that a name can be looked up within (format 8), in the order that lists start
 * with. Antarctica counts as one though it has no parts.
 */
export const PARENT_CODES = [
  "USA",
  "IND",
  "CAN",
  "AUS",
  "MEX",
  "BRA",
  "RUS",
  "CHN",
  "ATA",
] as const;

function readCode(territory: number): string {
  const at = territory * TERRITORY_CODE_BYTES;
  return asciiText(territoryCodes, at + 1, at + 1 + territoryCodes[at]);
}

const codes = Array.from({ length: TERRITORY_COUNT }, (_, territory) => readCode(territory));

/** The full alpha code of a territory by its number: `NLD`, `US-IN`. */
export function alphaCode(territory: number): string {
  return codes[territory] as string;
}
