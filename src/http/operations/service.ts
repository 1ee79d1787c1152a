/** The operations that report on the running service: /version, /status and /metrics. */
import { dataVersion, decode, encode } from "../../index.ts";
import type { ResolvedInterfaceOptions } from "../interface-options.ts";
import { packageVersion } from "../version.ts";
import { type GetOperation, getOperation } from "./operation.ts";

/** A point in Amsterdam, its first mapcode, and the center of that mapcode's cell. */
const KNOWN_POINT = {
  latDeg: 52.376514,
  lonDeg: 4.908543,
  mapcode: "NLD 49.4V",
  cell: { latDeg: 52.37651400000124, lonDeg: 4.908543375 },
};

/** @throws Error when the engine converts a known point wrongly */
export function checkEngine(): void {
  const [first] = encode(KNOWN_POINT.latDeg, KNOWN_POINT.lonDeg);
  const mapcode = `${first?.territory} ${first?.code}`;
  const { latDeg, lonDeg } = decode(KNOWN_POINT.mapcode);
  const isRight =
    mapcode === KNOWN_POINT.mapcode &&
    latDeg === KNOWN_POINT.cell.latDeg &&
    lonDeg === KNOWN_POINT.cell.lonDeg;
  if (isRight) return;
  throw new Error(
    `The engine gives ${mapcode} and ${latDeg},${lonDeg} for ${JSON.stringify(KNOWN_POINT)}.`,
  );
}

/** The version of the specification that the interface follows. */
const API_VERSION = "2.4.7.1";

const UNCACHED = {
  parameters: [],
  hasFormats: true,
  isCacheable: false,
  otherStatuses: [],
} as const;

/** Declares the operations that report on the running service. */
export function serviceOperations({
  dialect,
  metrics,
}: ResolvedInterfaceOptions): readonly GetOperation[] {
  const version = packageVersion();
  return [
    getOperation({
      ...UNCACHED,
      name: "version",
      path: "/version",
      summary: "Versions of the software, the interface and the tables",
      schema: "Version",
      examples: ["/version"],
      reply(_, { format }) {
        const others = { apiVersion: API_VERSION, dataVersion: dataVersion() };
        return format.members("version", { version, ...(dialect.reportsAllVersions && others) });
      },
    }),
    getOperation({
      ...UNCACHED,
      name: "status",
      path: "/status",
      summary: "Health: converts a known point and its mapcode; 200 if both results are right",
      schema: dialect.hasStatusBody ? "Status" : "none",
      otherStatuses: [500],
      examples: ["/status"],
      reply(_, { format }) {
        checkEngine();
        return dialect.hasStatusBody ? format.members("status", { status: "OK" }) : "";
      },
    }),
    getOperation({
      ...UNCACHED,
      name: "metrics",
      path: "/metrics",
      summary: "Requests, latencies and memory of all workers together; always JSON",
      schema: "Metrics",
      hasFormats: false,
      examples: ["/metrics"],
      reply: () => JSON.stringify(metrics()),
    }),
  ];
}
