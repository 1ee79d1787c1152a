/** In every state, a code stands beside its place, or none is shown. */
import { describe, expect, it } from "vitest";
import { decode, distanceMeters } from "../../../src/index.ts";
import { eventually, HOME, SCREENS, startVisits, type Visitor } from "./browser.ts";

const visit = startVisits();

/** What a user sees of the state. */
function stateOf({ page }: Visitor) {
  return page.evaluate(`(() => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
    const text = (id) => document.getElementById(id).innerText;
    const copies = [...document.querySelectorAll("button")].filter((one) => /^(Copy|Share)/.test(one.textContent));
    const answer = document.getElementById("answer-code");
    return {
      code: isSeen(answer) ? answer.innerText : "",
      copies: copies.filter(isSeen).length,
      heading: text("heading"), advice: text("advice"), field: document.getElementById("search").value,
      title: document.title, fragment: location.hash, scale: text("scale"),
    };
  })()`) as Promise<
    Record<"code" | "heading" | "advice" | "field" | "title" | "fragment" | "scale", string> & {
      copies: number;
    }
  >;
}

/** Checks a state with a place: its code leads there, and nothing says otherwise. */
async function expectPlace(user: Visitor, field: string | RegExp, heading: string) {
  await eventually(async () => (await stateOf(user)).field).toMatch(field);
  const state = await stateOf(user);
  expect(state).toMatchObject({ heading, advice: "", title: `${state.code} · Mapcode map` });
  expect(state.copies).toBeGreaterThan(1);
  expect(distanceMeters(decode(state.code), user.place())).toBeLessThan(7.5);
}

/** Checks a state without a place. */
async function expectNoCode(user: Visitor, field: string, heading: string, advice: string) {
  await eventually(async () => (await stateOf(user)).heading).toBe(heading);
  const state = await stateOf(user);
  expect(state).toMatchObject({ code: "", copies: 0, field });
  expect(state.advice).toContain(advice);
}

describe.each(SCREENS)("on $device", ({ screen }) => {
  it("no code stands beside what is not its place, in any state", async () => {
    visit.expectFailures();
    const user = await visit.open("", screen);
    const { page } = user;
    expect(await stateOf(user)).toMatchObject({
      code: "NLD 49.4V",
      heading: "An example: Amsterdam",
    });
    for (const typed of ["New York", "52.37", "NL 49.4V"]) {
      // Before a choice, and after the focus has left.
      await user.fill(typed);
      expect(await stateOf(user)).toMatchObject({ code: "", copies: 0 });
      await page.locator("#draft-back").focus();
      expect(await stateOf(user)).toMatchObject({ code: "", copies: 0, field: typed });
      await user.press("Back to the chosen place");
      expect(await stateOf(user)).toMatchObject({ code: "NLD 49.4V", field: "" });
    }
    await user.search("Czechia");
    await expectNoCode(user, "Czechia", "Czechia", "Codes here begin with CZE");
    await user.search("Delft");
    await expectPlace(user, "Delft, Netherlands", "About the middle of Delft, to 1 km");
    await user.search("Paris, Texas");
    await expectPlace(user, "Paris, Texas, United States", "About the middle of Paris, to 1 km");
    const former = await stateOf(user);
    await page.keyboard.press("Enter");
    expect(await stateOf(user)).toEqual(former);
    for (const [wrong, advice] of [
      ["NLD AA.AA", "No place has the code"],
      ["xqzzy street 5", "Check the spelling, click your place on the map"],
      ["8FW4V75V+8Q", "This is a plus code"],
      ["52.37", "the second coordinate is missing"],
    ] as const) {
      await user.search(wrong);
      await expectNoCode(user, wrong, "Nothing found", advice);
    }
    await user.expectAxe();
    await user.search("NLD 49.4V");
    await expectPlace(user, "NLD 49.4V", "");
    await user.search("25.5, 94.5");
    await expectPlace(user, "25.5, 94.5", "");
    await page.locator("#map").click({ position: { x: 150, y: 150 } });
    await expectPlace(user, /^25\.500\d+, 94\.\d+$/, "");
    await page.goto(`${visit.address}#NLD/AA.AA`);
    await expectNoCode(user, "NLD AA.AA", "This link is damaged", "No place has the code");
    await page.goto(`${visit.address}#NL/49.4V`);
    await expectNoCode(user, "NL 49.4V", "NL 49.4V may be several places", "Press Find to choose");
    await user.press("Find");
    await user.text("#search-status").toBe("3 places. Choose one.");
    await page.goto(`${visit.address}#52.007,4.356/12?within=1000`);
    await expectPlace(user, "52.007, 4.356", "About this place, to 1 km");
    await page.goto(`${visit.address}#map=6/42.7/-75.6`);
    await expectNoCode(user, "", "", "a place on the map to get its code");
  });
});

describe("going back, forward and reloading", () => {
  it("shows place, code, field, view and title of each of 20 steps again", async () => {
    const user = await visit.open(HOME);
    const { page } = user;
    const states = [await stateOf(user)];
    const first = ["New York", "Texas", "Delft", "Paris, Texas", "nothing here"];
    const second = ["NLD G9.VWG", "52.1, 4.2", "US-IN HH.GC", "東京", "Kosovo"];
    for (const text of [...first, ...second]) {
      await user.search(text);
      await eventually(async () => (await stateOf(user)).title).not.toBe(states.at(-1)?.title);
      await page.waitForTimeout(350);
      states.push(await stateOf(user));
      const { title } = await stateOf(user);
      await page.locator("#map").click({ position: { x: 300, y: 220 } });
      await eventually(async () => (await stateOf(user)).title).not.toBe(title);
      const { zoom = 0 } = user.place();
      await user.press("Zoom out");
      await eventually(() => user.place().zoom).toBeCloseTo(zoom - 1, 1);
      states.push(await stateOf(user));
    }
    expect(states.length).toBe(21);
    const isSame = async (index: number) => {
      await eventually(() => stateOf(user)).toEqual(states[index]);
      if (index % 4 !== 0) return;
      await page.reload();
      await eventually(() => stateOf(user)).toEqual(states[index]);
    };
    for (let index = 19; index >= 0; index--) {
      await page.goBack();
      await isSame(index);
    }
    for (let index = 1; index < 21; index++) {
      await page.goForward();
      await isSame(index);
    }
  });
});

describe("without network", () => {
  it("the page says that the list of towns is missing, once for all, and tries again", async () => {
    visit.expectFailures();
    const user = await visit.open();
    await user.page.waitForLoadState("networkidle");
    await user.page.context().setOffline(true);
    await user.search("Haarlem");
    await expectNoCode(user, "Haarlem", "Nothing found", "The list of towns could not be loaded.");
    await user.page.context().setOffline(false);
    await user.search("Haarlem");
    await user.text("#heading").toBe("About the middle of Haarlem, to 1 km");
  });

  it("each file is requested once, whatever is clicked meanwhile", async () => {
    const user = await visit.open();
    const requests: string[] = [];
    user.page.on("request", (request) => requests.push(request.url()));
    const release = await user.holdBack(/(borders|towns|50m)-/);
    for (const text of ["52.1, 4.2", "51, 6", "50, 7"]) {
      await user.search(text);
      await user.page.locator("#map").click({ position: { x: 300, y: 220 } });
      await user.press("Zoom out");
    }
    release();
    await user.page.waitForLoadState("networkidle");
    // Chromium asks for the icon at each entry of its history.
    const files = requests.filter((url) => !url.endsWith("icon.svg"));
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBe(new Set(files).size);
  });
});
