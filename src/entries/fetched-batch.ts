/** The entry `mapcoded/batch` in browsers and bundlers for them: its tables and borders are fetched. */
import "../loaders/fetched.ts";
import "../loaders/fetched-borders.ts";

export * from "../batch/index.ts";
