/** The engines from npm, by a manifest of their own, as `npm ci` should not take them along. */
import { fileURLToPath } from "node:url";
import { installManifest, ROOT } from "../runtimes/runtime-tools.ts";

export const TOOLS = `${ROOT}/node_modules/.cache/mapcoded-engines`;

const MANIFESTS = fileURLToPath(new URL(".", import.meta.url));

/** Installs the engines from npm, unless these versions are installed. */
export function installTools(): void {
  installManifest(MANIFESTS, TOOLS);
}
