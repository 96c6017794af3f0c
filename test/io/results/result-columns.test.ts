/** Do errors about titles name a remedy that helps? */
import { describe, expect, it } from "vitest";
import { requireResponse, resultColumns } from "../../../src/io/results/result-columns.ts";

const file = (path: string, format: string) => ({ path, format, rows: 1, sizeBytes: 1, sha256: "" });

it("says how to write lists of titles that are read as ids", () => {
  const options = { columns: {}, further: [], rankBase: null, titles: null, format: null, name: null };
  const cellsOf = (name: string) => (name === "id" ? ["Pears"] : ["0"]);
  expect(() => resultColumns(["query_id", "id", "rank"], "ranx", "a.json", options, cellsOf)).toThrow(
    'If "Pears" is a title, write it as {"title":"Pears"}.',
  );
});

describe("requireResponse", () => {
  it.each(["elasticsearch", "solr"])(
    "accepts a field of titles if one of several files is a response of %s",
    (format) => {
      expect(() => requireResponse([file("a.csv", "csv"), file("b.json", format)], "name")).not.toThrow();
    },
  );

  it("accepts any files if no field of titles is named", () => {
    expect(() => requireResponse([file("a.csv", "csv")], null)).not.toThrow();
  });

  it("names the files that are not responses, and the option for their columns", () => {
    const files = [file("a.csv", "csv"), file("hits.jsonl", "jsonl")];
    expect(() => requireResponse(files, "_source.name")).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        message:
          "Reading a.csv, hits.jsonl: --title-field names a field of saved search responses, but there are none. " +
          "In other files, titles have a column. If that is its name, pass --title-column _source.name.",
        details: { files: ["a.csv", "hits.jsonl"], titleField: "_source.name" },
      }),
    );
  });
});
