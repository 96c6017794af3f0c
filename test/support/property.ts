/** How many random cases does a property get, and from which seed? The same ones in every run. */
export const runs = { seed: 20_240_601, numRuns: 300 } as const;
