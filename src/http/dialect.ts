/**
 * Where the published specification of the interface and the public service differ: one row for
 * each difference, which README.md lists as well.
 */

export interface Dialect {
  readonly name: "spec" | "hosted";
  /** A latitude beyond a pole counts as the pole; else it is refused. */
  readonly limitsLatitude: boolean;
  /** `local` only where all local codes are of one territory; else wherever there are any. */
  readonly wantsOneTerritory: boolean;
  /** `/local` with a country: the country's own first code, never one of its subdivisions'. */
  readonly takesCountrysOwnLocal: boolean;
  /** `mapcodes` is left out of a JSON reply when a territory or country has none. */
  readonly leavesOutNoMapcodes: boolean;
  /** `include=rectangle` makes /coords reply with the rectangle alone. */
  readonly repliesRectangleAlone: boolean;
  /** The reply of /status has a body. */
  readonly hasStatusBody: boolean;
  /** The reply of /version tells of the interface and the tables as well. */
  readonly tellsAllVersions: boolean;
}

export const DIALECTS: Readonly<Record<Dialect["name"], Dialect>> = {
  spec: {
    name: "spec",
    limitsLatitude: true,
    wantsOneTerritory: true,
    takesCountrysOwnLocal: false,
    leavesOutNoMapcodes: false,
    repliesRectangleAlone: false,
    hasStatusBody: true,
    tellsAllVersions: true,
  },
  hosted: {
    name: "hosted",
    limitsLatitude: false,
    wantsOneTerritory: false,
    takesCountrysOwnLocal: true,
    leavesOutNoMapcodes: true,
    repliesRectangleAlone: true,
    hasStatusBody: false,
    tellsAllVersions: false,
  },
};
