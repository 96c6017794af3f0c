import { describe, expect, it, test } from "vitest";
import { renderWarning } from "../../src/report/render-warning.ts";
import type { Warning } from "../../src/warnings.ts";

const examples = ["one", "two", "three"];

/** One of every kind: a new kind does not compile until it stands here. */
const all: { readonly [kind in Warning["kind"]]: Extract<Warning, { kind: kind }> } = {
  "two-columns-for-role": {
    kind: "two-columns-for-role",
    source: "a.csv",
    role: "title",
    used: "title",
    ignored: ["name"],
  },
  "queries-without-reference": { kind: "queries-without-reference", count: 3, queries: 17, examples },
  "empty-lists": { kind: "empty-lists", engine: "explorer", count: 3, examples },
  "empty-titles": { kind: "empty-titles", engine: "explorer", count: 3, examples },
  "repeated-titles": { kind: "repeated-titles", engine: "explorer", count: 3, examples },
  "shared-ranks": { kind: "shared-ranks", engine: "explorer", count: 3, examples },
  "merged-points": { kind: "merged-points", count: 3, examples },
  "truncated-titles": { kind: "truncated-titles", count: 3, maxTokens: 256, examples },
  "unknown-tokens": { kind: "unknown-tokens", count: 3, examples },
  "not-english": { kind: "not-english", count: 3, titles: 17, examples },
  "control-characters": { kind: "control-characters", count: 3, examples },
  "formula-like": { kind: "formula-like", count: 3, examples },
  "missing-labels": { kind: "missing-labels", column: "citations", count: 3, examples },
  "above-one": { kind: "above-one", engine: "explorer", count: 3, queries: 17 },
  "conflicting-labels": { kind: "conflicting-labels", count: 3, examples },
  "integer-labels-lossy": { kind: "integer-labels-lossy", distinct: 130, kept: 65 },
  "indexes-rebuilt": { kind: "indexes-rebuilt", reason: "other titles", count: 3 },
  "column-not-found": { kind: "column-not-found", source: "a.csv", role: "title", asked: ["Paper"], used: "Title" },
  "identifier-missing": { kind: "identifier-missing", engine: "quickfind", column: "doi" },
  "indexes-not-kept": { kind: "indexes-not-kept", reason: "no space left" },
  "exact-search-instead": { kind: "exact-search-instead", reason: "hnswlib-node is not there." },
  "cache-unavailable": { kind: "cache-unavailable", reason: "locked" },
  "cache-rebuilt": { kind: "cache-rebuilt", reason: "damaged" },
};

/** Values of a warning that its sentence must hold. Not examples: they may hold characters of any kind. */
function valuesOf(warning: Warning): string[] {
  return Object.entries(warning).flatMap(([name, value]) =>
    ["kind", "examples", "ignored"].includes(name) ? [] : String(value),
  );
}

describe("renderWarning", () => {
  test.each(Object.values(all))("says all that is known of $kind in one line of sentences", (warning) => {
    const text = renderWarning(warning);
    for (const value of valuesOf(warning)) expect(text).toContain(value);
    expect(text).toMatch(/^\S.*\.$/);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it("names up to three examples", () => {
    expect(renderWarning({ kind: "unknown-tokens", count: 2, examples: ["one", "two"] })).toContain('"one", "two"');
    expect(renderWarning(all["empty-titles"])).toMatch(/one, two, three(?!, …)/);
    expect(renderWarning({ ...all["empty-titles"], count: 37 })).toContain("one, two, three, …");
  });

  describe("edges", () => {
    it("speaks of one thing in the singular", () => {
      expect(renderWarning({ ...all["empty-lists"], count: 1 })).toContain("1 query:");
      expect(renderWarning({ ...all["empty-lists"], count: 2 })).toContain("2 queries:");
    });

    it("shows no character of an example that would act on a terminal", () => {
      const text = renderWarning({ kind: "unknown-tokens", count: 1, examples: ["\u001b[31mred\u202e\nline\u009b"] });
      expect(text).toContain("\ufffd[31mred\ufffd\ufffdline\ufffd");
    });

    it("shortens an example to 60 characters, whole ones", () => {
      const shown = (title: string) =>
        /"(.*)"/.exec(renderWarning({ kind: "unknown-tokens", count: 1, examples: [title] }))?.[1];
      expect(shown("😀".repeat(60))).toBe("😀".repeat(60));
      expect(shown("😀".repeat(61))).toBe(`${"😀".repeat(59)}…`);
    });
  });
});
