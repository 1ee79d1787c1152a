/** The requests that servers are loaded with. */
import { request } from "undici";
import { engine } from "../engine.ts";
import { HOST } from "./servers.ts";

export const PLAIN_CODES = "/codes/{lat},{lon}";
export const PLAIN_COORDS = "/coords/{code}";
export const PLAIN_KINDS: readonly string[] = [PLAIN_CODES, PLAIN_COORDS];

/** The kinds of requests that are compared with bare uWebSockets.js only. */
export const OTHER_KINDS: readonly string[] = [
  `${PLAIN_CODES}?include=offset,territory,rectangle`,
  `${PLAIN_CODES}?alphabet=GREEK`,
  `${PLAIN_CODES}?territory=USA`,
  `/xml${PLAIN_CODES}`,
  `${PLAIN_COORDS}?include=rectangle`,
];

/** Targets of a kind for points with local codes. @param points latitudes and longitudes, alternating */
export function targetsOf(kind: string, points: Float64Array, count: number): string[] {
  const targets: string[] = [];
  for (let index = 0; index < count; index++) {
    const [latDeg, lonDeg] = points.subarray(2 * index);
    const codes = engine.encode(latDeg, lonDeg);
    if (codes.length === 1) continue;
    const { territory, code } = codes[index % codes.length];
    const target = kind
      .replace("{lat},{lon}", `${latDeg.toFixed(6)},${lonDeg.toFixed(6)}`)
      .replace("{code}", `${territory}%20${code}`);
    targets.push(`/mapcode${target}`);
  }
  return targets;
}

const SIZED_REPLIES = 500;

/** The average bytes of a reply's body. @param port of a service */
export async function meanBytes(port: number, targets: readonly string[]): Promise<number> {
  const sized = targets.slice(0, SIZED_REPLIES);
  let bytes = 0;
  for (const target of sized) {
    const { body } = await request(`http://${HOST}:${port}${target}`);
    bytes += (await body.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / sized.length);
}
