/** The entry `mapcoded` in browsers and bundlers for them: its tables are fetched. */
import "../loaders/fetched.ts";

export * from "../index.ts";
