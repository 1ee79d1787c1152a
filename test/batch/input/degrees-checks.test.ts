/** Columns that change the meaning of the degrees beside them, and columns that do not. */
import { describe, expect, it } from "vitest";
import { BatchError } from "../../../src/batch/index.ts";
import { decideColumns } from "../../../src/batch/input/columns.ts";
import { checkDegrees } from "../../../src/batch/input/degrees-checks.ts";
import { makePlan } from "../../../src/batch/input/plan.ts";
import { textOf } from "../../../src/batch/sentences.ts";
import { utf8Bytes } from "../../../src/characters.ts";
import { thrownBy } from "../../support/errors.ts";
import { options, table } from "./samples.ts";

function check(text: string, isChosen = false, isWhole = false, chosen = {}) {
  const columns = { paths: table(text).names, ...table(text) };
  const { latitude = -1, longitude = -1 } = decideColumns(columns, chosen, options());
  const others = { isWhole, isChosen, columns: { latitude, longitude }, options: options() };
  return checkDegrees({ ...columns, ...others }).warnings;
}

/** Rows with a text in place of each dollar. */
const rows = (row: string, values: string) =>
  values
    .split("")
    .map((value) => row.replace("$", value))
    .join("|");

describe("a column beside the degrees, or their name", () => {
  it.each<[name: string, table: string, says?: string]>([
    ["'lat_dir'", "id;lat;lat_dir;lon;lon_dir|1;33.45;S;70.67;W"],
    ["'lat_dir'", "id;latitude;lat_dir;longitude;lon_dir|1;33.45;S;70.67;W|1;34;S;58;W"],
    [
      "'GPSLatitudeRef'",
      "GPSLatitude;GPSLongitude;GPSLatitudeRef;GPSLongitudeRef|33.857;151.2;S;E",
    ],
    [
      "'latitude_hemisphere'",
      "latitude;latitude_hemisphere;longitude;longitude_hemisphere|23.65;South;70.4;West",
    ],
    ["'Lat Indicator'", "Lat;Lat Indicator;Lon;Lon Indicator|33.45;South;70.67;West"],
    ["'lat_dir'", "lat;lat_dir;lon;lon_dir|33.45;S;70.67;W;|34;S;58;W;"],
    ["'GPSLatitudeRef'", "lat;GPSLatitudeRef;lon;GPSLongitudeRef|33.45;b'S';70.67;b'W'"],
    ["'lat_sec'", "lat;lat_sec;lon;lon_sec|52°22';12.8;4°53';42.6", "minutes"],
    ["'hemi_lat'", "enlem;hemi_lat;boylam;hemisphere_lon|33.8;South;70.6;West"],
    ["column 2,", "lat;;lon;|33.45;S;70.67;W|12.46;S;130.84;E"],
    ["'NS'", "Breite;NS;Länge;OW|33.45;S;70.67;W|52.09;N;5.12;O"],
    ["'NS'", "lat;lon;z;NS;EW|33.45;70.67;1;S;W"],
    ["'h1'", `lat;h1;lon;h2|${rows("31.45;$;70.61;W", "SSSSSS?SSSSSSSS")}`],
    ["'a'", "纬度;a;经度;b|33.4;南;70.6;西经|33.4;南纬;70.6;西"],
    ["'lat_ref'", "lat;lat_ref;lon;lon_ref|33.4;;70.6;|33.4;S;70.6;W"],
    ["'lat_ref'", "lat;lat_ref;lon|33.4;S;70.6|-999;S;70.6"],
    ["'lat_sign'", "lat;lat_sign;lon;lon_sign|33.8;-;70.6;-"],
    ["'sgn_lat'", "sgn_lat;lat;sgn_lon;lon|-1;33.8;-1;70.6|1;52;1;5"],
    ["'NS'", "lat;NS;lon;EW|33.8;-1;70.6;-1|52;1;5;1"],
    ["'hem'", "lat;lon;hem|33.8;70.6;SW"],
    ["'Hemisphere'", "lat;lon;Hemisphere|33.8;70.6;S/W"],
    ["'hemisphere'", "latitude;hemisphere;longitude|33.85;S;151.2"],
    ["'с/ю'", "широта;с/ю;долгота;в/з|33.8;ю;70.6;з"],
    ["'南北'", "緯度;南北;経度;東西|33.8;南緯;70.6;西経"],
    ["'NorthSouth'", "lat;lon;a;NorthSouth;EastWest|33.8;70.6;1;S;W"],
    ["'N or S'", "lat;lon;a;N or S;E or W|33.8;70.6;1;S;W"],
    ["'N_S_ind'", "lat;N_S_ind;lon|33.8;S;151.2"],
    ["'Hemisfério'", "lat;Hemisfério;lon|15.8;Sul;47.9"],
    ["'yön'", "enlem;yön;boylam;yön|33.8;Güney;70.6;Batı"],
    ["'väder'", "lat;väder;lon;streck|33.8;syd;70.6;väst"],
    ["'Hemisphere_NS'", "lat;lon;Hemisphere_NS;Hemisphere_EW|33.8;70.6;S;W"],
    ["'N/S Direction'", "lat;lon;N/S Direction;E/W Direction|33.8;70.6;S;W"],
    ["'NS_flag'", "lat;lon;NS_flag;EW_flag|33.8;70.6;S;W"],
    ["'Norte/Sur'", "lat;lon;Norte/Sur;Este/Oeste|33.8;70.6;Sur;Oeste"],
    ["'Nord/Sud'", "lat;lon;Nord/Sud;Est/Ouest|33.8;70.6;Sud;Ouest"],
    ["'Hem1'", "lat;lon;Hem1;Hem2|33.8;70.6;S;W"],
    ["'hem_ns'", "hem_ns;hem_ew;lat;lon|S;W;33.8;70.6"],
    ["'hemisphere_latitude'", "lat;lon;hemisphere_latitude|33.8;151.2;S"],
    ["'latitude_ref'", "stop_lat;stop_lon;latitude_ref;longitude_ref|33.8;70.6;S;W"],
    ["'latitude_ref'", "lat;lon;latitude_ref|33.8;151.2;S"],
    ["'GPSLatitudeRef'", "lat;lon;GPSLatitudeRef|33.8;151.2;S"],
    ["'EXIF GPSLongitudeRef'", "latitude;longitude;EXIF GPSLongitudeRef|33.8;118.2;W"],
    ["'latHem'", "decimalLatitude;decimalLongitude;latHem|33.8;151.2;S"],
    ["'y_hem'", "y_coord;x_coord;y_hem;x_hem|33.8;70.6;S;W"],
    ["'Hemisphäre'", "Breite;Länge;Ort;Hemisphäre|33.8;70.6;X;SW"],
    ["'NS'", "time;lat;NS;lon;EW|1;;;;|2;;;;"],
    ["'lat_min'", "lat;lat_min;lon;lon_min|;;;", "minutes"],
    ["'Lat (DD.MMSS)'", "Lat (DD.MMSS);Lon (DD.MMSS)|52.0526;5.0717", "degrees and minutes"],
    ["'LAT_DDMMSS'", "LAT_DDMMSS;LON_DDMMSS|52.1;5.1", "degrees and minutes"],
    ["'Latitude (arcsec)'", "Latitude (arcsec);Longitude (arcsec)|18.7;1.8", "seconds"],
    ["'baidu_lat'", "baidu_lat;baidu_lng|39.9;116.4", "BD-09"],
    ["'Latitude (NAD27)'", "Latitude (NAD27);Longitude (NAD27)|39.9;-116.4", "NAD27"],
    ["'Yön'", "Enlem;Yön;Boylam;Yön|39.9;K;32.8;D|33.8;G;70.6;B"],
    ["'lat_dir'", "lat;lat_dir;lon;lon_dir|46.9;É;19.5;K|33.8;D;70.6;N"],
    ["'Sign'", "lat;Sign;lon;Sign|33.8;-;70.6;-|52;+;5;+"],
    ["'Sign'", "Sign;lat;Sign;lon|-1;33.8;-1;70.6"],
    ["'unit'", "lat;lon;unit|0.909;0.089;rad|-0.59;2.639;rad", "radians"],
    ["'mag_lat'", "mag_lat;mag_lon|52.1;5.1", "other poles"],
    ["'Lat Ferro'", "Lat Ferro;Lon Ferro|48.2;34.04", "another meridian"],
    ["'lat_dhdn'", "lat_dhdn;lon_dhdn|52.1;5.1", "an older datum"],
    ["'lat_rad'", "lat_rad;lon_rad|0.909;0.089", "radians"],
    ["'latitude (gon)'", "latitude (gon);longitude (gon)|57.88;5.69", "gons"],
    [
      "'Latitude (DDMM.MM)'",
      "Latitude (DDMM.MM);Longitude (DDMM.MM)|52.2;4.5",
      "degrees and minutes",
    ],
    ["'lat_gcj02'", "lat_gcj02;lng_gcj02|39.9;116.4", "GCJ-02"],
    ["'lat_m'", "lat_d;lat_m;lon_d;lon_m|52;22.5;4;54.5", "minutes"],
    ["'lat_dir'", "lat;lat_dir;lon;lon_dir|5205.4438;N;00507.2852;E", "NMEA"],
    ["'Long (W)'", "Lat (N);Long (W)|37.7;122.4", "west"],
    ["'lat_south'", "lat_south;lon_east|33.8;151.2", "south"],
    ["'latmin'", "latdeg;latmin;latsec;londeg;lonmin;lonsec|52;22;35;4;54;31", "minutes"],
    ["'min'", "lat;min;sec;lon;min;sec|52;22;35;4;54;31|51;55;4;4;28;54", "minutes"],
    ["'lat_mn'", "lat;lat_mn;lon;lon_mn|52;22.591;4;54.513", "minutes"],
    ["column 3,", "station;Latitude;;;Longitude;;|A;52;22;35;4;54;31", "minutes"],
    ["'lat_min'", "lat;lon;lat_min;lon_min|52;4;22.5;54.5", "minutes"],
    ["'lat_min'", "lat;lat_min;lon;lon_min|-33;51;-70;12", "minutes"],
    ["'m'", "lat;m;lon;m;depth|52;22;4;54;12|51;21;3;53;11", "minutes"],
    ["'lat_min'", "lat;lat_min;lon;lon_min|52;60;4;54|52;22;4;30", "minutes"],
    ["'min_lat'", "lat;lon;min_lat;min_lon|52;4;22.5;54.5", "minutes"],
    ["'min_纬度'", "纬度;经度;min_纬度;min_经度|52;4;22.5;54.5", "minutes"],
    ["'lat_m'", "lat;lat_m;lon;lon_m|52;22.5;4;54.5|N/A;N/A;N/A;N/A", "minutes"],
    ["'lat_min'", "lat;lat_min;lon;lon_min|52°;22.5';4°;54.5'", "minutes"],
    ["'lat_m'", "lat_d;lat_m;lon_d;lon_m|deg;min;deg;min|52;22.5;4;54.5", "minutes"],
    ["'lat_min'", "lat;lat_min;lon;lon_min|52.1;;5.1;|52;22.5;4;54.5", "minutes"],
    ["'lat_min'", "lat;lat_min;lon;lon_min|52.1;0;5.1;0|52;22.5;4;54.5", "minutes"],
    ["'ns'", "lat;ns;lon;ew|deg;-;deg;-|33.8;S;70.6;W"],
    ["'dir_lat'", "lat;lon;a;dir_lat;dir_lon|33.8;70.6;1;S;W"],
    ["'lat (rad)'", "lat;lon|rad;rad|0.909;0.089", "radians"],
    ["'lat (DD MM.MMM)'", "lat;lon|DD MM.MMM;DDD MM.MMM|52.2;4.5", "degrees and minutes"],
    ["'lat (degrees_south)'", "lat;lon|degrees_south;degrees_east|33.8;151.2", "south"],
    ["'Lon (deg W)'", "Lat (deg N);Lon (deg W)|37.7;122.4", "west"],
  ])("that changes what they say ends the batch: %s of %s", (name, text, what = "hemispheres") => {
    const { message, option } = thrownBy(BatchError, () => check(text));
    expect(message).toContain(what);
    expect(message).toContain(name);
    expect(option).toBe("latColumn");
    const [warning] = check(text, true);
    expect(warning.message).toContain(name);
  });

  it("names the options that go on without hemispheres, if all are north and east", () => {
    const messageOf = (text: string) => thrownBy(BatchError, () => check(text)).message;
    const advice = 'use the option latColumn: "LAT" and the option lonColumn: "LON"';
    expect(messageOf("LAT;N/S;LON;E/W|52.1;N;5.1;E")).toContain(advice);
    expect(messageOf("LAT;N/S;LON;E/W|52.1;N;5.1;E|52.1;N;5.1;W")).not.toContain(advice);
    const [{ message }] = check("LAT;N/S;LON;E/W|52.1;N;5.1;E", true);
    expect(JSON.stringify(message)).not.toContain("latColumn");
  });

  it.each([
    "latS;lon",
    "lat;lonW",
    "lat;lon (west positive)",
    "lat;lon (+W)",
  ])("warns if it is chosen nevertheless: %s", (names) => {
    const chosen = { latitude: 0, longitude: 1 };
    expect(check(`${names}|33.8;70.6`, true, false, chosen)).toHaveLength(1);
    expect(check(`${names}|-33.8;-70.6`, true, false, chosen)).toEqual([]);
  });

  it.each([
    ["the direction of travel", "lat;lon;direction|52.1;5.1;N|52;4.7;W"],
    ["the direction of travel, always the same", "lat;lon;direction|52.1;5.1;W|52;4.7;W"],
    ["the same in Chinese", "纬度;经度;direction|52.1;5.1;北|52;4.7;西"],
    ["the side of a street", "side;lat;lon|N;52.1;5.1|S;52;4.7|E;52;4"],
    ["the side of a street, always the same", "side;lat;lon|N;52.1;5.1|N;52;4.7"],
    ["a flag", "lat;lat_flag;lon;lon_flag|52.1;N;5.1;N|52;N;4.7;N"],
    ["a flag of quality", "lat;lat_qc;lon;lon_qc|52.1;E;5.1;E"],
    ["a flag for active", "lat;active;lon|52.1;N;5.1"],
    ["the reference of an order", "ref;lat;lon;lat_ref|S;52.1;5.1;S-118|E;52;4.7;E-204"],
    ["hemispheres of signed degrees", "lat;ns;lon;ew|-33.45;S;-70.67;W|52.1;N;5.1;E"],
    ["names with hemispheres that are not negative", "Lat (N);Long (E)|52.1;5.1"],
    ["names with hemispheres of signed degrees", "Lat (N);Long (W)|37.7;-122.4"],
    ["hemispheres of degrees with letters", "lat;ns;lon;ew|33.45S;S;70.67W;W"],
    ["names of a notation of their texts", "Lat (DMS);Lon (DMS)|52°22'35\"N;4°54'31\"E"],
    ["indicators of quality", "lat;lat_ind;lon;lon_ind|52.1;1;5.1;1"],
    ["dashes for missing references", "lat;lat_ref;lon;lon_ref|52.1;-;5.1;-"],
    ["dashes for missing values", "lat;alt;lon;acc|52.1;-;5.1;-"],
    ["directions of the wind", "lat;lon;wind|52.1;5.1;SW|52;4.7;NE"],
    ["no value", "lat;lat_ref;lon;lon_ref|52.1;;5.1;"],
    ["minutes and seconds of time", "lat;lon;min;sec|52.1;5.1;14;30"],
    ["minutes of time, of whole degrees", "lat;lon;min;sec|52;5;14;30"],
    ["bounds", "lat;lon;lat_min;lat_max;lon_min;lon_max|52;5;52;53;5;6"],
    ["two flags beside each other", "lat;lon;deleted;direction|52.1;5.1;N;W"],
    ["a flag of both hemispheres that is no hemisphere", "lat;lon;NS_flag;EW_flag|52.1;5.1;1;0"],
    ["empty columns of times", "lat;lon;min;sec|;;;"],
    ["degrees of NAD 83", "Latitude (NAD83);Longitude (NAD83)|39.9;-116.4"],
    ["names of Salesforce", "Location__Latitude__s;Location__Longitude__s|33.8;151.2"],
    ["flags of both axes", "lat;q;lon;q|52.1;G;5.1;B|52;B;4.7;G"],
    ["a grade and a class on two sides", "grade;lat;lon;class|A;52.1;5.1;X"],
    ["flags in one letter", "lat;lat_qc;lon;lon_qc|52.1;A;5.1;B"],
    ["signs of traffic", "lat;lon;sign|52.1;5.1;B6|52;4.7;C1"],
    ["a dose in rad", "lat;lon;dose;unit|52.1;5.1;3;rad"],
    ["minutes beside degrees with decimals", "lat;lat_min;lon;lon_min|52.5;30;5.25;15|52;0;5;0"],
    ["bounds of degrees with decimals", "lat;lat_min;lon;lon_min|52.5;52;5.5;5"],
    ["a height and an accuracy", "lat;alt;lon;acc|52.1;12;5.1;3"],
    ["a height beyond a minute", "lat;alt;lon;acc|52;112;5;3"],
    ["values of a grid", "lat;lon;temperature;salinity|52;5;12;35"],
    ["width and length", "lat;lon;Breite;Länge|52.1;5.1;3;4"],
    ["the hemisphere of a zone of UTM", "zone;hemisphere;lat;lon|31;N;52.1;5.1"],
    ["a district", "lat;lon;quarter|52.1;5.1;West|52;4.7;West"],
    ["units of degrees", "time;latitude;longitude|UTC;degrees_north;degrees_east|1;52.1;5.1"],
    ["units of degrees in brackets", "lat;lon|(deg N);(deg E)|52.1;5.1"],
    ["heights with units", "lat;alt;lon;acc|52;12 m;5;3 m"],
    ["names that end in x and y", "y;x;s_y;s_x|52;5;12;35"],
    ["hemispheres of signs of one axis", "lat;ref;lon;ref|40.7;N;-74;W|34.05;N;-118.2;W"],
    ["quadrants of a city", "quadrant;lat;lon|NW;38.9;-77|NE;38.91;-76.9|SW;38.88;-77.1"],
    ["distances from lines", "ns;ew;lat;lon|N;E;35.5;-97.5|S;W;35.6;-97.6"],
    ["a state and a mode", "status;lat;mode;lon|A;52.1;D;5.1|V;52;D;4.7"],
    ["a name and a flag", "id;lat;flag;lon|A;52.37;N;4.9|B;52.1;Y;5.1"],
    ["datums like WGS 84", "lat;lon;geodeticDatum|52.1;5.1;WGS84|52;4.7;EPSG:4326|52;4.8;unknown"],
    ["systems within meters of WGS 84", "lat;lon;crs;srid|-15.8;-47.9;EPSG:4674;4326"],
    ["numbers that are no systems", "lat;lon;crs_score|52.1;5.1;12345"],
  ])("with %s stays an ordinary column", (_, text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    ["N and E", "lat;ns;lon;ew|52.1;N;5.1;E|52;N;4.7;E", false],
    ["S and E", "lat;ns;lon;ew|33.8;S;151.2;E|34;S;150;E", true],
    ["letters of Turkish", "lat;yon;lon;yon|33.8;G;70.6;B|34;G;71;B", true],
    ["E, and a flag N,", "deleted;lat;lon;lon_ref|N;52.1;5.1;E|N;52;4.7;E", true],
    ["E alone", "lat;lon;lon_ref|52.1;5.1;E|52;4.7;E", true],
    ["N and E of NMEA", "lat;ns;lon;ew|5222.591;N;00454.513;E", true],
  ])("with %s in all rows of an input stops if they move places", (_, text, stops) => {
    thrownBy(BatchError, () => check(text));
    if (stops) thrownBy(BatchError, () => check(text, false, true));
    else expect(check(text, false, true)).toEqual([]);
  });

  it("with hemispheres stops in spite of a wrong row", () => {
    const right = "33.8;S;151.2;E|".repeat(20);
    thrownBy(BatchError, () => check(`lat;ns;lon;ew|${right}33.8;S;-70.6;E`, false, true));
  });

  it.each([
    ["Country;lat;lon|US;40.71;74.01|US;34.05;118.24|NL;52.1;5.1", "'US'"],
    ["city;country;lat;lon|A;Brazil;23.55;46.63|B;Brazil;22.91;43.17", "'Brazil'"],
    ["lat;lon;iso3|52.1;-5.1;NLD|51.9;-4.5;NLD", "'NLD'"],
    ["addr:country;lat;lon|US;40.71;74.01|US;34.05;118.24", "'US'"],
    ["lat;lon;CountryISOCode|52.1;-5.1;NLD|51.9;-4.5;NLD", "'NLD'"],
    ["Kraj;lat;lon|US;40.71;74.01|US;34.05;118.24", "'US'"],
    ["state;lat;lon|NY;40.71;74.01|WA;47.6;122.3|CA;34.05;118.24", "'NY'"],
    ["city;stateProvince;lat;lon|A;São Paulo;23.55;46.63|B;Bahia;12.97;38.5", "'São Paulo'"],
    ["UF;lat;lon|SP;23.55;46.63|BA;12.97;38.5|DF;15.79;47.88", "'SP'"],
    // In rows beside others without a point.
    ["country;lat;lon|US;40.7;-74|US;;|US;0;0|US;34.05;118.24", "'US'"],
    // In one of many rows.
    [`country;lat;lon|${"CL;-33.4;-70.6|".repeat(100)}CL;33.4;-70.6`, "'CL'"],
  ])("with countries that the points have with other signs warns: %s", (text, country) => {
    const { message } = check(text)[0];
    expect(message).toContain(` of ${country} seem to have a wrong sign or none. Write the`);
  });

  it.each([
    [
      "all rows",
      "country;lat;lon|Iran;51.4;35.7|Iran;52.5;29.6",
      "Use the option --lat-column lon",
    ],
    ["some rows", "country;lat;lon|US;40.7;-74|Iran;35.7;51.4|Iran;52.5;29.6", "Swap these."],
  ])("with countries that the points have once swapped warns: in %s", (_, text, advice) => {
    const warnings = check(text);
    expect(warnings).toHaveLength(1);
    expect(textOf(warnings[0].message, "command")).toContain(` swapped. ${advice}`);
  });

  it.each([
    "country;lat;lon|US;40.71;-74.01|NL;52.1;5.1|FR;48.9;2.4",
    // One of them is enough: the others are at sea, or have another flag.
    "country;lat;lon|KE;-1.3;36.8|KE;-1.2;45|KE;1.2;46",
    "country;lat;lon|US;52.1;5.1|US;48.9;2.4",
    "state;lat;lon|NY;40.71;-74.01|WA;-31.95;115.9|CA;45.4;-75.7|Georgia;41.7;44.8",
    "state;lat;lon|ON;40.7;74|OFF;40.8;74.1|OR;23;46.6",
    // By the border with France, and at sea.
    "country;lat;lon|Spain;42.3;0.7|Spain;42.72;0.5|UK;51.5;-0.1|UK;51.2;1.7",
    // A state of a device in China, and Amazonas of Venezuela.
    "state;lat;lon|OK;39.9;116.4|OK;40.1;116.5",
    "estado;lat;lon|Amazonas;3.4;-65.8|Amazonas;3.5;-65.9|Bolívar;7.5;-63.5|Zulia;10.6;-71.6",
    "country;lat;lon|US;18.2;-66.5|FR;4;-53|FR;-21.1;55.5|UA;45;34|UA;44.6;33.5|RU;45;34",
    // Ships with their flags.
    "country;lat;lon|US;30;120|PA;35;140|LR;51.9;4|NL;52;4|MT;1.2;103.8",
    "country;lat;lon|US;40.71;74.01|x;52.1;5.1|;0;0",
    "country;lat;lon|Unknown;40.71;74.01|Unknown;34.05;118.24",
  ])("with countries is not warned of where signs do not explain the points: %s", (text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    ["geodeticDatum", "NAD27"],
    ["geodeticDatum", "EPSG:4267"],
    ["crs", "urn:ogc:def:crs:EPSG::27700"],
    ["srid", "4267"],
    ["datum", "Pulkovo 1942"],
    ["coord_type", "bd09ll"],
    ["測地系", "日本測地系"],
  ])("with another datum warns: %s %s", (name, system) => {
    const [warning] = check(`lat;lon;${name}|40.1;-105.2;${system}|40.2;-105.3;WGS84`);
    expect(warning.message).toBe(`The column '${name}' has '${system}'. Write degrees of WGS 84.`);
  });

  it.each([
    ["start_lat;start_lon;end_lat;end_lon|52.1;5.1;48.1;2.1", 0, 3, /'start_lat'.*'end_lon'/],
    ["lat;lon;lat_2;lon_2|52.1;5.1;48.1;2.1", 2, 1, /'lat_2' with 'lon_2'.*'lat' with 'lon'/],
    ["lat;lon;lat_2;lon_2|52.1;5.1;52.1;5.1", 2, 1, undefined],
    ["start_lat;start_lon;end_lat;end_lon|52.1;5.1;48.1;2.1", 2, 3, undefined],
    ["lat;long;y;x|52.1;5.1;48.1;2.1", 0, 1, undefined],
    ["North Latitude;West Longitude|40.7;74", 0, 1, /'West Longitude' says west/],
    ["North Latitude;West Longitude|40.7;-74", 0, 1, undefined],
    ["s_lat;s_lon|52.1;5.1", 0, 1, undefined],
    ["lat;lon;x|52.1;;5.1", 0, 2, undefined],
    ["lat;lat;lon|52.1;48.1;5.1", 1, 2, undefined],
  ])("of a chosen pair warns if it is of two places: %s", (text, latitude, longitude, warning) => {
    const warnings = check(text, true, false, { latitude, longitude });
    expect(warnings).toHaveLength(warning ? 1 : 0);
    if (warning) expect(warnings[0].message).toMatch(warning);
  });

  it.each(["Breite;Länge", "bredde;længde"])("that also means a size warns: %s", (names) => {
    const [latitude] = names.split(";");
    const [{ message }] = check(`${names}|52.1;5.1`);
    expect(message).toContain(`'${latitude}'`);
    expect(message).toContain("width and length");
    expect(check(`${names}|52.1;5.1`, true)).toEqual([]);
  });
});

describe("a member beside the object with the degrees", () => {
  const plan = (row: string) => makePlan(utf8Bytes(`${row}\n`), options({ from: "ndjson" }));

  it.each([
    ['{"position":{"lat":33.8,"lon":151.2},"ns":"S","ew":"E"}', "column 'ns'"],
    ['{"gps":{"lat":33.8,"lon":151.2},"ref":{"lat_ref":"S"}}', "column 'ref.lat_ref'"],
    ['{"at":{"in":{"lat":52,"lon":4},"lat_min":22.5,"lon_min":54.5}}', "column 'at.lat_min'"],
    ['{"at":{"lat":52,"lon":4},"rest":{"lat_min":22.5,"lon_min":54.5}}', "column 'rest.lat_min'"],
  ])("that says hemispheres or minutes ends the batch: %s", (row, name) => {
    expect(thrownBy(BatchError, () => plan(row)).message).toContain(name);
  });

  it.each([
    '{"location":{"lat":52.1,"lon":5.1},"dir":"N","street":"E"}',
    '{"dir":"N","location":{"lat":52.1,"lon":5.1},"wind":{"dir":"SW"}}',
    '{"location":{"lat":52,"lon":5},"m":12,"s":30}',
    '{"location":{"lat":-33.8,"lon":-70.6},"ns":"S","ew":"W"}',
    '{"location":{"lat":52.1,"lon":5.1},"legs":[{"ns":"S"}]}',
  ])("that says something else stays: %s", (row) => {
    expect(plan(row).warnings).toEqual([]);
  });
});

describe("columns that are chosen by number in a table without a header", () => {
  const warningsOf = (text: string, latColumn: string, lonColumn: string) => {
    const chosen = options({ from: "csv", header: false, latColumn, lonColumn });
    const { warnings } = makePlan(utf8Bytes(text), chosen);
    return warnings.map(({ message }) => textOf(message, "command"));
  };
  const swapped = "1,4.9,52.3\n2,4.91,52.31\n3,2.35,48.85\n";

  it.each([
    ["swapped", swapped, "3", /swapped\?.*--lat-column 3 and the option --lon-column 2/],
    ["hemispheres", "1,33.85,S,151.2,E\n2,33.9,S,151.2,E\n", "4", /hemispheres.*column 3/],
    ["minutes", "1,52,22.59,4,54.51\n2,48,51.4,2,21.13\n", "4", /minutes.*column 3/],
    ["radians", "1,0.9141,0.0857\n".repeat(9), "3", /radians/],
  ])("warn as others of %s", (_, text, lonColumn, expected) => {
    expect(warningsOf(text, "2", lonColumn)).toEqual([expect.stringMatching(expected)]);
  });

  it("are silent if they are followed, and beside other columns", () => {
    expect(warningsOf(swapped, "3", "2")).toEqual([]);
    expect(warningsOf("1,52.3,4.9,N,5\n2,52.31,4.91,S,7\n", "2", "3")).toEqual([]);
    expect(warningsOf("N,52.3,S,4.9,12\nN,52.31,W,4.91,7\n", "2", "4")).toEqual([]);
  });
});
