/** Are the columns of exports named by their role, and lists of titles in cells split into rows? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTable } from "../../../../src/io/tables/read-table.ts";
import { findColumns } from "../../../../src/io/tables/recognise-columns.ts";
import { temporaryFolder } from "../../../support/run-cli.ts";

async function read(text: string) {
  const path = join(temporaryFolder({ "lists.csv": text }), "lists.csv");
  const { columns } = await readTable(path, () => true, null);
  return Object.fromEntries(columns);
}

describe("a tab-delimited file of Web of Science", () => {
  it("has its ids in DI, not in ID, which has keywords", async () => {
    const columns = await read("PT\tAU\tTI\tID\tDI\nJ\tDoe, J\tGreen tea\tCATECHINS\t10.1/a\n");
    expect(columns).toMatchObject({ title: ["Green tea"], doi: ["10.1/a"], "Keywords Plus": ["CATECHINS"] });
    const { columns: roles, guessed } = findColumns(Object.keys(columns), {}, "savedrecs.txt");
    expect(roles).toMatchObject({ title: "title", id: "doi", query: null });
    expect(guessed).toEqual([]);
  });
});

describe("lists of titles in cells", () => {
  it.each([
    ["Python lists", `query,title\ntea,"['B', ""A's""]"\nfigs,\nheat,['C']\n`, "title"],
    ["JSON lists", 'query,titles\ntea,"[""B"", ""A\'s""]"\nheat,"[""C""]"\n', "titles"],
    ["numpy lists", `query,title\ntea,"['B'\n ""A's""]"\nheat,['C']\n`, "title"],
  ])("become one row per title: %s", async (_, text, name) => {
    expect(await read(text)).toEqual({
      query: ["tea", "tea", "heat"],
      [name]: ["B", "A's", "C"],
      rank: ["0", "1", "0"],
    });
  });

  it("are split together with lists of the same length in the same row", async () => {
    expect(await read(`query,title,id,tags\ntea,"['B', 'A']","[3, 4]","['x']"\n`)).toMatchObject({
      title: ["B", "A"],
      id: ["3", "4"],
      tags: ["['x']", "['x']"],
    });
  });

  it.each([
    ["translated titles", "query,title\ntea,[Effects of 'tea']\nheat,[Heat]\n"],
    ["a plain title", `query,title\ntea,"['B', 'A']"\nheat,Heat\n`],
    ["one title each", "query,title\ntea,['B']\nheat,['C']\n"],
    ["ranks", `query,rank,title\ntea,1,"['B', 'A']"\n`],
  ])("are not split in a table with %s", async (_, text) => {
    const lines = text.trimEnd().split("\n").length - 1;
    expect((await read(text))["query"]).toHaveLength(lines);
  });
});
