/** Does `semqrel label` combine several references, and report the influence of each? */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { LabelSummary } from "../../src/label/folder/label-summary.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Row = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string>>;

const base: Files = {
  "scopus.csv": [
    "query,rank,id,title,citations",
    "pears,0,s1,Growing pears,10",
    "pears,1,s2,Pears in winter,20",
    "pears,2,s3,A history of the pear,30",
    "plums,0,s4,Plum jam,40",
    "",
  ].join("\n"),
  "wos.csv": [
    "query,rank,id,title,citations",
    "pears,0,w1,PEARS IN WINTER,1",
    "pears,1,w2,Pear pests,2",
    "pears,2,w3,growing pears,3",
    "figs,0,w4,Figs,4",
    "",
  ].join("\n"),
  "arxiv.csv": "query,rank,title\npears,0,Pear pests\nplums,0,Plum cake\nfigs,0,Fig trees\n",
  "cand.csv": [
    "query,rank,title",
    "pears,0,Pears in Winter",
    "pears,1,Pear pests",
    "pears,2,A history of the pear",
    "plums,0,Plum jam",
    "figs,0,Figs",
    "",
  ].join("\n"),
  "poor.csv": "query,rank,title\npears,0,A history of the pear\nplums,0,Zebras\nfigs,0,Zebras\n",
};

async function label(
  args: readonly string[],
  { files = {}, exitCode = 0, folder = temporaryFolder({ ...base, ...files }) } = {},
) {
  const candidates = args.includes("--candidates") ? [] : ["--candidates", "cand.csv", "poor.csv"];
  const all = ["label", "--full", ...args, ...candidates, "--embedder", "hash", "--no-cache", "--out", "out"];
  const result = await runInProcess(all, { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  const read = (file: string) => readFileSync(join(folder, "out", file), "utf8");
  return {
    ...result,
    folder,
    read,
    table: (file: string): Row[] => parse(read(file), { columns: true }),
    summary: (file = "summary.json"): LabelSummary => JSON.parse(read(file)),
    manifest: () => JSON.parse(read("manifest.json")),
  };
}

const two = ["--reference", "scopus.csv", "wos.csv"];
const three = [...two, "arxiv.csv"];
const biasOf = (summary: LabelSummary) => summary.references?.measures["ndcg_reference@10"];
const meansOf = ({ engines }: LabelSummary) =>
  Object.fromEntries(Object.entries(engines).map(([name, engine]) => [name, engine["ndcg_reference@10"].mean]));
const meansBy = (order: { engines: Readonly<Record<string, { mean: number | null }>> } | undefined) =>
  Object.fromEntries(Object.entries(order?.engines ?? {}).map(([name, { mean }]) => [name, mean]));

describe("several references", () => {
  it("are fused into one list per query, which uses the row of the reference that ranks the title highest", async () => {
    const { table } = await label(two);
    // Pears by hand, k = 60: winter 1/62 + 1/61, growing 1/61 + 1/63, pests 1/62, history 1/63.
    const rows = table("reference.csv").map(({ engine, query, rank, id, title, label: value }) =>
      [engine, query, rank, id, title, value].join(" | "),
    );
    expect(rows).toEqual([
      "wos | pears | 0 | w1 | PEARS IN WINTER | 5",
      "scopus | pears | 1 | s1 | Growing pears | 2.5",
      "wos | pears | 2 | w2 | Pear pests | 1.6666666666666667",
      "scopus | pears | 3 | s3 | A history of the pear | 1.25",
      "scopus | plums | 0 | s4 | Plum jam | 5",
      "wos | figs | 0 | w4 | Figs | 5",
    ]);
    const labels = table("labels.csv").filter(({ engine }) => engine === "cand");
    expect(labels.map(({ label: value, match, reference }) => [value, match, reference])).toEqual([
      ["5", "exact", "wos"],
      ["1.6666666666666667", "exact", "wos"],
      ["1.25", "exact", "scopus"],
      ["5", "exact", "scopus"],
      ["5", "exact", "wos"],
    ]);
  });

  it("are called scopus+wos together in rows that have no single reference", async () => {
    const { table, summary, manifest, stdout } = await label([...two, "--threshold", "0.99"]);
    const zebras = table("labels.csv").find(({ title }) => title === "Zebras");
    expect(zebras).toMatchObject({ match: "none", label: "0", reference: "scopus+wos", origin: "proxy" });
    expect(summary().reference).toMatchObject({ engine: "scopus+wos", queries: 3, rows: 6 });
    expect(manifest().reference.engine).toBe("scopus+wos");
    expect(manifest().options).toMatchObject({ references: "fused", fusionK: 60 });
    expect(stdout).toContain("scopus+wos is one list fused from 2 references by rrf(k=60).");
  });

  it("may be given in one option or in several, with or without names", async () => {
    const [together, apart] = [await label(two), await label(["--reference", "scopus.csv", "--reference", "wos.csv"])];
    expect(apart.read("labels.csv")).toBe(together.read("labels.csv"));
    const { summary } = await label(["--reference", "b=wos.csv", "a=scopus.csv"]);
    expect(summary().references?.engines).toEqual(["b", "a"]);
  });

  it("are cut before they are fused, with the given k", async () => {
    const cut = await label([...two, "--reference-depth", "1"]);
    expect(cut.table("reference.csv").map(({ title }) => title)).toEqual([
      ...["Growing pears", "PEARS IN WINTER", "Plum jam", "Figs"],
    ]);
    const files = {
      "one.csv": "query,rank,title\npears,0,first\npears,1,x1\npears,2,x2\npears,3,both\n",
      "other.csv": "query,rank,title\npears,0,y0\npears,1,y1\npears,2,y2\npears,3,both\n",
    };
    const top = async (k: string) => {
      const { table } = await label(["--reference", "one.csv", "other.csv", "--fusion-k", k], { files });
      return table("reference.csv")[0]?.["title"];
    };
    // 2 / (k + 4) compared with 1 / (k + 1): larger from k = 2 on.
    expect([await top("3"), await top("1")]).toEqual(["both", "first"]);
  });

  it("label queries that only some references answer, and warn about them", async () => {
    const { summary, stderr } = await label(two);
    expect(summary().warnings).toContainEqual({
      ...{ kind: "queries-not-in-every-reference", queries: 3, count: 2, examples: ["plums", "figs"] },
    });
    expect(summary().engines["cand"]?.ndcg_reference.count).toBe(3);
    expect(stderr).toContain("2 of 3 queries have results from some references, but not from all");
  });

  it("take labels from a column of the row that the fused list uses", async () => {
    const { table } = await label([...two, "--label-column", "citations"]);
    expect(table("reference.csv").map(({ label: value }) => value)).toEqual(["1", "10", "2", "30", "40", "4"]);
  });
});

describe("--references apart", () => {
  it("writes for each reference the folder that label writes for this reference alone", async () => {
    const both = await label([...two, "--references", "apart"]);
    expect(readdirSync(join(both.folder, "out/references")).sort()).toEqual(["scopus", "wos"]);
    for (const name of ["scopus", "wos"]) {
      const alone = await label(["--reference", `${name}.csv`]);
      for (const file of ["labels.csv", "reference.csv"]) {
        expect(both.read(`references/${name}/${file}`), file).toBe(alone.read(file));
      }
      // Queries are in the order in which the run found them, which may differ with two references.
      for (const file of ["labels.qrels", "qrels/cand.qrels", "runs/poor.run"]) {
        const lines = (text: string) => text.split("\n").sort();
        expect(lines(both.read(`references/${name}/${file}`)), file).toEqual(lines(alone.read(file)));
      }
      const measured = (rows: readonly Row[]) => rows.filter(({ state }) => state === "measured");
      const rows = measured(both.table(`references/${name}/measures.csv`));
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set(measured(alone.table("measures.csv")).map((row) => JSON.stringify(row))),
      );
      expect(both.summary(`references/${name}/summary.json`)).not.toHaveProperty("references");
      expect(meansOf(both.summary(`references/${name}/summary.json`))).toEqual(meansOf(alone.summary()));
    }
    expect(both.read("labels.csv")).toBe((await label(two)).read("labels.csv"));
    expect(both.stderr).toContain("and the same files for each reference in references/");
  });

  it("writes folders that a later run without this option removes", async () => {
    const { folder } = await label([...two, "--references", "apart"]);
    expect(existsSync(join(folder, "out/references/wos/manifest.json"))).toBe(true);
    await label(two, { folder });
    expect(
      readdirSync(join(folder, "out"), { recursive: true }).filter((path) => /references.*\./.test(String(path))),
    ).toEqual([]);
  });

  it("has no effect if there is only one reference", async () => {
    const [plain, apart] = [
      await label(["--reference", "wos.csv"]),
      await label(["--reference", "wos.csv", "--references", "apart"]),
    ];
    for (const file of ["labels.csv", "measures.csv", "reference.csv", "summary.json"]) {
      expect(apart.read(file)).toBe(plain.read(file));
    }
    expect(existsSync(join(apart.folder, "out/references"))).toBe(false);
    expect(plain.summary()).not.toHaveProperty("references");
    expect(apart.manifest().options).toEqual(plain.manifest().options);
    expect(plain.manifest().options).not.toHaveProperty("fusionK");
  });
});

describe("the table of several references", () => {
  it("shows the means by each reference alone, and by the others without it", async () => {
    const { summary, stdout } = await label(three);
    const bias = biasOf(summary());
    expect(meansBy(bias?.fused)).toEqual(meansOf(summary()));
    for (const name of ["scopus", "wos", "arxiv"]) {
      const alone = await label(["--reference", `${name}.csv`]);
      expect(meansBy(bias?.alone[name]), name).toEqual(meansOf(alone.summary()));
      const others = ["scopus.csv", "wos.csv", "arxiv.csv"].filter((file) => file !== `${name}.csv`);
      const without = await label(["--reference", ...others]);
      expect(meansBy(bias?.without?.[name]), name).toEqual(meansOf(without.summary()));
    }
    expect(stdout).toContain("Mean ndcg_reference@10 by reference (place of the engine)");
    expect(stdout).toMatch(/^engine +fused +scopus alone +wos alone +arxiv alone +without scopus +without wos/m);
    expect(stdout).toContain("Kendall's tau-b means little for fewer than 5 engines (here: 2)");
  });

  it('has no columns "without" for two references, also in Markdown', async () => {
    const { summary, stdout } = await label([...two, "--format", "md"]);
    expect(biasOf(summary())).not.toHaveProperty("without");
    expect(stdout).toContain("| engine | fused | scopus alone | wos alone |");
  });

  it("names the engines in first place if the first place changes", async () => {
    const files = { "odd.csv": "query,rank,title\npears,0,A history of the pear\nfigs,0,Zebras\nplums,0,Zebras\n" };
    const { summary, stdout } = await label([...two, "odd.csv", "--threshold", "0.99"], { files });
    expect(biasOf(summary())?.alone["odd"]).toMatchObject({ winner_changes: true, tau_b: -1 });
    expect(stdout).toContain("The first place changes. fused: cand; odd alone: poor; without scopus: poor;");
  });

  it("includes a candidate that is also a reference, with a mean of 1 by its own list", async () => {
    const { summary, stdout } = await label([...two, "--candidates", "cand.csv", "wos.csv", "--threshold", "0.99"]);
    expect(summary().order).toEqual(["cand", "wos"]);
    expect(summary().references?.also_candidates).toEqual(["wos"]);
    expect(biasOf(summary())?.alone["wos"]?.engines["wos"]).toEqual({ mean: 1, count: 2, place: 1 });
    expect(stdout).toContain("wos: also a reference");
    // With one reference it is left out, as always.
    const one = await label(["--reference", "wos.csv", "--candidates", "cand.csv", "wos.csv"]);
    expect(one.summary().order).toEqual(["cand"]);
  });
});

describe("the sample lists", () => {
  const sample = (name: string) => join(root, "data/samples", `${name}.csv`);

  it("can be labelled with two of them as references", async () => {
    const args = ["--reference", sample("library"), sample("quickfind"), "--candidates", sample("explorer")];
    const { table, summary } = await label(args);
    const givers = table("reference.csv").map(({ engine }) => engine);
    expect(new Set(givers)).toEqual(new Set(["library", "quickfind"]));
    const { reference, references } = summary();
    expect(reference.rows).toBe(givers.length);
    expect(references?.measures.ndcg_reference.alone["library"]?.engines["explorer"]?.count).toBe(24);
    // Every row names the reference that has its reference title.
    const titles = new Map(
      ["library", "quickfind"].map((name) => [name, readFileSync(sample(name), "utf8").toLowerCase()]),
    );
    const matched = table("labels.csv").filter((row) => row["match"] === "exact");
    expect(matched.length).toBeGreaterThan(20);
    for (const { reference: giver = "", reference_title: title = "" } of matched) {
      expect(titles.get(giver), `${title} by ${giver}`).toContain(title.toLowerCase().replaceAll('"', '""'));
    }
  });
});

describe("invalid references", () => {
  const files = { "wos2.csv": base["wos.csv"] ?? "", "both.csv": "engine,query,title\na,pears,x\nb,pears,y\n" };
  it.each([
    {
      args: ["--reference", "a=scopus.csv", "a=wos.csv"],
      says: ['two references are named "a"', "Rename one of them: NAME=FILE"],
    },
    { args: ["--reference", "scopus.csv", "x=./scopus.csv"], says: ["scopus.csv is given twice"] },
    { args: [...two, "--reference-engine", "wos"], says: ["--reference-engine only works with one file"] },
    { args: ["--reference", "scopus.csv", "both.csv"], says: ["both.csv: it contains 2 engines"] },
    { args: [...two, "--references", "mixed"], says: ["Allowed choices are fused, apart"] },
    { args: [...two, "--fusion-k", "0"], says: ["a number above 0"] },
    { args: ["--reference", "-", "-"], says: ["- can be used for one file"] },
    { args: [...three, "--label-column", "citations"], says: ['arxiv.csv has no column "citations", which another'] },
    { args: ["--reference", "scopus.csv", "none.csv"], says: ["none.csv"] },
  ])("are refused with a reason: $args", async ({ args, says }) => {
    const { stderr, stdout, folder } = await label(args, { files, exitCode: 2 });
    for (const words of says) expect(stderr).toContain(words);
    expect(stdout).toBe("");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});
