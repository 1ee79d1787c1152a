/** The files for operators, checked by their programs or by execution. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { listenTo, untilServing } from "../cli/command.ts";
import { ask, statusOf } from "../service/running-services.ts";
import { HAS_OPENSSL, makeCertificate } from "../support/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { PREFERRED } from "../support/transports.ts";

const has = (program: string) =>
  process.env.CI === "true" || spawnSync(program, ["--version"]).error === undefined;
const check = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: ROOT, encoding: "utf8" });

const units = temporaryFolder();

it.skipIf(!has("systemd-analyze"))(
  "systemd finds no mistake in mapcoded@.service, also with TLS",
  () => {
    const unit = readFileSync(join(ROOT, "deploy/mapcoded@.service"), "utf8");
    const file = join(units, "mapcoded@.service");
    writeFileSync(file, unit.replace(/^#(?=LoadCredential|Environment)/gm, ""));
    const { stderr } = check("systemd-analyze", "verify", "deploy/mapcoded@.service", file);
    // It complains about missing programs.
    expect(stderr.replace(/^.*Command .* is not executable.*\n/gm, "")).toBe("");
  },
);

it.skipIf(!has("promtool"))("promtool finds no mistake in alerts.yml", () => {
  const { status, stdout } = check("promtool", "check", "rules", "deploy/alerts.yml");
  expect([status, stdout]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

/** Counters of a service, as Prometheus reads them each minute, and the names of the alerts after ten minutes. */
const COUNTED = {
  "one batch in ten finds no memory: the rejects alone": {
    series: {
      'mapcoded_http_request_duration_seconds_count{instance="a",operation="batch/codes",status="200"}':
        "0+90x15",
      'mapcoded_http_request_duration_seconds_count{instance="a",operation="batch/codes",status="503"}':
        "0+10x15",
      'mapcoded_requests_rejected_total{instance="a",reason="batch-memory"}': "0+10x15",
    },
    alerts: ["MapcodedRejects"],
  },
  "one reply in ten has a status of 500": {
    series: {
      'mapcoded_http_request_duration_seconds_count{instance="a",operation="codes",status="200"}':
        "0+90x15",
      'mapcoded_http_request_duration_seconds_count{instance="a",operation="codes",status="500"}':
        "0+10x15",
    },
    alerts: ["MapcodedErrors"],
  },
  "it stops in order: /readyz says 503": {
    series: {
      'mapcoded_http_request_duration_seconds_count{instance="a",operation="codes",status="200"}':
        "0+90x15",
      'mapcoded_http_request_duration_seconds_count{instance="a",operation="health",status="503"}':
        "0+30x15",
    },
    alerts: [],
  },
};

it.skipIf(!has("promtool"))("each trouble has one alert, and good days none", () => {
  const rules = join(ROOT, "deploy/alerts.yml");
  const all = ["MapcodedDown", "MapcodedErrors", "MapcodedSlow", "MapcodedRejects"];
  const tests = Object.entries(COUNTED).map(([name, { series, alerts }]) => ({
    name,
    interval: "1m",
    input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
    promql_expr_test: all.map((alert) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: "14m",
      exp_samples: [{ value: (alerts as readonly string[]).includes(alert) ? 1 : 0 }],
    })),
  }));
  const file = join(units, "tests.json");
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests }));
  const { status, stdout, stderr } = check("promtool", "test", "rules", file);
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

/** The seconds of a variable or a member, in the text of a file. */
const secondsIn = (text: string, name: string) =>
  Number(new RegExp(`${name}\\W+(?:value: )?"?(\\d+)`).exec(text)?.[1]);

it.each([
  ["compose.yaml", "stop_grace_period", 0],
  ["kubernetes.yaml", "terminationGracePeriodSeconds", 10],
  ["mapcoded@.service", "TimeoutStopSec", 5],
])("%s waits for the end of replies before it kills the service", (file, limit, drain) => {
  const text = readFileSync(join(ROOT, "deploy", file), "utf8").replace(/#.*/g, "");
  const shutdown = secondsIn(text, "MAPCODED_SHUTDOWN_TIMEOUT") || 10;
  if (drain > 0) expect(secondsIn(text, "MAPCODED_DRAIN_TIME")).toBe(drain);
  expect(secondsIn(text, limit)).toBeGreaterThan(drain + shutdown);
});

// The image, without Docker

/** The instructions of all stages as [name, arguments]. */
const INSTRUCTIONS = Array.from(
  readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .replaceAll("\\\n", "")
    .matchAll(/^([A-Z]+) (.*)$/gm),
  ([, name, rest]) => [name, rest] as const,
);
const LAST_STAGE = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex(([name]) => name === "FROM"));
const { ENV, ENTRYPOINT, HEALTHCHECK, USER } = Object.fromEntries(LAST_STAGE);

/** The arguments of Node in an instruction with a JSON list. */
const argsIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf("["))).slice(1);

describe("the image, rebuilt in empty folders", () => {
  const root = temporaryFolder();
  const folder = join(root, "last");

  /** Executes COPY, except from the stage of Node. */
  function copy(text: string, to: string): void {
    const [, stage, list = ""] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
    if (stage === "node") return;
    const paths = list.split(" ").map((path) => path.replace(/^\/app\//, ""));
    const target = paths.pop() ?? "";
    for (const path of paths) {
      const destination = join(to, target, target.endsWith("/") ? basename(path) : "");
      const source = join(stage === undefined ? ROOT : join(root, stage), path);
      cpSync(source, destination, { recursive: true, verbatimSymlinks: true });
    }
  }

  beforeAll(() => {
    let cwd = root;
    for (const [kind, text] of INSTRUCTIONS) {
      if (kind === "FROM") cwd = join(root, / AS (\w+)$/.exec(text)?.[1] ?? "last");
      mkdirSync(cwd, { recursive: true });
      if (kind === "COPY") copy(text, cwd);
      const command = text.replaceAll("npm ci ", "npm ci --prefer-offline --no-audit --no-fund ");
      if (kind === "RUN") execFileSync("sh", ["-ec", command], { cwd, stdio: "pipe" });
    }
  });

  const set = Object.fromEntries(ENV.split(" ").map((one) => one.split("=")));
  const files = ["--tls-cert", join(root, "cert.pem"), "--tls-key", join(root, "key.pem")];

  it.each([
    ["PORT", []],
    ["MAPCODED_OPS_PORT", []],
    ["PORT", ["--dialect", "hosted"]],
    ["PORT", files],
    ["MAPCODED_OPS_PORT", files],
  ])("serves, is healthy by %s with options %j, ends", async (name, options) => {
    if (options === files) {
      if (!HAS_OPENSSL) return;
      makeCertificate("image", files[1], files[3]);
    }
    const port = await freePort();
    const env = { ...process.env, ...set, PORT: "0", [name]: `${port}` };
    const args = [...argsIn(ENTRYPOINT), ...options];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const output = listenTo(child);
    const service = await untilServing(child);
    expect(JSON.parse(output.out.split("\n")[0])).toMatchObject({ transport: PREFERRED });
    const health = () => spawnSync(process.execPath, argsIn(HEALTHCHECK), { env }).status;
    expect(health()).toBe(0);
    // Other containers reach it, the port for operators too.
    if (options !== files) expect(await statusOf(`http://127.0.0.2:${port}/readyz`)).toBe(200);
    if (options[1] === "hosted") {
      const { text } = await ask(`${service.address}/coords/VHXGB.1J9J?include=rectangle`);
      expect(text).toMatch(/^\{"southWest":/);
    }
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
    expect([health(), USER]).toEqual([1, "1000:1000"]);
  });
});
