/** What do precision and recall come to together? */

/**
 * F1, the harmonic mean 2PR / (P + R), 0..1.
 * NaN where P + R = 0 or one of them is NaN: undefined, and so left out of means, as in the notebook.
 * Source: van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function fMeasure(precision: number, recall: number): number {
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : Number.NaN;
}
