/** `/version` and `/status`: what runs, and whether it converts rightly. */
import { dataVersion, decode, encode } from "../index.ts";
import type { Format } from "./negotiation.ts";
import type { ReplyTools } from "./tools.ts";
import { packageVersion } from "./version.ts";
import { writeMembers } from "./xml.ts";

/** A point in Amsterdam, with its first mapcode and the center of that mapcode's cell. */
const KNOWN = "52.376514,4.908543: NLD 49.4V at 52.37651400000124,4.908543375";

/** @throws Error when the engine converts a known point wrongly */
export function checkEngine(): void {
  const [first] = encode(52.376514, 4.908543);
  const { latDeg, lonDeg } = decode("NLD 49.4V");
  const converted = `52.376514,4.908543: ${first} at ${latDeg},${lonDeg}`;
  if (converted !== KNOWN) throw new Error(`The engine gives ${converted} instead of ${KNOWN}.`);
}

/** The version of the specification that the interface follows. */
const API_VERSION = "2.4.7.1";

export function versionReply({ options }: ReplyTools, format: Format): string {
  const ofSpec = { apiVersion: API_VERSION, dataVersion: dataVersion() };
  const members = { version: packageVersion(), ...(options.dialect === "spec" && ofSpec) };
  return writeMembers("version", members, format);
}

/** @throws Error when the engine converts a known point wrongly */
export function statusReply({ options }: ReplyTools, format: Format): string {
  checkEngine();
  return options.dialect === "spec" ? writeMembers("status", { status: "OK" }, format) : "";
}
