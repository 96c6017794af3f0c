/**
 * How is every measure distributed, engine by engine?
 */

import type { ReportTable } from "../../../core/document/blocks.ts";
import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { describe } from "../../../maths/summary/quantiles.ts";
import type { ReportInputs, ReportMeasures } from "../report-inputs.ts";
import { calibratedScore, measuresOf, valuesOf } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

const statistics = ["mean", "std", "min", "25%", "50%", "75%", "max"] as const;

/** From so many engines on, their tables are folded. */
const MANY_ENGINES = 4;

export function describeSection(inputs: ReportInputs): ReportSection | null {
  const names = measuresOf(inputs);
  if (names.length === 0) return null;
  const unmeasured = unmeasuredTable(inputs);
  return {
    id: "describe",
    title: "Every measure in numbers",
    blocks: [
      textBlock(
        "count: queries on which the measure is defined. std: sample deviation (n - 1). Quartiles are of type 7, as pandas prints them." +
          (names.includes(calibratedScore)
            ? ` ${calibratedScore} orders engines and is no level: do not read it as nDCG.`
            : ""),
      ),
      ...inputs.measures.map((engine, place) => describeTable(engine, names, place, inputs.measures.length)),
      ...(unmeasured === null ? [] : [unmeasured]),
    ],
  };
}

function describeTable(engine: ReportMeasures, names: readonly string[], place: number, engines: number): ReportTable {
  return tableBlock(
    `describe-${place + 1}`,
    engine.engine,
    {
      columns: [...columns("text", "measure"), ...columns("count", "count"), ...columns("measure", ...statistics)],
      rows: names.map((name) => {
        const found = describe(valuesOf(engine, name));
        return [name, found.count, ...statistics.map((statistic) => found[statistic])];
      }),
    },
    engines >= MANY_ENGINES,
  );
}

const sayReason: Readonly<Record<string, string>> = {
  "no-reference": "without reference results",
  "no-candidate-results": "nothing returned",
  "no-positive-label": "no result with a label above 0",
  "not-rated": "not rated by people",
};

function unmeasuredTable({ measures, stored }: ReportInputs): ReportTable | null {
  const reasons = [...new Set(measures.flatMap((engine) => engine.reasons.filter((reason) => reason !== null)))].sort();
  if (reasons.length === 0) return null;
  return tableBlock("describe-unmeasured", `Queries that are not measured, of ${stored.queries.length}`, {
    columns: [
      ...columns("text", "engine"),
      ...columns("count", ...reasons.map((reason) => sayReason[reason] ?? reason)),
    ],
    rows: measures.map((engine) => [
      engine.engine,
      ...reasons.map((reason) => engine.reasons.filter((one) => one === reason).length),
    ]),
  });
}
