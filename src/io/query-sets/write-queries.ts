/**
 * Which formats of query sets are written?
 */
import {
  beirQueriesWriter,
  opensearchQueriesWriter,
  opensearchQuerySetWriter,
  type QueryWriter,
  queriesTsvWriter,
} from "./query-set-writers.ts";

export const queryWriters: readonly QueryWriter[] = [
  opensearchQuerySetWriter,
  opensearchQueriesWriter,
  beirQueriesWriter,
  queriesTsvWriter,
];
