/** Is a query called by its text, and by its name where it has none? */
import { describe, expect, it } from "vitest";
import { textOfQuery } from "../../../src/io/judgments/text-of-query.ts";
import { judgmentsOf } from "../../support/judged-rows.ts";

describe("textOfQuery", () => {
  const judgments = judgmentsOf([
    { query: "q1", queryText: "star trek", document: "1370", label: 3 },
    { query: "moon", document: "9", label: 1 },
  ]);

  it.each([
    ["q1", "star trek"],
    ["moon", "moon"],
  ])("calls %s %j", (name, text) => {
    expect(textOfQuery(judgments, judgments.names.queries.find(name))).toBe(text);
  });
});
