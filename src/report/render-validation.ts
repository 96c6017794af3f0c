/**
 * What does a user see of how far labels can be trusted?
 */
import { counted } from "../text/counted.ts";
import { inert } from "../text/inert.ts";
import { baselineTitles } from "../trust/trust-verdict.ts";
import { baselineNames } from "../trust/validate-labels.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "./render-table.ts";
import type { SourceReport, ValidationReport } from "./validation-report.ts";

interface Section {
  readonly heading: string;
  readonly table: TextTable;
  readonly notes: readonly string[];
}

/** All of it for a terminal; the last line is the verdict. */
export function renderValidation(report: ValidationReport): string {
  return asText(report, ({ heading, table, notes }) => [heading, ...renderTable(table), ...notes]);
}

/** The same for a pull request. */
export function renderValidationAsMarkdown(report: ValidationReport): string {
  return asText(report, ({ heading, table, notes }) => [
    `**${heading}**`,
    "",
    ...renderMarkdownTable(table),
    ...notes.flatMap((note) => ["", note]),
  ]);
}

/** One row an engine, full precision, for CSV and TSV. */
export function* validationRows(report: ValidationReport): Iterable<readonly string[]> {
  yield ["engine", "labels", "grades", "hole_share", "lower", "upper", "same_embedder_score", "same_embedder"];
  for (const engine of Object.keys(report.sameEmbedderScores)) {
    const mean = report.means.find((one) => one.engine === engine);
    const hole = report.holes?.[engine];
    const numbers = [
      mean?.labels,
      mean?.grades,
      hole?.share,
      hole?.lower,
      hole?.upper,
      report.sameEmbedderScores[engine],
    ];
    yield [engine, ...numbers.map((number) => String(number ?? "")), String(report.sameEmbedder.includes(engine))];
  }
}

function asText(report: ValidationReport, linesOf: (section: Section) => readonly string[]): string {
  const sources = [["labels", report] as const, ...Object.entries(report.proxies)].flatMap(([name, source]) =>
    source.labels === null ? [] : [[name, source as SourceReport] as const],
  );
  const blocks = [
    introduction(report),
    ...(sources.length === 0
      ? []
      : [linesOf(orderSection(report, sources)), linesOf(labelSection(sources)), linesOf(conclusionSection(sources))]),
    ...(report.pairs === null || report.pairs.length === 0 ? [] : [linesOf(pairSection(report.pairs))]),
    linesOf(engineSection(report)),
    ...sources.slice(1).map(([name, { verdict }]) => [`${name}: ${verdict}`]),
    [report.verdict],
  ];
  return `${blocks.map((lines) => lines.map(inert).join("\n")).join("\n\n")}\n`;
}

function introduction({ engines, queries, leftOut, gold, measure, draws, labels }: ValidationReport): string[] {
  if (gold === null || labels === null) {
    return [
      `${counted(engines, "engine", "engines")}, ${counted(queries, "query", "queries")} with labels, no judgments (--gold).`,
    ];
  }
  const left = [
    ...(leftOut.unjudged > 0 ? [`${leftOut.unjudged} unrated`] : []),
    ...(leftOut.nothingRelevant > 0 ? [`${leftOut.nothingRelevant} without a relevant document`] : []),
    ...(leftOut.unlabelled > 0 ? [`${leftOut.unlabelled} without reference`] : []),
  ];
  return [
    `${counted(engines, "engine", "engines")} on ${counted(queries, "rated query", "rated queries")}${left.length === 0 ? "" : ` (left out: ${left.join(", ")})`}; people: ${measure} on ${gold}.`,
    `Chance: ${draws} draws; "titles" deals the labels out anew to a query's titles, "lists" permutes them inside each list. Intervals are 95 %.`,
  ];
}

function orderSection({ baselines }: ValidationReport, sources: readonly (readonly [string, SourceReport])[]): Section {
  return {
    heading: "Order of the engines: agreement with people's order",
    table: {
      header: ["", "τ-b", "95 %", "chance: titles", "chance: lists", "τ-AP", "Spearman", "upper half τ-b"],
      rows: [
        ...sources.map(([name, { tauB, tauAp, spearman, upperHalfTauB }]) => [
          name,
          shown(tauB?.observed),
          range(tauB?.interval),
          range(tauB?.nullTitle),
          range(tauB?.nullList),
          ...[tauAp, spearman, upperHalfTauB].map(shown),
        ]),
        ...baselineNames.map((name) => [
          `free: ${baselineTitles[name]}`,
          shown(baselines?.[name]),
          "",
          "",
          "",
          "",
          "",
          "",
        ]),
      ],
    },
    notes: sources[0]?.[1].tauB === null ? ["Below five engines a rank correlation says nothing: see the pairs."] : [],
  };
}

function labelSection(sources: readonly (readonly [string, SourceReport])[]): Section {
  const [first] = sources;
  const share = first === undefined ? 0 : first[1].labels.unjudged / Math.max(1, first[1].labels.pairs);
  return {
    heading: "Labels of single results",
    table: {
      header: ["", "AUC", "average precision", "prevalence", "κ", "weighted κ", "calibration error"],
      rows: sources.map(([name, { labels }]) => [
        name,
        ...[
          labels.auc,
          labels.averagePrecision,
          labels.prevalence,
          labels.kappa,
          labels.weightedKappa,
          labels.calibrationError,
        ].map(shown),
      ]),
    },
    notes: [
      `${(100 * share).toFixed(0)} % of the results' titles were judged by nobody. κ at thresholds chosen on other queries.`,
    ],
  };
}

function conclusionSection(sources: readonly (readonly [string, SourceReport])[]): Section {
  const wrong = sources[0]?.[1].conclusions?.wrong.filter(({ kind }) => kind === "reversed") ?? [];
  return {
    heading: "Conclusions on pairs of engines (paired t tests, Holm, .05)",
    table: {
      header: ["", "pairs", "both alike", "neither", "missed", "reversed", "invented"],
      rows: sources.map(([name, { conclusions }]) => [
        name,
        ...(["pairs", "agree", "agreeNot", "missed", "reversed", "invented"] as const).map((count) =>
          conclusions === null ? "-" : String(conclusions[count]),
        ),
      ]),
    },
    notes: wrong
      .slice(0, 5)
      .map(
        ({ better, worse, byLabels, byGrades }) =>
          `Reversed: by labels ${better} is better than ${worse} (${signed(byLabels)}), by people worse (${signed(byGrades)}).`,
      ),
  };
}

function pairSection(pairs: NonNullable<ValidationReport["pairs"]>): Section {
  return {
    heading: "Pairs of engines: difference by labels, and by people",
    table: {
      header: ["pair", "labels", "95 %", "sign stays", "people", "95 %", "same sign"],
      rows: pairs.map(({ first, second, byLabels, byGrades, signsAgree }) => [
        `${first} - ${second}`,
        signed(byLabels.difference),
        range([byLabels.interval.low, byLabels.interval.high]),
        shown(byLabels.signStays),
        byGrades === null ? "-" : signed(byGrades.difference),
        range(byGrades && [byGrades.interval.low, byGrades.interval.high]),
        signsAgree === null ? "-" : signsAgree ? "yes" : "no",
      ]),
    },
    notes: [],
  };
}

function engineSection({ means, holes, sameEmbedderScores, sameEmbedder }: ValidationReport): Section {
  const placeBy = (read: (one: (typeof means)[number]) => number) => {
    const sorted = means.toSorted((one, other) => read(other) - read(one)).map(({ engine }) => engine);
    return (engine: string) => (means.length === 0 ? "" : String(sorted.indexOf(engine) + 1));
  };
  const [byLabels, byGrades] = [placeBy(({ labels }) => labels), placeBy(({ grades }) => grades)];
  const engines = means.length === 0 ? Object.keys(sameEmbedderScores) : means.map(({ engine }) => engine);
  const meanOf = (engine: string) => means.find((one) => one.engine === engine);
  const hasMeans = means.length > 0;
  const ordered = engines.toSorted((one, other) => (meanOf(other)?.grades ?? 0) - (meanOf(one)?.grades ?? 0));
  return {
    heading: hasMeans ? "Engines, best by people first" : "Engines",
    table: {
      header: [
        "engine",
        ...(hasMeans ? ["labels", "place", "people", "place", "holes", "people's bounds"] : []),
        "same embedder",
      ],
      rows: ordered.map((engine) => [
        engine,
        ...(hasMeans
          ? [
              shown(meanOf(engine)?.labels),
              byLabels(engine),
              shown(meanOf(engine)?.grades),
              byGrades(engine),
              holes?.[engine]?.share == null ? "-" : `${(100 * holes[engine].share).toFixed(0)} %`,
              range(holes?.[engine] && [holes[engine].lower, holes[engine].upper]),
            ]
          : []),
        `${shown(sameEmbedderScores[engine])}${sameEmbedder.includes(engine) ? " !" : "  "}`,
      ]),
    },
    notes:
      sameEmbedder.length === 0
        ? []
        : [
            `! ${sameEmbedder.join(", ")}: nearer to the query by the labelling model than shared words explain. Labels favour engines that retrieve with the model that labels.`,
          ],
  };
}

function shown(value: number | null | undefined): string {
  return value == null || Number.isNaN(value) ? "-" : value.toFixed(3);
}

function signed(value: number): string {
  return `${value >= 0 ? "+" : ""}${value.toFixed(3)}`;
}

function range(interval: readonly [number, number] | null | undefined): string {
  return interval == null ? "-" : `${interval[0].toFixed(2)} … ${interval[1].toFixed(2)}`;
}
