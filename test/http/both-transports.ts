/** Starts real services for tests, on both transports, and sends them requests with undici. */
import { Client } from "undici";
import { afterAll, beforeAll, describe } from "vitest";
import { createLog } from "../../src/service/log.ts";
import { DEFAULT_OPTIONS, type ServiceOptions } from "../../src/service/options.ts";
import { type Service, serve } from "../../src/service/serve.ts";
import { TRANSPORTS } from "../../src/service/transports/transport.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Asking {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the target without the prefix in front. */
  readonly isWhole?: boolean;
}

/** Sends a request to a target after the prefix. */
export type Ask = (target: string, asking?: Asking) => Promise<Answer>;

export const HOST = "127.0.0.1";

const silent = createLog({ logLevel: "silent", logFormat: "json" });

export function startService(options: Partial<ServiceOptions> = {}): Promise<Service> {
  return serve({ ...DEFAULT_OPTIONS, host: HOST, port: 0, stopSeconds: 2, ...options }, silent);
}

export function createAsk(client: Client, prefix: string): Ask {
  return async (target, { method = "GET", headers = {}, body, isWhole = false } = {}) => {
    const path = isWhole ? target : prefix + target;
    const answer = await client.request({ method, path, headers, body: body ?? null });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, text: `${bytes}`, bytes };
  };
}

/** Runs tests against a service on each transport. */
export function onBothTransports(
  title: string,
  options: Partial<ServiceOptions>,
  tests: (ask: Ask, port: () => number) => void,
): void {
  describe.each(TRANSPORTS)(`${title}, on %s`, (transport) => {
    let service: Service;
    let client: Client;
    let ask: Ask;
    beforeAll(async () => {
      service = await startService({ ...options, transport });
      const { origin, pathname } = new URL(service.address);
      client = new Client(origin, { pipelining: 4 });
      ask = createAsk(client, pathname === "/" ? "" : pathname);
    });
    afterAll(async () => {
      await client.close();
      await service.stop();
    });
    tests(
      (target, asking) => ask(target, asking),
      () => Number(new URL(service.address).port),
    );
  });
}
