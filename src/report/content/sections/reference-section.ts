/**
 * How far do the engines' means and their order depend on which reference gave the labels?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { sayNames } from "../../../core/text/say-numbers.ts";
import { biasMeasures, type OrderByReference } from "../../../label/folder/reference-bias.ts";
import { FEWEST_ENGINES } from "../../../maths/correlation/order-agreement.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

export function referenceSection({ summary }: ReportInputs): ReportSection | null {
  if (summary?.references === undefined) return null;
  const { references, order } = summary;
  const { engines, fusion, also_candidates: both, measures } = references;
  const blocks = biasMeasures.flatMap((measure, place): ReportBlock[] => {
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
      tableBlock(`reference-${place + 1}`, `Mean ${measure} and place by reference`, {
        columns: [
          ...columns("text", "engine"),
          ...orders.flatMap(({ name }) => [...columns("measure", name), ...columns("count", "place")]),
        ],
        rows: [
          ...order.map((engine) => [
            engine,
            ...orders.flatMap(({ found }) => [
              found.engines[engine]?.mean ?? null,
              found.engines[engine]?.place ?? null,
            ]),
          ]),
          ["τ-b with fused", ...orders.flatMap(({ found }) => [found.tau_b, null])],
        ],
      }),
      ...(changed.length === 0 || order.length < 2
        ? []
        : [
            textBlock(
              `By ${measure} the first place changes. fused: ${winners(fused)}; ${changed.map(({ name, found }) => `${name}: ${winners(found)}`).join("; ")}.`,
              "caution",
            ),
          ]),
    ];
  });
  return {
    id: "reference",
    title: "What depends on the reference",
    blocks: [
      textBlock(
        `The labels come from ${engines.length} references, fused into one list by ${fusion}: ${sayNames(engines, 8)}.`,
      ),
      ...(both.length === 0
        ? []
        : [
            textBlock(
              `${sayNames(both)}: a reference too, and agrees with itself. Look at the columns that leave it out.`,
              "caution",
            ),
          ]),
      ...blocks,
      ...(order.length < FEWEST_ENGINES
        ? [textBlock(`Kendall's τ-b says little of fewer than ${FEWEST_ENGINES} engines.`)]
        : []),
    ],
  };
}

function named(name: string, found: OrderByReference | undefined) {
  return found === undefined ? [] : [{ name, found }];
}
