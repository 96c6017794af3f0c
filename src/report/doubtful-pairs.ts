import { at } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { nameOfTitle } from "../core/titles/clean-title.ts";
import type { PooledEngine, PooledPair } from "../core/types.ts";
import { freeName, joinEngines } from "../gold/pools/pool-results.ts";
import { documentKey, PairIndex } from "../lists/documents.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { type DoubtfulMatch, doubtfulTitles, labelledRow } from "./content/doubtful-titles.ts";
import type { ReportInputs } from "./content/report-inputs.ts";
import { reportInputs } from "./report-files.ts";

/** Returns at most `most` pairs with doubtful labels, the most doubtful first, and the number of doubtful titles. */
export async function doubtfulPairs(folder: string, most: number) {
  const { inputs, withTexts } = await reportInputs(folder, { ownDocuments: false });
  const { count, first } = doubtfulTitles(inputs, { most, ofQuery: most });
  // A result without a title cannot be rated.
  const titled = first.filter(({ match }) => match.titleKey !== 0 && match.titleKey !== "");
  const rows = inputs.stored.engines.map((_, engine) =>
    titled.filter(({ match }) => match.engine === engine).map(({ match }) => match.row),
  );
  const { engines } = await withTexts({ engines: rows, reference: [] });
  const pairs = titled.map(({ match }): PooledPair => {
    const { titles, ids } = at(engines, match.engine).lists;
    const title = titles[match.row] ?? "";
    const { name, id } = at(inputs.stored.queries, match.query);
    return {
      query: name,
      queryId: id,
      informationNeed: null,
      id: documentKey(ids?.[match.row], title, sha256),
      title,
      url: null,
      engines: enginesWith(inputs, match),
      probability: 1,
      queryProbability: 1,
      merged: [],
      chosen: "doubtful",
    };
  });
  return { pairs: distinct(pairs), count };
}

function enginesWith(inputs: ReportInputs, { query, titleKey: wanted }: DoubtfulMatch): PooledEngine[] {
  return inputs.stored.engines.flatMap(({ lists }, engine) => {
    const rows = rowsOfQuery(lists, query);
    const [rank, ...also] = [...rows.keys()].filter(
      (place) => labelledRow(inputs, engine, at(rows, place)).titleKey === wanted,
    );
    return rank === undefined ? [] : [{ name: lists.engine, rank, also, of: rows.length }];
  });
}

/** Returns each document once. If engines use one id for two documents, the less doubtful document gets a new id. */
function distinct(pairs: readonly PooledPair[]): PooledPair[] {
  const index = new PairIndex();
  const kept: PooledPair[] = [];
  const taken = new Set<string>();
  const keyOf = (query: string, id: string) => JSON.stringify([query, id]);
  for (const pair of pairs) {
    const place = index.find(pair);
    const known = place === null ? undefined : at(kept, place);
    if (place !== null && known !== undefined) {
      kept[place] = { ...known, engines: joinEngines(known.engines, pair.engines) };
      continue;
    }
    const isTaken = (id: string) => taken.has(keyOf(pair.query, id));
    const id = isTaken(pair.id) ? freeName(nameOfTitle(pair.title, sha256), isTaken) : pair.id;
    taken.add(keyOf(pair.query, id));
    index.add(kept.push({ ...pair, id }) - 1, pair);
  }
  return kept;
}
