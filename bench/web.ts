/**
 * `npm run bench:web`: how soon the map page shows a code, converts a table, and how smoothly it is dragged, in the
 * Chromium of the machine. It prints medians with the least and greatest values, and decides nothing.
 */
import type { Browser } from "playwright-core";
import {
  type FrameTimes,
  launchChromium,
  measureDrag,
  measureFirstCode,
  measurePaste,
  worldTable,
} from "../test/suites/browser/chromium.ts";
import { SERVICE, startServer, stopServer } from "./http/servers.ts";
import { median } from "./statistics.ts";

const ROUNDS = 7;
const ROWS = 100_000;
const VIEWPORT = { width: 1280, height: 800 };

/** Views without a table: the world, Europe, and records and outlines of the Middle West. */
const VIEWS = ["#50,10/2", "#50,10/4.5", "#39.7684,-86.1581/8?layers=outlines,records"];

function rangeText(values: readonly number[]): string {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)];
  return `${middle.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}

function framesText({ medianMs, slowMs }: FrameTimes): string {
  return `${medianMs.toFixed(1)} ms a frame, one in ten above ${slowMs.toFixed(1)} ms`;
}

/** Opens the page in browsers that have just been started. */
async function measureColdStarts(address: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const browser = await launchChromium();
    times.push(await measureFirstCode(browser, address));
    await browser.close();
  }
  return times;
}

async function openPage(browser: Browser, address: string) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  return page;
}

/** Pastes a table into new pages. @returns the times, and those of frames in the last page */
async function measureTables(browser: Browser, address: string) {
  const times: number[] = [];
  const table = worldTable(ROWS);
  for (let round = 1; ; round++) {
    const page = await openPage(browser, address);
    times.push(await measurePaste(page, table));
    if (round === ROUNDS) {
      const frames = await measureDrag(page);
      await page.context().close();
      return { times, frames };
    }
    await page.context().close();
  }
}

const service = await startServer(SERVICE);
try {
  const address = `http://127.0.0.1:${service.port}/mapcode/map/`;
  console.log(`first code after a cold start    ${rangeText(await measureColdStarts(address))}`);
  const browser = await launchChromium();
  const { times, frames } = await measureTables(browser, address);
  console.log(`${ROWS} pasted rows           ${rangeText(times)}`);
  console.log(`dragged with these rows          ${framesText(frames)}`);
  for (const view of VIEWS) {
    const page = await openPage(browser, address + view);
    console.log(`dragged at ${view}: ${framesText(await measureDrag(page))}`);
    await page.context().close();
  }
  await browser.close();
} finally {
  await stopServer(service);
}
