/** Writes metrics in the text formats of Prometheus (0.0.4) and OpenMetrics (1.0.0). */

export interface Sample {
  /** What follows the name of the family, such as `_bucket`; empty if omitted. */
  readonly suffix?: string;
  readonly labels?: readonly (readonly [name: string, value: string])[];
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
export function bucketLabel(end: number): string {
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
