/** Finds pairs of latitude and longitude among names of columns or members. */
import * as N from "./names.ts";

export type Axis = "latitude" | "longitude";

/** A latitude and a longitude by the indexes of their names. */
export interface Pair extends Readonly<Record<Axis, number>> {
  /** Whether their names also mean width and length. */
  readonly isSize?: boolean | undefined;
}

/** The indexes of known names, in the order of the known names. */
export function indexesOf(folded: readonly string[], known: readonly string[]): readonly number[] {
  return known.flatMap((name) => folded.flatMap((one, index) => (one === name ? [index] : [])));
}

/** All pairs of some latitudes and longitudes. As many of both are pairs by their order, as in joined tables. */
function combined(latitudes: readonly number[], longitudes: readonly number[]): readonly Pair[] {
  if (latitudes.length === longitudes.length) {
    return latitudes.map((latitude, index) => ({ latitude, longitude: longitudes[index] }));
  }
  return latitudes.flatMap((latitude) => longitudes.map((longitude) => ({ latitude, longitude })));
}

function pairsOf(folded: readonly string[], families: readonly N.Family[]): readonly Pair[] {
  return families.flatMap(({ isSize, latitude, longitude }) => {
    const pairs = combined(indexesOf(folded, latitude), indexesOf(folded, longitude));
    return pairs.map((pair) => ({ ...pair, isSize }));
  });
}

/** The pairs of known names, in order of precedence, without those that give way. */
export function knownPairs(names: readonly string[]): readonly Pair[] {
  const folded = names.map(N.foldedName);
  const equal = pairsOf(folded, N.STEMS);
  const ofAxis = (axis: Axis) =>
    indexesOf(
      folded,
      N.STEMS.flatMap((stem) => stem[axis]),
    );
  const ofStems = equal.length > 0 ? equal : combined(ofAxis("latitude"), ofAxis("longitude"));
  return [...ofStems, ...pairsOf(folded, N.FAMILIES)];
}

/** The pairs of unknown names that contain a latitude and a longitude and are otherwise the same. */
export function otherPairs(names: readonly string[]): readonly Pair[] {
  const longitudes = names.map((name) => N.restOfName(name, "longitude"));
  return names.flatMap((name, latitude) => {
    const rest = N.restOfName(name, "latitude");
    const longitude = rest === undefined ? -1 : longitudes.indexOf(rest);
    return longitude < 0 || longitude === latitude ? [] : [{ latitude, longitude }];
  });
}

/** The pairs of names that give way to all other places. */
export function weakPairs(names: readonly string[]): readonly Pair[] {
  return pairsOf(names.map(N.foldedName), N.WEAK_FAMILIES);
}

/** The names of one axis, known ones first: of pairs, or alone. */
export function indexesOfAxis(names: readonly string[], axis: Axis): readonly number[] {
  const folded = names.map(N.foldedName);
  const [known, weak] = [[...N.STEMS, ...N.FAMILIES], N.WEAK_FAMILIES].map((families) => {
    return indexesOf(
      folded,
      families.flatMap((family) => family[axis]),
    );
  });
  return known.length > 0 ? known : weak;
}
