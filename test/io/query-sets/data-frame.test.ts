/** Are queries read from the output of pandas, and is no query treated as a header? */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { frameText, readQueries, readQueryColumns } from "../../../src/io/query-sets/read-pairs.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const fileWith = (content: string) => join(temporaryFolder({ input: content }), "input");

describe("queries of a data frame", () => {
  it.each([
    ["a Series without index", '0\nred apples\n"pears, green"\n', "0"],
    ["a Series without index or quotes", "0\nred apples\npears, green\n", "0"],
    ["a Series with its index", ',0\n0,red apples\n1,"pears, green"\n', ",0"],
    ["a filtered Series", ',0\r\n7,red apples\r\n12,"pears, green"\r\n', ",0"],
    ["a Series with quotes around all cells", '"","0"\n"0","red apples"\n"1","pears, green"\n', '"","0"'],
    ["an index that was saved as a column", 'Unnamed: 0,0\n0,red apples\n1,"pears, green"\n', "Unnamed: 0,0"],
    ["an index that was saved twice", ',Unnamed: 0,0\n0,0,red apples\n1,1,"pears, green"\n', ",Unnamed: 0,0"],
    ["a Series after reset_index", 'index,0\n0,red apples\n1,"pears, green"\n', "index,0"],
    ["a Series with a name", ',queries\n0,red apples\n1,"pears, green"\n', ",queries"],
    ["a Series with any name", ',Suchbegriff\n0,red apples\n1,"pears, green"\n', ",Suchbegriff"],
    ["a Series with an index and a usual name", 'index,query\n0,red apples\n1,"pears, green"\n', "index,query"],
    ["TSV", "\t0\n0\tred apples\n1\tpears, green\n", "0"],
    ["cells separated by semicolons", ";0\n0;red apples\n1;pears, green\n", ";0"],
  ])("are read from %s", async (_, text, header) => {
    const { queries, warnings } = await readQueries(fileWith(text));
    expect(queries).toMatchObject({ ids: null, texts: ["red apples", "pears, green"] });
    expect(warnings).toEqual([expect.objectContaining({ kind: "data-frame-header", header })]);
  });

  it.each([
    "queries\nred apples\npears\n",
    '[{"0":"red apples"},{"0":"pears"}]',
    '{"index":0,"0":"red apples"}\n{"index":1,"0":"pears"}\n',
  ])("are read from %j without a warning", async (text) => {
    const { queries, warnings } = await readQueries(fileWith(text));
    expect(queries.texts).toEqual(["red apples", "pears"]);
    expect(warnings).toEqual([]);
  });

  it("have ids if there are ids beside the index", async () => {
    const { queries } = await readQueries(fileWith(",id,query\n0,q1,red apples\n1,q2,pears\n"));
    expect(queries).toMatchObject({ ids: ["q1", "q2"], texts: ["red apples", "pears"] });
  });

  it.each([
    ["0\n1\n2\n", ["0", "1", "2"]],
    ["1984\nred apples\n", ["1984", "red apples"]],
    ["0\n", ["0"]],
    ["index, of refraction\nred apples\n", ["index, of refraction", "red apples"]],
    ["q1\t0\nq2\tpears\n", ["0", "pears"]],
    ["0\tred apples\n1\tpears\n", ["red apples", "pears"]],
  ])("include the first line if it is a query: %j", async (text, texts) => {
    const { queries, warnings } = await readQueries(fileWith(text));
    expect(queries.texts).toEqual(texts);
    expect(warnings).toEqual([]);
  });

  it("do not include the header 0 if only some queries are numbers", async () => {
    const { queries } = await readQueries(fileWith("0\nred apples\n1984\npears\n"));
    expect(queries.texts).toEqual(["red apples", "1984", "pears"]);
  });

  it.each(["0,kind\nred apples,fruit\n", ",0,kind\n0,red apples,fruit\n", ",Suchbegriff,kind\n0,red apples,fruit\n"])(
    "can have further columns: %j",
    async (text) => {
      const path = fileWith(text);
      expect((await readQueries(path, ["kind"])).queries.texts).toEqual(["red apples"]);
      const { texts, columns } = await readQueryColumns(path, ["kind"]);
      expect([texts, columns.get("kind")]).toEqual([["red apples"], ["fruit"]]);
    },
  );

  it("are not recognised if several columns may be the queries", () => {
    expect(frameText(["", "a", "b"], [])).toBeNull();
    expect(frameText(["", "a", "b"], ["b"])).toBe("a");
    expect(frameText(["a"], [])).toBeNull();
  });
});
