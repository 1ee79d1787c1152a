/**
 * Servers that send a constant body: the best that a transport can do. Each runs this file in a process of its
 * own. Arguments: uws or node; the port; the bytes of the body.
 */
import { createServer } from "node:http";

const HOST = "127.0.0.1";
const TYPE = "application/json;charset=UTF-8";

async function serveUws(port: number, body: string): Promise<void> {
  const uWS = await import("uWebSockets.js");
  // A handler that replies at once is corked by the binary; another `cork` costs 0.3 microseconds.
  const app = uWS.App().any("/*", (response) => {
    response.writeHeader("Content-Type", TYPE);
    response.end(body);
  });
  app.listen(HOST, port, () => {});
}

async function serveNode(port: number, body: string): Promise<void> {
  createServer((_, response) => {
    response.setHeader("Content-Type", TYPE);
    response.end(body);
  }).listen(port, HOST);
}

type Serve = (port: number, body: string) => Promise<void>;

const SERVERS: Readonly<Record<string, Serve>> = {
  uws: serveUws,
  node: serveNode,
};

const [name, port, bytes] = process.argv.slice(2);
await SERVERS[name](Number(port), "x".repeat(Number(bytes)));
