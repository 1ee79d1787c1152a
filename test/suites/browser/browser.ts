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
import { launchChromium } from "./chromium.ts";

/** The large text: the chosen code. */
export const CODE = "#answer-code";

/** A place in Amsterdam, with a zoom that shows streets. */
export const HOME = "#52.376514,4.908543/16";

/** A desktop with a mouse, and a phone with fingers. */
export const SCREENS = [
  { device: "a desktop", screen: { viewport: { width: 1280, height: 800 } } },
  {
    device: "a phone",
    screen: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
] as const satisfies readonly { device: string; screen: BrowserContextOptions }[];

/** What each open page has done that it must not do, as sentences. */
const violations = new Map<BrowserContext, string[]>();

/** Keeps the violations of the policy where a test can read them. */
const WATCH_POLICY = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  console.error("policy: " + violatedDirective + " " + blockedURI);
});`;

/** What Chromium says of a header of the service on hosts without HTTPS; it then does without. */
const PLAIN_HOST_MESSAGE = /^The Cross-Origin-Opener-Policy header has been ignored/;

async function watch(context: BrowserContext, origins: readonly string[]): Promise<void> {
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
  await context.addInitScript(WATCH_POLICY);
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

/** Where an element is that must be shown. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not shown.`);
  return box;
}

/** Which part of the map has pixels that fulfil a condition on `red`, `green` and `blue`. */
export async function shareOf(page: Page, condition: string): Promise<number> {
  const png = await page.locator("#map").screenshot();
  const blank = await page.context().newPage();
  const share = await blank.evaluate(`(async () => {
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
    return count / (data.length / 4);
  })()`);
  await blank.close();
  return Number(share);
}

/** The condition of a color: `#d3e2ec`. */
export function isColor(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `red === ${red} && green === ${green} && blue === ${blue}`;
}

/**
 * Starts a service and a browser before the tests of a file. After each test, its pages are closed, and none of them may
 * have left the service or broken the policy.
 * @param tileOrigins other origins that the page may use
 */
export function startVisits(
  options: Partial<ServiceOptions> = {},
  tileOrigins: readonly string[] = [],
) {
  const service = serviceOfGroup(options);
  let browser: Browser;
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
    /** The address of the map page. */
    get address() {
      return `${service().address}/map/`;
    },
    get browser() {
      return browser;
    },
    /** Opens the page, with a fragment, as somebody who has never been there. @param hostname another name of its host */
    async open(fragment = "", screen: BrowserContextOptions = {}, hostname?: string) {
      const address = new URL(`${service().address}/map/${fragment}`);
      address.hostname = hostname ?? address.hostname;
      const context = await browser.newContext(screen);
      context.setDefaultTimeout(PATIENCE_MS);
      await watch(context, [address.origin, ...tileOrigins]);
      const page = await context.newPage();
      await page.goto(address.href);
      await waitForCode(page);
      return page;
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

/** The chosen place and the zoom in the address. */
export function placeOf(page: Page) {
  const [latDeg, lonDeg, zoom] = fragmentOf(page).slice(1).split(/[,/?]/).map(Number);
  return { latDeg, lonDeg, zoom };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly unknown[] }[];
}

/** Checks the rules of axe-core. */
export async function expectAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
  expect(violations.map(({ id, nodes }) => `${id} (${nodes.length})`)).toEqual([]);
}
