/** Does `semqrel label --veto` refuse matches whose columns differ, and report what changes? */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Row = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string>>;

const base: Files = {
  "ref.csv": [
    "query,rank,title,year,language",
    "pears,0,Growing pears volume one,2001,en",
    "pears,1,Growing pears volume two,2002,en",
    "pears,2,A history of the pear,,en",
    "plums,0,Plum jam,1999,en",
    "",
  ].join("\n"),
  "cand.csv": [
    "query,rank,title,year,language",
    // The nearest title is volume one, of another year; volume two has the same year.
    "pears,0,Growing pears volume onee,2002.0,en",
    // An exact match stays, whatever the year.
    "pears,1,growing pears VOLUME ONE,1980,en",
    // The same year as a number.
    "pears,2,Growing pears volume ones, 2001.0 ,en",
    // An empty cell on either side refuses nothing.
    "pears,3,Growing pears volume oned,,en",
    "pears,4,A history of the pears,1980,en",
    // There is no other title.
    "plums,0,Plum jams,2020,en",
    "",
  ].join("\n"),
  "plain.csv": "query,rank,title\npears,0,Growing pears volume onee\nplums,0,Plum jam\n",
};

async function label(args: readonly string[], { files = {}, exitCode = 0 }: { files?: Files; exitCode?: number } = {}) {
  const folder = temporaryFolder({ ...base, ...files });
  const references = args.includes("--reference") ? [] : ["--reference", "ref.csv"];
  const candidates = args.includes("--candidates") ? [] : ["--candidates", "cand.csv"];
  const all = [
    "label",
    "--full",
    ...references,
    ...candidates,
    "--embedder",
    "hash",
    "--no-cache",
    "--out",
    "out",
    ...args,
  ];
  const result = await runInProcess(all, { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  const read = (file: string) => readFileSync(join(folder, "out", file), "utf8");
  return {
    ...result,
    folder,
    read,
    matches: () =>
      (parse(read("labels.csv"), { columns: true }) as Row[]).map(({ match, reference_rank }) =>
        `${match} ${reference_rank}`.trim(),
      ),
    summary: () => JSON.parse(read("summary.json")),
    manifest: () => JSON.parse(read("manifest.json")),
  };
}

const means = (engine: Readonly<Record<string, { mean: number | null }>>, measures: readonly string[]) =>
  measures.map((measure) => engine[measure]?.mean ?? null);
const measures = [
  ...["precision", "recall", "f1", "dcg", "idcg"],
  ...["ndcg_returned", "ndcg_returned@10", "ndcg_reference", "ndcg_reference@10"],
  ...["precision_exact", "recall_exact", "f1_exact"],
];

describe("--veto", () => {
  it("refuses matches by meaning if the column differs, and takes the next title or none", async () => {
    expect((await label([])).matches()).toEqual([
      ...["semantic 0", "exact 0", "semantic 0", "semantic 0", "semantic 2", "semantic 0"],
    ]);
    const vetoed = await label(["--veto", "year"]);
    expect(vetoed.matches()).toEqual(["semantic 1", "exact 0", "semantic 0", "semantic 0", "semantic 2", "none"]);
  });

  it("counts the matches that it refused, and prints every mean without the veto", async () => {
    const [plain, vetoed] = [await label([]), await label(["--veto", "year"])];
    const { veto, ...engine } = vetoed.summary().engines.cand;
    expect(veto).toMatchObject({ columns: ["year"], refused: 2, moved: 1, unmatched: 1 });
    expect(Object.keys(veto.measures)).toEqual(measures);
    const before = means(plain.summary().engines.cand, measures);
    expect(measures.map((measure) => veto.measures[measure].without)).toEqual(before);
    const changes = means(engine, measures).map((mean, place) => (mean ?? 0) - (before[place] ?? 0));
    for (const [place, measure] of measures.entries()) {
      expect(veto.measures[measure].change ?? 0, measure).toBeCloseTo(
        engine[measure].mean === null ? 0 : (changes[place] ?? 0),
        12,
      );
    }
    expect(plain.summary().engines.cand).not.toHaveProperty("veto");
    expect(vetoed.stdout).toContain("Veto by year: mean without it, and the change");
    expect(vetoed.stdout).toMatch(/^matches refused +2$/m);
    expect(vetoed.stdout).toMatch(/^matched to another title +1$/m);
    expect(vetoed.stdout).toMatch(/^lost their match +1$/m);
  });

  it("compares the titles themselves if the column is title, also in blocks", async () => {
    const files = {
      "ref.csv": "query,rank,title\npears,0,Growing pears volume one\npears,1,Growing pears volume two\n",
      "cand.csv":
        "query,rank,title\npears,0,Growing pears volume ones 2\npears,1,Erratum: growing pears volume one\npears,2,growing pears\n",
    };
    expect((await label([], { files })).matches()).toEqual(["semantic 0", "semantic 0", "semantic 0"]);
    for (const more of [[], ["--rows-per-block", "2"]]) {
      const { matches, summary } = await label(["--veto", "title", ...more], { files });
      expect(matches()).toEqual(["semantic 1", "none", "semantic 0"]);
      expect(summary().engines.cand.veto).toMatchObject({ columns: ["title"], refused: 2, moved: 1, unmatched: 1 });
    }
  });

  it("is in the options of the manifest if it is given", async () => {
    expect((await label(["--veto", "year"])).manifest().options.veto).toEqual(["year"]);
    expect((await label([])).manifest().options).not.toHaveProperty("veto");
    const none = await label(["--veto", "none"]);
    expect(none.read("summary.json")).toBe((await label([])).read("summary.json"));
  });

  it("accepts several columns, each of which can refuse a match", async () => {
    const files = { "cand.csv": (base["cand.csv"] ?? "").replaceAll("2001.0 ,en", "2001.0 ,de") };
    const { matches, summary } = await label(["--veto", "year,language"], { files });
    expect(matches()[2]).toBe("none");
    expect(summary().engines.cand.veto).toMatchObject({
      columns: ["year", "language"],
      refused: 3,
      moved: 1,
      unmatched: 2,
    });
  });

  it("refuses pairs with --one-to-one, too", async () => {
    const files = {
      "ref.csv":
        "query,rank,title,year\npears,0,Growing pears volume one,2001\npears,1,Growing pears volume two,2002\n",
      "cand.csv":
        "query,rank,title,year\npears,0,Growing pears volume onee,2002\npears,1,Growing pears volume oned,2002\n",
    };
    const { matches, summary } = await label(["--veto", "year", "--one-to-one"], { files });
    expect(matches()).toEqual(["semantic 1", "none"]);
    const plain = await label(["--one-to-one"], { files });
    expect(plain.matches().sort()).toEqual(["semantic 0", "semantic 1"]);
    const { veto } = summary().engines.cand;
    expect(veto.refused).toBe(1);
    expect(veto.measures.dcg.without).toBe(plain.summary().engines.cand.dcg.mean);
  });

  it("applies to all references if there are several", async () => {
    const files = { "more.csv": "query,rank,title,year\npears,0,Growing pears volume onee!,2003\n" };
    const { summary } = await label(["--reference", "ref.csv", "more.csv", "--veto", "year", "--references", "apart"], {
      files,
    });
    expect(summary().engines.cand.veto.columns).toEqual(["year"]);
  });

  it("warns about a candidate that lacks the column, and keeps its matches", async () => {
    const { summary, stderr } = await label(["--candidates", "cand.csv", "plain.csv", "--veto", "year"]);
    expect(summary().warnings).toContainEqual({ kind: "veto-missing", engine: "plain", column: "year" });
    expect(summary().engines.plain).not.toHaveProperty("veto");
    expect(stderr).toContain('plain has no column "year", so --veto does not check this column for its results.');
  });

  it.each([
    { what: "the reference lacks", args: ["--reference", "plain.csv"], file: "plain.csv" },
    { what: "every candidate lacks", args: ["--candidates", "plain.csv"], file: "plain.csv" },
  ])("refuses a column that $what", async ({ args, file }) => {
    const { stderr, folder } = await label([...args, "--veto", "year"], { exitCode: 2 });
    expect(stderr).toContain(`Refusing matches by "year": ${file} has no such column.`);
    expect(stderr).toContain("--veto");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("refuses a column that one of several references lacks, and names that file", async () => {
    const { stderr } = await label(["--reference", "ref.csv", "plain.csv", "--veto", "year"], { exitCode: 2 });
    expect(stderr).toContain("plain.csv has no");
  });
});
