import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/maths/random.ts";
import type { TitleLists } from "../../src/trust/baselines.ts";
import { sameEmbedder } from "../../src/trust/same-embedder.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

/** Returns an engine that has the same titles for each of the first `queries` queries. */
function engine(name: string, titles: readonly string[], queries = 30) {
  const rows = Array.from({ length: queries }, (_, query) => titles.map((title, rank): Row => [query, rank, title]));
  return makeLists(name, rows.flat(), queries);
}

function lists(
  engines: TitleLists["engines"],
  cosines: Readonly<Record<string, number>>,
  more: Partial<TitleLists> = {},
) {
  return sameEmbedder({
    engines,
    reference: null,
    queryTexts: Array(30).fill("Red fox"),
    similarity: (_, title) => cosines[title] ?? Number.NaN,
    ...more,
  });
}

const cosines = { "red fox": 0.9, "red cat": 0.5, "fox dog": 0.5, owl: 0.7 };
const near = engine("near", ["owl"]);
const far = engine("far", ["red cat", "fox dog"]);
const middle = engine("middle", ["red cat", "red fox"]);

describe("sameEmbedder", () => {
  it("matches scores worked by hand", () => {
    // Overlaps 1, .5, .5, 0 (red and fox are equally frequent), centred .5, 0, 0, -.5; cosines centred .25, -.15, -.15,
    // .05; slope .1 / .5 = .2; residuals .15, -.15, -.15, .15.
    const reference = engine("reference", ["red cat", "red fox"]);
    const { scores, ...found } = lists([near, far, middle], cosines, { reference });
    [0.15, -0.15, 0, 0].forEach((score, place) => {
      expect(scores[place]).toBeCloseTo(score, 12);
    });
    expect(found).toEqual({
      engines: ["near", "far", "middle", "reference"],
      median: expect.closeTo(0, 12),
      // A single title has no neighbour, and equal cosines have no order.
      inOrder: Float64Array.of(Number.NaN, Number.NaN, 0, 0),
      named: ["near"],
    });
  });

  it("gives words a higher weight if they are rare", () => {
    const titles = ["red one", "red two", "fox", "red fox"];
    const found = lists(
      titles.map((title) => engine(title, [title])),
      { "red one": 0.3, "red two": 0.5, fox: 0.4, "red fox": 0.9 },
    );
    // numpy.polyfit of the cosines on overlaps with weights log(1 + 120 / 91) for red and log(1 + 120 / 61) for fox.
    const residuals = [-0.06753904, 0.13246096, -0.08396041, 0.01903849];
    residuals.forEach((residual, place) => {
      expect(found.scores[place]).toBeCloseTo(residual, 8);
    });
  });

  describe("in a simulated collection", () => {
    const words = ["red", "fox", "old", "barn"];
    const random = seededRandom(7);
    /** Titles of one query with a random number of its words, and cosines that these words explain in part. */
    const pools = Array.from({ length: 60 }, (_, query) =>
      Array.from({ length: 60 }, (_, place) => {
        const held = words.filter(() => random() < 0.3);
        return {
          title: [...held, `x${query}y${place}`].join(" "),
          held: held.length,
          cosine: 0.1 * held.length + 0.4 * random(),
        };
      }),
    );
    type Title = (typeof pools)[number][number];
    const engineBy = (name: string, worth: (title: Title) => number, reorder?: (title: Title) => number) => {
      const rows = pools.flatMap((pool, query) => {
        const ordered = (titles: readonly Title[], by: (title: Title) => number) =>
          titles
            .map((title) => ({ title, worth: by(title) }))
            .sort((one, other) => other.worth - one.worth)
            .map(({ title }) => title);
        const first = ordered(pool, worth).slice(0, 10);
        return (reorder ? ordered(first, reorder) : first).map(({ title }, rank): Row => [query, rank, title]);
      });
      return makeLists(name, rows, pools.length);
    };
    const byWords = ["one", "two", "three", "four"].map((name) => engineBy(name, ({ held }) => held + random()));
    const cosineOf = new Map(pools.flat().map(({ title, cosine }) => [title, cosine]));
    const ask = (engines: TitleLists["engines"]) =>
      sameEmbedder({
        engines,
        reference: null,
        queryTexts: pools.map(() => words.join(" ")),
        similarity: (_, title) => cosineOf.get(title) ?? Number.NaN,
      });

    it("sameEmbedder names an engine that searches by cosine, and does not name engines that search by words", () => {
      expect(ask([...byWords, engineBy("vectors", ({ cosine }) => cosine)]).named).toEqual(["vectors"]);
      expect(ask(byWords).named).toEqual([]);
    });

    it("sameEmbedder names an engine that searches by cosine even if it shuffles its results", () => {
      const found = ask([...byWords, engineBy("shuffled", ({ cosine }) => cosine, random)]);
      expect(found.named).toEqual(["shuffled"]);
      expect(found.inOrder[4]).toBeLessThan(0.6);
    });

    it("sameEmbedder recognises by its order an engine that searches by words but orders by cosine", () => {
      const reordered = engineBy(
        "reordered",
        ({ held }) => held + random(),
        ({ cosine }) => cosine,
      );
      const found = ask([...byWords, reordered]);
      expect(found.named).toEqual(["reordered"]);
      expect(found.inOrder[4]).toBe(1);
      expect(found.scores[4]).toBeLessThan((found.median ?? 0) + 0.05);
    });

    it("sameEmbedder does not name a better search by words, because words explain its cosines", () => {
      const whole = engineBy("whole", ({ held }) => held);
      const chance = ["five", "six", "seven"].map((name) => engineBy(name, random));
      expect(ask([...chance, whole]).named).toEqual([]);
    });
  });

  describe("properties", () => {
    const titles = ["red fox", "red cat", "fox dog", "owl", "Red Fox", "cat"];
    const someLists = fc.array(fc.uniqueArray(fc.constantFrom(...titles), { minLength: 2 }), {
      minLength: 3,
      maxLength: 5,
    });
    const someCosines = fc.tuple(...titles.map(() => fc.double({ min: 0, max: 0.5, noNaN: true })));

    it("sameEmbedder returns the same scores if all cosines rise by the same amount", () => {
      fc.assert(
        fc.property(someLists, someCosines, fc.double({ min: 0, max: 0.5, noNaN: true }), (given, values, more) => {
          const engines = given.map((list, place) => engine(`${place}`, list));
          const at = (extra: number) =>
            lists(engines, Object.fromEntries(titles.map((title, place) => [title, (values[place] ?? 0) + extra])))
              .scores;
          const before = at(0);
          at(more).forEach((score, place) => {
            if (Number.isNaN(before[place])) expect(score).toBeNaN();
            else expect(score).toBeCloseTo(before[place] ?? 0, 9);
          });
        }),
        { ...runs, numRuns: 100 },
      );
    });
  });

  describe("edge cases", () => {
    it("sameEmbedder returns no median for fewer than three lists, and then names engines only because of their order", () => {
      const sorted = engine("sorted", ["red fox", "red cat"]);
      expect(lists([near, sorted], cosines)).toMatchObject({ median: null, named: ["sorted"] });
      expect(lists([near, far], cosines)).toMatchObject({ median: null, named: [] });
      expect(lists([], cosines)).toEqual({
        engines: [],
        scores: new Float64Array(0),
        median: null,
        inOrder: new Float64Array(0),
        named: [],
      });
    });

    it("sameEmbedder counts a reference that is also an engine once", () => {
      expect(lists([near, far, middle], cosines, { reference: middle }).engines).toEqual(["near", "far", "middle"]);
    });

    it("sameEmbedder returns no score for an engine with fewer than 30 queries, and no scores without query texts", () => {
      const seldom = makeLists(
        "seldom",
        Array.from({ length: 29 }, (_, query): Row => [query, 0, "owl"]),
        30,
      );
      const found = lists([seldom, near, far, middle], cosines);
      expect(found.scores[0]).toBeNaN();
      expect(found.named).toEqual(["near"]);
      const silent = lists([near, far, middle], cosines, { queryTexts: Array(30).fill(null) });
      expect(silent).toMatchObject({ median: null, named: [] });
      expect(silent.inOrder.every(Number.isNaN)).toBe(true);
    });

    it("sameEmbedder returns no share of ordered neighbours for fewer than 30 pairs", () => {
      const pairs = (count: number) => {
        const rows = Array.from({ length: 30 }, (_, query): Row[] => [
          [query, 0, "red fox"],
          ...(query < count ? [[query, 1, "red cat"] as const] : []),
        ]);
        return lists([makeLists("sorted", rows.flat(), 30), near, far], cosines).inOrder[0];
      };
      expect(pairs(29)).toBeNaN();
      expect(pairs(30)).toBe(1);
    });

    it("sameEmbedder leaves out titles without a cosine, empty titles, and repeats that differ only in case", () => {
      const odd = engine("odd", ["", "owl", "unknown", "OWL"]);
      const found = lists([odd, far, middle], { ...cosines, "": 1, OWL: 1 });
      expect(found.scores[0]).toBeCloseTo(0.15, 12);
      expect(found.inOrder[0]).toBeNaN();
    });

    it("sameEmbedder scores the first ten results, and compares with the first 50 titles of a query", () => {
      const long = (count: number) => Array.from({ length: count }, (_, place) => `title ${place}`);
      const known = { ...cosines, ...Object.fromEntries(long(50).map((title) => [title, 0.5])), beyond: 1 };
      const scoresWith = (titles: readonly string[]) => lists([engine("long", titles), near, far], known).scores;
      expect(scoresWith([...long(10), "owl"])).toEqual(scoresWith(long(10)));
      expect(scoresWith([...long(9), "owl"])[0]).toBeGreaterThan(scoresWith(long(10))[0] ?? 0);
      expect(scoresWith([...long(50), "beyond"])).toEqual(scoresWith(long(50)));
      expect(scoresWith([...long(49), "beyond"])).not.toEqual(scoresWith(long(49)));
    });

    it("sameEmbedder compares the cosines themselves if no title has a word of its query", () => {
      const found = lists([near, far, middle], cosines, { queryTexts: Array(30).fill("zebra") });
      // The mean cosine is .65.
      expect(found.scores[0]).toBeCloseTo(0.05, 12);
      expect(found.scores[1]).toBeCloseTo(-0.15, 12);
    });

    it("sameEmbedder leaves out queries with fewer than three titles", () => {
      const one = engine("one", ["owl", "red fox"]);
      expect(lists([one, one, one], cosines)).toMatchObject({ median: null, named: [] });
    });
  });
});
