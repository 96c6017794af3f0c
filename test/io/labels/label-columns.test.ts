/** Do columns that are kept from the input differ in name from those of labels.csv? */
import { describe, expect, it } from "vitest";
import { keptNames, labelColumns, ownColumns } from "../../../src/io/labels/label-manifest.ts";
import { recogniseColumns } from "../../../src/io/tables/recognise-columns.ts";
import { tableRoles } from "../../../src/io/tables/table-roles.ts";

describe("keptNames", () => {
  it.each([
    [
      ["year", "faculty"],
      ["year", "faculty"],
    ],
    [
      ["label", "year"],
      ["input_label", "year"],
    ],
    [
      ["input_label", "label"],
      ["input_label", "input_input_label"],
    ],
  ])("renames %j to %j", (columns, names) => {
    expect(keptNames(columns)).toEqual(names);
  });
});

describe("ownColumns", () => {
  const kept = [...labelColumns, "query_id", "name", "docno", "rater"];

  it("does not recognise columns that were kept from the input, whatever their names", () => {
    const { columns, warnings } = recogniseColumns(kept, {}, "labels.csv");
    expect(columns).toMatchObject({ query: "query", "query id": null, title: "title", id: "id", url: null });
    expect(warnings).toEqual([]);
    expect(tableRoles(kept, {})).toMatchObject({ id: "id", "query id": null, rater: null });
  });

  it("recognises a column that was kept from the input if an option names it", () => {
    expect(recogniseColumns(kept, { "query id": ["query_id"] }, "").columns["query id"]).toBe("query_id");
  });

  it("returns all columns of a table that label did not write", () => {
    expect(ownColumns(["query", "title", "label"])).toEqual(["query", "title", "label"]);
  });
});
