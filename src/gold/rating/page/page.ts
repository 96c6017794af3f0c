/**
 * How does a rater work through the items?
 * A rating is on screen at once, and kept in this browser until the server has acknowledged it. The build makes one
 * script of these modules. Each imports only from those before it:
 * - `facts/` what the server tells and a rater says, as values: order, merging, words; no browser, no state
 * - `state.ts` what this page knows at the moment
 * - `kept.ts` what this browser keeps: ratings that wait, notes, the name
 * - `screen/` how the state is shown: cards, head, banners, dialogs
 * - `server/` asking, sending, and trying again
 * - `rater/` what a rater does: begin, judge, move; `listen.ts` has all keys and buttons
 */
import { raterInAddress } from "./kept.ts";
import { listen } from "./rater/listen.ts";
import { begin } from "./rater/move.ts";

listen();
await begin(raterInAddress);
