/** Opens the map page of a real service in Chromium as users do, and watches for errors and foreign requests. */
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { ServiceOptions } from "../../../src/service/options.ts";
import { serviceOfGroup } from "../../http/both-transports.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { launchChromium } from "./chromium.ts";

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

/** Logs violations of the policy, for tests to read. */
const WATCH_POLICY = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  console.error("policy: " + violatedDirective + " " + blockedURI);
});`;

/** Chromium's message about a header of the service that it ignores on hosts without HTTPS. */
const PLAIN_HOST_MESSAGE = /^The Cross-Origin-Opener-Policy header has been ignored/;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly unknown[] }[];
}

/** Waits for a value. Playwright's own waiting evaluates texts in the page: the policy forbids it. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { interval: 40 });
}

/** The condition for a color such as `#d3e2ec`, for `share`. */
export function isColor(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `red === ${red} && green === ${green} && blue === ${blue}`;
}

/** A table of distinct points all over the world. */
export function worldTable(count: number): string {
  const row = (index: number) => {
    const lat = ((index * 7919) % 1_400_000) / 10_000 - 60;
    const lon = ((index * 104_729) % 3_600_000) / 10_000 - 180;
    return `${index},${lat.toFixed(4)},${lon.toFixed(4)}`;
  };
  return `id,lat,lon\n${Array.from({ length: count }, (_, index) => row(index)).join("\n")}\n`;
}

export type Visitor = ReturnType<typeof visitorOf>;

/** The actions of a user on an open page, and its contents. */
export function visitorOf(page: Page) {
  const context = page.context();
  /** Waits for the shown text of an element. */
  const text = (selector: string) => eventually(() => page.locator(selector).innerText());
  const fragment = () => new URL(page.url()).hash;
  return {
    page,
    text,
    /** The chosen code. */
    code: () => text("#answer-code"),
    note: () => text("#note"),
    /** The message about a table. */
    message: () => text("#table-message"),
    /** The fragment of the address, and the place and zoom in it. */
    fragment,
    place() {
      const [latDeg, lonDeg, zoom] = fragment().slice(1).split(/[,/?]/).map(Number);
      return { latDeg, lonDeg, zoom };
    },
    press: (name: string | RegExp) => page.getByRole("button", { name }).click(),
    type: (key: string) => page.keyboard.press(key),
    fill: (typed: string) => page.locator("#search").fill(typed),
    setPrecision: (characters: number) =>
      page.getByRole("slider", { name: "Extra characters" }).fill(`${characters}`),
    setAlphabet: (alphabet: string) =>
      page.getByRole("combobox", { name: "Alphabet" }).selectOption(alphabet),
    /** Types into the search box and presses Enter. */
    async search(typed: string) {
      await page.locator("#search").fill(typed);
      await page.keyboard.press("Enter");
    },
    /** Pastes by keys, from the clipboard of the browser. */
    async pasteTable(table: string) {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("#table-text").focus();
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(table)})`);
      await page.keyboard.press("Control+V");
    },
    /** Holds requests back. @returns a function that releases them */
    async holdBack(pattern: RegExp) {
      const gate = new EventEmitter();
      const opened = once(gate, "open");
      await context.route(pattern, async (route) => {
        await opened;
        await route.continue();
      });
      return () => gate.emit("open");
    },
    /** The bounding box of the map. */
    async mapBox() {
      const box = await page.locator("#map").boundingBox();
      if (box === null) throw new Error("The map is not shown.");
      return box;
    },
    /** The share of the map's pixels that fulfil a condition on `red`, `green` and `blue`. */
    async share(condition: string) {
      const png = await page.locator("#map").screenshot();
      const blank = await context.newPage();
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
    },
    /** Checks the rules of axe-core. */
    async expectAxe() {
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
      expect(violations.map(({ id, nodes }) => `${id} (${nodes.length})`)).toEqual([]);
    },
  };
}

/**
 * Starts a service and a browser before the tests of a file. After each test, closes its pages, and expects no errors,
 * foreign requests or violations of the policy.
 * @param tileOrigins other origins that the page may use
 */
export function startVisits(
  options: Partial<ServiceOptions> = {},
  tileOrigins: readonly string[] = [],
) {
  const service = serviceOfGroup(options);
  let browser: Browser;
  let violations: string[] = [];
  let areFailuresExpected = false;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    const found = violations.filter(
      (one) => !areFailuresExpected || !one.startsWith("Failed to load resource"),
    );
    violations = [];
    areFailuresExpected = false;
    expect(found).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    /** The address of the map page. */
    get address() {
      return `${service().address}/map/`;
    },
    /** A new page, without the checks of `open`. */
    newPage: async (screen: BrowserContextOptions = {}) => {
      return (await browser.newContext(screen)).newPage();
    },
    /** Allows failed requests in this test. Chromium reports them as errors. */
    expectFailures() {
      areFailuresExpected = true;
    },
    /** Opens the page, with a fragment, as a first visit. @param hostname another name of its host */
    async open(fragment = "", screen: BrowserContextOptions = {}, hostname?: string) {
      const address = new URL(`${service().address}/map/${fragment}`);
      address.hostname = hostname ?? address.hostname;
      const origins = [address.origin, ...tileOrigins];
      const context = await browser.newContext(screen);
      context.setDefaultTimeout(PATIENCE_MS);
      context.on("console", (message) => {
        const isExpected = PLAIN_HOST_MESSAGE.test(message.text());
        if (message.type() === "error" && !isExpected) violations.push(message.text());
      });
      context.on("weberror", (error) => violations.push(error.error().message));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        const isOwn = protocol === "data:" || origins.includes(origin);
        if (!isOwn) violations.push(`request to ${origin}`);
      });
      await context.addInitScript(WATCH_POLICY);
      const page = await context.newPage();
      await page.goto(address.href);
      const visitor = visitorOf(page);
      await visitor.code().not.toBe("…");
      return visitor;
    },
  };
}
