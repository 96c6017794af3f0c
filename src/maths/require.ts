/** Are numbers what a computation can take? */
import { invalidOption } from "../core/errors.ts";

export function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw invalidOption(`Statistics: ${name} ${value} is not a whole number >= 1.`, { [name]: value });
}

export function requireShare(name: string, value: number): void {
  if (value > 0 && value < 1) return;
  throw invalidOption(`Statistics: ${name} ${value} is not between 0 and 1, both excluded.`, { [name]: value });
}

export function requireProbabilities(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const p = values[index] as number;
    if (p >= 0 && p <= 1) continue;
    throw invalidOption(`Correcting p-values: ${p} at index ${index} is not in 0..1.`, { index, p });
  }
}

export function requirePaired(first: ArrayLike<number>, second: ArrayLike<number>): void {
  if (first.length !== second.length) {
    throw invalidOption(
      `Pairing two samples: they have ${first.length} and ${second.length} values. Give one value of each per query.`,
      { first: first.length, second: second.length },
    );
  }
  for (let index = 0; index < first.length; index++) {
    if (Number.isFinite(first[index]) && Number.isFinite(second[index])) continue;
    throw invalidOption(
      `Pairing two samples: ${first[index]} and ${second[index]} at index ${index}. Leave out such pairs.`,
      { index, first: first[index], second: second[index] },
    );
  }
}

export function requireBinary(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === 0 || value === 1) continue;
    throw invalidOption(
      `Judging scores: the truth at index ${index} is ${value}. Give 1 for what is relevant and 0 for what is not.`,
      { index, value },
    );
  }
}
