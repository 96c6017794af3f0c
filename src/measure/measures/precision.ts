/** Which share of what the candidate returned does the reference return too? */
import type { SetOverlap } from "./set-overlap.ts";

/** |C and R| / |C|, 0..1; NaN where the candidate returned nothing: undefined, not bad. */
export function precision(overlap: SetOverlap): number {
  return overlap.candidate === 0 ? Number.NaN : overlap.shared / overlap.candidate;
}
