/** Who rated here last? */
import { databaseOf, type Session } from "../facts/session.ts";
import { keepRaterInAddress } from "./address.ts";
import { readStored, store } from "./browser-storage.ts";

export function readRater(session: Session): string | null {
  return readStored<string | null>(raterKey(session), null);
}

/** In the address too, so that two raters may use two windows of one browser. */
export function rememberRater(session: Session, rater: string): void {
  store(raterKey(session), rater);
  keepRaterInAddress(rater);
}

function raterKey(session: Session): string {
  return `semqrel.rater.${databaseOf(session)}`;
}
