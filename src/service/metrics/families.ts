/** The metrics of the service for Prometheus, from the same counters as the report in JSON. */

import { bucketLabel, type MetricFamily, type Sample } from "./exposition.ts";
import { GAUGE_ENTRIES, type ProcessGauges } from "./gauges.ts";
import {
  BOUNDED_BUCKETS,
  BUCKETS,
  BUCKETS_PER_DOUBLING,
  bucketEndMicroseconds,
  type Counters,
  FIRST_BOUND_MICROSECONDS,
  LATENCY_SUM,
  operationOf,
  type Series,
  statusOf,
} from "./latency-histograms.ts";
import { TOTAL_FAMILIES, type Totals } from "./totals.ts";

/** What a service reports. */
export interface MetricsState {
  readonly version: string;
  readonly dataVersion: string;
  readonly startedAtMs: number;
  readonly workers: number;
  readonly requests: Counters;
  readonly totals: Totals;
  readonly gauges: ProcessGauges;
}

type Labels = readonly (readonly [name: string, value: string])[];

function toSeconds(microseconds: number): number {
  return microseconds / 1e6;
}

/** The last bucket below each bound of the histogram. Each bound is twice the one before it. */
const BOUND_BUCKETS = Array.from({ length: BOUNDED_BUCKETS }, (_, bucket) => bucket).filter(
  (bucket) =>
    (bucket + 1) % BUCKETS_PER_DOUBLING === 0 &&
    bucketEndMicroseconds(bucket) >= FIRST_BOUND_MICROSECONDS,
);

/** Returns the cumulative buckets, the sum and the count of a histogram. */
function histogramSamples(series: Series, labels: Labels): Sample[] {
  const samples: Sample[] = [];
  let count = 0;
  let bucket = 0;
  for (const bound of [...BOUND_BUCKETS, BUCKETS - 1]) {
    for (; bucket <= bound; bucket++) count += series[bucket];
    const le = bucketLabel(toSeconds(bucketEndMicroseconds(bound)));
    samples.push({ suffix: "_bucket", labels: [...labels, ["le", le]], value: count });
  }
  samples.push({ suffix: "_count", labels, value: count });
  samples.push({ suffix: "_sum", labels, value: toSeconds(series[LATENCY_SUM]) });
  return samples;
}

function requestDurations(counters: Counters, operationNames: readonly string[]): MetricFamily {
  const series = [...counters].toSorted(([key], [other]) => key - other);
  return {
    name: "mapcoded_http_request_duration_seconds",
    type: "histogram",
    help: "Time from the arrival of a request in the process to its reply.",
    unit: "seconds",
    samples: series.flatMap(([key, slots]) =>
      histogramSamples(slots, [
        ["operation", operationNames[operationOf(key)]],
        ["status", `${statusOf(key)}`],
      ]),
    ),
  };
}

function gaugeFamilies(gauges: ProcessGauges): MetricFamily[] {
  return GAUGE_ENTRIES.map(([gauge, { family, help, unit, scale = 1 }]) => ({
    name: family,
    type: "gauge",
    help,
    ...(unit === undefined ? {} : { unit }),
    samples: [{ value: gauges[gauge] * scale }],
  }));
}

function totalFamilies(totals: Totals): MetricFamily[] {
  return TOTAL_FAMILIES.map(({ name, help, unit, totals: declared }) => ({
    name,
    type: "counter",
    help,
    ...(unit === undefined ? {} : { unit }),
    samples: declared.map((total) => ({
      labels: total.reason === undefined ? [] : [["reason", total.reason]],
      value: totals[total.name],
    })),
  }));
}

/** The metrics that stay the same until the service ends. */
function constantFamilies({
  version,
  dataVersion,
  startedAtMs,
  workers,
}: MetricsState): MetricFamily[] {
  const node = process.version;
  const [major, minor, patch] = node.slice(1).split(".");
  return [
    {
      name: "mapcoded_build",
      type: "info",
      help: "Versions of the software and of its tables.",
      samples: [
        {
          labels: [
            ["version", version],
            ["data_version", dataVersion],
          ],
          value: 1,
        },
      ],
    },
    {
      name: "nodejs_version",
      type: "info",
      help: "Version of Node.",
      samples: [
        {
          labels: [
            ["version", node],
            ["major", major],
            ["minor", minor],
            ["patch", patch],
          ],
          value: 1,
        },
      ],
    },
    {
      name: "mapcoded_workers",
      type: "gauge",
      help: "Processes that answer requests, as configured.",
      samples: [{ value: workers }],
    },
    {
      name: "process_start_time_seconds",
      type: "gauge",
      help: "Start of the service, in seconds since 1970-01-01 UTC.",
      unit: "seconds",
      samples: [{ value: startedAtMs / 1000 }],
    },
  ];
}

/** Returns all metrics. @param operationNames the names of the operations by their numbers in the counters */
export function metricFamilies(
  state: MetricsState,
  operationNames: readonly string[],
): MetricFamily[] {
  const { totals, gauges, requests } = state;
  const cpuSeconds = totals.cpuUserSeconds + totals.cpuSystemSeconds;
  return [
    ...constantFamilies(state),
    requestDurations(requests, operationNames),
    ...totalFamilies(totals),
    {
      name: "process_cpu_seconds",
      type: "counter",
      help: "Time that processors spent on all processes.",
      unit: "seconds",
      samples: [{ value: cpuSeconds }],
    },
    ...gaugeFamilies(gauges),
  ];
}
