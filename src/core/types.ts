/** Records that stages exchange, as columns, so that a million rows fit. `rank` counts from 0, `position` from 1. */
export * from "./types/judgments.ts";
export * from "./types/labels.ts";
export * from "./types/lists.ts";
export * from "./types/ratings.ts";
