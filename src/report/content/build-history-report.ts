/** Builds the report over time: how measures changed from run to run, and what else changed between the runs. */

import { at } from "../../core/at.ts";
import { type BlockPlot, column, plotOf, type ReportText, tableOf, textBlock } from "../../core/document/blocks.ts";
import { counted, sayNames, sayOption } from "../../core/text/wording.ts";
import { type LabelFolderOrigin, policyOptions } from "../../core/types.ts";
import { holm, verdict } from "../../maths/significance/corrections.ts";
import { meanInterval, PERMUTATIONS } from "../../measure/measures/compare-engines.ts";
import { compareRuns } from "../../measure/measures/compare-runs.ts";
import {
  calibratedScore,
  enginesByMean,
  type HistoryStep,
  MOST_PLOTTED,
  measuresOf,
  valuesOfEngine,
} from "./report-inputs.ts";
import type { ReportSection, RunReport } from "./run-report.ts";
import { reportSection } from "./shared-findings.ts";

/** Few resamples, because an interval is computed for each point of each line. */
const RESAMPLES = 2_000;

/** Cost: per step and engine, an interval of each measure (about 6 ms for 225 queries) and a test (about 40 ms). */
export function buildHistoryReport(given: readonly HistoryStep[], seed: number): RunReport {
  const steps = given.map((step, place) => {
    const before = given[place - 1];
    return { ...step, changes: before === undefined ? [] : conditionChanges(before, step) };
  });
  const all = measuresOf({ measures: steps.flatMap(({ measures }) => measures) });
  const measures = all.filter((measure) => measure !== calibratedScore);
  const engines = [...new Set(steps.flatMap((step) => step.measures.map(({ engine }) => engine)))];
  const [decisive] = measures;
  const differences = decisive === undefined ? [] : stepDifferences(steps, engines, decisive, seed);
  return {
    schema: "semqrel.report/1",
    title: `${counted(steps.length, "run")} over time`,
    headline: headlineOf(steps, differences, decisive),
    sections: [
      ...(measures.length === 0 ? [] : [timelineSection(steps, engines, measures, seed)]),
      ...(decisive === undefined || steps.length < 2 ? [] : [differencesSection(differences, decisive)]),
      changesSection(steps),
    ],
    measures,
    engines,
    reference: null,
    labelRule: "",
    queries: [],
  };
}

type Step = HistoryStep & { readonly changes: ReturnType<typeof conditionChanges> };
type StepDifference = ReturnType<typeof stepDifferences>[number];

function headlineOf(
  steps: readonly HistoryStep[],
  differences: readonly StepDifference[],
  measure: string | undefined,
): ReportText[] {
  const [last, before] = steps.slice(-2).reverse();
  if (measure === undefined || last === undefined) return [textBlock("No run has a measure.", "verdict")];
  if (before === undefined)
    return [textBlock(`There is only one run, ${last.name}, so there is nothing to compare.`, "verdict")];
  const latest = differences.filter(({ to }) => to === last.name);
  if (latest.length === 0)
    return [
      textBlock(`${last.name} has none of the engines of ${before.name}, so there is nothing to compare.`, "verdict"),
    ];
  const verdicts = latest.flatMap(({ engine, test }) => (test === null ? [] : [{ engine, verdict: test.verdict }]));
  const untested = latest.filter(({ test }) => test === null).map(({ engine }) => engine);
  const shown = verdicts.filter(({ verdict }) => verdict === "better" || verdict === "worse");
  const span = `From ${before.name} to ${last.name}`;
  const sayTested = () => {
    if (verdicts.every(({ verdict }) => verdict === "too few queries"))
      return `${span}, there are too few common queries for a conclusion: at least ten are needed.`;
    if (shown.length === 0) return `${span}, no comparable engine changed in mean ${measure}.`;
    const changed = shown.map(({ engine, verdict }) => `${engine} is ${verdict}`);
    return `${span}, by mean ${measure} over their common queries: ${sayNames(changed, 8)}.`;
  };
  const unlike = `${sayNames(untested, 8)} cannot be compared with the folder "${before.name}", because labels were made differently or no query is in both. A difference may come from the labels, not from the engine.`;
  return [
    ...(verdicts.length === 0 ? [] : [textBlock(sayTested(), "verdict")]),
    ...(untested.length === 0 ? [] : [textBlock(unlike, "caution")]),
  ];
}

function timelineSection(
  steps: readonly Step[],
  engines: readonly string[],
  measures: readonly string[],
  seed: number,
): ReportSection {
  const best = enginesByMean(steps.at(-1)?.measures ?? [], measures[0] ?? "").map(({ engine }) => engine);
  const drawn = [...best, ...engines.filter((engine) => !best.includes(engine))].slice(0, MOST_PLOTTED);
  const timeline = (measure: string, place: number): BlockPlot => {
    const lines = engines.map((name) => ({
      name,
      points: steps.map((step) => {
        const own = step.measures.filter(({ engine }) => engine === name);
        const [found] = enginesByMean(own, measure);
        if (found === undefined || found.mean === null) return null;
        const interval = meanInterval(found.values, { seed, resamples: RESAMPLES });
        return { value: found.mean, interval, queries: found.queries };
      }),
    }));
    const rows = steps.flatMap((step, number) =>
      lines.flatMap(({ name, points }) => {
        const point = points[number] ?? null;
        return point === null ? [] : [{ run: step.name, name, ...point }];
      }),
    );
    return plotOf(
      `timeline-${place + 1}`,
      {
        shape: "timeline",
        title: `${measure} over time`,
        y: { title: `mean ${measure}`, from: 0, to: null },
        description: `The mean ${measure} of each engine in ${counted(steps.length, "successive run")}.`,
        steps: steps.map(({ name, changes }) => ({ name, notes: changes.map(({ what }) => what) })),
        series: lines
          .filter(({ name }) => drawn.includes(name))
          .map(({ name, points }) => ({
            name,
            points: points.map((point) => point && { value: point.value, interval: point.interval }),
          })),
      },
      rows,
      [
        column("run", "text", ({ run }) => run),
        column("engine", "text", ({ name }) => name),
        column("mean", "measure", ({ value }) => value),
        column("95 %", "interval", ({ interval }) => interval),
        column("queries", "count", ({ queries }) => queries),
      ],
    );
  };
  return reportSection("timeline", "Measures over time", [
    textBlock(
      `Means over the queries that each run measures, with 95 % intervals (bootstrap, ${RESAMPLES} resamples). A mark shows what changed since the previous run. If the model, reference or label options changed, the levels are not comparable.` +
        (drawn.length < engines.length
          ? ` The plots show ${drawn.length} of ${engines.length} engines; the tables have all.`
          : ""),
    ),
    ...measures.map(timeline),
  ]);
}

function differencesSection(differences: readonly StepDifference[], measure: string): ReportSection {
  return reportSection("differences", "From run to run", [
    textBlock(
      `The same engine in two successive runs, over the common queries: paired randomisation test, Holm's correction over all tests of this table, level .05, at least ten queries. Runs whose labels were made differently are not tested.`,
    ),
    tableOf("differences-steps", `Differences in ${measure}`, differences, [
      column("engine", "text", ({ engine }) => engine),
      column("from", "text", ({ from }) => from),
      column("to", "text", ({ to }) => to),
      column("difference", "measure", ({ test }) => test?.difference),
      column("95 %", "interval", ({ test }) => test?.interval),
      column("p (Holm)", "probability", ({ test }) => test?.p),
      column("queries", "count", ({ test }) => test?.queries),
      column("verdict", "text", ({ test, reason }) => test?.verdict ?? reason),
    ]),
  ]);
}

function changesSection(steps: readonly Step[]): ReportSection {
  const notes = steps.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change })));
  return reportSection("changes", "What changed between the runs", [
    tableOf("changes-runs", "Runs, the earliest first", steps, [
      column("run", "text", ({ name }) => name),
      column("queries", "count", ({ queries }) => queries.length),
      column("engines", "text", ({ measures }) => sayNames(measures.map(({ engine }) => engine))),
      column("model", "text", ({ origin: { model } }) => model && `${model.name} (${model.precision})`),
      column("reference", "text", ({ origin }) => origin.reference?.engine),
      column("semqrel", "text", ({ origin }) => origin.versions["semqrel"]),
    ]),
    notes.length === 0
      ? textBlock("The manifests of these runs show no change.")
      : tableOf("changes-notes", "Changes since the previous run", notes, [
          column("run", "text", ({ name }) => name),
          column("change", "text", ({ what }) => what),
          column("", "text", ({ changesLabels }) =>
            changesLabels ? "labels are not comparable with the previous ones" : "labels are made in the same way",
          ),
        ]),
  ]);
}

/** Tests each engine's change between successive steps, with corrected p. If `test` is null, `reason` says why. */
function stepDifferences(steps: readonly Step[], engines: readonly string[], measure: string, seed: number) {
  const found = engines.flatMap((engine) =>
    steps.slice(1).flatMap((step, before) => {
      const earlier = at(steps, before);
      const hasEngine = ({ measures }: HistoryStep) => measures.some((one) => one.engine === engine);
      if (![earlier, step].every(hasEngine)) return [];
      const unlike = step.changes.filter(({ changesLabels }) => changesLabels);
      const names = { engine, from: earlier.name, to: step.name };
      if (unlike.length > 0) {
        return [{ ...names, test: null, reason: `not comparable: ${unlike.map(({ what }) => what).join("; ")}` }];
      }
      const test = compareSteps(earlier, step, engine, measure, seed);
      return [{ ...names, test, reason: test === null ? "not comparable: no query is measured in both" : "" }];
    }),
  );
  const adjusted = holm(found.flatMap(({ test }) => test?.p ?? [])).values();
  return found.map(({ test, ...one }) => {
    if (test === null) return { ...one, test };
    const p = adjusted.next().value ?? 1;
    const corrected = verdict({ queries: test.queries, adjustedP: p, meanDifference: test.difference });
    return { ...one, test: { ...test, p, verdict: corrected } };
  });
}

/** Tests an engine's change over the queries measured in both steps. Null without such queries. p is uncorrected. */
function compareSteps(earlier: HistoryStep, later: HistoryStep, engine: string, measure: string, seed: number) {
  const ofEarlier = new Set(earlier.queries);
  const queries = later.queries.filter((query) => ofEarlier.has(query));
  const values = [later, earlier].map((step) => {
    const placeOf = new Map(step.queries.map((query, place) => [query, place]));
    const own = valuesOfEngine(step.measures, engine, measure);
    return Float64Array.from(queries, (query) => own[placeOf.get(query) ?? -1] ?? Number.NaN);
  });
  const [compared] = compareRuns([{ measure, lowerIsBetter: false, values }], {
    runs: [later.name, earlier.name],
    queries,
    pairs: [{ run: 0, baseline: 1 }],
    weights: null,
    seed,
    permutations: PERMUTATIONS,
    moved: 0,
  });
  const [pair] = compared?.pairs ?? [];
  if (pair === undefined || pair.difference === null || pair.randomisation === null) return null;
  const { queries: shared, difference, bootstrap, randomisation } = pair;
  const interval = bootstrap && ([bootstrap.low, bootstrap.high] as const);
  return { queries: shared, difference, interval, p: randomisation.p };
}

/** Returns the changes between two runs. Changes that affect labels come first. Compares files by hash, not name. */
export function conditionChanges(before: HistoryStep, after: HistoryStep) {
  const [was, is] = [before.origin, after.origin];
  const unlessSame = (read: (origin: LabelFolderOrigin) => unknown, what: string) =>
    JSON.stringify(read(was) ?? null) === JSON.stringify(read(is) ?? null) ? [] : [what];
  const nameOf = ({ model }: LabelFolderOrigin) => (model === null ? "none" : `${model.name} (${model.precision})`);
  const otherLabels = [
    ...unlessSame(({ model }) => [model?.sha256, model?.precision], `model: ${nameOf(was)}, now ${nameOf(is)}`),
    ...policyOptions.flatMap((option) => {
      const [old, now] = [was, is].map(({ options }) => sayOption(options[option]) ?? "none");
      return unlessSame(({ options }) => options[option], `${option}: ${old}, now ${now}`);
    }),
    ...unlessSame(({ reference }) => reference?.sha256, sayReference(was, is)),
    ...unlessSame(({ calibration }) => calibration?.sha256, "another calibration"),
  ];
  const [old, now] = [was, is].map(({ versions }) => versions["semqrel"] ?? "unknown");
  const others = [
    ...sayFiles(was, is),
    ...sayQueries(before.queries, after.queries),
    ...unlessSame(({ versions }) => versions["semqrel"], `semqrel: ${old}, now ${now}`),
  ];
  return [
    ...otherLabels.map((what) => ({ what, changesLabels: true })),
    ...others.map((what) => ({ what, changesLabels: false })),
  ];
}

function sayReference({ reference: was }: LabelFolderOrigin, { reference: is }: LabelFolderOrigin): string {
  if (was !== null && is !== null && was.engine === is.engine) return `reference: ${is.engine} has other results`;
  return `reference: ${was?.engine ?? "none"}, now ${is?.engine ?? "none"}`;
}

function sayFiles({ inputs: was }: LabelFolderOrigin, { inputs: is }: LabelFolderOrigin): string[] {
  const namesBeyond = (files: typeof was, known: typeof was) =>
    files
      .filter(({ sha256 }) => known.every((one) => one.sha256 !== sha256))
      .map(({ path }) => path.split(/[\\/]/).at(-1) ?? path);
  const [added, gone] = [namesBeyond(is, was), namesBeyond(was, is)];
  const changes = [
    { what: "other content", names: added.filter((name) => gone.includes(name)) },
    { what: "new files", names: added.filter((name) => !gone.includes(name)) },
    { what: "files gone", names: gone.filter((name) => !added.includes(name)) },
  ];
  return changes.flatMap(({ what, names }) => (names.length === 0 ? [] : [`${what}: ${sayNames(names)}`]));
}

function sayQueries(was: readonly string[], is: readonly string[]): string[] {
  const [old, now] = [new Set(was), new Set(is)];
  const added = is.filter((query) => !old.has(query)).length;
  const gone = was.filter((query) => !now.has(query)).length;
  return [
    ...(added === 0 ? [] : [counted(added, "new query", "new queries")]),
    ...(gone === 0 ? [] : [`${counted(gone, "query", "queries")} gone`]),
  ];
}
