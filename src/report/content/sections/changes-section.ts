/** What changed from the reference's lists to the engines'? */
import { textBlock } from "../../../core/document/blocks.ts";
import { changedLists, changesTable } from "../../../label/changes/change-blocks.ts";
import { reportSection, type SectionOf } from "../report-section.ts";

/** Of the only engine: what its report is about. */
export const changesSection: SectionOf = (inputs) => (inputs.summary?.order.length === 1 ? changesOf(inputs) : null);

/** Of several engines. */
export const allChangesSection: SectionOf = (inputs) => (inputs.summary?.order.length === 1 ? null : changesOf(inputs));

function changesOf({ summary }: Parameters<SectionOf>[0]): ReturnType<SectionOf> {
  if (!summary?.changes) return null;
  const { order, changes } = summary;
  const reference = summary.reference.engine;
  return reportSection("changes", `What changed from ${reference}`, [
    changesTable(changes, reference),
    textBlock(
      "Identical queries have the same results in the same order, reordered queries the same results in another order. Moved results are at another position. A result is the same if its identifier or title is equal, or its title nearly so (cosine .9 or more).",
    ),
    textBlock(
      "overlap@10 is the share of the first ten results that is in both lists. RBO is rank-biased overlap (p = .9, extrapolated): the top counts most, and a shorter list loses nothing by its length.",
    ),
    textBlock("The queries that changed most, list beside list. Beside each title is its position in the other list."),
    order.flatMap((engine, place) => {
      const found = changes[engine];
      const id = `changes-${place + 1}`;
      return found === undefined ? [] : changedLists({ reference, engine, changes: found }, id, order.length > 1);
    }),
  ]);
}
