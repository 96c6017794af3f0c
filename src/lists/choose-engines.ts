/**
 * Which of the engines read is the reference, and which are the candidates?
 */
import { SemqrelError } from "../errors.ts";
import type { RawResults } from "../types.ts";

export interface EnginesRead {
  /** All engines of the reference file. */
  readonly ofReferenceFile: readonly RawResults[];
  /** All engines of the candidate files; empty where no such file was given. */
  readonly ofCandidateFiles: readonly RawResults[];
}

/**
 * A reference file of several engines needs `referenceEngine`; without candidate files its other engines are the
 * candidates.
 *
 * @throws SemqrelError AMBIGUOUS_ENGINE  no or several engines fit, two candidates share a name, or there is none
 *                                        details: { engines }
 */
export function chooseEngines(
  { ofReferenceFile, ofCandidateFiles }: EnginesRead,
  referenceEngine: string | null,
): { reference: RawResults; candidates: RawResults[] } {
  const names = ofReferenceFile.map(({ engine }) => engine);
  const source = ofReferenceFile[0]?.source ?? "";
  const chosen =
    referenceEngine === null && ofReferenceFile.length === 1
      ? ofReferenceFile[0]
      : ofReferenceFile.find(({ engine }) => engine === referenceEngine);
  if (chosen === undefined) {
    const found =
      referenceEngine === null ? `it holds ${names.length} engines` : `no engine "${referenceEngine}" is in it`;
    throw ambiguous(`Reading ${source}: ${found} (${names.join(", ")}). Pick one with --reference-engine NAME.`, names);
  }
  const isReference = (results: RawResults) =>
    plainPath(results.source) === plainPath(chosen.source) && results.engine === chosen.engine;
  const candidates = (ofCandidateFiles.length > 0 ? ofCandidateFiles : ofReferenceFile).filter(
    (results) => !isReference(results),
  );
  if (candidates.length === 0) {
    throw ambiguous(
      "Choosing engines: there is no candidate. Pass --candidates FILE… with another engine's results.",
      names,
    );
  }
  const sources = new Map<string, string>();
  for (const { engine, source } of candidates) {
    const other = sources.get(engine);
    if (other !== undefined) {
      throw ambiguous(
        `Choosing engines: two candidates are named "${engine}" (${other} and ${source}). Name one: --candidates NAME=FILE.`,
        [engine],
      );
    }
    sources.set(engine, source);
  }
  return { reference: chosen, candidates };
}

/** Equal for `./all.csv` and `all.csv`. */
function plainPath(path: string): string {
  return path
    .split("/")
    .filter((part, place) => part !== "." && (part !== "" || place === 0))
    .join("/");
}

function ambiguous(message: string, engines: readonly string[]): SemqrelError {
  return new SemqrelError("AMBIGUOUS_ENGINE", message, { details: { engines } });
}
