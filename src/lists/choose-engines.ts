/** Which of the engines read are the references, and which are the candidates? */
import { SemqrelError } from "../core/errors.ts";
import { plainPath } from "../core/text/paths.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { RawResults, ResultLists } from "../core/types.ts";

export interface EnginesRead {
  /** File by file: all engines of each reference file. */
  readonly ofReferenceFiles: readonly (readonly RawResults[])[];
  /** All engines of the candidate files; empty where no such file was given. */
  readonly ofCandidateFiles: readonly RawResults[];
}

/**
 * A reference file of several engines needs `referenceEngine`; without candidate files its other engines are the
 * candidates. Several reference files hold one engine each, which may also be a candidate where it is given as one.
 *
 * @throws SemqrelError AMBIGUOUS_ENGINE  no or several engines fit, two references or two candidates share a name, or
 *                                        there is no candidate   details: { engines }
 * @throws SemqrelError INVALID_OPTION    a reference file is given twice   details: { file }
 */
export function chooseEngines(
  { ofReferenceFiles, ofCandidateFiles }: EnginesRead,
  referenceEngine: string | null,
): { references: RawResults[]; candidates: RawResults[] } {
  if (ofReferenceFiles.length > 1) {
    const references = chooseSeveral(ofReferenceFiles, referenceEngine);
    return { references, candidates: requireCandidates(ofCandidateFiles, namesOf(references)) };
  }
  const ofReferenceFile = ofReferenceFiles[0] ?? [];
  const names = namesOf(ofReferenceFile);
  const source = ofReferenceFile[0]?.source ?? "";
  const chosen =
    referenceEngine === null && ofReferenceFile.length === 1
      ? ofReferenceFile[0]
      : ofReferenceFile.find(({ engine }) => engine === referenceEngine);
  if (chosen === undefined) {
    const found =
      referenceEngine === null ? `it holds ${names.length} engines` : `no engine "${referenceEngine}" is in it`;
    // A file without a column of engines is one engine, named after the file.
    const mend = names.length === 1 ? "Leave --reference-engine out, or name the column of engines" : "Pick one";
    const option = names.length === 1 ? "--engine-column" : "--reference-engine";
    const hint = suggestion(referenceEngine ?? "", names);
    throw ambiguous(`Reading ${source}: ${found} (${names.join(", ")}).${hint} ${mend} with ${option} NAME.`, names);
  }
  const isReference = (results: RawResults) =>
    plainPath(results.source) === plainPath(chosen.source) && results.engine === chosen.engine;
  const candidates = (ofCandidateFiles.length > 0 ? ofCandidateFiles : ofReferenceFile).filter(
    (results) => !isReference(results),
  );
  return { references: [chosen], candidates: requireCandidates(candidates, names) };
}

function chooseSeveral(files: EnginesRead["ofReferenceFiles"], referenceEngine: string | null): RawResults[] {
  const paths = files.map(([first]) => plainPath(first?.source ?? ""));
  const twice = paths.find((path, place) => paths.indexOf(path) < place);
  if (twice !== undefined) {
    const message = `Choosing engines: the reference ${twice} is given twice. Give each reference once.`;
    throw new SemqrelError("INVALID_OPTION", message, { details: { file: twice } });
  }
  const references = files.map((engines) => {
    const [only] = engines;
    if (only !== undefined && engines.length === 1 && referenceEngine === null) return only;
    const why = referenceEngine === null ? `it holds ${engines.length} engines` : "--reference-engine is given";
    throw ambiguous(
      `Reading ${only?.source ?? "a reference"}: ${why}, but of several reference files each must hold one engine, and ` +
        "--reference-engine picks from one file alone. Split the file, or give one reference.",
      namesOf(engines),
    );
  });
  requireDistinctNames(references, "reference");
  return references;
}

function requireCandidates(candidates: readonly RawResults[], references: readonly string[]): RawResults[] {
  if (candidates.length === 0) {
    throw ambiguous(
      "Choosing engines: there is no candidate. Pass --candidates FILE… with another engine's results, or " +
        "--engine-column NAME where the reference's file holds several engines.",
      references,
    );
  }
  requireDistinctNames(candidates, "candidate");
  return [...candidates];
}

function requireDistinctNames(results: readonly RawResults[], role: "reference" | "candidate"): void {
  const sources = new Map<string, string>();
  const flag = role === "reference" ? "--reference" : "--candidates";
  for (const { engine, source } of results) {
    const other = sources.get(engine);
    if (other !== undefined) {
      throw ambiguous(
        `Choosing engines: two ${role}s are named "${engine}" (${other} and ${source}). Name one: ${flag} NAME=FILE.`,
        [engine],
      );
    }
    sources.set(engine, source);
  }
}

function namesOf(results: readonly RawResults[]): string[] {
  return results.map(({ engine }) => engine);
}

function ambiguous(message: string, engines: readonly string[]): SemqrelError {
  return new SemqrelError("AMBIGUOUS_ENGINE", message, { details: { engines } });
}

/**
 * @param asked names; null for all
 * @returns places in `lists`, ascending, at least two
 * @throws SemqrelError INVALID_OPTION  a name that no engine has, or fewer than two engines   details: { what }
 */
export function enginesToOrder(
  lists: readonly Pick<ResultLists, "engine">[],
  asked: readonly string[] | null,
): number[] {
  const names = lists.map(({ engine }) => engine);
  const unknown = asked?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw refusedSuggestion(
      `--engines names ${unknown}, and no engine is called so (${names.join(", ")})`,
      suggestion(unknown, names),
    );
  const places = [...names.keys()].filter((place) => asked === null || asked.includes(names[place] ?? ""));
  if (places.length < 2) throw refusedSuggestion("there is one engine, and an order needs two");
  return places;
}

/** @param what is wrong, and what to do, without a full stop */
export function refusedSuggestion(what: string, hint = ""): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Suggesting what to rate: ${what}.${hint}`, { details: { what } });
}
