import { beforeEach, describe, expect, it, vi } from "vitest";
import { type EventLoop, LoadGate } from "../../src/service/overload/load-gate.ts";

type Utilization = ReturnType<EventLoop["utilization"]>;

/** A process without other work, whose clock goes on only while it answers requests or waits for them. */
class Machine implements EventLoop {
  now = 0;
  idleMs = 0;
  readonly endOfTurn: (() => void)[] = [];

  nowMs(): number {
    return this.now;
  }

  utilization(since: Utilization = { idle: 0, active: 0, utilization: 0 }): Utilization {
    const idle = this.idleMs - since.idle;
    const active = this.now - this.idleMs - since.active;
    return { idle, active, utilization: active / (idle + active) };
  }

  atEndOfTurn(callback: () => void): void {
    this.endOfTurn.push(callback);
  }

  /** Answers the requests that have arrived, and ends the turn. */
  turn(answerArrived: () => void): void {
    answerArrived();
    for (const callback of this.endOfTurn.splice(0)) callback();
  }

  wait(ms: number): void {
    this.now += ms;
    this.idleMs += ms;
  }
}

let machine: Machine;

beforeEach(() => {
  machine = new Machine();
});

function createGate(maxWaitMs = MAX_WAIT_MS, onOverload = () => {}): LoadGate {
  return new LoadGate(maxWaitMs, onOverload, machine);
}

interface Load {
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** What it takes to answer a request, and to reject one: to read it and to write 100 bytes are most of both. */
const ANSWER_MS = 0.02;
const REJECT_MS = 0.015;
const MAX_WAIT_MS = 5;

/** Sends requests at a constant rate, on connections that wait for a reply before the next request. */
function simulate(gate: LoadGate, { connections, perSecond, seconds }: Load) {
  gate.connect(connections);
  const beganMs = machine.now;
  const endMs = beganMs + seconds * 1000;
  const latencies: number[] = [];
  /** Replies to rejected requests, by the millisecond in which they are sent. */
  const held = new Map<number, number>();
  let [idle, due, rejected, heldUntilMs] = [connections, 0, 0, Math.floor(beganMs)];
  let arrived: number[] = [];
  while (machine.now < endMs) {
    for (; heldUntilMs < Math.floor(machine.now); heldUntilMs++) {
      for (let count = held.get(heldUntilMs) ?? 0; count > 0; count--, idle++) gate.release();
    }
    const reached = Math.floor(((machine.now - beganMs) * perSecond) / 1000);
    for (; due < reached; due++) {
      if (idle === 0) continue;
      idle--;
      // A request has been under way since its due time, which is in the turn before.
      arrived.push(beganMs + (due * 1000) / perSecond);
    }
    if (arrived.length === 0) machine.wait(0.01);
    const queue = arrived;
    arrived = [];
    machine.turn(() => {
      for (const sentMs of queue) {
        if (gate.admit()) {
          machine.now += ANSWER_MS;
          latencies.push(machine.now - sentMs);
          idle++;
        } else {
          machine.now += REJECT_MS;
          rejected++;
          const replyMs = Math.floor(machine.now + gate.hold());
          held.set(replyMs, (held.get(replyMs) ?? 0) + 1);
        }
      }
    });
  }
  const sorted = latencies.toSorted((a, b) => a - b);
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)];
  return { p99Ms, rejected, perSecond: sorted.length / seconds };
}

const CAPACITY = 1000 / ANSWER_MS;

describe("requests that arrive faster than they can be answered", () => {
  it("are rejected, so that the others keep their latency and nearly all the throughput", () => {
    const onOverload = vi.fn();
    const gate = createGate(MAX_WAIT_MS, onOverload);
    const full = simulate(gate, { connections: 170, perSecond: 3 * CAPACITY, seconds: 1 });
    expect(full.rejected).toBe(0);
    const load = { connections: 5000, perSecond: 3 * CAPACITY };
    simulate(gate, { ...load, seconds: 2 });
    expect(onOverload).toHaveBeenCalledTimes(1);
    const overloaded = simulate(gate, { ...load, seconds: 3 });
    expect(overloaded.rejected).toBeGreaterThan(1000);
    expect(overloaded.p99Ms).toBeLessThan(3 * full.p99Ms);
    expect(overloaded.perSecond).toBeGreaterThan(0.8 * CAPACITY);
    const unprotected = createGate(Number.POSITIVE_INFINITY, onOverload);
    expect(simulate(unprotected, { ...load, seconds: 2 }).p99Ms).toBeGreaterThan(20 * full.p99Ms);
    expect(onOverload).toHaveBeenCalledTimes(1);
  });

  it("are all answered again when fewer arrive", () => {
    const gate = createGate();
    const load = { connections: 5000, perSecond: 3 * CAPACITY };
    expect(simulate(gate, { ...load, seconds: 2 }).rejected).toBeGreaterThan(100);
    simulate(gate, { connections: 100, perSecond: CAPACITY / 2, seconds: 5 });
    const after = simulate(gate, { connections: 100, perSecond: CAPACITY / 2, seconds: 5 });
    expect(after.rejected).toBe(0);
    expect(after.perSecond).toBeGreaterThan(0.49 * CAPACITY);
  });
});

describe("no request is rejected", () => {
  /** Turns of the loop with so many requests each, of which each takes so long. */
  function turns(gate: LoadGate, count: number, requests: number, answerMs: number): number {
    let rejected = 0;
    for (let turn = 0; turn < count; turn++) {
      machine.turn(() => {
        for (let request = 0; request < requests; request++) {
          if (gate.admit()) machine.now += answerMs;
          else rejected++;
        }
      });
      machine.wait(0.1);
    }
    return rejected;
  }

  it("in a burst of less than half a second", () => {
    const gate = createGate();
    for (let burst = 0; burst < 20; burst++) {
      expect(turns(gate, 30, 1000, 0.015)).toBe(0);
      expect(turns(gate, 1000, 10, 0.02)).toBe(0);
    }
  });

  it("in bursts of one request on each connection, with pauses between them, however long they take", () => {
    const gate = createGate();
    gate.connect(5000);
    for (let burst = 0; burst < 20; burst++) {
      expect(turns(gate, 5, 1000, 1)).toBe(0);
      machine.wait(1000);
    }
  });

  it("of the few of a process that gets little of the processors", () => {
    const gate = createGate();
    expect(turns(gate, 1000, 64, 2)).toBe(0);
  });

  it("if the limit is off", () => {
    const gate = createGate(Number.POSITIVE_INFINITY);
    expect(turns(gate, 50, 5000, 0.1)).toBe(0);
    expect(machine.endOfTurn).toHaveLength(0);
  });
});

describe("a turn of the loop that never ends", () => {
  it("is noticed, as libuv asks for more requests without ending it", () => {
    const onOverload = vi.fn();
    const gate = createGate(MAX_WAIT_MS, onOverload);
    gate.connect(1500);
    let rejected = 0;
    for (let request = 0; request < 100_000; request++) {
      const isAdmitted = gate.admit();
      machine.now += isAdmitted ? ANSWER_MS : REJECT_MS;
      rejected += Number(!isAdmitted);
    }
    expect(onOverload).toHaveBeenCalledTimes(1);
    // Overload takes half a second to be confirmed.
    expect(rejected).toBeGreaterThan(100_000 - 1.1 * (500 / ANSWER_MS));
    for (const callback of machine.endOfTurn.splice(0)) callback();
    expect(gate.admit()).toBe(true);
  });
});

describe("rejected requests", () => {
  it("are held for about a second, 10,000 of them at most", () => {
    const gate = createGate();
    const held = Array.from({ length: 10_000 }, () => gate.hold());
    expect(held.every((ms) => ms >= 500 && ms <= 1500)).toBe(true);
    expect(gate.hold()).toBe(0);
    gate.release();
    expect(gate.hold()).toBeGreaterThanOrEqual(500);
    expect(gate.hold()).toBe(0);
  });
});
