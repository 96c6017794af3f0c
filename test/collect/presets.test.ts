/** Answers from the engines' documentation, shortened. */
import { describe, expect, it } from "vitest";
import { readPage } from "../../src/collect/collect-query.ts";
import { presets } from "../../src/collect/collect-settings.ts";

const search = {
  ...{ took: 5, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
  hits: {
    ...{ total: { value: 1, relation: "eq" }, max_score: 1.3 },
    hits: [{ _index: "books", _id: "1", _score: 1.3, _source: { title: "Heat transfer", year: 1958 } }],
  },
};
const documented: Readonly<Record<keyof typeof presets, { readonly answer: unknown; readonly id: string }>> = {
  elasticsearch: { answer: search, id: "1" },
  opensearch: { answer: search, id: "1" },
  solr: {
    answer: {
      responseHeader: { zkConnected: true, status: 0, QTime: 7, params: { q: "heat" } },
      // Text fields without a schema have several values.
      response: { numFound: 1, start: 0, maxScore: 2.3, docs: [{ id: "VS1", title: ["Heat transfer"], price: [7] }] },
    },
    id: "VS1",
  },
  algolia: {
    answer: {
      hits: [{ title: "Heat transfer", objectID: "433", _highlightResult: { title: { value: "<em>Heat</em>" } } }],
      ...{ nbHits: 1, page: 0, nbPages: 1, hitsPerPage: 20, query: "heat" },
    },
    id: "433",
  },
  crossref: {
    answer: {
      ...{ status: "ok", "message-type": "work-list", "message-version": "1.0.0" },
      message: {
        ...{ facets: {}, "total-results": 1, "items-per-page": 20 },
        items: [
          { DOI: "10.5555/12345678", type: "journal-article", title: ["Heat transfer"], "container-title": ["J"] },
        ],
      },
    },
    id: "10.5555/12345678",
  },
  openalex: {
    answer: {
      meta: { count: 1, page: 1, per_page: 25 },
      results: [{ id: "https://openalex.org/W2741809807", title: "Heat transfer", display_name: "Heat transfer" }],
      group_by: [],
    },
    id: "https://openalex.org/W2741809807",
  },
};

describe("presets", () => {
  it.each(Object.entries(documented))(
    "find the list, the title and the id of a result in an answer of %s",
    (name, { answer, id }) => {
      const paths = { ...presets[name as keyof typeof presets], url: null, mayBeAbsent: false };
      expect(readPage(answer, paths)).toMatchObject({
        ...{ kind: "results", isPartial: false },
        results: [{ title: "Heat transfer", id, url: null }],
      });
    },
  );

  it("all have a documented answer in this test", () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(presets).sort());
  });
});
