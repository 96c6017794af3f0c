/**
 * What was odd, though legal?
 * Warnings are values: stages gather them, the edge shows them, tests compare them. `count` is always >= 1.
 */

/** A warning has as many `examples`, or fewer. */
export const SHOWN_EXAMPLES = 3;

/** Whether it says anything: what was looked for and not found has a count of 0. */
export function isFound(warning: Warning): boolean {
  return !("count" in warning) || warning.count > 0;
}

/** Something odd but legal that was found, as a value; `renderWarning` says it in words. */
export type Warning =
  | {
      readonly kind: "two-columns-for-role";
      readonly source: string;
      readonly role: string;
      readonly used: string;
      readonly ignored: readonly string[];
    }
  | {
      readonly kind: "column-not-found";
      readonly source: string;
      readonly role: string;
      /** The names that a flag gave. */
      readonly asked: readonly string[];
      /** The column taken by its usual name; null where there is none. */
      readonly used: string | null;
      /** The column of the file that is spelled most like one asked for, where there is one. */
      readonly near?: string;
    }
  | {
      /** Rows go by their order, although this column may hold ranks. */
      readonly kind: "ranks-not-read";
      readonly source: string;
      readonly column: string;
    }
  | {
      readonly kind: "queries-without-reference";
      readonly count: number;
      readonly queries: number;
      readonly examples: readonly string[];
    }
  | {
      /** Some of several references answer them, and not all. */
      readonly kind: "queries-not-in-every-reference";
      readonly count: number;
      readonly queries: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "empty-lists";
      readonly engine: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "empty-titles";
      readonly engine: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "repeated-titles";
      readonly engine: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "shared-ranks";
      readonly engine: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "merged-points"; readonly count: number; readonly examples: readonly string[] }
  | {
      readonly kind: "truncated-titles";
      readonly count: number;
      readonly maxTokens: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "unknown-tokens"; readonly count: number; readonly examples: readonly string[] }
  | {
      readonly kind: "not-english";
      readonly count: number;
      readonly titles: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "control-characters"; readonly count: number; readonly examples: readonly string[] }
  | { readonly kind: "formula-like"; readonly count: number; readonly examples: readonly string[] }
  | { readonly kind: "markup"; readonly count: number; readonly examples: readonly string[] }
  | {
      readonly kind: "missing-labels";
      readonly column: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "above-one"; readonly engine: string; readonly count: number; readonly queries: number }
  | { readonly kind: "conflicting-labels"; readonly count: number; readonly examples: readonly string[] }
  | { readonly kind: "unrated-judgments"; readonly source: string; readonly count: number }
  | { readonly kind: "repeated-judgments"; readonly source: string; readonly count: number }
  | {
      readonly kind: "conflicting-judgments";
      readonly source: string;
      readonly count: number;
      /** Query and document. */
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "repeated-documents";
      readonly run: string;
      readonly count: number;
      /** Query and document. */
      readonly examples: readonly string[];
    }
  | {
      /** Saved responses whose engine ran out of time, or failed in parts. */
      readonly kind: "partial-responses";
      readonly run: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "queries-missing";
      readonly run: string;
      readonly count: number;
      readonly queries: number;
      readonly counted: "zero" | "skip";
      /** Of those that count 0: left out all the same, as they have no relevant document. Absent for none. */
      readonly withoutRelevant?: number;
      /** Measures that have no value there, and leave them out all the same. Absent for none. */
      readonly undefinedFor?: readonly string[];
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "queries-not-judged";
      readonly run: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "queries-without-relevant";
      readonly level: number | null;
      readonly count: number;
      readonly queries: number;
      readonly counted: "zero" | "skip";
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "queries-without-weight";
      readonly column: string;
      readonly count: number;
      readonly queries: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "measure-undefined";
      readonly run: string;
      readonly measure: string;
      readonly count: number;
      readonly queries: number;
    }
  | {
      /** A measure of one's own gives values that it says it does not. */
      readonly kind: "values-out-of-range";
      readonly run: string;
      readonly measure: string;
      readonly range: readonly [smallest: number, largest: number];
      readonly count: number;
      /** Query and value. */
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "labels-below-level";
      /** The smallest label that counts as relevant. */
      readonly level: number;
      /** Of labels above 0. */
      readonly count: number;
      readonly largest: number;
    }
  | {
      readonly kind: "file-read-as-measure";
      /** As it was written. */
      readonly file: string;
      readonly measure: string;
    }
  | { readonly kind: "integer-labels-lossy"; readonly distinct: number; readonly kept: number }
  | { readonly kind: "indexes-rebuilt"; readonly reason: string; readonly count: number }
  | { readonly kind: "identifier-missing"; readonly engine: string; readonly column: string }
  | { readonly kind: "veto-missing"; readonly engine: string; readonly column: string }
  | { readonly kind: "indexes-not-kept"; readonly reason: string }
  | { readonly kind: "exact-search-instead"; readonly reason: string }
  | { readonly kind: "header-guessed"; readonly source: string; readonly names: readonly string[] }
  | {
      readonly kind: "incomplete-edges";
      readonly source: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "self-loops"; readonly count: number }
  | { readonly kind: "repeated-edges"; readonly count: number }
  | {
      readonly kind: "rows-without-id";
      readonly source: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      /** Documents that no edge names: they have no features. */
      readonly kind: "nodes-not-in-graph";
      readonly count: number;
      readonly documents: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "isolated-nodes"; readonly count: number; readonly examples: readonly string[] }
  | {
      readonly kind: "betweenness-sampled";
      readonly hops: 1 | 2;
      readonly count: number;
      readonly documents: number;
      /** Nodes from which paths were followed, where there were fewest. */
      readonly fewestSources: number;
      /** Standard errors of betweenness, which is 0..1. */
      readonly medianError: number;
      readonly largestError: number;
    }
  | { readonly kind: "node-cut-bounds"; readonly count: number; readonly examples: readonly string[] }
  | {
      readonly kind: "not-numbers";
      readonly column: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "repeated-ids";
      readonly source: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | {
      readonly kind: "ids-not-found";
      readonly source: string;
      readonly count: number;
      readonly examples: readonly string[];
    }
  | { readonly kind: "engines-left-out"; readonly used: string; readonly engines: readonly string[] }
  | { readonly kind: "columns-without-numbers"; readonly source: string; readonly columns: readonly string[] }
  | { readonly kind: "cache-unavailable"; readonly reason: string }
  | { readonly kind: "cache-rebuilt"; readonly reason: string };
