/** Opens the map page of a real service in Chromium, and watches what the page must never do. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { ServiceOptions } from "../../../src/service/options.ts";
import { serviceOfGroup } from "../../http/both-transports.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { CODE, launchChromium } from "./chromium.ts";

export { CODE } from "./chromium.ts";

/** A place in Amsterdam, with a zoom that shows streets. */
export const HOME = "#52.376514,4.908543/16";

/** What each open page has done that it must not do, as sentences. */
const violations = new Map<BrowserContext, string[]>();

/** Keeps the violations of the policy where a test can read them. */
const WATCH_POLICY = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  console.error("policy: " + violatedDirective + " " + blockedURI);
});`;

/** A service and a browser for the tests of a file. */
export interface Visit {
  /** The address of the map page. */
  readonly address: string;
  /** Opens the page, with a fragment, as somebody who has never been there. */
  open(fragment?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens the page under another name of its host. */
  openAt(hostname: string, fragment: string): Promise<Page>;
  readonly browser: Browser;
}

/** What Chromium says of a header of the service on hosts without HTTPS; it then does without. */
const PLAIN_HOST_MESSAGE = /^The Cross-Origin-Opener-Policy header has been ignored/;

function watch(context: BrowserContext, origins: readonly string[]): void {
  const found: string[] = [];
  violations.set(context, found);
  context.on("console", (message) => {
    const isExpected = PLAIN_HOST_MESSAGE.test(message.text());
    if (message.type() === "error" && !isExpected) found.push(message.text());
  });
  context.on("weberror", (error) => found.push(error.error().message));
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && !origins.includes(origin)) found.push(`request to ${origin}`);
  });
}

/** Waits for a value. Playwright's own waiting evaluates texts in the page, which the policy forbids. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { interval: 40 });
}

/** Waits for the text of an element, as it is shown. */
export function textOf(element: Locator) {
  return eventually(() => element.innerText());
}

/** Waits until the large text is a code, or is this code. */
export async function waitForCode(page: Page, code?: string): Promise<void> {
  const text = textOf(page.locator(CODE));
  if (code === undefined) await text.not.toBe("…");
  else await text.toBe(code);
}

/** Types into the search box and presses Enter. */
export async function search(page: Page, text: string): Promise<void> {
  await page.locator("#search").fill(text);
  await page.keyboard.press("Enter");
}

/** Lets requests wait. @returns lets them go on */
export async function holdBack(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** A desktop with a mouse, and a phone with fingers. */
export const SCREENS = [
  { device: "a desktop", screen: { viewport: { width: 1280, height: 800 } } },
  {
    device: "a phone",
    screen: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
] as const satisfies readonly { device: string; screen: BrowserContextOptions }[];

/**
 * Clicks on a copy button, and waits until it has said so. It says so for a moment only, which a busy machine may miss:
 * an observer in the page does not.
 */
export async function copyBy(page: Page, id: string): Promise<void> {
  await page.evaluate(`window.labels = [];
    new MutationObserver(() => window.labels.push(document.getElementById("${id}").textContent)).observe(document.getElementById("${id}"), { childList: true }); 0`);
  await page.locator(`#${id}`).click();
  await eventually(() => page.evaluate("window.labels")).toContain("Copied");
}

/** Where an element is that must be shown. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not shown.`);
  return box;
}

/** How many pixels of the map fulfil a condition on `red`, `green` and `blue`; by default all. */
export async function countPixels(page: Page, condition = "true"): Promise<number> {
  const png = await page.locator("#map").screenshot();
  const blank = await page.context().newPage();
  const count = await blank.evaluate(`(async () => {
    const response = await fetch("data:image/png;base64,${png.toString("base64")}");
    const image = await createImageBitmap(await response.blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
      if (${condition}) count++;
    }
    return count;
  })()`);
  await blank.close();
  return Number(count);
}

/** Which part of the map fulfils such a condition. */
export async function shareOf(page: Page, condition: string): Promise<number> {
  return (await countPixels(page, condition)) / (await countPixels(page));
}

/**
 * Starts a service and a browser before the tests of a file. After each test, its pages are closed, and none of them may
 * have left the service or broken the policy.
 * @param tileOrigins other origins that the page may use
 */
export function startVisits(
  options: Partial<ServiceOptions> = {},
  tileOrigins: readonly string[] = [],
): Visit {
  const service = serviceOfGroup(options);
  let browser: Browser;

  async function openPage(address: URL, contextOptions: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(contextOptions);
    context.setDefaultTimeout(PATIENCE_MS);
    watch(context, [address.origin, ...tileOrigins]);
    await context.addInitScript(WATCH_POLICY);
    const page = await context.newPage();
    await page.goto(address.href);
    await waitForCode(page);
    return page;
  }

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of violations.keys()) await context.close();
    const found = [...violations.values()].flat();
    violations.clear();
    expect(found).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    get address() {
      return `${service().address}/map/`;
    },
    get browser() {
      return browser;
    },
    open(fragment = "", contextOptions = {}) {
      return openPage(new URL(`${service().address}/map/${fragment}`), contextOptions);
    },
    openAt(hostname, fragment) {
      const address = new URL(`${service().address}/map/${fragment}`);
      address.hostname = hostname;
      return openPage(address, {});
    },
  };
}

/** Closes a page without asking what it has done: Chromium reports each request that fails as an error. */
export async function closeUnchecked(page: Page): Promise<void> {
  violations.delete(page.context());
  await page.context().close();
}

/** The fragment of the address: where the page says it is. */
export function fragmentOf(page: Page): string {
  return new URL(page.url()).hash;
}

/** The chosen place in the address. */
export function placeOf(page: Page): { readonly latDeg: number; readonly lonDeg: number } {
  const [, lat = "", lon = ""] = /^#([^,]+),([^/?]+)/.exec(fragmentOf(page)) ?? [];
  return { latDeg: Number.parseFloat(lat), lonDeg: Number.parseFloat(lon) };
}

/** The zoom in the address. */
export function zoomOf(page: Page): number {
  return Number.parseFloat(fragmentOf(page).split("/")[1] ?? "");
}

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const AXE = readFileSync(axePath, "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly unknown[] }[];
}

/** The rules of axe-core that the page breaks, by name. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
  return violations.map(({ id, nodes }) => `${id} (${nodes.length})`);
}
