/** Finds pairs of latitude and longitude among names of columns or members. */
import { FAMILIES, type Family, foldedName, restOfName, STEMS, WEAK_FAMILIES } from "./names.ts";

export type Axis = "latitude" | "longitude";

/** A latitude and a longitude by the indexes of their names. */
export interface Pair extends Readonly<Record<Axis, number>> {
  /** Whether their names also mean width and length. */
  readonly isSize?: boolean | undefined;
}

/** The indexes of names by their folded form: all kinds of names ask for those of the same columns. */
const FOLDED = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

function foldedIndexes(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = FOLDED.get(names);
  if (known) return known;
  const indexes = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const folded = foldedName(name);
    const same = indexes.get(folded);
    if (same) same.push(index);
    else indexes.set(folded, [index]);
  }
  FOLDED.set(names, indexes);
  return indexes;
}

/** The indexes of known names, in the order of the known names. */
export function indexesOf(names: readonly string[], known: readonly string[]): readonly number[] {
  const indexes = foldedIndexes(names);
  return known.flatMap((name) => indexes.get(name) ?? []);
}

/** All pairs of some latitudes and longitudes. As many of both are pairs by their order, as in joined tables. */
function combined(latitudes: readonly number[], longitudes: readonly number[]): readonly Pair[] {
  if (latitudes.length === longitudes.length) {
    return latitudes.map((latitude, index) => ({ latitude, longitude: longitudes[index] }));
  }
  return latitudes.flatMap((latitude) => longitudes.map((longitude) => ({ latitude, longitude })));
}

function pairsOf(names: readonly string[], families: readonly Family[]): readonly Pair[] {
  return families.flatMap(({ isSize, latitude, longitude }) => {
    const pairs = combined(indexesOf(names, latitude), indexesOf(names, longitude));
    return pairs.map((pair) => ({ ...pair, isSize }));
  });
}

/** The pairs of known names, in order of precedence, without those that give way. */
export function knownPairs(names: readonly string[]): readonly Pair[] {
  const equal = pairsOf(names, STEMS);
  const ofAxis = (axis: Axis) =>
    indexesOf(
      names,
      STEMS.flatMap((stem) => stem[axis]),
    );
  const ofStems = equal.length > 0 ? equal : combined(ofAxis("latitude"), ofAxis("longitude"));
  return [...ofStems, ...pairsOf(names, FAMILIES)];
}

/** The pairs of unknown names that contain a latitude and a longitude and are otherwise the same. */
export function otherPairs(names: readonly string[]): readonly Pair[] {
  const rests = names.map((name) => restOfName(name, "longitude"));
  // The first one of each rest stays.
  const longitudes = new Map(rests.map((rest, index) => [rest, index] as const).toReversed());
  return names.flatMap((name, latitude) => {
    const rest = restOfName(name, "latitude");
    const longitude = rest === undefined ? undefined : longitudes.get(rest);
    return longitude === undefined || longitude === latitude ? [] : [{ latitude, longitude }];
  });
}

/** The pairs of names that give way to all other places. */
export function weakPairs(names: readonly string[]): readonly Pair[] {
  return pairsOf(names, WEAK_FAMILIES);
}

/** The names of one axis, known ones first: of pairs, or alone. */
export function indexesOfAxis(names: readonly string[], axis: Axis): readonly number[] {
  const [known, weak] = [[...STEMS, ...FAMILIES], WEAK_FAMILIES].map((families) => {
    return indexesOf(
      names,
      families.flatMap((family) => family[axis]),
    );
  });
  return known.length > 0 ? known : weak;
}
