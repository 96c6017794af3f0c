/** What does `gold` say of the engines measured on a gold set? */
import { at } from "../core/at.ts";
import { type Block, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import { counted } from "../core/text/wording.ts";
import { enginesInOrder, type GoldDocument, sayPooledLevels } from "./gold-report.ts";
import type { MeasuredEngine, MeasuredNdcg } from "./measure-gold-engines.ts";
import { holesOfGold, sayVerdict } from "./unrated-results.ts";

export function goldBlocks(document: GoldDocument, engines: readonly MeasuredEngine[], withNotes: boolean): Block[] {
  return [
    textBlock(headline(document)),
    ...differenceTable(document),
    ...engineTables(enginesInOrder(engines)),
    ...(withNotes ? document.notes.map((note) => textBlock(note)) : []),
  ];
}

export function* goldRows(engines: readonly MeasuredEngine[]): Iterable<readonly string[]> {
  yield [
    ...["engine", "measure", "mean", "low", "high", "lower", "upper"],
    ...["holes", "results", "hole_share", "missing", "without_own", "fall", "own_pairs"],
  ];
  for (const { name, measures, holes, missing, withoutOwn } of enginesInOrder(engines)) {
    for (const [place, { measure, mean, interval, lower, upper }] of measures.entries()) {
      // Taking out an engine's own pairs is measured with linear gain, which comes first.
      const own = place === 0 ? [withoutOwn.mean, withoutOwn.fall].map(String) : ["", ""];
      yield [
        ...[name, measure],
        ...[mean, ...interval, lower, upper, holes.count, holes.results, holes.share, missing].map(String),
        ...[...own, String(withoutOwn.pairs)],
      ];
    }
  }
}

function headline(document: GoldDocument): string {
  const { queries, pairs, pooled, ratings, raters, by, flagged, belowMinimum, unrated } = document;
  const out = [
    flagged > 0 && `${flagged} flagged`,
    belowMinimum > 0 && `${belowMinimum} with too few ratings`,
    unrated > 0 && `${unrated} unrated`,
  ].filter(Boolean);
  const rest = out.length === 0 ? "" : ` (of ${pooled}: ${out.join(", ")})`;
  return (
    `${counted(queries, "query", "queries")}, ${counted(pairs, "pair")} with a label${rest}. ` +
    `${counted(ratings, "rating")} of ${raters.join(", ")}; labels by ${by}.`
  );
}

/** Differences come first, because they hold where levels do not. */
function differenceTable(document: GoldDocument): Block[] {
  const { comparison } = document;
  if (comparison === null || comparison.pairs.length === 0) return [];
  const { measure, pairs } = comparison;
  const holes = holesOfGold(document);
  const digits = 4;
  return [
    tableOf("gold-differences", `Differences in ${measure}, query by query`, pairs, [
      column("engine", "text", ({ better }) => better),
      column("ahead of", "text", ({ worse }) => worse),
      column("by", "measure", ({ difference }) => difference, { digits }),
      column("95 %", "interval", ({ interval }) => interval, { digits }),
      column("p (Holm)", "probability", ({ p }) => p),
      column("verdict", "text", (pair) => sayVerdict(pair, holes)),
    ]),
  ];
}

function engineTables(engines: readonly MeasuredEngine[]): Block[] {
  const [best] = engines;
  if (best === undefined) return [];
  const digits = 4;
  return [
    tableOf(
      "gold-engines",
      "Engines on the gold set (bounds: the mean lies between them, whatever ratings the unrated results get)",
      engines,
      [
        column("engine", "text", ({ name }) => name),
        ...best.measures.flatMap(({ measure }, place) => [
          column<MeasuredEngine>(measure, "measure", ({ measures }) => at(measures, place).mean, { digits }),
          column<MeasuredEngine>("95 %", "interval", ({ measures }) => at(measures, place).interval, { digits }),
          column<MeasuredEngine>("bounds", "interval", ({ measures }) => boundsOf(at(measures, place)), { digits }),
        ]),
        column("not rated", "count", ({ holes }) => holes.count),
        column("of results", "count", ({ holes }) => holes.results),
        column("share", "share", ({ holes }) => holes.share),
      ],
    ),
    noteBlock(sayPooledLevels(at(best.measures, 0).measure)),
    tableOf(
      "gold-own",
      "Without the labels of what only the engine itself returned: how a later engine will fare",
      engines,
      [
        column("engine", "text", ({ name }) => name),
        column(at(best.measures, 0).measure, "measure", ({ measures }) => at(measures, 0).mean, { digits }),
        column("without own", "measure", ({ withoutOwn }) => withoutOwn.mean, { digits }),
        column("fall", "measure", ({ withoutOwn }) => withoutOwn.fall, { digits }),
        column("own pairs", "count", ({ withoutOwn }) => withoutOwn.pairs),
      ],
    ),
  ];
}

function boundsOf({ lower, upper }: MeasuredNdcg): [number, number] {
  return [lower, upper];
}
