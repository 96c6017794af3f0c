/** Of which queries are the lists shown, where all would be too many for one page? */
import { at } from "../../core/at.ts";
import { doubtfulTitles } from "./doubtful-titles.ts";
import { missedTitles } from "./missed-titles.ts";
import { queryMeans } from "./query-means.ts";
import type { ReportInputs } from "./report-inputs.ts";

/**
 * All, or of more than `inputs.lists.most` the most telling: those named, those of the most doubtful labels and of
 * missed titles, and then in turn the worst, the one on which engines differ most, and the best.
 *
 * @returns places in the folder
 */
export function listedQueries(inputs: ReportInputs, doubts = doubtfulTitles(inputs)): ReadonlySet<number> {
  const { most = Number.POSITIVE_INFINITY, named = [] } = inputs.lists ?? {};
  const all = [...inputs.stored.queries.keys()];
  if (all.length <= most) return new Set(all);
  const { means, spreads } = queryMeans(inputs);
  const measured = all.filter((query) => !Number.isNaN(means[query]));
  const rising = measured.toSorted((one, other) => at(means, one) - at(means, other));
  const falling = measured.toSorted((one, other) => at(means, other) - at(means, one));
  const differing = measured
    .filter((query) => at(spreads, query) > 0)
    .sort((one, other) => at(spreads, other) - at(spreads, one));
  const inTurn = measured.flatMap((_, place) => [rising, differing, falling].flatMap((order) => order[place] ?? []));
  // A set keeps the order in which it was filled.
  const inOrder = new Set([
    ...named,
    ...doubts.first.map(({ match }) => match.query),
    ...(missedTitles(inputs)?.first ?? []).map(({ query }) => query),
    ...inTurn,
    ...all,
  ]);
  return new Set([...inOrder].slice(0, most));
}
