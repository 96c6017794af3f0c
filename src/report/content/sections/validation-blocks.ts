/**
 * What did `validate` find: do labels order engines as people do, and does a label mean what it says?
 */

import { counted } from "../../../core/text/wording.ts";
import { baselineTitles } from "../../../trust/trust-verdict.ts";
import { baselineNames } from "../../../trust/validate-labels.ts";
import type { SourceReport, ValidationReport } from "../../../trust/validation-report.ts";
import { columns, plotBlock, tableBlock, textBlock } from "../report-blocks.ts";
import type { ReportBlock } from "../run-report.ts";
import { sayShare } from "../say-numbers.ts";

export function validationBlocks(report: ValidationReport): ReportBlock[] {
  const sources: readonly (readonly [string, SourceReport])[] = [
    ...(report.labels === null ? [] : [["labels", report as SourceReport] as const]),
    ...Object.entries(report.proxies),
  ];
  return [
    ...sources.slice(1).map(([name, { verdict }]) => textBlock(`${name}: ${verdict}`)),
    ...(report.gold === null
      ? []
      : [
          textBlock(
            `Against ${report.measure} by people (${report.gold}) on ${counted(report.queries, "rated query", "rated queries")} and ${counted(report.engines, "engine")}` +
              (report.unjudgedShare === null
                ? "."
                : `; ${sayShare(report.unjudgedShare)} of the first results were judged by nobody.`),
          ),
        ]),
    ...orderBlocks(report, sources),
    ...reliabilityBlocks(sources),
    ...(report.means.length === 0 ? [] : [meansBlock(report)]),
    ...pairBlocks(sources),
    ...conclusionBlocks(sources),
    ...holeBlocks(report),
  ];
}

type Sources = readonly (readonly [name: string, source: SourceReport])[];

function orderBlocks({ baselines, draws }: ValidationReport, sources: Sources): ReportBlock[] {
  const known = sources.filter(([, { tauB }]) => tauB !== null);
  if (known.length === 0) return [];
  const free = baselineNames.flatMap((name) => {
    const tau = baselines?.[name] ?? null;
    return tau === null ? [] : [{ name: `free: ${baselineTitles[name]}`, tau }];
  });
  // A range has no value of its own: the middle stands for it.
  const range = (series: string, interval: readonly [number, number] | null | undefined) =>
    interval == null ? [] : [{ series, value: (interval[0] + interval[1]) / 2, interval }];
  return [
    plotBlock(
      "trust-order",
      {
        ...{
          shape: "intervals",
          title: "Agreement with people's order of the engines",
          marks: [{ value: 0, label: "no relation" }],
        },
        description: `Kendall's τ-b of labels and people with its 95 % interval, and where chance lies: the middle 95 % of ${counted(draws, "draw")} of labels dealt out anew to a query's titles, and permuted inside each list. The points of chance are the middles of their ranges.`,
        axis: { title: "Kendall's τ-b", from: null, to: 1 },
        groups: [
          ...known.map(([name, { tauB }]) => ({
            name,
            points: [
              ...(tauB?.observed == null
                ? []
                : [{ series: "observed", value: tauB.observed, interval: tauB.interval }]),
              ...range("chance: titles", tauB?.nullTitle),
              ...range("chance: lists", tauB?.nullList),
            ],
          })),
          ...free.map(({ name, tau }) => ({ name, points: [{ series: "observed", value: tau, interval: null }] })),
        ],
      },
      {
        columns: [
          ...columns("text", ""),
          ...columns("measure", "τ-b", "low", "high"),
          ...columns("measure", "chance of titles: low", "high"),
          ...columns("measure", "chance of lists: low", "high"),
          ...columns("measure", "τ-AP", "Spearman", "upper half τ-b"),
        ],
        rows: [
          ...known.map(([name, { tauB, tauAp, spearman, upperHalfTauB }]) => [
            ...[name, tauB?.observed ?? null],
            ...[tauB?.interval, tauB?.nullTitle, tauB?.nullList].flatMap((ends) => [
              ends?.[0] ?? null,
              ends?.[1] ?? null,
            ]),
            ...[tauAp, spearman, upperHalfTauB],
          ]),
          ...free.map(({ name, tau }) => [name, tau, ...new Array<null>(9).fill(null)]),
        ],
      },
    ),
    textBlock(
      "Above chance of titles: the labels say something. Above chance of lists: their ranks too. Above what is free: worth their price.",
    ),
  ];
}

function reliabilityBlocks(sources: Sources): ReportBlock[] {
  const known = sources.flatMap(([name, { labels }]) =>
    labels == null || labels.reliability.length === 0 ? [] : [{ name, labels }],
  );
  if (known.length === 0) return [];
  return [
    plotBlock(
      "trust-reliability",
      {
        ...{ shape: "curves", title: "Reliability of single labels", diagonal: true },
        description:
          "Results in groups of equal size by label: the mean label, as a share of the largest, against the share that people find relevant. On the line a label means what it says.",
        ...{
          x: { title: "label, as a share of the largest", from: 0, to: 1 },
          y: { title: "share relevant to people", from: 0, to: 1 },
        },
        series: known.map(({ name, labels }) => ({
          name,
          points: labels.reliability.map(({ predicted, observed }) => [predicted, observed] as const),
        })),
      },
      {
        columns: [
          ...columns("text", ""),
          ...columns("count", "results"),
          ...columns("measure", "label, as a share", "share relevant"),
        ],
        rows: known.flatMap(({ name, labels }) =>
          labels.reliability.map(({ count, predicted, observed }) => [name, count, predicted, observed]),
        ),
      },
    ),
    tableBlock("trust-labels", "Labels of single results", {
      columns: [
        ...columns("text", ""),
        ...columns("measure", "AUC", "average precision", "prevalence"),
        ...columns("measure", "κ", "weighted κ", "calibration error"),
      ],
      rows: known.map(({ name, labels }) => [
        ...[name, labels.auc, labels.averagePrecision, labels.prevalence],
        ...[labels.kappa, labels.weightedKappa, labels.calibrationError],
      ]),
    }),
  ];
}

function meansBlock({ means, measure, sameEmbedder, sameEmbedderScores }: ValidationReport): ReportBlock {
  return tableBlock(
    "trust-engines",
    `Engines by labels and by people's ${measure}, best by people first`,
    {
      columns: [
        ...columns("text", "engine"),
        ...columns("measure", "by labels", "by people"),
        ...columns("measure", "same embedder"),
        ...columns("text", "suspected"),
      ],
      rows: means
        .toSorted((one, other) => other.grades - one.grades)
        .map(({ engine, labels, grades }) => [
          ...[engine, labels, grades, sameEmbedderScores[engine] ?? null],
          sameEmbedder.includes(engine) ? "retrieves with the model that labels" : "",
        ]),
    },
    means.length > 10,
  );
}

function pairBlocks(sources: Sources): ReportBlock[] {
  const rows = sources.flatMap(([name, { pairs }]) =>
    (pairs ?? []).map(({ first, second, byLabels, byGrades, signsAgree }) => [
      ...[sources.length > 1 ? `${name}: ${first}` : first, second],
      ...[byLabels, byGrades].flatMap((found) => [
        ...[found?.difference ?? null, found?.interval.low ?? null, found?.interval.high ?? null],
      ]),
      signsAgree === null ? "-" : signsAgree ? "yes" : "no",
    ]),
  );
  if (rows.length === 0) return [];
  return [
    tableBlock("trust-pairs", "Pairs of engines: difference by labels and by people", {
      columns: [
        ...columns("text", "engine", "minus"),
        ...columns("measure", "by labels", "low"),
        ...columns("measure", "high", "by people", "low", "high"),
        ...columns("text", "same sign"),
      ],
      rows,
    }),
  ];
}

function conclusionBlocks(sources: Sources): ReportBlock[] {
  const known = sources.flatMap(([name, { conclusions }]) => (conclusions === null ? [] : [{ name, conclusions }]));
  if (known.length === 0) return [];
  const wrong = known.flatMap(({ name, conclusions }) => conclusions.wrong.map((one) => ({ name, ...one })));
  return [
    tableBlock("trust-conclusions", "Conclusions on pairs of engines (paired t tests, Holm, .05)", {
      columns: [
        ...columns("text", ""),
        ...columns("count", "pairs", "confirmed", "neither"),
        ...columns("count", "missed", "reversed", "invented"),
      ],
      rows: known.map(({ name, conclusions: { pairs, agree, agreeNot, missed, reversed, invented } }) => [
        ...[name, pairs, agree, agreeNot, missed, reversed, invented],
      ]),
    }),
    textBlock(
      "Significant by labels and people: confirmed, or reversed; by people alone: missed; by labels alone: invented.",
    ),
    ...(wrong.length === 0
      ? []
      : [
          tableBlock(
            "trust-wrong",
            "Who would be misled: differences that labels show and people do not",
            {
              columns: [
                ...columns("text", "", "kind", "by labels better", "than"),
                ...columns("measure", "by labels", "by people"),
              ],
              rows: wrong.map(({ name, kind, better, worse, byLabels, byGrades }) => [
                ...[name, kind, better, worse, byLabels, byGrades],
              ]),
            },
            wrong.length > 10,
          ),
        ]),
  ];
}

function holeBlocks({ holes, cutoff }: ValidationReport): ReportBlock[] {
  const engines = Object.entries(holes ?? {});
  if (engines.length === 0) return [];
  return [
    tableBlock(
      "trust-holes",
      `What nobody judged${cutoff === null ? "" : ` of the first ${cutoff} results`}, and the bounds of people's nDCG${cutoff === null ? "" : `@${cutoff}`}`,
      {
        columns: [
          ...columns("text", "engine"),
          ...columns("share", "holes"),
          ...columns("measure", "nDCG"),
          ...columns("measure", "at least", "at most"),
        ],
        rows: engines.map(([name, { share, value, lower, upper }]) => [name, share, value, lower, upper]),
      },
      engines.length > 10,
    ),
  ];
}
