/**
 * Answers like search engines in their documentation, all with the same made-up documents: every query has `found`
 * results, but "nothing" has none, and the third result of "odd" has no title.
 */
import type { ServerResponse } from "node:http";
import type { SearchAnswer, SearchRequest } from "./search-server.ts";

interface MadeDocument {
  /** Index of the result. */
  readonly at: number;
  readonly title: string | null;
}

/** Number of results of every query, except "nothing". */
const found = 25;

function documentsOf(query: string, from: number, size: number): MadeDocument[] {
  const last = query === "nothing" ? 0 : Math.min(found, from + size);
  return Array.from({ length: Math.max(0, last - from) }, (_, place) => {
    const at = from + place;
    return { at, title: query === "odd" && at === 2 ? null : `${query}, volume ${at}` };
  });
}

const totalOf = (query: string) => (query === "nothing" ? 0 : found);

function refuse(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

/** Elasticsearch 8 and OpenSearch 2: POST /INDEX/_search with a `match` of `title`, up to result 10,000. */
const elasticsearch: SearchAnswer = ({ method, url, body }, response) => {
  if (method !== "POST" || url.pathname !== "/books/_search") {
    const reason = `no such index [${url.pathname.split("/")[1]}]`;
    return refuse(response, 404, { error: { type: "index_not_found_exception", reason }, status: 404 });
  }
  const { from = 0, size = 10, query, track_total_hits: isCounted = true } = JSON.parse(body);
  if (from + size > 10_000) {
    const reason = `Result window is too large, from + size must be less than or equal to: [10000] but was [${from + size}].`;
    const cause = { type: "illegal_argument_exception", reason };
    const phase = { type: "search_phase_execution_exception", reason: "all shards failed" };
    return refuse(response, 400, { error: { root_cause: [cause], ...phase }, status: 400 });
  }
  const text = query.match.title;
  return {
    ...{ took: 2, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
    hits: {
      ...(isCounted === false ? {} : { total: { value: totalOf(text), relation: "eq" } }),
      max_score: text === "nothing" ? null : 9.5,
      hits: documentsOf(text, from, size).map(({ at, title }) => ({
        ...{ _index: "books", _id: `es-${at}`, _score: 9.5 - at / 10 },
        _source: title === null ? {} : { title },
      })),
    },
  };
};

/** Solr 9: GET /solr/CORE/select; without a schema every text field has several values. */
const solr: SearchAnswer = ({ url }, response) => {
  const asked = url.searchParams;
  const text = asked.get("q") ?? "";
  if (text === "")
    return refuse(response, 400, { responseHeader: { status: 400 }, error: { msg: "no query", code: 400 } });
  const start = Number(asked.get("start") ?? 0);
  const docs = documentsOf(text, start, Number(asked.get("rows") ?? 10)).map(({ at, title }) => ({
    ...{ id: `solr-${at}`, ...(title === null ? {} : { title: [title] }), _version_: "1548128120637816832" },
  }));
  const params = Object.fromEntries(asked);
  return {
    responseHeader: { status: 0, QTime: 3, params },
    response: { numFound: totalOf(text), start, numFoundExact: true, docs },
  };
};

/**
 * Crossref's REST interface: GET /works, `rows` up to 1,000, `offset` up to 10,000; titles are lists, sometimes empty.
 */
const crossref: SearchAnswer = ({ url }, response) => {
  const asked = url.searchParams;
  const rows = Number(asked.get("rows") ?? 20);
  if (rows > 1000) {
    const message = [
      {
        type: "integer-not-valid",
        value: String(rows),
        message: "Integer specified as 5000 but must be a positive integer less than or equal to 1000",
      },
    ];
    return refuse(response, 400, { status: "failed", "message-type": "validation-failure", message });
  }
  const text = asked.get("query") ?? asked.get("query.bibliographic") ?? "";
  const start = Number(asked.get("offset") ?? 0);
  const items = documentsOf(text, start, rows).map(({ at, title }) => ({
    ...{ DOI: `10.5555/${at}`, type: "journal-article", title: title === null ? [] : [title], score: 20 - at },
    ...{ URL: `https://doi.org/10.5555/${at}`, "container-title": ["Journal of Made Results"] },
  }));
  const message = { facets: {}, "total-results": totalOf(text), items, "items-per-page": rows };
  const query = { "start-index": start, "search-terms": text };
  return { status: "ok", "message-type": "work-list", "message-version": "1.0.0", message: { ...message, query } };
};

/** OpenAlex: GET /works with `per-page` up to 200 and `page` from 1; works may have no name. */
const openalex: SearchAnswer = ({ url }, response) => {
  const asked = url.searchParams;
  const size = Number(asked.get("per-page") ?? asked.get("per_page") ?? 25);
  if (size > 200) {
    return refuse(response, 400, {
      error: "Invalid query parameters error.",
      message: "per-page parameter must be between 1 and 200",
    });
  }
  const text = asked.get("search") ?? "";
  const page = Number(asked.get("page") ?? 1);
  const results = documentsOf(text, (page - 1) * size, size).map(({ at, title }) => ({
    ...{ id: `https://openalex.org/W${at}`, doi: `https://doi.org/10.5555/${at}`, title, display_name: title },
    ...{ relevance_score: 90 - at, publication_year: 2020 },
  }));
  return { meta: { count: totalOf(text), db_response_time_ms: 12, page, per_page: size }, results, group_by: [] };
};

/** Algolia: POST /1/indexes/INDEX/query with a key; `page` from 0, and no more than 1,000 hits in all. */
const algolia: SearchAnswer = ({ method, url, headers, body }: SearchRequest, response) => {
  if (headers["x-algolia-api-key"] !== "k-search" || headers["x-algolia-application-id"] !== "APP") {
    return refuse(response, 403, { message: "Invalid Application-ID or API key", status: 403 });
  }
  if (method !== "POST" || url.pathname !== "/1/indexes/books/query") {
    return refuse(response, 404, { message: "Index books does not exist", status: 404 });
  }
  const { query = "", page = 0, hitsPerPage = 20 } = JSON.parse(body);
  const hits = documentsOf(query, page * hitsPerPage, hitsPerPage).map(({ at, title }) => ({
    ...{ objectID: `a-${at}`, ...(title === null ? {} : { title }) },
    _highlightResult: { title: { value: `<em>${title}</em>`, matchLevel: "full", matchedWords: [query] } },
  }));
  const nbPages = Math.ceil(totalOf(query) / hitsPerPage);
  return { hits, nbHits: totalOf(query), page, nbPages, hitsPerPage, exhaustiveNbHits: true, query, params: "" };
};

export const documentedEngines = { elasticsearch, solr, crossref, openalex, algolia };
