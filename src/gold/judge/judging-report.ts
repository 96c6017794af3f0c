import { counted, quoted, sayFailures, textsOf } from "../../core/text/wording.ts";
import type { PooledPair } from "../../core/types.ts";
import type { EngineComparison } from "../../measure/measures/compare-engines.ts";
import type { JudgingPrompt } from "./judging-prompt.ts";

export interface JudgedPair {
  /** The lower median of `votes`, on the scale; null if there are no votes. */
  readonly grade: number | null;
  readonly votes: readonly number[];
  readonly sentence: string | null;
  /** Why the grade or some votes are missing; null if all votes exist. The text has no full stop. */
  readonly failure: string | null;
}

export interface DecidedPair extends Pick<PooledPair, "query" | "queryId" | "id" | "title"> {
  readonly label: number | null;
  readonly model: JudgedPair | null;
  readonly file: string | null;
}

/** The document that `semqrel judge --json` prints. */
export type JudgingReport = ReturnType<typeof judgingReport>;

/** The requests of a run and their tokens. If the server does not count tokens, the expected tokens are used. */
export interface Asking {
  /** Number of requests sent in this run, without retries after errors. */
  readonly requests: number;
  readonly tokens: Tokens;
  /** The limit that was reached; null if none was. */
  readonly stoppedBy: "requests" | "cost" | null;
  /** Parts of a request that the server does not accept. */
  readonly refused: readonly string[];
}

interface Asked {
  readonly llm: string;
  readonly prices: Prices | null;
  readonly prompt: JudgingPrompt;
  readonly votes: number;
}

export function judgingReport(
  pairs: readonly DecidedPair[],
  { llm, prices, prompt, votes }: Asked,
  { requests, tokens, stoppedBy, refused }: Asking,
  shown: {
    readonly file: string;
    /** Engines that, according to the user, use a model of the judge's family. */
    readonly sameAs: readonly string[];
    /** Comparison of the folder's engines by new and existing grades; null if the input is not a folder. */
    readonly comparison: EngineComparison | null;
    /** Number of titles and fields that were cut because they were too long. */
    readonly cut: number;
  },
) {
  const ofModel = pairs.filter((pair) => pair.label !== null && pair.file === null);
  return {
    schema: "semqrel.judge/1" as const,
    ...shown,
    llm,
    pairs: pairs.length,
    queries: new Set(pairs.map(({ query }) => query)).size,
    judged: ofModel.length,
    // Number of pairs that already had a grade.
    existing: pairs.filter((pair) => pair.file !== null).length,
    labels: prompt.scale.grades.map((_, label) => ofModel.filter((pair) => pair.label === label).length),
    unequal: votes === 1 ? null : ofModel.filter(({ model }) => new Set(model?.votes).size > 1).length,
    requests,
    tokens,
    cost: prices && priceOf(tokens, prices),
    stoppedBy,
    refused,
    failures: pairs.flatMap(({ query, id, label, model }) =>
      label !== null || model?.failure == null ? [] : [{ query, id, reason: model.failure }],
    ),
  };
}

export function judgingRemarks(report: JudgingReport): string[] {
  const { file, llm, pairs, judged, existing, requests, tokens, cost, stoppedBy, failures, unequal, cut } = report;
  const labels = report.labels.map((count, label) => `${label}: ${count}`).join(", ");
  const named = failures.map(({ id, query, reason }) => ({ name: `${id} of ${quoted(query)}`, reason }));
  const price = cost === null ? "" : `, price ${cost.toFixed(4)}`;
  return textsOf(
    `Wrote ${file}: ${llm} judged ${judged} of ${counted(pairs, "pair")} (number of each label: ${labels})${existing === 0 ? "" : `; ${existing} already had ratings`}.`,
    `${counted(requests, "request")}, ${tokens.in} tokens sent, ${tokens.out} received${price}.`,
    unequal !== null &&
      `Votes differ for ${counted(unequal, "pair")}: the lower median counts, and the provenance records the spread.`,
    report.refused.length > 0 && `The server does not accept ${report.refused.join(" and ")}, so answers may vary.`,
    cut > 0 && `${counted(cut, "text was", "texts were")} too long and only shown in part.`,
    stoppedBy !== null && `Stopped at the limit of --limit-${stoppedBy}. Run the same command to continue.`,
    failures.length > 0 &&
      `${counted(failures.length, "pair has no grade. It is", "pairs have no grade. They are")} left unjudged, not counted as 0. ${sayFailures(named, { mostReasons: 3, mostNames: 2 })}`,
    failures.length > 0 &&
      stoppedBy === null &&
      "--retry-failed asks again about pairs that were answered without a grade.",
    "To see how far these labels can be trusted: semqrel validate LABELS --gold RATINGS --proxy " +
      `${llm.replace(/[^\w.-]+/g, "-")}=${file}.`,
  );
}

/** Tokens of a request and of its answer. */
export interface Tokens {
  readonly in: number;
  readonly out: number;
}

/** Prices per million tokens, in any currency. */
export interface Prices {
  readonly in: number;
  readonly out: number;
}

export function priceOf(tokens: Tokens, prices: Prices): number {
  return (tokens.in * prices.in + tokens.out * prices.out) / 1e6;
}

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return { in: one.in + other.in, out: one.out + other.out };
}

export const noTokens: Tokens = { in: 0, out: 0 };
