/** Does `features` match networkx, and count what is unusual? */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { networkxCases } from "../support/graphs.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";
import { runInProcess } from "./run-in-process.ts";

type Rows = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function features(args: readonly string[], files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder(files);
  const result = await runInProcess(["rerank", "features", ...args], { cwd });
  const rows = () => rowsOf(readFileSync(join(cwd, "features.csv"), "utf8"));
  return { ...result, cwd, rows };
}

function rowsOf(text: string): Rows {
  const [names = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return Object.fromEntries(
    rows.map((cells) => [cells[0], Object.fromEntries(cells.map((cell, place) => [names[place], cell]))]),
  );
}

const square = "a,b\nb,c\nc,d\nd,a\nd,e\n";
const columns = ["id", "degree", "betweenness_1hop", "betweenness_2hop", "node_cut", "katz"];

describe("semqrel rerank features", () => {
  // networkx 3.6.1, see golden/README.md
  test.skipIf(!hasShared)("computes the golden values of networkx", async () => {
    const golden = JSON.parse(readFileSync(`${sharedFolder}golden/experiment/graph.json`, "utf8"));
    const { exitCode, stderr, rows } = await features(
      [
        ...["edges.csv", "--nodes", "nodes.csv", "-o", "features.csv"],
        ...["--katz-alpha", String(golden.katz_alpha), "--katz-beta", String(golden.katz_beta)],
      ],
      {
        "edges.csv": golden.edges.map((edge: string[]) => `${edge.join(",")}\n`).join(""),
        "nodes.csv": `id\n${Object.keys(golden.katz).join("\n")}\n`,
      },
    );
    expect({ exitCode, warns: stderr.includes("Warning") }).toEqual({ exitCode: 0, warns: false });
    const found = rows();
    expect(Object.keys(found)).toHaveLength(64);
    const pairs = [
      ["degree", golden.degree],
      ["betweenness_1hop", golden.betweenness_1hop_ego],
      ["betweenness_2hop", golden.betweenness_2hop_ego],
      ["node_cut", golden.minimum_node_cut_2hop_ego_minus_center],
      ["katz", golden.katz],
    ] as const;
    for (const [column, expected] of pairs) {
      for (const [id, value] of Object.entries<number>(expected)) {
        expect([column, id, Number(found[id]?.[column])]).toEqual([column, id, expect.closeTo(value, 9)]);
      }
    }
  });

  test.each(networkxCases.filter(({ name }) => /directed|acyclic|weighted/.test(name)))(
    "computes the same values as networkx: $name",
    async (expected) => {
      const weights = expected.edges.some((edge) => edge.length > 2);
      const { rows, stderr } = await features(
        [
          ...["edges.csv", "--nodes", "nodes.csv", "-o", "features.csv", "--pagerank"],
          ...["--katz-alpha", String(expected.katz_alpha)],
          ...(expected.directed ? ["--directed"] : []),
          ...(weights ? ["--weight-column", "w"] : []),
        ],
        {
          "edges.csv": `source,target,w\n${expected.edges.map(([one, other, weight = 1]) => `${one},${other},${weight}\n`).join("")}`,
          "nodes.csv": `id\n${expected.degree.map((_, node) => node).join("\n")}\n`,
        },
      );
      const found = rows();
      expect(stderr).toContain(`${expected.edge_count} ${expected.directed ? "directed " : ""}edges`);
      expected.degree.forEach((degree, node) => {
        expect(found[node]?.["degree"]).toBe(String(degree));
        expect(Number(found[node]?.["katz"])).toBeCloseTo(expected.katz[node] ?? 0, 9);
        expect(Number(found[node]?.["pagerank"])).toBeCloseTo(expected.pagerank[node] ?? 0, 9);
        expect(Number(found[node]?.["betweenness_2hop"])).toBeCloseTo(expected.betweenness_2hop[node] ?? -1, 9);
        expect(found[node]?.["node_cut"]).toBe(String(expected.node_cut[node] ?? ""));
      });
    },
  );

  it("writes the features of the documents to stdout if no output is named", async () => {
    const { exitCode, stdout } = await features(["edges.csv", "--nodes", "nodes.csv"], {
      "edges.csv": square,
      "nodes.csv": "title,id\nx,e\ny,a\nz,e\n",
    });
    expect(exitCode).toBe(0);
    expect(Object.keys(rowsOf(stdout))).toEqual(["id", "e", "a"].slice(1));
    expect(stdout.split("\n")[0]).toBe(columns.join(","));
  });

  it("refuses to replace an input file", async () => {
    const files = { "edges.csv": `from,to\n${square}`, "nodes.csv": "id,note\na,mine\n" };
    const { exitCode, stderr, cwd } = await features(["edges.csv", "--nodes", "nodes.csv", "-o", "./nodes.csv"], files);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Cannot write ./nodes.csv: it is also an input.")]);
    expect(readFileSync(join(cwd, "nodes.csv"), "utf8")).toBe(files["nodes.csv"]);
  });

  it("refuses --katz local together with --no-two-hop", async () => {
    const files = { "edges.csv": square, "nodes.csv": "id\na\n" };
    const args = ["edges.csv", "--nodes", "nodes.csv", "--katz", "local"];
    const { exitCode, stderr } = await features([...args, "--no-two-hop"], files);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Leave one of them out.")]);
    const { stdout } = await features(args, files);
    expect(Number(rowsOf(stdout)["a"]?.["katz"])).toBeGreaterThan(0);
  });

  it("refuses to replace the labels of an input folder", async () => {
    const labels = temporaryFolder({ "manifest.json": "{}", "labels.csv": "engine,query,id,label\ne,q,a,5\n" });
    const out = join(labels, "labels.csv");
    const { exitCode, stderr } = await features(["one.csv", "--nodes", labels, "-o", out], { "one.csv": "a,b\n" });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("it is also an input")]);
    expect(readFileSync(out, "utf8")).toContain("engine,query,id,label");
  });

  it("reads a folder of label as documents, and several edge lists as one graph", async () => {
    const labels = temporaryFolder({
      "manifest.json": "{}",
      "labels.csv": "engine,query,id,label\ne,q,a,5\ne,q,c,0\n",
    });
    const { exitCode, rows } = await features(["one.csv", "two.tsv", "--nodes", labels, "-o", "features.csv"], {
      "one.csv": "a,b\n",
      "two.tsv": "source\ttarget\nb\tc\n",
    });
    expect(exitCode).toBe(0);
    expect(rows()).toMatchObject({ a: { degree: "1", node_cut: "1" }, c: { degree: "1" } });
  });

  it("counts unknown and isolated documents, loops, repeated edges and incomplete edges", async () => {
    const { exitCode, stdout, stderr, rows } = await features(
      ["edges.csv", "--nodes", "nodes.csv", "-o", "features.csv", "--json"],
      { "edges.csv": `${square}b,a\nlone,lone\nx,\n`, "nodes.csv": "id\na\nlone\nghost\n\n" },
    );
    expect(exitCode).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      schema: "semqrel.features/1",
      documents: { count: 3, unknown: 1, isolated: 1 },
      graph: { nodes: 6, edges: 5, selfLoops: 1, repeatedEdges: 1 },
      sampled: { betweenness_1hop: null, betweenness_2hop: null, node_cut: 0 },
    });
    expect(document.warnings.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
      ["incomplete-edges", 1],
      ["self-loops", 1],
      ["repeated-edges", 1],
      ["nodes-not-in-graph", 1],
      ["isolated-nodes", 1],
    ]);
    expect(stderr).toContain("ghost");
    expect(rows()["ghost"]).toEqual(Object.fromEntries(columns.map((name) => [name, name === "id" ? "ghost" : ""])));
    expect(rows()["lone"]).toMatchObject({ degree: "0", betweenness_2hop: "0", node_cut: "", katz: "1" });
  });

  it("computes a node_cut of 0 for a disconnected neighbourhood, and nodes - 1 for a complete one", async () => {
    const complete = ["a,b", "a,c", "a,d", "b,c", "b,d", "c,d"];
    const { rows, stdout } = await features(["edges.csv", "--nodes", "nodes.csv", "-o", "features.csv", "--json"], {
      "edges.csv": `${[...complete, "x,y", "x,z"].join("\n")}\n`,
      "nodes.csv": "id\na\nx\n",
    });
    expect(rows()).toMatchObject({ a: { node_cut: "2" }, x: { node_cut: "0" } });
    expect(JSON.parse(stdout).documents).toMatchObject({ disconnected: 1, complete: 1 });
  });

  it("omits features of two hops with --no-two-hop, and computes local Katz centrality with --katz local", async () => {
    const files = { "edges.csv": square, "nodes.csv": "id\ne\n" };
    const { stdout } = await features(["edges.csv", "--nodes", "nodes.csv", "--no-two-hop"], files);
    expect(stdout.split("\n")[0]).toBe("id,degree,betweenness_1hop,katz");
    const local = await features(["edges.csv", "--nodes", "nodes.csv", "--katz", "local"], files);
    const katz = (text: string) => Number(rowsOf(text)["e"]?.["katz"]);
    // b is three edges away from e.
    expect(katz(local.stdout)).toBeLessThan(katz(stdout));
  });

  describe("wrong input", () => {
    const files = {
      "edges.csv": square,
      "one.csv": "a\nb\n",
      "nodes.csv": "id\na\n",
      "titles.csv": "title\na\n",
      "other.csv": "id\nzz\n",
    };
    test.each([
      {
        name: "an alpha that is too large",
        args: ["edges.csv", "--nodes", "nodes.csv", "--katz-alpha", "0.9"],
        says: /below 0\.4\d+/,
      },
      { name: "an alpha of 0", args: ["edges.csv", "--nodes", "nodes.csv", "--katz-alpha", "0"], says: /above 0/ },
      {
        name: "a damping factor of 1",
        args: ["edges.csv", "--nodes", "nodes.csv", "--pagerank", "1"],
        says: /between 0 and 1/,
      },
      { name: "edges of one column", args: ["one.csv", "--nodes", "nodes.csv"], says: /one column/ },
      { name: "nodes without ids", args: ["edges.csv", "--nodes", "titles.csv"], says: /joined by id/ },
      {
        name: "ids that are not in the graph",
        args: ["edges.csv", "--nodes", "other.csv"],
        says: /none of the 1 documents/,
      },
      { name: "a file that does not exist", args: ["nowhere.csv", "--nodes", "nodes.csv"], says: /nowhere\.csv/ },
      { name: "a command without --nodes", args: ["edges.csv"], says: /--nodes/ },
      { name: "--json without a file", args: ["edges.csv", "--nodes", "nodes.csv", "--json"], says: /-o FILE/ },
    ])("leads to exit code 2 and no file: $name", async ({ args, says }) => {
      const { exitCode, stdout, stderr, cwd } = await features(
        args.includes("--json") ? args : [...args, "-o", "features.csv"],
        files,
      );
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(says);
      expect(existsSync(join(cwd, "features.csv"))).toBe(false);
    });
  });
});
