/**
 * What is said where a file of several engines is given one name?
 */
import { SemqrelError } from "../../core/errors.ts";
import { someOf } from "../../core/text/wording.ts";

const SHOWN_ENGINES = 5;

/** AMBIGUOUS_ENGINE   details: { file, engines } */
export function severalEngines(source: string, given: string, engines: readonly string[]): SemqrelError {
  return new SemqrelError(
    "AMBIGUOUS_ENGINE",
    `Reading ${source}: it holds ${engines.length} engines (${someOf(engines, SHOWN_ENGINES)}), ` +
      `so it cannot be given the one name "${given}". Leave "${given}=" out.`,
    { details: { file: source, engines } },
  );
}
