/** Which ratings waited while the pool grew, and where do they belong now? */
import type { Session } from "../facts/session.ts";
import { isOf, type Waiting } from "../facts/waiting.ts";
import { keep, ownRefused, ownWaiting } from "../kept/kept-ratings.ts";
import { loadGroup } from "./load-group.ts";

/**
 * Those whose item is still there under its number, query and title are sent to it; the rest is shown as refused. Those
 * of which the server did not say wait on.
 */
export async function adoptOlderRatings(session: Session): Promise<void> {
  for (const waiting of [...ownWaiting(), ...ownRefused()]) {
    const { rating, refusal } = waiting;
    const isStale = refusal === "stale-page";
    if (rating.pool === session.pool && !isStale) continue;
    const found = await findItem(session, waiting);
    if (found === "unknown") return;
    if (found === "gone") keep({ ...waiting, refusal: "stale-page" });
    else keep({ ...waiting, rating: { ...rating, pool: session.pool }, refusal: isStale ? null : refusal });
  }
}

async function findItem(session: Session, waiting: Waiting): Promise<"here" | "gone" | "unknown"> {
  for (const summary of session.groups.filter(({ query }) => query === waiting.query)) {
    const group = await loadGroup(summary.group);
    if (group === null) return "unknown";
    if (group.items.some((item) => isOf(waiting, item))) return "here";
  }
  return "gone";
}
