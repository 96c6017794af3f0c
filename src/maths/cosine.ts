/** How similar are two vectors of length 1? */

/** Their dot product in double precision, -1..1: matching uses this one similarity, whichever index proposed the point. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += (one[place] as number) * (other[place] as number);
  return within(sum);
}

/** A sum of rounded products may lie a little beyond -1..1. */
export const within = (cosine: number): number => Math.max(-1, Math.min(1, cosine));
