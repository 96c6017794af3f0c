/** What changed from one run to the next, and can their labels still be compared? */
import { counted, sayNames, sayOption } from "../../core/text/wording.ts";
import { type LabelFolderOrigin, policyOptions } from "../../core/types.ts";
import type { HistoryStep } from "./report-inputs.ts";

export interface ConditionChange {
  /** A short note. */
  readonly what: string;
  /** Whether labels are made otherwise: then a difference may be theirs, and not the engine's. */
  readonly changesLabels: boolean;
}

/** The changes of labels first. Files are known by their sums, whatever they are called. */
export function conditionChanges(before: HistoryStep, after: HistoryStep): ConditionChange[] {
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
  const say = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [`${what}: ${sayNames(names)}`]);
  const notIn = (others: readonly string[]) => (name: string) => !others.includes(name);
  return [
    ...say(
      "other content",
      added.filter((name) => gone.includes(name)),
    ),
    ...say("new files", added.filter(notIn(gone))),
    ...say("files gone", gone.filter(notIn(added))),
  ];
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
