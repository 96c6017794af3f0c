/** What changed from one run to the next, and can their labels still be compared? */
import { sayNames, sayOption } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
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
  const isSame = (read: (origin: LabelFolderOrigin) => unknown) =>
    JSON.stringify(read(was) ?? null) === JSON.stringify(read(is) ?? null);
  const nameOf = ({ model }: LabelFolderOrigin) => (model === null ? "none" : `${model.name} (${model.precision})`);
  const otherLabels = [
    ...(isSame(({ model }) => [model?.sha256, model?.precision]) ? [] : [`model: ${nameOf(was)}, now ${nameOf(is)}`]),
    ...policyOptions.flatMap((option) =>
      isSame(({ options }) => options[option])
        ? []
        : [`${option}: ${sayOption(was.options[option]) ?? "none"}, now ${sayOption(is.options[option]) ?? "none"}`],
    ),
    ...(isSame(({ reference }) => reference?.sha256) ? [] : [sayReference(was, is)]),
    ...(isSame(({ calibration }) => calibration?.sha256) ? [] : ["another calibration"]),
  ];
  const others = [
    ...sayFiles(was, is),
    ...sayQueries(before.queries, after.queries),
    ...(isSame(({ versions }) => versions["semqrel"])
      ? []
      : [`semqrel: ${was.versions["semqrel"] ?? "unknown"}, now ${is.versions["semqrel"] ?? "unknown"}`]),
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
  const [old, now] = [was, is].map((inputs) => new Set(inputs.map(({ sha256 }) => sha256)));
  const added = is.filter(({ sha256 }) => old?.has(sha256) === false).map(({ path }) => fileName(path));
  const gone = was.filter(({ sha256 }) => now?.has(sha256) === false).map(({ path }) => fileName(path));
  const changed = added.filter((name) => gone.includes(name));
  const only = (names: readonly string[]) => names.filter((name) => !changed.includes(name));
  return [
    ...(changed.length === 0 ? [] : [`other content: ${sayNames(changed)}`]),
    ...(only(added).length === 0 ? [] : [`new files: ${sayNames(only(added))}`]),
    ...(only(gone).length === 0 ? [] : [`files gone: ${sayNames(only(gone))}`]),
  ];
}

function sayQueries(was: readonly string[], is: readonly string[]): string[] {
  const [old, now] = [new Set(was), new Set(is)];
  const added = is.filter((query) => !old.has(query)).length;
  const gone = was.filter((query) => !now.has(query)).length;
  return [
    ...(added === 0 ? [] : [`${counted(added, "new query", "new queries")}`]),
    ...(gone === 0 ? [] : [`${counted(gone, "query", "queries")} gone`]),
  ];
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
