/** The worker of the page: the library with its tables, off the thread that draws. */
import "../../loaders/embedded.ts";
import { alphabets } from "../../index.ts";
import { serveMethods } from "../protocol.ts";
import { loadBorders } from "./borders.ts";
import type { Methods } from "./methods.ts";
import { cellsAround, describePlace } from "./places.ts";
import { interpret } from "./searching.ts";
import { loadTowns, townsIn } from "./towns.ts";

serveMethods<Methods>({
  alphabets,
  describePlace,
  cellsAround,
  interpret,
  loadBorders,
  loadTowns,
  townsIn,
});
