/** Copy buttons, which say that they have copied. */
import { announce, create, debounce } from "./dom.ts";

const SHOWN_MS = 1500;

/** Copies a text as pages without HTTPS have to. @returns false if the browser does not let pages copy */
function copyBySelection(text: string): boolean {
  const field = create("textarea", { class: "visually-hidden" }, text);
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Makes a button copy a text. */
export function makeCopyButton(button: HTMLButtonElement, textToCopy: () => string): void {
  const label = button.textContent;
  const showLabelSoon = debounce(SHOWN_MS, () => {
    button.textContent = label;
  });
  button.addEventListener("click", async () => {
    const text = textToCopy();
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isCopied = copyBySelection(text);
    }
    announce(isCopied ? `Copied ${text}.` : "This browser does not let pages copy.");
    button.textContent = isCopied ? "Copied" : "Not copied";
    showLabelSoon();
  });
}
