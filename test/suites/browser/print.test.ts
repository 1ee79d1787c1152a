/** The sheet that is printed: its codes, its map, its QR code as a telephone reads it, and that it is one page. */
import { writeFileSync } from "node:fs";
import jsQr from "jsqr";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { encodeShortest, formatMapcode } from "../../../src/index.ts";
import {
  contentOf,
  eventually,
  pixelsOf,
  SCREENS,
  shareOf,
  startVisits,
  waitForCode,
} from "./browser.ts";

const HOME = "#52.376514,4.908543/9?precision=2";

const visit = startVisits();

/** Prints the page to a file, which fires the events of printing. */
async function printPage(page: Page, format = "A4"): Promise<Buffer> {
  const pdf = await page.pdf({ format, preferCSSPageSize: true, printBackground: false });
  if (process.env.KEEP_PRINTS) writeFileSync(process.env.KEEP_PRINTS, pdf);
  return pdf;
}

/** What a telephone reads of the sheet as it is on paper. */
async function readQrCode(page: Page): Promise<string | undefined> {
  await page.emulateMedia({ media: "print" });
  const png = await page.locator("#sheet-qr").screenshot();
  await page.emulateMedia({ media: null });
  const { width, height, pixels } = await pixelsOf(page, png);
  return jsQr.default(Uint8ClampedArray.from(pixels), width, height)?.data;
}

describe("a printed sheet", () => {
  it.each(
    SCREENS.flatMap(({ device, screen }) =>
      ["A4", "Letter"].map((format) => ({ device, screen, format })),
    ),
  )("from $device is one page of $format, with the code in two alphabets and a QR code that opens the same place", async ({
    screen,
    format,
  }) => {
    const page = await visit.open(HOME, screen);
    await page.getByText("On paper").click();
    await eventually(() => page.getByLabel("Second alphabet").inputValue()).toBe("");
    await page.getByLabel("Second alphabet").selectOption("CYRILLIC");
    await contentOf(page.locator("#sheet-second-code")).not.toBe("");
    const pdf = await printPage(page, format);
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await contentOf(page.locator("#sheet-code")).toBe("NLD 49.4V-K2");
    await contentOf(page.locator("#sheet-second-code")).toBe(
      formatMapcode({ territory: "NLD", code: "49.4V-K2" }, { alphabet: "CYRILLIC" }),
    );
    const link = await readQrCode(page);
    expect(link).toBe(`${visit.address}NLD/49.4V-K2`);
    await contentOf(page.locator("#sheet-link")).toBe(link);
    const elsewhere = await visit.open((link ?? "").slice(visit.address.length));
    await waitForCode(elsewhere, "NLD 49.4V-K2");
  });

  it("has the alphabets of the place, or the one that the user chooses", async () => {
    const page = await visit.open("#35.6812,139.7671/12");
    await contentOf(page.locator("#sheet-second-code")).not.toBe("");
    await page.getByText("On paper").click();
    expect(await page.getByLabel("Second alphabet").inputValue()).not.toBe("");
    await page.getByLabel("Second alphabet").selectOption("HEBREW");
    const code = encodeShortest(35.6812, 139.7671);
    const hebrew = formatMapcode(code, { alphabet: "HEBREW" });
    await contentOf(page.locator("#sheet-second-code")).toBe(hebrew);
    await eventually(() => page.locator("#sheet-second-code").getAttribute("dir")).toBe("rtl");
    await page.getByRole("combobox", { name: "Alphabet", exact: true }).selectOption("GREEK");
    await waitForCode(page, formatMapcode(code, { alphabet: "GREEK" }));
  });

  it("is printed by the button of the page", async () => {
    const page = await visit.open(HOME);
    await page.evaluate("window.print = () => { window.printed = (window.printed ?? 0) + 1; }");
    await page.getByText("On paper").click();
    await page.getByRole("button", { name: "Print" }).click();
    await eventually(() => page.evaluate("window.printed")).toBe(1);
  });

  it("has a map in light colors, in dark ones as well", async () => {
    const page = await visit.open("#48.2,16.37/5", { colorScheme: "dark" });
    await page.waitForLoadState("networkidle");
    await printPage(page);
    expect(await shareOf(page, "red > 200", "sheet-map")).toBeGreaterThan(0.7);
  });
});
