/** Services that end with their test, and their replies and metrics. */
import { request } from "undici";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Service } from "../../src/service/serve.ts";
import { type RunningService, startServing } from "../cli/command.ts";

/** @returns `startServing`, whose services are killed after their test if they still run */
export function processesOfTests(): typeof startServing {
  const started: RunningService[] = [];
  afterEach(async () => {
    const running = started.splice(0).filter(({ child }) => child.exitCode === null);
    await Promise.all(running.map((service) => service.stop("SIGKILL")));
  });
  return async (...args) => {
    const service = await startServing(...args);
    started.push(service);
    return service;
  };
}

/**
 * Starts a service in a process of its own before the tests of a group. It must end well after them. A test that ends it
 * fails with its output, and the next test gets a new one.
 */
export function processOfGroup(args: readonly string[], env: Record<string, string> = {}) {
  let service: RunningService;
  const begin = async () => {
    service = await startServing(args, env);
  };
  beforeAll(begin);
  afterEach(async () => {
    const { child, output } = service;
    if (child.exitCode === null && child.signalCode === null) return;
    await begin();
    expect.fail(`The service has ended (${child.signalCode ?? child.exitCode}):\n${output()}`);
  });
  afterAll(async () => {
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });
  return () => service;
}

/** A service in this process or in another one. */
type Addressed = Pick<Service, "address">;
type Options = Parameters<typeof request>[1];

/** Sends a request. @returns the reply, with its body as a text */
export async function ask(url: string, options?: Options) {
  const { statusCode: status, headers, body } = await request(url, options);
  return { status, headers, text: await body.text() };
}

export async function statusOf(url: string, options?: Options): Promise<number> {
  return (await ask(url, options)).status;
}

export async function expectHealthy({ address }: Addressed): Promise<void> {
  const { status, text } = await ask(`${address}/codes/52.376514,4.908543/local`);
  expect([status, text]).toEqual([200, '{"mapcode":"49.4V","territory":"NLD"}']);
}

/** The value of one sample of the metrics for Prometheus. @param name with its labels @throws if the metrics lack it */
export async function sampleOf({ address }: Addressed, name: string): Promise<number> {
  const { text } = await ask(new URL("/metrics", address).href);
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`The metrics have no sample ${name}:\n${text}`);
  return Number(line.slice(name.length));
}
