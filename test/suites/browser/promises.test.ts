/** What the page promises beyond its journeys: accessibility, working without network, and size. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  axeViolations,
  closeUnchecked,
  eventually,
  goOffline,
  HOME,
  openTab,
  search,
  shareOf,
  startVisits,
  waitForCode,
} from "./browser.ts";

const visit = startVisits();

describe.each(["light", "dark"] as const)("in %s colors, the page", (colorScheme) => {
  it("breaks no rule of axe-core, with and without suggestions and layers", async () => {
    const page = await visit.open("", { colorScheme });
    expect(await axeViolations(page)).toEqual([]);
    await page.locator("#search").fill("in");
    await page.getByRole("option").nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await axeViolations(page)).toEqual([]);
    // The hint of the box lies over the tabs until the box is left.
    await page.locator("#search").blur();
    await page.locator("#more-summary").click();
    await page.getByText("Coordinates and distances").click();
    await page.getByText("On paper").click();
    expect(await axeViolations(page)).toEqual([]);
    await openTab(page, "Table");
    expect(await axeViolations(page)).toEqual([]);
    await openTab(page, "How it works");
    await page.getByLabel("Show the territories on the map").check();
    await page.getByLabel(/which codes exist where/).check();
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe("in the colors that the system forces, the page", () => {
  const SYSTEM_COLORS = `(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const rgb = (color) => {
      probe.style.color = color;
      return getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number);
    };
    const canvas = document.getElementById("map");
    const [red, green, blue] = canvas.getContext("2d").getImageData(2, 2, 1, 1).data;
    return { sea: [red, green, blue], canvas: rgb("Canvas") };
  })()`;

  it.each(["light", "dark"] as const)("draws its map in %s ones, too", async (colorScheme) => {
    const page = await visit.open("#40,-40/5", { colorScheme, forcedColors: "active" });
    await page.waitForLoadState("networkidle");
    const { sea, canvas } = (await page.evaluate(SYSTEM_COLORS)) as Record<string, number[]>;
    expect(sea).toEqual(canvas);
  });

  it("marks the chosen tab and the control with the focus by lines, and breaks no rule", async () => {
    const page = await visit.open(HOME, { forcedColors: "active" });
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${name}`);
    expect(await styleOf("[role=tab][aria-selected=true]", "borderBottomWidth")).toBe("4px");
    expect(await styleOf("[role=tab][aria-selected=false]", "borderBottomWidth")).toBe("3px");
    await page.keyboard.press("Tab");
    expect(await styleOf("#search", "outlineStyle")).toBe("solid");
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe("for users who want more contrast, the page", () => {
  it.each([
    ["light", [0xa9, 0xcb, 0xe2]],
    ["dark", [0x0a, 0x14, 0x1c]],
  ] as const)("has another map in %s colors, readable hints in fields, and breaks no rule", async (colorScheme, sea) => {
    const page = await visit.open("#40,-40/5", { colorScheme, contrast: "more" });
    await page.waitForLoadState("networkidle");
    const colors = (await page.evaluate(`(() => {
      const context = document.getElementById("map").getContext("2d");
      const field = document.getElementById("search");
      const color = (element, part) => getComputedStyle(element, part).color;
      return {
        sea: [...context.getImageData(2, 2, 1, 1).data].slice(0, 3),
        text: color(document.body),
        placeholder: color(field, "::placeholder"),
      };
    })()`)) as Readonly<Record<string, unknown>>;
    expect(colors.sea).toEqual([...sea]);
    expect(colors.placeholder).toEqual(colors.text);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe("the map", () => {
  const SCALE = `(() => {
    const element = document.getElementById("scale");
    return element.textContent + " in " + element.getBoundingClientRect().width;
  })()`;
  /** A flight takes 450 ms. */
  const HALFWAY_MS = 225;
  const AFTERWARDS_MS = 1000;

  /** The scale before, soon after and long after a click that zooms. Time passes in the page only when the test says so. */
  async function scalesOfZoom(reducedMotion: "reduce" | "no-preference") {
    const page = await visit.open(HOME, { reducedMotion });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const scaleAfter = async (milliseconds: number) => {
      await page.clock.runFor(milliseconds);
      return page.evaluate(SCALE);
    };
    const former = await scaleAfter(AFTERWARDS_MS);
    await page.evaluate('document.getElementById("zoom-in").click()');
    const soon = await scaleAfter(HALFWAY_MS);
    const last = await scaleAfter(AFTERWARDS_MS);
    return { former, soon, last };
  }

  it("jumps for users who want less motion, and flies for others", async () => {
    const jump = await scalesOfZoom("reduce");
    expect(jump.soon).not.toBe(jump.former);
    expect(jump.soon).toBe(jump.last);
    const flight = await scalesOfZoom("no-preference");
    expect(flight.former).toBe(jump.former);
    expect(flight.soon).not.toBe(flight.former);
    expect(flight.soon).not.toBe(flight.last);
    expect(flight.last).toBe(jump.last);
  });
});

describe("on a small screen, or with large letters, the page", () => {
  it.each([
    { name: "a phone", width: 360, height: 740 },
    { name: "200% zoom of a small window", width: 320, height: 400 },
  ])("needs no scrolling to the side on $name", async ({ width, height }) => {
    const page = await visit.open(HOME, { viewport: { width, height } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });
});

describe("without network, the page", () => {
  it("works after the first visit", async () => {
    const page = await visit.open();
    await goOffline(page);
    await page.reload();
    await waitForCode(page, "NLD 49.4V");
    await search(page, "US-IN HH.GC");
    await waitForCode(page, "US-IN HH.GC");
    await eventually(() => landShare(page)).toBeGreaterThan(0.5);
    await closeUnchecked(page);
  });
});

/** How much of the map has the color of land. */
function landShare(page: Page): Promise<number> {
  return shareOf(page, "red === 0xf7 && green === 0xf5 && blue === 0xef");
}

/** Bytes that the transport has sent for a first visit, until nothing more comes. */
async function firstLoad(page: Page): Promise<number> {
  await page.evaluate("navigator.serviceWorker.ready.then(() => 0)");
  const entries = `performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))`;
  return Number(await page.evaluate(`${entries}.reduce((sum, one) => sum + one.transferSize, 0)`));
}

describe("a first visit", () => {
  it("takes at most 460 kB", async () => {
    const page = await visit.open();
    const bytes = await firstLoad(page);
    expect(bytes).toBeGreaterThan(150_000);
    expect(bytes).toBeLessThanOrEqual(460_000);
  });
});

describe("the map of the system", () => {
  it("draws territories and records on demand", async () => {
    const page = await visit.open("#39.7684,-86.1581/9");
    // All of the view is land, with some labels.
    await eventually(() => landShare(page)).toBeGreaterThan(0.9);
    const plain = await landShare(page);
    const legend = page.locator("#legend li:visible");
    expect(await legend.count()).toBe(0);
    await openTab(page, "How it works");
    await page.getByLabel(/which codes exist where/).check();
    expect(await legend.allInnerTexts()).toContainEqual(expect.stringContaining("a grid of cells"));
    expect(await legend.allInnerTexts()).not.toContainEqual(expect.stringContaining("territory"));
    await eventually(() => landShare(page)).toBeLessThan(plain - 0.02);
    const row = page.getByRole("row", { name: /US-IN HH\.GC / });
    // The same notation as on the map.
    expect(await row.innerText()).toMatch(/2\.2\s+grid\s+9\.5\skm\s× 9\.6\skm\s+9\.9\sm\s× 10\sm/);
    // Neither a screen of a table to scroll, nor a line that breaks within a number and its unit.
    const hidden = await page.evaluate(`(() => {
      const { scrollWidth, clientWidth } = document.querySelector(".system .table");
      return scrollWidth - clientWidth;
    })()`);
    expect(hidden).toBe(0);
    const styles = await page.evaluate(`[...document.querySelectorAll("#legend .line")]
      .map((line) => getComputedStyle(line).borderTopStyle + getComputedStyle(line).borderTopWidth)`);
    expect(styles).toEqual([
      "dashed3px",
      "solid2px",
      "dashed2px",
      "dotted2px",
      "solid1px",
      "none0px",
    ]);
  });
});
