/** Does the error for an unknown format name the kind of the file and the known formats? */
import { describe, expect, it } from "vitest";
import { type UnknownFormat, unknownFormat } from "../../src/io/unknown-format.ts";

const found: UnknownFormat = {
  ...{
    source: "a.csv",
    head: "plain text",
    asked: null,
    kind: "judgments",
    known: [{ name: "trec-qrels" }, { name: "ltr" }],
  },
  ...{ otherKind: null, needs: "a table needs a label", remedy: "; rename them" },
};

describe("unknownFormat", () => {
  it.each<[string, Partial<UnknownFormat>, string]>([
    ["a text", {}, "it has no known format for judgments. Known formats: trec-qrels, ltr."],
    [
      "an unknown name",
      { asked: "trec-qrel" },
      'there is no format "trec-qrel" for judgments. Did you mean "trec-qrels"? Known formats: trec-qrels, ltr.',
    ],
    [
      "binary data",
      { head: "\ufffdabc" },
      "it is not UTF-8 text, and not a known format. Known formats: trec-qrels, ltr.",
    ],
    ["a table", { head: "a,b\n1,2\n" }, "a table needs a label. Its columns are a, b; rename them."],
    [
      "a table without column names",
      { head: "pears,1,https://example.org\n" },
      "a table needs a label, and the column names seem to be missing (line 1 has: pears, 1, " +
        "https://example.org). Add a line with column names at the top.",
    ],
    [
      "a pool without ratings",
      { head: '{"query":"q","queryId":null,"id":"d","title":"t","engines":[],"probability":1}\n' },
      "it is a pool of pairs to rate, not judgments. Rate it with semqrel rate a.csv --db ratings.db, then turn the ratings into judgments with " +
        "semqrel gold ratings.db -o gold.qrels.",
    ],
    ...[
      ["annotations", '[{"data":{"query":"q"},"annotations":[{"result":[{"value":{"rating":2}}]}]}]'],
      ["responses", '[{"query":"q","doc_id":"d","responses":[{"user_id":"u","value":2}]}]'],
      ["responses.relevance", '{"fields":{"query":"q"},"responses":{"relevance":[{"value":2}]}}\n'],
    ].map(([list = "", head = ""]): [string, Partial<UnknownFormat>, string] => [
      `ratings in a list: ${list}`,
      { head },
      `the ratings of each row are in a list (${list}). Export a row for each rating, with the number in its own column: ` +
        "from Label Studio as JSON-MIN or CSV, from Argilla as CSV.",
    ]),
    ["a file of the other kind", { otherKind: "a run" }, "it contains a run. Give judgments first, then runs."],
  ])("explains the error for %s", (_, given, says) => {
    const error = unknownFormat({ ...found, ...given });
    expect(error).toMatchObject({ code: "INVALID_FORMAT", message: `Reading a.csv: ${says}` });
    expect(error.details).toEqual({ file: "a.csv", format: given.asked ?? null });
  });
});
