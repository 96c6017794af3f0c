import { expect, it } from "vitest";
import { errorReason } from "../../../src/io/formats/error-reason.ts";

it.each([
  ["Elasticsearch's", { type: "parse_exception", reason: "no" }, "parse_exception: no"],
  ["Elasticsearch's root cause", { type: "t", root_cause: [{ reason: "deep" }] }, "t: deep"],
  ["Solr's", { msg: "undefined field q", code: 400 }, "undefined field q"],
  ["a text", "busy", "busy"],
  ["an unknown one", { code: 3 }, '{"code":3}'],
])("%s reason is found", (_, error, expected) => {
  expect(errorReason(error)).toBe(expected);
});
