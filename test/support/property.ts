/** The number of random cases of a property and their seed, the same in every run. */
export const runs = { seed: 20_240_601, numRuns: 300 } as const;
