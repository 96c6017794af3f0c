/** What are judgments and runs, as files give them and query by query? */
import type { Warning } from "../warnings.ts";

/** Numbers 0, 1, … for names; equal names have one number. */
export interface NumberedNames {
  readonly size: number;
  /** Returns the number, a new one where the name is new. */
  add(name: string): number;
  /** The same for the UTF-8 bytes from `begin` to before `end`. */
  addBytes(bytes: Uint8Array, begin: number, end: number): number;
  find(name: string): number;
  /** "" for a number that no name has. */
  nameOf(number: number): string;
  /** Numbers of the names with white space or characters beyond ASCII, which may be spelled in several ways. */
  unusual(): number[];
  /** Negative where the name of `one` comes first, byte by byte. */
  compare(one: number, other: number): number;
}

/** What judgments and runs call queries and documents; those that are compared share one. */
export interface Names {
  readonly queries: NumberedNames;
  readonly documents: NumberedNames;
}

/** Judgments as a file gives them, in its order. All columns have one entry per row. */
export interface RawJudgments {
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  /** Graded relevance; negative: in the pool but not judged; NaN: listed without a rating. */
  readonly labels: Float64Array;
  readonly raters: readonly string[] | null;
  /** Second field of TREC files; null if there is none, or it was not asked for. */
  readonly iterations: readonly string[] | null;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  readonly further?: ReadonlyMap<string, readonly string[]>;
  /** Present where documents have no ids, and go by their titles. */
  readonly isByTitle?: true;
  /** What was odd about the file, such as columns that were recognised by words of their names. Absent for none. */
  readonly warnings?: readonly Warning[];
}

/** Judgments query by query, each document once. */
export interface Judgments {
  readonly source: string;
  readonly names: Names;
  readonly queries: Int32Array;
  /** queries + 1 entries: the judgments of the query at place q are those from offsets[q] to before offsets[q + 1]. */
  readonly offsets: Int32Array;
  readonly documents: Int32Array;
  readonly labels: Float64Array;
}

/** A run as a file gives it, in its order. */
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
  /** Present where documents have no ids, and go by their titles. */
  readonly isByTitle?: true;
  /** Rows of saved responses whose scores tie or contradict their order: `scores` are made of ranks. Absent for none. */
  readonly unusedScores?: number;
  /** What the file says beside scores that decide, by row; -1 for what is not a whole number. Absent for none. */
  readonly ranks?: Int32Array;
  /** Queries whose saved response its engine calls incomplete, in order of appearance. Absent for none. */
  readonly partialQueries?: readonly number[];
  readonly warnings?: readonly Warning[];
}

/** A run query by query, every list best first, each document once. */
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
