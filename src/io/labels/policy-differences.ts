/**
 * Which options made the labels of two folders differ?
 */
import type { LabelConditions } from "./read-label-folder.ts";

export interface PolicyDifference {
  /** Of the option. */
  readonly name: string;
  /** Of one folder and of the other; null where an option is not used. */
  readonly values: readonly [unknown, unknown];
}

/** In the order of `policyOptions`. */
export function policyDifferences(one: LabelConditions, other: LabelConditions): PolicyDifference[] {
  const parse = ({ policy }: LabelConditions): readonly (readonly [string, unknown])[] => JSON.parse(policy);
  const others = new Map(parse(other));
  return parse(one).flatMap(([name, value]) => {
    const second = others.get(name);
    return JSON.stringify(value) === JSON.stringify(second) ? [] : [{ name, values: [value, second] as const }];
  });
}
