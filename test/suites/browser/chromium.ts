/** Starts Chromium. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { PATIENCE_MS } from "../../support/until.ts";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
/** A name of this machine without a secure context. Browsers trust `127.0.0.1` even without HTTPS. */
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
  const executablePath = PATHS.find(existsSync);
  if (!executablePath) throw new Error("Chromium is not installed: apt-get install chromium");
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS });
}
