// The types that users see, made by npm run public-types: not imported by anything.

// mapcoded, mapcoded/embedded, mapcoded/fetched

export declare const ARRAY_TOO_SMALL = -6;
export type AlphabetName = "ROMAN" | "GREEK" | "CYRILLIC" | "HEBREW" | "DEVANAGARI" | "MALAYALAM" | "GEORGIAN" | "KATAKANA" | "THAI" | "LAO" | "ARMENIAN" | "BENGALI" | "GURMUKHI" | "TIBETAN" | "ARABIC" | "KOREAN" | "BURMESE" | "KHMER" | "SINHALESE" | "THAANA" | "CHINESE" | "TIFINAGH" | "TAMIL" | "AMHARIC" | "TELUGU" | "ODIA" | "KANNADA" | "GUJARATI";
export type AnyAlphabetName = AlphabetName | (string & {});
export declare const CENTER_LAT_DEG = 6;
export declare const CENTER_LON_DEG = 7;
export interface CodeBatch extends MapcodeColumn {
    points: number;
    count: number;
    readonly errors: Int8Array;
    readonly codeEnds: Uint32Array;
    readonly territories: Int16Array;
}
export interface CodeList {
    count: number;
    readonly territories: Int16Array;
    readonly starts: Uint16Array;
    readonly ends: Uint16Array;
    readonly chars: Uint8Array;
}
export type CodeSelection = "shortest" | "international" | "all";
export declare class ContradictoryOptionsError extends ContradictoryOptionsError_base {
    readonly code = "contradictory-options";
    constructor(options: Readonly<Record<string, string>>);
}
export interface Coordinate {
    readonly latDeg: number;
    readonly lonDeg: number;
}
export interface DecodeOptions {
    readonly context?: TerritoryName | undefined;
    readonly country?: string | undefined;
}
export declare const EAST_LON_DEG = 5;
export interface EncodeBatchOptions extends Omit<EncodeOptions, "names" | "strictRange"> {
    readonly codes?: CodeSelection | undefined;
}
export interface EncodeOptions extends MapcodeOptions {
    readonly territory?: TerritoryName | undefined;
    readonly country?: string | undefined;
}
export interface FormatOptions {
    readonly territory?: TerritoryFormat | undefined;
    readonly alphabet?: AnyAlphabetName | undefined;
    readonly precision?: number | undefined;
}
export interface GeoJsonPoint {
    readonly type: "Point";
    readonly coordinates: readonly number[];
}
export declare const INTERNATIONAL = "AAA";
export declare const INVALID_COORDINATE = -1;
export declare const INVALID_PRECISION = -2;
export declare const INVALID_TERRITORY = -5;
export interface IncompleteMapcode extends ParsedText {
    readonly status: "incomplete";
}
export declare class InvalidCoordinateError extends InvalidCoordinateError_base {
    readonly code = "invalid-coordinate";
}
export declare class InvalidOptionError extends InvalidOptionError_base {
    readonly code = "invalid-option";
}
export declare abstract class InvalidValueError extends InvalidValueError_base {
    readonly expected: string;
    constructor(subject: string, value: unknown, expected: string, hint?: string, problem?: string);
}
export declare const LAT_DEG = 0;
export declare const LON_DEG = 1;
export declare const MALFORMED_MAPCODE = -3;
export declare const MAX_CODES = 64;
export declare const MAX_CODE_CHARS: number;
export declare const MAX_PRECISION = 8;
export declare class MalformedCoordinatesError extends MalformedCoordinatesError_base {
    readonly code = "malformed-coordinates";
    readonly value: string;
    readonly index: number;
    constructor(subject: string, text: string, index: number, problem: string, advice: string);
}
export declare class MalformedMapcodeError extends MalformedMapcodeError_base {
    readonly code = "malformed-mapcode";
}
export interface Mapcode {
    readonly territory: TerritoryCode;
    readonly code: string;
    readonly territoryName?: string;
    readonly parentName?: string;
}
export interface MapcodeColumn {
    readonly count?: number;
    readonly bytes: Uint8Array;
    readonly ends: Uint32Array;
    readonly territories?: Int16Array;
}
export type MapcodeContinuation = "character" | "dot" | "hyphen" | "space";
export declare abstract class MapcodeError extends MapcodeError_base {
    abstract readonly code: MapcodeErrorCode;
    readonly value: unknown;
    readonly expected: string | undefined;
    constructor(message: string, value?: unknown, expected?: string);
}
export type MapcodeErrorCode = "invalid-coordinate" | "malformed-coordinates" | "precision-out-of-range" | "out-of-range" | "malformed-mapcode" | "unknown-mapcode" | "unknown-territory" | "unknown-alphabet" | "unwritable-mapcode" | "invalid-option" | "contradictory-options" | "invalid-batch" | "batch-limit-exceeded";
export type MapcodeInput = string | {
    readonly territory?: string | undefined;
    readonly code: string;
} | {
    readonly territory?: string | undefined;
    readonly mapcode: string;
};
export interface MapcodeOptions extends PrecisionOptions {
    readonly names?: boolean | undefined;
    readonly strictRange?: boolean | undefined;
}
export type MapcodeParse = ValidMapcode | IncompleteMapcode | WrongMapcode;
export type MapcodeStrings = readonly (string | null | undefined)[];
export type MapcodesInput = readonly (MapcodeInput | null | undefined)[] | MapcodeColumn;
export interface MultiPolygonGeometry {
    type: "MultiPolygon";
    coordinates: number[][][][];
}
export declare const NORTH_LAT_DEG = 4;
export declare const NO_CODE = -1;
export declare const NO_TERRITORY = -1;
export declare class OutOfRangeError extends OutOfRangeError_base {
    readonly code = "out-of-range";
}
export interface ParsedText {
    readonly mayFollow: readonly MapcodeContinuation[];
}
export interface PointBatch {
    readonly degrees: Float64Array;
    readonly errors: Int8Array;
}
export type PointInput = Coordinate | {
    readonly lat: number;
    readonly lon: number;
} | {
    readonly lat: number;
    readonly lng: number;
} | {
    readonly latitude: number;
    readonly longitude: number;
} | GeoJsonPoint | Mapcode;
export type PointsInput = Float64Array | Float32Array | readonly number[] | readonly PointInput[];
export interface PolygonGeometry {
    type: "Polygon";
    coordinates: number[][][];
}
export interface PrecisionOptions {
    readonly precision?: number | undefined;
}
export declare class PrecisionOutOfRangeError extends PrecisionOutOfRangeError_base {
    readonly code = "precision-out-of-range";
}
export declare const RECTANGLE_NUMBERS = 8;
export interface Rectangle {
    readonly southWest: Coordinate;
    readonly northEast: Coordinate;
    readonly center: Coordinate;
}
export interface ResolvedEncodeBatchOptions {
    readonly codes: CodeSelection;
    readonly precision: number;
    readonly territory: number;
    readonly country: number;
}
export declare const SOUTH_LAT_DEG = 2;
export interface SearchOptions {
    readonly limit?: number | undefined;
}
export declare class TablesError extends Error {
    readonly name = "TablesError";
    readonly code: TablesErrorCode;
    constructor(code: TablesErrorCode, message: string, options?: {
        readonly cause?: unknown;
    });
}
export type TablesErrorCode = "tables-not-loaded" | "tables-unreadable" | "tables-unusable";
export interface Territory {
    readonly number: number;
    readonly alphaCode: TerritoryCode;
    readonly alphaCodeMinimalUnambiguous: string;
    readonly alphaCodeMinimal: string;
    readonly fullName: string;
    readonly parentTerritory?: TerritoryCode;
    readonly aliases: readonly string[];
    readonly fullNameAliases: readonly string[];
    readonly alphabets: readonly AlphabetName[];
}
export type TerritoryCode = "VAT" | "MCO" | "GIB" | "TKL" | "CCK" | "BLM" | "NRU" | "TUV" | "MAC" | "SXM" | "MAF" | "NFK" | "PCN" | "BVT" | "BMU" | "IOT" | "SMR" | "GGY" | "AIA" | "MSR" | "JEY" | "CXR" | "WLF" | "VGB" | "LIE" | "ABW" | "MHL" | "ASM" | "COK" | "SPM" | "NIU" | "KNA" | "CYM" | "BES" | "MDV" | "SHN" | "MLT" | "GRD" | "VIR" | "MYT" | "SJM" | "VCT" | "HMD" | "BRB" | "ATG" | "CUW" | "SYC" | "PLW" | "MNP" | "AND" | "GUM" | "IMN" | "LCA" | "FSM" | "SGP" | "TON" | "DMA" | "BHR" | "KIR" | "TCA" | "STP" | "HKG" | "MTQ" | "FRO" | "GLP" | "COM" | "MUS" | "REU" | "LUX" | "WSM" | "SGS" | "PYF" | "CPV" | "TTO" | "BRN" | "ATF" | "PRI" | "CYP" | "LBN" | "JAM" | "GMB" | "QAT" | "FLK" | "VUT" | "MNE" | "BHS" | "TLS" | "SWZ" | "KWT" | "FJI" | "NCL" | "SVN" | "ISR" | "PSE" | "SLV" | "BLZ" | "DJI" | "MKD" | "RWA" | "HTI" | "BDI" | "GNQ" | "ALB" | "SLB" | "ARM" | "LSO" | "BEL" | "MDA" | "GNB" | "TWN" | "BTN" | "CHE" | "NLD" | "DNK" | "EST" | "DOM" | "SVK" | "CRI" | "BIH" | "HRV" | "TGO" | "LVA" | "LTU" | "LKA" | "GEO" | "IRL" | "SLE" | "PAN" | "CZE" | "GUF" | "ARE" | "AUT" | "AZE" | "SRB" | "JOR" | "PRT" | "HUN" | "KOR" | "ISL" | "GTM" | "CUB" | "BGR" | "LBR" | "HND" | "BEN" | "ERI" | "MWI" | "PRK" | "NIC" | "GRC" | "TJK" | "BGD" | "NPL" | "TUN" | "SUR" | "URY" | "KHM" | "SYR" | "SEN" | "KGZ" | "BLR" | "GUY" | "LAO" | "ROU" | "GHA" | "UGA" | "GBR" | "GIN" | "ECU" | "ESH" | "GAB" | "NZL" | "BFA" | "PHL" | "ITA" | "OMN" | "POL" | "CIV" | "NOR" | "MYS" | "VNM" | "FIN" | "COG" | "DEU" | "JPN" | "ZWE" | "PRY" | "IRQ" | "MAR" | "UZB" | "SWE" | "PNG" | "CMR" | "TKM" | "ESP" | "THA" | "YEM" | "FRA" | "ALA" | "KEN" | "BWA" | "MDG" | "UKR" | "SSD" | "CAF" | "SOM" | "AFG" | "MMR" | "ZMB" | "CHL" | "TUR" | "PAK" | "MOZ" | "NAM" | "VEN" | "NGA" | "TZA" | "EGY" | "MRT" | "BOL" | "ETH" | "COL" | "ZAF" | "MLI" | "AGO" | "NER" | "TCD" | "PER" | "MNG" | "IRN" | "LBY" | "SDN" | "IDN" | "MX-DIF" | "MX-TLA" | "MX-MOR" | "MX-AGU" | "MX-CL" | "MX-QUE" | "MX-HID" | "MX-MX" | "MX-TAB" | "MX-NAY" | "MX-GUA" | "MX-PUE" | "MX-YUC" | "MX-ROO" | "MX-SIN" | "MX-CAM" | "MX-MIC" | "MX-SLP" | "MX-GRO" | "MX-NLE" | "MX-BCN" | "MX-VER" | "MX-CHP" | "MX-BCS" | "MX-ZAC" | "MX-JAL" | "MX-TAM" | "MX-OAX" | "MX-DUR" | "MX-COA" | "MX-SON" | "MX-CHH" | "GRL" | "SAU" | "COD" | "DZA" | "KAZ" | "ARG" | "IN-DD" | "IN-DN" | "IN-CH" | "IN-AN" | "IN-LD" | "IN-DL" | "IN-ML" | "IN-NL" | "IN-MN" | "IN-TR" | "IN-MZ" | "IN-SK" | "IN-PB" | "IN-HR" | "IN-AR" | "IN-AS" | "IN-BR" | "IN-UT" | "IN-GA" | "IN-KL" | "IN-TN" | "IN-HP" | "IN-JK" | "IN-CT" | "IN-JH" | "IN-KA" | "IN-RJ" | "IN-OR" | "IN-GJ" | "IN-WB" | "IN-MP" | "IN-TG" | "IN-AP" | "IN-MH" | "IN-UP" | "IN-PY" | "AU-NSW" | "AU-ACT" | "AU-JBT" | "AU-NT" | "AU-SA" | "AU-TAS" | "AU-VIC" | "AU-WA" | "AU-QLD" | "BR-DF" | "BR-SE" | "BR-AL" | "BR-RJ" | "BR-ES" | "BR-RN" | "BR-PB" | "BR-SC" | "BR-PE" | "BR-AP" | "BR-CE" | "BR-AC" | "BR-PR" | "BR-RR" | "BR-RO" | "BR-SP" | "BR-PI" | "BR-TO" | "BR-RS" | "BR-MA" | "BR-GO" | "BR-MS" | "BR-BA" | "BR-MG" | "BR-MT" | "BR-PA" | "BR-AM" | "US-DC" | "US-RI" | "US-DE" | "US-CT" | "US-NJ" | "US-NH" | "US-VT" | "US-MA" | "US-HI" | "US-MD" | "US-WV" | "US-SC" | "US-ME" | "US-IN" | "US-KY" | "US-TN" | "US-VA" | "US-OH" | "US-PA" | "US-MS" | "US-LA" | "US-AL" | "US-AR" | "US-NC" | "US-NY" | "US-IA" | "US-IL" | "US-GA" | "US-WI" | "US-FL" | "US-MO" | "US-OK" | "US-ND" | "US-WA" | "US-SD" | "US-NE" | "US-KS" | "US-ID" | "US-UT" | "US-MN" | "US-MI" | "US-WY" | "US-OR" | "US-CO" | "US-NV" | "US-AZ" | "US-NM" | "US-MT" | "US-CA" | "US-TX" | "US-AK" | "CA-BC" | "CA-AB" | "CA-ON" | "CA-QC" | "CA-SK" | "CA-MB" | "CA-NL" | "CA-NB" | "CA-NS" | "CA-PE" | "CA-YT" | "CA-NT" | "CA-NU" | "IND" | "AUS" | "BRA" | "USA" | "MEX" | "RU-MOW" | "RU-SPE" | "RU-KGD" | "RU-IN" | "RU-AD" | "RU-SE" | "RU-KB" | "RU-KC" | "RU-CE" | "RU-CU" | "RU-IVA" | "RU-LIP" | "RU-ORL" | "RU-TUL" | "RU-BE" | "RU-VLA" | "RU-KRS" | "RU-KLU" | "RU-TT" | "RU-BRY" | "RU-YAR" | "RU-RYA" | "RU-AST" | "RU-MOS" | "RU-SMO" | "RU-DA" | "RU-VOR" | "RU-NGR" | "RU-PSK" | "RU-KOS" | "RU-STA" | "RU-KDA" | "RU-KL" | "RU-TVE" | "RU-LEN" | "RU-ROS" | "RU-VGG" | "RU-VLG" | "RU-MUR" | "RU-KR" | "RU-NEN" | "RU-KO" | "RU-ARK" | "RU-MO" | "RU-NIZ" | "RU-PNZ" | "RU-KI" | "RU-ME" | "RU-ORE" | "RU-ULY" | "RU-PM" | "RU-BA" | "RU-UD" | "RU-TA" | "RU-SAM" | "RU-SAR" | "RU-YAN" | "RU-KM" | "RU-SVE" | "RU-TYU" | "RU-KGN" | "RU-CH" | "RU-BU" | "RU-ZAB" | "RU-IRK" | "RU-NVS" | "RU-TOM" | "RU-OMS" | "RU-KK" | "RU-KEM" | "RU-AL" | "RU-ALT" | "RU-TY" | "RU-KYA" | "RU-MAG" | "RU-CHU" | "RU-KAM" | "RU-SAK" | "RU-PO" | "RU-YEV" | "RU-KHA" | "RU-AMU" | "RU-SA" | "CAN" | "RUS" | "CN-SH" | "CN-TJ" | "CN-BJ" | "CN-HI" | "CN-NX" | "CN-CQ" | "CN-ZJ" | "CN-JS" | "CN-FJ" | "CN-AH" | "CN-LN" | "CN-SD" | "CN-SX" | "CN-JX" | "CN-HA" | "CN-GZ" | "CN-GD" | "CN-HB" | "CN-JL" | "CN-HE" | "CN-SN" | "CN-NM" | "CN-HL" | "CN-HN" | "CN-GX" | "CN-SC" | "CN-YN" | "CN-XZ" | "CN-GS" | "CN-QH" | "CN-XJ" | "CHN" | "UMI" | "CPT" | "ATA" | "AAA";
export type TerritoryFormat = "long" | "short" | "none";
export type TerritoryName = TerritoryCode | (string & {});
export declare const UNKNOWN_MAPCODE = -4;
export declare class UnknownAlphabetError extends UnknownAlphabetError_base {
    readonly code = "unknown-alphabet";
}
export declare class UnknownMapcodeError extends UnknownMapcodeError_base {
    readonly code = "unknown-mapcode";
}
export declare class UnknownTerritoryError extends UnknownTerritoryError_base {
    readonly code = "unknown-territory";
}
export declare class UnwritableMapcodeError extends UnwritableMapcodeError_base {
    readonly code = "unwritable-mapcode";
}
export interface ValidMapcode extends ParsedText {
    readonly status: "valid";
    readonly mapcode: Mapcode;
    readonly precision: number;
    readonly alphabet: AlphabetName;
}
export declare const WEST_LON_DEG = 3;
export interface WrongMapcode extends ParsedText {
    readonly status: "malformed" | "unknown";
    readonly index: number;
    readonly error: MapcodeError;
}
export declare function alphabets(): readonly AlphabetName[];
export declare function codeText(list: CodeList, index: number): string;
export declare function codeTextOfBatch(batch: CodeBatch, codeIndex: number): string;
export declare function countryNumber(isoCode: string): number;
export declare function createCodeBatch(points: number, codes: number, precision: number): CodeBatch;
export declare function createCodeList(): CodeList;
export declare function createPointBatch(points: number): PointBatch;
export declare function dataVersion(): string;
export declare function decode(mapcode: MapcodeInput, options?: DecodeOptions): Coordinate;
export declare function decodeBatch(mapcodes: MapcodesInput, options?: DecodeOptions): PointBatch;
export declare function decodeBatchInto(texts: MapcodeStrings | MapcodeColumn, from: number, context: number, batch: PointBatch): number;
export declare function decodeBytesInto(bytes: Uint8Array, from: number, to: number, context: number, degrees: Float64Array): number;
export declare function decodeInto(text: string, context: number, degrees: Float64Array): number;
export declare function decodeRectangle(mapcode: MapcodeInput, options?: DecodeOptions): Rectangle;
export declare function decodeRectangleInto(text: string, context: number, degrees: Float64Array): number;
export declare function distanceMeters(from: PointInput, to: PointInput): number;
export declare function encode(latDeg: number, lonDeg: number, options?: EncodeOptions): Mapcode[];
export declare function encode(point: PointInput, options?: EncodeOptions): Mapcode[];
export declare function encodeBatch(points: PointsInput, options?: EncodeBatchOptions): CodeBatch;
export declare function encodeBatchInto(points: Float64Array, from: number, settings: ResolvedEncodeBatchOptions, batch: CodeBatch): number;
export declare function encodeCountryInto(latDeg: number, lonDeg: number, precision: number, country: number, list: CodeList): number;
export declare function encodeInternational(latDeg: number, lonDeg: number, options?: MapcodeOptions): Mapcode;
export declare function encodeInternational(point: PointInput, options?: MapcodeOptions): Mapcode;
export declare function encodeInternationalInto(latDeg: number, lonDeg: number, precision: number, list: CodeList): number;
export declare function encodeInto(latDeg: number, lonDeg: number, precision: number, list: CodeList): number;
export declare function encodeShortest(latDeg: number, lonDeg: number, options?: MapcodeOptions): Mapcode;
export declare function encodeShortest(point: PointInput, options?: MapcodeOptions): Mapcode;
export declare function encodeShortestInTerritory(latDeg: number, lonDeg: number, territory: TerritoryName, options?: MapcodeOptions): Mapcode | undefined;
export declare function encodeShortestInTerritory(point: PointInput, territory: TerritoryName, options?: MapcodeOptions): Mapcode | undefined;
export declare function encodeShortestInTerritoryInto(latDeg: number, lonDeg: number, precision: number, territory: number, list: CodeList): number;
export declare function encodeTerritoryInto(latDeg: number, lonDeg: number, precision: number, territory: number, list: CodeList): number;
export declare function findAlphabet(name: AnyAlphabetName): AlphabetName | undefined;
export declare function findTerritory(name: TerritoryName, parent?: string): Territory | undefined;
export declare function formatMapcode(mapcode: MapcodeInput, options?: FormatOptions): string;
export declare function getAlphabet(name: AnyAlphabetName): AlphabetName;
export declare function getTerritory(name: TerritoryName, parent?: string): Territory;
export declare function hasMapcodeForm(text: string): boolean;
export declare function indexOfShortestLocal(list: CodeList): number;
export declare function isNearBorder(latDeg: number, lonDeg: number, options?: PrecisionOptions): boolean;
export declare function isNearBorder(point: PointInput, options?: PrecisionOptions): boolean;
export declare function mapcodeInAlphabet(mapcode: MapcodeInput, alphabet: AnyAlphabetName, precision?: number): string;
export declare function mapcodeInRoman(mapcode: MapcodeInput): string;
export declare function mapcodesOfPoint(batch: CodeBatch, point: number): Mapcode[];
export declare function maxErrorMeters(precision: number): number;
export declare function parseCoordinates(text: string): Coordinate;
export declare function parseLatitude(text: string): number;
export declare function parseLongitude(text: string): number;
export declare function parseMapcode(text: string, options?: DecodeOptions): MapcodeParse;
export declare function rectangleToGeoJson(rectangle: Rectangle): PolygonGeometry | MultiPolygonGeometry;
export declare function resolveEncodeBatchOptions(options?: EncodeBatchOptions): ResolvedEncodeBatchOptions;
export declare function searchTerritories(text: string, options?: SearchOptions): Territory[];
export declare function shortestLocalMapcode(mapcodes: readonly Mapcode[]): Mapcode | undefined;
export declare function subdivisions(country: string): Territory[];
export declare function territories(): readonly Territory[];
export declare function territoryInAlphabet(territory: TerritoryName, alphabet: AnyAlphabetName): string;
export declare function territoryNumber(name: TerritoryName, parent?: string): number;

// mapcoded/batch, mapcoded/embedded/batch, mapcoded/fetched/batch

export declare class BatchError extends BatchError_base {
    readonly code: "invalid-batch" | "batch-limit-exceeded";
    readonly option: BatchOptionName | undefined;
    constructor(message: string, option?: BatchOptionName);
}
export declare class BatchLimitError extends BatchLimitError_base {
    readonly code = "batch-limit-exceeded";
    readonly limit: keyof typeof LIMIT_MESSAGES;
    readonly max: number;
    constructor(limit: keyof typeof LIMIT_MESSAGES, max: number);
}
export interface BatchLimits {
    readonly maxRows?: number | undefined;
    readonly maxInputBytes?: number | undefined;
}
export type BatchOptionName = keyof ConversionOptions | "from" | "to";
export interface BatchOptions extends GivenValues<ResolvedBatchOptions> {
}
export interface BatchPlan extends FormatPlan, FrameBytes {
    readonly options: ResolvedBatchOptions;
    readonly preambleLines: number;
    readonly notices: readonly string[];
}
export interface Cell {
    readonly value: unknown;
    readonly column?: string;
}
export interface Chunk {
    readonly bytes: Uint8Array;
    readonly error?: ChunkError;
}
export interface ChunkError {
    readonly code: RowErrorCode;
    readonly message: string;
    readonly lines: number;
    readonly isFirst: boolean;
    readonly isLast: boolean;
}
export interface ConversionOptions extends OptionValues<typeof CONVERSION_OPTIONS> {
}
export interface ConvertedChunk extends RowCounts {
    readonly bytes: Uint8Array;
    readonly isContinued: boolean;
    readonly lines: number;
    readonly failures: readonly Failures[];
    readonly firstError?: LocatedRowError;
    readonly absentColumns: readonly string[];
    readonly bytesBeforeError: number;
}
export interface Converter {
    convert(chunk: Chunk): ConvertedChunk;
}
export declare const DEFAULT_BATCH_OPTIONS: ResolvedBatchOptions;
export declare const DEFAULT_MAX_ROW_BYTES: number;
export declare class DecodeStream extends BatchStream {
    constructor(options?: StreamOptions, limits?: BatchLimits);
}
export declare class EncodeStream extends BatchStream {
    constructor(options?: StreamOptions, limits?: BatchLimits);
}
export declare const FORMAT_NAMES: readonly FormatName[];
export interface FailedRow extends LocatedRowError {
    readonly bytes: Uint8Array;
    readonly isFirst: boolean;
    readonly isLast: boolean;
}
export interface Failures<First = LocatedRowError> {
    readonly rows: number;
    readonly first: First;
}
export type FormatName = "csv" | "tsv" | "ndjson" | "json" | "plain" | "geojson" | "geojsonseq" | "geojsonl";
export interface FrameBytes {
    readonly opening: Uint8Array;
    readonly between: Uint8Array;
    readonly closing: Uint8Array;
}
export declare const INCLUDES: readonly [
    "offset",
    "rectangle"
];
export type Include = (typeof INCLUDES)[number];
export interface InputFacts {
    readonly notices?: readonly string[];
    readonly memberNames?: readonly string[] | undefined;
    readonly usedNames?: readonly string[] | undefined;
    readonly isPart?: boolean;
    readonly combinedColumns?: readonly string[] | undefined;
    readonly outputDelimiter?: string | undefined;
}
export interface LayoutColumn {
    readonly name: string;
    readonly isResult: boolean;
    readonly index: number;
    readonly source: string;
}
export type LineEnd = "\n" | "\r\n";
export interface LocatedRowError extends RowError {
    readonly row: number;
    readonly line: number;
}
export type Operation = "encode" | "decode";
export interface OutputColumn {
    readonly name: string;
    readonly as?: string;
}
export declare class OutputFrame {
    #private;
    hasRows: boolean;
    constructor(plan: Pick<FrameBytes, "between">, hasRows?: boolean);
    before(rows: Uint8Array, isContinued: boolean): Uint8Array;
}
export declare class PreambleCollector {
    #private;
    constructor(options: ResolvedBatchOptions);
    get bytes(): Uint8Array;
    add(bytes: Uint8Array): boolean;
}
export interface ResolvedBatchOptions extends OptionValues<typeof BATCH_OPTIONS> {
}
export type ResultValue = string | number | undefined;
export type Role = "latitude" | "longitude" | "coordinates" | "mapcode" | "territory" | "international" | "country";
export declare class RowCounter extends RowTotals implements RowCounts {
    lines: number;
    failures: readonly Failures[];
    firstError: LocatedRowError | undefined;
    constructor(preambleLines: number);
    add(chunk: RowCounts & Pick<ConvertedChunk, "lines">): void;
}
export interface RowCounts {
    readonly rows: number;
    readonly converted: number;
    readonly failed: number;
    readonly clamped: number;
    readonly firstError?: LocatedRowError | undefined;
    readonly failures: readonly Failures[];
    readonly absentColumns?: readonly string[] | undefined;
}
export interface RowError {
    readonly code: RowErrorCode;
    readonly message: string;
    readonly column?: string;
}
export type RowErrorCode = keyof typeof ROW_ERRORS;
export type RowInput = Readonly<Partial<Record<Role, Cell>>>;
export interface RowObserver {
    readonly onFailed?: (row: FailedRow) => void;
    readonly onRow?: (input: RowInput, result: RowResult, error: RowError | undefined) => void;
}
export interface RowResult {
    readonly lists: readonly (readonly ResultValue[])[];
    readonly point?: Coordinate;
    readonly isClamped?: boolean;
    readonly listErrors?: readonly (RowError | undefined)[];
}
export interface Splitter {
    push(bytes: Uint8Array): readonly Chunk[];
    end(): readonly Chunk[];
    readonly closing?: Uint8Array | undefined;
}
export interface StreamOptions extends Omit<BatchOptions, "operation"> {
}
export declare function createConverter(plan: BatchPlan, observer?: RowObserver): Converter;
export declare function createSplitter(plan: BatchPlan): Splitter;
export declare function planBatch(preamble: Uint8Array, options: ResolvedBatchOptions, facts?: InputFacts): BatchPlan;

// mapcoded/batch/node

export declare class BatchTransform extends Transform {
    #private;
    constructor(operation: Operation, options: StreamOptions, limits: BatchLimits);
    get counts(): RowCounts;
    _transform(bytes: Uint8Array, _: BufferEncoding, callback: TransformCallback): void;
    _flush(callback: TransformCallback): void;
    _read(size: number): void;
}
export declare function createDecodeTransform(options?: StreamOptions, limits?: BatchLimits): BatchTransform;
export declare function createEncodeTransform(options?: StreamOptions, limits?: BatchLimits): BatchTransform;

// mapcoded/borders, mapcoded/embedded/borders, mapcoded/fetched/borders

export declare const MAX_CANDIDATES = 16;
export declare function encodeByBorders(latDeg: number, lonDeg: number, options?: EncodeOptions): Mapcode[];
export declare function encodeByBorders(point: PointInput, options?: EncodeOptions): Mapcode[];
export declare function encodeLocal(latDeg: number, lonDeg: number, options?: MapcodeOptions): Mapcode | undefined;
export declare function encodeLocal(point: PointInput, options?: MapcodeOptions): Mapcode | undefined;
export declare function encodeLocalInto(latDeg: number, lonDeg: number, precision: number, list: CodeList): number;
export declare function territoriesAt(latDeg: number, lonDeg: number): Territory[];
export declare function territoriesAt(point: PointInput): Territory[];
export declare function territoriesAtInto(latDeg: number, lonDeg: number, territories: Int16Array): number;

// mapcoded/init

export declare function init(tables: Uint8Array | ArrayBuffer): void;
export declare function initFrom(source: string | URL | Response | Promise<string | URL | Response>): Promise<void>;
export * from "mapcoded";

// mapcoded-cli/duckdb

export interface DuckDBOptions {
    readonly errors?: "null" | "throw";
    readonly local?: "borders" | "shortest";
}
export function registerMapcodes(connection: {
    registerScalarFunction(scalarFunction: never): void;
}, duckdb: object, options?: DuckDBOptions): void;

// Named above, but not exported

declare abstract class BatchStream {
    #private;
    readonly writable: WritableStream<Uint8Array>;
    readonly readable: ReadableStream<OwnBytes>;
    constructor(operation: Operation, options: StreamOptions, limits: BatchLimits);
    get counts(): RowCounts;
}
declare const BatchError_base: typeof MapcodeError;
declare const BatchLimitError_base: typeof BatchError;
declare const ContradictoryOptionsError_base: typeof MapcodeError;
declare const InvalidCoordinateError_base: typeof InvalidValueError;
declare const InvalidOptionError_base: typeof InvalidValueError;
declare const InvalidValueError_base: typeof MapcodeError;
declare const LIMIT_MESSAGES: {
    readonly maxRowBytes: (max: string) => Message;
    readonly maxRows: (max: string) => string;
    readonly maxInputBytes: (max: string) => string;
};
declare const MalformedCoordinatesError_base: typeof MapcodeError;
declare const MalformedMapcodeError_base: typeof InvalidValueError;
declare const MapcodeError_base: ErrorConstructor;
declare const OutOfRangeError_base: typeof InvalidValueError;
declare const PrecisionOutOfRangeError_base: typeof InvalidValueError;
declare const UnknownAlphabetError_base: typeof InvalidValueError;
declare const UnknownMapcodeError_base: typeof InvalidValueError;
declare const UnknownTerritoryError_base: typeof InvalidValueError;
declare const UnwritableMapcodeError_base: typeof InvalidValueError;
export declare class RowTotals {
    rows: number;
    converted: number;
    failed: number;
    clamped: number;
    absentColumns: RowCounts["absentColumns"];
    merge(counts: Omit<RowCounts, "firstError" | "failures">): void;
}
export declare const BATCH_OPTIONS: {
    operation: OptionDeclaration<Operation>;
    territory: OptionDeclaration<string | undefined>;
    country: OptionDeclaration<string | undefined>;
    alphabet: OptionDeclaration<string | undefined>;
    precision: OptionDeclaration<number>;
    all: OptionDeclaration<boolean>;
    local: OptionDeclaration<"shortest" | "borders">;
    include: OptionDeclaration<readonly ("offset" | "rectangle")[]>;
    latColumn: OptionDeclaration<string | undefined>;
    lonColumn: OptionDeclaration<string | undefined>;
    coordinatesColumn: OptionDeclaration<string | undefined>;
    codeColumn: OptionDeclaration<string | undefined>;
    internationalColumn: OptionDeclaration<string | undefined>;
    territoryColumn: OptionDeclaration<string | undefined>;
    countryColumn: OptionDeclaration<string | undefined>;
    header: OptionDeclaration<boolean>;
    delimiter: OptionDeclaration<string | undefined>;
    decimalComma: OptionDeclaration<boolean>;
    encoding: OptionDeclaration<string | undefined>;
    skip: OptionDeclaration<number>;
    comment: OptionDeclaration<string | undefined>;
    maxRowBytes: OptionDeclaration<number>;
    columns: OptionDeclaration<readonly import("./index.js").OutputColumn[] | undefined>;
    onlyResults: OptionDeclaration<boolean>;
    resultPrefix: OptionDeclaration<string | undefined>;
    replace: OptionDeclaration<boolean>;
    typedNumbers: OptionDeclaration<boolean>;
    nullText: OptionDeclaration<string | undefined>;
    clamp: OptionDeclaration<boolean>;
    from: OptionDeclaration<FormatName>;
    to: OptionDeclaration<FormatName>;
};
export declare const CONVERSION_OPTIONS: {
    operation: import("./declaration.js").OptionDeclaration<import("./operations.js").Operation>;
    territory: import("./declaration.js").OptionDeclaration<string | undefined>;
    country: import("./declaration.js").OptionDeclaration<string | undefined>;
    alphabet: import("./declaration.js").OptionDeclaration<string | undefined>;
    precision: import("./declaration.js").OptionDeclaration<number>;
    all: import("./declaration.js").OptionDeclaration<boolean>;
    local: import("./declaration.js").OptionDeclaration<"shortest" | "borders">;
    include: import("./declaration.js").OptionDeclaration<readonly ("offset" | "rectangle")[]>;
    latColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    lonColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    coordinatesColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    codeColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    internationalColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    territoryColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    countryColumn: import("./declaration.js").OptionDeclaration<string | undefined>;
    header: import("./declaration.js").OptionDeclaration<boolean>;
    delimiter: import("./declaration.js").OptionDeclaration<string | undefined>;
    decimalComma: import("./declaration.js").OptionDeclaration<boolean>;
    encoding: import("./declaration.js").OptionDeclaration<string | undefined>;
    skip: import("./declaration.js").OptionDeclaration<number>;
    comment: import("./declaration.js").OptionDeclaration<string | undefined>;
    maxRowBytes: import("./declaration.js").OptionDeclaration<number>;
    columns: import("./declaration.js").OptionDeclaration<readonly OutputColumn[] | undefined>;
    onlyResults: import("./declaration.js").OptionDeclaration<boolean>;
    resultPrefix: import("./declaration.js").OptionDeclaration<string | undefined>;
    replace: import("./declaration.js").OptionDeclaration<boolean>;
    typedNumbers: import("./declaration.js").OptionDeclaration<boolean>;
    nullText: import("./declaration.js").OptionDeclaration<string | undefined>;
    clamp: import("./declaration.js").OptionDeclaration<boolean>;
};
export declare const ROW_ERRORS: Readonly<{
    readonly "malformed-row": "The row does not have the form of its format.";
    readonly "row-too-long": "The row is too long.";
    readonly "open-quote": "A quote of the row does not close.";
    readonly "not-utf8": "The row is not UTF-8 text.";
    readonly "missing-value": "The row has no value to convert.";
    readonly "ambiguous-member": "Several members of the row may hold the value to convert.";
    readonly "unexpected-member": "The row has a member that the first row does not have.";
    readonly "invalid-coordinate": "A coordinate is not a number of degrees.";
    readonly "malformed-coordinates": "A text is not a point.";
    readonly "out-of-range": "The point is out of range.";
    readonly "no-mapcode": "The point has no mapcode in its territory or country.";
    readonly "unwritable-mapcode": "The alphabet has no letters for a mapcode.";
    readonly "malformed-mapcode": "A text does not have the form of a mapcode.";
    readonly "unknown-mapcode": "A mapcode is not the code of a place.";
    readonly "unknown-territory": "A name is not a territory or country.";
    readonly "not-converted": "The batch ended before the row.";
}>;
export interface Columns {
    readonly columns: readonly string[];
    readonly indexes: Readonly<Partial<Record<Role, number>>>;
    readonly members: Readonly<Partial<Record<Role, string>>>;
    readonly names: readonly string[];
}
export interface FormatContext {
    readonly options: ConversionOptions;
    readonly keepsFormat: boolean;
    readonly hasTableOutput: boolean;
    readonly hasFeatureOutput: boolean;
    readonly delimiter: string;
    readonly memberNames: readonly string[] | undefined;
    readonly outputDelimiter: string | undefined;
    readonly isSequence: boolean;
    readonly inputOpening: string | undefined;
}
export interface FormatPlan extends FormatContext, Columns {
    readonly added: readonly string[];
    readonly layout: readonly LayoutColumn[] | undefined;
    readonly lineEnd: LineEnd;
    readonly preambleBytes: number;
}
export interface OptionDeclaration<Value = unknown> extends Declared<Value> {
    readonly type: "string" | "boolean" | "number" | "array";
    readonly default: Value;
    readonly choices?: readonly string[];
    readonly min?: number;
    readonly max?: number;
}
export interface OptionReference {
    readonly option: string;
    readonly value: string | number | undefined;
}
export type ByOperation<Value> = Value | Readonly<Record<Operation, Value>>;
export type GivenValues<Values> = {
    readonly [Name in keyof Values]?: Values[Name] | undefined;
};
export type Message = string | readonly (string | OptionReference)[];
export type OptionGroup = "Mapcodes" | "Input" | "Columns" | "Output" | "Errors" | "Run";
export type OptionValues<Declarations> = {
    readonly [Name in keyof Declarations]: Declarations[Name] extends OptionDeclaration<infer Value> ? Value : never;
};
export type OwnBytes = ReturnType<Uint8Array["slice"]>;
interface Declared<Value> {
    readonly operation?: Operation;
    readonly flag?: ByOperation<string>;
    readonly help?: ByOperation<string>;
    readonly group?: OptionGroup | undefined;
    readonly parameter?: ParameterText;
    readonly expected?: string;
    readonly excludes?: string;
    readonly parse?: (text: string) => Value | undefined;
    readonly check?: (value: NonNullable<Value>, operation: Operation) => Message | undefined;
}
interface ParameterText {
    readonly help: string;
    readonly example?: string;
}
