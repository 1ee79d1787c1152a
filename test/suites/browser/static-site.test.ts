import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/freshness.js";
import { buildSite } from "../../../scripts/site.ts";
import { NO_TILES } from "../../../src/http/map/page.ts";
import { type StaticServer, serveFolder } from "../../support/static-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { startVisits, waitForCode } from "./browser.ts";

describe("the page on a static host", () => {
  const visit = startVisits();
  const folder = temporaryFolder();
  let server: StaticServer;
  beforeAll(async () => {
    await buildSite(ROOT, folder, NO_TILES);
    server = await serveFolder(folder, "/here/");
  });
  afterAll(() => server.stop());

  /** Opens the page, and waits until it needs the network no more. */
  async function openPage(): Promise<{ page: Page; errors: string[] }> {
    const context = await visit.browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const errors: string[] = [];
    context.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(`${server.address}#39.7684,-86.1581/16`);
    await waitForCode(page, "US-IN HH.GC");
    await page.evaluate("navigator.serviceWorker.ready.then(() => 0)");
    return { page, errors };
  }

  async function expectToWorkOffline(page: Page): Promise<void> {
    server.closeConnections();
    await page.context().setOffline(true);
    await page.reload();
    await waitForCode(page, "US-IN HH.GC");
    await page.context().close();
  }

  it("converts, keeps to its policy, and works without network after the first visit", async () => {
    const { page, errors } = await openPage();
    expect(errors).toEqual([]);
    // No policy of the test's own server: it must be the page's.
    const forbidden = await page.evaluate(
      `new Promise((resolve) => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
        new Image().src = "http://example.org/";
      })`,
    );
    expect(forbidden).toBe("img-src");
    await expectToWorkOffline(page);
  });

  it("stays whole without network when only the page of a newer build has arrived", async () => {
    const { page } = await openPage();
    const index = join(folder, "index.html");
    const text = readFileSync(index, "utf8");
    const newer = text.replaceAll(/main-[\w-]+\.js/g, "main-newer.js");
    expect(newer).not.toBe(text);
    writeFileSync(index, newer);
    await page.reload();
    writeFileSync(index, text);
    await expectToWorkOffline(page);
  });
});
