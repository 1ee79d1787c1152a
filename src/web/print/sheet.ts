/** The sheet that is printed: a map of the place, its code in two alphabets, and a QR code of the link. */
import type { AlphabetName } from "../../index.ts";
import { create, find } from "../dom.ts";
import { readColors } from "../map/colors.ts";
import { MapView, type Size } from "../map/view.ts";
import type { Answer, Page } from "../page.ts";
import { territoryText, writtenText } from "../results/results.ts";
import { alphabetText, areaText, coordinateText, directionOf } from "../units.ts";
import type { CodeDescription } from "../worker/methods.ts";
import { createQrCode } from "./qr-code.ts";

/** The map of the sheet in CSS pixels, and how many dots of paper each of them gets. */
const MAP_SIZE = { width: 680, height: 400 };
const DOTS_PER_PIXEL = 3;

/** The alphabet beside the chosen one: Roman beside any other one, else one that is used at the place, if any. */
export function secondAlphabet(
  chosen: AlphabetName,
  usedThere: readonly AlphabetName[],
): AlphabetName | undefined {
  if (chosen !== "ROMAN") return "ROMAN";
  return usedThere.find((name) => name !== "ROMAN");
}

/** The zoom at which the sheet shows at least what the screen shows around its middle. */
export function sheetZoom({ zoom, width, height }: Size & { readonly zoom: number }): number {
  const share = Math.min(MAP_SIZE.width / width, MAP_SIZE.height / height, 1);
  return zoom + Math.log2(share);
}

function isSameCode(one: CodeDescription, other: CodeDescription): boolean {
  return one.text === other.text;
}

class Sheet {
  readonly #page: Page;
  readonly #canvas = find("sheet-map", HTMLCanvasElement);
  readonly #select = find("sheet-alphabet", HTMLSelectElement);
  readonly #alphabets: readonly AlphabetName[];
  /** Whether the user has chosen the second alphabet. */
  #isChosen = false;
  #isCurrent: Promise<void> = Promise.resolve();

  constructor(page: Page, alphabets: readonly AlphabetName[]) {
    this.#page = page;
    this.#alphabets = alphabets;
    const options = alphabets.map((name) => create("option", { value: name }, alphabetText(name)));
    this.#select.append(...options);
    this.#select.addEventListener("change", () => {
      this.#isChosen = true;
      this.#isCurrent = this.#update();
    });
  }

  show({ place }: Answer): void {
    if (!this.#isChosen) {
      const { request, alphabets } = place;
      this.#select.value = secondAlphabet(request.alphabet, alphabets) ?? "";
    }
    this.#isCurrent = this.#update();
  }

  /** Draws what costs time and is seen on paper only. The print dialog waits for it. */
  draw(): void {
    if (!this.#page.answer) return;
    const { place, chosen } = this.#page.answer;
    const link = this.#page.codeLink(chosen);
    find("sheet-link", HTMLElement).textContent = link;
    find("sheet-qr", HTMLElement).replaceChildren(createQrCode(link, "QR code of the link"));
    find("sheet-attribution", HTMLElement).textContent = find(
      "attribution",
      HTMLElement,
    ).textContent;
    const view = MapView.at(place.request.point, sheetZoom(this.#page.map.view), MAP_SIZE);
    this.#page.map.drawOn(this.#canvas, view, readColors(this.#canvas), DOTS_PER_PIXEL);
  }

  async print(): Promise<void> {
    await this.#isCurrent;
    window.print();
  }

  /** Writes the texts of the sheet. Browsers print without asking the page to wait, so that it is done ahead. */
  async #update(): Promise<void> {
    const { answer } = this.#page;
    const second = this.#alphabets.find((name) => name === this.#select.value);
    if (!answer) return;
    const { chosen, place } = answer;
    const { request } = place;
    writeCode("sheet-code", chosen, request.alphabet);
    find("sheet-second-code", HTMLElement).textContent = "";
    find("sheet-territory", HTMLElement).textContent = territoryText(chosen);
    const size = areaText(chosen.widthMeters, chosen.heightMeters);
    find("sheet-facts", HTMLElement).textContent =
      `Latitude, longitude: ${coordinateText(request.point)}. Area of the code: ${size}.`;
    if (!second) return;
    const { codes } = await this.#page.worker.call("describePlace", {
      ...request,
      alphabet: second,
    });
    if (answer !== this.#page.answer || this.#select.value !== second) return;
    writeCode(
      "sheet-second-code",
      codes.find((code) => isSameCode(code, chosen)) ?? chosen,
      second,
    );
  }
}

function writeCode(id: string, code: CodeDescription, alphabet: AlphabetName): void {
  const element = find(id, HTMLElement);
  element.textContent = writtenText(code);
  element.dir = directionOf(alphabet);
}

/** @param alphabets the alphabets that exist */
export function startSheet(page: Page, alphabets: readonly AlphabetName[]): void {
  const sheet = new Sheet(page, alphabets);
  page.onAnswer((answer) => sheet.show(answer));
  addEventListener("beforeprint", () => sheet.draw());
  find("print", HTMLButtonElement).addEventListener("click", () => sheet.print());
}
