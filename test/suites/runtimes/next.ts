/** Builds a site by Next.js, whose compiler Turbopack has ways of its own to find files beside a module. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Run, TOOLS, tool } from "./runtime-tools.ts";

/** Both pages are made while the site is built: one on the server alone, one by a component that browsers run, too. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": '{"name":"site","private":true,"type":"module"}',
  // The folder that has next and react, too: Turbopack reads no files outside of it.
  "next.config.js": `export default { turbopack: { root: ${JSON.stringify(TOOLS)} } };`,
  "app/layout.js": `import { createElement } from "react";
export default ({ children }) => createElement("html", null, createElement("body", null, children));`,
  "app/page.js": `import { createElement } from "react";
import { encode } from "mapcoded";
import { encodeLocal } from "mapcoded/borders";
import { Place } from "./place.js";
const codes = [...encode(52.376514, 4.908543), encodeLocal(22.543, 114.058)];
export default () => createElement("p", null, codes.join(), ";", createElement(Place));`,
  "app/place.js": `"use client";
import { createElement } from "react";
import { decode } from "mapcoded";
export const Place = () => createElement("b", null, decode("NLD 49.4V").latDeg);`,
};
const EXPECTED =
  "NLD 49.4V,NLD G9.VWG,NLD DL6.H9L,NLD P25Z.N3Z,AAA VHXGB.1J9J,CN-GD QFJ.PZ6<!-- -->;<b>52.37651400000124</b>";

function buildSite(folder: string): void {
  const site = mkdtempSync(join(TOOLS, "next-site-"));
  const library = "node_modules/mapcoded";
  try {
    cpSync(join(folder, library), join(site, library), { recursive: true });
    mkdirSync(join(site, "app"));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(site, name), text);
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: undefined };
    const args = [tool("next/dist/bin/next"), "build"];
    execFileSync(process.execPath, args, { cwd: site, encoding: "utf8", stdio: "pipe", env });
    const page = readFileSync(join(site, ".next/server/app/index.html"), "utf8");
    if (!page.includes(EXPECTED)) throw new Error(`The page is ${page.slice(0, 300)}`);
  } finally {
    rmSync(site, { recursive: true });
  }
}

/** @param folder where the library is packed and installed */
export function nextChecks(folder: string): Run[] {
  return [["Next.js, Turbopack", () => buildSite(folder)]];
}
