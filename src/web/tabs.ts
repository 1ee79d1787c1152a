/** The tabs of the panel: by press, and by the arrow keys as ARIA describes them. */
import { find } from "./dom.ts";

const TABS = ["place", "table"] as const;
type TabName = (typeof TABS)[number];

const tabOf = (name: TabName) => find(`tab-${name}`, HTMLButtonElement);

/** Shows one panel and hides the others. */
export function showTab(shown: TabName): void {
  for (const name of TABS) {
    const tab = tabOf(name);
    tab.setAttribute("aria-selected", `${name === shown}`);
    tab.tabIndex = name === shown ? 0 : -1;
    find(`panel-${name}`, HTMLElement).hidden = name !== shown;
  }
}

export function startTabs(): void {
  TABS.forEach((name, index) => {
    const tab = tabOf(name);
    tab.addEventListener("click", () => showTab(name));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const next = TABS[(index + step + TABS.length) % TABS.length];
      showTab(next);
      tabOf(next).focus();
    });
  });
}
