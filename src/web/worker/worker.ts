/** The worker of the page: the library with its tables, off the thread that draws. */
import "../../loaders/embedded.ts";
import { alphabets } from "../../index.ts";
import { loadBorders } from "./borders.ts";
import type { Methods } from "./methods.ts";
import { cellsAround, describePlace, fittingPrecision } from "./places.ts";
import { runMethod, type WorkerRequest } from "./protocol.ts";
import { readRecords } from "./records.ts";
import { interpret } from "./searching.ts";
import { loadTowns, townsIn } from "./towns.ts";

declare const self: DedicatedWorkerGlobalScope;

const methods: Methods = {
  describeLibrary: () => ({ alphabets: alphabets() }),
  describePlace,
  fittingPrecision,
  cellsAround,
  interpret,
  loadBorders,
  loadTowns,
  townsIn,
  readRecords: (codes) => codes.map(readRecords),
};

self.addEventListener("message", ({ data }: MessageEvent<WorkerRequest<keyof Methods>>) => {
  void runMethod(methods, data).then((reply) => self.postMessage(reply));
});
