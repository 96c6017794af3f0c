/** Which share of what the reference returns did the candidate return? */
import type { SetOverlap } from "./set-overlap.ts";

/** |C and R| / |R|, 0..1; NaN where the reference has nothing: unmeasurable. */
export function recall(overlap: SetOverlap): number {
  return overlap.reference === 0 ? Number.NaN : overlap.shared / overlap.reference;
}
