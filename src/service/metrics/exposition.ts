/** Writes metrics in the text formats of Prometheus (0.0.4) and OpenMetrics (1.0.0). */
import {
  BOUNDED_BUCKETS,
  BUCKETS,
  BUCKETS_PER_DOUBLING,
  bucketEndMicroseconds,
  FIRST_BOUND_MICROSECONDS,
  type Histogram,
  type Histograms,
  LATENCY_SUM,
  operationOf,
  statusOf,
} from "./latency-histograms.ts";
import { METRIC_ENTRIES, type MetricValues } from "./metric-table.ts";

type Labels = readonly (readonly [name: string, value: string])[];

export interface Sample {
  /** What follows the name of the family, such as `_bucket`; empty if omitted. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** A metric with its samples. */
export interface MetricFamily {
  /** Without the ending `_total` of a counter and `_info` of an info. */
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "info";
  readonly help: string;
  /** The ending of the name. */
  readonly unit?: "bytes" | "seconds";
  readonly samples: readonly Sample[];
}

export interface TextFormat {
  readonly contentType: string;
  write(families: readonly MetricFamily[]): string;
}

/** The endings that all samples of a type have. */
const TYPE_SUFFIX: Readonly<Record<MetricFamily["type"], string>> = {
  counter: "_total",
  gauge: "",
  histogram: "",
  info: "_info",
};

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function escapeAll(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => ESCAPES[character]);
}

/** In a HELP line of Prometheus' format, a quotation mark is not escaped. */
function escapeHelp(text: string): string {
  return text.replace(/[\\\n]/g, (character) => ESCAPES[character]);
}

function writeNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return `${value}`;
}

/** Returns the value of the label `le`, which names the upper end of a bucket. */
function bucketLabel(end: number): string {
  return Number.isInteger(end) ? end.toFixed(1) : writeNumber(end);
}

function writeSample({ name, type }: MetricFamily, { suffix, labels = [], value }: Sample): string {
  const pairs = labels.map(([label, text]) => `${label}="${escapeAll(text)}"`);
  const inBraces = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  return `${name}${suffix ?? TYPE_SUFFIX[type]}${inBraces} ${writeNumber(value)}\n`;
}

function writeSamples(family: MetricFamily): string {
  return family.samples.map((sample) => writeSample(family, sample)).join("");
}

/** Here, the name of a counter in HELP and TYPE ends in `_total`, and an info is a gauge. */
export const PROMETHEUS: TextFormat = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  write(families) {
    const blocks = families.map((family) => {
      const name = family.name + TYPE_SUFFIX[family.type];
      const type = family.type === "info" ? "gauge" : family.type;
      const help = escapeHelp(family.help);
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${writeSamples(family)}`;
    });
    return blocks.join("");
  },
};

export const OPENMETRICS: TextFormat = {
  contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  write(families) {
    const blocks = families.map((family) => {
      const { name, type, unit, help } = family;
      const unitLine = unit === undefined ? "" : `# UNIT ${name} ${unit}\n`;
      return `# TYPE ${name} ${type}\n${unitLine}# HELP ${name} ${escapeAll(help)}\n${writeSamples(family)}`;
    });
    return `${blocks.join("")}# EOF\n`;
  },
};

// Families

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
function histogramSamples(histogram: Histogram, labels: Labels): Sample[] {
  const samples: Sample[] = [];
  let count = 0;
  let bucket = 0;
  for (const bound of [...BOUND_BUCKETS, BUCKETS - 1]) {
    for (; bucket <= bound; bucket++) count += histogram[bucket];
    const le = bucketLabel(toSeconds(bucketEndMicroseconds(bound)));
    samples.push({ suffix: "_bucket", labels: [...labels, ["le", le]], value: count });
  }
  samples.push({ suffix: "_count", labels, value: count });
  samples.push({ suffix: "_sum", labels, value: toSeconds(histogram[LATENCY_SUM]) });
  return samples;
}

/** @param operationNames the names of the operations by their numbers in the histograms */
export function requestFamily(
  requests: Histograms,
  operationNames: readonly string[],
): MetricFamily {
  const sorted = [...requests].toSorted(([key], [other]) => key - other);
  return {
    name: "mapcoded_http_request_duration_seconds",
    type: "histogram",
    help: "Time from the arrival of a request in the process to its reply.",
    unit: "seconds",
    samples: sorted.flatMap(([key, histogram]) =>
      histogramSamples(histogram, [
        ["operation", operationNames[operationOf(key)]],
        ["status", `${statusOf(key)}`],
      ]),
    ),
  };
}

/** Returns the families of the table of metrics. */
export function tableFamilies(values: MetricValues): MetricFamily[] {
  const families = new Map<string, MetricFamily & { readonly samples: Sample[] }>();
  for (const [key, { name, type, help, unit, reason }] of METRIC_ENTRIES) {
    const family = families.get(name) ?? { name, type, help, ...(unit && { unit }), samples: [] };
    family.samples.push({ ...(reason && { labels: [["reason", reason]] }), value: values[key] });
    families.set(name, family);
  }
  return [...families.values()];
}

/** Returns a family whose labels say what is running. */
export function infoFamily(name: string, help: string, labels: Labels): MetricFamily {
  return { name, type: "info", help, samples: [{ labels, value: 1 }] };
}
