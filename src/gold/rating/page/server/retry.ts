/** What is done once the server may be back? What waits is sent, then what could not be loaded is loaded. */
import { render } from "../screen/render.ts";
import { state } from "../state.ts";
import { adoptOlderRatings } from "./adopt-older-ratings.ts";
import { hearConnection } from "./connection.ts";
import { request } from "./request.ts";
import { sendWaiting } from "./send-waiting.ts";

export async function retry(): Promise<void> {
  clearTimeout(state.retryTimer);
  if (hearConnection(await request("/api/health"))) {
    if (state.session !== null) await adoptOlderRatings(state.session);
    await sendWaiting();
    const wanted = state.wanted;
    state.wanted = null;
    if (state.connection === "well") await wanted?.();
    else state.wanted = wanted;
  }
  render();
}

/** @param wanted what to do again when the server is back */
export function waitFor(wanted: () => Promise<void>): void {
  state.wanted = wanted;
  render();
}
