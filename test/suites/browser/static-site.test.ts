import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "../../../scripts/site.ts";
import { NO_TILES } from "../../../src/http/map/page.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { startVisits, waitForCode } from "./browser.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

describe("the page on a static host", () => {
  const visit = startVisits();
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mapcoded-site-"));
    await buildSite(ROOT, folder, { tiles: NO_TILES });
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = join(folder, pathname.replace(/^\/here\//, "") || "index.html");
      if (!existsSync(file)) response.writeHead(404).end();
      else {
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": type }).end(readFileSync(file));
      }
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it("converts, keeps to its policy, and works without network after the first visit", async () => {
    const { port } = server.address() as AddressInfo;
    const context = await visit.browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const errors: string[] = [];
    context.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/here/#39.7684,-86.1581/16`);
    await waitForCode(page, "US-IN HH.GC");
    await page.evaluate("navigator.serviceWorker.ready.then(() => 0)");
    expect(errors).toEqual([]);
    // No policy of the test's own server: it must be the page's.
    const forbidden = await page.evaluate(
      `new Promise((resolve) => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
        new Image().src = "http://example.org/";
      })`,
    );
    expect(forbidden).toBe("img-src");
    server.closeAllConnections();
    await context.setOffline(true);
    await page.reload();
    await waitForCode(page, "US-IN HH.GC");
    await context.close();
  });

  it("stays whole without network when only the page of a newer build has arrived", async () => {
    const { port } = server.address() as AddressInfo;
    const context = await visit.browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/here/#39.7684,-86.1581/16`);
    await waitForCode(page, "US-IN HH.GC");
    await page.evaluate("navigator.serviceWorker.ready.then(() => 0)");
    const index = join(folder, "index.html");
    const text = readFileSync(index, "utf8");
    const newer = text.replaceAll(/main-[\w-]+\.js/g, "main-newer.js");
    expect(newer).not.toBe(text);
    writeFileSync(index, newer);
    await page.reload();
    writeFileSync(index, text);
    server.closeAllConnections();
    await context.setOffline(true);
    await page.reload();
    await waitForCode(page, "US-IN HH.GC");
    await context.close();
  });
});
