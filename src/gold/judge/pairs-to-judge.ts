/** Which pairs of query and document are judged: those of a pool, of a folder of labels, or of result lists? */
import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PooledPair } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { labelFolderOf } from "../../io/labels/label-manifest.ts";
import { readStoredLabels } from "../../label/stored-labels.ts";
import { type PoolFiles, pooledPairs, poolFiles } from "../pool-files.ts";
import { readPool, startsAsPool } from "../pools/read-pool.ts";
import type { PairToJudge } from "./judge-pairs.ts";
import { MOST_CHARACTERS } from "./judging-prompt.ts";

/** Where pairs come from: a pool or a folder of labels alone, or files of result lists. */
export interface PairFiles extends Pick<PoolFiles, "results" | "queries" | "titles" | "read"> {
  /** Results taken of each list, >= 1; null for 10. A pool has its own. */
  readonly depth: number | null;
  /** Columns that the model sees beside the title. */
  readonly fields: readonly string[];
}

/** Pairs as a pool has them, and as the model sees them. */
export interface FoundPairs {
  readonly pooled: readonly PooledPair[];
  /** One for each of `pooled`. */
  readonly pairs: readonly PairToJudge[];
  /** Engines of a folder of labels; null for other inputs. */
  readonly engines: readonly string[] | null;
  /** Results taken of each list. */
  readonly depth: number;
  /** Titles and fields too long to be shown whole. */
  readonly cut: number;
  readonly warnings: readonly Warning[];
}

const USUAL_DEPTH = 10;

/**
 * @throws SemqrelError as `readPool`, `readStoredLabels` and `poolFiles`; MISSING_COLUMN for a field that no file has;
 *         INVALID_OPTION where a query has no text, or an option does not go with the input
 */
export async function readPairs(files: PairFiles): Promise<FoundPairs> {
  const { pooled, engines, warnings } = await readPooled(files);
  const unknown = files.fields.find((name) => pooled.every(({ shown }) => shown?.[name] === undefined));
  if (unknown !== undefined) {
    const message = `Judging: no document has a column ${quoted(unknown)} for --field. Correct the name; a pool has the columns that pool --show named.`;
    throw new SemqrelError("MISSING_COLUMN", message, { details: { field: unknown } });
  }
  const wordless = pooled.find(({ query, queryId, informationNeed }) => query === queryId && informationNeed === null);
  if (wordless !== undefined) {
    throw invalidOption(
      `Judging ${wordless.query}: the query has an id and no text, and a model would judge the id. Give result lists with --queries FILE (id TAB text).`,
      { query: wordless.query },
    );
  }
  const pairs = pooled.map(({ query, id, title, informationNeed, shown = {} }): PairToJudge => {
    const fields = Object.fromEntries(files.fields.flatMap((name) => (shown[name] ? [[name, shown[name]]] : [])));
    return { query, id, shownQuery: { text: query, need: informationNeed }, shownDocument: { title, fields } };
  });
  const isLong = (text: string) => text.length > MOST_CHARACTERS;
  const cut = pairs.flatMap(({ shownDocument: { title, fields } }) => [title, ...Object.values(fields)].filter(isLong));
  return { pooled, pairs, engines, depth: files.depth ?? USUAL_DEPTH, cut: cut.length, warnings };
}

async function readPooled(files: PairFiles): Promise<Pick<FoundPairs, "pooled" | "engines" | "warnings">> {
  const { results, queries, depth } = files;
  const path = results.length === 1 ? at(results, 0).path : null;
  const refuse = (option: string, why: string) =>
    invalidOption(`Judging ${path}: ${option} goes with result lists, ${why}. Leave it out.`);
  if (results.some((file) => file.path === "-")) {
    throw invalidOption("Judging -: standard input cannot be told from a pool before it is read. Give a file.");
  }
  if (path !== null && (await startsAsPool(path))) {
    if (depth !== null) throw refuse("--depth", "and a pool is as deep as it was made");
    if (queries !== null) throw refuse("--queries", "and a pool has its own");
    return { pooled: (await readPool(path)).pairs, engines: null, warnings: [] };
  }
  const folder = path === null ? null : labelFolderOf(path);
  if (path !== null && folder !== null) {
    if (queries !== null) throw refuse("--queries", "and a folder of labels has its own");
    const { stored, warnings } = await readStoredLabels(path);
    const lists = stored.engines.map((one) => one.lists);
    // Without its name: an engine may be called so, too.
    const reference = stored.reference === null ? [] : [{ ...stored.reference.lists, engine: "" }];
    const pooled = pooledPairs(stored, [...lists, ...reference], depth ?? USUAL_DEPTH);
    return { pooled, engines: lists.map(({ engine }) => engine), warnings };
  }
  const made = await poolFiles(
    { ...files, show: files.fields, existing: null },
    { depth: depth ?? USUAL_DEPTH, seed: 1, near: null, queries: null, perQuery: null, by: "uniform" },
  );
  return { pooled: made.pairs, engines: null, warnings: made.warnings };
}
