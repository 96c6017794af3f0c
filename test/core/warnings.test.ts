import { describe, expect, it, test } from "vitest";
import { gravestFirst, renderWarning, type Warning } from "../../src/core/warnings.ts";

const examples = ["one", "two", "three"];

/** One warning of every kind. A new kind does not compile until it is added here. */
const all: { readonly [kind in Warning["kind"]]: Extract<Warning, { kind: kind }> } = {
  "two-columns-for-role": {
    kind: "two-columns-for-role",
    source: "a.csv",
    role: "title",
    used: "title",
    ignored: ["name"],
  },
  "all-judged-relevant": { kind: "all-judged-relevant", source: "a.csv", lowest: 1, highest: 5 },
  "columns-not-of-raters": { kind: "columns-not-of-raters", source: "a.csv", names: ["Mean", "Comment"] },
  "columns-of-one-name": { kind: "columns-of-one-name", source: "a.csv", names: ["title"] },
  "unrated-queries": { kind: "unrated-queries", source: "a.csv", count: 2, examples: ["star", "trek"] },
  "rows-under-other-ids": { kind: "rows-under-other-ids", source: "gold.qrels", count: 3 },
  "judged-unequally": { kind: "judged-unequally", run: "a", first: 10, share: 0.4, other: "b", shareOfOther: 0.9 },
  "unjudged-run": { kind: "unjudged-run", run: "a", source: "gold.qrels" },
  "several-tags": { kind: "several-tags", source: "a.run", tags: ["bm25", "dense"] },
  "ranks-against-scores": { kind: "ranks-against-scores", run: "a", count: 2, lists: 2 },
  "single-ties": { kind: "single-ties", run: "a", count: 3, lists: 1 },
  "self-first": { kind: "self-first", run: "a", count: 1, lists: 2 },
  "repeated-headers": { kind: "repeated-headers", source: "a.csv", count: 2 },
  "columns-guessed": { kind: "columns-guessed", source: "a.csv", columns: [{ role: "label", column: "Note 0 bis 4" }] },
  "ranks-not-read": { kind: "ranks-not-read", source: "b.csv", column: "Platz" },
  "rows-against-scores": { kind: "rows-against-scores", source: "b.csv", column: "score", count: 3 },
  "queries-without-reference": { kind: "queries-without-reference", count: 3, queries: 17, examples },
  "foreign-queries": {
    kind: "foreign-queries",
    engine: "explorer",
    reference: "scopus",
    count: 16,
    queries: 17,
    examples,
  },
  "queries-not-in-every-reference": { kind: "queries-not-in-every-reference", count: 3, queries: 17, examples },
  "veto-missing": { kind: "veto-missing", engine: "explorer", column: "year" },
  "empty-lists": { kind: "empty-lists", engine: "explorer", count: 3, queries: 17, examples },
  "empty-titles": { kind: "empty-titles", engine: "explorer", count: 3, examples },
  "placeholder-titles": { kind: "placeholder-titles", engine: "explorer", count: 3, examples },
  "too-far": { kind: "too-far", engine: "explorer", count: 3, results: 17, threshold: 0.4, examples },
  "repeated-matches": { kind: "repeated-matches", engine: "explorer", count: 3, results: 17, examples },
  "unreadable-titles": { kind: "unreadable-titles", engine: "explorer", count: 3, examples },
  "generic-titles": { kind: "generic-titles", engine: "explorer", count: 3, examples },
  "equal-when-cleaned": { kind: "equal-when-cleaned", engine: "explorer", count: 3, examples },
  "joined-spellings": { kind: "joined-spellings", count: 3, examples },
  "joined-documents": { kind: "joined-documents", run: "a", count: 1, examples: ['"d1" and "d1 "'] },
  "late-ranks": { kind: "late-ranks", engine: "explorer", count: 15, lists: 17, examples },
  "misread-titles": { kind: "misread-titles", count: 3, examples },
  "number-titles": { kind: "number-titles", engine: "explorer", count: 17, titles: 17, examples },
  "address-titles": { kind: "address-titles", engine: "explorer", count: 17, titles: 17, examples },
  "same-endings": { kind: "same-endings", engine: "explorer", count: 17, titles: 17, ending: " | Shop", examples },
  "numbered-titles": { kind: "numbered-titles", engine: "explorer", count: 17, titles: 17, examples },
  "cut-titles": { kind: "cut-titles", engine: "explorer", count: 15, titles: 17, length: 20, examples },
  "repeated-titles": { kind: "repeated-titles", engine: "explorer", count: 3, results: 17, examples },
  "shared-ranks": { kind: "shared-ranks", engine: "explorer", count: 3, results: 5, examples },
  "reversed-ranks": { kind: "reversed-ranks", engine: "explorer", count: 3, lists: 17, examples },
  "rank-gaps": { kind: "rank-gaps", engine: "explorer", count: 15, lists: 17, examples },
  "sorted-titles": { kind: "sorted-titles", engine: "explorer", count: 15, lists: 17, examples },
  "short-lists": { kind: "short-lists", engine: "explorer", count: 15, lists: 17, examples },
  "merged-points": { kind: "merged-points", count: 3, examples },
  "truncated-titles": { kind: "truncated-titles", count: 3, maxTokens: 256, examples },
  "unknown-tokens": { kind: "unknown-tokens", count: 3, examples },
  "not-english": { kind: "not-english", count: 3, titles: 17, examples },
  "control-characters": { kind: "control-characters", count: 3, examples },
  "formula-like": { kind: "formula-like", count: 3, examples },
  markup: { kind: "markup", count: 3, examples },
  "missing-labels": { kind: "missing-labels", column: "citations", count: 3, examples },
  "above-one": { kind: "above-one", engine: "explorer", count: 3, queries: 17 },
  "conflicting-labels": { kind: "conflicting-labels", count: 3, examples },
  "data-frame-header": { kind: "data-frame-header", source: "queries.csv", header: ",0", hasRowNumbers: true },
  "header-guessed": { kind: "header-guessed", source: "edges.csv", names: ["paper", "by"] },
  "incomplete-edges": { kind: "incomplete-edges", source: "edges.csv", count: 3, examples },
  "self-loops": { kind: "self-loops", count: 3 },
  "repeated-edges": { kind: "repeated-edges", count: 3 },
  "rows-without-id": { kind: "rows-without-id", source: "labels.csv", count: 3, examples },
  "nodes-not-in-graph": { kind: "nodes-not-in-graph", count: 3, documents: 17, examples },
  "isolated-nodes": { kind: "isolated-nodes", count: 3, examples },
  "betweenness-sampled": {
    kind: "betweenness-sampled",
    hops: 2,
    count: 3,
    documents: 17,
    fewestSources: 32,
    medianError: 0.001,
    largestError: 0.02,
  },
  "node-cut-bounds": { kind: "node-cut-bounds", count: 3, examples },
  "not-numbers": { kind: "not-numbers", column: "citations", count: 3, examples },
  "repeated-ids": { kind: "repeated-ids", source: "features.csv", count: 3, examples },
  "ids-not-found": { kind: "ids-not-found", source: "papers.csv", count: 3, examples },
  "engines-left-out": { kind: "engines-left-out", used: "explorer", engines: ["quickfind", "lens"] },
  "columns-without-numbers": { kind: "columns-without-numbers", source: "features.csv", columns: ["venue", "author"] },
  "rater-opposed": { kind: "rater-opposed", source: "ratings.db", rater: "Ann", count: 17, correlation: -0.75 },
  "judgments-replaced": { kind: "judgments-replaced", source: "gold.qrels", database: "ratings.db", ratings: 17 },
  "unrated-judgments": { kind: "unrated-judgments", source: "qrels.csv", count: 3 },
  "repeated-judgments": { kind: "repeated-judgments", source: "qrels.csv", count: 3 },
  "conflicting-judgments": { kind: "conflicting-judgments", source: "qrels.csv", count: 3, examples },
  "repeated-documents": { kind: "repeated-documents", run: "bm25", count: 3, examples },
  "file-read-as-measure": { kind: "file-read-as-measure", file: "rr", measure: "RR" },
  "values-out-of-range": {
    kind: "values-out-of-range",
    run: "bm25",
    measure: "Mine@5",
    range: [0, 1],
    count: 3,
    examples,
  },
  "partial-responses": { kind: "partial-responses", run: "bm25", count: 3, examples },
  "queries-missing": { kind: "queries-missing", run: "bm25", count: 3, queries: 17, counted: "zero", examples },
  "pairs-drawn": { kind: "pairs-drawn", source: "gold.qrels" },
  "no-result-judged": { kind: "no-result-judged", run: "old", returned: "d1", judged: "doc-1" },
  "queries-not-judged": { kind: "queries-not-judged", run: "bm25", count: 3, examples },
  "queries-without-relevant": {
    kind: "queries-without-relevant",
    level: 2,
    count: 3,
    queries: 17,
    counted: "zero",
    examples,
  },
  "queries-without-weight": {
    kind: "queries-without-weight",
    column: "visits",
    count: 2,
    queries: 12,
    examples: ["jupiter", "mars"],
  },
  "measure-undefined": { kind: "measure-undefined", run: "bm25", measure: "MAE", count: 3, queries: 17 },
  "labels-below-level": { kind: "labels-below-level", level: 1, count: 3, largest: 0.75 },
  "integer-labels-lossy": { kind: "integer-labels-lossy", distinct: 130, kept: 65 },
  "indexes-rebuilt": { kind: "indexes-rebuilt", reason: "other titles", count: 3 },
  "column-not-found": { kind: "column-not-found", source: "a.csv", role: "title", asked: ["Paper"], used: "Title" },
  "identifier-missing": { kind: "identifier-missing", engine: "quickfind", column: "doi" },
  "indexes-not-kept": { kind: "indexes-not-kept", reason: "no space left" },
  "exact-search-instead": { kind: "exact-search-instead", reason: "hnswlib-node is not installed." },
  "evidence-not-kept": { kind: "evidence-not-kept", folder: "labels", reason: "EROFS" },
  "cache-unavailable": { kind: "cache-unavailable", reason: "locked" },
  "cache-rebuilt": { kind: "cache-rebuilt", reason: "damaged" },
};

/** Values of a warning that its sentences must contain, except examples, which may contain any characters. */
function valuesOf(warning: Warning): string[] {
  return Object.entries(warning).flatMap(([name, value]) =>
    // How queries are counted is said in words and tested below, like row numbers.
    ["kind", "examples", "ignored", "counted", "hasRowNumbers"].includes(name)
      ? []
      : name.startsWith("share")
        ? [`${Math.round(100 * Number(value))} %`]
        : [value]
            .flat()
            .flatMap((one) => (typeof one === "object" ? Object.values(one) : String(one)))
            .map(String),
  );
}

describe("gravestFirst", () => {
  it("puts warnings that cast doubt on all labels of an engine first, and keeps the order of the others", () => {
    const [few, most] = [{ ...all["shared-ranks"], count: 2 }, all["shared-ranks"]];
    const stripped = { ...all["numbered-titles"], stripped: true } as const;
    const others = [all.markup, few, all["repeated-titles"], stripped, all["empty-lists"]];
    const ofTitles = [all["numbered-titles"], all["address-titles"], all["number-titles"], all["cut-titles"]];
    const same = { ...all["repeated-titles"], count: 9 };
    const mostEmpty = { ...all["empty-lists"], count: 9 };
    const grave = [
      ...ofTitles,
      all["several-tags"],
      same,
      mostEmpty,
      all["sorted-titles"],
      most,
      all["rank-gaps"],
      all["foreign-queries"],
    ];
    const harmless = { ...all["column-not-found"], used: "title" };
    expect(gravestFirst([harmless, ...others, ...grave])).toEqual([...grave, ...others, harmless]);
  });
});

describe("renderWarning", () => {
  test.each(Object.values(all))("includes all values of the warning $kind in one line of sentences", (warning) => {
    const text = renderWarning(warning);
    for (const value of valuesOf(warning)) expect(text).toContain(value);
    expect(text).toMatch(/^\S.*\.$/);
    expect(text).not.toMatch(/undefined(?! on )|NaN|\[object/);
  });

  it("describes what happens without a named column, and suggests a similar name", () => {
    const warning = { kind: "column-not-found", source: "a.csv", role: "rank", asked: ["Platz"], used: null } as const;
    expect(renderWarning(warning)).toBe(
      'a.csv: there is no column "Platz"; the rank is ignored, and results are in the order of their rows.',
    );
    expect(renderWarning({ ...warning, role: "id", near: "Nummer" })).toMatch(
      /; the id is ignored\. Did you mean "Nummer"\? Add it to the option, after a comma\.$/,
    );
  });

  it("states that results keep the order of the file if most share a rank", () => {
    expect(renderWarning(all["shared-ranks"])).toBe(
      "explorer: 3 of 5 results share a rank with another result in their list (one, two, three). They keep the order of " +
        "the file. If the engine has another order, name the column of its ranks with --rank-column.",
    );
    expect(renderWarning({ ...all["shared-ranks"], results: 7 })).toContain("explorer: 3 results share a rank with");
  });

  it("asks for the column of titles if most titles repeat another title of their list", () => {
    const few = all["repeated-titles"];
    expect(renderWarning(few)).toBe("explorer: 3 of 17 results repeat a title of the same list (one, two, three).");
    expect(renderWarning({ ...few, count: 9 })).toBe(
      "explorer: 9 of 17 results repeat a title of the same list (one, two, three, …). If these are different " +
        "documents, the titles may be wrong: check --title-column, or the --titles file.",
    );
  });

  it("names up to three examples", () => {
    expect(renderWarning({ kind: "unknown-tokens", count: 2, examples: ["one", "two"] })).toContain('"one", "two"');
    expect(renderWarning(all["empty-titles"])).toMatch(/one, two, three(?!, …)/);
    expect(renderWarning({ ...all["empty-titles"], count: 37 })).toContain("one, two, three, …");
  });

  it("states whether queries count as 0 or are left out", () => {
    for (const warning of [all["queries-missing"], all["queries-without-relevant"]]) {
      expect(renderWarning(warning)).toContain("count as 0");
      expect(renderWarning({ ...warning, counted: "skip" })).toContain("left out of means");
    }
  });

  it("states which missing queries are left out if other missing queries count 0", () => {
    const missing = all["queries-missing"];
    expect(renderWarning({ ...missing, withoutRelevant: 2 })).toContain(
      "Missing lists count as 0, except for 2 queries without a relevant document, which are left out.",
    );
    expect(renderWarning({ ...missing, withoutRelevant: 3 })).not.toContain("count as 0");
    expect(renderWarning({ ...missing, undefinedFor: ["MAE", "RMSE"] })).toContain(
      "Missing lists count as 0; MAE, RMSE leave them out.",
    );
  });

  it("names the level of relevance if the measure has one", () => {
    expect(renderWarning(all["queries-without-relevant"])).toContain("no relevant document at rel=2 (one");
    expect(renderWarning({ ...all["queries-without-relevant"], level: null })).toContain("no relevant document (one");
  });

  it("states the common label, or the range of labels", () => {
    const of = (lowest: number) => renderWarning({ ...all["all-judged-relevant"], lowest, highest: 3 });
    expect(of(3)).toMatch(/^a\.csv: all labels are 3, and labels of 1 or more mean relevant/);
    expect(of(1)).toMatch(/^a\.csv: the labels are 1 to 3, and labels of 1 or more mean relevant/);
  });

  it("suggests a scale of at most 100 for ratings", () => {
    const upTo = (highest: number) => renderWarning({ ...all["all-judged-relevant"], lowest: 3, highest });
    expect(upTo(100)).toContain("--scale 1-100, then semqrel gold");
    expect(upTo(674)).toMatch(/means not relevant, subtract 3 from all labels\.$/);
  });

  it("says it of one query without a weight", () => {
    const one = renderWarning({ ...all["queries-without-weight"], count: 1, examples: ["mars"] });
    expect(one).toContain(
      "1 of 12 queries has no weight, because the queries file has no visits above 0 for it (mars).",
    );
  });

  it("suggests a level at which the labels would be relevant", () => {
    expect(renderWarning(all["labels-below-level"])).toContain("P(rel=0.75)@10");
    expect(renderWarning({ ...all["labels-below-level"], largest: 4 })).toContain("P(rel=0.5)@10");
  });

  describe("in edge cases", () => {
    it("uses the singular for a single query", () => {
      expect(renderWarning({ ...all["empty-lists"], count: 1, queries: 1 })).toContain("1 of 1 query:");
      expect(renderWarning({ ...all["empty-lists"], count: 2 })).toContain("2 of 17 queries:");
    });

    it("uses the singular for a single column", () => {
      const columns = all["columns-without-numbers"];
      expect(renderWarning(columns)).toContain("venue, author have no finite numbers, and are not used as features");
      expect(renderWarning({ ...columns, columns: ["venue"] })).toContain(
        "venue has no finite numbers, and is not used as a feature",
      );
    });

    it("replaces characters in examples that would control a terminal", () => {
      const text = renderWarning({ kind: "unknown-tokens", count: 1, examples: ["\u001b[31mred\u202e\nline\u009b"] });
      expect(text).toContain("\ufffd[31mred\ufffd\ufffdline\ufffd");
    });

    it("shortens only the middle of a very long place, because its end names the file and line", () => {
      const placeOf = (folders: number) => `/home/someone/${"folder/".repeat(folders)}results.csv:1234`;
      const say = (place: string) => renderWarning({ ...all["empty-titles"], count: 1, examples: [place] });
      expect(say(placeOf(9))).toContain(`(${placeOf(9)}).`);
      expect(say(placeOf(90))).toMatch(/\(\/home\/someone\/[a-z]+…[a-z/]*results\.csv:1234\)\. It/);
    });

    it("shortens examples to 60 characters without cutting a character", () => {
      const shown = (title: string) =>
        /"(.*)"/.exec(renderWarning({ kind: "unknown-tokens", count: 1, examples: [title] }))?.[1];
      expect(shown("😀".repeat(60))).toBe("😀".repeat(60));
      expect(shown("😀".repeat(61))).toBe(`${"😀".repeat(59)}…`);
    });
  });
});
