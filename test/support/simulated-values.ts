/** Populations of queries with a known mean, from which tests of estimators draw. */

import { normalQuantile } from "../../src/maths/distributions.ts";
import { type Random, seededRandom, shuffle } from "../../src/maths/random.ts";
import type { QueryValues } from "../../src/maths/sampling/interval-estimate.ts";

export interface Population {
  /** Correlation of y and f, approximately. */
  readonly rho: number;
  readonly queries: number;
  /** Engines share the difficulty of a query, and differ in their own means. @default 1 */
  readonly engines?: number;
}

export interface SimulatedEngine {
  /** By query: the measure if everything is rated, 0..1 with some zeros, like nDCG. */
  readonly y: Float64Array;
  readonly f: Float64Array;
  /** Mean of `y`. */
  readonly mean: number;
}

export function simulatedEngines({ rho, queries, engines = 1 }: Population, random: Random): SimulatedEngine[] {
  const hard = normals(queries, random);
  return Array.from({ length: engines }, (_, engine) => {
    const own = normals(queries, random);
    const wrong = normals(queries, random);
    const level = 0.5 - 0.03 * engine;
    const z = own.map((value, query) => (engines === 1 ? value : (value + (hard[query] ?? 0)) / Math.SQRT2));
    const y = z.map((value) => bounded(level + 0.22 * value));
    const f = z.map((value, query) =>
      bounded(0.6 + 0.22 * (rho * value + Math.sqrt(1 - rho ** 2) * (wrong[query] ?? 0))),
    );
    return { y, f, mean: meanOf(y) };
  });
}

/** The engines after `rated` queries, drawn at random, were rated. They are the same queries for all engines. */
export function rateSome(engines: readonly SimulatedEngine[], rated: number, random: Random): QueryValues[] {
  const queries = engines[0]?.y.length ?? 0;
  const drawn = new Set(shuffle([...Array(queries).keys()], random).slice(0, rated));
  return engines.map(({ y, f }) => ({
    human: y.map((value, query) => (drawn.has(query) ? value : Number.NaN)),
    proxy: f,
  }));
}

export function meanOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}

export function randomOf(seed: number): Random {
  const random = seededRandom(seed);
  // The first numbers of neighbouring seeds are similar.
  for (let skipped = 0; skipped < 32; skipped++) random();
  return random;
}

export function normals(count: number, random: Random): Float64Array {
  return Float64Array.from({ length: count }, () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random()))));
}

function bounded(value: number): number {
  return Math.min(1, Math.max(0, value));
}
