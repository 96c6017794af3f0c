/**
 * A small run of `label`, with numbers that can be worked by hand. Both engines answer query 0, query 1 has no
 * reference, and query 2 has an ambiguous text and is known by id.
 */

import {
  type LabelledEngine,
  type LabelRun,
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type Matches,
  REASON,
} from "../../src/core/types.ts";
import { referencePoints } from "../../src/label/match/reference-points.ts";
import { measureEngine } from "../../src/label/stages/measure-engine.ts";
import { makeLists, type Row } from "./make-lists.ts";

const { NaN: undefinedNumber } = Number;

const queries = [
  { id: "q1", text: "fast cars", name: "fast cars" },
  { id: null, text: "slow food", name: "slow food" },
  { id: "q 3", text: "jaguar", name: "q 3" },
];

const reference = makeLists(
  "scopus",
  [
    [0, 0, "Alpha"],
    [0, 1, "Beta"],
    [2, 0, "=Gamma"],
  ],
  3,
);
const points = referencePoints(reference, (row) => reference.titles[row] ?? "");
/** 5 / (rank + 1) */
const referenceLabels = Float64Array.of(5, 2.5, 5);

/**
 * The candidate's rows: an exact match, a match by meaning, one below the threshold, one without reference, a match.
 */
const rows: readonly Row[] = [
  [0, 0, "alpha", "d1"],
  [0, 1, "Betta", "d 2"],
  [0, 2, "Zeta", "d1"],
  [1, 0, "Delta", "d4"],
  [2, 0, "+Gamma", ""],
];
const matches: Matches = {
  kinds: Uint8Array.of(MATCH_EXACT, MATCH_SEMANTIC, MATCH_NONE, MATCH_NONE, MATCH_SEMANTIC),
  reasons: Uint8Array.of(0, 0, REASON["too-far"], REASON["no-reference"], 0),
  referenceRows: Int32Array.of(0, 1, -1, -1, 2),
  similarities: Float64Array.of(1, 0.75, 0.123456789, undefinedNumber, 0.9),
  margins: Float64Array.of(0.4, -1e-9, 0.02, undefinedNumber, 1.9),
};

export interface MakeEngine {
  readonly rows?: readonly Row[];
  readonly matches?: Matches;
  /** With one-to-one matching: the result of nearest matching. */
  readonly nearest?: Matches;
}

/** An engine, labelled and measured like in the pipeline. */
export function makeEngine(name: string, given: MakeEngine = {}): LabelledEngine {
  const used = given.matches ?? matches;
  const matched = {
    lists: makeLists(name, given.rows ?? rows, queries.length),
    nearest: given.nearest ?? used,
    oneToOne: given.nearest === undefined ? null : used,
    veto: null,
  };
  return measureEngine(matched, reference, points, referenceLabels, { matched: false });
}

export function makeRun(engines: readonly LabelledEngine[] = [makeEngine("explorer")]): LabelRun {
  return {
    queries,
    reference,
    points,
    referenceLabels,
    labelRule: "inverse(top=5)",
    engines,
    model: { name: "mini", sha256: "a".repeat(64), dimensions: 2, precision: "fp32", maxTokens: 256 },
    titles: { distinct: 8, computed: 8, computedTokens: 24 },
    timings: {
      readSeconds: 0,
      embeddingSeconds: 0,
      matchingSeconds: 0,
      measuringSeconds: 0,
      embeddingSecondsOfQuery: new Float64Array(3),
      lookupSecondsOfQuery: new Float64Array(3),
    },
    warnings: [],
  };
}
