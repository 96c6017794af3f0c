/** Where does each engine stand, and which of them are shown to be better or worse? */
import { column, plotOf, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection, type SharedFindings } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function enginesSection(inputs: ReportInputs, { comparison }: SharedFindings): ReportSection | null {
  if (comparison === null) return null;
  const { measure, pairs, order } = comparison;
  const best = order[0]?.engine ?? "";
  const verdictOf = (engine: string) => {
    if (engine === best) return "";
    const pair = pairs.find(({ better, worse }) => [better, worse].includes(engine) && [better, worse].includes(best));
    if (pair === undefined) return "not compared";
    if (pair.verdict !== "better") return pair.verdict;
    return pair.worse === engine ? "lower, beyond chance" : "higher, beyond chance";
  };
  const unmeasured = inputs.measures.filter((one) => order.every(({ engine }) => engine !== one.engine));
  const rows = [
    ...order.map((one, place) => ({ ...one, place: place + 1, verdict: verdictOf(one.engine) })),
    ...unmeasured.map(({ engine }) => ({
      ...{ engine, place: null, mean: null, interval: null, queries: 0, verdict: "not measured" },
    })),
  ];
  return reportSection("engines", isRated(inputs) ? "The engines by the labels" : "The engines", [
    plotOf(
      "engines-means",
      {
        ...{ shape: "intervals", title: `Mean ${measure}`, axis: { title: measure, from: 0, to: null }, marks: [] },
        description:
          "Best first. The bar is the 95 % interval over queries. " +
          (isRated(inputs)
            ? "These means are by the labels, which are guesses. The verdict at the top counts people's ratings first."
            : "Bars can overlap even when one engine is better. The paired differences above are more precise."),
        groups: order.map(({ engine, mean, interval }) => ({
          name: engine,
          points: [{ series: measure, value: mean, interval }],
        })),
      },
      rows,
      [
        column("engine", "text", ({ engine }) => engine),
        column("place", "count", ({ place }) => place),
        column("mean", "measure", ({ mean }) => mean),
        column("95 %", "interval", ({ interval }) => interval),
        column("queries", "count", ({ queries }) => queries),
        column(`against ${best}`, "text", ({ verdict }) => verdict),
      ],
    ),
  ]);
}

/** Whether something of what people said orders engines. */
export function isRated({ documents: { estimate, gold, validation } }: ReportInputs): boolean {
  return estimate !== null || gold?.comparison != null || validation?.people != null;
}

/** The tests behind the verdict by labels. */
export function testsSection(_: ReportInputs, { comparison }: SharedFindings): ReportSection | null {
  if (comparison === null || comparison.pairs.length === 0) return null;
  const { measure, pairs, allPairs } = comparison;
  return reportSection("tests", "Tests of the differences by labels", [
    tableOf("engines-pairs", `Differences in ${measure}, query by query`, pairs, [
      column("engine", "text", ({ better }) => better),
      column("is ahead of", "text", ({ worse }) => worse),
      column("by", "measure", ({ difference }) => difference),
      column("95 %", "interval", ({ interval }) => interval),
      column("p (Holm)", "probability", ({ p }) => p),
      column("queries", "count", ({ queries }) => queries),
      column("would be seen", "measure", ({ smallestDetectable }) => smallestDetectable),
      column("verdict", "text", ({ verdict }) => verdict),
    ]),
    textBlock(
      `Paired randomisation test, Holm's correction over ${counted(allPairs, "pair")}, level .05, at least ten queries. "no difference shown" is no proof that there is none. Chance alone is tested here, and not how far the same lists lead under other queries, which a verdict by labels counts, too.` +
        (pairs.length < allPairs ? " Of so many engines only the best is tested, against each other one." : "") +
        (allPairs > 1
          ? " semqrel compare corrects over the pairs that it is asked for, so its p may be smaller; with --all-pairs it is this one."
          : ""),
    ),
    textBlock(
      '"Would be seen": the smallest difference that as many queries show in four of five tries, if it is there.',
    ),
  ]);
}
