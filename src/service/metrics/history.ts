/** Counts since the start and of the last minute, hour and day. */
import {
  addCounters,
  addDelta,
  type Counters,
  createCounters,
  type Delta,
  takeDelta,
} from "./counters.ts";

/**
 * Periods that end now, each a ring of slots: the current one is filling, and the oldest is dropped
 * whole. A period is thus up to one slot shorter than its name says.
 */
const PERIODS = [
  { name: "lastMinute", slots: 12, slotMs: 5_000 },
  { name: "lastHour", slots: 12, slotMs: 300_000 },
  { name: "lastDay", slots: 24, slotMs: 3_600_000 },
] as const;
export type PeriodName = "sinceStart" | (typeof PERIODS)[number]["name"];

interface Ring {
  readonly name: PeriodName;
  readonly slotMs: number;
  /** Slots hold what was counted while the time divided by slotMs was `turns`. */
  readonly slots: { turn: number; counts: Counters }[];
}

export interface History {
  readonly operationCount: number;
  readonly sinceStart: Counters;
  readonly rings: readonly Ring[];
}

export function createHistory(operationCount: number): History {
  return {
    operationCount,
    sinceStart: createCounters(operationCount),
    rings: PERIODS.map(({ name, slots, slotMs }) => ({
      name,
      slotMs,
      slots: Array.from({ length: slots }, () => ({
        turn: -1,
        counts: createCounters(operationCount),
      })),
    })),
  };
}

/** Adds what was counted just now. */
export function absorb(history: History, delta: Delta, nowMs: number): void {
  addDelta(history.sinceStart, delta);
  for (const { slots, slotMs } of history.rings) {
    addToRing(slots, Math.floor(nowMs / slotMs), delta);
  }
}

function addToRing(slots: Ring["slots"], turn: number, delta: Delta): void {
  const slot = slots[turn % slots.length] as Ring["slots"][number];
  if (slot.turn !== turn) {
    slot.counts.fill(0);
    slot.turn = turn;
  }
  addDelta(slot.counts, delta);
}

/** The counts of a period that ends now. */
export function countsOf(history: History, period: PeriodName, nowMs: number): Counters {
  const sums = createCounters(history.operationCount);
  const ring = history.rings.find(({ name }) => name === period);
  if (!ring) return history.sinceStart;
  const current = Math.floor(nowMs / ring.slotMs);
  for (const { turn, counts } of ring.slots) {
    const age = current - turn;
    if (age >= 0 && age < ring.slots.length) addCounters(sums, counts);
  }
  return sums;
}

export const PERIOD_NAMES: readonly PeriodName[] = [
  "sinceStart",
  ...PERIODS.map(({ name }) => name),
];

/** A history as a process that begins later is sent it. */
export interface Snapshot {
  readonly sinceStart: Delta;
  readonly rings: readonly { readonly turn: number; readonly delta: Delta }[][];
}

export function snapshotOf({ sinceStart, rings }: History): Snapshot {
  return {
    sinceStart: takeDelta(sinceStart.slice()),
    rings: rings.map(({ slots }) =>
      slots
        .filter(({ turn }) => turn >= 0)
        .map(({ turn, counts }) => ({ turn, delta: takeDelta(counts.slice()) })),
    ),
  };
}

/** Adds a snapshot to a history that has counted nothing yet. */
export function restore(history: History, snapshot: Snapshot): void {
  addDelta(history.sinceStart, snapshot.sinceStart);
  for (const [index, { slots }] of history.rings.entries()) {
    for (const { turn, delta } of snapshot.rings[index] ?? []) addToRing(slots, turn, delta);
  }
}
