/** What the service tells of itself: `/version`, `/status` and `/metrics`. */
import { dataVersion, decode, encode } from "../../index.ts";
import { packageVersion } from "../../internal.ts";
import type { Operation } from "./operation.ts";

/** Version of the interface that the specification describes. */
export const API_VERSION = "2.4.7.1";

export const answerVersion: Operation = ({ format, settings }) => {
  const version = packageVersion();
  if (!settings.dialect.tellsAllVersions) return format.version({ version });
  return format.version({ version, apiVersion: API_VERSION, dataVersion: dataVersion() });
};

/** A place in Amsterdam, its first code, and the middle of the code's cell. */
const KNOWN = {
  latDeg: 52.376514,
  lonDeg: 4.908543,
  mapcode: "NLD 49.4V",
  cell: { latDeg: 52.37651400000124, lonDeg: 4.908543375 },
};

/** @throws Error when the engine converts a known place wrongly */
function proveEngine(): void {
  const [first] = encode(KNOWN.latDeg, KNOWN.lonDeg);
  const mapcode = `${first?.territory} ${first?.code}`;
  const { latDeg, lonDeg } = decode(KNOWN.mapcode);
  const isRight =
    mapcode === KNOWN.mapcode && latDeg === KNOWN.cell.latDeg && lonDeg === KNOWN.cell.lonDeg;
  if (isRight) return;
  throw new Error(
    `The engine gives ${mapcode} and ${latDeg},${lonDeg} for ${JSON.stringify(KNOWN)}.`,
  );
}

export const answerStatus: Operation = ({ format, settings }) => {
  proveEngine();
  return settings.dialect.hasStatusBody ? format.status() : "";
};

export const answerMetrics: Operation = ({ settings }) => JSON.stringify(settings.metrics());
