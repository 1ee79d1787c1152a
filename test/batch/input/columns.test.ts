/** Which columns hold the place of a row. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../../src/batch/index.ts";
import { decideColumns } from "../../../src/batch/input/columns.ts";
import { FAMILIES, restOfName, STEMS, WEAK_FAMILIES } from "../../../src/batch/input/names.ts";
import { runs } from "../../support/arbitraries.ts";
import { thrownBy } from "../../support/errors.ts";
import { options, table } from "./samples.ts";

/** The names of the columns of the place, with a plus between latitude and longitude. */
function chosen(text: string, given = {}) {
  const columns = table(text);
  const { latitude, longitude, coordinates } = decideColumns(columns, given, options());
  const indexes = coordinates === undefined ? [latitude, longitude] : [coordinates];
  const names = indexes.map((index) => (index === undefined ? "-" : columns.names[index]));
  return names.join(" + ");
}

/** Names of columns with a latitude and a longitude. */
const LAT_LON = [
  "latitude;lon|Lat.;LONG|PRIM_LAT_DEC;PRIM_LONG_DEC|CurrentLatitude;CurrentLongitude",
  "Latitude;Longtitude|Y (lat);X (lon)|LAT_Y;LONG_X|lat_x;lon_x|lat_y;lon_y",
  "Latitude (Y);Longitude (X)|ind_lat;ind_lon|北緯;東経|Breddgrad;Längdgrad|Широта;Долгота|纬度;经度|위도;경도",
  "Breite;Länge|lat.1;lon.1|lat...2;lon...3|Zemljepisna širina;Zemljepisna dolžina",
  "Географска ширина;Географска дължина|קו רוחב;קו אורך|ละติจูด;ลองจิจูด|अक्षांश;देशांतर",
  "leveysaste;pituusaste|geoBreite;geoLaenge|Широта, град.;Долгота, град.|GPS_Y;GPS_X",
  "عرض جغرافیایی;طول جغرافیایی|Leveyspiiri;Pituuspiiri",
  "Location__Latitude__s;Location__Longitude__s|Szerokość geograficzna;Długość geograficzna",
  "Földrajzi szélesség;Földrajzi hosszúság",
]
  .join("|")
  .split("|");

describe("the columns of a place", () => {
  it.each(LAT_LON)("are those with the names %s", (names) => {
    expect(chosen(`${names}|52.1;5.1`)).toBe(names.replace(";", " + "));
    const beside = `id;${names};note|1;52.1;5.1;x`;
    expect(chosen(beside)).toBe(names.replace(";", " + "));
  });

  it.each([
    ["id;lat;lon|1;52.1;5.1", "lat + lon"],
    ["lat;lon;latitude;longitude|52.1;5.1;52.1001;5.1", "lat + lon"],
    ["lat;lon;latitude;longitude|;;52.1;5.1", "latitude + longitude"],
    ["lat;lon;lat;lon|52.1;5.1;52.1;5.1", "lat + lon"],
    [
      "Latitude;Longitude;Latitude (Decimal Degrees);Longitude (Decimal Degrees)|452300000;-754300000;45.4;-75.7",
      "Latitude (Decimal Degrees) + Longitude (Decimal Degrees)",
    ],
    ["lat;lon;latitude;longitude|n/a;n/a;52.1;5.1", "latitude + longitude"],
    ["lat;lon;latitude;longitude|;;521000000;51000000", "latitude + longitude"],
    ["lat;latitude;longitude|1;52.1;5.1", "latitude + longitude"],
    ["x;y;LAT_WGS84;LON_WGS84|1;2;52.1;5.1", "LAT_WGS84 + LON_WGS84"],
    ["x;y;xmin|5.1;52.1;5", "y + x"],
    ["x;y;start_lat;start_lon|1;2;52.1;5.1", "start_lat + start_lon"],
    [
      "LAT_DEG;LAT_MIN;LAT_HEMIS;LAT_DECIMAL;LONG_DEG;LONG_MIN;LONG_HEMIS;LONG_DECIMAL|40;38;N;40.63;73;46;W;-73.77",
      "LAT_DECIMAL + LONG_DECIMAL",
    ],
    ["latitudeE7;longitudeE7|521000000;51000000", "latitudeE7 + longitudeE7"],
    ["lat_e7;lon_e7|521000000;51000000", "lat_e7 + lon_e7"],
    ["X_LON;Y_LAT|5.1;52.1", "Y_LAT + X_LON"],
    ["X/Longitude;Y/Latitude;x;y|5.1;52.1;1;2", "Y/Latitude + X/Longitude"],
    ["lat.x;lon.x;lat.y;lon.y|52.1;5.1;;", "lat.x + lon.x"],
    ["position_lat;position_long|621466616;61100921", "position_lat + position_long"],
    ["lat_err;lon_err;site_lat;site_lon|1;1;52.1;5.1", "site_lat + site_lon"],
    ["latitude;longitude;private_latitude;private_longitude|52.1;5.1;51;4", "latitude + longitude"],
    [
      "verbatimLatitude;verbatimLongitude;decimalLatitude;decimalLongitude|a;b;52.1;5.1",
      "decimalLatitude + decimalLongitude",
    ],
    ["lon:float32:;lat:float32:|5.1;52.1", "lat:float32: + lon:float32:"],
    ["Point;Breitengrad;Laengengrad|1;52.1;5.1", "Breitengrad + Laengengrad"],
    ["LATITUDE N/S;LONGITUDE E/W|52.1N;5.1E", "LATITUDE N/S + LONGITUDE E/W"],
    ["Breite;Länge;lat;lon|3;4;52.1;5.1", "lat + lon"],
    ["Breite;Länge;wkt|3;4;POINT(5.1 52.1)", "wkt"],
    ["Point;wkt|1;POINT(5.1 52.1)", "wkt"],
    ["geom;x;y|0101000020E61000003F524486557C14400F62670A9D0B4A40;5.1;52.1", "y + x"],
    ["geom|0101000020E61000003F524486557C14400F62670A9D0B4A40", "geom"],
    ["coordinates|2234S 01705E", "coordinates"],
    ["lnglat|5.1,52.1", "lnglat"],
    ["Longitude Latitude|5.1 52.1", "Longitude Latitude"],
    ["# x  y|5.1 52.1", "# x  y"],
    ["lat lon;latitude;longitude|9 9;52.1;5.1", "latitude + longitude"],
    ["lat;lon;geom|;;POINT(5.1 52.1)|;;POINT(4.7 52)", "geom"],
    ["lat;lon;geom|;;POINT(5.1 52.1)|52;4.7;POINT(4.7 52)", "lat + lon"],
    ["lat;lon;geom|;;", "lat + lon"],
    ["lat;lon;x;y|;;12;40", "lat + lon"],
    ["lat;lon;home_lat;home_lon|;;52.1;5.1", "lat + lon"],
    ["location-lat;location-long;argos:lat1;argos:lon1|52.1;5.1;;", "location-lat + location-long"],
    [
      "address1_lat;address1_lon;address2_lat;address2_lon|;;52.1;5.1",
      "address2_lat + address2_lon",
    ],
    ["lat;lon;geometry|52.1;5.1;POINT(1 2)", "lat + lon"],
    ["nom;geo_point_2d|A;52.1, 5.1", "geo_point_2d"],
    ["lat;lon;lat.1;lon.1|52.1;5.1;52.1;5.1", "lat + lon"],
    ["lat;lon;lat_1;lon_1|52.1;5.1;48;11", "lat + lon"],
    [
      "GPSMinLat;GPSMinLon;GPSMaxLat;GPSMaxLon;GPSBestLat;GPSBestLon|51;4;53;6;52.1;5.1",
      "GPSBestLat + GPSBestLon",
    ],
    ["Geo Point;Geo Shape|52.1, 5.1;{}", "Geo Point"],
    ["coord|Point(5.1 52.1)", "coord"],
    ["Coordonnées|52.1, 5.1", "Coordonnées"],
    ["GPS Coordinates;lat;lon|1 1;52.1;5.1", "lat + lon"],
    ["Szélesség;Hosszúság;lat;lon|3;4;52.1;5.1", "lat + lon"],
    ["st_x;st_y|5.1;52.1", "st_y + st_x"],
    ["Lat (N);Long (W)|52.1;-5.1", "Lat (N) + Long (W)"],
    ["LONGITUD;LATITUDE|5.1;52.1", "LATITUDE + LONGITUD"],
    ["Latitud;Longitud;X;Y|52.1;5.1;640000;5700000", "Latitud + Longitud"],
    ["latitudine;longitudine;lat;lon|52.1;5.1;52.1;5.1", "lat + lon"],
    ["wgs84East;wgs84North;lv95East|5.1;52.1;2600000", "wgs84North + wgs84East"],
    ["nom;Coordonnées géographiques|A;52.1, 5.1", "Coordonnées géographiques"],
    ["geolocalisation;lat;lon|52, 5;52.1;5.1", "lat + lon"],
    // No place.
    ["LATITUDE;Longitudinal|52.1;5.1", "- + -"],
    ["wgs84East;lv95North|5.1;1200000", "- + -"],
    ["geolocalisation|12", "- + -"],
    ["lat_bin;lon_bin|52;5", "- + -"],
    ["lat_id;lon_id|52;5", "- + -"],
    ["dlat;dlon|0.1;0.2", "- + -"],
    ["rlat;rlon|0.1;0.2", "- + -"],
    ["lat_km;lon_km|0.1;0.2", "- + -"],
    ["lat_s;lon_s|12;30", "- + -"],
    ["ID;LAT;X|1;52.1;136.577", "- + -"],
    ["Point;Northing;Easting|1;5804321.12;629941.33", "- + -"],
    ["lat_min;lon_min|52;5", "- + -"],
    ["lat_acc;long_acc|0.1;0.2", "- + -"],
    ["Lat DD;Lat MM.mmm;Lon DDD;Lon MM.mmm|52;22.5;4;54.5", "- + -"],
    ["plate;platon|1;2", "- + -"],
    ["size|52.5,30", "- + -"],
    ["coord;x;y|chr1:1234;5.1;52.1", "y + x"],
    ["coords|12", "- + -"],
    ["lat_x;lon_y|52.1;5.1", "- + -"],
    ["x y|12", "- + -"],
    ["lat height|52.1 5.1", "- + -"],
  ])("of %s are %s", (text, expected) => {
    expect(chosen(text)).toBe(expected);
  });

  it.each([
    ["lat;lon;latitude;longitude|52.1;5.1;48.1;11.5", "lat", "latitude"],
    ["lat;lon;lng|52.1;5.1;5.2", "lon", "lng"],
    ["lat;lon;lat;lon|52.1;5.1;1;2", "lat", "lat"],
    ["start_lat;start_lng;end_lat;end_lng|52.1;5.1;52;4.7", "start_lat", "end_lat"],
    ["start_lat;start_lng;end_lat;end_lng|;;;", "start_lat", "end_lat"],
    ["lat_x;lon_x;lat_y;lon_y|52.1;5.1;48;11", "lat_x", "lat_y"],
    ["lat;lon;lat.1;lon.1|52.1;5.1;48;11", "lat", "lat.1"],
    ["lat...1;lon...2;lat...3;lon...4|52.1;5.1;48;11", "lat...1", "lat...3"],
    ["lat.x;lat.y;lon.y;lon.x|52.1;48;11;5.1", "lat.x", "lat.y"],
    ["stop_lat;stop_lon;gps_lat;gps_lon|52.1;5.1;48;11", "gps_lat", "stop_lat"],
  ])("of %s are asked for, as %s and %s differ", (text, one, other) => {
    const { message, option } = thrownBy(BatchError, () => chosen(text));
    expect(message).toContain(`'${one}' and '${other}'`);
    expect(option).toMatch(/Column$/);
  });

  it("are not the numbers of map tiles", () => {
    expect(thrownBy(BatchError, () => chosen("z;x;y|6;32;21|6;33;22")).message).toContain("tiles");
    expect(chosen("z;x;y|12;5;52|3;4.7;52")).toBe("y + x");
    expect(chosen("z;x;y|2;5;52|3;4;51")).toBe("y + x");
  });

  it("are those that the user names, with the partner of one", () => {
    const text = "start_lat;start_lng;end_lat;end_lng|52.1;5.1;52;4.7";
    expect(chosen(text, { latitude: 2 })).toBe("end_lat + end_lng");
    expect(chosen(text, { longitude: 1 })).toBe("start_lat + start_lng");
    expect(chosen("a;LAT;lon|1;2;3", { latitude: 0 })).toBe("a + lon");
    expect(chosen("lat;lon;place|1;2;3", { coordinates: 2 })).toBe("place");
  });

  it("come from one family, in any order among others", () => {
    const families = [...STEMS, ...FAMILIES, ...WEAK_FAMILIES];
    const family = fc.constantFrom(...families);
    fc.assert(
      fc.property(family, family, fc.nat(2), (first, second, at) => {
        const [latitude] = first.latitude;
        const [longitude] = second.longitude;
        const isSame = restOfName(latitude, "latitude") === restOfName(longitude, "longitude");
        const isOneFamily = first === second || (STEMS.includes(first) && STEMS.includes(second));
        // `gpslat` and `gpslongitude` are a pair, as they are otherwise the same.
        if (first !== second && isSame && restOfName(latitude, "latitude") !== undefined) return;
        const names = [latitude, longitude].toSpliced(at, 0, "other");
        const found = decideColumns({ names, rows: [["1", "2", "3"]] }, {}, options());
        expect(found.latitude !== undefined).toBe(isOneFamily);
      }),
      runs(1000),
    );
  });
});
