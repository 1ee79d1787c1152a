/** The address holds the state of the page, and no server sees it. */
import { describe, expect, it } from "vitest";
import { eventually, HOME, isColor, SCREENS, startVisits, visitorOf } from "./browser.ts";

const visit = startVisits();

describe.each(SCREENS)("on $device, the address", ({ screen }) => {
  it("shows the same elsewhere: place, code, zoom, extra characters and alphabet", async () => {
    const user = await visit.open(HOME, screen);
    await user.search("NLD G9.VWG");
    await user.code().toBe("NLD G9.VWG");
    await user.setPrecision(3);
    await user.setAlphabet("GREEK");
    await user.press("Zoom in");
    const fragment = /^#52\.37\d+,4\.90\d+\/20\?precision=3&code=NLD\/G9\.VWG&alphabet=GREEK$/;
    await eventually(user.fragment).toMatch(fragment);
    const elsewhere = await visit.open(user.fragment(), screen);
    for (const shown of ["#answer-code", "#scale"]) {
      await elsewhere.text(shown).toBe(await user.page.locator(shown).innerText());
    }
  });

  it("can be a code, also one that the service is asked for; a damaged one says so", async () => {
    const { page, code, text } = await visit.open("#NLD/G9.VWG-K2", screen);
    await code().toBe("NLD G9.VWG-K2");
    await page.goto(`${visit.address}US-IN/HH.GC`);
    await code().toBe("US-IN HH.GC");
    await page.goto(`${visit.address}#NLD/AA.AA`);
    await text("#heading").toBe("This link is damaged");
    await text("#advice").toContain("No place has the code NLD AA.AA");
    await page.goto(`${visit.address}#NLD/49.Q`);
    await text("#advice").toBe("Its code is not complete.");
    await page.goto(`${visit.address}#52`);
    await text("#advice").toBe("It has no place that can be read.");
    expect(await page.locator("#answer").isVisible()).toBe(false);
  });

  it("is copied as a link by code, and goes back and forward through the places", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, code, search, press } = await visit.open(HOME, { ...screen, permissions });
    await search("US-IN HH.GC");
    await code().toBe("US-IN HH.GC");
    await press("Copy link");
    const copied = eventually(() => page.evaluate("navigator.clipboard.readText()"));
    await copied.toBe(`${visit.address}#US-IN/HH.GC`);
    await page.goBack();
    await code().toBe("NLD 49.4V");
    await page.goForward();
    await code().toBe("US-IN HH.GC");
  });

  it("does not overrule a click before the page has read it, and is there when the user goes back", async () => {
    const { page, code, ...user } = visitorOf(await visit.newPage(screen));
    const release = await user.holdBack(/page-.*\.js$/);
    await page.goto(`${visit.address}#NLD/49.4V`);
    await user.note().toMatch(/the map to get the code/);
    const { width, height } = await user.mapBox();
    // In the first view, of the world, east of the middle.
    const position = { x: width / 2 + 60, y: height / 2 - 30 };
    await page.locator("#map").click({ position });
    release();
    await user.text("#heading").toMatch(/^About here/);
    expect(user.place()).toMatchObject({ lonDeg: expect.closeTo(26, 0), zoom: 2 });
    const pixels = await user.share(isColor("#1c3f94"));
    expect(pixels).toBeGreaterThan(0);
    await page.goBack();
    await code().toBe("NLD 49.4V");
    await eventually(() => user.place().zoom).toBe(19);
  });

  it("has no more digits than the place, never reaches a server, and nothing is kept", async () => {
    const { page, code, search, fragment } = await visit.open("", screen);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await search("50.737, 19.85");
    await eventually(fragment).toBe("#50.737,19.85/16");
    await page.reload();
    await code().toMatch(/^POL /);
    expect(requested.filter((url) => url.split("#")[0]?.includes("50.7"))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
  });
});
