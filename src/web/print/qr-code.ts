/** A QR code as elements of SVG. */
import { encode } from "uqr";

const SVG = "http://www.w3.org/2000/svg";
/** Modules of white around a code, which readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The path of all dark modules, row by row: each run of them is one rectangle. */
export function modulesPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((modules, y) => {
    for (let x = 0; x < modules.length; x++) {
      if (!modules[x]) continue;
      let end = x;
      while (modules[end]) end++;
      runs.push(`M${x} ${y}h${end - x}v1H${x}z`);
      x = end;
    }
  });
  return runs.join("");
}

/**
 * Draws a text as a QR code.
 * @param label what the code is, for people who do not see it
 */
export function createQrCode(text: string, label: string): SVGSVGElement {
  // A quarter of the code may be dirty or torn.
  const { data, size } = encode(text, { ecc: "Q", border: QUIET_ZONE });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", modulesPath(data));
  svg.append(path);
  return svg;
}
