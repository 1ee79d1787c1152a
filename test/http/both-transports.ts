/** Starts real services for tests, on both transports, and sends them requests with undici. */
import { Client } from "undici";
import { afterAll, beforeAll } from "vitest";
import type { ServiceOptions } from "../../src/service/options.ts";
import { type Service, serve } from "../../src/service/serve.ts";
import { describeTransports } from "../support/transports.ts";
import { DEFAULT_OPTIONS } from "./route-at-once.ts";

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the target without the prefix in front. */
  readonly isWhole?: boolean;
}

/** Sends a request to a target after the prefix. */
export type Send = (target: string, options?: RequestOptions) => Promise<HttpReply>;

export const HOST = "127.0.0.1";

const silent = { error() {}, warn() {}, info() {} };

export function startService(options: Partial<ServiceOptions> = {}): Promise<Service> {
  return serve({ ...DEFAULT_OPTIONS, host: HOST, port: 0, shutdownTimeout: 2, ...options }, silent);
}

export function createSender(client: Client, prefix: string): Send {
  return async (target, { method = "GET", headers = {}, body = null, isWhole = false } = {}) => {
    const path = isWhole ? target : prefix + target;
    const reply = await client.request({ method, path, headers, body });
    return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
  };
}

/** Starts a service before the tests of a group, and stops it after them. @returns the running service */
export function serviceOfGroup(options: Partial<ServiceOptions>): () => Service {
  let service: Service;
  beforeAll(async () => {
    service = await startService(options);
  });
  afterAll(() => service.stop());
  return () => service;
}

/** Runs tests against a service on each transport. */
export function onBothTransports(
  title: string,
  options: Partial<ServiceOptions>,
  tests: (send: Send) => void,
): void {
  describeTransports(`${title}, on %s`, (transport) => {
    const service = serviceOfGroup({ ...options, transport });
    let client: Client;
    beforeAll(() => {
      client = new Client(new URL(service().address).origin, { pipelining: 4 });
    });
    afterAll(() => client.close());
    tests((target, options) => {
      const { pathname } = new URL(service().address);
      return createSender(client, pathname === "/" ? "" : pathname)(target, options);
    });
  });
}
