/** The points that are encoded. They come from fixed seeds: the same on every machine, for each size. */
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { type BoundaryRow, readTables } from "../codegen/read.ts";

export interface PointSet {
  readonly name: string;
  readonly meaning: string;
  /** Latitude and longitude of each point in degrees, alternating. */
  readonly points: Float64Array;
}

/** The next number in [0, 1). */
type Random = () => number;

/** Mulberry32, as Math.random takes no seed: small, fast, and even enough for points to measure with. */
function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)];
}

/**
 * A nearly normal distribution around 0: the sum of twelve uniform numbers. It only adds and subtracts,
 * because logarithms and cosines may differ in their last digit between machines.
 */
function normal(random: Random, sigma: number): number {
  let sum = -6;
  for (let count = 0; count < 12; count++) sum += random();
  return sum * sigma;
}

/** Cities of every continent: name, latitude and longitude in degrees. */
const CITY_TABLE = `
Amsterdam, 52.37, 4.90; Rotterdam, 51.92, 4.48; Brussels, 50.85, 4.35; Antwerp, 51.22, 4.40;
London, 51.51, -0.13; Birmingham, 52.48, -1.90; Manchester, 53.48, -2.24; Glasgow, 55.86, -4.25;
Dublin, 53.35, -6.26; Paris, 48.86, 2.35; Lyon, 45.76, 4.84; Marseille, 43.30, 5.37;
Madrid, 40.42, -3.70; Barcelona, 41.39, 2.17; Lisbon, 38.72, -9.14; Porto, 41.15, -8.61;
Berlin, 52.52, 13.41; Hamburg, 53.55, 9.99; Munich, 48.14, 11.58; Cologne, 50.94, 6.96;
Frankfurt, 50.11, 8.68; Zurich, 47.37, 8.54; Geneva, 46.20, 6.14; Vienna, 48.21, 16.37;
Prague, 50.08, 14.44; Warsaw, 52.23, 21.01; Krakow, 50.06, 19.94; Budapest, 47.50, 19.04;
Bratislava, 48.15, 17.11; Ljubljana, 46.06, 14.51; Zagreb, 45.81, 15.98; Belgrade, 44.79, 20.45;
Sarajevo, 43.86, 18.41; Skopje, 42.00, 21.43; Tirana, 41.33, 19.82; Sofia, 42.70, 23.32;
Bucharest, 44.43, 26.10; Athens, 37.98, 23.73; Rome, 41.90, 12.50; Milan, 45.46, 9.19;
Naples, 40.85, 14.27; Turin, 45.07, 7.69; Monaco, 43.74, 7.42; Copenhagen, 55.68, 12.57;
Stockholm, 59.33, 18.07; Gothenburg, 57.71, 11.97; Oslo, 59.91, 10.75; Helsinki, 60.17, 24.94;
Reykjavik, 64.15, -21.94; Tallinn, 59.44, 24.75; Riga, 56.95, 24.11; Vilnius, 54.69, 25.28;
Minsk, 53.90, 27.57; Kyiv, 50.45, 30.52; Odesa, 46.48, 30.73; Chisinau, 47.01, 28.86;
Moscow, 55.76, 37.62; Saint Petersburg, 59.94, 30.31; Kazan, 55.79, 49.12;
Yekaterinburg, 56.84, 60.61; Novosibirsk, 55.03, 82.92; Vladivostok, 43.12, 131.89;
Istanbul, 41.01, 28.98; Ankara, 39.93, 32.86; Izmir, 38.42, 27.14; Tbilisi, 41.72, 44.79;
Yerevan, 40.18, 44.51; Baku, 40.41, 49.87; Nicosia, 35.19, 33.38; Beirut, 33.89, 35.50;
Damascus, 33.51, 36.29; Jerusalem, 31.77, 35.21; Tel Aviv, 32.09, 34.78; Amman, 31.95, 35.93;
Baghdad, 33.31, 44.37; Basra, 30.51, 47.78; Tehran, 35.69, 51.39; Mashhad, 36.30, 59.61;
Isfahan, 32.65, 51.67; Riyadh, 24.71, 46.68; Jeddah, 21.49, 39.19; Kuwait City, 29.38, 47.98;
Manama, 26.23, 50.59; Doha, 25.29, 51.53; Dubai, 25.20, 55.27; Abu Dhabi, 24.45, 54.38;
Muscat, 23.59, 58.41; Sanaa, 15.37, 44.19; Kabul, 34.56, 69.21; Tashkent, 41.30, 69.24;
Almaty, 43.24, 76.89; Bishkek, 42.87, 74.59; Dushanbe, 38.56, 68.79; Ashgabat, 37.96, 58.33;
Karachi, 24.86, 67.00; Lahore, 31.55, 74.34; Islamabad, 33.68, 73.05; Delhi, 28.61, 77.21;
Mumbai, 19.08, 72.88; Bengaluru, 12.97, 77.59; Chennai, 13.08, 80.27; Hyderabad, 17.39, 78.49;
Kolkata, 22.57, 88.36; Ahmedabad, 23.02, 72.57; Pune, 18.52, 73.86; Jaipur, 26.91, 75.79;
Lucknow, 26.85, 80.95; Colombo, 6.93, 79.86; Dhaka, 23.81, 90.41; Chittagong, 22.36, 91.78;
Kathmandu, 27.72, 85.32; Thimphu, 27.47, 89.64; Yangon, 16.87, 96.20; Bangkok, 13.76, 100.50;
Chiang Mai, 18.79, 98.98; Vientiane, 17.98, 102.63; Phnom Penh, 11.56, 104.92;
Hanoi, 21.03, 105.85; Ho Chi Minh City, 10.82, 106.63; Kuala Lumpur, 3.14, 101.69;
Singapore, 1.35, 103.82; Jakarta, -6.21, 106.85; Surabaya, -7.26, 112.75; Medan, 3.60, 98.67;
Manila, 14.60, 120.98; Cebu, 10.32, 123.89; Hong Kong, 22.32, 114.17; Guangzhou, 23.13, 113.26;
Shenzhen, 22.54, 114.06; Shanghai, 31.23, 121.47; Hangzhou, 30.27, 120.16; Nanjing, 32.06, 118.80;
Wuhan, 30.59, 114.31; Chongqing, 29.56, 106.55; Chengdu, 30.57, 104.07; Xi'an, 34.34, 108.94;
Beijing, 39.90, 116.41; Tianjin, 39.34, 117.36; Shenyang, 41.81, 123.43; Harbin, 45.80, 126.53;
Urumqi, 43.83, 87.62; Lhasa, 29.65, 91.14; Ulaanbaatar, 47.89, 106.91; Taipei, 25.03, 121.57;
Seoul, 37.57, 126.98; Busan, 35.18, 129.08; Pyongyang, 39.04, 125.76; Tokyo, 35.68, 139.69;
Osaka, 34.69, 135.50; Nagoya, 35.18, 136.91; Sapporo, 43.06, 141.35; Fukuoka, 33.59, 130.40;
Sydney, -33.87, 151.21; Melbourne, -37.81, 144.96; Brisbane, -27.47, 153.03;
Perth, -31.95, 115.86; Adelaide, -34.93, 138.60; Canberra, -35.28, 149.13;
Auckland, -36.85, 174.76; Wellington, -41.29, 174.78; Suva, -18.14, 178.44;
Port Moresby, -9.44, 147.18; Honolulu, 21.31, -157.86; Cairo, 30.04, 31.24;
Alexandria, 31.20, 29.92; Tripoli, 32.89, 13.19; Tunis, 36.81, 10.18; Algiers, 36.75, 3.06;
Casablanca, 33.57, -7.59; Dakar, 14.72, -17.47; Bamako, 12.64, -8.00; Abidjan, 5.36, -4.01;
Accra, 5.60, -0.19; Lagos, 6.52, 3.38; Kano, 12.00, 8.52; Khartoum, 15.50, 32.56;
Addis Ababa, 9.03, 38.74; Mogadishu, 2.05, 45.32; Nairobi, -1.29, 36.82; Kampala, 0.35, 32.58;
Kigali, -1.94, 30.06; Dar es Salaam, -6.79, 39.21; Kinshasa, -4.44, 15.27; Luanda, -8.84, 13.23;
Lusaka, -15.39, 28.32; Harare, -17.83, 31.05; Maputo, -25.97, 32.57; Antananarivo, -18.88, 47.51;
Johannesburg, -26.20, 28.05; Durban, -29.86, 31.02; Cape Town, -33.92, 18.42;
New York, 40.71, -74.01; Boston, 42.36, -71.06; Washington, 38.91, -77.04; Atlanta, 33.75, -84.39;
Miami, 25.76, -80.19; Chicago, 41.88, -87.63; Detroit, 42.33, -83.05; Houston, 29.76, -95.37;
Dallas, 32.78, -96.80; Denver, 39.74, -104.99; Phoenix, 33.45, -112.07;
Los Angeles, 34.05, -118.24; San Francisco, 37.77, -122.42; Seattle, 47.61, -122.33;
Anchorage, 61.22, -149.90; Toronto, 43.65, -79.38; Montreal, 45.50, -73.57;
Calgary, 51.05, -114.07; Vancouver, 49.28, -123.12; Mexico City, 19.43, -99.13;
Guadalajara, 20.66, -103.35; Monterrey, 25.69, -100.32; Guatemala City, 14.63, -90.51;
San Jose, 9.93, -84.08; Panama City, 8.98, -79.52; Havana, 23.11, -82.37; Kingston, 17.97, -76.79;
Santo Domingo, 18.49, -69.93; San Juan, 18.47, -66.11; Bogota, 4.71, -74.07;
Medellin, 6.24, -75.58; Caracas, 10.48, -66.90; Quito, -0.18, -78.47; Lima, -12.05, -77.04;
La Paz, -16.49, -68.12; Santiago, -33.45, -70.67; Buenos Aires, -34.60, -58.38;
Cordoba, -31.42, -64.18; Montevideo, -34.90, -56.16; Asuncion, -25.26, -57.58;
Sao Paulo, -23.55, -46.63; Rio de Janeiro, -22.91, -43.17; Brasilia, -15.79, -47.88;
Salvador, -12.97, -38.50; Recife, -8.05, -34.88; Manaus, -3.12, -60.02
`;

interface City {
  readonly latDeg: number;
  readonly lonDeg: number;
}

const CITIES: readonly City[] = CITY_TABLE.trim()
  .split(";")
  .map((row) => {
    const [, latDeg, lonDeg] = row.split(",").map(Number);
    return { latDeg, lonDeg };
  });

type Place = readonly [latDeg: number, lonDeg: number];

const DATA = new URL("../data/", import.meta.url);
const MICRODEGREES_PER_DEGREE = 1e6;
const CITY_SIGMA_DEG = 0.1;

/** Points are rounded to nine decimals, which is fine enough to meet every part of a cell. */
const ROUNDING = 1e9;

/** Clips latitudes and wraps longitudes: records cross the date line, and points near cities may as well. */
function inRange([latDeg, lonDeg]: Place): Place {
  const lat = Math.min(Math.max(latDeg, -90), 90);
  const lon = lonDeg - 360 * Math.floor((lonDeg + 180) / 360);
  return [Math.round(lat * ROUNDING) / ROUNDING, Math.round(lon * ROUNDING) / ROUNDING];
}

/** Uniform on the sphere, hence mostly sea. The sine of the latitude is uniform, not the latitude. */
function onSphere(random: Random): Place {
  const lat = (Math.asin(between(random, -1, 1)) * 180) / Math.PI;
  return [lat, between(random, -180, 180)];
}

function inRecord(random: Random, records: readonly BoundaryRow[]): Place {
  const { latMin, latMax, lonMin, lonMax } = oneOf(random, records);
  const lat = between(random, latMin, latMax) / MICRODEGREES_PER_DEGREE;
  return [lat, between(random, lonMin, lonMax) / MICRODEGREES_PER_DEGREE];
}

function nearCity(random: Random): Place {
  const { latDeg, lonDeg } = oneOf(random, CITIES);
  return [latDeg + normal(random, CITY_SIGMA_DEG), lonDeg + normal(random, CITY_SIGMA_DEG)];
}

function pointsOf(size: number, seed: number, place: (random: Random) => Place): Float64Array {
  const random = seededRandom(seed);
  const points = new Float64Array(2 * size);
  for (let at = 0; at < points.length; at += 2) points.set(inRange(place(random)), at);
  return points;
}

/**
 * Reads the points of a file. The set is named after the file.
 * @throws TypeError unless the file holds pairs of doubles
 */
export function readPointSet(path: string): PointSet {
  const bytes = readFileSync(path);
  if (bytes.length === 0 || bytes.length % 16 !== 0) {
    throw new TypeError(
      `${path} has ${bytes.length} bytes, not 16 for each point. Write a latitude and a longitude in ` +
        "degrees for each point, as little-endian doubles.",
    );
  }
  // Copied because a view of doubles must start at a multiple of eight.
  const points = new Float64Array(Uint8Array.from(bytes).buffer);
  return {
    name: basename(path, extname(path)),
    meaning: `the points of ${basename(path)}`,
    points,
  };
}

export function cityPoints(size: number, seed: number): Float64Array {
  return pointsOf(size, seed, nearCity);
}

export function spherePoints(size: number, seed: number): Float64Array {
  return pointsOf(size, seed, onSphere);
}

/** A set that is generated in any size. */
interface GeneratedSet {
  readonly meaning: string;
  /** @param size number of points */
  readonly create: (size: number) => Float64Array;
}

/** In the order in which reports list them. */
const GENERATED_SETS: Readonly<Record<string, GeneratedSet>> = {
  sphere: {
    meaning: "anywhere on Earth, mostly sea",
    create: (size) => spherePoints(size, 1),
  },
  records: {
    meaning: "in a random boundary record: every part of the tables is used",
    create(size) {
      const { boundaries } = readTables(DATA);
      return pointsOf(size, 2, (random) => inRecord(random, boundaries));
    },
  },
  cities: {
    meaning: `around ${CITIES.length} cities, where most requests are`,
    create: (size) => cityPoints(size, 3),
  },
};

/** The names of the generated sets. */
export const SET_NAMES = Object.keys(GENERATED_SETS);

/** @param size points of each set */
export function makePointSets(size: number): PointSet[] {
  return Object.entries(GENERATED_SETS).map(([name, { meaning, create }]) => {
    return { name, meaning, points: create(size) };
  });
}
