/** How far do the engines' means and their order depend on which reference gave the labels? */
import { type BlockPart, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { sayNames } from "../../../core/text/wording.ts";
import { biasMeasures, type OrderByReference } from "../../../label/folder/reference-bias.ts";
import { FEWEST_ENGINES } from "../../../maths/correlation/rank-correlation.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function referenceSection({ summary }: ReportInputs): ReportSection | null {
  if (summary?.references === undefined) return null;
  const { references, order } = summary;
  const { engines, fusion, also_candidates: both, measures } = references;
  const blocks = biasMeasures.flatMap((measure, place): BlockPart[] => {
    const { fused, alone, without } = measures[measure];
    const orders = [
      { name: "fused", found: fused },
      ...engines.flatMap((engine) => named(`${engine} alone`, alone[engine])),
      ...engines.flatMap((engine) => named(`without ${engine}`, without?.[engine])),
    ];
    const changed = orders.filter(({ found }) => found.winner_changes);
    const winners = ({ engines: places }: OrderByReference) =>
      sayNames(order.filter((engine) => places[engine]?.place === 1)) || "nobody";
    return [
      // A row for each engine, and null for the last one.
      tableOf(
        `reference-${place + 1}`,
        `Mean ${measure} and place by reference`,
        [...order, null],
        [
          column("engine", "text", (engine) => engine ?? "τ-b with fused"),
          ...orders.flatMap(({ name, found: { engines: places, tau_b } }) => [
            column<string | null>(name, "measure", (engine) => (engine === null ? tau_b : places[engine]?.mean)),
            column<string | null>("place", "count", (engine) => (engine === null ? null : places[engine]?.place)),
          ]),
        ],
      ),
      changed.length > 0 &&
        order.length > 1 &&
        textBlock(
          `By ${measure} the first place changes. fused: ${winners(fused)}; ${changed.map(({ name, found }) => `${name}: ${winners(found)}`).join("; ")}.`,
          "caution",
        ),
    ];
  });
  const alsoCandidates = `${sayNames(both)}: a reference too, and agrees with itself. Look at the columns that leave it out.`;
  return reportSection("reference", "What depends on the reference", [
    textBlock(
      `The labels come from ${engines.length} references, fused into one list by ${fusion}: ${sayNames(engines, 8)}.`,
    ),
    both.length > 0 && textBlock(alsoCandidates, "caution"),
    ...blocks,
    order.length < FEWEST_ENGINES && textBlock(`Kendall's τ-b says little of fewer than ${FEWEST_ENGINES} engines.`),
  ]);
}

function named(name: string, found: OrderByReference | undefined) {
  return found === undefined ? [] : [{ name, found }];
}
