/** What is on screen? The one place where what changes between two items is written. */
import { connectionWords, finishedWords, groupWords, keptWords, progressWords, ratings } from "../facts/words.ts";
import { readWaiting } from "../kept/kept-ratings.ts";
import { state } from "../state.ts";
import { renderCards } from "./cards.ts";
import { at, setText } from "./elements.ts";

const poolName = document.title;

/** Shows the state. */
export function render(): void {
  const { session, group, current, isFinished, connection } = state;
  const own = readWaiting().filter(({ rating }) => rating.rater === state.rater);
  const refused = own.filter(({ refusal }) => refusal !== null).length;
  const waiting = own.length - refused;
  renderHead();
  renderBanner(waiting);
  at("refusals").hidden = refused === 0;
  setText(at("refusals-text"), `${ratings(refused)} not accepted.`);
  const isShown = group !== null && !isFinished;
  at("items").hidden = !isShown;
  at("question").hidden = !isShown;
  renderCards(group?.items ?? [], current, own, connection);
  at("loading").hidden = current >= 0 || isFinished;
  setText(at("loading"), state.wanted === null ? "Loading …" : "The next query comes when the server is back.");
  at("finished").hidden = !isFinished;
  if (isFinished) setText(at("finished-text"), finishedWords(session?.total ?? 0, state.rater ?? "", waiting));
}

function renderHead(): void {
  const { session, group } = state;
  const summary = session?.groups[group?.group ?? -1];
  if (session === null || state.rater === null) return;
  const overall = at<HTMLProgressElement>("overall");
  overall.max = Math.max(1, session.total);
  overall.value = session.done;
  setText(at("ahead"), progressWords(session));
  if (summary !== undefined) setText(at("query-progress"), groupWords(summary));
  document.title = `${session.done} of ${session.total} · ${poolName}`;
}

function renderBanner(waiting: number): void {
  const { connection } = state;
  const isStored = state.memory.size === 0;
  at("banner").hidden = connection === "well";
  if (connection !== "well") {
    setText(at("banner-text"), connectionWords(connection, location.port) + keptWords(waiting, isStored));
  }
  // Loading the page again would lose what is in this window alone.
  const isReload = connection === "stale" && isStored;
  at("reload").hidden = !isReload;
  at("retry").hidden = isReload || connection === "unknown-token";
}
