/** Which configuration do a user's files ask for, and which command comes next? */
import { invalidOption, type SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import type { GuessedColumns } from "../../io/tables/recognise-columns.ts";
import type { SurveyedFile, SurveyedKind } from "./survey-folder.ts";

interface FoundEngine {
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  /** Whether its file holds other engines too. */
  readonly isShared: boolean;
}

/**
 * @param reference the engine to trust more, by name or file; null chooses
 * @returns `decisions`: sentences, what was decided and why; `next`: commands to run, the first first
 * @throws SemqrelError INVALID_OPTION  there is no such engine   details: { reference }
 */
export function startingConfiguration(files: readonly SurveyedFile[], reference: string | null) {
  const of = (kind: SurveyedKind) => files.filter((file) => file.kind === kind).map(({ path }) => path);
  const engines = files.flatMap(({ path, engines: found }) =>
    found.map(({ name, queries, rows }) => ({ name, path, depth: rows / queries, isShared: found.length > 1 })),
  );
  const [judgments] = of("judgments");
  const runs = of("run");
  const [queries] = of("queries");
  const label = engines.length === 0 ? null : labelSettings(engines, reference);
  if (label === null && reference !== null) throw unknownReference(reference, []);
  const columns = columnSettings(files.map((file) => file.columns));
  const measured = judgments !== undefined && runs.length > 0;
  return {
    settings: {
      ...label?.settings,
      ...(queries === undefined || label === null ? {} : { queries }),
      ...columns,
      ...(judgments === undefined ? {} : { gold: judgments }),
      ...(label === null ? {} : { label: { out: "labels" } }),
      ...(measured ? { measure: { qrels: judgments, "runs-and-measures": [...runs, "nDCG@10"] } } : {}),
    },
    decisions: [
      ...(label?.decisions ?? []),
      ...(of("judgments").length > 1 ? [`Of several files of judgments, ${judgments} was taken.`] : []),
      ...(of("queries").length > 1 ? [`Of several files of queries, ${queries} was taken.`] : []),
    ],
    next: [
      ...(label === null ? [] : ["semqrel label"]),
      ...(measured ? ["semqrel measure"] : []),
      ...(label !== null && judgments !== undefined ? ["semqrel validate labels"] : []),
      ...(label !== null ? ["semqrel report labels"] : of("labels").map((path) => `semqrel report ${path}`)),
    ],
  };
}

function labelSettings(engines: readonly FoundEngine[], wanted: string | null) {
  const chosen = chooseReference(engines, wanted);
  const others = engines.filter((engine) => engine !== chosen.engine);
  const ofOtherFiles = [...new Set(others.map(({ path }) => path))].filter((path) => path !== chosen.engine.path);
  return {
    settings: {
      reference: chosen.engine.path,
      ...(chosen.engine.isShared ? { "reference-engine": chosen.engine.name } : {}),
      ...(ofOtherFiles.length === 0 ? {} : { candidates: ofOtherFiles }),
    },
    decisions: [
      `The reference is ${chosen.engine.name}, ${chosen.reason}; the others are measured by it.` +
        (wanted === null ? " Is it the engine you trust most? Else: semqrel system init --force --reference NAME" : ""),
      ...(others.length === 0 ? ["There are no results of another engine yet: add their file as candidates."] : []),
    ],
  };
}

function chooseReference(engines: readonly FoundEngine[], wanted: string | null) {
  if (wanted !== null) {
    const engine = engines.find(({ name, path }) => name === wanted || path === wanted);
    if (engine !== undefined) return { engine, reason: "as you said" };
    throw unknownReference(wanted, engines);
  }
  const named = engines.find(({ name }) => /(?:^|[^a-z])(?:reference|ref|truth|ideal)(?:$|[^a-z])/i.test(name));
  if (named !== undefined) return { engine: named, reason: "by its name" };
  const deepest = engines.reduce((best, one) => (one.depth > best.depth ? one : best));
  return { engine: deepest, reason: engines.length === 1 ? "the only engine" : "which has the longest lists" };
}

/** `title-column` and its like: the names of all files. */
function columnSettings(all: readonly GuessedColumns[]): Readonly<Record<string, readonly string[]>> {
  const settings: Record<string, string[]> = {};
  for (const [role, names] of all.flatMap((columns) => Object.entries(columns))) {
    const key = `${role.replace(" ", "-")}-column`;
    settings[key] = [...new Set([...(settings[key] ?? []), ...names])];
  }
  return settings;
}

function unknownReference(given: string, engines: readonly FoundEngine[]): SemqrelError {
  const known = engines.map(({ name }) => name);
  const there = known.length === 0 ? "no result lists were found here" : `the engines found are ${known.join(", ")}`;
  return invalidOption(
    `Writing the configuration: there is no engine "${given}"; ${there}.${suggestion(given, known)} Give --reference one of them.`,
    { reference: given },
  );
}
