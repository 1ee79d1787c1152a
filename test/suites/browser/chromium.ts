/** Starts Chromium, and fills tables of the map page. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { PATIENCE_MS } from "../../support/until.ts";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
/** A host of this machine whose pages are no secure context: browsers trust `127.0.0.1` without HTTPS. */
export const PLAIN_HOST = "intranet.test";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];

/** @throws Error if Chromium is not installed */
export function launchChromium(): Promise<Browser> {
  const executablePath = PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error("Chromium is not installed: apt-get install chromium");
  }
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS });
}

/** A table of points all over the world, each at another place. */
export function worldTable(count: number): string {
  const row = (index: number) => {
    const lat = ((index * 7919) % 1_400_000) / 10_000 - 60;
    const lon = ((index * 104_729) % 3_600_000) / 10_000 - 180;
    return `${index},${lat.toFixed(4)},${lon.toFixed(4)}`;
  };
  return `id,lat,lon\n${Array.from({ length: count }, (_, index) => row(index)).join("\n")}\n`;
}

/** Pastes with the keys of the user; the clipboard is that of the browser. */
export async function pasteTable(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#table-text").focus();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press("Control+V");
}
