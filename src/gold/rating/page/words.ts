import type { Connection, GroupSummary, ItemState, Session, Waiting } from "./facts.ts";

export function count(number: number): string {
  return number.toLocaleString("en");
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${count(number)} ${many}`;
}

export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return `about ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 10 ? `about ${hours} h ${minutes % 60} min` : `about ${Math.round(minutes / 60)} h`;
}

type Pace = Pick<Session, "done" | "total" | "secondsPerRating">;

export function progressWords({ done, total, secondsPerRating }: Pace): string {
  const left = done >= total ? "" : ` · ${duration((total - done) * secondsPerRating)} left`;
  return `${count(done)} of ${count(total)}${left}`;
}

export function startWords({ done, total, secondsPerRating, groups }: Pace & Pick<Session, "groups">): string {
  const queries = new Set(groups.filter((group) => group.done < group.items).map(({ query }) => query)).size;
  const left = `${counted(total - done, "rating")} for ${counted(queries, "query", "queries")}`;
  return `${left}, ${duration((total - done) * secondsPerRating)}.`;
}

export function groupWords({ done, items, part, parts }: GroupSummary): string {
  return `${done} of ${items} done${parts > 1 ? ` · part ${part} of ${parts}` : ""}`;
}

export function groupLineWords({ done, items, part, parts, isRepeat }: GroupSummary): string {
  const which = isRepeat ? "again · " : parts > 1 ? `part ${part} · ` : "";
  return `${which}${done} of ${items}${done === items ? " ✓" : ""}`;
}

export function finishedWords(total: number, rater: string, waiting: number): string {
  // U+2068 and U+2069 isolate the name, so that a name written from right to left does not reorder the text after it.
  const thanks = `${total === 1 ? "The only result is" : `All ${count(total)} results are`} rated. Thank you, \u2068${rater}\u2069.`;
  if (waiting > 0) return `${thanks} ${counted(waiting, "rating")} not saved yet: keep this window open.`;
  return `${thanks} Everything is saved. You can close this window.`;
}

export function connectionWords(connection: Exclude<Connection, "well">, port: string): string {
  return {
    away: `The server does not answer. Keep rating: nothing is lost. If semqrel rate was stopped, start it again with --port ${port}.`,
    locked: "Another program is using the ratings database. Keep rating: nothing is lost.",
    failing: "A rating could not be saved yet. Keep rating: nothing is lost. See the terminal for details.",
    stale: "The pool has changed since this page was loaded.",
    "unknown-token": "This address is no longer valid. Open the address that semqrel rate printed when it started.",
  }[connection];
}

/** @param isStored - whether the browser stores the ratings; otherwise they are lost with the window */
export function keptWords(waiting: number, isStored: boolean): string {
  if (waiting === 0) return "";
  return ` ${counted(waiting, "rating")} kept in ${isStored ? "this browser" : "this window only: do not close it"}.`;
}

const refusals: Readonly<Record<string, string>> = {
  "unknown-pair": "this result is not in the server's pool",
  "out-of-scale": "this grade is not on the server's scale",
  "later-rating": "a later rating of this result replaces it",
  "stale-page": "the pool has changed, and this result is no longer in it",
};

export function refusalWords(code: string | null): string {
  return refusals[code ?? ""] ?? "the server did not understand it";
}

export function refusedWords({ rating, refusal }: Waiting): string {
  const given = rating.state === "rated" ? `grade ${rating.grade}` : rating.state;
  return `: ${given}. Reason: ${refusalWords(refusal)}.`;
}

const states: Readonly<Record<ItemState, string>> = {
  open: "",
  rated: "",
  flagged: "cannot be rated · ",
  skipped: "skipped · ",
};

export type SaveState = "open" | "saved" | "saving" | "waiting" | "refused";

export function saveState(state: ItemState, last: Waiting | undefined, connection: Connection): SaveState {
  if (last === undefined) return state === "open" ? "open" : "saved";
  if (last.refusal !== null) return "refused";
  return connection === "well" ? "saving" : "waiting";
}

export function itemWords(state: ItemState, saved: SaveState, refusal: string | null): string {
  const words = { open: "", saved: "saved ✓", saving: "saving …", waiting: "waiting for the server" };
  return states[state] + (saved === "refused" ? `not saved: ${refusalWords(refusal)}` : words[saved]);
}

/** Characters shown of a title or query. Other columns show fewer, so that the grades stay close to the title. */
const shownCharacters = 300;
export const shownOfColumn = 160;

/** Replaces marks of writing direction by U+FFFD, so that no title is mirrored. */
export function unturned(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Cuts a text of more than 1.2 * `most` characters. Returns null for shorter texts, which are shown whole. */
export function cutText(text: string, most = shownCharacters) {
  const characters = [...text];
  if (characters.length <= most * 1.2) return null;
  return { beginning: `${characters.slice(0, most).join("")}…`, characters: characters.length };
}

/** Returns the address without protocol, up to 200 characters; null if a browser would not open it as a page. */
export function shownAddress(url: string | null): string | null {
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return unturned(url)
    .replace(/^https?:\/\//i, "")
    .slice(0, 200);
}
