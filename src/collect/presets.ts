/**
 * Where do well-known engines put what is wanted?
 */
import type { ResultPaths } from "./read-page.ts";

const elasticsearch = { results: "hits.hits", title: "_source.title", id: "_id" };

/** By the name that --preset takes. */
export const presets = {
  elasticsearch,
  opensearch: elasticsearch,
  solr: { results: "response.docs", title: "title", id: "id" },
} satisfies Record<string, Pick<ResultPaths, "results" | "title" | "id">>;

export type Preset = keyof typeof presets;
