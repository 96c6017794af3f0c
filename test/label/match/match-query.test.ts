import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTitle, isUntitled, keyOfClean } from "../../../src/core/titles/clean-title.ts";
import { labelReasons, type Matches, matchKinds, type ResultLists } from "../../../src/core/types.ts";
import { parseLabelFunction } from "../../../src/label/label-functions/label-function.ts";
import { type MatchContext, matchQuery, matchQueryOneToOne, unmatched } from "../../../src/label/match/match-query.ts";
import { type MatchRules, matchRuleNames, rulesWithout } from "../../../src/label/match/match-rules.ts";
import { referencePoints } from "../../../src/label/match/reference-points.ts";
import { labelMatches } from "../../../src/label/stages/measure-engine.ts";
import { rowsOfQuery } from "../../../src/lists/group-results.ts";
import { ndcg } from "../../../src/measure/measures/graded/discounted-gain.ts";
import { exactIndex } from "../../../src/model/index/exact.ts";
import { makeLists, type Row } from "../../support/make-lists.ts";
import { runs } from "../../support/property.ts";
import { atDegrees, randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";

/** Titles as directions in the plane, in degrees. Titles equal except for letter case are one point. */
type Placed = readonly [title: string, degrees: number];

interface Options {
  readonly threshold?: number;
  /** By column: identifiers of the candidate's rows and of the reference's. */
  readonly identifiers?: readonly { readonly candidate: readonly string[]; readonly reference: readonly string[] }[];
  readonly ranks?: readonly number[];
  readonly vectors?: {
    readonly candidate: (row: number) => Float32Array;
    readonly reference: (row: number) => Float32Array;
  };
  /** @default none */
  readonly rules?: Partial<MatchRules>;
  /** Titles that the model cannot read. */
  readonly unreadable?: readonly string[];
}

const noRules = rulesWithout(matchRuleNames);
const allRules = rulesWithout([]);

/** Titles compared as read, ignoring letter case, or cleaned. */
function titlesOf(
  lists: ResultLists,
  rules: MatchRules,
  vector: (row: number) => Float32Array,
  unreadable: readonly string[] = [],
) {
  const text = (row: number) => (rules.clean ? cleanTitle(lists.titles[row] ?? "") : (lists.titles[row] ?? ""));
  return {
    text,
    vector,
    key: (row: number) => {
      if (rules.untitled && isUntitled(text(row))) return null;
      return rules.clean ? keyOfClean(text(row)) : text(row).toLowerCase();
    },
    isUnreadable: (row: number) => unreadable.includes(text(row)),
  };
}

function contextOf(candidate: readonly Placed[], reference: readonly Placed[], options: Options = {}): MatchContext {
  const rows = (titles: readonly Placed[], ranks?: readonly number[]) =>
    titles.map(([title], place): Row => [0, ranks?.[place] ?? place, title]);
  const rules = { ...noRules, ...options.rules };
  const side = (
    of: "candidate" | "reference",
    engine: string,
    placed: readonly Placed[],
    ranks?: readonly number[],
  ) => {
    const lists = makeLists(engine, rows(placed, ranks), 1);
    const vector = options.vectors?.[of] ?? ((row: number) => atDegrees(placed[row]?.[1] ?? 0));
    const identifiers = (row: number) =>
      (options.identifiers ?? []).flatMap((column, place) => (column[of][row] ? [`${place} ${column[of][row]}`] : []));
    return { lists, titles: titlesOf(lists, rules, vector, options.unreadable), identifiers };
  };
  const ofReference = side("reference", "scopus", reference, options.ranks);
  return {
    candidate: side("candidate", "explorer", candidate),
    reference: ofReference,
    points: referencePoints(ofReference.lists, ofReference.titles.key),
    rules,
    threshold: options.threshold ?? null,
    veto: null,
  };
}

function match(context: MatchContext, how: typeof matchQuery): Matches {
  const points = [...context.points.rows].map((row) => [...context.reference.titles.vector(row)]);
  const dimensions = points[0]?.length ?? 0;
  const index = exactIndex({ vectors: Float32Array.from(points.flat()), dimensions, count: points.length });
  const into = unmatched(context.candidate.lists.titles.length);
  how(context, 0, index, into);
  return into;
}

/** Returns kind, reference row and reason of each row. */
function outcomes({ kinds, referenceRows, reasons }: Matches): string[] {
  return Array.from(kinds, (kind, row) =>
    [matchKinds[kind], referenceRows[row], labelReasons[reasons[row] ?? 0]].join(" ").trim(),
  );
}

/** Returns kind and reference row of each row. */
function pairs(matches: Matches): string[] {
  return [...matches.kinds].map((kind, row) => `${matchKinds[kind]} ${matches.referenceRows[row]}`);
}

const ways = [
  { name: "nearest", how: matchQuery },
  { name: "one-to-one", how: matchQueryOneToOne },
] as const;

describe("unmatched", () => {
  it("returns no match and no numbers for every row", () => {
    const matches = unmatched(2);
    expect(pairs(matches)).toEqual(["none -1", "none -1"]);
    expect([...matches.similarities, ...matches.margins]).toEqual(Array(4).fill(Number.NaN));
  });
});

describe("matchQuery", () => {
  it("does not treat a match of two empty titles as exact, because they may be different documents", () => {
    const empty: readonly Placed[] = [["", 10]];
    expect(pairs(match(contextOf(empty, empty), matchQuery))).toEqual(["semantic 0"]);
  });

  it("matches every row to its nearest reference title, even if two rows have the same match", () => {
    const matches = match(
      contextOf(
        [
          ["x", 10],
          ["y", 15],
          ["z", 80],
        ],
        [
          ["far", 90],
          ["near", 0],
        ],
      ),
      matchQuery,
    );
    expect(pairs(matches)).toEqual(["semantic 1", "semantic 1", "semantic 0"]);
    // cos 10 degrees; cos 10 - cos 80 degrees.
    expect(matches.similarities[0]).toBeCloseTo(0.984808, 6);
    expect(matches.margins[0]).toBeCloseTo(0.984808 - 0.173648, 6);
  });

  it("treats a match as exact if the titles are equal except for letter case", () => {
    const matches = match(
      contextOf(
        [
          ["Deep Learning", 0],
          ["deep learning!", 0],
        ],
        [["deep learning", 0]],
      ),
      matchQuery,
    );
    expect(pairs(matches)).toEqual(["exact 0", "semantic 0"]);
  });

  it("returns the reference row with the smallest rank of a point", () => {
    const reference: readonly Placed[] = [
      ["SAME", 0],
      ["same", 0],
    ];
    const context = contextOf([["same", 0]], reference, { ranks: [7, 3] });
    expect(pairs(match(context, matchQuery))).toEqual(["exact 1"]);
  });

  it("prefers an identifier to the title", () => {
    const identifiers = [{ candidate: ["doi:2", ""], reference: ["doi:1", "doi:2"] }];
    const candidate: readonly Placed[] = [
      ["x", 0],
      ["y", 0],
    ];
    const reference: readonly Placed[] = [
      ["near", 0],
      ["far", 90],
    ];
    const matches = match(contextOf(candidate, reference, { identifiers }), matchQuery);
    expect(pairs(matches)).toEqual(["exact 1", "semantic 0"]);
    // The identified point is at 90 degrees, another one at 0, so the margin is negative.
    expect(matches.similarities[0]).toBeCloseTo(0, 6);
    expect(matches.margins[0]).toBeCloseTo(-1, 6);
  });

  describe("matchQuery in edge cases", () => {
    it("does not match titles below the threshold, but returns the similarity of the nearest title", () => {
      const candidate: readonly Placed[] = [
        ["x", 59],
        ["y", 61],
      ];
      const matches = match(contextOf(candidate, [["r", 0]], { threshold: 0.5 }), matchQuery);
      expect(pairs(matches)).toEqual(["semantic 0", "none -1"]);
      expect(matches.similarities[1]).toBeCloseTo(0.48481, 5);
      expect(matches.margins[1]).toBeCloseTo(1.48481, 5);
    });

    it("matches a title whose similarity equals the threshold", () => {
      const context = contextOf([["x", 0]], [["r", 0]], { threshold: 1 });
      expect(pairs(match(context, matchQuery))).toEqual(["semantic 0"]);
    });

    it("matches an identifier even below the threshold", () => {
      const identifiers = [{ candidate: ["id"], reference: ["id"] }];
      const context = contextOf([["x", 90]], [["r", 0]], { threshold: 0.9, identifiers });
      expect(pairs(match(context, matchQuery))).toEqual(["exact 0"]);
    });

    it("never treats two empty identifiers as equal", () => {
      const identifiers = [{ candidate: [""], reference: ["", ""] }];
      const reference: readonly Placed[] = [
        ["far", 90],
        ["near", 0],
      ];
      expect(pairs(match(contextOf([["x", 0]], reference, { identifiers }), matchQuery))).toEqual(["semantic 1"]);
    });

    it("tries identifiers in their order, and prefers the smallest rank among rows with the same identifier", () => {
      const reference: readonly Placed[] = [
        ["a", 0],
        ["b", 30],
        ["c", 60],
      ];
      const doi = { candidate: ["", "doi"], reference: ["", "", "doi"] };
      const isbn = { candidate: ["isbn", "isbn"], reference: ["isbn", "isbn", ""] };
      const candidate: readonly Placed[] = [
        ["x", 30],
        ["y", 30],
      ];
      const context = contextOf(candidate, reference, { identifiers: [doi, isbn], ranks: [5, 2, 9] });
      expect(pairs(match(context, matchQuery))).toEqual(["exact 1", "exact 2"]);
    });

    it("fills in only the rows of its query", () => {
      const reference = makeLists(
        "scopus",
        [
          [0, 0, "a"],
          [1, 0, "b"],
        ],
        2,
      );
      const candidate = makeLists(
        "explorer",
        [
          [1, 0, "b"],
          [0, 0, "a"],
        ],
        2,
      );
      const side = (lists: ResultLists) => ({
        lists,
        titles: titlesOf(lists, noRules, () => atDegrees(0)),
        identifiers: () => [],
      });
      const context: MatchContext = {
        candidate: side(candidate),
        reference: side(reference),
        points: referencePoints(reference, (row) => reference.titles[row] ?? ""),
        rules: noRules,
        threshold: null,
        veto: null,
      };
      const into = unmatched(2);
      matchQuery(context, 1, exactIndex({ vectors: atDegrees(0), dimensions: 2, count: 1 }), into);
      expect(pairs(into)).toEqual(["exact 1", "none -1"]);
      expect(into.similarities[1]).toBeNaN();
    });
  });
});

/** Identifiers first, then equal titles, then meaning. A reference title counts once. */
describe("the default rules", () => {
  const underAll = (candidate: readonly Placed[], reference: readonly Placed[], options: Options = {}) =>
    outcomes(match(contextOf(candidate, reference, { threshold: 0.4, rules: allRules, ...options }), matchQuery));

  it("prefer the equal title to a title that has a smaller rank and the same vector", () => {
    const reference: readonly Placed[] = [
      ["Pêche in Maine", 0],
      ["Péché in Maine", 0],
    ];
    expect(underAll([["péché in Maine.", 0]], reference)).toEqual(["exact 1"]);
    // The model cannot distinguish the two, so without the rule the smaller rank wins.
    const without = contextOf([["Péché in Maine", 0]], reference);
    expect(
      outcomes(match({ ...without, points: referencePoints(without.reference.lists, () => "same") }, matchQuery)),
    ).toEqual(["exact 0"]);
  });

  it.each([
    ["a leading space", " Urban heat"],
    ["a no-break space", "Urban\u00a0heat"],
    ["a soft hyphen", "Ur\u00adban heat"],
    ["a zero-width space", "Urban\u200b heat"],
    ["capitals", "URBAN HEAT"],
    ["a closing period", "Urban heat."],
    ["markup", "<i>Urban</i> heat"],
    ["an ellipsis", "Urban heat …"],
  ])("treat a title as equal despite %s", (_, title) => {
    expect(underAll([[title, 30]], [["Urban heat", 0]])).toEqual(["exact 0"]);
    expect(underAll([["Urban heat", 30]], [[title, 0]])).toEqual(["exact 0"]);
  });

  it("use a reference title once: for the equal title, otherwise for the first match", () => {
    const reference: readonly Placed[] = [
      ["a", 0],
      ["b", 90],
    ];
    const candidate: readonly Placed[] = [
      ["near a", 5],
      ["A", 0],
      ["near b", 80],
      ["nearer b", 85],
      ["a", 0],
    ];
    expect(underAll(candidate, reference)).toEqual([
      "semantic 0 repeat",
      "exact 0",
      "semantic 1",
      "semantic 1 repeat",
      "exact 0 repeat",
    ]);
  });

  it("prefer the result with the reference's title to a result that only shares its identifier", () => {
    const candidate: readonly Placed[] = [
      ["boats", 80],
      ["ships", 0],
    ];
    const doi = { candidate: ["10.1000/book", "10.1000/book"], reference: ["10.1000/book"] };
    expect(underAll(candidate, [["ships", 0]], { identifiers: [doi] })).toEqual(["exact 0 repeat", "exact 0"]);
    const spellings: readonly Placed[] = [
      ["ships: protocol", 10],
      ["ships", 0],
    ];
    expect(underAll(spellings, [["ships", 0]], { identifiers: [doi] })).toEqual(["exact 0", "exact 0 repeat"]);
  });

  it("leave out results that are too dissimilar, have no title, or cannot be read", () => {
    const candidate: readonly Placed[] = [
      ["off topic", 70],
      ["", 0],
      ["[No title available]", 0],
      ["😀", 0],
      ["😀😀", 0],
    ];
    const reference: readonly Placed[] = [
      ["n/a", 0],
      ["a", 0],
      ["😀😀", 0],
    ];
    expect(underAll(candidate, reference, { unreadable: ["😀", "😀😀"] })).toEqual([
      "none -1 too-far",
      "none -1 no-title",
      "none -1 no-title",
      "none -1 unreadable",
      "exact 2",
    ]);
  });

  it("never match the nearest title if it cannot be read", () => {
    const reference: readonly Placed[] = [
      ["😀", 0],
      ["a", 20],
    ];
    expect(underAll([["b", 0]], reference, { unreadable: ["😀"] })).toEqual(["semantic 1"]);
  });

  it("match a title that was cut to the only title in the other list with the same beginning", () => {
    const whole = "Deep learning for medical images in hospitals";
    const other = "Deep learning for medical records";
    expect(
      underAll(
        [["Deep learning for medical im…", 60]],
        [
          [other, 60],
          [whole, 0],
        ],
      ),
    ).toEqual(["exact 1"]);
    expect(underAll([[whole, 60]], [["Deep learning for medical im ...", 0]])).toEqual(["exact 0"]);
    // Two titles have this beginning, so the nearest one is matched.
    expect(
      underAll(
        [["Deep learning for medical …", 0]],
        [
          [other, 60],
          [whole, 0],
        ],
      ),
    ).toEqual(["semantic 1"]);
    // Too short to identify a title.
    expect(underAll([["Deep learning…", 30]], [[whole, 0]])).toEqual(["semantic 0"]);
  });

  it("prefer an identifier to an equal title", () => {
    const reference: readonly Placed[] = [
      ["a", 0],
      ["b", 90],
    ];
    const identifiers = [{ candidate: ["doi:1"], reference: ["", "doi:1"] }];
    expect(underAll([["a", 0]], reference, { identifiers })).toEqual(["exact 1"]);
  });

  it("never give an nDCG above 1, and never use a reference title twice", () => {
    const labelFunction = parseLabelFunction("inverse");
    const titles = fc.array(fc.tuple(fc.constantFrom("a", "B", "b.", "c", " d", ""), fc.integer({ min: 0, max: 90 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(titles, titles, (candidate, reference) => {
        const context = contextOf(candidate, reference, { threshold: 0.4, rules: allRules });
        fc.pre(context.points.rows.length > 0);
        const referenceLabels = Float64Array.from(context.reference.lists.ranks, labelFunction.labelOf);
        const matches = match(context, matchQuery);
        const ideal = Float64Array.from(context.points.rows, (row) => referenceLabels[row] ?? 0);
        expect(ndcg(labelMatches(matches, referenceLabels), ideal)).toBeLessThanOrEqual(1 + 1e-9);
        const own = matches.referenceRows.filter((row, place) => row >= 0 && matches.reasons[place] === 0);
        expect(new Set(own).size).toBe(own.length);
      }),
      runs,
    );
  });
});

describe("matchQueryOneToOne", () => {
  it("leaves a result unmatched if matching it would split a perfect pair", () => {
    // Cosines: A-p 1, A-q .45, B-p .45, B-q below .4. Matching both would sum to .9, A alone to 1.
    const degreesOf = (cosine: number) => (Math.acos(cosine) * 180) / Math.PI;
    const candidate: Placed[] = [
      ["A", 0],
      ["B", -degreesOf(0.45)],
    ];
    const reference: Placed[] = [
      ["p", 0],
      ["q", degreesOf(0.45)],
    ];
    expect(pairs(match(contextOf(candidate, reference, { threshold: 0.4 }), matchQueryOneToOne))).toEqual([
      "semantic 0",
      "none -1",
    ]);
  });

  it("reaches the largest sum of similarities of all assignments above the threshold", () => {
    const largest = (cosines: readonly (readonly number[])[], row: number, taken: ReadonlySet<number>): number => {
      const own = cosines[row];
      if (own === undefined) return 0;
      const choices = own.flatMap((cosine, point) =>
        cosine < 0.3 || taken.has(point) ? [] : [cosine + largest(cosines, row + 1, new Set([...taken, point]))],
      );
      return Math.max(largest(cosines, row + 1, taken), ...choices);
    };
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 1, maxLength: 5 }),
        (own, others) => {
          const candidate = own.map((degrees, row): Placed => [`c${row}`, degrees]);
          const reference = others.map((degrees, row): Placed => [`r${row}`, degrees]);
          const matches = match(contextOf(candidate, reference, { threshold: 0.3 }), matchQueryOneToOne);
          const reached = matches.similarities.reduce(
            (sum, cosine, row) => sum + ((matches.referenceRows[row] ?? -1) < 0 ? 0 : cosine),
            0,
          );
          const cosines = own.map((one) => others.map((other) => Math.cos(((one - other) * Math.PI) / 180)));
          expect(reached).toBeCloseTo(largest(cosines, 0, new Set()), 5);
        },
      ),
      runs,
    );
  });

  it("uses each point once, and reaches the largest sum of similarities", () => {
    // A greedy method would give "x" the point at 0 (cos 10) and "y" cos 91, which is a smaller sum.
    const candidate: readonly Placed[] = [
      ["x", 10],
      ["y", -5],
    ];
    const reference: readonly Placed[] = [
      ["a", 0],
      ["b", 86],
    ];
    const matches = match(contextOf(candidate, reference), matchQueryOneToOne);
    expect(pairs(matches)).toEqual(["semantic 1", "semantic 0"]);
    // "x" gets the farther point: cos 76 - cos 10 degrees.
    expect(matches.margins[0]).toBeCloseTo(0.241922 - 0.984808, 6);
    expect(matches.margins[1]).toBeCloseTo(0.996195 - -0.017452, 6);
  });

  it("gives the earlier of two rows with equal titles the better point", () => {
    const candidate: readonly Placed[] = [
      ["same", 1],
      ["same", 1],
    ];
    const reference: readonly Placed[] = [
      ["worse", 50],
      ["better", 0],
    ];
    expect(pairs(match(contextOf(candidate, reference), matchQueryOneToOne))).toEqual(["semantic 1", "semantic 0"]);
  });

  it("assigns equally near points in rank order", () => {
    const candidate: readonly Placed[] = [
      ["x", 0],
      ["x", 0],
    ];
    const reference: readonly Placed[] = [
      ["a", 20],
      ["b", -20],
      ["c", 20],
    ];
    expect(pairs(match(contextOf(candidate, reference), matchQueryOneToOne))).toEqual(["semantic 0", "semantic 1"]);
  });

  it("uses the points with the smallest ranks if assignments are equally good", () => {
    const candidate: readonly Placed[] = [
      ["x", 0],
      ["y", -40],
    ];
    const reference: readonly Placed[] = [
      ["a", -40],
      ["b", 40],
      ["c", -40],
    ];
    // "x" is equally near to each point, and "y" is at the first and the last, so the last is not used.
    expect(pairs(match(contextOf(candidate, reference), matchQueryOneToOne))).toEqual(["semantic 1", "semantic 0"]);
  });

  describe("matchQueryOneToOne for random vectors", () => {
    const sizes = { candidates: fc.integer({ min: 1, max: 12 }), references: fc.integer({ min: 1, max: 12 }) };
    const dimensions = 6;
    const labelFunction = parseLabelFunction("inverse");

    /** Candidates and references in random directions. Neighbouring seeds are unrelated. */
    function randomContext(seed: number, candidates: number, references: number, threshold?: number): MatchContext {
      const vectors = randomUnitVectors(candidates + references, dimensions, seed);
      const titles = (count: number, letter: string) =>
        Array.from({ length: count }, (_, row): Placed => [`${letter}${row}`, 0]);
      return contextOf(titles(candidates, "c"), titles(references, "r"), {
        ...(threshold === undefined ? {} : { threshold }),
        vectors: {
          candidate: (row) => vectorAt(vectors, dimensions, row),
          reference: (row) => vectorAt(vectors, dimensions, candidates + row),
        },
      });
    }

    it("never lets ndcg_reference exceed 1, unlike nearest matching", () => {
      let aboveOne = 0;
      fc.assert(
        fc.property(fc.integer(), sizes.candidates, sizes.references, (seed, candidates, references) => {
          const context = randomContext(seed, candidates, references);
          const referenceLabels = Float64Array.from(context.reference.lists.ranks, labelFunction.labelOf);
          const ideal = Float64Array.from(context.points.rows, (row) => referenceLabels[row] ?? 0);
          const reached = (how: typeof matchQuery) => {
            const labels = labelMatches(match(context, how), referenceLabels);
            return ndcg(
              Float64Array.from(rowsOfQuery(context.candidate.lists, 0), (row) => labels[row] ?? 0),
              ideal,
            );
          };
          expect(reached(matchQueryOneToOne)).toBeLessThanOrEqual(1 + 1e-9);
          if (reached(matchQuery) > 1 + 1e-9) aboveOne++;
        }),
        runs,
      );
      // Otherwise the property above would be trivial.
      expect(aboveOne).toBeGreaterThan(10);
    });

    it("matches at most as many rows as there are points, and each point at most once", () => {
      fc.assert(
        fc.property(fc.integer(), sizes.candidates, sizes.references, (seed, candidates, references) => {
          const { referenceRows } = match(randomContext(seed, candidates, references), matchQueryOneToOne);
          const used = [...referenceRows].filter((row) => row >= 0);
          expect(new Set(used).size).toBe(used.length);
          expect(used.length).toBe(Math.min(candidates, references));
        }),
        runs,
      );
    });

    it("does not match pairs below the threshold, and uses at least as many points as nearest matching", () => {
      const threshold = 0.3;
      fc.assert(
        fc.property(fc.integer(), sizes.candidates, sizes.references, (seed, candidates, references) => {
          const context = randomContext(seed, candidates, references, threshold);
          const { kinds, similarities } = match(context, matchQueryOneToOne);
          const matched = [...similarities].filter((_, row) => kinds[row] !== 0);
          expect(matched.every((similarity) => similarity >= threshold)).toBe(true);
          const nearest = match(context, matchQuery);
          const distinct = new Set([...nearest.referenceRows].filter((row) => row >= 0));
          expect(matched.length).toBeGreaterThanOrEqual(distinct.size);
        }),
        runs,
      );
    });

    it("gives rows with equal titles the best points, and gives the better points to the earlier rows", () => {
      // Degrees on both sides of the candidates, with cosines equal to the last bit.
      const degrees = fc.array(fc.constantFrom(20, -20, 50, -50, 80, -80), { minLength: 1, maxLength: 10 });
      fc.assert(
        fc.property(degrees, fc.integer({ min: 1, max: 6 }), (references, candidates) => {
          fc.pre(candidates <= references.length);
          const context = contextOf(
            Array.from({ length: candidates }, () => ["same", 0] as const),
            references.map((angle, row): Placed => [`r${row}`, angle]),
          );
          const { referenceRows } = match(context, matchQueryOneToOne);
          const wanted = [...references.keys()]
            .sort((one, other) => Math.abs(references[one] ?? 0) - Math.abs(references[other] ?? 0) || one - other)
            .slice(0, candidates);
          expect([...referenceRows].sort(), "points used").toEqual(wanted.toSorted());
          const angles = (rows: Iterable<number>) => Array.from(rows, (row) => Math.abs(references[row] ?? 0));
          expect(angles(referenceRows), "by position").toEqual(angles(wanted));
        }),
        runs,
      );
    });

    it("returns the same matches as nearest matching if no two rows have the same nearest point", () => {
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 1, max: 3 }), (seed, candidates) => {
          const context = randomContext(seed, candidates, 12);
          const nearest = match(context, matchQuery);
          fc.pre(new Set(nearest.referenceRows).size === candidates);
          expect(match(context, matchQueryOneToOne)).toEqual(nearest);
        }),
        runs,
      );
    });
  });

  describe("matchQueryOneToOne in edge cases", () => {
    it("leaves the worst rows unmatched if there are more rows than points, but returns their similarity", () => {
      const candidate: readonly Placed[] = [
        ["x", 40],
        ["y", 0],
        ["z", 20],
      ];
      const matches = match(contextOf(candidate, [["r", 0]]), matchQueryOneToOne);
      expect(pairs(matches)).toEqual(["none -1", "semantic 0", "none -1"]);
      expect(matches.similarities[0]).toBeCloseTo(0.766044, 6);
    });

    it("gives an identified point to the row with its identifier, and to no other row", () => {
      const candidate: readonly Placed[] = [
        ["x", 0],
        ["y", 80],
      ];
      const reference: readonly Placed[] = [
        ["a", 0],
        ["b", 90],
      ];
      const identifiers = [{ candidate: ["", "id"], reference: ["id", ""] }];
      const matches = match(contextOf(candidate, reference, { identifiers }), matchQueryOneToOne);
      expect(pairs(matches)).toEqual(["semantic 1", "exact 0"]);
    });

    it("matches a second row with the same identifier by its title to another point", () => {
      const candidate: readonly Placed[] = [
        ["x", 0],
        ["x again", 0],
      ];
      const reference: readonly Placed[] = [
        ["a", 0],
        ["b", 90],
      ];
      const identifiers = [{ candidate: ["id", "id"], reference: ["id", ""] }];
      const matches = match(contextOf(candidate, reference, { identifiers }), matchQueryOneToOne);
      expect(pairs(matches)).toEqual(["exact 0", "semantic 1"]);
    });
  });
});

describe.each(ways)("matching in both ways: $name", ({ how }) => {
  it("does not change the lists", () => {
    const context = contextOf([["x", 10]], [["r", 0]]);
    const given = () => [context.candidate.lists, context.reference.lists, context.points];
    const before = structuredClone(given());
    match(context, how);
    expect(given()).toEqual(before);
  });

  it("returns similarity + 1 as the margin if there is a single point", () => {
    const { similarities, margins } = match(contextOf([["x", 60]], [["r", 0]]), how);
    expect(margins[0]).toBe((similarities[0] ?? 0) + 1);
  });
});

describe.each(ways)("a veto in $name matching", ({ how }) => {
  /** Refuses some pairs of a row and a point. */
  const refusing =
    (...refused: readonly (readonly [row: number, point: number])[]) =>
    (row: number, point: number) =>
      refused.some(([ofRow, ofPoint]) => row === ofRow && point === ofPoint);
  const reference: readonly Placed[] = [
    ["far", 60],
    ["near", 0],
    ["nearer", 20],
  ];

  it("allows the nearest title that is not refused, with a negative margin to the refused title", () => {
    const context = { ...contextOf([["x", 19]], reference), veto: refusing([0, 2]) };
    const matches = match(context, how);
    expect(pairs(matches)).toEqual(["semantic 1"]);
    // cos 19 degrees; cos 19 - cos 1 degrees.
    expect(matches.similarities[0]).toBeCloseTo(0.945519, 6);
    expect(matches.margins[0]).toBeCloseTo(0.945519 - 0.999848, 6);
  });

  it("prevents a match if it refuses every title, but the similarity of the nearest title is returned", () => {
    const context = { ...contextOf([["x", 19]], reference), veto: refusing([0, 0], [0, 1], [0, 2]) };
    const matches = match(context, how);
    expect(pairs(matches)).toEqual(["none -1"]);
    expect(matches.similarities[0]).toBeCloseTo(0.999848, 6);
    expect(matches.margins[0]).toBeCloseTo(0.999848 - 0.945519, 6);
  });

  it("prevents a match if the titles that it allows are below the threshold", () => {
    // cos 19 degrees is .9455.
    const at = (threshold: number) => ({ ...contextOf([["x", 19]], reference, { threshold }), veto: refusing([0, 2]) });
    expect(pairs(match(at(0.95), how))).toEqual(["none -1"]);
    expect(pairs(match(at(0.94), how))).toEqual(["semantic 1"]);
  });

  it("never refuses an exact title or an identifier", () => {
    const everything = { veto: () => true };
    expect(pairs(match({ ...contextOf([["NEARER", 20]], reference), ...everything }, how))).toEqual(["exact 2"]);
    const identifiers = [{ candidate: ["d1"], reference: ["d1", "", ""] }];
    const identified = contextOf([["x", 20]], reference, { identifiers });
    expect(pairs(match({ ...identified, ...everything }, how))).toEqual(["exact 0"]);
  });

  it("changes nothing if it refuses no pair", () => {
    const context = contextOf(
      [
        ["x", 19],
        ["y", 50],
        ["z", 1],
        ["more", 2],
      ],
      reference,
    );
    expect(match({ ...context, veto: () => false }, how)).toEqual(match(context, how));
  });

  it("prevents every match that it refuses", () => {
    const angle = fc.integer({ min: 0, max: 89 });
    fc.assert(
      fc.property(
        fc.array(angle, { maxLength: 5 }),
        fc.array(angle, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (xs, rs, seed) => {
          const veto = (row: number, point: number) => ((seed >> ((row * 5 + point) % 30)) & 1) === 1;
          const context = contextOf(
            xs.map((degrees, place) => [`x${place}`, degrees]),
            rs.map((degrees, place) => [`r${place}`, degrees]),
          );
          const matches = match({ ...context, veto }, how);
          matches.referenceRows.forEach((point, row) => {
            if (point >= 0) expect(veto(row, point)).toBe(false);
            // Nearest matching leaves no row unmatched that any point may match.
            else if (how === matchQuery) expect(rs.every((_, other) => veto(row, other))).toBe(true);
          });
        },
      ),
      runs,
    );
  });
});

describe("matchQueryOneToOne with a veto", () => {
  it("gives the title of a refused pair to another row", () => {
    const candidate: readonly Placed[] = [
      ["x", 0],
      ["y", 30],
    ];
    const context = contextOf(candidate, [["r", 0]]);
    expect(pairs(match(context, matchQueryOneToOne))).toEqual(["semantic 0", "none -1"]);
    const vetoed = { ...context, veto: (row: number) => row === 0 };
    expect(pairs(match(vetoed, matchQueryOneToOne))).toEqual(["none -1", "semantic 0"]);
  });
});
