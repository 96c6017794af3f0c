/** Are names that a format cannot store replaced by distinct ones, and counted? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitNames, type NameCapabilities } from "../../src/io/fit.ts";
import { judgmentsOf, rowsOf } from "../support/judged-rows.ts";
import { runs } from "../support/property.ts";

const all: NameCapabilities = { queryIds: "any", queryTexts: true, titles: true, whiteSpace: true, repeats: true };

// printf 'red apples' | sha256sum; printf 'page one' | sha256sum
const redApples = "3ca6ac861d35a315";
const pageOne = "08e548c038b16088";

describe("fitNames", () => {
  it("replaces a name with white space by the first 16 digits of its SHA-256, and keeps query texts", () => {
    const raw = judgmentsOf([
      { query: "red apples", queryText: "Red apples, please", document: "page one", label: 1 },
      { query: "q2", queryText: "pears", document: "d2", label: 2 },
      { query: "red apples", document: "d2", label: 3 },
    ]);
    const { rows, lost } = fitNames(raw, { ...all, whiteSpace: false });
    expect(rowsOf(rows)).toEqual([
      { query: redApples, queryText: "Red apples, please", document: pageOne, label: 1 },
      { query: "q2", queryText: "pears", document: "d2", label: 2 },
      { query: redApples, queryText: "Red apples, please", document: "d2", label: 3 },
    ]);
    expect(lost).toEqual([
      { what: "white space in query ids", rows: 2 },
      { what: "white space in document ids", rows: 1 },
    ]);
    expect(raw.names.queries.find(redApples)).toBe(-1);
  });

  // printf 'a\0b' | sha256sum
  it("also replaces a name that contains NUL, because readers treat text with NUL as binary", () => {
    const raw = judgmentsOf([{ query: "q1", document: "a\0b", label: 1 }]);
    const { rows } = fitNames(raw, { ...all, whiteSpace: false });
    expect(rowsOf(rows)[0]?.document).toBe("59b271ae1bbcb1d3");
  });

  const texts = judgmentsOf([
    { query: "q1", queryText: "apples", document: "a", label: 1, title: "One" },
    { query: "q1", document: "b", label: 1, title: "" },
    { query: "pears", document: "c", label: 1, title: "" },
    { query: "12", queryText: "plums", document: "d", label: 1, title: "" },
  ]);
  it.each<[Partial<NameCapabilities>, string, number]>([
    [{ queryTexts: false }, "query texts", 3],
    [{ queryIds: "none" }, "query ids", 3],
    [{ queryIds: "numbers" }, "query ids that are not numbers", 3],
    [{ titles: false }, "titles", 1],
  ])("counts the rows that lose names or texts in a format with %j", (lacks, what, count) => {
    const { rows, lost } = fitNames(texts, { ...all, ...lacks });
    expect(lost).toEqual([{ what, rows: count }]);
    expect(rows).toBe(texts);
  });

  it("does not count the loss of an id that equals the query's text", () => {
    const raw = judgmentsOf([{ query: "apples", document: "a", label: 1 }]);
    const queryTexts = new Map([[raw.names.queries.find("apples"), "apples"]]);
    expect(fitNames({ ...raw, queryTexts }, { ...all, queryIds: "none" }).lost).toEqual([]);
  });

  it("does not change query names if the format replaces them by numbers", () => {
    const raw = judgmentsOf([{ query: "red apples", document: "page one", label: 1 }]);
    const { rows } = fitNames(raw, { ...all, queryIds: "numbers", whiteSpace: false });
    expect(rowsOf(rows)).toEqual([{ query: "red apples", document: pageOne, label: 1 }]);
  });

  it("keeps the text of each query if the new name of a query is already in use", () => {
    const raw = judgmentsOf([
      { query: "red apples", document: "a", label: 1 },
      { query: redApples, document: "b", label: 2 },
      { query: "q3", queryText: "plums", document: "c", label: 3 },
    ]);
    expect(rowsOf(fitNames(raw, { ...all, whiteSpace: false }).rows)).toEqual([
      { query: redApples, document: "a", label: 1 },
      { query: redApples, document: "b", label: 2 },
      { query: "q3", queryText: "plums", document: "c", label: 3 },
    ]);
  });

  it("counts only names that occur in the rows, although the shared table has names of other files", () => {
    const raw = judgmentsOf([{ query: "q", document: "d", label: 1 }]);
    raw.names.queries.add("of another file");
    raw.names.documents.add("of another file");
    expect(fitNames(raw, { ...all, whiteSpace: false })).toEqual({ rows: raw, lost: [] });
  });

  it("returns names without white space, and replaces different names by different hashes", () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 5 }),
      fc.string({ unit: fc.constantFrom("a", " ", "\t", "\u00a0", "\u2028"), maxLength: 3 }),
    );
    const row = fc.record({ query: name, document: name, label: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (made) => {
        const { rows, lost } = fitNames(judgmentsOf(made), { ...all, whiteSpace: false });
        const fitted = rowsOf(rows);
        for (const column of ["query", "document"] as const) {
          const before = made.map((each) => each[column]);
          const after = fitted.map((each) => each[column]);
          for (const word of after) expect(word).toMatch(/^\S+$/);
          expect(after.map((word) => after.indexOf(word))).toEqual(before.map((text) => before.indexOf(text)));
          const kept = before.filter((text, place) => text === after[place]).length;
          const count = lost.find(({ what }) => what === `white space in ${column} ids`)?.rows ?? 0;
          expect(kept + count).toBe(made.length);
        }
        expect(fitted.map((each) => each.label)).toEqual(made.map((each) => each.label));
      }),
      runs,
    );
  });
});
