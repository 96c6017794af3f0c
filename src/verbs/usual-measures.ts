/** What is measured where no measure is named? */
export const usualMeasures: readonly string[] = ["nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10"];

/** The same where runs are compared. */
export const usualMeasuresToCompare: readonly string[] = ["nDCG@10", "AP"];

/** The same where folders of labels are compared. */
export const usualMeasuresOfLabels: readonly string[] = ["ndcg_reference@10", "f1"];
