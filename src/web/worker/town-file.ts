/** The file of towns as the build writes it: columns, of towns that are in order of territory and latitude. */

/** The alphaCodes of territories that have towns, and how many each has. */
export interface TownFile {
  readonly territories: readonly (readonly [alphaCode: string, count: number])[];
  /** One name a line. */
  readonly names: string;
  /** Further names, divided by `|`: one town a line. */
  readonly otherNames: string;
  /** In thousandths of a degree: what to add to the value of the town before. */
  readonly lats: readonly number[];
  readonly lons: readonly number[];
  /** Population as a step of {@link POPULATION_STEPS} for each doubling. */
  readonly populations: readonly number[];
}

export const DEGREE_PARTS = 1000;
export const POPULATION_STEPS = 8;
