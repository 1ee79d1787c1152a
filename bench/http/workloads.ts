/** The requests that servers are loaded with. */
import { request } from "undici";
import type { Dialect } from "../../src/http/settings.ts";
import type { Mapcode } from "../../src/index.ts";
import { encode } from "../engine.ts";
import { HOST } from "./servers.ts";

/** Requests that differ in the point or the code only. */
export interface RequestKind {
  readonly operation: "codes" | "coords";
  readonly format: "json" | "xml";
  readonly dialect: Dialect["name"];
  /** The segment after the point; empty for none. */
  readonly filter: string;
  readonly query: Readonly<Record<string, string | number>>;
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
  { ...PLAIN, query: { include: "offset,territory,rectangle" } },
  { ...PLAIN, query: { alphabet: "GREEK" } },
  { ...PLAIN, query: { alphabet: "CYRILLIC" } },
  { ...PLAIN, query: { country: "US" } },
  { ...PLAIN, query: { territory: "USA" } },
  { ...PLAIN, filter: "international" },
  { ...PLAIN, filter: "local", dialect: "hosted" },
  { ...PLAIN, dialect: "hosted" },
  { ...PLAIN, format: "xml" },
  { ...PLAIN_COORDS, query: { include: "rectangle" } },
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

/** The target of a request for the point of a code. */
function codeTarget(kind: RequestKind, { territory, code }: Mapcode): string {
  const input = kind.hasContext ? code : `${territory}%20${code}`;
  return `/mapcode${targetOf(kind, input, territory)}`;
}

/** Targets of a kind for points with local codes. @param points latitudes and longitudes, alternating */
function targetsOf(kind: RequestKind, points: Float64Array, count: number): string[] {
  const targets: string[] = [];
  for (let index = 0; index < count; index++) {
    const [latDeg, lonDeg] = [points[2 * index], points[2 * index + 1]];
    const codes = encode(latDeg, lonDeg);
    if (codes.length === 1) continue;
    targets.push(
      kind.operation === "codes"
        ? `/mapcode${targetOf(kind, `${latDeg.toFixed(6)},${lonDeg.toFixed(6)}`, "")}`
        : codeTarget(kind, codes[index % codes.length]),
    );
  }
  return targets;
}

/** The targets of plain requests of an operation. */
export function plainTargets(
  operation: RequestKind["operation"],
  points: Float64Array,
  count: number,
): string[] {
  return targetsOf({ ...PLAIN, operation }, points, count);
}

/** Requests of one kind. */
export interface Workload {
  readonly kind: RequestKind;
  readonly targets: readonly string[];
  /** Average bytes of a reply's body; bare servers send as many. */
  readonly meanBytes: number;
}

const SIZED_REPLIES = 500;

/** Creates the requests of a kind. @param port of a service in the dialect of the kind */
export async function createWorkload(
  port: number,
  kind: RequestKind,
  points: Float64Array,
  count: number,
): Promise<Workload> {
  const targets = targetsOf(kind, points, count);
  const sized = targets.slice(0, SIZED_REPLIES);
  let bytes = 0;
  for (const target of sized) {
    const { body } = await request(`http://${HOST}:${port}${target}`);
    bytes += (await body.arrayBuffer()).byteLength;
  }
  return { kind, targets, meanBytes: Math.round(bytes / sized.length) };
}
