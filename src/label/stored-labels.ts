/**
 * How do the files of an earlier `label` become lists with labels, over one numbering of queries? Of which engines?
 */
import { SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { RawResults, ResultLists, StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { nameOfQuery, type RawLabels, readLabels } from "../io/labels/read-labels.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { groupResults } from "../lists/group-results.ts";

/** Labels read back from a folder. */
export interface ReadStoredLabels {
  readonly stored: StoredLabels;
  readonly files: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `readLabels` */
export async function readStoredLabels(path: string): Promise<ReadStoredLabels> {
  const { engines, reference, queryOfName, files, warnings, ...read } = await readLabels(path);
  const group = (results: RawResults) => {
    const queryOfRow = Int32Array.from(results.titles, (_, row) => queryOfName.get(nameOfQuery(results, row)) ?? 0);
    return groupResults(results, queryOfRow, read.queries.length);
  };
  return {
    stored: {
      source: read.source,
      queries: read.queries,
      queryKeys: read.queryKeys,
      model: read.model,
      engines: engines.map(({ results, ...columns }) => ({ lists: group(results), ...columns })),
      reference:
        reference === null
          ? null
          : {
              lists: { ...group(reference.results), ...originsOf(reference) },
              labels: reference.labels,
              pointRanks: reference.pointRanks,
            },
    },
    files,
    warnings,
  };
}

/**
 * The same labels of fewer engines; the reference stays.
 *
 * @param patterns names to leave out; `*` stands for any letters, and may match none
 * @param task     what is done with the labels, as the beginning of a message
 * @throws SemqrelError INVALID_OPTION where a name without `*` is not among the engines, or none is left
 */
export function withoutEngines(stored: StoredLabels, patterns: readonly string[], task: string): StoredLabels {
  const names = stored.engines.map(({ lists: { engine } }) => engine);
  const refuse = (found: string) =>
    new SemqrelError("INVALID_OPTION", `${task} ${stored.source}: --without ${found}`, {
      details: { without: patterns, engines: names },
    });
  const unknown = patterns.find((pattern) => !pattern.includes("*") && !names.includes(pattern));
  if (unknown !== undefined)
    throw refuse(`names ${unknown}, and no engine is called so (${names.join(", ")}).${suggestion(unknown, names)}`);
  const matchers = patterns.map((pattern) => new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "su"));
  const engines = stored.engines.filter(({ lists: { engine } }) => !matchers.some((matcher) => matcher.test(engine)));
  if (engines.length === 0) throw refuse(`leaves out every engine (${names.join(", ")}). Leave one in.`);
  return { ...stored, engines };
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\/]/g, "\\$&");
}

/** Rows of several references say which of them gave the row. */
function originsOf({ results, engines }: NonNullable<RawLabels["reference"]>): Pick<ResultLists, "origins"> {
  const { engine: name, source } = results;
  return engines.every((engine) => engine === name) ? {} : { origins: engines.map((engine) => ({ engine, source })) };
}
