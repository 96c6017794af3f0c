/** Which columns have which roles in judgments and runs? */
import { describe, expect, it } from "vitest";
import {
  guessJudgmentColumns,
  hasTableRole,
  isChosen,
  judgedColumn,
  tableRoles,
} from "../../../src/io/tables/table-roles.ts";

describe("tableRoles", () => {
  it.each([
    [["query-id", "corpus-id", "score"], { "query id": "query-id", id: "corpus-id", score: "score", label: null }],
    [["qid", "docid", "docno", "rank"], { "query id": "qid", id: "docno", rank: "rank" }],
    [["Keyword", "URL", "Grade", "Judge"], { query: "Keyword", id: "URL", label: "Grade", rater: "Judge" }],
    [["rating", "label"], { label: "label" }],
    [["annotation_id", "id", "doc_id", "url"], { id: "doc_id" }],
    [["id", "product_id"], { id: "product_id" }],
  ])("recognises the roles of the columns %j", (names, roles) => {
    expect(tableRoles(names, {})).toMatchObject(roles);
  });

  it("uses only the given names for a role if there are any", () => {
    expect(tableRoles(["label", "mean"], { label: ["mean"] }).label).toBe("mean");
    expect(tableRoles(["label"], { label: ["mean"] }).label).toBeNull();
    expect([hasTableRole("mean", { label: ["mean"] }), hasTableRole("mean", {})]).toEqual([true, false]);
    expect([isChosen({}), isChosen({ label: null }), isChosen({ label: ["x"] })]).toEqual([false, false, true]);
  });
});

describe("a column of labels with an unusual name", () => {
  const table = (name: string, ...cells: readonly string[]) =>
    `query;id;${name}\n${cells.map((cell, row) => `q;d${row};${cell}\n`).join("")}`;

  it.each(["grade_0_to_3", "Note 0 bis 4", "Bewertung", "Ratings (0-3)", "Relevanz", "urteil_mensch", "my label"])(
    "is found: %s",
    (name) => {
      expect(judgedColumn(table(name, "3", "", "2,5", "gut"))).toBe(name);
      expect(guessJudgmentColumns(table(name, "3", "", "2,5"))).toEqual([{ role: "label", column: name }]);
    },
  );

  it.each([
    ["texts instead of labels", table("Note", "3", "see page 4")],
    ["empty cells", table("Bewertung", "", "")],
    ["scores of an engine", table("relevance_score", "0.7", "0.5")],
    ["a longer word as name", table("Notebook", "3")],
    ["two such columns", table("Bewertung;Rating Count", "3;8")],
  ])("is not found in a table with %s", (_, head) => {
    expect([judgedColumn(head), guessJudgmentColumns(head)]).toEqual([null, []]);
  });

  it("is found together with other columns of judgments that have unusual names", () => {
    const rows = "Suchanfrage;Signatur;Titel;Note 0 bis 4\nBirnen;S1;Pears;3\n";
    expect(guessJudgmentColumns(rows)).toEqual([
      { role: "query", column: "Suchanfrage" },
      { role: "title", column: "Titel" },
      { role: "label", column: "Note 0 bis 4" },
    ]);
    expect(guessJudgmentColumns("Suchanfrage;Titel\nBirnen;Pears\n")).toEqual([]);
    expect(judgedColumn("Suchanfrage;Platz;Titel;Note\nBirnen;1;Pears;3\n")).toBeNull();
  });
});
