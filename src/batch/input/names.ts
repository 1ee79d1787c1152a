/** The names of columns and members with values to convert, in one table. Names are compared in their folded form. */
import { AXES, type Axis } from "../../library/angles.ts";
import type { Role } from "../options/roles.ts";

// The folded form

/** A unit or reference system of latitudes and longitudes, in brackets. */
const DEGREES_IN_BRACKETS =
  /[([{]\s*(?:dd|deg|degrees?|decimal|decimal degrees|°|wgs ?84|世界測地系|epsg:4326)\s*[)\]}]/g;

/** A type after a name: `lat:float32:`, `Lat__s` of Salesforce; or the number of a name used twice: `lat.1`, `lat...4`. */
const TYPE =
  /:(?:float|double|decimal|numeric|number|real|string|int(?:eger)?)\d*:?$|__[cs]$|(?<=\p{L})\.+\d+$/iu;

function withoutAccents(text: string): string {
  // This saves a tenth of the plan of a table with 30,000 columns.
  if (/^[ -~]*$/.test(text)) return text;
  const base = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return base.normalize("NFC").replaceAll("ł", "l");
}

/**
 * A name for comparisons: in lower case, without accents, degrees in brackets, types, spaces and punctuation. Other
 * brackets stay: `Latitude (WGS84)` is `latitude`, but `X (m)` is not `x`. Other delimiters stay, too: `lat;lon` is not
 * a name.
 */
export function foldedName(name: string): string {
  const bare = name.trim().toLowerCase().replace(DEGREES_IN_BRACKETS, "").replace(TYPE, "");
  return withoutAccents(bare).replace(/[ ._/,&°#@"'-]/g, "");
}

/** Whether a search for columns by name treats two names as the same. */
export function isSameName(first: string, second: string): boolean {
  return first === second || foldedName(first) === foldedName(second);
}

/** The index of the column with the requested name, exactly or else in any case; -1 if there is none. */
export function indexByName(names: readonly string[], requested: string): number {
  const bare = (name: string) => name.trim().toLowerCase();
  const exact = names.indexOf(requested);
  return exact >= 0 ? exact : names.findIndex((name) => bare(name) === bare(requested));
}

// Families of latitudes and longitudes

export { AXES, type Axis };

/** Names of latitudes, and names of longitudes. Columns of two families never belong together. */
export type Family = Readonly<Record<Axis, readonly string[]>>;

function families(...rows: readonly (readonly [string, string])[]): readonly Family[] {
  return rows.map((row) => {
    const [latitude, longitude] = row.map((names) => names.split(" ").map(foldedName));
    return { latitude, longitude };
  });
}

/** Columns with the same stem are found first, then mixed ones such as `lat` and `longitude`. */
export const STEMS = families(
  ["lat", "lon lng long"],
  ["latitude lattitude latitud latitudine", "longitude longtitude longitud longitudine"],
  ["latdeg", "londeg lngdeg longdeg"],
);

/** What stands around the stems: in Darwin Core, OurAirports, GTFS, GPS and GIS programs. */
const AFFIXES = "decimal* *degrees *decimal *wgs84 *dd *dec gps* geo* stop* intpt* rec*".split(" ");

function withAffix(affix: string, stems: string): string {
  return stems.replace(/\S+/g, (stem) => affix.replace("*", stem));
}

/** Other families, in order of precedence: of programs, and of languages. */
export const FAMILIES = families(
  ...AFFIXES.map((affix): [string, string] => {
    return [withAffix(affix, "latitude lat"), withAffix(affix, "longitude lon long lng")];
  }),
  ["latitudedeg", "longitudedeg"],
  ["latitudens", "longitudeew"],
  ["pointy sty wgs84north gpsy", "pointx stx wgs84east gpsx"],
  [
    "breitengrad geogrbreite geographischebreite geobreite nördlichebreite noerdlichebreite",
    "längengrad laengengrad geogrlänge geogrlaenge geographischelänge geolänge geolaenge östlichelänge oestlichelaenge",
  ],
  ["szerokośćgeograficzna szerokośćgeogr szergeogr", "długośćgeograficzna długośćgeogr dłgeogr"],
  ["zeměpisnášířka", "zeměpisnádélka zemepisnádĺžka"],
  ["zemljepisnaširina geografskaširina", "zemljepisnadolžina geografskadužina"],
  ["leveysaste leveyspiiri földrajziszélesség", "pituusaste pituuspiiri földrajzihosszúság"],
  ["breedtegraad breddegrad breddgrad", "lengtegraad længdegrad lengdegrad längdgrad"],
  ["lintang vĩđộ", "bujur kinhđộ"],
  ["γεωγραφικόπλάτος", "γεωγραφικόμήκος"],
  ["широта широтаград географскаширина", "долгота довгота долготаград географскадължина"],
  ["enlem", "boylam"],
  ["خطالعرض دائرةالعرض عرضجغرافیایی קורוחב", "خطالطول طولجغرافیایی קואורך"],
  ["ละติจูด अक्षांश", "ลองจิจูด देशांतर"],
  ["纬度 緯度 北緯 위도", "经度 経度 經度 東経 경도"],
);

/** Names that also mean width and length. */
const WIDTH_FAMILIES = families(
  ["breite", "länge laenge"],
  ["bredde", "længde laengde"],
  ["szerokość", "długość"],
  ["šířka szélesség", "délka hosszúság"],
);

/** Families that give way to all other places. */
export const WEAK_FAMILIES: readonly Family[] = [
  ...families(["y", "x"], ["ycoord coordy ywgs84 centroidy", "xcoord coordx xwgs84 centroidx"]),
  ...WIDTH_FAMILIES,
];

// Columns of both axes

/** A latitude and a longitude by the indexes of their names. */
export type AxisColumns = Readonly<Record<Axis, number>>;

/** The indexes of names by their folded form: all kinds of names ask for those of the same columns. */
const FOLDED = new WeakMap<readonly string[], Map<string, number[]>>();

/** The indexes of known names, in the order of the known names. */
export function indexesOf(names: readonly string[], known: readonly string[]): readonly number[] {
  const indexes = FOLDED.get(names) ?? new Map<string, number[]>();
  if (indexes.size === 0) {
    FOLDED.set(names, indexes);
    for (const [index, name] of names.entries()) {
      const folded = foldedName(name);
      const same = indexes.get(folded);
      if (same) same.push(index);
      else indexes.set(folded, [index]);
    }
  }
  return known.flatMap((name) => indexes.get(name) ?? []);
}

/** Each latitude with each longitude. If there are as many of both, they belong together in their order. */
function allPairs(
  latitudes: readonly number[],
  longitudes: readonly number[],
): readonly AxisColumns[] {
  if (latitudes.length === longitudes.length) {
    return latitudes.map((latitude, index) => ({ latitude, longitude: longitudes[index] }));
  }
  return latitudes.flatMap((latitude) => longitudes.map((longitude) => ({ latitude, longitude })));
}

function columnsIn(names: readonly string[], known: readonly Family[]): readonly AxisColumns[] {
  return known.flatMap(({ latitude, longitude }) => {
    return allPairs(indexesOf(names, latitude), indexesOf(names, longitude));
  });
}

/** All stems: names may mix them. */
const MIXED_STEMS: Family = {
  latitude: STEMS.flatMap(({ latitude }) => latitude),
  longitude: STEMS.flatMap(({ longitude }) => longitude),
};

/** The columns of known names, in order of precedence. Those of weak names are not among them. */
export function knownColumns(names: readonly string[]): readonly AxisColumns[] {
  const equal = columnsIn(names, STEMS);
  const ofStems = equal.length > 0 ? equal : columnsIn(names, [MIXED_STEMS]);
  return [...ofStems, ...columnsIn(names, FAMILIES)];
}

/** The letters x and y before or after the other words of a name. */
const [X, Y] = ["x", "y"].map((letter) =>
  RegExp(`(?<=^|\\|)[([]?${letter}[)(\\][]?(?=\\||$)`, "g"),
);

/** The columns of unknown names that contain a latitude and a longitude and are otherwise the same. */
export function otherAxisColumns(names: readonly string[]): readonly AxisColumns[] {
  const rests = names.flatMap((name, at) => {
    const rest = restOfName(name, "longitude");
    return rest === undefined ? [] : [[rest, at] as const];
  });
  const bare = rests.map(([rest, at]) => [rest.replace(X, ""), at] as const);
  // The first one of each rest stays. `Y_lat` belongs to `X_lon`, but `lat_y` of joined tables to `lon_y`.
  const longitudes = new Map([...rests, ...bare].toReversed());
  return names.flatMap((name, latitude) => {
    const rest = restOfName(name, "latitude") ?? "";
    const longitude = longitudes.get(rest) ?? longitudes.get(rest.replace(Y, ""));
    return longitude === undefined || longitude === latitude ? [] : [{ latitude, longitude }];
  });
}

/** The columns of names that give way to all other places. */
export function weakColumns(names: readonly string[]): readonly AxisColumns[] {
  return columnsIn(names, WEAK_FAMILIES);
}

/** The columns of all kinds of names, in order of precedence. */
export function allColumnsOf(names: readonly string[]): readonly AxisColumns[] {
  return [knownColumns, otherAxisColumns, weakColumns].flatMap((find) => find(names));
}

/** The indexes of the known names of one axis; of the weak names if there are none. */
export function indexesOfAxis(names: readonly string[], axis: Axis): readonly number[] {
  const indexesIn = (known: readonly Family[]) => {
    return known.flatMap((family) => indexesOf(names, family[axis]));
  };
  const indexes = indexesIn([MIXED_STEMS, ...FAMILIES]);
  return indexes.length > 0 ? indexes : indexesIn(WEAK_FAMILIES);
}

/** Whether the name of a latitude also means a width. */
export function mayMeanWidth(latitude: string): boolean {
  return WIDTH_FAMILIES.some((family) => family.latitude.includes(foldedName(latitude)));
}

/** The names that messages and help show. Columns of mapcodes and territories are found by these only. */
export const KNOWN_NAMES: Readonly<Record<Role, readonly string[]>> = {
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
  stastext stasewkt stasgeojson geopoint geopoint2d latitudelongitude longitudelatitude coord coords gpscoordinates
  koordinaten coordonnees coordonneesgeographiques coordenadas coordinaten
  coordinate geolocalisation`.split(/\s+/);

/** Names of members of JSON that hold a place: those of columns, and more. */
export const MEMBER_NAMES: ReadonlySet<string> = new Set([
  ...COORDINATES_NAMES,
  ...`location position loc geo gps pos geolocation geoposition geoloc gpsposition gpslocation latlngs center centre
  centroid place shape`.split(/\s+/),
]);

/** Names of the corners of areas: they are not places of rows. */
export const CORNER_NAMES: ReadonlySet<string> = new Set(
  `northeast northwest southeast southwest ne nw se sw min max bounds bbox boundingbox viewport envelope
  extent`.split(/\s+/),
);

/** The order of a pair that a name tells: which number comes first. */
export function orderOfName(name: string): Axis | undefined {
  const folded = foldedName(name);
  const isXy = /(?:^|[^a-z])x ?[,_/]? ?y$/i.test(name) || /[a-z]XY$/.test(name);
  if (isXy || /l(?:on|ng|ong)(?:gitude)?s?lat/.test(folded)) return "longitude";
  // Portals of Opendatasoft have a latitude and a longitude in `geo_point_2d` and `Geo Point`, Elasticsearch not always.
  const isPortal = folded === "geopoint2d" || name === "Geo Point";
  return isPortal || /lat(?:itude)?s?(?:lon|lng)/.test(folded) ? "latitude" : undefined;
}

/** Latitude and longitude within other names: `PRIM_LAT_DEC` and `PRIM_LONG_DEC`. The longer ones come first. */
export const AXIS_WORDS: Readonly<Record<Axis, readonly string[]>> = {
  latitude: ["latitude", "lat"],
  longitude: ["longitude", "long", "lon", "lng"],
};

/** What follows the name of the degrees in names of hemispheres, and of minutes and seconds. */
const CLEAR_ENDS = "ref dir direction hemi hemisphere ns ew indicator sign sgn".split(" ");
export const HEMISPHERE_ENDS: ReadonlySet<string> = new Set([
  ...CLEAR_ENDS,
  ...["hem", "ow", "we", "ind", "letter"],
]);
export const MINUTE_ENDS: ReadonlySet<string> = new Set(
  `mn min mins minute minutes minutos minuten minuti sec secs second seconds segundos sekunden
  secondi`.split(/\s+/),
);

/** Words that show that a name is not a latitude or longitude. */
const OTHER_VALUES: ReadonlySet<string> = new Set([
  ...CLEAR_ENDS,
  ...MINUTE_ENDS,
  ...`max minimum maximum err error acc accuracy accel acceleration std sd stddev stdev precision uncertainty uncert
  sigma rms var variance cov offset delta diff count num speed vel velocity rate g force flag qc quality zone band id bin
  cell grid tile pixel index idx row col shift step res resolution km`.split(/\s+/),
]);

/** Differences, and the coordinates of rotated and magnetic poles: `dlat`, `rlat`, `mlat`. */
const OTHER_FRONT = /^[drm]$/;

/** Minutes and seconds beside whole degrees: `Lat MM.mmm`. */
const OTHER_END = /^[([]?(?:m+|s+)[)\]]?$/;

// Hemispheres

/** The letters and digits of a name or text in its folded form. */
export function lettersOf(text: string): string {
  return foldedName(text).replace(/[^\p{L}\d]/gu, "");
}

/** Letters and words of hemispheres, as lettersOf writes them. */
const HEMISPHERES = {
  north: "n|north(?:ern)?|nord|noord|norte|kuzey|polnoc|北[纬緯]?|сш?|север|북위",
  south: "s|south(?:ern)?|sud|syd|sul|sur|zuid|guney|poludnie|南[纬緯]?|юш?|юг|남위",
  east: "e|east(?:ern)?|este?|leste|oo?st|øst|dogu|wschod|[东東][经經経]?|вд?|восток|동경",
  west: "w|west(?:ern)?|oeste|ouest|o?vest|vast|batı|zachod|西[经經経]?|зд?|запад|서경",
};

type Hemisphere = keyof typeof HEMISPHERES;

const { north, south, east, west } = HEMISPHERES;

function patternOfNames(positive: string, negative: string): RegExp {
  const ends = [...HEMISPHERE_ENDS, "flag"].join("|");
  const both = `(?:${positive})(?:or)?(?:${negative})|(?:${negative})(?:${positive})`;
  const other = "hemisferio|hemisphare|emisfero|halbkugel|halfrond|quad|quadrant";
  return new RegExp(
    `^(?:(?:${ends})?(?:${both})(?:${ends})?|[xy]?hem(?:i|isphere)?(?:\\d|lat(?:itude)?|lon(?:gitude)?)?|${other})$`,
  );
}

/** The hemispheres of an axis: the texts of both, the positive ones, and names of columns. */
interface AxisHemispheres {
  readonly text: RegExp;
  /** Texts of the one whose degrees are positive, or letters of both axes such as `NE`. */
  readonly positive: RegExp;
  /** Names of columns with them. */
  readonly name: RegExp;
}

/** O is east in German and west in French: it is a text of both, but not known as positive. */
export const HEMISPHERES_OF_AXIS: Readonly<Record<Axis, AxisHemispheres>> = {
  latitude: {
    text: new RegExp(`^(?:${north}|${south})$`),
    positive: new RegExp(`^(?:${north}|n[ewo])$`),
    name: patternOfNames(north, south),
  },
  longitude: {
    text: new RegExp(`^(?:o|${east}|${west})$`),
    positive: new RegExp(`^(?!oo?$)(?:${east}|[ns]e)$`),
    name: patternOfNames(`o|${east}`, `o|${west}`),
  },
};

/** The first letters of both hemispheres in languages with other letters than English. Both lists have the same order. */
export const HEMISPHERE_LETTERS: Readonly<Record<Axis, readonly string[]>> = {
  latitude: "kg pe sj sj us bn βν sp pl zd ed".split(" "),
  longitude: "db il vz iz tb đt αδ rv il ar kn".split(" "),
};

/** The ends of names after a latitude or longitude: `Lat (N)`, `lon_west`; or words before it: `West Longitude`. */
const HEMISPHERE_NAMES = (Object.keys(HEMISPHERES) as Hemisphere[]).map((hemisphere) => {
  const axis = /^[ns]/.test(hemisphere) ? "lat(?:itude?)?" : "lo?ng?(?:itude?)?";
  const words = `(?:${HEMISPHERES[hemisphere]})`;
  // The s of degrees is not south.
  const degrees = "(?!deg(?:ree)?s?\\P{L}*$)(?:deg(?:ree)?s?[\\s_]*)?";
  const end = `${axis}[\\s_([.°+]+${degrees}${words}(?:[\\s_]*positive)?[^\\p{L}\\d/]*$`;
  // One letter may mean more, as in the start and the end of a way.
  const front = `^(?=\\p{L}{3})${words}[\\s_]*(?:latitude|longitude)$`;
  return { hemisphere, pattern: new RegExp(`${end}|${front}`, "iu") };
});

/** The hemisphere that a name says. */
function hemisphereOfName(name: string): Hemisphere | undefined {
  const bare = withoutAccents(name.replace(TYPE, "").replace(/(\p{Ll})([NSEW])$/u, "$1 $2"));
  return HEMISPHERE_NAMES.find(({ pattern }) => pattern.test(bare))?.hemisphere;
}

// What names say of numbers

/** Words of names for numbers that are not degrees of WGS 84. */
const UNITS: readonly (readonly [unit: string, RegExp])[] = [
  ["radians", / rad(?:s|ians?)? /],
  ["gons", / (?:gons?|gr|grades) /],
  ["degrees and minutes", / (?:d{1,3} ?m{1,4} ?s{0,4}|deg(?:rees?)? min(?:utes)?|dms|nmea) /],
  ["GCJ-02", / gcj /],
  ["BD-09", / (?:bd|baidu) /],
  ["seconds", / arc ?sec(?:ond)?s? /],
  ["other poles", / (?:galactic|ecliptic|helio\w+|mars|(?:geo)?mag(?:netic)?|rot(?:ated)?|sin) /],
  ["another meridian", / (?:ferro|paris|ntf) /],
  ["NAD27", /nad27|northamerican(?:datum)?1927/],
  ["ED50", /ed50|european1950/],
  ["an older datum", /pulkovo|[cs]k42|p?sad(?:69|56)|agd(?:66|84)|osgb36|nzgd49|dhdn|bessel/],
  ["an older datum", /ch1903|rt90|roma40|hd72|jtsk|arc19[56]0|beijing54|xian80|twd67/],
  ["the Tokyo datum", /日本測地系|tokyo/],
];

/** What a name says that its numbers are, if not degrees. */
export function unitOfName(name: string): string | undefined {
  const words = ` ${wordsOf(name).join(" ")} ${foldedName(name)}`;
  return UNITS.find(([, pattern]) => pattern.test(words))?.[0];
}

export const SIGN_ADVICE = "Write the hemisphere into the number: -33.857 or 33.857S.";

/** A sentence about a name whose numbers are not degrees to the north and east. */
export function doubtOfName(name: string): string | undefined {
  const unit = unitOfName(name);
  const shown = `The name '${name}' says`;
  if (unit !== undefined) return `${shown} ${unit}. Write degrees of WGS 84.`;
  const hemisphere = hemisphereOfName(name) ?? "";
  return /^[sw]/.test(hemisphere) ? `${shown} ${hemisphere}. ${SIGN_ADVICE}` : undefined;
}

/** Lower-case words of a name: `CurrentLatitude` has two, `GPSMinLat` three. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, "$1$3 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

/**
 * What remains of a name that contains a latitude or a longitude; undefined if it contains none, or is another value,
 * such as an error.
 */
export function restOfName(name: string, axis: Axis): string | undefined {
  if (!/lat|l[on]/i.test(name)) return undefined;
  const folded = foldedName(name);
  const word = AXIS_WORDS[axis].find((each) => folded.includes(each));
  if (word === undefined) return undefined;
  const [before] = folded.split(word, 1);
  const after = folded.slice(before.length + word.length);
  const words = [before, after, ...wordsOf(name)];
  if (OTHER_FRONT.test(before) || OTHER_END.test(after)) return undefined;
  if (words.some((each) => OTHER_VALUES.has(each))) return undefined;
  return [before, hemisphereOfName(name) === undefined ? after : "hemisphere"].join("|");
}
