/**
 * Servers that send a constant body, each in a process of its own: what a transport can do at best.
 * Arguments: which one, its port, bytes of its body.
 */
import { createServer } from "node:http";
import fastify from "fastify";

const HOST = "127.0.0.1";
const TYPE = "application/json;charset=UTF-8";

async function serveUws(port: number, body: string): Promise<void> {
  const uWS = await import("uWebSockets.js");
  const app = uWS.App().any("/*", (response) => {
    response.cork(() => {
      response.writeHeader("Content-Type", TYPE);
      response.end(body);
    });
  });
  app.listen(HOST, port, () => {});
}

async function serveNode(port: number, body: string): Promise<void> {
  createServer((_, response) => {
    response.setHeader("Content-Type", TYPE);
    response.end(body);
  }).listen(port, HOST);
}

async function serveFastify(port: number, body: string): Promise<void> {
  const app = fastify();
  app.get("/*", (_, reply) => {
    reply.header("Content-Type", TYPE).send(body);
  });
  await app.listen({ host: HOST, port });
}

const SERVERS = { uws: serveUws, node: serveNode, fastify: serveFastify } as const;

const [name = "", port, bytes] = process.argv.slice(2);
const serve = SERVERS[name as keyof typeof SERVERS];
await serve(Number(port), "x".repeat(Number(bytes)));
