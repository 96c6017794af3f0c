import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listRows, listsText, writeLists } from "../../src/collect/collect-lists.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const heat = { id: "q1", text: "heat, mass", name: "heat, mass" };
const wings = { id: "q2", text: "wings", name: "wings" };
const lists = [
  { query: heat, results: [{ title: 'On "heat"', id: "d1", url: "http://x/1" }], isPartial: false },
  { query: wings, results: [], isPartial: false },
];
const first = { query: { id: null, text: "@q", name: "@q" }, isPartial: false };
const columns = { paths: { id: "key", url: null }, engine: null, spreadsheetSafe: false };

describe("writeLists", () => {
  it("writes CSV with the collected columns, and quotes cells that need it", () => {
    const path = join(temporaryFolder(), "lists.csv");
    writeLists(path, { lists }, columns);
    expect(readFileSync(path, "utf8")).toBe('query_id,query,rank,id,title\nq1,"heat, mass",0,d1,"On ""heat"""\n');
  });

  it("writes TSV if the file's name ends in .tsv, and the engine in a column", () => {
    const path = join(temporaryFolder(), "lists.TSV");
    writeLists(path, { lists }, { ...columns, paths: { id: null, url: "link" }, engine: "library" });
    const [header, row] = readFileSync(path, "utf8").split("\n");
    expect(header).toBe("engine\tquery_id\tquery\trank\ttitle\turl");
    expect(row?.split("\t").slice(0, 4)).toEqual(["library", "q1", "heat, mass", "0"]);
  });

  it("reports that the file cannot be written", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "lists.csv"));
    expect(() => writeLists(join(folder, "lists.csv"), { lists }, columns)).toThrow(
      expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }),
    );
  });

  it("puts a quote before cells that look like formulas with spreadsheetSafe", () => {
    const results = [{ title: "=cmd()|x", id: "-7", url: null }];
    const text = (more: object) => [...listsText([{ ...first, results }], { ...columns, ...more }, ",")].join("");
    expect(text({})).toContain("\n@q,0,-7,=cmd()|x\n");
    expect(text({ spreadsheetSafe: true })).toBe("query,rank,id,title\n'@q,0,'-7,'=cmd()|x\n");
  });

  it("returns only a header if there are no lists", () => {
    expect([...listsText([], columns, ",")].join("")).toBe("rank,id,title\n");
  });
});

const query = (id: string | null, text: string | null) => ({ id, text, name: id ?? text ?? "" });

it("writeLists writes only columns that have values, and no row for a query without results", () => {
  const results = [{ title: null, id: "1", url: "http://x" }];
  const lists = [
    { query: query(null, "a"), results, isPartial: false },
    { query: query(null, "b"), results: [], isPartial: false },
    { query: query(null, "c"), results: null, isPartial: false },
  ];
  expect([...listRows(lists, { ...columns, paths: { id: null, url: null } })]).toEqual([
    ["query", "rank", "title"],
    ["a", "0", ""],
  ]);
  expect([...listRows(lists, { ...columns, paths: { id: "key", url: "link" }, engine: "mine" })]).toEqual([
    ["engine", "query", "rank", "id", "title", "url"],
    ["mine", "a", "0", "1", "", "http://x"],
  ]);
});
