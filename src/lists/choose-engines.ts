import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { plainPath } from "../core/text/paths.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { RawResults, ResultLists } from "../core/types.ts";

interface EnginesRead {
  readonly ofReferenceFiles: readonly (readonly RawResults[])[];
  readonly ofCandidateFiles: readonly RawResults[];
}

/**
 * A single reference file may have several engines. Then `referenceEngine` names the reference, and if there are no
 * candidate files, the other engines are the candidates. Several reference files must have one engine each.
 */
export function chooseEngines({ ofReferenceFiles, ofCandidateFiles }: EnginesRead, referenceEngine: string | null) {
  if (ofReferenceFiles.length > 1) {
    const references = chooseSeveral(ofReferenceFiles, referenceEngine);
    return { references, candidates: requireCandidates(ofCandidateFiles, namesOf(references)) };
  }
  const engines = ofReferenceFiles[0] ?? [];
  const names = namesOf(engines);
  const isOnly = referenceEngine === null && engines.length === 1;
  const chosen = engines.find(({ engine }) => isOnly || engine === referenceEngine);
  if (chosen === undefined) {
    const why =
      referenceEngine === null ? `it contains ${names.length} engines` : `it has no engine "${referenceEngine}"`;
    // A file without an engine column is one engine, named after the file.
    const remedy =
      names.length === 1
        ? "Leave --reference-engine out, or name the column of engines with --engine-column NAME."
        : "Choose one with --reference-engine NAME.";
    const found = `${why} (${names.join(", ")}).${suggestion(referenceEngine ?? "", names)}`;
    throw ambiguous(`Reading ${engines[0]?.source}: ${found} ${remedy}`, names);
  }
  const isOther = ({ source, engine }: RawResults) =>
    plainPath(source) !== plainPath(chosen.source) || engine !== chosen.engine;
  const candidates = (ofCandidateFiles.length > 0 ? ofCandidateFiles : engines).filter(isOther);
  return { references: [chosen], candidates: requireCandidates(candidates, names) };
}

function chooseSeveral(files: EnginesRead["ofReferenceFiles"], referenceEngine: string | null): RawResults[] {
  const paths = files.map(([first]) => plainPath(first?.source ?? ""));
  const twice = paths.find((path, index) => paths.indexOf(path) < index);
  if (twice !== undefined) {
    const message = `Choosing engines: the reference ${twice} is given twice. Give each reference once.`;
    throw new SemqrelError("INVALID_OPTION", message, { details: { file: twice } });
  }
  const references = files.map((engines) => {
    const [only] = engines;
    if (only !== undefined && engines.length === 1 && referenceEngine === null) return only;
    const why = referenceEngine === null ? `it contains ${engines.length} engines` : "--reference-engine is given";
    const rule = "with several reference files, each must have one engine; --reference-engine only works with one file";
    const remedy = "Split the file, or give one reference.";
    throw ambiguous(`Reading ${only?.source}: ${why}, but ${rule}. ${remedy}`, namesOf(engines));
  });
  requireDistinctNames(references, "reference");
  return references;
}

function requireCandidates(candidates: readonly RawResults[], references: readonly string[]): RawResults[] {
  if (candidates.length === 0) {
    const remedy =
      "Give another engine's results too: semqrel check REFERENCE CANDIDATE…, or semqrel label with --candidates FILE…. " +
      "If the reference's file has several engines, name their column with --engine-column NAME.";
    throw ambiguous(`Choosing engines: there is no candidate. ${remedy}`, references);
  }
  requireDistinctNames(candidates, "candidate");
  return [...candidates];
}

function requireDistinctNames(results: readonly RawResults[], role: "reference" | "candidate"): void {
  const sources = new Map<string, string>();
  for (const { engine, source } of results) {
    const other = sources.get(engine);
    const found = `two ${role}s are named "${engine}" (${other} and ${source})`;
    if (other !== undefined) throw ambiguous(`Choosing engines: ${found}. Rename one of them: NAME=FILE.`, [engine]);
    sources.set(engine, source);
  }
}

function namesOf(results: readonly RawResults[]): string[] {
  return results.map(({ engine }) => engine);
}

function ambiguous(message: string, engines: readonly string[]): SemqrelError {
  return new SemqrelError("AMBIGUOUS_ENGINE", message, { details: { engines } });
}

export function nameOfReference(reference: string, engines: readonly string[]): string {
  return engines.includes(reference) ? `${reference} (reference)` : reference;
}

/** Returns at least two indexes in `lists`, ascending: those of the given engines, or all if `asked` is null. */
export function enginesToOrder(lists: readonly Pick<ResultLists, "engine">[], asked: readonly string[] | null) {
  const names = lists.map(({ engine }) => engine);
  const unknown = asked?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const what = `--engines names ${unknown}, but no engine has that name (${names.join(", ")})`;
    throw refusedSuggestion(what, suggestion(unknown, names));
  }
  const indexes = [...names.keys()].filter((index) => asked?.includes(at(names, index)) ?? true);
  if (indexes.length < 2) {
    const what = asked === null ? "there is only one engine" : `--engines names only ${asked[0]}`;
    throw refusedSuggestion(`${what}, but an order needs at least two`);
  }
  return indexes;
}

/** @param what - problem and remedy, without a full stop at the end */
export function refusedSuggestion(what: string, hint = ""): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Suggesting what to rate: ${what}.${hint}`, { details: { what } });
}
