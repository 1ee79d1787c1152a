/** Copy buttons, which say that they have copied. */
import { announce, debounce } from "./dom.ts";

const SHOWN_MS = 1500;

/** Copies a text. @returns false if the browser does not let pages copy */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The older way, for pages that are not served by HTTPS. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
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
    const isCopied = await copy(text);
    announce(isCopied ? `Copied ${text}.` : "This browser does not let pages copy.");
    button.textContent = isCopied ? "Copied" : "Not copied";
    showLabelSoon();
  });
}
