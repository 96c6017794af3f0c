/** Judgments and runs, as read from files and grouped by query. */
import type { Warning } from "../warnings.ts";

/** Gives each distinct name a number, from 0. */
export interface NumberedNames {
  readonly size: number;
  /** Returns the number of the name. Adds the name if it is new. */
  add(name: string): number;
  /** Works like `add` for the UTF-8 bytes from `begin` up to, but not including, `end`. */
  addBytes(bytes: Uint8Array, begin: number, end: number): number;
  find(name: string): number;
  nameOf(number: number): string;
  /** Returns the numbers of names with white space or characters outside ASCII, which may have several spellings. */
  unusual(): number[];
  /** Compares the bytes of two names, given by number. Returns a negative number if `one` comes first. */
  compare(one: number, other: number): number;
}

/** Names of queries and documents. Judgments and runs must share them to be compared. */
export interface Names {
  readonly queries: NumberedNames;
  readonly documents: NumberedNames;
}

/** Judgments in the order of their file. All columns have one entry per row. */
export interface RawJudgments {
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  /** Grades of relevance. Negative: in the pool but not judged. NaN: listed without a rating. */
  readonly labels: Float64Array;
  readonly raters: readonly string[] | null;
  /** Second field of TREC files; null if missing or not needed. */
  readonly iterations: readonly string[] | null;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  readonly further?: ReadonlyMap<string, readonly string[]>;
  /** Present if titles identify the documents, because the file has no ids. */
  readonly isByTitle?: true;
  readonly warnings?: readonly Warning[];
}

/** Judgments grouped by query, each document once. */
export interface Judgments {
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  /** queries + 1 entries. The query at index q has the judgments offsets[q] to offsets[q + 1] - 1. */
  readonly offsets: Int32Array;
  readonly documents: Int32Array;
  readonly labels: Float64Array;
}

/** A run in the order of its file. */
export interface RawRun {
  readonly name: string;
  readonly tag: string | null;
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  readonly further?: ReadonlyMap<string, readonly string[]>;
  readonly isByTitle?: true;
  /** Number of ignored scores. If a saved response has equal, missing or unsorted scores, its ranks set the order. */
  readonly unusedScores?: number;
  /** Rank of each row; -1 if not a whole number. Only present if scores set the order. Ranks may contradict scores. */
  readonly ranks?: Int32Array;
  /** Queries whose saved response is marked as incomplete, in order of appearance. */
  readonly partialQueries?: readonly number[];
  readonly warnings?: readonly Warning[];
}

/** A run grouped by query. Each list is sorted from best to worst and has each document once. */
export interface Run {
  readonly name: string;
  readonly tag: string | null;
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  readonly offsets: Int32Array;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
}
