/** The names in the tables as TypeScript types, so that editors complete them and compilers check them. */
import type { Tables } from "./read.ts";

/** A union of strings, one a line. */
function unionOf(name: string, texts: readonly string[]): string {
  return `export type ${name} =\n${texts.map((text) => `  | ${JSON.stringify(text)}`).join("\n")};\n`;
}

/** The source of generated/names.ts. */
export function nameTypesSource({ territories, alphabets }: Tables): string {
  const codes = territories.map(({ alphaCode }) => alphaCode);
  const names = alphabets.map(({ name }) => name);
  return `/** Written by \`npm run codegen\` from data/territories.csv and data/alphabets.csv: do not edit. */

/** The alpha code of a territory, as all results contain it: \`NLD\`, \`US-IN\`; \`AAA\` is the whole Earth. */
${unionOf("TerritoryCode", codes)}
/** The name of an alphabet, as all results contain it. */
${unionOf("AlphabetName", names)}`;
}
