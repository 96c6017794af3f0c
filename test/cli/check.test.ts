/**
 * Does one command lead from a user's own lists to a verdict, and does it refuse what is ambiguous?
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/run.ts";
import { temporaryPath } from "../../src/core/files/folders.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { makePool } from "../support/make-pool.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const lists = {
  "ref.csv": "Suchbegriff;Rang;Titel\nbirnen;2;Birnen im Winter\nbirnen;1;Birnen ziehen\n",
  "ours.csv": "query;Platz;title\nbirnen;2;Birnen ziehen\nbirnen;1;Birnen im Winter\n",
};

async function check(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder({ ...lists, ...files });
  return { cwd, ...(await runInProcess(["check", ...args, "--embedder", "hash", "--no-cache"], { cwd })) };
}

describe("semqrel check", () => {
  it("finds the columns, prints which it uses, and writes labels and report", async () => {
    const { cwd, exitCode, stderr } = await check(["ref.csv", "ours.csv"]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('ref.csv: query from "Suchbegriff", title from "Titel", rank from "Rang".');
    expect(stderr).toContain('ours.csv: rank from "Platz".');
    expect(existsSync(join(cwd, "check/report.html"))).toBe(true);
    const labels = readFileSync(join(cwd, "check/labels.csv"), "utf8").split("\n");
    // The first result of ours is the second title of the reference: 5 / 2.
    expect(labels[1]).toMatch(/^ours,birnen,1,,Birnen ziehen,5,exact,0,/);
    expect(labels[2]).toMatch(/^ours,birnen,0,,Birnen im Winter,2\.5,exact,1,/);
  });

  it("reads an export that is sorted by citations and has journals in a column Source", async () => {
    const files = {
      "pop.csv": "query,Cites,Title,Source,GSRank\nbirnen,120,Obst,Obesity,2\nbirnen,12,Birnen ziehen,Food,1\n",
    };
    const { cwd, exitCode, stderr } = await check(["ref.csv", "pop.csv"], files);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('pop.csv: rank from "GSRank"; not used: "Cites", "Source".');
    expect(readFileSync(join(cwd, "check/labels.csv"), "utf8")).toContain("\npop,birnen,0,,Birnen ziehen,");
    const asReference = await check(["pop.csv", "ref.csv"], files);
    expect(asReference.exitCode, asReference.stderr).toBe(0);
  });

  it("reads queries from the column query, not from the column Keywords", async () => {
    const { exitCode, stderr } = await check(["ref.csv", "lens.csv"], {
      "lens.csv": "query,Title,Keywords\nbirnen,Birnen ziehen,Obst\n",
    });
    expect(exitCode, stderr).toBe(0);
  });

  it("ignores a column of ranks that are repeated, and warns about it", async () => {
    const files = {
      "usual.csv": "query,title\nbirnen,Obst\n",
      "pop.csv": "query,Title,GSRank\nbirnen,Obst,1\nbirnen,Birnen ziehen,1\n",
    };
    const { stderr } = await check(["usual.csv", "pop.csv"], files);
    expect(stderr).toContain(
      'pop.csv: results are in the order of their rows. If "GSRank" contains ranks, pass it as --rank-column.',
    );
  });

  it("starts with a warning if there are too few queries, and calls labels from similar titles guesses", async () => {
    const titles = (...rows: string[]) => `query,rank,title\n${rows.join("\n")}\n`;
    const { stdout } = await check(["library.csv", "shop.csv"], {
      "library.csv": titles(
        "quince,1,Growing quinces in cold regions",
        "quince,2,Quince jelly",
        "plums,1,Plum pruning",
      ),
      "shop.csv": titles("quince,1,Quince jelly", "quince,2,Quinces in cold cellars", "plums,1,Steam locomotives"),
    });
    expect(stdout).toMatch(
      /^Only 2 queries can be compared, too few for a conclusion; at least ten are needed\. From /,
    );
    expect(stdout).toContain(
      "1 of 3 labels is a guess, taken from the most similar title. 1 result has no match, so the label is 0.",
    );
  });

  it("starts with the number of queries without results if most queries have none", async () => {
    const rows = (queries: number) => Array.from({ length: queries }, (_, place) => `query ${place},1,Plum pruning`);
    const csv = (queries: number) => ["query,rank,title", ...rows(queries), ""].join("\n");
    const { stdout } = await check(["ref.csv", "few.csv"], { "ref.csv": csv(12), "few.csv": csv(3) });
    expect(stdout).toMatch(/^few has no results for 9 of 12 queries\. From ref to few, /);
    const most = await check(["ref.csv", "most.csv"], { "ref.csv": csv(12), "most.csv": csv(9) });
    expect(most.stdout).toMatch(/^From ref to most, /);
    expect(most.stdout).toContain("most has no results for 3 of 12 queries.");
  });

  it.each(["", "n/a"])(
    "says that results without titles (%j) look wrong, for one candidate and for several",
    async (title) => {
      const csv = (titleOf: (place: number) => string) =>
        [
          "query,rank,title",
          ...Array.from({ length: 12 }, (_, place) => `query ${place},1,${titleOf(place)}`),
          "",
        ].join("\n");
      const files = {
        "ref.csv": csv((place) => `Plum ${place}`),
        "a.csv": csv((place) => `Plum ${place}`),
        "x.csv": csv(() => title),
      };
      const wrong = "The results of x look wrong. Read the warnings and fix that first.";
      expect((await check(["ref.csv", "x.csv"], files)).stdout).toContain(wrong);
      expect((await check(["ref.csv", "a.csv", "x.csv"], files)).stdout).toContain(wrong);
      expect((await check(["ref.csv", "a.csv"], files)).stdout).not.toContain("look wrong");
    },
  );

  it("does not call a candidate's results wrong because its ranks begin late", async () => {
    const csv = (rank: number) =>
      [
        "query,rank,title",
        ...Array.from({ length: 12 }, (_, place) => `query ${place},${rank},Plum ${place}`),
        "",
      ].join("\n");
    const files = { "early.csv": csv(1), "late.csv": csv(4) };
    const late = await check(["early.csv", "late.csv", "--full"], files);
    expect(late.stdout).not.toContain("look wrong");
    expect(late.stderr).toContain("late: 12 of 12 lists do not begin at the first rank");
    expect(late.stderr).toContain("Otherwise this changes nothing, because only the order of these ranks counts.");
    expect((await check(["late.csv", "early.csv", "--full"], files)).stderr).toContain("labels are too low");
  });

  it("does not ask for ratings if both lists are identical", async () => {
    const { stdout, stderr } = await check(["ref.csv", "copy.csv"], { "copy.csv": lists["ref.csv"] });
    expect(stdout).toContain("copy returns the same results as ref, in the same order, for the only query.");
    expect(stderr).toContain("Next: Open the report. To compare another engine, add its lists.");
    expect((await check(["ref.csv", "ours.csv"])).stderr).toContain("Next: To find out which engine is better, ");
  });

  it("lists the columns that it does not use, unless an option names them", async () => {
    const files = {
      "ref.csv": "Suchbegriff;Rang;Titel;Seite;prism:doi\nbirnen;1;Birnen ziehen;7;10.5555/7\n",
      "ours.csv": "Suchbegriff;Rang;Titel;Seite;DOI\nbirnen;1;Birnen;8;10.5555/8\n",
    };
    const plain = await check(["ref.csv", "ours.csv"], files);
    expect(plain.stderr).toContain('title from "Titel", rank from "Rang"; not used: "Seite".');
    const named = await check(["ref.csv", "ours.csv", "--match-on", "seite,title"], files);
    expect(named.stderr).toContain('title from "Titel", rank from "Rang".');
    const quiet = await check(["ref.csv", "ours.csv", "--quiet"], files);
    expect(quiet.stderr).not.toContain("not used");
    const lacking = await check(["ref.csv", "ours.csv", "more.csv"], { ...files, "more.csv": "Suchbegriff;x\na;b\n" });
    expect(lacking.stderr).toContain('Reading more.csv: column "title" is missing (line 1 has: Suchbegriff, x).');
  });

  it("guesses the columns of each file by itself", async () => {
    const files = {
      "ref.csv": "query,rank,title\npears,1,Growing pears\npears,2,Pear jam\n",
      "a.csv": "query,rank,paper\npears,1,Pear jam\n",
      "b.csv": "query,rank,title,paper\npears,1,Growing pears,W1\n",
      "c.jsonl":
        '{"query":"pears","results":[{"journal_title":"Trees"},{"title":"Pear jam","journal_title":"Jams"}]}\n',
    };
    const { stdout, stderr } = await check(["ref.csv", "a.csv", "b.csv", "c.jsonl", "--json"], files);
    expect(stderr).toMatch(/a\.csv: title from "paper".*b\.csv: id from "paper"/s);
    expect(stderr).not.toMatch(/c\.jsonl: .*title from|was guessed/);
    const { engines } = JSON.parse(stdout);
    const means = ["a", "b", "c"].map((name) => engines[name].precision.mean);
    expect(means).toEqual([1, 1, 0.5]);
  });

  it("prints the verdict, engines, warnings and one next step in at most 17 lines", async () => {
    const samples = ["library", "explorer", "quickfind"].map((name) => join(root, `data/samples/${name}.csv`));
    const { exitCode, stdout, stderr } = await check([...samples, "-o", "found"]);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^The labels point to /);
    expect(stderr).toMatch(/Next: .*\n {2}semqrel pool found --by spread /);
    expect(`${stdout}${stderr}`.split("\n").length - 1).toBeLessThanOrEqual(17);
  });

  it("prints the same verdict as its report if it is run again after rating", async () => {
    const samples = ["library", "explorer", "quickfind"].map((name) => join(root, `data/samples/${name}.csv`));
    const cwd = temporaryFolder();
    const run = (...args: string[]) => runInProcess([...args, "--embedder", "hash", "--no-cache"], { cwd });
    const again = ["check", ...samples, "--queries", join(root, "data/samples/queries.tsv")];
    await run(...again);
    const gold = join(root, "data/samples/ratings.csv");
    const { exitCode, stderr } = await run("estimate", "check", "--gold", gold);
    expect(exitCode, stderr).toBe(0);
    const { stdout } = await run(...again);
    const [verdict = ""] = stdout.split("\n");
    expect(verdict).toMatch(/^People's ratings of /);
    const page = readFileSync(join(cwd, "check/report.html"), "utf8");
    expect(page).toContain(verdict.replaceAll("'", "&#39;"));
  });

  it.each([
    {
      what: "two columns that could be the title",
      files: { "ours.csv": "query;rank;title;name\nbirnen;1;a;b\n" },
      args: ["ref.csv", "ours.csv"],
      says: 'Reading ours.csv: "title" and "name" both fit the title. Pass --title-column title or --title-column name.',
    },
    {
      what: "two usual names of a title column",
      files: { "ours.csv": "query;rank;name;headline\nbirnen;1;a;b\n" },
      args: ["ref.csv", "ours.csv"],
      says: '"name" and "headline" both fit the title. Pass --title-column name or --title-column headline.',
    },
    {
      what: "two unusual names of a title column",
      files: { "ours.csv": "query;rank;faculty name;Produkt Titel\nbirnen;1;a;b\n" },
      args: ["ref.csv", "ours.csv"],
      says: '"faculty name" and "Produkt Titel" both fit the title. Pass --title-column "faculty name" or --title-column "Produkt Titel".',
    },
    {
      what: "judgments",
      files: { "gold.csv": "query,id,rating\nbirnen,a,3\n" },
      args: ["ref.csv", "gold.csv"],
      says: 'gold.csv: it has a column "rating" and no column of ranks, so it seems to contain judgments, not result lists.',
    },
    {
      what: "judgments with other column names",
      files: { "gold.csv": "Suchanfrage;Titel;Note 0 bis 4\nbirnen;a;3\n" },
      args: ["ref.csv", "gold.csv"],
      says: 'gold.csv: it has a column "Note 0 bis 4" and no column of ranks, so it seems to contain judgments, not result lists.',
    },
    {
      what: "ratings with titles but without ranks",
      files: { "rated.csv": "query,title,rating,rater\nbirnen,Birnen ziehen,3,Ann\n" },
      args: ["ref.csv", "rated.csv"],
      says: "If its rows are results, in the order of the lists, pass --rank-column none.",
    },
    {
      what: "TREC judgments",
      files: { "gold.qrels": "1 0 d1 2\n1 0 d2 0\n" },
      args: ["ref.csv", "gold.qrels"],
      says:
        "Reading gold.qrels: it contains judgments (trec-qrels), not result lists. Give result lists. To compare labels in a " +
        "folder with judgments, run semqrel validate DIR --gold gold.qrels or semqrel estimate DIR --gold gold.qrels.",
    },
    ...["ref.csv pool.jsonl", "pool.jsonl ours.csv"].map((args) => ({
      what: `a pool (${args})`,
      files: { "pool.jsonl": [...poolText(makePool({ birnen: { ours: ["d1"] } }))].join("") },
      args: args.split(" "),
      says: "Reading pool.jsonl: it is a pool of pairs to rate, not a result list. Rate it with semqrel rate pool.jsonl",
    })),
    {
      what: "labels that semqrel made",
      files: { "labels.csv": "engine,query,rank,id,title,label,match,reference_rank\na,birnen,0,,Birnen,5,exact,0\n" },
      args: ["ref.csv", "labels.csv"],
      says: "Reading labels.csv: it contains labels that semqrel made, not result lists. Give the lists that they were made for",
    },
    { what: "a file given twice", files: {}, args: ["ref.csv", "ref.csv"], says: "ref.csv is given twice" },
    {
      what: "a missing file",
      files: {},
      args: ["none.csv", "ours.csv"],
      says: "Reading none.csv: there is no such file",
    },
    { what: "a command without a candidate", files: {}, args: ["ref.csv"], says: "semqrel check REFERENCE CANDIDATE…" },
  ])("refuses $what, and writes no files", async ({ files, args, says }) => {
    const { cwd, exitCode, stderr } = await check(args, files);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
    expect(existsSync(join(cwd, "check"))).toBe(false);
  });

  it.each([
    { what: "with ranks", rated: "Suchbegriff;Rang;Titel;Rating\nbirnen;1;Birnen ziehen;3\n", args: [] },
    {
      what: "with --rank-column none",
      rated: "Suchbegriff;Titel;Rating\nbirnen;Birnen ziehen;3\n",
      args: ["--rank-column", "none"],
    },
  ])("accepts a list $what even if it has a column of ratings", async ({ rated, args }) => {
    const { exitCode, stderr } = await check(["ref.csv", "rated.csv", ...args], { "rated.csv": rated });
    expect(exitCode, stderr).toBe(0);
  });

  describe("writing into an existing folder", () => {
    const other = { "more.csv": lists["ours.csv"], "both.csv": "engine,query,title\na,x,Birnen\nb,x,Birnen\n" };

    it.each([
      { what: "of the same engines", args: ["ref.csv", "ours.csv"] },
      { what: "of the same engines and one more", args: ["ref.csv", "ours.csv", "more.csv"] },
      { what: "of other engines, with --force", args: ["ref.csv", "more.csv", "--force"] },
    ])("is allowed if the folder has labels $what", async ({ args }) => {
      const { cwd } = await check(["ref.csv", "ours.csv"], other);
      const again = await runInProcess(["check", ...args, "--embedder", "hash", "--no-cache"], { cwd });
      expect(again.exitCode, again.stderr).toBe(0);
    });

    it("is allowed if the folder has labels made from the same file with several engines", async () => {
      const args = ["both.csv", "--reference-engine", "a"];
      const { cwd, exitCode } = await check(args, other);
      const again = await runInProcess(["check", ...args, "--embedder", "hash", "--no-cache"], { cwd });
      expect([exitCode, again.exitCode], again.stderr).toEqual([0, 0]);
    });

    it.each([
      ["check", "ref.csv", "more.csv"],
      ["label", "--reference", "ref.csv", "--candidates", "more.csv", "--out", "check"],
    ])("is refused if the folder has labels of other engines, which are kept: %s", async (...args) => {
      const { cwd } = await check(["ref.csv", "ours.csv"], other);
      const labels = readFileSync(join(cwd, "check/labels.csv"), "utf8");
      const again = await runInProcess([...args, "--embedder", "hash", "--no-cache"], { cwd });
      expect(again.exitCode).toBe(2);
      expect(again.stderr).toContain(
        "Cannot write to the folder check: it already has labels of ours, which would be lost. Choose another folder with --out, or replace them with --force. " +
          "If the file of ours has a new name, give it as ours=FILE.",
      );
      expect(readFileSync(join(cwd, "check/labels.csv"), "utf8")).toBe(labels);
    });

    it("is refused if the reference differs, and allowed if reference and engines are the same", async () => {
      const first = ["check", "ref.csv", "ours.csv", "more.csv"];
      const { cwd } = await check(first.slice(1), other);
      const run = (...args: readonly string[]) => runInProcess([...args, "--embedder", "hash", "--no-cache"], { cwd });
      const swapped = await run("check", "ours.csv", "more.csv", "ref.csv");
      expect(swapped.exitCode).toBe(2);
      expect(swapped.stderr).toContain(
        "Cannot write to the folder check: it already has labels made with the lists of ref, which would be lost. Choose",
      );
      expect((await run(...first)).exitCode).toBe(0);
      const engines = ["--reference-engine", "a"];
      expect((await run("check", "both.csv", ...engines, "-o", "both")).exitCode).toBe(0);
      expect((await run("check", "both.csv", "--reference-engine", "b", "-o", "both")).stderr).toContain("lists of a,");
      const several = ["--rank-column", "Platz", "--candidates", "ours.csv", "--reference", "ours.csv", "more.csv"];
      // A reference that is also measured was a candidate of the first run.
      for (const _ of [1, 2]) expect(await run("label", ...several, "--out", "fused")).toMatchObject({ exitCode: 0 });
    });

    it("is allowed while another run is writing its temporary files", async () => {
      const cwd = temporaryFolder(lists);
      mkdirSync(join(cwd, "check/qrels"), { recursive: true });
      for (const file of ["manifest.json", "qrels/ref.qrels"])
        writeFileSync(temporaryPath(join(cwd, "check", file)), "{");
      const args = ["check", "ref.csv", "ours.csv", "--embedder", "hash", "--no-cache"];
      const { exitCode, stderr } = await runInProcess(args, { cwd });
      expect(exitCode, stderr).toBe(0);
    });

    it("is refused if the folder has files that semqrel did not write", async () => {
      const cwd = temporaryFolder(lists);
      mkdirSync(join(cwd, "check/notes/of"), { recursive: true });
      writeFileSync(join(cwd, "check/notes/of/mine.txt"), "mine");
      const { exitCode, stderr } = await runInProcess(["check", "ref.csv", "ours.csv", "--embedder", "hash"], { cwd });
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(
        /^semqrel: Cannot write to the folder check: it contains other files \(notes\) but no labels\. /m,
      );
    });

    it.each([[[]], [["--force"]]])(
      "is refused for the folder of the inputs, unless --force is given: %j",
      async (force) => {
        const { exitCode, stderr } = await check(["ref.csv", "ours.csv", "-o", ".", ...force]);
        expect(exitCode, stderr).toBe(force.length === 0 ? 2 : 0);
        if (force.length === 0)
          expect(stderr).toMatch(
            /^semqrel: Cannot write to the folder \.: it contains other files \(.*\) but no labels\. /m,
          );
      },
    );
  });

  it("includes the verdict and the next step in its JSON", async () => {
    const { exitCode, stdout, stderr } = await check(["ref.csv", "ours.csv", "--json"]);
    expect(exitCode, stderr).toBe(0);
    const { schema, conclusion } = JSON.parse(stdout);
    expect(schema).toBe("semqrel.label/1");
    expect(conclusion).toMatchObject({
      by: "labels",
      state: "nothing to compare",
      order: ["ours"],
      leads: [],
      next: { command: "semqrel pool check --by spread --minutes 30 -o pool.jsonl" },
    });
    expect(conclusion.verdict).toMatch(
      /^Only 1 query can be .* needed\. From ref to ours, \d of \d quer(y|ies) changed/,
    );
  });

  it("accepts the options that label's messages suggest", async () => {
    const given = [
      "--one-to-one",
      "--threshold",
      "0.5",
      "--match-on",
      "id,title",
      "--spreadsheet-safe",
      "--depth",
      "1",
    ];
    const files = {
      "ref.csv": "query,rank,id,title\nbirnen,0,a,Birnen\n",
      "ours.csv": "query,rank,id,title\nbirnen,0,b,Birnen im Winter\nbirnen,1,c,Birnen\n",
    };
    const { cwd, exitCode, stderr } = await check(["ref.csv", "ours.csv", ...given], files);
    expect(exitCode, stderr).toBe(0);
    const { options } = JSON.parse(readFileSync(join(cwd, "check/manifest.json"), "utf8"));
    const asked = { oneToOne: true, threshold: 0.5, matchOn: ["id", "title"], spreadsheetSafe: true, depth: 1 };
    expect(options).toMatchObject(asked);
  });

  it("has every option of label except those for references, candidates and the report", async () => {
    const program = await buildProgram(
      {
        stdout: { write: () => {} },
        stderr: { write: () => {} },
        environment: {},
        signal: new AbortController().signal,
      },
      { exitCode: 0 },
    );
    const of = (name: string) => program.commands.find((one) => one.name() === name)?.options.map(({ long }) => long);
    const lacking = of("label")?.filter((long) => !of("check")?.includes(long));
    expect(lacking).toEqual(["--reference", "--candidates", "--references", "--fusion-k", "--report"]);
  });

  it("uses the column that an option chooses if two columns are possible", async () => {
    const files = { "ours.csv": "query;rank;title;name\nbirnen;1;Birnen ziehen;x\n" };
    const { exitCode, stderr } = await check(["ref.csv", "ours.csv", "--title-column", "title,Titel"], files);
    expect(exitCode, stderr).toBe(0);
  });
});
