import type { EstimatesToReport } from "../../src/estimate/estimate-report.ts";
import { engineDifferences } from "../../src/maths/sampling/pair-sample-estimate.ts";

type Given = Partial<EstimatesToReport> & Pick<EstimatesToReport, "engines" | "values" | "ratedQueries" | "ratings">;

/** An estimate from a few rated whole queries, without problems. What is not given is as usual. */
export function estimatesToReport({ measure = "nDCG@10", ...given }: Given): EstimatesToReport {
  return {
    ...{ measure, differencesBy: measure, target: "these", method: "ridge", secondsPerRating: 6, seed: 1 },
    ...{ correction: "fdr", look: 1 },
    ...{ range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], needsRelevant: false },
    ...{
      draws: null,
      ratedShare: 1,
      unratedResults: 0,
      pairs: null,
      sample: null,
      unanswered: 0,
      readings: 0,
      holes: {},
    },
    ...{ gold: null, proxies: [], ratedByTitle: 0, isEdited: false, movedPairs: { moved: 0, gone: 0 }, newQueries: 0 },
    expected: engineDifferences(given.values).map(() => 1),
    ...given,
  };
}
