/** The map page in the Chromium of the machine: how soon a newcomer sees it, and how smoothly a large table is dragged. */
import type { Browser } from "playwright-core";
import { CODE, launchChromium, pasteTable, worldTable } from "../test/suites/browser/chromium.ts";
import { HOST, SERVICE, startServer, stopServer } from "./http/servers.ts";
import type { BenchSizes } from "./options.ts";
import type { Table } from "./report.ts";
import { median } from "./statistics.ts";

const VIEWPORT = { width: 1280, height: 800 };

/** Notes when the large text becomes a code. */
const WATCH_CODE = `window.codeMs = new Promise((resolve) => {
  new MutationObserver(() => {
    const code = document.querySelector("${CODE}")?.textContent ?? "…";
    if (code !== "…") resolve(performance.now());
  }).observe(document, { subtree: true, childList: true, characterData: true });
});`;

const FIRST_LOAD = `(async () => {
  const codeMs = await window.codeMs;
  await navigator.serviceWorker.ready;
  const [{ startTime: paintMs }] = performance.getEntriesByName("first-contentful-paint");
  const entries = ["resource", "navigation"].flatMap((type) => performance.getEntriesByType(type));
  return [paintMs, codeMs, entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000];
})()`;

/** @returns first paint and first code in milliseconds, and the kilobytes that came until nothing more did */
async function firstVisit(address: string): Promise<number[]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(WATCH_CODE);
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    return (await page.evaluate(FIRST_LOAD)) as number[];
  } finally {
    await browser.close();
  }
}

/** Drags the map as a mouse does. @returns milliseconds of each frame and of the longest task; 0 if all are below 50 */
const dragFor = (frames: number) => `(async () => {
  const canvas = document.getElementById("map");
  canvas.setPointerCapture = () => {};
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask" });
  const send = (type, x, y) => canvas.dispatchEvent(
    new PointerEvent(type, { pointerId: 1, clientX: 600 + x, clientY: 300 + y, bubbles: true }));
  const gaps = [];
  send("pointerdown", 0, 0);
  for (let step = 1, last = performance.now(); step <= ${frames}; step++) {
    send("pointermove", 3 * step, step);
    await new Promise(requestAnimationFrame);
    gaps.push(performance.now() - last);
    last = performance.now();
  }
  send("pointerup", 3 * ${frames}, ${frames});
  return [gaps, Math.max(0, ...tasks.map(({ duration }) => duration))];
})()`;

async function pasteAndDrag(browser: Browser, address: string, timing: BenchSizes["web"]) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await page.locator("#tab-table").click();
  await pasteTable(page, worldTable(timing.rows));
  await page.getByText("Read as csv").waitFor();
  const startMs = performance.now();
  await page.locator("#table-convert").click();
  await page.getByText("rows converted").waitFor();
  const rowsMs = performance.now() - startMs;
  // The map flies to the rows.
  await page.waitForTimeout(1000);
  const drag = dragFor(timing.frames);
  const [gaps, longestMs] = (await page.evaluate(drag)) as [number[], number];
  return { rowsMs, gaps, longestMs };
}

/** Measures the built page. */
export async function measureWeb(timing: BenchSizes["web"]): Promise<readonly Table[]> {
  const service = await startServer(SERVICE);
  try {
    const address = `http://${HOST}:${service.port}/mapcode/map/`;
    const visits: number[][] = [];
    for (let visit = 0; visit < timing.visits; visit++) visits.push(await firstVisit(address));
    const browser = await launchChromium();
    const { rowsMs, gaps, longestMs } = await pasteAndDrag(browser, address, timing);
    await browser.close();
    const middle = (index: number) => median(visits.map((visit) => visit[index])).toFixed(0);
    const slow = gaps.toSorted((one, other) => one - other)[Math.floor(0.9 * gaps.length)];
    const results = [
      ["first paint, ms", middle(0)],
      ["first code, ms", middle(1)],
      ["first load, kB", middle(2)],
      [`${timing.rows} rows converted, ms`, rowsMs.toFixed(0)],
      ["dragged with them, ms a frame", median(gaps).toFixed(1)],
      ["one frame in ten above, ms", slow.toFixed(1)],
      ["longest task, ms", longestMs === 0 ? "below 50" : longestMs.toFixed(0)],
    ];
    const title = `The map page, medians of ${timing.visits} first visits:`;
    return [{ title, head: ["measured", "value"], names: 1, rows: results }];
  } finally {
    await stopServer(service);
  }
}
