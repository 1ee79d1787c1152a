/** The entry `mapcoded` whose tables the caller gives: see init. */

export * from "../index.ts";
export { init, initFrom } from "../loaders/init.ts";
