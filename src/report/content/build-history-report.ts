/** How did the measures go over successive runs, and which changes are the engines' own? */
import type { ReportPlot, ReportText } from "../../core/document/blocks.ts";
import { columns, plotBlock, tableBlock, textBlock } from "../../core/document/blocks.ts";
import { sayNames } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
import { conditionChanges } from "./condition-changes.ts";
import type { HistoryStep } from "./report-inputs.ts";
import { calibratedScore, enginesByMean, MOST_PLOTTED, meanInterval, measuresOf } from "./report-measures.ts";
import type { ReportSection, RunReport } from "./run-report.ts";
import { type Changes, type StepDifference, stepDifferences } from "./step-differences.ts";

export interface HistoryOptions {
  /** For intervals and tests by resampling. */
  readonly seed: number;
  /** @default all that any step has, the one that decides first */
  readonly measures?: readonly string[];
}

/** There are many intervals: each point of each line has one. */
const RESAMPLES = 2_000;

/**
 * Each measure of each engine by step, with what changed between two steps, and the engines' differences from step to
 * step, tested over the queries that both share, where their labels were made alike.
 *
 * Cost O(steps x engines x measures) intervals of some 6 ms, and a test of 40 ms for each engine and step.
 */
export function buildHistoryReport(steps: readonly HistoryStep[], options: HistoryOptions): RunReport {
  const all = measuresOf({ measures: steps.flatMap(({ measures }) => measures) });
  const measures = (options.measures ?? all).filter((measure) => measure !== calibratedScore);
  const engines = [...new Set(steps.flatMap((step) => step.measures.map(({ engine }) => engine)))];
  const changes = steps.map((step, place) => {
    const before = steps[place - 1];
    return before === undefined ? [] : conditionChanges(before, step);
  });
  const [decisive] = measures;
  const differences =
    decisive === undefined ? [] : stepDifferences(steps, changes, { engines, measure: decisive, seed: options.seed });
  return {
    schema: "semqrel.report/1",
    title: `${counted(steps.length, "run")} over time`,
    headline: headlineOf(steps, differences, decisive),
    sections: [
      ...(measures.length === 0 ? [] : [timelineSection(steps, changes, engines, measures, options)]),
      ...(decisive === undefined || steps.length < 2 ? [] : [differencesSection(differences, decisive)]),
      changesSection(steps, changes),
    ],
    ...{ measures, engines, reference: null, labelRule: "", queries: [] },
  };
}

function headlineOf(
  steps: readonly HistoryStep[],
  differences: readonly StepDifference[],
  measure: string | undefined,
): ReportText[] {
  const last = steps.at(-1);
  if (measure === undefined || last === undefined) return [textBlock("No run has a measure.", "verdict")];
  if (steps.length < 2) return [textBlock(`There is one run, ${last.name}: nothing to compare it with.`, "verdict")];
  const latest = differences.filter(({ to }) => to === last.name);
  const shown = latest.flatMap(({ engine, test }) =>
    test === null || (test.verdict !== "better" && test.verdict !== "worse") ? [] : [`${engine} is ${test.verdict}`],
  );
  const untested = latest.filter(({ test }) => test === null).map(({ engine }) => engine);
  const before = steps.at(-2)?.name ?? "";
  const few =
    latest.length > untested.length && latest.every(({ test }) => test === null || test.verdict === "too few queries");
  const texts: ReportText[] = [];
  if (latest.length > untested.length) {
    texts.push(
      textBlock(
        few
          ? `From ${before} to ${last.name} too few queries are shared to say anything: ten are the least.`
          : shown.length === 0
            ? `From ${before} to ${last.name} no change in mean ${measure} is shown for any engine that can be compared.`
            : `From ${before} to ${last.name}, by mean ${measure} over the queries of both: ${sayNames(shown, 8)}.`,
        "verdict",
      ),
    );
  }
  if (untested.length > 0) {
    texts.push(
      textBlock(
        `${sayNames(untested, 8)} cannot be compared with ${before}: the labels were not made alike, or no query is shared. A difference there may be the labels' and not the engine's.`,
        "caution",
      ),
    );
  }
  return texts.length > 0
    ? texts
    : [textBlock(`${last.name} has no engine of ${before}: nothing to compare.`, "verdict")];
}

function timelineSection(
  steps: readonly HistoryStep[],
  changes: Changes,
  engines: readonly string[],
  measures: readonly string[],
  options: HistoryOptions,
): ReportSection {
  const last = steps.at(-1);
  const best = enginesByMean(last?.measures ?? [], measures[0] ?? "").map(({ engine }) => engine);
  const drawn = [...best, ...engines.filter((engine) => !best.includes(engine))].slice(0, MOST_PLOTTED);
  return {
    id: "timeline",
    title: "Measures over time",
    blocks: [
      textBlock(
        `Means over the queries that each run measures, with 95 % intervals (bootstrap, ${RESAMPLES} resamples). A mark names what changed from the run before: after another model, reference or label options the levels are not comparable.` +
          (drawn.length < engines.length
            ? ` Drawn are ${drawn.length} of ${engines.length} engines; the tables have all.`
            : ""),
      ),
      ...measures.map((measure, place) => timeline({ steps, changes, engines, drawn, measure, place, options })),
    ],
  };
}

interface TimelineToDraw {
  readonly steps: readonly HistoryStep[];
  readonly changes: Changes;
  readonly engines: readonly string[];
  readonly drawn: readonly string[];
  readonly measure: string;
  readonly place: number;
  readonly options: HistoryOptions;
}

function timeline({ steps, changes, engines, drawn, measure, place, options }: TimelineToDraw): ReportPlot {
  const points = engines.map((name) => ({
    name,
    points: steps.map((step) => {
      const [found] = enginesByMean(
        step.measures.filter(({ engine }) => engine === name),
        measure,
      );
      if (found === undefined || found.mean === null) return null;
      const interval = meanInterval(found.values, { seed: options.seed, resamples: RESAMPLES });
      return { value: found.mean, interval, queries: found.queries };
    }),
  }));
  return plotBlock(
    `timeline-${place + 1}`,
    {
      ...{ shape: "timeline", title: `${measure} over time`, y: { title: `mean ${measure}`, from: 0, to: null } },
      description: `The mean ${measure} of each engine in ${counted(steps.length, "successive run")}.`,
      steps: steps.map(({ name }, step) => ({ name, notes: (changes[step] ?? []).map(({ what }) => what) })),
      series: points
        .filter(({ name }) => drawn.includes(name))
        .map(({ name, points: ofSteps }) => ({
          name,
          points: ofSteps.map((point) => point && { value: point.value, interval: point.interval }),
        })),
    },
    {
      columns: [
        ...columns("text", "run", "engine"),
        ...columns("measure", "mean"),
        ...columns("measure", "low", "high"),
        ...columns("count", "queries"),
      ],
      rows: steps.flatMap((step, at) =>
        points.flatMap(({ name, points: ofSteps }) => {
          const point = ofSteps[at] ?? null;
          if (point === null) return [];
          return [
            [step.name, name, point.value, point.interval?.[0] ?? null, point.interval?.[1] ?? null, point.queries],
          ];
        }),
      ),
    },
  );
}

function differencesSection(differences: readonly StepDifference[], measure: string): ReportSection {
  return {
    id: "differences",
    title: "From run to run",
    blocks: [
      textBlock(
        `The same engine in two successive runs, over the queries of both: paired randomisation test, Holm's correction over all tests of this table, level .05, at least ten queries. Runs whose labels were made otherwise are not tested.`,
      ),
      tableBlock("differences-steps", `Differences in ${measure}`, {
        columns: [
          ...columns("text", "engine", "from", "to"),
          ...columns("measure", "difference"),
          ...columns("measure", "low", "high", "p (Holm)"),
          ...columns("count", "queries"),
          ...columns("text", "verdict"),
        ],
        rows: differences.map(({ engine, from, to, test, reason }) => [
          ...[engine, from, to, test?.difference ?? null, test?.interval?.[0] ?? null, test?.interval?.[1] ?? null],
          ...[test?.p ?? null, test?.queries ?? null, test?.verdict ?? reason],
        ]),
      }),
    ],
  };
}

function changesSection(steps: readonly HistoryStep[], changes: Changes): ReportSection {
  const rows = steps.flatMap((step, place) =>
    (changes[place] ?? []).map(({ what, changesLabels }) => [
      ...[step.name, what, changesLabels ? "labels are not comparable with those before" : "labels are made as before"],
    ]),
  );
  return {
    id: "changes",
    title: "What changed between the runs",
    blocks: [
      tableBlock("changes-runs", "Runs, the earliest first", {
        columns: [
          ...columns("text", "run"),
          ...columns("count", "queries"),
          ...columns("text", "engines", "model"),
          ...columns("text", "reference", "semqrel"),
        ],
        rows: steps.map(({ name, queries, measures, origin }) => [
          ...[name, queries.length, sayNames(measures.map(({ engine }) => engine))],
          ...[origin.model && `${origin.model.name} (${origin.model.precision})`, origin.reference?.engine ?? null],
          origin.versions["semqrel"] ?? null,
        ]),
      }),
      ...(rows.length === 0
        ? [textBlock("Between these runs nothing changed that their manifests tell.")]
        : [
            tableBlock("changes-notes", "Changes from the run before", {
              columns: [...columns("text", "run", "change", "")],
              rows,
            }),
          ]),
    ],
  };
}
