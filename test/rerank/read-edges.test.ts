import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { makeNumberedNames } from "../../src/core/titles/name-table.ts";
import { type EdgeColumnChoice, readEdges } from "../../src/rerank/read-features.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const all: EdgeColumnChoice = { type: null, weight: null };
const expected = [
  ["p1", "a1"],
  ["p1", "a2"],
  ["p2", "a1"],
];

async function read(content: string | Buffer, choice = all, names = makeNumberedNames()) {
  const path = join(temporaryFolder(), "edges");
  writeFileSync(path, content);
  const { sources, targets, ...rest } = await readEdges(path, names, choice);
  const edges = [...sources].map((source, row) => [names.nameOf(source), names.nameOf(targets[row] ?? 0)]);
  return { edges, nodes: names.size, ...rest };
}

describe("readEdges", () => {
  test.each([
    { name: "CSV with usual names", content: "source,target,year\np1,a1,1\np1,a2,2\np2,a1,3\n" },
    { name: "CSV without names", content: "p1,a1\np1,a2\np2,a1\n" },
    { name: "semicolons, and spaces around names", content: "p1 ; a1\r\np1; a2\r\np2;a1" },
    { name: "TSV with comments", content: "# Nodes: 4\np1\ta1\n# more\np1\ta2\np2\ta1\n" },
    { name: "names separated by spaces", content: "p1 a1\np1  a2\n\n p2\ta1\n" },
    { name: "quoted names", content: '"p1","a1"\np1,"a2"\n"p2",a1\n' },
    { name: "JSONL", content: '{"from":"p1","to":"a1"}\n{"to":"a2","from":"p1","x":1}\n{"from":"p2","to":"a1"}\n' },
    { name: "gzip", content: gzipSync("p1,a1\np1,a2\np2,a1\n") },
  ])("reads $name", async ({ content }) => {
    const { edges, nodes, warnings } = await read(content);
    expect(edges.toSorted()).toEqual(expected);
    expect({ nodes, warnings }).toEqual({ nodes: 4, warnings: [] });
  });

  it("keeps loops, repeated edges and quoted delimiters", async () => {
    const { edges } = await read('x,x\na,"b,c"\na,"b,c"\nx,"say ""a"""\n');
    expect(edges.toSorted()).toEqual([
      ["a", "b,c"],
      ["a", "b,c"],
      ["x", 'say "a"'],
      ["x", "x"],
    ]);
  });

  it("reads the first row as a header if its names occur nowhere else, and warns about this guess", async () => {
    const { edges, nodes, warnings } = await read("paper,written by\np1,a1\np1,a2\np2,a1\n");
    expect(edges).toEqual(expected);
    expect(nodes).toBe(4);
    expect(warnings).toEqual([expect.objectContaining({ kind: "header-guessed", names: ["paper", "written by"] })]);
  });

  it("reads the first row as an edge if it names a node, or if there is no other row", async () => {
    expect((await read("p9,a1\np1,a1\n")).edges).toHaveLength(2);
    expect((await read("p9,a9\n")).edges).toEqual([["p9", "a9"]]);
  });

  it("gives a name the same number as in the files read before", async () => {
    const names = makeNumberedNames();
    await read("p1,a1\n", all, names);
    expect((await read("a1,p1\n", all, names)).nodes).toBe(2);
  });

  it("reads only edges of the requested types, and only their nodes", async () => {
    const content = "from,to,type\np1,a1,wrote\np1,p2,cites\np2,a1,wrote\np3,a4,edited\n";
    const choice = { ...all, type: { column: "type", types: ["wrote", "edited"] } };
    const { edges, nodes } = await read(content, choice);
    expect(edges.map(([source]) => source)).toEqual(["p1", "p2", "p3"]);
    // Nodes that are only in edges of other types do not count.
    expect(nodes).toBe(5);
  });

  it("reads weights from the requested column", async () => {
    const { weights } = await read("one,other,times\na,b,2\nb,c,0.5\n", { ...all, weight: "times" });
    expect([...(weights ?? [])]).toEqual([2, 0.5]);
  });

  it("warns about rows that lack one of the two nodes", async () => {
    const { edges, warnings } = await read("a,b\na,\n,b\nb,c\n");
    expect(edges).toHaveLength(2);
    expect(warnings).toEqual([
      expect.objectContaining({ kind: "incomplete-edges", count: 2, examples: ["line 2", "line 3"] }),
    ]);
  });

  describe("errors", () => {
    test.each([
      { name: "a file with one column", content: "a\nb\n", choice: all, code: "INVALID_FORMAT" },
      { name: "a row with one column", content: "a,b\nc\n", choice: all, code: "INVALID_FORMAT" },
      { name: "JSONL with one field", content: '{"a":1}\n', choice: all, code: "INVALID_FORMAT" },
      { name: "a file without edges", content: "source,target\n", choice: all, code: "EMPTY_FILE" },
      { name: "an empty file", content: "", choice: all, code: "EMPTY_FILE" },
      {
        name: "a type that no edge has",
        content: "from,to,type\na,b,x\n",
        choice: { ...all, type: { column: "type", types: ["y"] } },
        code: "EMPTY_FILE",
      },
      {
        name: "a missing column of types",
        content: "a,b\nb,c\n",
        choice: { ...all, type: { column: "type", types: ["y"] } },
        code: "MISSING_COLUMN",
      },
      {
        name: "a missing column of weights",
        content: "from,to\na,b\n",
        choice: { ...all, weight: "w" },
        code: "MISSING_COLUMN",
      },
      { name: "a weight of 0", content: "from,to,w\na,b,0\n", choice: { ...all, weight: "w" }, code: "INVALID_ROW" },
      {
        name: "a weight that is not a number",
        content: "from,to,w\na,b,x\n",
        choice: { ...all, weight: "w" },
        code: "INVALID_ROW",
      },
    ])("readEdges refuses $name", async ({ content, choice, code }) => {
      await expect(read(content, choice)).rejects.toMatchObject({ code });
    });

    it("name the line of a row with one column", async () => {
      await expect(read("a,b\nb,c\nc\n")).rejects.toThrow(/edges:3: there is one column/);
    });
  });
});
