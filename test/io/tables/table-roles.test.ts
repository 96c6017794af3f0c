/** Which column plays which role in judgments and runs? */
import { describe, expect, it } from "vitest";
import { hasTableRole, isChosen, tableRoles } from "../../../src/io/tables/table-roles.ts";

describe("tableRoles", () => {
  it.each([
    [["query-id", "corpus-id", "score"], { "query id": "query-id", id: "corpus-id", score: "score", label: null }],
    [["qid", "docid", "docno", "rank"], { "query id": "qid", id: "docno", rank: "rank" }],
    [["Keyword", "URL", "Grade", "Judge"], { query: "Keyword", id: "URL", label: "Grade", rater: "Judge" }],
    [["rating", "label"], { label: "label" }],
  ])("of %j", (names, roles) => {
    expect(tableRoles(names, {})).toMatchObject(roles);
  });

  it("goes by the names given alone", () => {
    expect(tableRoles(["label", "mean"], { label: ["mean"] }).label).toBe("mean");
    expect(tableRoles(["label"], { label: ["mean"] }).label).toBeNull();
    expect([hasTableRole("mean", { label: ["mean"] }), hasTableRole("mean", {})]).toEqual([true, false]);
    expect([isChosen({}), isChosen({ label: null }), isChosen({ label: ["x"] })]).toEqual([false, false, true]);
  });
});
