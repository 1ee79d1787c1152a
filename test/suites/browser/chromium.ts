/** Starts Chromium, and measures the map page in it. */
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

/** The large text: the chosen code. */
export const CODE = "#answer-code";

/** @throws Error if Chromium is not installed */
export function launchChromium(): Promise<Browser> {
  const executablePath = PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error("Chromium is not installed: apt-get install chromium");
  }
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS });
}

/** Resolves in the page with the time of the first code. */
const WATCH_FIRST_CODE = `window.firstCodeMs = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    const code = document.querySelector("${CODE}");
    if (!code || code.textContent === "…") return;
    resolve(performance.now());
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
});`;

/** When somebody who has never been there sees the first code, in milliseconds from the navigation. */
export async function measureFirstCode(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(WATCH_FIRST_CODE);
    await page.goto(address);
    return Number(await page.evaluate("window.firstCodeMs"));
  } finally {
    await context.close();
  }
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

const WATCH_PASTE = `window.pasteMs = new Promise((resolve) => {
  let beganMs = Number.NaN;
  addEventListener("paste", () => { beganMs = performance.now(); }, { capture: true, once: true });
  const message = document.getElementById("table-message");
  new MutationObserver((_, observer) => {
    if (!/^Read as/.test(message.textContent)) return;
    resolve(performance.now() - beganMs);
    observer.disconnect();
  }).observe(message, { childList: true });
}); 0`;

/** From the key that pastes a table to the message that its rows are converted, in milliseconds. */
export async function measurePaste(page: Page, text: string): Promise<number> {
  await page.evaluate(WATCH_PASTE);
  await pasteTable(page, text);
  return Number(await page.evaluate("window.pasteMs"));
}

/** For how many frames the map is dragged. */
export const DRAG_FRAMES = 90;

const DRAG = `(async () => {
  const canvas = document.getElementById("map");
  canvas.setPointerCapture = () => {};
  const send = (type, clientX, clientY) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY, bubbles: true }));
  const { left, top } = canvas.getBoundingClientRect();
  const gaps = [];
  send("pointerdown", left + 300, top + 300);
  for (let step = 1, last = performance.now(); step <= ${DRAG_FRAMES}; step++) {
    send("pointermove", left + 300 + 3 * step, top + 300 + step);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }
  send("pointerup", left + 570, top + 390);
  return gaps.sort((one, other) => one - other);
})()`;

/** Times between frames while the map is dragged, in milliseconds. */
export interface FrameTimes {
  readonly medianMs: number;
  /** One frame in ten took longer. */
  readonly slowMs: number;
}

/** Drags the map. */
export async function measureDrag(page: Page): Promise<FrameTimes> {
  const gaps = (await page.evaluate(DRAG)) as readonly number[];
  return { medianMs: gaps[gaps.length >> 1], slowMs: gaps[Math.floor(gaps.length * 0.9)] };
}

/** How long each process of Chromium has computed, in seconds, by its id. */
async function cpuSeconds(browser: Browser): Promise<Map<number, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/**
 * How long all processes of Chromium compute while something goes on, in milliseconds. Unlike the time that passes,
 * this hardly depends on what else the machine does. Processes that end in the meantime do not count.
 */
export async function measureCpu(browser: Browser, work: () => Promise<unknown>): Promise<number> {
  const before = await cpuSeconds(browser);
  await work();
  const after = [...(await cpuSeconds(browser))];
  return 1000 * after.reduce((sum, [id, cpu]) => sum + cpu - (before.get(id) ?? 0), 0);
}

/**
 * How many times longer than promised the page may compute in a test. The promises are times on a quiet machine with
 * two cores; tests also run on slower ones.
 */
export const SLOWER = 4;
