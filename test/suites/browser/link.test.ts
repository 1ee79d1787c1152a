/** The address holds the state of the page, and no server sees it. */
import { describe, expect, it } from "vitest";
import {
  CODE,
  eventually,
  fragmentOf,
  HOME,
  SCREENS,
  search,
  startVisits,
  textOf,
  waitForCode,
} from "./browser.ts";

const visit = startVisits();

describe.each(SCREENS)("on $device, the address", ({ screen }) => {
  it("shows the same elsewhere: place, code, zoom, extra characters and alphabet", async () => {
    const page = await visit.open(HOME, screen);
    await search(page, "NLD G9.VWG");
    await waitForCode(page, "NLD G9.VWG");
    await page.getByRole("slider", { name: "Extra characters" }).fill("3");
    await page.getByRole("combobox", { name: "Alphabet" }).selectOption("GREEK");
    await page.getByRole("button", { name: "Zoom in" }).click();
    const fragment = /^#52\.37\d+,4\.90\d+\/19\?precision=3&code=NLD\/G9\.VWG&alphabet=GREEK$/;
    await eventually(() => fragmentOf(page)).toMatch(fragment);
    const elsewhere = await visit.open(fragmentOf(page), screen);
    await waitForCode(elsewhere, await page.locator(CODE).innerText());
    await textOf(elsewhere.locator("#scale")).toBe(await page.locator("#scale").innerText());
  });

  it("can be a code, also one that the service is asked for; a damaged one says so", async () => {
    const page = await visit.open("#NLD/G9.VWG-K2", screen);
    await waitForCode(page, "NLD G9.VWG-K2");
    await page.goto(`${visit.address}US-IN/HH.GC`);
    await waitForCode(page, "US-IN HH.GC");
    await page.goto(`${visit.address}#NLD/AA.AA`);
    await page.getByText("This link is damaged. No place has the code NLD AA.AA").waitFor();
    await page.goto(`${visit.address}#52`);
    await page.getByText("This link is damaged. It has no place that can be read.").waitFor();
  });

  it("is copied as a link by code, and goes back and forward through the places", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await visit.open(HOME, { ...screen, permissions });
    await search(page, "US-IN HH.GC");
    await waitForCode(page, "US-IN HH.GC");
    await page.locator("#copy-link").click();
    const copied = eventually(() => page.evaluate("navigator.clipboard.readText()"));
    await copied.toBe(`${visit.address}#US-IN/HH.GC`);
    await page.goBack();
    await waitForCode(page, "NLD 49.4V");
    await page.goForward();
    await waitForCode(page, "US-IN HH.GC");
  });

  it("has no more digits than the place, never reaches a server, and nothing is kept", async () => {
    const page = await visit.open("", screen);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await search(page, "50.737, 19.85");
    await eventually(() => fragmentOf(page)).toBe("#50.737,19.85/16");
    await page.reload();
    await textOf(page.locator(CODE)).toMatch(/^POL /);
    expect(requested.filter((url) => url.split("#")[0]?.includes("50.7"))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
  });
});
