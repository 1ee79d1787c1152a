import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OPERATION_NAMES } from "../../../src/http/requests.ts";
import { PROMETHEUS } from "../../../src/service/metrics/exposition.ts";
import { Metrics } from "../../../src/service/metrics/metrics.ts";
import { startServing } from "../../cli/command.ts";
import { HOST } from "../../http/both-transports.ts";
import { ask } from "../../service/running-services.ts";
import { freePort } from "../../support/free-port.ts";
import { portOf } from "../../support/raw-connection.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { describeTransports } from "../../support/transports.ts";
import { until } from "../../support/until.ts";

const folder = temporaryFolder();

const HAS_PROMETHEUS =
  process.env.CI === "true" || spawnSync("prometheus", ["--version"]).status === 0;

const COUNTS = "mapcoded_http_request_duration_seconds_count";
const BUCKETS = "mapcoded_http_request_duration_seconds_bucket";

/** Targets with how often to ask for each. */
const TRAFFIC: readonly (readonly [target: string, times: number])[] = [
  ["/codes/52.376514,4.908543", 30],
  ["/codes/52", 5],
  ["/coords/NLD%2049.4V", 20],
  ["/coords/NLD%2FZZZZ.ZZZZ", 3],
  ["/territories/NLD", 4],
  ["/nowhere", 2],
];

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [atSeconds: number, value: string];
}

/** What the JSON report says about the requests of an operation. */
interface OperationReport {
  readonly total: number;
  readonly byStatusClass: Readonly<Record<string, number>>;
  readonly latencyMicroseconds: { readonly p50: number };
}

interface Report {
  readonly service: { readonly version: string; readonly workers: number };
  readonly requests: {
    readonly sinceStart: { readonly operations: Readonly<Record<string, OperationReport>> };
  };
}

async function getJson<Content>(url: string): Promise<Content> {
  const { status, text } = await ask(url);
  expect(status).toBe(200);
  return JSON.parse(text);
}

/** Runs Prometheus with the configuration of deploy/, but scrapes each second. */
async function startPrometheus(servicePort: number) {
  const deploy = (name: string) =>
    fileURLToPath(new URL(`../../../deploy/prometheus/${name}`, import.meta.url));
  const published = readFileSync(deploy("prometheus.yml"), "utf8");
  const config = join(folder, "prometheus.yml");
  cpSync(deploy("alerts.yml"), join(folder, "alerts.yml"));
  const scraped = published.replace("127.0.0.1:8080", `${HOST}:${servicePort}`);
  writeFileSync(config, scraped.replace("scrape_interval: 15s", "scrape_interval: 1s"));
  const port = await freePort();
  const data = `--storage.tsdb.path=${join(folder, `${port}`)}`;
  const listen = `--web.listen-address=${HOST}:${port}`;
  const args = [`--config.file=${config}`, data, listen, "--log.level=error"];
  const child = spawn("prometheus", args, { stdio: ["ignore", "inherit", "inherit"] });
  const closed = once(child, "close");
  const api = `http://${HOST}:${port}/api/v1`;
  return {
    api,
    async query(expression: string): Promise<readonly Sample[]> {
      const url = `${api}/query?query=${encodeURIComponent(expression)}`;
      const { data } = await getJson<{ data: { result: readonly Sample[] } }>(url);
      return data.result;
    },
    async stop() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** Returns the requests of each operation by status class, without those for the metrics themselves. */
function countsOf(samples: readonly Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { metric, value } of samples) {
    if (metric.operation === "metrics") continue;
    const name = `${metric.operation} ${metric.status[0]}xx`;
    counts[name] = (counts[name] ?? 0) + Number(value[1]);
  }
  return counts;
}

function countsOfReport({ requests }: Report): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [operation, { byStatusClass }] of Object.entries(requests.sinceStart.operations)) {
    if (operation === "metrics") continue;
    for (const [status, count] of Object.entries(byStatusClass)) {
      if (count > 0) counts[`${operation} ${status}`] = count;
    }
  }
  return counts;
}

describe.skipIf(!HAS_PROMETHEUS)("Prometheus", () => {
  describeTransports("on %s", (transport) => {
    it.each([1, 2])("scrapes what the JSON report of %i workers says", async (workers) => {
      const service = await startServing(["--transport", transport, "--workers", `${workers}`]);
      const { address } = service;
      const prometheus = await startPrometheus(portOf(service));
      try {
        let sent = 0;
        for (const [target, times] of TRAFFIC) {
          sent += times;
          for (let count = 0; count < times; count++) await ask(address + target);
        }
        // The number of the requests that were sent, and not what the service reports, ends the wait.
        const total = (counts: Record<string, number>) =>
          Object.values(counts).reduce((sum, count) => sum + count, 0);
        let scraped: Record<string, number> = {};
        await until(async () => {
          scraped = await prometheus.query(COUNTS).then(countsOf, () => ({}));
          return total(scraped) >= sent;
        });
        const report = await getJson<Report>(`${address}/metrics`);
        expect(total(scraped)).toBe(sent);
        expect(scraped).toEqual(countsOfReport(report));
        expect(scraped).toMatchObject({ "codes 2xx": 30, "codes 4xx": 5, "coords 2xx": 20 });

        const median = `histogram_quantile(0.5, sum by (le) (${BUCKETS}{operation="codes"}))`;
        const [middle] = await prometheus.query(median);
        const { p50 } = report.requests.sinceStart.operations.codes.latencyMicroseconds;
        // Both are in the same bucket of Prometheus, whose end is twice its start; p50 is accurate within 9.1%.
        const ratio = (Number(middle.value[1]) * 1e6) / p50;
        expect(ratio).toBeGreaterThan(0.5 / 1.1);
        expect(ratio).toBeLessThan(2 * 1.1);

        const [build] = await prometheus.query("mapcoded_build_info");
        expect(build.metric.version).toBe(report.service.version);
        const [running] = await prometheus.query("mapcoded_workers");
        expect(Number(running.value[1])).toBe(workers);
        expect(report.service.workers).toBe(workers);
        const [up] = await prometheus.query('up{job="mapcoded"}');
        expect(up.value[1]).toBe("1");
        const { data } = await getJson<{ data: { groups: { rules: { health: string }[] }[] } }>(
          `${prometheus.api}/rules`,
        );
        expect(data.groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(2);
      } finally {
        await prometheus.stop();
        await service.stop("SIGTERM");
      }
    });
  });
});

describe.skipIf(!HAS_PROMETHEUS)("promtool", () => {
  const run = (args: string, input = "") => {
    const cwd = fileURLToPath(new URL("../../../deploy/prometheus", import.meta.url));
    return spawnSync("promtool", args.split(" "), { cwd, input, encoding: "utf8" });
  };

  it("finds nothing to complain about", () => {
    const metrics = new Metrics({ workers: 1, startedAtMs: Date.now() });
    for (const operation of OPERATION_NAMES) metrics.count(operation, 200, 10);
    const checked = run("check metrics", PROMETHEUS.write(metrics.families()));
    expect(checked).toMatchObject({ stdout: "", stderr: "", status: 0 });
  });

  it.each(["check config prometheus.yml", "test rules alerts-test.yml"])("accepts: %s", (args) => {
    const ran = run(args);
    expect(ran.stdout + ran.stderr).not.toContain("FAILED");
    expect(ran.status).toBe(0);
  });
});
