/**
 * What does a model see of documents?
 */

/** Numbers of several documents, one row a document. */
export interface FeatureMatrix {
  readonly rows: number;
  readonly features: number;
  /** rows x features, row after row; every number finite. */
  readonly values: Float64Array;
}
