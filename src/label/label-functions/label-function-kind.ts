/** What makes up a label function? */

/** One kind of label function: what it is called, its parameters with their defaults, and its formula. */
export interface LabelFunctionKind {
  readonly name: string;
  readonly summary: string;
  /** A parameter is one number, or a list of them written `1/5/10`. */
  readonly defaults: Readonly<Record<string, readonly number[]>>;
  /** @throws SemqrelError INVALID_OPTION where a parameter is out of range */
  make(parameters: Readonly<Record<string, readonly number[]>>): (rank: number) => number;
}
