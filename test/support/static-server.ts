/** A server of static files on the loopback interface. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css",
  ".json": "application/json",
};

/**
 * @param path the path of the folder on the host; begins and ends with a slash
 * @returns the address of the folder, with a final slash, and a function to stop
 */
export async function serveFolder(folder: string, path = "/") {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.startsWith(path) ? pathname.slice(path.length) : pathname;
    const file = join(folder, name || "index.html");
    if (!existsSync(file)) response.writeHead(404).end();
    else {
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(readFileSync(file));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${path}`, stop: () => server.close() };
}
