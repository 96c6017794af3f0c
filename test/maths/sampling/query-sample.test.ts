import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnSample, type QueryDraw, uniformSample } from "../../../src/maths/sampling/query-sample.ts";
import { runs } from "../../support/property.ts";

const drawOf = (queries: readonly number[], chance: (query: number) => number): QueryDraw => ({
  queries: Int32Array.from(queries),
  probabilities: Float64Array.from(queries, chance),
});

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, place) => subsets(items.slice(place + 1), size - 1).map((others) => [item, ...others]));
}

/** The queries that several draws have chosen, and the probability of this outcome. */
interface Outcome {
  readonly draws: readonly QueryDraw[];
  readonly chance: number;
}

const y = [0.9, 0.1, 0.4, 0.7, 0, 0.3];
const everyQuery = [...y.keys()];
const total = y.reduce((sum, value) => sum + value, 0);

const sampleOf = (draws: readonly QueryDraw[]) => drawnSample(draws, y.length);
const ratedBy = (draws: readonly QueryDraw[]) => draws.flatMap(({ queries }) => [...queries]).sort((a, b) => a - b);
const valuesOf = (draws: readonly QueryDraw[]) => Float64Array.from(ratedBy(draws), (query) => y[query] ?? 0);
const expected = (outcomes: readonly Outcome[], of: (draws: readonly QueryDraw[]) => number) =>
  outcomes.reduce((sum, { draws, chance }) => sum + chance * of(draws), 0);

/** Every outcome of drawing `size` of the remaining queries; all sets are equally likely. */
function uniformly(before: Outcome, size: number): Outcome[] {
  const left = everyQuery.filter((query) => !ratedBy(before.draws).includes(query));
  const sets = subsets(left, size);
  return sets.map((set) => ({
    draws: [...before.draws, drawOf(set, () => size / left.length)],
    chance: before.chance / sets.length,
  }));
}

/** Every outcome of drawing one query, with probabilities that depend on earlier ratings. */
function byWhatIsKnown(before: Outcome): Outcome[] {
  const known = ratedBy(before.draws);
  const left = everyQuery.filter((query) => !known.includes(query));
  const size = (query: number) =>
    0.3 + Math.abs(Math.sin(query + 10 * known.reduce((sum, at) => sum + (y[at] ?? 0), 0)));
  const all = left.reduce((sum, query) => sum + size(query), 0);
  return left.map((query) => ({
    draws: [...before.draws, drawOf([query], () => size(query) / all)],
    chance: (before.chance * size(query)) / all,
  }));
}

const nothing: Outcome = { draws: [], chance: 1 };

describe("drawnSample", () => {
  describe("over all outcomes of small draws, weighted by probability", () => {
    const outcomes = uniformly(nothing, 2).flatMap(byWhatIsKnown).flatMap(byWhatIsKnown);

    it("drawnSample is tested with outcomes whose probabilities add up to 1", () => {
      expect(outcomes).toHaveLength(15 * 4 * 3);
      expect(expected(outcomes, () => 1)).toBeCloseTo(1, 12);
    });

    it("drawnSample estimates the total without bias, although later draws depend on earlier ratings", () => {
      const estimated = expected(outcomes, (draws) => {
        const values = valuesOf(draws);
        return sampleOf(draws).weights.reduce((sum, weight, place) => sum + weight * (values[place] ?? 0), 0);
      });
      expect(estimated).toBeCloseTo(total, 12);
    });

    it("drawnSample estimates the mean with only a small bias, and at least nine tenths of its variance", () => {
      const mean = expected(outcomes, (draws) => sampleOf(draws).mean(valuesOf(draws)));
      const square = expected(outcomes, (draws) => sampleOf(draws).mean(valuesOf(draws)) ** 2);
      const variance = expected(outcomes, (draws) => sampleOf(draws).variance(valuesOf(draws)));
      expect(Math.abs(mean - total / 6)).toBeLessThan(0.02);
      expect(variance).toBeGreaterThan(0.9 * (square - mean ** 2));
    });

    it("drawnSample estimates the same mean and variance as for one uniform draw if every draw is uniform", () => {
      const uniform = uniformly(nothing, 2).flatMap((first) => uniformly(first, 2));
      const mean = expected(uniform, (draws) => sampleOf(draws).mean(valuesOf(draws)));
      const square = expected(uniform, (draws) => sampleOf(draws).mean(valuesOf(draws)) ** 2);
      const variance = expected(uniform, (draws) => sampleOf(draws).variance(valuesOf(draws)));
      // Cochran 1977, theorem 2.2: S² / n (1 - n / N), n = 4 of N = 6, S² = 0.12 (numpy.var(y, ddof=1)).
      expect(square - mean ** 2).toBeCloseTo((0.12 / 4) * (1 - 4 / 6), 12);
      expect(variance).toBeCloseTo((0.12 / 4) * (1 - 4 / 6), 12);
    });
  });

  it("is the same as a uniform sample if a draw has equal probabilities", () => {
    const someValues = fc.array(fc.nat(1000), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(someValues, fc.nat(40), (given, unrated) => {
        const values = Float64Array.from(given, (value) => value / 1000);
        const queries = values.length + unrated;
        const places = [...values.keys()];
        const drawn = drawnSample([drawOf(places, () => values.length / queries)], queries);
        const uniform = uniformSample(values.length, queries);
        const other = values.map((value, place) => value ** 2 - (place % 3));
        expect(drawn.effective).toBeCloseTo(uniform.effective, 8);
        expect(drawn.mean(values)).toBeCloseTo(uniform.mean(values), 10);
        expect(drawn.spread(values)).toBeCloseTo(uniform.spread(values), 10);
        expect(drawn.covariance(values, other)).toBeCloseTo(uniform.covariance(values, other), 10);
        expect(drawn.variance(values)).toBeCloseTo(uniform.variance(values), 10);
        for (const target of ["these", "future"] as const) {
          expect(drawn.standardError(values, target)).toBeCloseTo(uniform.standardError(values, target), 10);
        }
        drawn.errors(values).forEach((error, place) => {
          expect(error, `query ${place}`).toBeCloseTo(uniform.errors(values)[place] ?? Number.NaN, 10);
        });
      }),
      runs,
    );
  });

  it("has a smaller effective number of queries if some queries have large weights", () => {
    const uneven = drawnSample([drawOf([0, 1, 2, 3], (query) => (query === 0 ? 0.05 : 0.4))], 12);
    expect(uneven.effective).toBeLessThan(3);
    expect(uneven.effective).toBeGreaterThan(1);
  });

  it("has variance 0 after a draw of all remaining queries", () => {
    const all = drawnSample([drawOf([0, 3], () => 1 / 3), drawOf([1, 2, 4, 5], () => 1)], 6);
    const values = Float64Array.from(y);
    expect(all.mean(values)).toBeCloseTo(total / 6, 12);
    expect(all.variance(values)).toBe(0);
    expect(all.effective).toBe(6);
  });
});
