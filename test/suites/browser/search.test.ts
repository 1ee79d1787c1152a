/** The search box and its suggestions. */
import { describe, expect, it } from "vitest";
import { eventually, HOME, SCREENS, startVisits } from "./browser.ts";

const visit = startVisits();

describe.each(SCREENS)("on $device, the search box", ({ screen }) => {
  it("goes to codes in any alphabet, with names of territories, to coordinates and links", async () => {
    const user = await visit.open("", screen);
    for (const [text, code] of [
      ["Netherlands 49.4V-K2", "NLD 49.4V-K2"],
      ["ЗЛД 49.4Ч", "NLD 49.4V"],
      ["52º22'35.45\"N 4º54'30.75\"E", "NLD 49.4V"],
      ["https://www.openstreetmap.org/?mlat=52.376514&mlon=4.908543#map=16/52.3/4.9", "NLD 49.4V"],
    ]) {
      await user.search("0,0");
      await eventually(() => user.place().latDeg).toBe(0);
      await user.fill(text);
      await user.press("Find");
      await user.code().toBe(code);
    }
  });

  it("lists what is ambiguous, the country first, and Enter goes to the list before it chooses", async () => {
    const user = await visit.open("", screen);
    await user.fill("NL 49.4V");
    await user.text("#search-status").toBe("3 places. Choose one.");
    const titles = await user.page.locator("#suggestions .title").allInnerTexts();
    expect(titles).toEqual(["NLD 49.4V", "IN-NL 49.4V", "CA-NL 49.4V"]);
    await user.expectAxe();
    await user.type("Enter");
    expect(user.fragment()).toBe("");
    await user.type("ArrowDown");
    await user.type("Enter");
    await user.code().toBe("IN-NL 49.4V");
    expect(await user.page.locator("#search").inputValue()).toBe("IN-NL 49.4V");
    expect(await user.page.locator("#suggestions button").count()).toBe(0);
  });

  it("shows a territory without a code, which can follow, and a town without accents", async () => {
    const user = await visit.open("", screen);
    await user.fill("czechia");
    await user.press("Czechia CZE");
    await user.text("#heading").toBe("Czechia");
    expect(await user.page.locator("#answer").isVisible()).toBe(false);
    await user.press("Type a code of CZE");
    expect(await user.page.locator("#search").inputValue()).toBe("CZE ");
    await user.search("lodz");
    await user.text("#heading").toBe("About the middle of Łódź, to 1 km");
    await user.code().toMatch(/^POL /);
    expect(user.place()).toMatchObject({ latDeg: expect.closeTo(51.77, 1), zoom: 12 });
  });

  it("follows the place, and its hint ends with the text that it is about", async () => {
    const user = await visit.open("", screen);
    await user.fill("52.37");
    await user.text("#search-status").toContain("the second coordinate is missing");
    await user.page.locator("#map").click({ position: { x: 150, y: 200 } });
    await eventually(user.fragment).not.toBe("");
    const { latDeg, lonDeg } = user.place();
    expect(await user.page.locator("#search").inputValue()).toBe(`${latDeg}, ${lonDeg}`);
    await user.text("#search-status").toBe("");
  });
});

describe("the search box", () => {
  it.each([
    ["an enlarged page", 16],
    ["a page with letters of 200%", 32],
  ])("leads to the whole code on the small screen of %s", async (_, standard) => {
    const user = await visit.open("", { viewport: { width: 640, height: 360 } });
    const session = await user.page.context().newCDPSession(user.page);
    await session.send("Page.setFontSizes", { fontSizes: { standard } });
    for (const code of ["US-IN HH.GC", "NLD 49.4V-K2PBGG0W"]) {
      await user.search(code);
      await user.code().toBe(code);
      const { y = 0, height = 0 } = (await user.page.locator("#answer-code").boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(360);
    }
  });

  it("shows the borders of a state where the whole of it is in view", async () => {
    const isBorder = "Math.abs(red - 181) + Math.abs(green - 171) + Math.abs(blue - 155) < 30";
    const user = await visit.open();
    const release = await user.holdBack(/borders-.*\.bin$/);
    const loaded = user.page.waitForResponse(/countries-50m/);
    await user.search("Texas");
    await user.text("#heading").toBe("Texas, United States");
    await loaded;
    await eventually(() => user.share(isBorder)).toBeGreaterThan(0);
    const ofCountries = await user.share(isBorder);
    release();
    await eventually(() => user.share(isBorder)).toBeGreaterThan(2 * ofCountries);
  });

  it("names countries in English, and knows their names in the language of the browser", async () => {
    const user = await visit.open(HOME, { locale: "de-DE" });
    await user.text("#answer-facts").toMatch(/^Netherlands/);
    await user.fill("Südkorea");
    await user.page.getByRole("button", { name: "South Korea KOR" }).waitFor();
    await user.fill("日本");
    await user.page.getByRole("button", { name: "Japan JPN" }).waitFor();
  });

  it("waits for the end of a composition, and leaves its keys to the input method", async () => {
    const user = await visit.open();
    await user.fill("in");
    const buttons = user.page.locator("#suggestions button");
    await buttons.nth(1).waitFor();
    const compose = (kind: string, type: string, init: string) =>
      user.page.evaluate(`(() => {
        const event = new ${kind}(${JSON.stringify(type)}, { bubbles: true, cancelable: true, ${init} });
        return document.getElementById("search").dispatchEvent(event);
      })()`);
    for (const key of ["ArrowDown", "Escape"]) {
      // Nothing prevents what the input method does.
      expect(await compose("KeyboardEvent", "keydown", `key: "${key}", isComposing: true`)).toBe(
        true,
      );
    }
    expect(await buttons.count()).toBeGreaterThan(1);
    await user.page.evaluate(`document.getElementById("search").value = "東京"`);
    await compose("InputEvent", "input", "isComposing: true");
    expect(await buttons.first().innerText()).not.toContain("Tokyo");
    await compose("CompositionEvent", "compositionend", "");
    await buttons.first().getByText("Tokyo").waitFor();
  });

  it("closes its list by Escape even if the text is that of the chosen place", async () => {
    const user = await visit.open();
    await user.search("NLD 49.4V");
    await user.code().toBe("NLD 49.4V");
    const buttons = user.page.locator("#suggestions button");
    for (const typed of ["NLD 49.4", "NLD 49.4V"]) await user.fill(typed);
    await buttons.first().waitFor();
    await user.type("Escape");
    await eventually(() => buttons.count()).toBe(0);
  });

  it("lists towns when they arrive, and the focus stays in the list", async () => {
    const user = await visit.open();
    const release = await user.holdBack(/towns-.*\.txt$/);
    await user.fill("new york");
    const buttons = user.page.locator("#suggestions button");
    await buttons.first().getByText("New York, United States").waitFor();
    release();
    await buttons.first().getByText("New York City").waitFor();
    await user.type("ArrowDown");
    const focused = await user.page.evaluate("document.activeElement.textContent");
    expect(focused).toContain("New York City");
    await user.type("Escape");
    await eventually(() => buttons.count()).toBe(0);
    expect(await user.page.evaluate("document.activeElement.id")).toBe("search");
  });
});
