/** Is the server there, and when is it asked again? */
import { type Answer, connectionOf, isPassing, retryDelay } from "../facts/answer.ts";
import { connectionWords } from "../facts/words.ts";
import { announce } from "../screen/elements.ts";
import { state } from "../state.ts";

let retry: () => unknown = () => {};

/** @param task asks again; it comes from above, because it sends and loads what in turn listens here */
export function whenRetryIsDue(task: () => unknown): void {
  retry = task;
}

/** @returns whether the server dealt with the request, be it with a refusal; else it is asked again later */
export function hearConnection(answer: Answer): boolean {
  // Nothing but loading the page again helps.
  if (state.connection === "stale") return false;
  const connection = connectionOf(answer);
  if (connection !== state.connection && connection !== "well") announce(connectionWords(connection, location.port));
  if (connection === "well" && state.connection !== "well") announce("The server is back.");
  state.connection = connection;
  if (connection === "well") state.failures = 0;
  if (isPassing(connection)) retryLater();
  return connection === "well";
}

function retryLater(): void {
  clearTimeout(state.retryTimer);
  state.retryTimer = setTimeout(retry, retryDelay(state.failures));
  state.failures++;
}
