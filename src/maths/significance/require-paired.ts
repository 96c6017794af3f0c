/**
 * Do two samples belong together pair by pair?
 */
import { SemqrelError } from "../../core/errors.ts";

/**
 * @throws SemqrelError INVALID_OPTION  unequal lengths        details: { first, second } (the lengths)
 * @throws SemqrelError INVALID_OPTION  a number is not finite  details: { index, first, second } (the values)
 */
export function requirePaired(first: ArrayLike<number>, second: ArrayLike<number>): void {
  if (first.length !== second.length) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Pairing two samples: they have ${first.length} and ${second.length} values. Give one value of each per query.`,
      { details: { first: first.length, second: second.length } },
    );
  }
  for (let index = 0; index < first.length; index++) {
    if (Number.isFinite(first[index]) && Number.isFinite(second[index])) continue;
    throw new SemqrelError(
      "INVALID_OPTION",
      `Pairing two samples: ${first[index]} and ${second[index]} at index ${index}. Leave out such pairs.`,
      { details: { index, first: first[index], second: second[index] } },
    );
  }
}
