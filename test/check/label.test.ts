import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { label } from "../../src/index.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";

const reference = [
  { query: "apples", title: "Growing apples", id: "r1", columns: { citations: "7" } },
  { query: "apples", title: "GROWING APPLES", id: "r2", columns: { citations: "100" } },
  { query: "apples", title: "Apple pests", id: "r3", columns: { citations: "2" } },
];
const candidate = [
  { query: "apples", title: "Growing apples" },
  { query: "apples", title: "Something else entirely", id: "r2" },
];
const options = { embedder: "hash", exact: true, cache: false } as const;

describe("label", () => {
  it("assigns 5 / (rank + 1) of the nearest title, with the smallest rank of equal titles", async () => {
    const { run, report } = await label(reference, { mine: candidate }, options);
    expect(run.engines[0]?.labels[0]).toBe(5);
    expect(report.engines["mine"]?.matches.exact).toBe(1);
  });

  it("matches by identifier with the label of that row, so that one-to-one nDCG stays within 1", async () => {
    const matched = { ...options, matchOn: ["id", "title"], labelColumn: "citations", oneToOne: true };
    const { run, report } = await label(reference, { mine: candidate }, matched);
    // r1 and r2 are two documents of one title: r2 has its own 100, and the title without identifier finds r1's 7.
    expect(Array.from(run.engines[0]?.labels ?? [])).toEqual([7, 100]);
    expect(report.engines["mine"]?.["ndcg_reference"].max).toBeLessThanOrEqual(1);
  });

  it.each([[["year"]], [["all"]]])("keeps the given columns of rows: %j", async (keep) => {
    const dated = [{ query: "apples", title: "Apple pest", columns: { year: "1999" } }];
    const { run } = await label(reference, { mine: dated }, { ...options, keep });
    expect(run.keptColumns).toEqual(["year"]);
    await expect(label(reference, { mine: dated }, { ...options, keep: ["yaer"] })).rejects.toMatchObject({
      code: "MISSING_COLUMN",
      message: expect.stringContaining('Keeping "yaer": mine has no such column.'),
    });
  });

  it("refuses matches by meaning if a veto column contradicts them", async () => {
    const dated = [{ query: "apples", title: "Apple pest", columns: { citations: "7" } }];
    const { run } = await label(reference, { mine: dated }, { ...options, threshold: "none", veto: ["citations"] });
    // The nearest title, Apple pests, has 2 citations; another row is at the other point, with 7.
    expect(run.engines[0]?.matches.referenceRows[0]).toBe(0);
    expect(run.engines[0]?.veto).toMatchObject({ columns: ["citations"], refused: 1, moved: 1 });
  });

  it("counts given queries that no list contains", async () => {
    const { report } = await label(reference, { mine: candidate }, { ...options, queries: ["apples", "pears"] });
    expect(report.queries).toBe(2);
    expect(report.engines["mine"]?.unmeasurable).toEqual({ "no-reference": 1 });
  });

  it("fuses several references, and reports the influence of each reference", async () => {
    const other = [{ query: "apples", title: "Pruning apple trees" }];
    const { report } = await label({ one: reference, two: other }, { mine: candidate }, options);
    expect(report.references).toBeDefined();
  });

  it("accepts paths of files, and writes the same files as the command", async () => {
    const out = join(temporaryFolder(), "labels");
    const files = ["library", "explorer"].map((name) => join(root, `data/samples/${name}.csv`));
    const { report, written } = await label(files[0] ?? "", [`mine=${files[1]}`], { ...options, out });
    expect(Object.keys(report.engines)).toEqual(["mine"]);
    expect(written).toContain("labels.csv");
    expect(JSON.parse(readFileSync(join(out, "summary.json"), "utf8"))).toEqual(report);
  });

  it("reads ranks of rows as ranks of files: from 1, or from 0 if one is 0", async () => {
    const ranked = (first: number) => candidate.map((row, place) => ({ ...row, rank: place + first }));
    for (const first of [0, 1]) {
      const { run, rows } = await label(reference, { mine: ranked(first) }, options);
      expect([...(run.engines[0]?.lists.ranks ?? [])]).toEqual([0, 1]);
      expect([...rows].map(({ rank }) => rank)).toEqual([0, 1]);
    }
    const { rows } = await label(reference, { mine: ranked(1) }, { ...options, rankBase: 0 });
    expect([...rows].map(({ rank }) => rank)).toEqual([1, 2]);
  });

  it("returns rows with their matches, which can be iterated several times", async () => {
    const far = [...candidate, { query: "pears", title: "Growing apples" }];
    const { rows } = await label(reference, far, { ...options, threshold: 0.9 });
    expect([...rows]).toEqual([...rows]);
    const [same, none, unanswered] = rows;
    expect(same).toEqual({
      ...{ engine: "candidate", query: "apples", rank: 0, id: "", title: "Growing apples", label: 5, match: "exact" },
      ...{ referenceTitle: "Growing apples", referenceRank: 0, similarity: expect.closeTo(1, 6), reason: "" },
    });
    expect(none).toMatchObject({ id: "r2", label: 0, match: "none", referenceTitle: null, referenceRank: null });
    expect(unanswered).toMatchObject({ query: "pears", label: null, similarity: null });
  });

  it.each([
    ["a DOI", { doi: "10.5555/nmj.372448" }, { DOI: "https://doi.org/10.5555/NMJ.372448" }],
    ["a PMID", { pmid: "12345678" }, { pubmed: 12_345_678 }],
    ["an arXiv id", { arxiv: "2001.00001" }, { "arXiv ID": "arXiv:2001.00001v2" }],
    ["an address", { url: "https://example.org/a" }, { link: "http://www.example.org/a/" }],
  ])("matches rows by %s in their columns, as in files", async (_, ofReference, ofCandidate) => {
    const trusted = [{ query: "apples", title: "Growing apples", columns: ofReference }];
    const mine = [{ query: "apples", title: "Other words", columns: ofCandidate as Record<string, string> }];
    const { rows } = await label(trusted, { mine }, options);
    expect([...rows]).toMatchObject([{ match: "exact", label: 5 }]);
  });

  it("takes numbers and null in rows as texts and as no text, because databases return them", async () => {
    const trusted = [{ query: 5, queryId: 1, title: 1984, id: 7, columns: { citations: 10, open: true } }];
    const mine = [{ query: 5, title: "1984", id: null, columns: { citations: null } }];
    const given = { ...options, labelColumn: "citations" };
    const { rows } = await label(trusted as never, { mine } as never, given);
    expect([...rows]).toMatchObject([{ query: "5", title: "1984", id: "", label: 10, referenceTitle: "1984" }]);
  });

  describe("the checks of label", () => {
    it.each([
      { given: { threshhold: 0.5 }, says: 'there is no setting "threshhold". Did you mean "threshold"?' },
      { given: { queryColumn: "query" }, says: 'queryColumn is "query". Give a list of names, such as ["query"].' },
      { given: { matchOn: "id,title" }, says: 'such as ["id","title"].' },
      { given: { without: ["mached"] }, says: 'without is ["mached"]. Give a list of rules: clean, equal' },
      { given: { depth: Number.POSITIVE_INFINITY }, says: "depth is Infinity. Give a whole number >= 1." },
      { given: { depth: "ten" }, says: 'depth is "ten". Give a whole number >= 1.' },
      { given: { label: "inverse(top=0)" }, says: "top=0 makes every label 0" },
    ])("name the wrong setting in $given, which TypeScript would not allow", async ({ given, says }) => {
      const wrong = label(reference, { mine: candidate }, { ...options, ...given } as never);
      await expect(wrong).rejects.toMatchObject({ code: "INVALID_OPTION", message: expect.stringContaining(says) });
    });

    it.each([
      [{ mine: { query: "apples", title: "Apples" } }, {}, 'the rows of "mine" are not a list'],
      [{ query: "apples", title: "Apples" }, {}, 'the rows of "query" are not a list'],
      [{ mine: candidate }, null, "the settings are null"],
    ])("refuse candidates %j with settings %j", async (candidates, given, says) => {
      const wrong = label(reference, candidates as never, given as never);
      await expect(wrong).rejects.toMatchObject({ name: "SemqrelError", message: expect.stringContaining(says) });
    });

    it.each([
      [new Map([["mine", candidate]]), "[object Map]"],
      [Promise.resolve({ mine: candidate }), "[object Promise]"],
      [new Set(candidate), "[object Set]"],
      [5, "5"],
      [false, "false"],
      [null, "null"],
    ])("refuse neither files nor rows: %o", async (given, named) => {
      for (const call of [label(given as never, { mine: candidate }), label(reference, given as never)]) {
        await expect(call).rejects.toMatchObject({
          code: "INVALID_OPTION",
          message: expect.stringMatching(/(?:reference is|candidates are) .* Give files, as `path`/),
        });
        await expect(call).rejects.toThrow(named);
      }
    });

    it.each([
      [undefined, { mine: candidate }, "the reference is undefined."],
      [[], { mine: candidate }, "there is no reference."],
      [{}, { mine: candidate }, "there is no reference."],
      [{ library: [] }, { mine: candidate }, '"library" has no rows. Leave the engine out.'],
      [reference, { mine: [] }, '"mine" has no rows. Leave the engine out.'],
      [reference, {}, "there are no candidates."],
      [["library.csv", ...reference], ["mine.csv"], "both files and rows are given."],
    ])("refuse missing rows: %j, %j", async (references, candidates, says) => {
      const wrong = label(references as never, candidates as never, options);
      await expect(wrong).rejects.toMatchObject({ code: "INVALID_OPTION", message: expect.stringContaining(says) });
    });

    it.each([
      [null, "row 0 is null. Give an object"],
      [{ query: "apples", title: "Apples", id: {} }, "row 0 has the id {}, which is not a text."],
      [{ query: true, title: "Apples" }, "row 0 has the query true"],
    ])("refuse the row %j", async (row, says) => {
      await expect(label(reference, { mine: [row as never] }, options)).rejects.toMatchObject({
        code: "INVALID_ROW",
        message: expect.stringContaining(`Labelling mine: ${says}`),
      });
    });

    it.each([
      { stripNumbers: true },
      { stripEndings: true },
      { referenceEngine: "library" },
      { titles: "titles.tsv" },
      { inputFormat: "csv" },
      { titleColumn: ["title"] },
      { titleField: "title" },
    ])("refuse the setting %j of files if rows are given", async (given) => {
      await expect(label(reference, { mine: candidate }, { ...options, ...given })).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: `Labelling: ${Object.keys(given)[0]} is for files, but rows are given. Leave it out.`,
      });
    });

    it("refuse rows if only some have a rank", async () => {
      const mixed = [{ query: "apples", title: "Growing apples", rank: 1 }, ...candidate];
      await expect(label(reference, { mine: mixed }, options)).rejects.toMatchObject({
        code: "INVALID_RANK",
        message: expect.stringContaining("row 1 has no rank, but others do"),
      });
    });

    it("refuse files and rows in the same call", async () => {
      await expect(label("library.csv", { mine: candidate }, options)).rejects.toMatchObject({
        code: "INVALID_OPTION",
      });
    });

    it.each([
      { what: "a threshold of 5", given: { threshold: 5 } },
      { what: "a depth of 0", given: { depth: 0 } },
      { what: "a match that lacks the title", given: { matchOn: ["id"] } },
      { what: "0.5 threads", given: { threads: 0.5, embedder: "model" as const } },
    ])("refuse $what", async ({ given }) => {
      await expect(label(reference, { mine: candidate }, { ...options, ...given })).rejects.toMatchObject({
        code: "INVALID_OPTION",
      });
    });

    it.each([-1, 1.5, 20_240_101])("refuse the rank %s", async (rank) => {
      const wrong = [{ query: "apples", title: "Growing apples", rank }];
      await expect(label(wrong, { mine: candidate }, options)).rejects.toMatchObject({
        code: "INVALID_RANK",
        details: { rank },
      });
    });

    it("refuse a row without a query", async () => {
      await expect(label(reference, { mine: [{ query: "", title: "x" }] }, options)).rejects.toMatchObject({
        code: "INVALID_ROW",
        details: { engine: "mine", row: 0 },
      });
    });

    it("refuse an identifier that no candidate has before any title is embedded", async () => {
      await expect(
        label(reference, { mine: candidate }, { ...options, matchOn: ["isbn", "title"] }),
      ).rejects.toMatchObject({ code: "MISSING_COLUMN", details: { column: "isbn" } });
    });
  });

  it("matches a candidate without ids by its titles if identifiers decide, and warns", async () => {
    const withoutIds = candidate.map(({ query, title }) => ({ query, title }));
    const given = { ...options, matchOn: ["id", "title"] };
    const { report } = await label(reference, { mine: candidate, other: withoutIds }, given);
    expect(report.warnings).toContainEqual({ kind: "identifier-missing", engine: "other", column: "id" });
  });
});
