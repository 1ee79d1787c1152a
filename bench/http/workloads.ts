/** The requests that servers are loaded with, and the check of their replies. */
import { request } from "undici";
// The expected replies come from the sources, which need their tables.
import "../../src/loaders/disk.ts";
import { DIALECTS, type Dialect } from "../../src/http/settings.ts";
import type { Mapcode } from "../../src/index.ts";
import {
  type CodesQuery,
  expectedCodes,
  expectedCoords,
} from "../../test/http/expected-replies.ts";
import { encode } from "../engine.ts";
import { HOST } from "./servers.ts";

/** Requests that differ in the point or the code only. */
export interface RequestKind {
  readonly operation: "codes" | "coords";
  readonly format: "json" | "xml";
  readonly dialect: Dialect["name"];
  /** The segment after the point; empty for none. */
  readonly filter: string;
  readonly query: CodesQuery;
  /** Whether the territory of a code is the parameter `context`. */
  readonly hasContext: boolean;
}

const PLAIN: RequestKind = {
  operation: "codes",
  format: "json",
  dialect: "spec",
  filter: "",
  query: {},
  hasContext: false,
};

export const PLAIN_CODES = PLAIN;
export const PLAIN_COORDS: RequestKind = { ...PLAIN, operation: "coords" };

/** The kinds that are compared with bare uWebSockets.js only. */
export const OTHER_KINDS: readonly RequestKind[] = [
  { ...PLAIN, query: { precision: 4 } },
  { ...PLAIN, query: { include: ["offset", "territory", "rectangle"] } },
  { ...PLAIN, query: { alphabet: "GREEK" } },
  { ...PLAIN, query: { alphabet: "CYRILLIC" } },
  { ...PLAIN, query: { country: "US" } },
  { ...PLAIN, query: { territory: "USA" } },
  { ...PLAIN, filter: "international" },
  { ...PLAIN, filter: "local", dialect: "hosted" },
  { ...PLAIN, dialect: "hosted" },
  { ...PLAIN, format: "xml" },
  { ...PLAIN_COORDS, query: { include: ["rectangle"] } },
  { ...PLAIN_COORDS, hasContext: true },
  { ...PLAIN_COORDS, format: "xml" },
];

/** The target of a request. @param input a point or a code */
function targetOf(kind: RequestKind, input: string, context: string): string {
  const { operation, format, filter, query, hasContext } = kind;
  const segments = ["", ...(format === "xml" ? ["xml"] : []), operation, input];
  const pairs = Object.entries(hasContext ? { context } : query);
  const queryText = pairs.map(([name, value]) => `${name}=${value}`).join("&");
  return (
    segments.join("/") +
    (filter === "" ? "" : `/${filter}`) +
    (queryText === "" ? "" : `?${queryText}`)
  );
}

/** The name of a kind: its target with placeholders. */
export function nameOf(kind: RequestKind): string {
  const target = targetOf(
    kind,
    kind.operation === "codes" ? "{lat},{lon}" : "{code}",
    "{territory}",
  );
  return kind.dialect === "spec" ? target : `${target} (${kind.dialect})`;
}

/** A request, and the body that slow code makes of the library's objects. */
interface Sample {
  readonly target: string;
  expected(): string | undefined;
}

function codesSample(kind: RequestKind, latDeg: number, lonDeg: number): Sample {
  const [lat, lon] = [latDeg.toFixed(6), lonDeg.toFixed(6)];
  const { query, filter, format } = kind;
  return {
    target: `/mapcode${targetOf(kind, `${lat},${lon}`, "")}`,
    expected: () =>
      expectedCodes(Number(lat), Number(lon), query, filter, format, DIALECTS[kind.dialect]),
  };
}

function coordsSample(kind: RequestKind, { territory, code }: Mapcode): Sample {
  const { query, format, hasContext } = kind;
  const mapcode = hasContext ? code : `${territory} ${code}`;
  const hasRectangle = query.include?.includes("rectangle") ?? false;
  const context = hasContext ? territory : undefined;
  return {
    target: `/mapcode${targetOf(kind, mapcode.replace(" ", "%20"), territory)}`,
    expected: () => expectedCoords(mapcode, context, hasRectangle, format, DIALECTS[kind.dialect]),
  };
}

/** Requests of a kind for points with local codes. @param points latitudes and longitudes, alternating */
function samplesOf(kind: RequestKind, points: Float64Array, count: number): Sample[] {
  const samples: Sample[] = [];
  for (let index = 0; index < count; index++) {
    const [latDeg, lonDeg] = [points[2 * index], points[2 * index + 1]];
    const codes = encode(latDeg, lonDeg);
    if (codes.length === 1) continue;
    samples.push(
      kind.operation === "codes"
        ? codesSample(kind, latDeg, lonDeg)
        : coordsSample(kind, codes[index % codes.length]),
    );
  }
  return samples;
}

/** The targets of plain requests of an operation. */
export function plainTargets(
  operation: RequestKind["operation"],
  points: Float64Array,
  count: number,
): string[] {
  return samplesOf({ ...PLAIN, operation }, points, count).map(({ target }) => target);
}

/** Requests of one kind whose replies are right. */
export interface Workload {
  readonly kind: RequestKind;
  readonly targets: readonly string[];
  /** Average bytes of a reply's body; bare servers send as many. */
  readonly meanBytes: number;
}

const CHECKED = 500;

/**
 * Creates the requests of a kind, and compares replies of a service with the library before anything is timed.
 * @param port of a service in the dialect of the kind
 * @throws Error for the first reply that differs
 */
export async function checkedWorkload(
  port: number,
  kind: RequestKind,
  points: Float64Array,
  count: number,
): Promise<Workload> {
  const samples = samplesOf(kind, points, count);
  const checked = samples.slice(0, CHECKED);
  let bytes = 0;
  for (const { target, expected } of checked) {
    const { body } = await request(`http://${HOST}:${port}${target}`);
    const text = await body.text();
    bytes += Buffer.byteLength(text);
    if (text === expected()) continue;
    throw new Error(`The reply to ${target} is ${text}, not ${expected()}.`);
  }
  const targets = samples.map(({ target }) => target);
  return { kind, targets, meanBytes: Math.round(bytes / checked.length) };
}
