/** Which formats are there, and what can they hold? */
import { type FormatKind, queryFormatNames } from "../choose-formats.ts";
import type { JudgmentCapabilities, NameCapabilities, RunCapabilities } from "../format-capabilities.ts";
import { judgmentFormats } from "../judgments/read-judgments.ts";
import { judgmentWriters } from "../judgments/write-judgments.ts";
import { queryWriters } from "../query-sets/query-set-writers.ts";
import { runFormats } from "../runs/read-run.ts";
import { runWriters } from "../runs/write-runs.ts";

export interface FormatEntry {
  readonly name: string;
  readonly kind: FormatKind;
  readonly reads: boolean;
  readonly writes: boolean;
  /** What it cannot hold. */
  readonly lacks: readonly string[];
}

/** Judgments, runs, query sets, each in the order in which a format is recognised. */
export function formatTable(): FormatEntry[] {
  const writers = {
    judgments: judgmentWriters.map(({ name, holds }) => ({ name, lacks: lacksOfJudgments(holds) })),
    run: runWriters.map(({ name, holds }) => ({ name, lacks: lacksOfRuns(holds) })),
    queries: queryWriters.map(({ name, holdsIds }) => ({ name, lacks: holdsIds ? [] : ["query ids"] })),
  };
  const readers = {
    judgments: judgmentFormats.map(({ name }) => name),
    run: runFormats.map(({ name }) => name),
    queries: queryFormatNames,
  };
  return (["judgments", "run", "queries"] as const).flatMap((kind) => {
    const names = new Set([...readers[kind], ...writers[kind].map(({ name }) => name)]);
    return [...names].map((name): FormatEntry => {
      const writer = writers[kind].find((known) => known.name === name);
      const reads = readers[kind].includes(name);
      return { name, kind, reads, writes: writer !== undefined, lacks: writer?.lacks ?? [] };
    });
  });
}

function lacksOfJudgments(holds: JudgmentCapabilities): string[] {
  const { fractions, negatives, unrated, raters, iterations } = holds;
  return [
    ...named({ fractions, "negative labels": negatives, "unrated rows": unrated, raters, iterations }),
    ...lacksOfNames(holds),
  ];
}

function lacksOfRuns(holds: RunCapabilities): string[] {
  return [...named({ "several engines": holds.engines }), ...lacksOfNames(holds)];
}

function lacksOfNames({ queryIds, queryTexts, titles, repeats, whiteSpace }: NameCapabilities): string[] {
  return [
    ...(queryIds === "any" ? [] : [queryIds === "none" ? "query ids" : "query ids but numbers"]),
    ...named({ "query texts": queryTexts, titles, repeats, "white space in ids": whiteSpace }),
  ];
}

function named(holds: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(holds).filter((name) => !holds[name]);
}
