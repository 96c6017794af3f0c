/**
 * Records that stages exchange. Large tables are columns, so that a million rows fit into memory.
 * `rank` counts from 0, `position` from 1.
 */
export * from "./types/judgments.ts";
export * from "./types/labels.ts";
export * from "./types/lists.ts";
export * from "./types/ratings.ts";
