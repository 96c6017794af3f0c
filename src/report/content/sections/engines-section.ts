/**
 * Where does each engine stand, and which of them are shown to be better or worse?
 */

import { columns, plotBlock, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import type { EngineComparison } from "../compare-engines.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function enginesSection(inputs: ReportInputs, comparison: EngineComparison | null): ReportSection | null {
  if (comparison === null) return null;
  const { measure, pairs, allPairs, order } = comparison;
  const unmeasured = inputs.measures.filter((one) => order.every(({ engine }) => engine !== one.engine));
  const best = order[0]?.engine;
  const verdictOf = (engine: string) => {
    if (engine === best) return "";
    const pair = pairs.find(
      ({ better, worse }) => [better, worse].includes(engine) && [better, worse].includes(best ?? ""),
    );
    if (pair === undefined) return "not compared";
    if (pair.verdict !== "better") return pair.verdict;
    return pair.worse === engine ? "worse" : "better";
  };
  return {
    id: "engines",
    title: "Which engine is better",
    blocks: [
      plotBlock(
        "engines-means",
        {
          ...{ shape: "intervals", title: `Mean ${measure}`, axis: { title: measure, from: 0, to: null }, marks: [] },
          description: `The mean ${measure} of each engine with a 95 % interval over queries (bootstrap), best first.`,
          groups: order.map(({ engine, mean, interval }) => ({
            name: engine,
            points: [{ series: measure, value: mean, interval }],
          })),
        },
        {
          columns: [
            ...columns("text", "engine"),
            ...columns("count", "place"),
            ...columns("measure", "mean", "low"),
            ...columns("measure", "high"),
            ...columns("count", "queries"),
            ...columns("text", `against ${best}`),
          ],
          rows: [
            ...order.map(({ engine, mean, interval, queries }, place) => [
              ...[engine, place + 1, mean, interval?.[0] ?? null, interval?.[1] ?? null, queries, verdictOf(engine)],
            ]),
            ...unmeasured.map(({ engine }) => [engine, null, null, null, null, 0, "not measured"]),
          ],
        },
      ),
      textBlock(
        "Intervals say what other queries of the same kind might give; that two of them overlap does not mean that two engines are equal. The differences below are of the same queries, and so sharper.",
      ),
      ...(pairs.length === 0
        ? []
        : [
            tableBlock("engines-pairs", `Differences in ${measure}, query by query`, {
              columns: [
                ...columns("text", "engine", "is ahead of"),
                ...columns("measure", "by", "low"),
                ...columns("measure", "high", "p (Holm)"),
                ...columns("count", "queries"),
                ...columns("text", "verdict"),
              ],
              rows: pairs.map(({ better, worse, difference, interval, p, queries, verdict }) => [
                ...[better, worse, difference, interval?.[0] ?? null, interval?.[1] ?? null, p, queries, verdict],
              ]),
            }),
            textBlock(
              `Paired randomisation test, Holm's correction over ${counted(allPairs, "pair")}, level .05, at least ten queries. "no difference shown" is no proof that there is none.` +
                (pairs.length < allPairs ? " Of so many engines only the best is tested, against each other one." : ""),
            ),
          ]),
    ],
  };
}
