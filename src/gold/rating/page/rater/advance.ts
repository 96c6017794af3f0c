/** Which item comes after one that is dealt with? */
import { placeAfter, unfinishedFrom } from "../facts/item-order.ts";
import { announce, at } from "../screen/elements.ts";
import { state } from "../state.ts";
import { leave, setOut } from "./mark.ts";
import { findGroup, showGroup } from "./show-group.ts";

/**
 * The next open item of this query, else of the queries that follow, else what was skipped, else the end.
 *
 * @param from place in this query's items; -1 before the first
 */
export async function advance(from = state.current): Promise<void> {
  const here = state.group?.group ?? Math.max(0, state.session?.current ?? 0);
  for (const wanted of ["open", "skipped"] as const) {
    // Skipped items come in turn, so this query's earlier ones after all others.
    const start = wanted === "open" || placeAfter(state.group, from, wanted) >= 0 ? here : here + 1;
    for (const { group: number } of unfinishedFrom(state.session?.groups ?? [], start)) {
      if (wanted === "open" && state.withoutOpen.has(number)) continue;
      const group = await findGroup(number, () => advance(from));
      if (group === null) return;
      const later = group === state.group ? placeAfter(group, from, wanted) : -1;
      const place = later >= 0 ? later : placeAfter(group, -1, wanted);
      if (place >= 0) return showGroup(group, place);
      state.withoutOpen.add(number);
    }
  }
  finish();
}

function finish(): void {
  setOut();
  state.isFinished = true;
  leave();
  announce("All items are rated.");
  at("finished").focus();
}
