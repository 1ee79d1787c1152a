/** The grid of degrees. */
import Graticule from "ol/layer/Graticule.js";
import Stroke from "ol/style/Stroke.js";
import { FONT, mapColor, textStyle } from "./styles.ts";

/** Down to cells of eight extra characters, which are a ten-billionth of a degree wide. */
const POWERS = Array.from({ length: 13 }, (_, index) => 10 ** (1 - index));
const STEPS = [90, 60, ...POWERS.flatMap((power) => [3 * power, 1.5 * power, 0.5 * power])];

/** `4.9°` and the like, with as many decimals as steps have. */
function degreesText(degrees: number): string {
  return `${Number(degrees.toFixed(11))}°`;
}

export function createGraticule(): Graticule {
  const label = textStyle("", FONT);
  const [lonLabelStyle, latLabelStyle] = [label.clone(), label.clone()];
  lonLabelStyle.setTextBaseline("bottom");
  latLabelStyle.setTextAlign("end");
  return new Graticule({
    strokeStyle: new Stroke({ color: mapColor("graticule"), width: 1 }),
    showLabels: true,
    intervals: STEPS,
    targetSize: 150,
    maxLines: 20,
    lonLabelStyle,
    latLabelStyle,
    // The map goes on beyond the date line.
    lonLabelFormatter: (lon) => degreesText(lon - 360 * Math.round(lon / 360)),
    latLabelFormatter: degreesText,
  });
}
