/** The engines from npm, by a manifest of their own, as `npm ci` should not take them along. */
import { fileURLToPath } from "node:url";
import { installManifest, ROOT } from "../runtimes/tools.ts";

export const TOOLS = `${ROOT}/node_modules/.cache/mapcoded-engines`;

export function installTools(): void {
  installManifest(fileURLToPath(new URL(".", import.meta.url)), TOOLS);
}
