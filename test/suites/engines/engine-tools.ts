/** The engines from npm and PyPI, by manifests of their own, as `npm ci` should not take them along. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installRequirements } from "../../support/python-tools.ts";
import { installManifest, ROOT } from "../runtimes/runtime-tools.ts";

export const TOOLS = `${ROOT}/node_modules/.cache/mapcoded-engines`;

const MANIFESTS = fileURLToPath(new URL(".", import.meta.url));

/** Installs the engines from npm, unless these versions are installed. */
export function installTools(): void {
  installManifest(MANIFESTS, TOOLS);
}

/**
 * Installs the engines from PyPI, unless these versions are installed.
 * @returns the folder with the programs of the virtual environment
 */
export function installPythonTools(): string {
  return installRequirements(join(MANIFESTS, "requirements.txt"), join(TOOLS, "python"));
}
