/**
 * Which lists can several references be, apart and together?
 */
import type { ResultLists } from "../core/types.ts";
import { fuseReferences } from "./fuse-references.ts";

export interface ReferenceSubset {
  readonly kind: "alone" | "without";
  /** The reference that stands alone, or is left out. */
  readonly engine: string;
  readonly lists: ResultLists;
}

/**
 * The whole, each reference alone, and from three references on the others without it: of two, that is the other alone.
 *
 * @param references one or more; a single one is the whole itself, and has no subsets
 * @param fusionK    as `fuseReferences`
 */
export function referenceSubsets(
  references: readonly ResultLists[],
  fusionK: number,
): { readonly whole: ResultLists | undefined; readonly subsets: readonly ReferenceSubset[] } {
  if (references.length <= 1) return { whole: references[0], subsets: [] };
  const alone = references.map((lists): ReferenceSubset => ({ kind: "alone", engine: lists.engine, lists }));
  const without = references.map(({ engine }, place): ReferenceSubset => {
    const others = references.filter((_, other) => other !== place);
    return { kind: "without", engine, lists: fuseReferences(others, fusionK) };
  });
  return {
    whole: fuseReferences(references, fusionK),
    subsets: references.length > 2 ? [...alone, ...without] : alone,
  };
}
