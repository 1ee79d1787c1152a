/** The names of columns and members with values to convert, in one table. Names are compared in their folded form. */
import type { Role } from "../options/roles.ts";

// The folded form

/** A unit or reference system of latitudes and longitudes, in brackets. */
const DEGREES_IN_BRACKETS =
  /[([{]\s*(?:dd|deg|degrees?|decimal|decimal degrees|°|wgs ?84|epsg:4326)\s*[)\]}]/g;

/** A type after a name, as graph databases and models of earthquakes write it: `lat:float32:`. */
const TYPE = /:(?:float|double|decimal|numeric|number|real|string|int(?:eger)?)\d*:?$/;

/**
 * A name for comparisons: in lower case, without accents, degrees in brackets, types, spaces and punctuation. Other
 * brackets stay: `Latitude (WGS84)` is `latitude`, but `X (m)` is not `x`. Other delimiters stay, too: `lat;lon` is no
 * name.
 */
export function foldedName(name: string): string {
  const bare = name.trim().toLowerCase().replace(DEGREES_IN_BRACKETS, "").replace(TYPE, "");
  const base = bare
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
  return base.replaceAll("ł", "l").replace(/[ ._/,&°#@"'-]/g, "");
}

/** Whether a search for columns by name treats two names as the same. */
export function isSameName(name: string, other: string): boolean {
  return name === other || foldedName(name) === foldedName(other);
}

// Families of latitudes and longitudes

/** Names of latitudes and their partners. Members of two families never make a pair. */
export interface Family {
  readonly latitude: readonly string[];
  readonly longitude: readonly string[];
  /** Whether these names also mean width and length: a warning says so. */
  readonly isSize?: boolean;
}

function family(text: string, more: Partial<Family> = {}): Family {
  const [latitude = [], longitude = []] = text
    .split("|")
    .map((names) => names.trim().split(/\s+/).map(foldedName));
  return { latitude, longitude, ...more };
}

/** One family: equal stems make pairs first. */
export const STEMS = [
  ["lat", "lon lng long"],
  ["latitude", "longitude"],
  ["latdeg", "londeg lngdeg longdeg"],
].map(([latitude, longitudes]) => family(`${latitude} | ${longitudes}`));

/** Other families, in order of precedence: of Darwin Core, OurAirports, GTFS, GPS and GIS programs; of languages. */
export const FAMILIES: readonly Family[] = [
  ...[
    "decimallatitude | decimallongitude",
    "latitudedeg | longitudedeg",
    "latitudedegrees | longitudedegrees",
    "latitudedecimal | longitudedecimal",
    "latitudewgs84 | longitudewgs84",
    "latdd | londd longdd lngdd",
    "latdec | londec longdec lngdec",
    "latdecimal | londecimal longdecimal lngdecimal",
    "latwgs84 | lonwgs84 longwgs84 lngwgs84",
    "gpslat | gpslon gpslong gpslng",
    "gpslatitude | gpslongitude",
    "geolat | geolon geolng geolong",
    "stoplat | stoplon",
    "intptlat | intptlon intptlong",
    "reclat | reclong reclon",
    "latitudens | longitudeew",
    "pointy | pointx",
    "sty | stx",
    "breitengrad geogrbreite geographischebreite | längengrad laengengrad geogrlänge geogrlaenge geographischelänge",
    "geobreite nördlichebreite noerdlichebreite | geolänge geolaenge östlichelänge oestlichelaenge",
    "latitud | longitud",
    "latitudine | longitudine",
    "breedtegraad | lengtegraad",
    "szerokośćgeograficzna szerokośćgeogr | długośćgeograficzna długośćgeogr",
    "szergeogr | dłgeogr",
    "zeměpisnášířka | zeměpisnádélka",
    "leveysaste | pituusaste",
    "breddegrad | længdegrad lengdegrad",
    "lintang | bujur",
    "γεωγραφικόπλάτος | γεωγραφικόμήκος",
    "широта широтаград | долгота довгота долготаград",
    "enlem | boylam",
    "خطالعرض دائرةالعرض | خطالطول",
    "纬度 緯度 | 经度 経度 經度",
    "위도 | 경도",
  ].map((text) => family(text)),
];

/** Families that give way to all other places. */
export const WEAK_FAMILIES: readonly Family[] = [
  ...["y | x", "ycoord coordy ywgs84 centroidy | xcoord coordx xwgs84 centroidx"].map((text) =>
    family(text),
  ),
  ...[
    "breite | länge laenge",
    "bredde | længde laengde",
    "szerokość | długość",
    "šířka | délka",
  ].map((text) => family(text, { isSize: true })),
];

// Other names

/** The names that messages suggest. */
export const SUGGESTED_NAMES: Readonly<Record<Role, readonly string[]>> = {
  latitude: ["lat", "latitude", "latdeg", "y"],
  longitude: ["lon", "lng", "long", "longitude", "londeg", "x"],
  coordinates: ["coordinates", "latlon", "wkt"],
  mapcode: ["mapcode", "code"],
  territory: ["territory"],
  international: ["international"],
  country: [],
};

/** Names of columns with both coordinates, also of functions of PostGIS. */
export const COORDINATES_NAMES: readonly string[] =
  `coordinates latlon wkt latlng latlong lonlat lnglat longlat point geometry geom thegeom wktgeom geog geography geojson
  stastext stasewkt stasgeojson geopoint2d`.split(/\s+/);

/** Names of members of JSON that hold a place, beside these. */
export const MEMBER_NAMES: ReadonlySet<string> = new Set([
  ...COORDINATES_NAMES,
  ..."location position coords coord coordinate loc geo gps pos geolocation geoposition geopoint geoloc gpsposition gpslocation latlngs center centre centroid place shape".split(
    " ",
  ),
]);

/** Names of the corners of areas: their places are no places of rows. */
export const CORNER_NAMES: ReadonlySet<string> = new Set(
  "northeast northwest southeast southwest ne nw se sw min max bounds bbox boundingbox viewport envelope extent".split(
    " ",
  ),
);

/** The order of a pair that a name tells: which number comes first. */
export function orderOfName(name: string): "latitude" | "longitude" | undefined {
  const folded = foldedName(name);
  if (/l(?:on|ng|ong)(?:gitude)?s?lat/.test(folded) || /(?:^|[^a-z])x ?[,_/]? ?y$/i.test(name)) {
    return "longitude";
  }
  // Portals of Opendatasoft have a latitude and a longitude in geo_point_2d.
  return /lat(?:itude)?s?(?:lon|lng)|^geopoint2d$/.test(folded) ? "latitude" : undefined;
}

/** Latitude and longitude within other names, and what is neither: `PRIM_LAT_DEC` and `PRIM_LONG_DEC`. */
const PARTS = { latitude: /latitude|lat/, longitude: /longitude|long|lng|lon/ } as const;

/** Words beside them that make another value of the name. */
const OTHER_VALUES = new Set(
  `min max minimum maximum ref dir direction err error acc accuracy accel acceleration std sd stddev stdev sec second
  seconds segundos sekunden secondi mins minute minutes minutos minuten minuti mn precision uncertainty uncert sigma rms
  var variance cov offset delta diff hemi hemisphere ns ew indicator count num speed vel velocity rate g force sign sgn
  flag qc quality zone band id bin cell grid tile pixel index idx row col shift step res resolution m s km`.split(
    /\s+/,
  ),
);

/** Differences, and the coordinates of rotated and magnetic poles: `dlat`, `rlat`, `mlat`. */
const OTHER_FRONT = /^[drm]$/;

/** The hemisphere after the latitude or longitude of a name: `Lat (N)`, `lon_west`. */
const HEMISPHERES = {
  latitude:
    /lat(?:itude?)?[\s_([.°]+(north|nord|norte|noord|south|sud|süd|sur|sul|zuid|[ns])[^\p{L}/]*$/iu,
  longitude:
    /lo?ng?(?:itude?)?[\s_([.°]+(east|est|este|ost|oost|leste|west|ouest|oeste|[ew])[^\p{L}/]*$/iu,
} as const;

/** The hemisphere that a name says. */
export function hemisphereOfName(
  name: string,
  axis: "latitude" | "longitude",
): "north" | "south" | "east" | "west" | undefined {
  const word = HEMISPHERES[axis].exec(name)?.[1].toLowerCase();
  if (word === undefined) return undefined;
  if (axis === "latitude") return /^n/.test(word) ? "north" : "south";
  return /^(?:w|ou|oe)/.test(word) ? "west" : "east";
}

/** Words of names for numbers that are not degrees of WGS 84. */
const UNITS: readonly (readonly [unit: string, RegExp])[] = [
  ["radians", /^rad(?:s|ians?)?$/],
  ["gons", /^(?:gons?|gr|grades)$/],
  ["degrees and minutes", /^(?:d{1,3}m{1,3}|dms|nmea)$/],
  ["GCJ-02", /^gcj$/],
  ["BD-09", /^bd$/],
];

/** What a name says that its numbers are, if not degrees. */
export function unitOfName(name: string): string | undefined {
  const words = wordsOf(name);
  return UNITS.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

export const SIGN_ADVICE = "Write the hemisphere into the number: -33.857 or 33.857S.";

/** A sentence about a name whose numbers are not degrees to the north and east. */
export function doubtOfName(name: string): string | undefined {
  const unit = unitOfName(name);
  const shown = `The name '${name}' says`;
  if (unit !== undefined) return `${shown} ${unit}. Write degrees of WGS 84.`;
  const words = [hemisphereOfName(name, "latitude"), hemisphereOfName(name, "longitude")];
  const word = words.find((one) => one === "south" || one === "west");
  return word === undefined ? undefined : `${shown} ${word}. ${SIGN_ADVICE}`;
}

/** Whether a name says that its values are meters. */
export function isProjected(name: string): boolean {
  return /^(?:utm)?(?:easting|northing|rechtswert|hochwert)s?$|^utm[xyen]$/.test(foldedName(name));
}

/** Lower-case words of a name: `CurrentLatitude` has two. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

/**
 * What remains of a name that contains a latitude or a longitude; undefined if it contains none, or is another value,
 * such as an error.
 */
export function restOfName(name: string, axis: "latitude" | "longitude"): string | undefined {
  if (!/lat|l[on]/i.test(name)) return undefined;
  const folded = foldedName(name);
  const found = PARTS[axis].exec(folded);
  if (!found) return undefined;
  const before = folded.slice(0, found.index);
  const behind = folded.slice(found.index + found[0].length);
  const words = [before, behind, ...wordsOf(name)];
  if (OTHER_FRONT.test(before) || words.some((word) => OTHER_VALUES.has(word))) return undefined;
  const rest = hemisphereOfName(name, axis) === undefined ? behind : "hemisphere";
  return `${before}|${rest}`;
}
