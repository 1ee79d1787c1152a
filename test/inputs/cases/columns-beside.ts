/** Columns beside the degrees that change what the degrees mean, and columns that only look like them. */
import { GOUDA, type RightCase, UTRECHT } from "./case.ts";

export const COLUMNS_BESIDE: readonly RightCase[] = [
  // Hemispheres.
  { file: "photos.csv", stops: [/GPSLatitudeRef|GPSLongitudeRef/, /-33\.857|33\.857S/] },
  { file: "photos.json", stops: [/GPSLatitudeRef|GPSLongitudeRef/, /-33\.857|33\.857S/] },
  { file: "direction.csv", stops: [/lat_dir|lon_dir/] },
  { file: "hemisphere.tsv", stops: [/latitude_hemisphere|longitude_hemisphere/] },
  { file: "buoys.csv", stops: [/lat_dir|lon_dir/] },
  {
    file: "buoys.csv",
    options: "--lat-column latitude --lon-column longitude",
    rows: [/^PAK /, /^IRN /],
    warns: [/lat_dir|lon_dir/],
  },
  { file: "indicator.csv", stops: [/Lat Indicator|Lon Indicator/] },
  { file: "unnamed.csv", stops: [/hemisphere/i] },
  { file: "ns-ow.csv", stops: [/NS|OW/] },
  { file: "phone.json", stops: [/gps\.latitude_ref|gps\.longitude_ref/] },
  { file: "late-dir.csv", stops: [/NS|EW/] },
  { file: "odd-dir.csv", stops: [/\bh1\b|\bh2\b/] },
  // The degrees have signs of their own.
  { file: "signed-dir.csv", rows: ["CHL 6C.0X 79DJP.NR1Q", UTRECHT] },
  // Directions of travel, references of a shop.
  { file: "bus.csv", rows: [UTRECHT, GOUDA] },
  { file: "chinese-bus.csv", rows: [UTRECHT, GOUDA] },
  { file: "orders.csv", rows: [UTRECHT, GOUDA] },

  // Minutes and seconds.
  {
    file: "degrees-minutes.csv",
    stops: [/latmin|latsec|lonmin|lonsec/, /decimal degrees|one column/],
  },
  { file: "min-sec.csv", stops: [/\bmin\b|\bsec\b/] },
  { file: "min-only.csv", stops: [/lat_mn|lon_mn/] },
  { file: "merged.csv", stops: [/minutes/] },
  // Times of a race, bounds of an area.
  { file: "clock.csv", rows: [UTRECHT, GOUDA] },
  { file: "box.csv", rows: [UTRECHT, GOUDA] },
];
