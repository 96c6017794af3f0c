/** Of which queries are the lists shown, where all would be too many for one page? */
import { type DoubtfulTitles, doubtfulTitles } from "./doubtful-titles.ts";
import { missedTitles } from "./missed-titles.ts";
import { queryMeans } from "./query-means.ts";
import type { ReportInputs } from "./report-inputs.ts";

/**
 * All, or of more than `inputs.lists.most` the most telling: those named, those of the most doubtful labels and of
 * missed titles, and then in turn the worst, the one on which engines differ most, and the best.
 *
 * @param doubts where they are known already
 * @returns places in the folder
 */
export function listedQueries(
  inputs: ReportInputs,
  doubts: () => DoubtfulTitles = () => doubtfulTitles(inputs),
): ReadonlySet<number> {
  const { most = Number.POSITIVE_INFINITY, named = [] } = inputs.lists ?? {};
  const count = inputs.stored.queries.length;
  if (count <= most) return new Set(inputs.stored.queries.keys());
  const { means, spreads } = queryMeans(inputs);
  const all = [...means.keys()];
  const measured = all.filter((query) => !Number.isNaN(means[query]));
  const by = (column: Float64Array, sign: 1 | -1) =>
    measured.toSorted((one, other) => sign * ((column[one] ?? 0) - (column[other] ?? 0)));
  const first = [
    ...named,
    ...doubts().first.map(({ match }) => match.query),
    ...(missedTitles(inputs)?.first ?? []).map(({ query }) => query),
  ];
  const orders = [by(means, 1), by(spreads, -1).filter((query) => (spreads[query] ?? 0) > 0), by(means, -1)];
  const inTurn = measured.flatMap((_, place) => orders.flatMap((order) => order[place] ?? []));
  // A set keeps the order in which it was filled.
  return new Set([...new Set([...first, ...inTurn, ...all])].slice(0, most));
}
