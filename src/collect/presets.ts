/** Where do well-known engines put what is wanted? */
import type { ResultPaths } from "./collect-query.ts";

const elasticsearch = { results: "hits.hits", title: "_source.title", id: "_id" };

export const presets = {
  elasticsearch,
  opensearch: elasticsearch,
  solr: { results: "response.docs", title: "title", id: "id" },
  algolia: { results: "hits", title: "title", id: "objectID" },
  crossref: { results: "message.items", title: "title", id: "DOI" },
  openalex: { results: "results", title: "display_name", id: "id" },
} satisfies Record<string, Pick<ResultPaths, "results" | "title" | "id">>;

export type Preset = keyof typeof presets;
