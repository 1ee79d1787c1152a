/** What stays: settings in the browser, the place and its code in the address. */
import { describe, expect, it } from "vitest";
import { formatMapcode } from "../../../src/index.ts";
import {
  CODE,
  eventually,
  fragmentOf,
  goOffline,
  HOME,
  openTab,
  SCREENS,
  search,
  startVisits,
  textOf,
  waitForCode,
} from "./browser.ts";

const visit = startVisits();

describe("the browser", () => {
  it("keeps the settings for the next visit, and neither places nor cookies", async () => {
    const page = await visit.open(HOME);
    await page.getByRole("slider", { name: "Extra characters" }).fill("2");
    await waitForCode(page, "NLD 49.4V-K2");
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate("({ ...localStorage })")).toEqual({
      "mapcoded-map": '{"precision":2}',
    });
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(await page.evaluate("indexedDB.databases()")).toEqual([]);
    // What a link says is not a setting of the user.
    await page.goto("about:blank");
    await page.goto(`${visit.address}${HOME}`);
    await waitForCode(page, "NLD 49.4V");
    await page.goto("about:blank");
    await page.goto(visit.address);
    await waitForCode(page, "NLD 49.4V-K2");
    await eventually(() => page.getByText("An example: Amsterdam").isVisible()).toBe(true);
  });

  it("writes what users type in the direction of its letters", async () => {
    const page = await visit.open(HOME);
    const box = page.locator("#search");
    const direction = () =>
      page.evaluate(`getComputedStyle(document.getElementById("search")).direction`);
    expect(await direction()).toBe("ltr");
    await box.fill(formatMapcode({ territory: "NLD", code: "49.4V" }, { alphabet: "THAANA" }));
    expect(await direction()).toBe("rtl");
  });
});

describe("the address", () => {
  it("shows the same elsewhere: place, zoom, precision, alphabet and layers", async () => {
    const page = await visit.open(HOME);
    await page.getByRole("slider", { name: "Extra characters" }).fill("3");
    await page.getByRole("combobox", { name: "Alphabet", exact: true }).selectOption("GREEK");
    await openTab(page, "How it works");
    await page.getByLabel("Show the territories on the map").check();
    await page.getByRole("button", { name: "Zoom in" }).click();
    const fragment = "#52.376514,4.908543/17?precision=3&alphabet=GREEK&layers=outlines";
    await eventually(() => fragmentOf(page)).toBe(fragment);
    const elsewhere = await visit.open(fragment);
    await waitForCode(elsewhere, await page.locator(CODE).innerText());
    await eventually(() => elsewhere.locator("#layer-outlines").isChecked()).toBe(true);
    await textOf(elsewhere.locator("#scale")).toBe(await page.locator("#scale").innerText());
  });

  it.each(SCREENS)("keeps the code that is typed or chosen, on $device", async ({ screen }) => {
    const page = await visit.open("", screen);
    // Encoding gives another code for the place of this one.
    for (const code of ["NLD G9.VWG", "MAF TR.8ZV"]) {
      await search(page, code);
      await waitForCode(page, code);
      await eventually(() => fragmentOf(page)).toContain(`code=${code.replace(" ", "/")}`);
      const elsewhere = await visit.open(fragmentOf(page), screen);
      await waitForCode(elsewhere, code);
    }
  });

  it.each(SCREENS)("has no more digits than the place, on $device", async ({ screen }) => {
    const page = await visit.open("", screen);
    await search(page, "50.737, 19.85");
    await eventually(() => fragmentOf(page)).toMatch(/^#50\.737,19\.85\/16$/);
  });

  it.each(
    SCREENS,
  )("can be a code, with the service and without network; a damaged one says so, on $device", async ({
    screen,
  }) => {
    const page = await visit.open("NLD/G9.VWG-K2", screen);
    await waitForCode(page, "NLD G9.VWG-K2");
    await goOffline(page);
    await page.goto(`${visit.address}US-IN/HH.GC`);
    await waitForCode(page, "US-IN HH.GC");
    await page.context().setOffline(false);
    await page.goto(`${visit.address}NLD/AA.AA`);
    await page.getByText("This link is damaged. No place has the code NLD AA.AA").waitFor();
    await page.goto(`${visit.address}#52`);
    await page.getByText("This link is damaged. It has no place that can be read.").waitFor();
  });

  it("goes back and forward through the places", async () => {
    const page = await visit.open(HOME);
    await search(page, "US-IN HH.GC");
    await waitForCode(page, "US-IN HH.GC");
    await page.goBack();
    await waitForCode(page, "NLD 49.4V");
    await page.goForward();
    await waitForCode(page, "US-IN HH.GC");
  });

  it("never reaches a server", async () => {
    const page = await visit.open(HOME);
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.reload();
    await waitForCode(page, "NLD 49.4V");
    expect(addresses.filter((address) => address.includes("52.37"))).toEqual(
      addresses.filter((address) => address.includes("#52.37")),
    );
  });
});
