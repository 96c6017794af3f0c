/** How do fractional labels fit into tools that read whole numbers only? */

export interface IntegerGrades {
  readonly gradeOf: (label: number) => number;
  /** Grade and the label it stands for, ascending. */
  readonly gains: readonly { readonly grade: number; readonly label: number }[];
  /** Distinct labels before. */
  readonly distinct: number;
}

/** trec_eval stores no larger grade. */
const MOST_GRADES = 127;

/**
 * Label 0 becomes grade 0, the others grades 1, 2, … by size. Above 127 distinct labels neighbours share a grade, which
 * stands for the smallest of them.
 */
export function integerGrades(labels: readonly number[]): IntegerGrades {
  const distinct = [...new Set(labels)].sort((one, other) => one - other);
  const positive = distinct.filter((label) => label > 0);
  const perGrade = Math.ceil(positive.length / MOST_GRADES) || 1;
  const gradeOfLabel = new Map(positive.map((label, place) => [label, Math.floor(place / perGrade) + 1]));
  const smallest = positive.filter((_, place) => place % perGrade === 0);
  const gains = smallest.map((label, place) => ({ grade: place + 1, label }));
  if (distinct.includes(0)) gains.unshift({ grade: 0, label: 0 });
  return { gradeOf: (label) => gradeOfLabel.get(label) ?? 0, gains, distinct: distinct.length };
}
