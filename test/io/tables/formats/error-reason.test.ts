import { expect, it } from "vitest";
import { errorReason } from "../../../../src/io/tables/formats/error-reason.ts";

it.each([
  ["Elasticsearch's", { type: "parse_exception", reason: "no" }, "parse_exception: no"],
  ["Elasticsearch's root cause", { type: "t", root_cause: [{ reason: "deep" }] }, "deep"],
  [
    "the cause below Elasticsearch's general words",
    {
      root_cause: [{ type: "illegal_argument_exception", reason: "Result window is too large" }],
      ...{ type: "search_phase_execution_exception", reason: "all shards failed" },
    },
    "illegal_argument_exception: Result window is too large",
  ],
  [
    "Crossref's",
    { type: "integer-not-valid", message: "must be at most 1000" },
    "integer-not-valid: must be at most 1000",
  ],
  ["Solr's", { msg: "undefined field q", code: 400 }, "undefined field q"],
  ["a text", "busy", "busy"],
  ["an unknown one", { code: 3 }, '{"code":3}'],
])("%s reason is found", (_, error, expected) => {
  expect(errorReason(error)).toBe(expected);
});
