/** The entry `mapcoded/batch` in browsers and bundlers for them: its tables are fetched. */
import "../loaders/fetched.ts";

export * from "../batch/index.ts";
