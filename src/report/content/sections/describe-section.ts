/** How is every measure distributed, engine by engine? */
import { type BlockTable, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { describe } from "../../../maths/summary.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { calibratedScore, measuresOf, valuesOf } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

const statistics = ["mean", "std", "min", "25%", "50%", "75%", "max"] as const;

/** From so many engines on, their tables are folded. */
const MANY_ENGINES = 4;

type Row = { readonly name: string } & ReturnType<typeof describe>;

export function describeSection(inputs: ReportInputs): ReportSection | null {
  const names = measuresOf(inputs);
  if (names.length === 0) return null;
  const tables = inputs.measures.map((engine, place) => {
    const rows = names.map((name) => ({ name, ...describe(valuesOf(engine, name)) }));
    const columns = [
      column<Row>("measure", "text", ({ name }) => name),
      column<Row>("count", "count", ({ count }) => count),
      ...statistics.map((statistic) => column<Row>(statistic, "measure", (row) => row[statistic])),
    ];
    const folded = inputs.measures.length >= MANY_ENGINES;
    return tableOf(`describe-${place + 1}`, engine.engine, rows, columns, { folded });
  });
  return reportSection("describe", "Every measure in numbers", [
    textBlock(
      "count: queries on which the measure is defined. std: sample deviation (n - 1). Quartiles are of type 7, as pandas prints them." +
        (names.includes(calibratedScore)
          ? ` ${calibratedScore} orders engines and is no level: do not read it as nDCG.`
          : ""),
    ),
    ...tables,
    unmeasuredTable(inputs),
  ]);
}

const sayReason: Readonly<Record<string, string>> = {
  "no-reference": "without reference results",
  "no-candidate-results": "nothing returned",
  "no-positive-label": "no result with a label above 0",
  "not-rated": "not rated by people",
};

function unmeasuredTable({ measures, stored }: ReportInputs): BlockTable | null {
  const reasons = [...new Set(measures.flatMap((engine) => engine.reasons.filter((reason) => reason !== null)))].sort();
  if (reasons.length === 0) return null;
  return tableOf("describe-unmeasured", `Queries that are not measured, of ${stored.queries.length}`, measures, [
    column("engine", "text", ({ engine }) => engine),
    ...reasons.map((reason) =>
      column<(typeof measures)[number]>(
        sayReason[reason] ?? reason,
        "count",
        ({ reasons: ofEngine }) => ofEngine.filter((one) => one === reason).length,
      ),
    ),
  ]);
}
