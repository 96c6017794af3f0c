/** What are judgments and runs, as read from files and as grouped by query? */
import type { Warning } from "../warnings.ts";

/** Gives names the numbers 0, 1, … Equal names have the same number. */
export interface NumberedNames {
  readonly size: number;
  /** Returns the number of the name. A new name gets a new number. */
  add(name: string): number;
  /** The same for UTF-8 bytes from `begin` up to, but not including, `end`. */
  addBytes(bytes: Uint8Array, begin: number, end: number): number;
  find(name: string): number;
  /** Returns "" for a number without a name. */
  nameOf(number: number): string;
  /** Returns numbers of names with white space or characters outside ASCII, which may have several spellings. */
  unusual(): number[];
  /** Returns a negative number if the name of `one` comes first by its bytes. */
  compare(one: number, other: number): number;
}

/** Names of queries and documents. Judgments and runs that are compared share them. */
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
  /** Second field of TREC files; null if there is none, or if it is not needed. */
  readonly iterations: readonly string[] | null;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  readonly further?: ReadonlyMap<string, readonly string[]>;
  /** Present if documents have no ids and are identified by their titles. */
  readonly isByTitle?: true;
  /** Warnings about the file, such as columns recognised by words in their names. */
  readonly warnings?: readonly Warning[];
}

/** Judgments grouped by query, each document once. */
export interface Judgments {
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  /** queries + 1 entries: the query at place q has the judgments offsets[q] to offsets[q + 1] - 1. */
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
  /** Present if documents have no ids and are identified by their titles. */
  readonly isByTitle?: true;
  /** Rows of saved responses whose scores tie or contradict their order, so `scores` were made from ranks. */
  readonly unusedScores?: number;
  /** By row, the ranks beside scores that decide; -1 if a rank is not a whole number. Absent if there are none. */
  readonly ranks?: Int32Array;
  /** Queries whose engine calls its saved response incomplete, in order of appearance. */
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
